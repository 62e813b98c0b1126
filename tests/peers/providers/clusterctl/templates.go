package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	clusterctlv1 "sigs.k8s.io/cluster-api/cmd/clusterctl/api/v1alpha3"
	"sigs.k8s.io/cluster-api/cmd/clusterctl/client/config"
	"sigs.k8s.io/cluster-api/cmd/clusterctl/client/yamlprocessor"
)

type template struct {
	Template  string
	Variables map[string]string
}

var missing = regexp.MustCompile(`^value for variables \[([^]]*)\] is not set`)

func render(given template) (said answer) {
	// A negative length brings the library down.
	defer func() {
		if recover() != nil {
			said = answer{"error": true, "output": given.Template}
		}
	}()
	value := func(name string) (string, error) {
		if value, set := given.Variables[name]; set {
			return value, nil
		}
		return "", fmt.Errorf("`%s` is not set", name)
	}
	output, err := yamlprocessor.NewSimpleProcessor().Process([]byte(given.Template), value)
	if err == nil {
		return answer{"output": string(output)}
	}
	said = answer{"error": true, "output": string(output)}
	if found := missing.FindStringSubmatch(err.Error()); found != nil {
		said["missing"] = strings.Split(found[1], ", ")
	}
	return said
}

func variables(given template) answer {
	names, err := yamlprocessor.NewSimpleProcessor().GetVariables([]byte(given.Template))
	if err != nil {
		return failed(err)
	}
	return answer{"variables": names}
}

// The values that clusterctl itself reads from the environment and its file.
func initSecret(given struct {
	Template    string
	Environment map[string]string
	File        map[string]any
}) answer {
	folder := got(os.MkdirTemp("", "clusterctl"))
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "clusterctl.yaml")
	must(os.WriteFile(path, got(json.Marshal(given.File)), 0o600))
	for name, value := range given.Environment {
		must(os.Setenv(name, value))
		defer os.Unsetenv(name)
	}
	read := got(config.New(background, path)).Variables()
	needed := got(yamlprocessor.NewSimpleProcessor().GetVariableMap([]byte(given.Template)))
	data, lacking := map[string]string{}, []string{}
	for name, fallback := range needed {
		if value, err := read.Get(name); err == nil {
			data[name] = value
		} else if fallback == nil {
			lacking = append(lacking, name)
		}
	}
	return answer{"data": data, "missing": lacking}
}

func image(given struct {
	Component, Image string
	Overrides        map[string]any
}) answer {
	reader := config.NewMemoryReader()
	must(reader.Init(background, ""))
	reader.Set("images", string(got(json.Marshal(given.Overrides))))
	client := got(config.New(background, "", config.InjectReader(reader)))
	// Reading the configuration has emptied the images.
	reader.Set("images", string(got(json.Marshal(given.Overrides))))
	altered, err := client.ImageMeta().AlterImage(given.Component, given.Image)
	if err != nil {
		return failed(err)
	}
	return answer{"image": altered}
}

func label(given struct{ Kind, Name string }) answer {
	return answer{"label": clusterctlv1.ManifestLabel(given.Name, clusterctlv1.ProviderType(given.Kind))}
}

package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/version"
	clusterctlv1 "sigs.k8s.io/cluster-api/cmd/clusterctl/api/v1alpha3"
	"sigs.k8s.io/cluster-api/cmd/clusterctl/client/config"
	"sigs.k8s.io/cluster-api/cmd/clusterctl/client/repository"
)

type releaseSeries = []clusterctlv1.ReleaseSeries

func order(given struct{ Providers []clusterctlv1.ProviderType }) answer {
	slices.SortStableFunc(given.Providers, func(left, right clusterctlv1.ProviderType) int {
		return left.Order() - right.Order()
	})
	return answer{"order": given.Providers}
}

func series(given struct {
	ReleaseSeries     releaseSeries
	Version, Contract *string
}) answer {
	metadata := &clusterctlv1.Metadata{ReleaseSeries: given.ReleaseSeries}
	var found *clusterctlv1.ReleaseSeries
	if given.Version != nil {
		found = metadata.GetReleaseSeriesForVersion(got(version.ParseSemantic(*given.Version)))
	} else {
		found = metadata.GetReleaseSeriesForContract(*given.Contract)
	}
	if found == nil {
		return answer{"series": nil}
	}
	// The library leaves out a number that is 0.
	return answer{"series": answer{"major": found.Major, "minor": found.Minor, "contract": found.Contract}}
}

func metadataFile(series any) []byte {
	return got(json.Marshal(map[string]any{
		"apiVersion":    clusterctlv1.GroupVersion.String(),
		"kind":          "Metadata",
		"releaseSeries": series,
	}))
}

func checkMetadata(given struct{ Metadata json.RawMessage }) answer {
	offered := repository.NewMemoryRepository().WithFile("v1.0.0", "metadata.yaml", given.Metadata)
	provider := config.NewProvider("infra", "https://unused", clusterctlv1.InfrastructureProviderType)
	client := got(repository.New(background, provider, configuration(nil), repository.InjectRepository(offered)))
	_, err := client.Metadata("v1.0.0").Get(background)
	return answer{"valid": err == nil}
}

// A new repository on the release pages; the library remembers those that it has seen.
func published(tags, present []string, known releaseSeries) string {
	name := fmt.Sprintf("r%d", len(pages))
	pages[name] = page{tags, present, metadataFile(known)}
	return name
}

func latest(given struct {
	Versions, MetadataPresentFor []string
	ReleaseSeries                releaseSeries
}) answer {
	name := published(given.Versions, given.MetadataPresentFor, given.ReleaseSeries)
	client, err := releasePage("https://github.com/o/" + name + "/releases/latest/c.yaml")
	if err != nil {
		return failed(err)
	}
	return answer{"version": client.DefaultVersion()}
}

func releasePage(url string) (repository.Client, error) {
	provider := config.NewProvider("infra", url, clusterctlv1.InfrastructureProviderType)
	return repository.New(background, provider, configuration(nil))
}

func defaultVersion(given struct{ URL, LatestForContract string }) answer {
	tags := []string{given.LatestForContract}
	name := published(tags, tags, releaseSeries{{Major: 2, Minor: 3, Contract: "v1beta2"}})
	client, err := releasePage(strings.ReplaceAll(given.URL, "{repo}", name))
	if err != nil {
		return failed(err)
	}
	return answer{"version": client.DefaultVersion()}
}

func checkURL(given struct{ URL string }) answer {
	_, err := releasePage(given.URL)
	if err != nil && !strings.Contains(err.Error(), "failed to get latest release") {
		return answer{"valid": false}
	}
	said := answer{"valid": true, "repository": "github"}
	if strings.Contains(given.URL, "://gitlab") {
		said["repository"] = "gitlab"
	}
	return said
}

func source(given struct {
	Kind     clusterctlv1.ProviderType
	Metadata struct{ Name string }
}) answer {
	found, err := configuration(nil).Providers().Get(given.Metadata.Name, given.Kind)
	if err != nil {
		return answer{"url": nil}
	}
	return answer{"url": found.URL()}
}

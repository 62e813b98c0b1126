// The program asks clusterctl's exported packages what Fitment is asked: a line of JSON with a question and what is
// given in, a line with the members of the answer that can be seen out.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"
	logf "sigs.k8s.io/cluster-api/cmd/clusterctl/log"
)

type answer map[string]any

var (
	background = context.Background()
	questions  = map[string]func(json.RawMessage) answer{
		"providers/render":              asks(render),
		"providers/variables":           asks(variables),
		"providers/init-secret":         asks(initSecret),
		"providers/image":               asks(image),
		"providers/label":               asks(label),
		"providers/order":               asks(order),
		"providers/series":              asks(series),
		"providers/check-metadata":      asks(checkMetadata),
		"providers/latest-release":      asks(latest),
		"providers/latest-for-contract": asks(latest),
		"providers/default-version":     asks(defaultVersion),
		"providers/check-url":           asks(checkURL),
		"providers/source":              asks(source),
		"providers/cluster-contract":    asks(clusterContract),
		"providers/single-instance":     asks(singleInstance),
		"providers/check-install":       asks(checkInstall),
		"providers/plan":                asks(plan),
		"providers/custom-plan":         asks(customPlan),
		"providers/apply-plan":          asks(applyPlan),
		"providers/apply-custom-plan":   asks(applyCustomPlan),
		"providers/skip-rule":           asks(skipRule),
		"providers/steps":               asks(steps),
		"providers/upgrade-reference":   asks(upgradeReference),
		"providers/delete-components":   asks(deleteComponents),
	}
)

// Reads what is given as the type that a question takes.
func asks[T any](question func(T) answer) func(json.RawMessage) answer {
	return func(raw json.RawMessage) answer {
		var given T
		must(json.Unmarshal(raw, &given))
		return question(given)
	}
}

func must(err error) {
	if err != nil {
		panic(fmt.Sprintf("%+v", err))
	}
}

func got[T any](value T, err error) T {
	must(err)
	return value
}

// A refusal as it is compared.
func failed(err error) answer {
	return answer{"error": err != nil}
}

func main() {
	logf.SetLogger(logr.Discard())
	klog.SetLogger(logr.Discard())
	http.DefaultTransport = internet{}
	// Versions come from the releases then, not from a proxy of Go modules.
	must(os.Setenv("GOPROXY", "off"))
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for in.Scan() {
		var asked struct {
			Question string
			Given    json.RawMessage
		}
		must(json.Unmarshal(in.Bytes(), &asked))
		question, known := questions[asked.Question]
		if !known {
			panic("unknown question " + asked.Question)
		}
		must(out.Encode(question(asked.Given)))
	}
	must(in.Err())
}

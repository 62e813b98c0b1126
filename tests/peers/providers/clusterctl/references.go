package main

import (
	"context"
	"errors"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	clusterctlv1 "sigs.k8s.io/cluster-api/cmd/clusterctl/api/v1alpha3"
	"sigs.k8s.io/cluster-api/cmd/clusterctl/client"
	"sigs.k8s.io/cluster-api/cmd/clusterctl/client/cluster"
)

// A cluster that writes down which upgrade it is asked for.
type listening struct {
	cluster.Client
	asked []cluster.UpgradeItem
}

var errHeard = errors.New("heard")

func (listener *listening) CertManager() cluster.CertManagerClient     { return noCertManager{} }
func (listener *listening) ProviderUpgrader() cluster.ProviderUpgrader { return hearing{listener} }

type noCertManager struct{ cluster.CertManagerClient }

func (noCertManager) EnsureLatestVersion(context.Context) error { return nil }

type hearing struct{ listener *listening }

func (hearing) Plan(context.Context) ([]cluster.UpgradePlan, error) { return nil, errHeard }

func (hearing) ApplyPlan(context.Context, cluster.UpgradeOptions, string) error { return errHeard }

func (upgrader hearing) ApplyCustomPlan(_ context.Context, _ cluster.UpgradeOptions, items ...cluster.UpgradeItem) error {
	upgrader.listener.asked = items
	return errHeard
}

func upgradeReference(given struct {
	Kind, Reference string
	Installed       []installed
}) answer {
	stored := apiextensionsv1.CustomResourceDefinitionVersion{Name: "v1beta2", Storage: true}
	own := apiextensionsv1.CustomResourceDefinitionVersion{Name: clusterctlv1.GroupVersion.Version}
	objects := append(inventory(given.Installed),
		definition("clusters.cluster.x-k8s.io", stored), definition("providers.clusterctl.cluster.x-k8s.io", own))
	configured := configuration(given.Installed)
	listener := &listening{Client: newManagement(objects...).view(today, configured, nil)}
	factory := func(client.ClusterClientFactoryInput) (cluster.Client, error) { return listener, nil }
	made := got(client.New(background, "", client.InjectConfig(configured), client.InjectClusterClientFactory(factory)))
	options := client.ApplyUpgradeOptions{}
	if given.Kind == "CoreProvider" {
		options.CoreProvider = given.Reference
	} else {
		options.InfrastructureProviders = []string{given.Reference}
	}
	if err := made.ApplyUpgrade(background, options); !errors.Is(err, errHeard) {
		return failed(err)
	}
	item := listener.asked[0]
	return answer{"namespace": item.Namespace, "name": item.ProviderName, "to": item.NextVersion}
}

package main

import (
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"
	clusterctlv1 "sigs.k8s.io/cluster-api/cmd/clusterctl/api/v1alpha3"
	"sigs.k8s.io/cluster-api/cmd/clusterctl/client/cluster"
	"sigs.k8s.io/cluster-api/cmd/clusterctl/client/config"
	"sigs.k8s.io/cluster-api/cmd/clusterctl/client/repository"
)

var today = contracts{"v1beta2", map[string][]string{"v1beta2": {"v1beta2", "v1beta1"}}}

func clusterContract(given struct {
	CurrentContract    string
	ClusterCRDVersions []apiextensionsv1.CustomResourceDefinitionVersion
	Allow              struct {
		NotInstalled bool
		AnyContract  bool
		Contracts    []string
	}
}) answer {
	made := newManagement()
	if given.ClusterCRDVersions != nil {
		made = newManagement(definition("clusters.cluster.x-k8s.io", given.ClusterCRDVersions...))
	}
	options := []cluster.CheckCAPIContractOption{}
	if given.Allow.NotInstalled {
		options = append(options, cluster.AllowCAPINotInstalled{})
	}
	if given.Allow.AnyContract {
		options = append(options, cluster.AllowCAPIAnyContract{})
	}
	for _, contract := range given.Allow.Contracts {
		options = append(options, cluster.AllowCAPIContract{Contract: contract})
	}
	view := made.view(contracts{given.CurrentContract, nil}, configuration(nil), nil)
	return answer{"ok": view.ProviderInventory().CheckCAPIContract(background, options...) == nil}
}

func singleInstance(given struct {
	Providers []struct{ Type, ProviderName, Namespace string }
}) answer {
	entries := []installed{}
	for _, one := range given.Providers {
		entries = append(entries, installed{one.Type, one.ProviderName, one.Namespace, "v1.0.0"})
	}
	view := newManagement(inventory(entries)...).view(today, configuration(nil), nil)
	return answer{"ok": view.ProviderInventory().CheckSingleProviderInstance(background) == nil}
}

const components = `
apiVersion: v1
kind: Namespace
metadata: {name: unused}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: new, namespace: unused}
`

func checkInstall(given struct {
	Contracts contracts
	Installed []installed
	ToInstall []installed
	Metadata  map[string]map[string]releaseSeries
}) answer {
	offered := map[string]*repository.MemoryRepository{}
	for label, versions := range given.Metadata {
		offered[label] = repository.NewMemoryRepository().WithPaths("", "components.yaml")
		for version, known := range versions {
			offered[label].WithFile(version, "metadata.yaml", metadataFile(known))
			offered[label].WithFile(version, "components.yaml", []byte(components))
		}
	}
	configured := configuration(slices.Concat(given.Installed, given.ToInstall))
	view := newManagement(inventory(given.Installed)...).view(given.Contracts, configured, offered)
	installer := view.ProviderInstaller()
	for _, one := range given.ToInstall {
		provider := config.NewProvider(one.Name, "https://unused", clusterctlv1.ProviderType(one.Kind))
		own := repository.InjectRepository(offered[provider.ManifestLabel()])
		client := got(repository.New(background, provider, configured, own))
		options := repository.ComponentsOptions{Version: one.Version, TargetNamespace: one.Namespace}
		installer.Add(got(client.Components().Get(background, options)))
	}
	return answer{"valid": installer.Validate(background) == nil}
}

type upgrade struct {
	Kind, Name, Namespace, To string
}

type fleet struct {
	Contracts    contracts
	Installed    []installed
	Repositories map[string]struct {
		Versions      []string
		ReleaseSeries releaseSeries
	}
	Contract string
	Upgrades []upgrade
}

// The fleet in memory, each provider with a Deployment that runs.
func (given fleet) cluster() (*management, cluster.Client) {
	offered := map[string]*repository.MemoryRepository{}
	for label, one := range given.Repositories {
		offered[label] = repository.NewMemoryRepository().WithPaths("", "components.yaml").WithVersions(one.Versions...)
		for _, version := range one.Versions {
			offered[label].WithFile(version, "metadata.yaml", metadataFile(one.ReleaseSeries))
			offered[label].WithFile(version, "components.yaml", []byte(components))
		}
	}
	objects := inventory(given.Installed)
	for _, one := range given.Installed {
		provider := one.provider()
		labels := map[string]string{clusterctlv1.ClusterctlLabel: "", providerLabel: provider.ManifestLabel()}
		objects = append(objects, &appsv1.Deployment{
			ObjectMeta: metav1.ObjectMeta{Namespace: one.Namespace, Name: provider.ManifestLabel(), Labels: labels},
			Spec:       appsv1.DeploymentSpec{Replicas: ptr.To[int32](1)},
		})
	}
	made := newManagement(objects...)
	return made, made.view(given.Contracts, configuration(given.Installed), offered)
}

func plan(given fleet) answer {
	_, view := given.cluster()
	plans, err := view.ProviderUpgrader().Plan(background)
	if err != nil {
		return failed(err)
	}
	said := []answer{}
	for _, plan := range plans {
		next := map[string]string{}
		for _, item := range plan.Providers {
			next[item.ManifestLabel()] = item.NextVersion
		}
		said = append(said, answer{"contract": plan.Contract, "next": next})
	}
	return answer{"plans": said}
}

// The error of an upgrade, or what it installed in the order in which it did.
func (given fleet) upgraded(run func(cluster.ProviderUpgrader) error) (*management, []string, error) {
	made, view := given.cluster()
	if err := run(view.ProviderUpgrader()); err != nil {
		return made, nil, err
	}
	entries := got(view.ProviderInventory().List(background))
	found := []string{}
	for _, step := range made.happened {
		if label, is := strings.CutPrefix(step, "install "); is {
			for _, entry := range entries.Items {
				if entry.ManifestLabel() == label {
					found = append(found, label+"@"+entry.Version)
				}
			}
		}
	}
	return made, found, nil
}

func applyPlan(given fleet) answer {
	_, found, err := given.upgraded(func(upgrader cluster.ProviderUpgrader) error {
		return upgrader.ApplyPlan(background, cluster.UpgradeOptions{}, given.Contract)
	})
	if err != nil {
		return failed(err)
	}
	return answer{"error": false, "upgrade": found}
}

func (given fleet) custom(upgrader cluster.ProviderUpgrader) error {
	items := []cluster.UpgradeItem{}
	for _, one := range given.Upgrades {
		provider := installed{one.Kind, one.Name, one.Namespace, ""}.provider()
		items = append(items, cluster.UpgradeItem{Provider: provider, NextVersion: one.To})
	}
	return upgrader.ApplyCustomPlan(background, cluster.UpgradeOptions{}, items...)
}

func applyCustomPlan(given fleet) answer {
	_, found, err := given.upgraded(given.custom)
	if err != nil {
		return failed(err)
	}
	return answer{"error": false, "upgrade": found}
}

// The plan is made before these are found.
func foundAfterPlanning(err error) bool {
	text := err.Error()
	return strings.Contains(text, "can't skip more than") || strings.Contains(text, "multiple instance") ||
		strings.Contains(text, "from the repository for provider") || strings.Contains(text, "from provider's repository")
}

func customPlan(given fleet) answer {
	_, _, err := given.upgraded(given.custom)
	return answer{"error": err != nil && !foundAfterPlanning(err)}
}

func skipRule(given struct{ Kind, Name, Current, Next string }) answer {
	subject := installed{given.Kind, given.Name, "a-system", given.Current}
	core := installed{"CoreProvider", "cluster-api", "capi-system", "v1.0.0"}
	asked := fleet{Contracts: today, Installed: []installed{subject}}
	if given.Kind != core.Kind {
		asked.Installed = append(asked.Installed, core)
	}
	known := releaseSeries{}
	for major := range int32(4) {
		for minor := range int32(24) {
			known = append(known, clusterctlv1.ReleaseSeries{Major: major, Minor: minor, Contract: "v1beta2"})
		}
	}
	asked.Repositories = map[string]struct {
		Versions      []string
		ReleaseSeries releaseSeries
	}{}
	for _, one := range asked.Installed {
		provider := one.provider()
		asked.Repositories[provider.ManifestLabel()] = struct {
			Versions      []string
			ReleaseSeries releaseSeries
		}{[]string{given.Next, "v1.0.0"}, known}
	}
	asked.Upgrades = []upgrade{{given.Kind, given.Name, "a-system", given.Next}}
	_, _, err := asked.upgraded(asked.custom)
	if err != nil && !strings.Contains(err.Error(), "can't skip more than") {
		panic(err)
	}
	return answer{"allowed": err == nil}
}

func steps(given struct {
	Upgrades []struct{ Label, Namespace string }
}) answer {
	asked := fleet{Contracts: today}
	known := releaseSeries{{Major: 1, Minor: 0, Contract: "v1beta2"}}
	asked.Repositories = map[string]struct {
		Versions      []string
		ReleaseSeries releaseSeries
	}{}
	add := func(kind, name, namespace string) {
		one := installed{kind, name, namespace, "v1.0.0"}
		provider := one.provider()
		asked.Installed = append(asked.Installed, one)
		asked.Repositories[provider.ManifestLabel()] = struct {
			Versions      []string
			ReleaseSeries releaseSeries
		}{[]string{"v1.0.0", "v1.0.1"}, known}
	}
	hasCore := false
	for _, one := range given.Upgrades {
		kind, name := kindAndName(one.Label)
		hasCore = hasCore || kind == "CoreProvider"
		add(kind, name, one.Namespace)
		asked.Upgrades = append(asked.Upgrades, upgrade{kind, name, one.Namespace, "v1.0.1"})
	}
	if !hasCore {
		add("CoreProvider", "cluster-api", "capi-system")
	}
	made, _, err := asked.upgraded(asked.custom)
	must(err)
	return answer{"steps": made.happened}
}

// The kind and the name that a label was made from.
func kindAndName(label string) (string, string) {
	for _, kind := range []clusterctlv1.ProviderType{
		clusterctlv1.BootstrapProviderType, clusterctlv1.ControlPlaneProviderType,
		clusterctlv1.InfrastructureProviderType, clusterctlv1.IPAMProviderType,
		clusterctlv1.RuntimeExtensionProviderType, clusterctlv1.AddonProviderType,
	} {
		if name, is := strings.CutPrefix(label, clusterctlv1.ManifestLabel("", kind)); is {
			return string(kind), name
		}
	}
	return string(clusterctlv1.CoreProviderType), label
}

var groups = map[string]schema.GroupVersion{
	"Deployment":                     {Group: "apps", Version: "v1"},
	"ClusterRole":                    {Group: "rbac.authorization.k8s.io", Version: "v1"},
	"ClusterRoleBinding":             {Group: "rbac.authorization.k8s.io", Version: "v1"},
	"MutatingWebhookConfiguration":   {Group: "admissionregistration.k8s.io", Version: "v1"},
	"ValidatingWebhookConfiguration": {Group: "admissionregistration.k8s.io", Version: "v1"},
	"CustomResourceDefinition":       {Group: "apiextensions.k8s.io", Version: "v1"},
	"Provider":                       clusterctlv1.GroupVersion,
	"AWSCluster":                     {Group: "infrastructure.cluster.x-k8s.io", Version: "v1beta2"},
	"ClusterFoo":                     {Group: "foo.example", Version: "v1"},
}

func deleteComponents(given struct {
	Provider         struct{ Label, Namespace string }
	IncludeNamespace bool
	IncludeCRDs      bool `json:"includeCRDs"`
	SkipInventory    bool
	Objects          []struct {
		Kind, Namespace, Name string
		Labels                map[string]string
	}
}) answer {
	made := newManagement()
	made.objects = []unstructured.Unstructured{}
	all := []string{}
	for _, one := range given.Objects {
		object := unstructured.Unstructured{}
		group, known := groups[one.Kind]
		if !known {
			group = schema.GroupVersion{Version: "v1"}
		}
		object.SetGroupVersionKind(group.WithKind(one.Kind))
		object.SetNamespace(one.Namespace)
		object.SetName(one.Name)
		object.SetLabels(one.Labels)
		made.objects = append(made.objects, object)
		all = append(all, place(&object))
	}
	kind, name := kindAndName(given.Provider.Label)
	options := cluster.DeleteOptions{
		Provider:         installed{kind, name, given.Provider.Namespace, "v1.0.0"}.provider(),
		IncludeNamespace: given.IncludeNamespace, IncludeCRDs: given.IncludeCRDs, SkipInventory: given.SkipInventory,
	}
	must(made.view(today, configuration(nil), nil).ProviderComponents().Delete(background, options))
	// What is in a namespace goes with it.
	for _, object := range made.objects {
		if object.GetNamespace() != "" && slices.Contains(made.happened, "Namespace/"+object.GetNamespace()) {
			made.happened = append(made.happened, place(&object))
		}
	}
	kept := slices.DeleteFunc(all, func(one string) bool { return slices.Contains(made.happened, one) })
	slices.Sort(made.happened)
	slices.Sort(kept)
	return answer{"deleted": made.happened, "kept": kept}
}

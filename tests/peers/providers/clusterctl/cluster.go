package main

import (
	"context"
	"fmt"
	"slices"

	appsv1 "k8s.io/api/apps/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/sets"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	clusterctlv1 "sigs.k8s.io/cluster-api/cmd/clusterctl/api/v1alpha3"
	"sigs.k8s.io/cluster-api/cmd/clusterctl/client/cluster"
	"sigs.k8s.io/cluster-api/cmd/clusterctl/client/config"
	"sigs.k8s.io/cluster-api/cmd/clusterctl/client/repository"
)

const providerLabel = "cluster.x-k8s.io/provider"

var kinds = runtime.NewScheme()

func init() {
	must(clientgoscheme.AddToScheme(kinds))
	must(clusterctlv1.AddToScheme(kinds))
	must(apiextensionsv1.AddToScheme(kinds))
}

type contracts struct {
	CurrentContract string
	Compatible      map[string][]string
}

type installed struct {
	Kind, Name, Namespace, Version string
}

func (given installed) provider() clusterctlv1.Provider {
	provider := clusterctlv1.Provider{ProviderName: given.Name, Type: given.Kind, Version: given.Version}
	provider.Namespace, provider.Name = given.Namespace, provider.ManifestLabel()
	return provider
}

// The configuration with providers beside those that are built in.
func configuration(providers []installed) config.Client {
	reader := config.NewMemoryReader()
	must(reader.Init(background, ""))
	reader.Set("overridesFolder", "/nonexistent")
	client := got(config.New(background, "", config.InjectReader(reader)))
	for _, one := range providers {
		got(reader.AddProvider(one.Name, clusterctlv1.ProviderType(one.Kind), "https://unused"))
	}
	return client
}

// A management cluster in memory that remembers what was done to its Deployments.
type management struct {
	cluster.Proxy
	client   client.Client
	objects  []unstructured.Unstructured
	happened []string
}

func newManagement(objects ...client.Object) *management {
	made := &management{}
	made.client = fake.NewClientBuilder().WithScheme(kinds).WithObjects(objects...).
		WithInterceptorFuncs(interceptor.Funcs{Create: made.create, Update: made.update, Delete: made.delete}).Build()
	return made
}

func (cluster *management) note(what string, object client.Object) {
	if object.GetObjectKind().GroupVersionKind().Kind == "Deployment" {
		cluster.happened = append(cluster.happened, what+" "+object.GetLabels()[providerLabel])
	}
}

func (cluster *management) create(
	ctx context.Context, to client.WithWatch, object client.Object, options ...client.CreateOption,
) error {
	cluster.note("install", object)
	return to.Create(ctx, object, options...)
}

func (cluster *management) update(
	ctx context.Context, to client.WithWatch, object client.Object, options ...client.UpdateOption,
) error {
	if deployment, is := object.(*appsv1.Deployment); is && *deployment.Spec.Replicas == 0 {
		cluster.happened = append(cluster.happened, "scale-down "+object.GetLabels()[providerLabel])
	}
	return to.Update(ctx, object, options...)
}

func (cluster *management) delete(
	ctx context.Context, from client.WithWatch, object client.Object, options ...client.DeleteOption,
) error {
	if cluster.objects != nil {
		cluster.happened = append(cluster.happened, place(object))
		return nil
	}
	cluster.note("delete", object)
	return from.Delete(ctx, object, options...)
}

// An object as the answers name it.
func place(object client.Object) string {
	kind, namespace := object.GetObjectKind().GroupVersionKind().Kind, object.GetNamespace()
	if namespace != "" {
		namespace += "/"
	}
	return fmt.Sprintf("%s/%s%s", kind, namespace, object.GetName())
}

func (*management) ValidateKubernetesVersion() error { return nil }

func (cluster *management) NewClient(context.Context) (client.Client, error) {
	return cluster.client, nil
}

// Of a namespace its own objects and those of the whole cluster, by their labels.
func (cluster *management) ListResources(
	ctx context.Context, labels map[string]string, namespaces ...string,
) ([]unstructured.Unstructured, error) {
	all := cluster.objects
	if all == nil {
		list := &unstructured.UnstructuredList{}
		list.SetGroupVersionKind(appsv1.SchemeGroupVersion.WithKind("DeploymentList"))
		must(cluster.client.List(ctx, list))
		all = list.Items
	}
	found := []unstructured.Unstructured{}
	for _, object := range all {
		namespace, belongs := object.GetNamespace(), true
		for key, value := range labels {
			own, has := object.GetLabels()[key]
			belongs = belongs && has && own == value
		}
		if belongs && (namespace == "" || slices.Contains(namespaces, namespace)) {
			found = append(found, object)
		}
	}
	return found, nil
}

// clusterctl's view of it.
func (made *management) view(
	tool contracts, configured config.Client, offered map[string]*repository.MemoryRepository,
) cluster.Client {
	compatible := func(contract string) sets.Set[string] {
		return sets.New(tool.Compatible[contract]...).Insert(contract)
	}
	repositories := func(
		ctx context.Context, provider config.Provider, configured config.Client, _ ...repository.Option,
	) (repository.Client, error) {
		own, known := offered[provider.ManifestLabel()]
		if !known {
			return nil, fmt.Errorf("no repository of %s", provider.ManifestLabel())
		}
		return repository.New(ctx, provider, configured, repository.InjectRepository(own))
	}
	return cluster.New(cluster.Kubeconfig{}, configured, cluster.InjectProxy(made),
		cluster.InjectRepositoryFactory(repositories), cluster.InjectCurrentContractVersion(tool.CurrentContract),
		cluster.InjectGetCompatibleContractVersionsFunc(compatible))
}

// The entries of an inventory.
func inventory(entries []installed) []client.Object {
	objects := []client.Object{}
	for _, one := range entries {
		provider := one.provider()
		objects = append(objects, &provider)
	}
	return objects
}

// A definition with its versions, the stored one of which is marked.
func definition(name string, versions ...apiextensionsv1.CustomResourceDefinitionVersion) client.Object {
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec:       apiextensionsv1.CustomResourceDefinitionSpec{Versions: versions},
	}
}

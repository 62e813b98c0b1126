//! Codes about what workers need, and what they may not have.

use crate::reason::codes;

codes! {
    /// All codes about what workers need.
    pub(crate) WORKERS_CODES;

    /// The image version of a pool may be incomplete.
    pub(crate) IMAGE_VERSION_BEGUN = "image-version-begun" {
        says: "the pool {pool} names {0}, which is no version of the profile and may be the beginning of one",
        means: "the Shoot leaves a part of the version to the API server, as a file in git does, and only the cluster has what was chosen",
        why: "the version is taken as written: maintenance takes the pool for one whose version is gone, and an update in place is compared as if the rest were 0; the stored version may differ",
        source: "images 7, 9",
        cure: "give the Shoot as the cluster has it, or write the version with all its parts",
    }

    /// The worker has capabilities, which nothing reads.
    pub(crate) WORKER_CAPABILITIES_UNREAD = "worker-capabilities-unread" {
        says: "nothing reads the capabilities of a pool: found {0}",
        means: "the machine type of a pool says what its machines support, whatever the pool says",
        why: "the design text announces the field, and the API server does not have it",
        source: "images 15: worker's `machine.capabilities`",
        cure: "leave the field out, and choose a machine type that supports what is needed",
    }

    /// The worker has zones, and no region is given.
    pub(crate) WORKER_ZONES_UNREAD = "worker-zones-unread" {
        says: "nothing is looked up in the zones {0} of the worker: no region is given",
        means: "a worker has zones, and the question names no region that they would belong to",
        why: "a machine type that is not available there is offered all the same",
        source: "images 1.1, 8.3",
        cure: "give the `region` of the Shoot",
    }

    /// The API server would refuse the pool whatever the profile is.
    pub(crate) POOL_NOT_STORED = "pool-not-stored" {
        says: "the API server would not store the pool {pool}: {what:plain}",
        means: "a pool says something that an API server refuses whatever the profile is",
        why: "the rules here do not look at it, so the answer does not take it into account",
        source: "images 8.1",
        cure: "correct the pool",
    }

    /// The update strategy of the worker is unknown.
    pub(crate) WORKER_STRATEGY_UNKNOWN = "worker-strategy-unknown" {
        says: "no update strategy of pools is called {0}",
        means: "`updateStrategy` of a pool is none of the words that the API server knows, so its machines count as replaced, and an image need not be made for updates in place",
        why: "a misspelt word lets images in that the intended strategy would keep out",
        source: "images 1.6, 8.4",
        cure: "correct the word",
    }

    /// How many image versions suit the workers.
    pub(crate) SOME_VERSIONS_SUIT = "some-versions-suit" {
        says: "{fitting} of {versions} image versions suit workers on the machine type {0}",
        means: "each version is checked against what the workers need, as far as the question names it",
        why: "only a version that meets every need can boot the workers, and maintenance chooses among no others",
        source: "images 5, 9",
        cure: "look at the causes beneath",
    }

    /// The version is built for another architecture.
    pub(crate) BUILT_FOR_ANOTHER_ARCHITECTURE = "built-for-another-architecture" {
        says: "{subject} is built for {architectures}, the worker needs {wanted}",
        means: "the effective architectures of the version do not contain the worker's",
        why: "a machine cannot boot an image that is built for another processor",
        source: "images 3.5, 8.4",
        cure: "choose another version or machine type, or name another architecture at the worker",
    }

    /// The version lacks a container runtime that the worker needs.
    pub(crate) RUNTIME_MISSING = "container-runtime-missing" {
        says: "{subject} does not bring {wanted} with all of the runtimes {runtimes}",
        means: "the version does not list the container runtime interface, or not all of the runtimes with it",
        why: "containers of the worker could not be started",
        source: "images 8.6, 9",
        cure: "choose another version, or fewer runtimes",
    }

    /// The version does not run the worker's kubelet.
    pub(crate) KUBELET_NOT_RUN = "kubelet-not-run" {
        says: "{subject} runs kubelets {0}, the worker has {kubelet}",
        means: "the worker's Kubernetes version, or else the control plane's, does not satisfy the constraint of the version",
        why: "an image says which kubelets it runs",
        source: "images 8.6, 9",
        cure: "choose another version of the image or of Kubernetes",
    }

    /// The kubelet reserves everything that the machine has.
    pub(crate) KUBELET_RESERVES_ALL = "kubelet-reserves-all" {
        says: "the kubelet of the pool {subject} reserves {reserved} of {what:plain}, but machines of type {0} have only {capacity}",
        means: "what is reserved for Kubernetes and the system together is as much as the machine has, or more",
        why: "no pod could run there",
        source: "images 8.2",
        cure: "reserve less, or choose a larger machine type",
    }

    /// The pools have more nodes than the profile allows.
    pub(crate) TOO_MANY_NODES = "too-many-nodes" {
        says: "{subject} would have {nodes:node}, the profile allows {0}",
        means: "the most nodes of one pool, or the fewest of all together, are more than the profile's `limits.maxNodesTotal`",
        why: "a provider's networks and quotas carry only so many",
        source: "images 8, `spec.limits`",
        cure: "lower `maximum` or `minimum` of the pools",
    }

    /// The pool's Kubernetes version is above the control plane's.
    pub(crate) ABOVE_CONTROL_PLANE = "above-control-plane" {
        says: "the Kubernetes version {version} of the pool {subject} is above the control plane's {limit}",
        means: "kubelets may be as new as the control plane, and not newer",
        why: "a control plane does not understand what a newer kubelet says",
        source: "images 8.7",
        cure: "update the control plane first",
    }

    /// The version does not support updates in place.
    pub(crate) NO_UPDATES_IN_PLACE = "no-updates-in-place" {
        says: "{subject} supports no updates in place",
        means: "the worker's machines are updated in place, and the version does not say that they can be",
        why: "a machine that starts with such a version could never be updated",
        source: "images 7.3, 8.4",
        cure: "choose another version, or roll the machines",
    }

    /// The worker is updated in place, so it cannot have another image or a lower version.
    pub(crate) KEPT_IN_PLACE = "kept-in-place" {
        says: "the worker is updated in place, has {0} {1}, and can have only that image, and no lower version of it",
        means: "the version is one of another image than the worker has, or a lower one, and the worker is updated in place",
        why: "an image is not exchanged on a machine that stays: admission refuses the change",
        source: "images 8.1",
        cure: "choose a higher version of the same image, or make another pool",
    }

    /// The version cannot be reached in place from the current one.
    pub(crate) NOT_UPDATED_IN_PLACE = "not-updated-in-place" {
        says: "machines with {from} cannot be updated to {subject} in place",
        means: "the version does not support updates in place, or only from a higher version on, or does not say from which",
        why: "the machines of the worker are not replaced",
        source: "images 8.4, 9",
        cure: "choose a version that can be reached from the current one",
    }

    /// The Kubernetes version cannot be read.
    pub(crate) KUBELET_UNREADABLE = "kubernetes-version-unreadable" {
        says: "{0} is no Kubernetes version",
        means: "the text is not one to three numbers separated by dots, or has something that a version may not have",
        why: "images say which kubelets they run, and what cannot be read cannot be checked against that",
        source: "images 1.8, 8.6",
        cure: "write a version such as `1.31.4`",
    }

    /// The architectures that the version is built for.
    pub(crate) VERSION_IS_BUILT_FOR = "version-is-built-for" {
        says: "{subject} is built for {architectures}",
        means: "the architectures come from the flavors, without flavors from the definitions, and else from the older field",
        why: "profiles from before capabilities stay valid",
        source: "images 3.5",
        cure: "name the architecture in each flavor",
    }

    /// The architecture of the machine type.
    pub(crate) MACHINE_TYPE_HAS_ARCHITECTURE = "machine-type-has-architecture" {
        says: "the machine type {subject} has the architecture {architecture}",
        means: "the capability counts if it comes to exactly one value, else the older field",
        why: "profiles from before capabilities stay valid",
        source: "images 3.5",
        cure: "name the architecture in the capabilities of the type",
    }

    /// The latest version that can be taken.
    pub(crate) LATEST_VERSION = "latest-version" {
        says: "{subject} is the latest, it is {classification:plain}",
        means: "no other version is higher, deprecated ones and previews left out",
        why: "whoever names no version should get the newest",
        source: "images 7.3",
        cure: "name a version to take another",
    }

    /// The latest version, which is deprecated like all others.
    pub(crate) LATEST_IS_DEPRECATED = "latest-is-deprecated" {
        says: "{subject} is the latest, and like all others it is deprecated",
        means: "there are only deprecated versions, and this is the highest of them",
        why: "a deprecated version is better than none",
        source: "images 7.3",
        cure: "publish a version that is not deprecated",
    }

    /// No version can be taken.
    pub(crate) NO_LATEST_VERSION = "no-latest-version" {
        says: "none of {count} versions can be taken",
        means: "there is no version, or there are only previews, which are left out here",
        why: "previews have to be asked for by name",
        source: "images 7.3",
        cure: "publish a version that is no preview",
    }
}

//! Codes about Deployments, their command lines, images and patches.

use crate::reason::codes;

codes! {
    /// All codes about components.
    pub COMPONENTS_CODES;

    /// A patch was applied.
    pub PATCH_APPLIED = "patch-applied" {
        says: "the patch {subject} changes {count:object}",
        means: "the patch was applied to each object that it targets; targeting none is no error",
        why: "a patch that meets no object is often a misspelt one",
        source: "clusters-and-providers 2.14",
        cure: "if it changes none, correct its kind, its name or its target",
    }

    /// An operation of a patch failed.
    pub PATCH_FAILED = "patch-failed" {
        says: "operation {operation} of the patch {subject} cannot be carried out on {object}: found {found:plain}",
        means: "an operation of a JSON patch needs its target to exist, and a `test` needs the value to match",
        why: "components that are patched in part are not installed",
        source: "clusters-and-providers 2.14",
        cure: "correct the operation, or narrow the target to the objects that it fits",
    }

    /// A patch contains no operations.
    pub PATCH_EMPTY = "patch-empty" {
        says: "the patch {subject} has no operations for {object}",
        means: "an empty list of operations is an error where an object is its target",
        why: "the operator's library refuses a patch without operations",
        source: "clusters-and-providers 2.14",
        cure: "take the patch away",
    }

    /// The label selector of a patch is malformed.
    pub PATCH_SELECTOR_UNREADABLE = "patch-selector-unreadable" {
        says: "the selector {subject} cannot be read",
        means: "a selector is requirements with commas between them: `a=b`, `a!=b`, `a in (b, c)`, `a notin (b)`, `a`, `!a`",
        why: "a patch is not applied when nobody knows which objects it is for",
        source: "clusters-and-providers 2.14",
        cure: "write it as a Kubernetes label selector",
    }

    /// The text of a patch is not JSON.
    pub PATCH_NOT_JSON = "patch-not-json" {
        says: "the text {0} of the patch is no JSON",
        means: "a patch is given as it is or as its text; the engine reads text in JSON only",
        why: "a spec may hold patches as YAML text, which the engine does not read",
        source: "clusters-and-providers 2.14",
        cure: "write the YAML of the patch as an object or a list in place of its text: without the `|` before it",
    }

    /// The spec sets a flag.
    pub ARGUMENT_SET = "argument-set" {
        says: "{subject} is set by the {by:plain}",
        means: "a property of the manager takes precedence over an argument of its container, and that over the manifest",
        why: "explicit properties are what users read first, so they must win",
        source: "clusters-and-providers 2.12, 2.22 row arguments",
        cure: "change the one that sets it",
    }

    /// The spec sets no flag.
    pub COMMAND_LINE_OF_MANIFEST = "command-line-of-manifest" {
        says: "the command line is that of the manifest",
        means: "nothing in the spec sets a flag; defaults such as a verbosity of 1 are never passed on",
        why: "a default that is passed on would beat what the provider chose for itself",
        source: "clusters-and-providers 2.12, 2.22 row defaults as arguments",
        cure: "nothing to do",
    }

    /// An additional argument is already set.
    pub ARGUMENT_GIVEN_TWICE = "argument-given-twice" {
        says: "the further argument {subject} is set already",
        means: "`additionalArgs` has a flag that the manifest, the container or a property of the manager sets",
        why: "further arguments are for what nothing else can set",
        source: "clusters-and-providers 2.12",
        cure: "take it out of `additionalArgs`, and change it where it is already set",
    }

    /// The argument `namespace` is dropped.
    pub NAMESPACE_IGNORED = "namespace-argument-ignored" {
        says: "the argument `namespace` is {0}, and it is dropped",
        means: "providers watch all namespaces, so the argument has no effect",
        why: "two instances that each watch one namespace are not supported",
        source: "clusters-and-providers 2.4, 2.22 row namespace key",
        cure: "take the argument out",
    }

    /// The property `cacheNamespace` is dropped.
    pub CACHE_NOT_RESTRICTED = "cache-namespace-ignored" {
        says: "`cacheNamespace` is {0}, and it is dropped",
        means: "providers watch all namespaces, so the property has no effect",
        why: "two instances that each watch one namespace are not supported",
        source: "clusters-and-providers 2.4, 2.22 row namespace key",
        cure: "take the property out",
    }

    /// The spec cannot be applied to the manifest.
    pub SPEC_NOT_READ = "spec-not-applied" {
        says: "{subject} cannot be made from this manifest and this spec",
        means: "something in the spec cannot be read, or does not fit the manifest",
        why: "a part that is left out silently would be missed in production",
        source: "clusters-and-providers 2.12",
        cure: "correct what is named below",
    }

    /// The feature gates that the manifest sets.
    pub GATES_READ = "feature-gates-read" {
        says: "the manifest sets these gates: {gates}",
        means: "the arguments `feature-gates` were read in their order, the later over the earlier",
        why: "gates of a spec are laid over those of the manifest",
        source: "clusters-and-providers 2.12, 2.22 row feature gates",
        cure: "nothing to do",
    }

    /// The manifest sets no feature gates.
    pub NO_GATES = "feature-gates-none" {
        says: "the manifest sets no gate",
        means: "no argument `feature-gates` has an entry with an equals sign",
        why: "most manifests leave the gates to the program",
        source: "clusters-and-providers 2.12",
        cure: "nothing to do",
    }

    /// The spec changes a Deployment.
    pub DEPLOYMENT_CUSTOMISED = "deployment-customised" {
        says: "{subject} is changed by the spec; changed containers: {containers}",
        means: "the spec changes the count, the pod or the containers that are named",
        why: "a manifest is written for everybody, and a cluster has its own needs",
        source: "clusters-and-providers 2.12",
        cure: "nothing to do",
    }

    /// The spec leaves a Deployment as it is.
    pub DEPLOYMENT_UNCHANGED = "deployment-unchanged" {
        says: "{subject} is as the manifest has it",
        means: "nothing in the spec concerns it, or everything is set that way already",
        why: "what a spec leaves out stays as the provider's author chose",
        source: "clusters-and-providers 2.12",
        cure: "nothing to do",
    }

    /// The manifest does not contain the container.
    pub CONTAINER_NOT_IN_MANIFEST = "container-not-in-manifest" {
        says: "the manifest has no container {subject}; it has {known}",
        means: "the spec names a container that the Deployment does not have",
        why: "a sidecar is added by a manifest, not by a spec",
        source: "clusters-and-providers 2.12",
        cure: "name a container of the manifest, usually `manager`",
    }

    /// The manifest does not contain the Deployment.
    pub DEPLOYMENT_NOT_IN_MANIFEST = "deployment-not-in-manifest" {
        says: "the manifest has no Deployment {subject}; it has {known}",
        means: "`additionalDeployments` names a Deployment that the manifest does not have",
        why: "a change that applies to nothing was meant for something",
        source: "clusters-and-providers 2.12, 2.22 row additionalDeployments",
        cure: "correct the name",
    }

    /// An override changes the image.
    pub IMAGE_OVERRIDDEN = "image-overridden" {
        says: "{0} becomes {subject} by the overrides {overrides}",
        means: "overrides for all, for the component and for the image are merged, the more specific one last",
        why: "air-gapped clusters pull from a mirror of their own",
        source: "clusters-and-providers 2.13",
        cure: "take the override out to pull the manifest's image",
    }

    /// No override applies to the image.
    pub IMAGE_AS_IT_IS = "image-not-overridden" {
        says: "no override concerns {0} of {subject}",
        means: "there is none for all, for the component or for the image",
        why: "overrides of other components do not count",
        source: "clusters-and-providers 2.13",
        cure: "add an override for `all` or for the component",
    }

    /// The image reference is not canonical.
    pub IMAGE_NOT_CANONICAL = "image-not-canonical" {
        says: "{0} is no full image name",
        means: "the name lacks its registry, or has letters that registries do not take",
        why: "a short name means another image on another host",
        source: "clusters-and-providers 2.13",
        cure: "write the registry: `docker.io/library/nginx:1.27`",
    }
}

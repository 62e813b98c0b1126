//! Codes about the sources of components.

use crate::reason::codes;

codes! {
    /// All codes about sources.
    pub SOURCES_CODES;

    /// Components can be fetched from the URL.
    pub ADDRESS_OF_A_REPOSITORY = "address-of-a-repository" {
        says: "{0} is an address of a {subject:plain} repository",
        means: "the address has the form of a release page or a package, so components can be fetched from it; a token goes to its host and nowhere else",
        why: "an address that cannot work should be refused when it is written",
        source: "clusters-and-providers 2.10, 2.22 row release pages",
        cure: "nothing to do",
    }

    /// Components cannot be fetched from the URL.
    pub ADDRESS_NOT_A_REPOSITORY = "address-not-a-repository" {
        says: "components cannot be fetched from {0}",
        means: "the address is no release page over https and no generic package of a GitLab",
        why: "nothing else serves a metadata file next to components",
        source: "clusters-and-providers 2.10, 2.22 row release pages",
        cure: "write `https://{host}/{owner}/{repo}/releases`, or use ConfigMaps",
    }

    /// The spec contains the URL.
    pub SOURCE_GIVEN = "source-given" {
        says: "the spec of {subject} names the address {0}",
        means: "the provider says itself where its components are",
        why: "an air-gapped cluster fetches from an address of its own",
        source: "clusters-and-providers 2.3, 2.10",
        cure: "leave `fetchConfig` out to use the built-in source",
    }

    /// The components are not at a URL.
    pub SOURCE_ELSEWHERE = "source-elsewhere" {
        says: "the components of {subject} are at no address, but where {0} points",
        means: "the provider fetches from ConfigMaps or from a registry",
        why: "an air-gapped cluster may have no release page at all",
        source: "clusters-and-providers 2.10",
        cure: "nothing to do",
    }

    /// The user's configuration file contains the URL.
    pub SOURCE_CONFIGURED = "source-configured" {
        says: "the configured list of providers has {subject} at {0}",
        means: "the user's configuration file lists the provider, and that list comes before the built-in one",
        why: "a company can keep mirrors of its own",
        source: "clusters-and-providers 2.3",
        cure: "take the provider off the list to use the built-in source",
    }

    /// The provider is built in.
    pub SOURCE_BUILT_IN = "source-built-in" {
        says: "the {subject:plain} {0} is built in, at {url}",
        means: "the name is one of the providers that clusterctl knows",
        why: "known providers need no configuration",
        source: "clusters-and-providers 2.3, appendix A",
        cure: "write `fetchConfig` to fetch from elsewhere",
    }

    /// The source of the provider is unknown.
    pub SOURCE_UNKNOWN = "source-unknown" {
        says: "no {subject:plain} {0} is built in, and the spec names no source",
        means: "the kind and name are on no list, and there is no fetch configuration",
        why: "nobody can tell where its components are",
        source: "clusters-and-providers 2.3, 2.6",
        cure: "write `fetchConfig`, or correct the name",
    }

    /// The OCI reference was parsed.
    pub OCI_ADDRESS_READ = "registry-address-read" {
        says: "{0} is the image {subject} with the tag {tag}",
        means: "the address is taken apart at its colons: of three parts the last is the tag, of two the second unless a slash shows it to be a port",
        why: "this is how today's operator addresses registries",
        source: "clusters-and-providers 2.10",
        cure: "write a tag behind the image, or leave it to the version",
    }

    /// The label of the provider's objects.
    pub LABEL_OF_PROVIDER = "label-of-provider" {
        says: "the objects of the {0} {1} are labelled {subject}",
        means: "the label `cluster.x-k8s.io/provider` is made of the type and the name; a core has its name alone",
        why: "clusterctl finds the objects of a provider by it",
        source: "clusters-and-providers 2.18",
        cure: "nothing to do",
    }
}

//! Codes about the checks before a provider is installed, and about its readiness afterwards.

use crate::reason::codes;

codes! {
    /// All codes about installing.
    pub INSTALLING_CODES;

    /// The provider is installed.
    pub INSTALL_ALLOWED = "install-allowed" {
        says: "{subject} is installed",
        means: "the provider is there once, a core is installed and both speak one contract",
        why: "these are the checks of the design text",
        source: "clusters-and-providers 2.6, 2.22 row preflight",
        cure: "nothing to do",
    }

    /// The provider exists already in another namespace.
    pub INSTALL_DUPLICATE = "duplicate-instance" {
        says: "{subject} is in the namespace {0} already",
        means: "a provider of the same kind and name is in another namespace, or belongs to the other API",
        why: "two instances would work on the same objects",
        source: "clusters-and-providers 2.4, 2.6, 2.22 row preflight",
        cure: "delete one of them",
    }

    /// Another core exists already.
    pub INSTALL_SECOND_CORE = "second-core" {
        says: "{subject} would be a second core beside {0}",
        means: "a management cluster has one core, whatever its name",
        why: "all other providers are made for one core",
        source: "clusters-and-providers 2.6, 2.22 row preflight",
        cure: "delete the other core first",
    }

    /// There is no core yet.
    pub INSTALL_CORE_MISSING = "core-missing" {
        says: "there is no core, so {provider} waits",
        means: "every provider but the core is installed after it",
        why: "nothing works without the definitions of the core",
        source: "clusters-and-providers 2.5, 2.6, 2.22 row preflight",
        cure: "create a CoreProvider; files may be applied in any order",
    }

    /// The core is not installed yet.
    pub INSTALL_CORE_NOT_INSTALLED = "core-not-installed" {
        says: "{subject} waits until the core {0} is installed and says its contract",
        means: "the core exists, but has not reported that it is installed or which contract it speaks",
        why: "the contract of the core decides what may follow",
        source: "clusters-and-providers 2.6, 2.22 row preflight",
        cure: "wait for the core",
    }

    /// The provider's contract does not suit the core's.
    pub INSTALL_CONTRACT_MISMATCH = "contract-mismatch" {
        says: "{subject} speaks {contract}, and the core {0}",
        means: "the contract of the provider is not the one of the core; objects of today's API may speak one that the core tolerates",
        why: "all providers respect the contract of the core",
        source: "clusters-and-providers 2.6, 2.22 row preflight",
        cure: "take a version that speaks the contract of the core",
    }

    /// The contract is too old to be installed.
    pub INSTALL_CONTRACT_RETIRED = "install-contract-retired" {
        says: "{subject} speaks {contract}, which is not installed any more",
        means: "contracts older than v1alpha4 are upgraded with clusterctl first",
        why: "the operator never installed such providers",
        source: "clusters-and-providers 2.4, 2.22 row preflight",
        cure: "upgrade with clusterctl, then migrate",
    }

    /// The provider is paused.
    pub INSTALL_PAUSED = "install-paused" {
        says: "{subject} is paused, so nothing is done",
        means: "a provider that is created paused is not installed until it is unpaused",
        why: "a paused provider is left to its user",
        source: "clusters-and-providers 2.22 row preflight",
        cure: "set `paused` to false",
    }

    /// The contract of the provider is not given.
    pub INSTALL_CONTRACT_UNKNOWN = "install-contract-missing" {
        says: "the contract of the provider is not given",
        means: "whether it may be installed depends on the contract of its version",
        why: "a contract that is not known may be a wrong one",
        source: "clusters-and-providers 2.22 row preflight",
        cure: "give `contract`: the one of the version's series in its metadata",
    }

    /// All checks passed.
    pub PREFLIGHT_PASSED = "preflight-passed" {
        says: "all checks of {subject} passed",
        means: "the operator goes on to fetch the components",
        why: "these are the checks of today's operator",
        source: "clusters-and-providers 2.6",
        cure: "nothing to do",
    }

    /// The version cannot be parsed.
    pub PREFLIGHT_VERSION = "preflight-version" {
        says: "{subject} wants {0}, which is no semantic version",
        means: "the version is not three numbers with an optional `v`",
        why: "a version that no release is tagged with is never found",
        source: "clusters-and-providers 2.6 row 1",
        cure: "write the tag of a release",
    }

    /// The version is lower than the installed one.
    pub PREFLIGHT_DOWNGRADE = "preflight-downgrade" {
        says: "{subject} wants {0}, lower than the installed {1}",
        means: "the major or minor version is lower; patch and pre-release may go down",
        why: "components of an older version may not read what the newer one stored",
        source: "clusters-and-providers 2.6 row 2",
        cure: "choose a version that is not lower",
    }

    /// The installed version cannot be parsed.
    pub PREFLIGHT_INSTALLED_UNREADABLE = "preflight-installed-version" {
        says: "the installed version {0} of {subject} is no semantic version",
        means: "the status of the provider has a version that cannot be read; the check ends in an error without a condition",
        why: "nobody can tell whether the wanted version is lower",
        source: "clusters-and-providers 2.6 row 2b",
        cure: "correct the status of the object",
    }

    /// The core is not called `cluster-api`.
    pub PREFLIGHT_CORE_NAME = "preflight-core-name" {
        says: "the core is called {0}, and today's operator wants `cluster-api`",
        means: "the operator recognizes the core by this name alone",
        why: "the core's components are found by that name",
        source: "clusters-and-providers 2.6 row 3",
        cure: "call it `cluster-api`",
    }

    /// The provider has no source.
    pub PREFLIGHT_SOURCE = "preflight-source-missing" {
        says: "{subject} is not built in and names no source",
        means: "the provider is on no list, and has no fetch configuration",
        why: "nobody can tell where its components are",
        source: "clusters-and-providers 2.6 row 4",
        cure: "write `fetchConfig`",
    }

    /// The provider has two sources.
    pub PREFLIGHT_SOURCES = "preflight-two-sources" {
        says: "{subject} has both a `url` and a `selector`",
        means: "components come from one source",
        why: "which one counts is not defined",
        source: "clusters-and-providers 2.6 row 5",
        cure: "remove one of them",
    }

    /// The Secret does not exist.
    pub PREFLIGHT_SECRET_MISSING = "preflight-secret-missing" {
        says: "the Secret {secret} of {subject} does not exist",
        means: "the provider names a Secret that is not there; the check ends in an error without a condition",
        why: "variables are read from it",
        source: "clusters-and-providers 2.6 row 6",
        cure: "create the Secret, or correct its name",
    }

    /// GitHub does not accept the token.
    pub PREFLIGHT_TOKEN = "preflight-token-invalid" {
        says: "GitHub does not accept the token in the Secret {secret} of {subject}",
        means: "the operator tries the token before it fetches anything",
        why: "a wrong token is best reported before the download",
        source: "clusters-and-providers 2.6 row 7",
        cure: "put a valid token into the Secret, or none",
    }

    /// It is unknown whether GitHub accepts the token.
    pub PREFLIGHT_TOKEN_UNKNOWN = "preflight-token-not-tried" {
        says: "the Secret {secret} has a token, and nobody says whether GitHub takes it",
        means: "the check calls GitHub, which the engine does not",
        why: "a token that was not tried may be wrong",
        source: "clusters-and-providers 2.6 row 7",
        cure: "give `githubTokenValid`",
    }

    /// Another core exists already.
    pub PREFLIGHT_SECOND_CORE = "preflight-second-core" {
        says: "{subject} would be a second core beside {0}",
        means: "there is another core provider",
        why: "all other providers are made for one core",
        source: "clusters-and-providers 2.6 row 8",
        cure: "delete one of them",
    }

    /// The provider exists already in another namespace.
    pub PREFLIGHT_DUPLICATE = "preflight-duplicate" {
        says: "{subject} is in the namespace {0} already",
        means: "a provider of the same kind and name is in another namespace",
        why: "two instances would work on the same objects",
        source: "clusters-and-providers 2.6 row 9",
        cure: "delete one of them",
    }

    /// No core is ready.
    pub PREFLIGHT_WAITS_FOR_CORE = "preflight-waits-for-core" {
        says: "{subject} waits for a core that is ready and suits its contract",
        means: "no core provider has the condition Ready; in the design a core that has it also has to speak the provider's contract",
        why: "nothing works without the definitions of the core",
        source: "clusters-and-providers 2.6 row 10, 2.22 row preflight",
        cure: "wait for the core, or move one of the two to the contract of the other",
    }

    /// The subject is not among the providers.
    pub PREFLIGHT_SUBJECT_UNKNOWN = "preflight-subject-unknown" {
        says: "none of the providers is {0}",
        means: "the subject is no `Kind/namespace/name` of one of `providers`",
        why: "a provider that is not given cannot be judged",
        source: "clusters-and-providers 2.6",
        cure: "correct the subject, or add the provider",
    }

    /// The providers may be installed together.
    pub GROUP_INSTALLABLE = "group-installable" {
        says: "these providers may be installed, because the core and the tool tolerate the contracts; the core speaks {contract}",
        means: "one core is there or comes, each provider once, and all contracts suit",
        why: "clusterctl installs a group by one command",
        source: "clusters-and-providers 2.8",
        cure: "nothing to do",
    }

    /// A provider is installed or to be installed twice.
    pub GROUP_TWICE = "provider-twice" {
        says: "{subject} is there already",
        means: "a provider of the same type and name is installed or to be installed twice, in whatever namespace",
        why: "two instances would work on the same objects",
        source: "clusters-and-providers 2.8",
        cure: "take one of them out",
    }

    /// There would not be exactly one core.
    pub GROUP_CORE_COUNT = "group-core-count" {
        says: "{cores} cores would be there, and one is expected",
        means: "exactly one of the installed and the new providers has to be a core",
        why: "all other providers are made for one core",
        source: "clusters-and-providers 2.8",
        cure: "install one core",
    }

    /// The version of a provider belongs to no series.
    pub GROUP_CONTRACT_UNKNOWN = "group-contract-unknown" {
        says: "the metadata have no series for {subject} at {version}",
        means: "the contract of a version is that of its series, and there is none",
        why: "a provider whose contract nobody knows cannot be judged",
        source: "clusters-and-providers 2.8",
        cure: "correct the version, or the metadata",
    }

    /// The tool does not tolerate the contract.
    pub GROUP_NOT_OF_TOOL = "group-contract-not-of-tool" {
        says: "{subject} speaks {contract}, and the tool speaks {0}",
        means: "the tool neither speaks the contract nor tolerates it",
        why: "it could not upgrade the provider later",
        source: "clusters-and-providers 2.8",
        cure: "take another version, or another clusterctl",
    }

    /// The core does not tolerate the contract.
    pub GROUP_NOT_OF_CORE = "group-contract-not-of-core" {
        says: "{subject} speaks {contract}, and the core {core}",
        means: "the core neither speaks the contract nor tolerates it",
        why: "a provider that does not speak its core's contract does not work",
        source: "clusters-and-providers 2.8",
        cure: "take a version that speaks the contract of the core",
    }

    /// Each provider is there only once.
    pub INSTANCE_SINGLE = "instances-single" {
        says: "each of the {providers} providers is there once",
        means: "no type and name is there twice",
        why: "upgrades are planned for one instance of each",
        source: "clusters-and-providers 2.16",
        cure: "nothing to do",
    }

    /// The condition `Ready` is copied from the Deployment.
    pub READINESS_COPIED = "readiness-copied" {
        says: "the condition Ready becomes what the Deployment says: {0}",
        means: "the status and reason of the Deployment's condition Available are copied",
        why: "a provider is ready when its manager runs",
        source: "clusters-and-providers 2.5",
        cure: "nothing to do",
    }

    /// The condition `Ready` is left as it is.
    pub READINESS_STAYS = "readiness-stays" {
        says: "the condition Ready is not written; what it depends on is {0}",
        means: "the provider is not installed yet, or the status is the same already",
        why: "a reason that changes alone is not copied",
        source: "clusters-and-providers 2.5",
        cure: "nothing to do",
    }

    /// The Deployment has no condition `Available`.
    pub READINESS_WITHOUT_DEPLOYMENT = "readiness-without-deployment" {
        says: "the Deployment has no condition Available, so Ready becomes false",
        means: "no condition tells whether the manager runs",
        why: "what is not known to run does not count as ready",
        source: "clusters-and-providers 2.5, O25",
        cure: "wait for the Deployment",
    }
}

//! Codes about version changes.

use crate::reason::codes;

codes! {
    /// All codes about version changes.
    pub CHANGES_CODES;

    /// The version may change.
    pub CHANGE_ALLOWED = "change-allowed" {
        says: "{subject} may go from {from} to {0}",
        means: "its components are deleted and those of the new version installed; CRDs, the namespace and user objects stay",
        why: "the version is what an upgrade changes",
        source: "clusters-and-providers 2.15, 2.22",
        cure: "nothing to do",
    }

    /// The provider is not installed.
    pub CHANGE_OF_NOBODY = "change-of-nobody" {
        says: "there is no provider {subject} among {known}",
        means: "the change names a provider that is not installed",
        why: "there is nothing to change",
        source: "clusters-and-providers 2.22",
        cure: "correct the name, or install it first",
    }

    /// The name means several providers.
    pub CHANGE_OF_SEVERAL = "change-of-several" {
        says: "{subject} can mean several: {providers}",
        means: "providers of two kinds or in two namespaces can share a name",
        why: "a guess would upgrade the wrong one",
        source: "clusters-and-providers 2.22",
        cure: "say the kind and the namespace too",
    }

    /// The API of the provider does not accept the version.
    pub VERSION_NOT_ACCEPTED = "version-not-accepted" {
        says: "{subject} cannot go to {0}, which is not written as `v1.2.3`",
        means: "the design's API wants a `v` and a semantic version without blanks; today's allows leaving out the `v`",
        why: "a version that cannot be read cannot be compared",
        source: "clusters-and-providers 2.4, 2.22",
        cure: "write it as `v1.2.3`",
    }

    /// The version is below the installed one.
    pub CHANGE_IS_DOWNGRADE = "change-is-downgrade" {
        says: "{subject} would go from {from} down to {0}",
        means: "major and minor may not fall; the patch and the pre-release may",
        why: "objects that are stored in newer versions could not be read any more",
        source: "clusters-and-providers 2.6, 2.22",
        cure: "choose a version of the installed minor or above",
    }

    /// There is no core to compare contracts with.
    pub CHANGE_WITHOUT_CORE = "change-without-core" {
        says: "{subject} cannot change while there is no core provider",
        means: "a provider's contract is measured by the core's",
        why: "without a core nothing works",
        source: "clusters-and-providers 2.22",
        cure: "install the core first",
    }

    /// The new contract differs from the core's current one.
    pub CHANGE_LEAVES_CORE = "change-leaves-core" {
        says: "{subject} would speak {0}, the core speaks {1} now",
        means: "no provider leaves the core's contract on its own, nor stays behind it with a patch release",
        why: "the core goes first, and the others follow to its contract",
        source: "clusters-and-providers 2.22",
        cure: "move the core first, or choose a version of its contract",
    }

    /// The contract changes while providers are running.
    pub CHANGE_UNPAUSED = "change-unpaused" {
        says: "{subject} would change from {1} to {0}, but these run: {running}",
        means: "a contract only changes while all providers are paused",
        why: "controllers of different contracts must not work at the same time",
        source: "clusters-and-providers 2.15, 2.22",
        cure: "pause every provider first",
    }

    /// The contract of the target version is not given.
    pub TARGET_CONTRACT_MISSING = "target-contract-missing" {
        says: "nothing says which contract {version} of {provider} speaks",
        means: "the question does not say which contract the target speaks",
        why: "a change must not pass unchecked",
        source: "clusters-and-providers 2.22",
        cure: "correct the version if none is called so, or add `toContract` or the metadata that says it",
    }

    /// An object is a provider.
    pub PROVIDER_FOUND = "provider-found" {
        says: "found {subject}: its version is {0}, its contract {1}; {count:version} of it can be chosen",
        means: "the installed version is that of the status, else of the spec; the contract is that of the status, else of the version's series",
        why: "what an upgrade may do depends on what is installed",
        source: "clusters-and-providers 2.23, 2.24",
        cure: "nothing to do",
    }

    /// No object is a provider.
    pub PROVIDERS_NONE = "providers-none" {
        says: "none of the objects is a provider",
        means: "no object is of a kind of `management.cluster.x-k8s.io` or `operator.cluster.x-k8s.io`",
        why: "what is not there cannot be upgraded",
        source: "clusters-and-providers 2.2",
        cure: "name the files that hold the providers",
    }

    /// The provider has neither a given repository nor a selector.
    pub VERSIONS_UNSAID = "versions-unsaid" {
        says: "nothing says which versions there are: the provider has no selector, and no releases are given for its label",
        means: "nothing is fetched from a release page, so its versions have to be given",
        why: "the engine knows only what it is given",
        source: "clusters-and-providers 2.23",
        cure: "give the provider's versions and metadata series under its label, as in `providers/plan`",
    }

    /// The selected ConfigMaps cannot be used.
    pub VERSIONS_UNUSABLE = "versions-unusable" {
        says: "the ConfigMaps that {subject} picks offer no versions",
        means: "there are none, or one of them is bad, and one bad one spoils them all",
        why: "the operator installs from none of them then",
        source: "clusters-and-providers 2.10, 2.22",
        cure: "mend or load the ConfigMaps",
    }

    /// The installed version is missing or cannot be parsed.
    pub INSTALLED_VERSION_UNREADABLE = "installed-version-unreadable" {
        says: "the installed version of the provider is missing or is no version",
        means: "the question does not say which version is installed, or what it says cannot be read",
        why: "without it nobody can tell whether a change goes down",
        source: "clusters-and-providers 2.6",
        cure: "give the installed version",
    }

    /// The order in which the changes are made.
    pub ONE_AT_A_TIME = "one-at-a-time" {
        says: "the changes are made one provider at a time: {order}",
        means: "the core first, then in install order, by name and by namespace",
        why: "while one provider is replaced the others stay as they are",
        source: "clusters-and-providers 2.15, 2.22",
        cure: "nothing to do",
    }

    /// No provider has the pending name.
    pub PENDING_UNKNOWN = "pending-unknown" {
        says: "no provider is called {0}",
        means: "a change waits for a provider that is not there",
        why: "only a provider that is there can take its turn",
        source: "clusters-and-providers 2.22",
        cure: "correct the name",
    }

    /// The golden rule holds after the moves.
    pub FLEET_KEEPS_TOGETHER = "fleet-keeps-together" {
        says: "once the moves are made all providers suit the core's contract {subject}",
        means: "no target breaks the golden rule, and nobody is left behind",
        why: "so the steps can be taken",
        source: "clusters-and-providers 2.23",
        cure: "nothing to do",
    }

    /// All providers are paused during the change of contract.
    pub PAUSED_FOR_CONTRACT = "paused-for-contract" {
        says: "everything is paused while providers change to {subject}",
        means: "first every provider that runs is paused, then all are upgraded, then those that the plan paused run again",
        why: "controllers of different contracts must not work at the same time",
        source: "clusters-and-providers 2.15, 2.23",
        cure: "nothing to do",
    }

    /// The provider was paused before and stays paused.
    pub STAYS_PAUSED = "stays-paused" {
        says: "{subject} was paused before and stays so",
        means: "the plan only unpauses what it paused",
        why: "whoever paused it had a reason",
        source: "clusters-and-providers 2.23",
        cure: "unpause it when that reason is gone",
    }

    /// The target of a provider breaks the golden rule.
    pub MOVE_OFFENDS = "move-offends" {
        says: "{subject} would speak {contract}, the core {core}",
        means: "the target's contract does not suit the core's after all moves",
        why: "it would break the golden rule",
        source: "clusters-and-providers 2.23",
        cure: "choose a version of the core's contract",
    }

    /// A provider without a target breaks the golden rule.
    pub PROVIDER_LEFT_BEHIND = "provider-left-behind" {
        says: "{subject} would be left behind with {contract}, the core speaks {core}",
        means: "a provider that has no target does not suit the core after all moves",
        why: "it would break the golden rule",
        source: "clusters-and-providers 2.23",
        cure: "give it a target of the core's contract",
    }

    /// A provider has two targets.
    pub TARGET_REPEATED = "target-repeated" {
        says: "{provider} has two targets",
        means: "the list of targets names one provider twice",
        why: "nobody can tell which one is meant",
        source: "clusters-and-providers 2.23",
        cure: "keep one of the two",
    }

    /// The requested move.
    pub WANTED_MOVE = "wanted-move" {
        says: "{subject} is wanted at {0}, which speaks {contract}",
        means: "the contract of the wanted version decides who has to move along",
        why: "the golden rule binds all to the core's contract",
        source: "clusters-and-providers 2.23",
        cure: "nothing to do",
    }

    /// Another provider has to move along.
    pub MOVES_ALONG = "moves-along" {
        says: "{subject} speaks {0}, so it has to move to {to} for {aim}",
        means: "it goes to the newest release above its current version that suits the core",
        why: "the golden rule binds all to the core's contract",
        source: "clusters-and-providers 2.23",
        cure: "nothing to do",
    }

    /// A provider that has to move along has no suitable release.
    pub NO_VERSION_TO_MOVE_TO = "no-version-to-move-to" {
        says: "{subject} speaks {0} and has no release above {above} for {aim}",
        means: "a provider that has to move has nowhere to go",
        why: "it would be left behind, which breaks the golden rule",
        source: "clusters-and-providers 2.23",
        cure: "wait for a release of it, or take the provider away first",
    }

    /// A running provider blocks the change of contract.
    pub RUNS_DURING_CHANGE = "runs-during-change" {
        says: "{subject} runs, and a contract only changes while all are paused",
        means: "it has to be paused before the first provider moves",
        why: "controllers of different contracts must not work at the same time",
        source: "clusters-and-providers 2.15, 2.23",
        cure: "pause it, or take the steps as they are listed",
    }

    /// The target is not one of a contract and a version of a provider.
    pub TARGET_UNSAID = "target-unsaid" {
        says: "the target says {given}, and has to say either a contract, or a provider and its version",
        means: "a target is a contract for all, or a version for one provider, not both",
        why: "nobody can tell what is wanted",
        source: "clusters-and-providers 2.23",
        cure: "give `contract`, or `provider` and `version`",
    }
}

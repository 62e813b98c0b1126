//! Codes about maintenance and newer versions.

use crate::reason::codes;

codes! {
    /// All codes about maintenance and newer versions.
    pub(crate) MAINTENANCE_CODES;

    /// The Shoot is being deleted, so it gets no maintenance.
    pub(crate) SHOOT_BEING_DELETED = "shoot-being-deleted" {
        says: "the Shoot is being deleted, and no maintenance comes to it any more",
        means: "its `metadata.deletionTimestamp` is set; what is said of its pools is what would become of them otherwise",
        why: "maintenance passes over what is being deleted",
        source: "images 9",
        cure: "nothing to do, unless the file is an old one of another Shoot",
    }

    /// The Shoot does not say whether its images are updated automatically.
    pub(crate) AUTO_UPDATE_NOT_SAID = "auto-update-not-said" {
        says: "the Shoot does not say whether its machine images are updated automatically, which counts as no",
        means: "`spec.maintenance.autoUpdate.machineImageVersion` is not there, as in a file from git",
        why: "a Shoot that an API server has stored says it, and maintenance goes by that",
        source: "images 9",
        cure: "write `machineImageVersion` as it is in the cluster, or ask about the stored Shoot",
    }

    /// Several Shoots do not say whether their images are updated automatically.
    pub(crate) UPDATES_LEFT_OPEN = "updates-left-open" {
        says: "whether machine images are updated automatically is not said in {count:Shoot}, {shoots} first, which counts as no",
        means: "`spec.maintenance.autoUpdate.machineImageVersion` is not there, as in files from git",
        why: "Shoots that an API server has stored say it, and may move where these seem to stay",
        source: "images 9",
        cure: "give the Shoots as the cluster has them",
    }

    /// The Kubernetes version of a Shoot is incomplete.
    pub(crate) KUBERNETES_VERSION_BEGUN = "kubernetes-version-begun" {
        says: "the Kubernetes version is incomplete in {count:Shoot}, {value} of {shoots} first, and what it leaves out counts as 0",
        means: "the Shoot leaves a part of the version to the API server, as a file in git does, and only the cluster has what was chosen",
        why: "a version may be passed over, or taken, for a kubelet that no machine of the cluster has",
        source: "images 7, 9",
        cure: "give the Shoot as the cluster has it, or write the version with all its parts",
    }

    /// The change makes pools move at the next maintenance.
    pub(crate) POOLS_WILL_MOVE = "pools-will-move" {
        says: "the next maintenance moves {count:pool} from {from} to {to}: {pools} first",
        means: "an update of a profile lets pools of loaded Shoots move that would have stayed, or gone elsewhere",
        why: "whoever changes a profile should know whose machines are replaced as a result",
        source: "images 9, 15: maintenance",
        cure: "nothing to do where that is meant; otherwise leave the old version in force for longer",
    }

    /// The version that the step leads to.
    pub(crate) NEXT_VERSION = "next-version" {
        says: "{1} leads from {0} to {subject}",
        means: "the version goes first among those that the step reaches: supported before deprecated, then the higher; a forced step takes the nearest higher minor or major",
        why: "updates go as far as the strategy allows, and not further",
        source: "images 9",
        cure: "choose another strategy to go further",
    }

    /// The step leads to no version.
    pub(crate) NO_NEXT_VERSION = "no-next-version" {
        says: "{1} leads from {0} to none of {versions} versions",
        means: "no version is higher, within reach of the step, free to be chosen and not a preview",
        why: "maintenance never goes down and never to a preview",
        source: "images 9",
        cure: "publish a higher version, or choose another strategy",
    }

    /// Maintenance moves the pool to another version.
    pub(crate) POOL_UPDATED = "pool-updated" {
        says: "the pool {subject} moves from {1} to {to}, by the strategy {strategy:plain}",
        means: "maintenance changes the image version of the pool",
        why: "pools are kept on versions that suit them and have not expired",
        source: "images 9",
        cure: "nothing to do",
    }

    /// Maintenance leaves the pool on its version.
    pub(crate) POOL_STAYS = "pool-stays" {
        says: "the pool {subject} stays on {1}",
        means: "the pool does not have to move, or there is nothing higher",
        why: "pools are not moved without need",
        source: "images 9",
        cure: "nothing to do",
    }

    /// The pool has to move, and no version is within reach.
    pub(crate) POOL_NOT_MAINTAINED = "pool-not-maintained" {
        says: "the pool {subject} has to leave {1}, and the strategy {strategy:plain} finds nowhere to go",
        means: "no version that suits the pool can be reached",
        why: "maintenance reports the pool as failed and tries again in the next window",
        source: "images 9",
        cure: "publish a version that suits the pool, or change the strategy of the image or the machine type of the pool",
    }

    /// The pool does not name an image version yet.
    pub(crate) POOL_NAMES_NO_VERSION = "pool-names-no-version" {
        says: "the pool {pool} names no image or no version of it yet, so nothing can be said of its maintenance",
        means: "the Shoot leaves the image of the pool to the API server, as a file in git does; maintenance sees the completed Shoot",
        why: "a pool that is not completed is neither well nor stuck",
        source: "images 7, 9",
        cure: "give the Shoot as the cluster has it, or ask `images/admit-shoot` what it is completed with",
    }

    /// Nothing requires the pool to move.
    pub(crate) NO_NEED_TO_MOVE = "no-need-to-move" {
        says: "{subject} suits the pool and has not expired, and automatic updates are off",
        means: "nothing forces the pool to another version, and nobody asked for the newest",
        why: "the owner decides when machines are replaced",
        source: "images 9",
        cure: "nothing to do",
    }

    /// The pool is updated automatically.
    pub(crate) MOVES_BY_ITSELF = "moves-by-itself" {
        says: "{subject} suits the pool and has not expired, and automatic updates are on",
        means: "the pool is to have the newest version that the strategy of the image allows",
        why: "the owner asked for it",
        source: "images 9",
        cure: "switch `autoUpdate.machineImageVersion` off to stay",
    }

    /// The pool has to move because its version does not suit it.
    pub(crate) VERSION_SUITS_NO_MORE = "version-suits-no-more" {
        says: "{subject} is not among the versions that suit the pool",
        means: "the profile does not have the version any more, written exactly so, or it fails the architecture, capabilities, runtimes, kubelet or updates in place",
        why: "a pool whose version stopped fitting is moved, even if automatic updates are off",
        source: "images 9",
        cure: "nothing to do, or add the version to the profile again",
    }

    /// The pool has to move because its version has expired.
    pub(crate) VERSION_HAS_EXPIRED = "version-has-expired" {
        says: "{subject} has expired",
        means: "the last stage that has begun says so",
        why: "expired versions get no repairs any more",
        source: "images 2, 9",
        cure: "nothing to do",
    }

    /// Maintenance passes over a higher version.
    pub(crate) VERSION_PASSED_OVER = "version-passed-over" {
        says: "the higher {subject} is passed over because of {by:plain}",
        means: "the first of these that it fails: architecture, capability, cri, kubelet, in-place, classification, suffix, strategy, preference",
        why: "whoever sees a higher version in the profile wants to know why the pool does not have it",
        source: "images 15: maintenance",
        cure: "if the pool is to have the version, change what the version fails on",
    }

    /// The pool moves to a version that fits its machines less well.
    pub(crate) POOL_GETS_LESS = "pool-gets-less" {
        says: "the pool {pool} moves from {from} to {to}, of which its machines get less preferred values: {changes:plain}",
        means: "the pool has to move, and nothing that gives its machines as much is in reach",
        why: "a move that nobody asked for should not make a pool worse unseen",
        source: "images 15: maintenance",
        cure: "publish a version that gives the machines as much, or move the pool elsewhere first",
    }

    /// The pool moves to a version without its suffix.
    pub(crate) POOL_LOSES_SUFFIX = "pool-loses-suffix" {
        says: "the pool {pool} has to leave {from}, finds nothing with the suffix {suffix}, and moves to {to}, which has none; what changes: {changes:plain}",
        means: "no version with the suffix of the pool can be reached, so one without a suffix is taken",
        why: "a pool that cannot stay is better moved than failed, and a tag may have stood for something",
        source: "images 15: pre-release suffix",
        cure: "publish a version with the suffix, or choose an image for the pool by its capabilities",
    }

    /// The maintenance run stops at this pool.
    pub(crate) MAINTENANCE_STOPPED = "maintenance-stopped" {
        says: "{what:plain}, so this pool and all after it are left alone",
        means: "the machine type or the image of a pool is not in the profile, or a Kubernetes version cannot be read",
        why: "pools before it are updated already, and the run as a whole still reports success",
        source: "images 9",
        cure: "correct the name, or add it to the profile",
    }

    /// The Shoot names no Kubernetes version, so its pools are left alone.
    pub(crate) MAINTENANCE_WITHOUT_KUBERNETES = "maintenance-without-kubernetes" {
        says: "the Shoot names no Kubernetes version, so all its pools are left alone",
        means: "`spec.kubernetes.version` is not there: the API server fills it in when the Shoot is made, and only the cluster has what it filled in",
        why: "which image versions a pool may have depends on the version of its kubelets",
        source: "images 9",
        cure: "name the Kubernetes version, or take the Shoot from the API server",
    }

    /// Repeated maintenance moves the pool, perhaps several times.
    pub(crate) POOL_GOES = "pool-goes" {
        says: "repeated maintenance takes the pool {subject} from {0} to {to} in {moves:move}",
        means: "each maintenance goes on where the one before it ended, until none moves the pool",
        why: "whoever plans wants to know where a pool ends up, and when its machines are replaced",
        source: "images 9",
        cure: "nothing to do",
    }

    /// Maintenance never moves the pool.
    pub(crate) POOL_IS_STABLE = "pool-is-stable" {
        says: "no maintenance moves the pool {subject} from {0}, at any time",
        means: "the pool stays even after every announced stage and expiry of its image's versions has begun",
        why: "whoever plans wants to know that nothing happens",
        source: "images 9",
        cure: "nothing to do",
    }

    /// The pool finally has to leave its version and cannot.
    pub(crate) POOL_IS_STUCK = "pool-is-stuck" {
        says: "the pool {subject} has to leave {to} and finds nowhere to go, from this moment on: {after:plain}",
        means: "the version that the pool ends up on does not suit it or expires, and no version within reach suits it",
        why: "whoever knows in time can publish a version before maintenance fails",
        source: "images 9",
        cure: "publish a version that suits the pool, or change the strategy of the image or the machine type of the pool",
    }

    /// The plan ends at a limit, and more moves may follow.
    pub(crate) PLAN_IS_CUT = "plan-is-cut" {
        says: "the plan of the pool {subject} ends at {to} after {moves:move}, and more may come",
        means: "a pool is looked at now and after at most a hundred dates, and all pools together at a limited number of versions",
        why: "each date of each version may change what each pool gets",
        source: "images 9",
        cure: "ask about fewer pools, or again at the time of the last step",
    }

    /// The classification of a version changes at this moment.
    pub(crate) VERSION_TURNS = "version-turns" {
        says: "not before {after:plain}, when {subject} becomes {becomes:plain}",
        means: "a stage of a version begins, or it expires",
        why: "a stage is in force after its moment, so maintenance sees it only then",
        source: "images 2, 9",
        cure: "change the date, if that is too early or too late",
    }

    /// The question has neither a Shoot nor a worker.
    pub(crate) SHOOT_OR_WORKER = "shoot-or-worker" {
        says: "found neither a Shoot nor a worker, expected one of them",
        means: "there is no pool to plan for",
        why: "only pools can be planned for",
        source: "images 9",
        cure: "give `shoot`, or `worker`",
    }

    /// The question has a Shoot and something that the Shoot already says.
    pub(crate) SHOOT_AND_WORKER = "shoot-and-worker" {
        says: "found {key} beside a Shoot, which already says it, expected only one of them",
        means: "one of the two would be ignored",
        why: "an input that is ignored would make this the answer to another question",
        source: "images 9",
        cure: "leave the key out, or give `worker` instead of `shoot`",
    }
}

//! The questions about a node that is booted: what is written onto it, and what Ironic makes of that.

use crate::policy::traits::model::{Flavor, Image, Node, SpecValue};
use crate::wire::{Json, Ordered, Value, answer, given, words};

given! {
    /// A flavor and the image that is booted with it.
    pub struct BootGiven<'a> {
        /// The flavor.
        flavor: Flavor<'a>,
        /// The image.
        image: Option<Image<'a>>,
        /// Whether the root disk is a volume; it makes no difference here.
        boot_from_volume ["bootFromVolume"]: bool,
    }
}

answer! {
    /// What Nova writes onto the node.
    pub struct BootPatch {
        /// The operations on the capabilities and the traits.
        ops: Option<Vec<PatchOp>>,
        /// Why there are none, and the boot fails.
        error: Option<BootError>,
    }
}

answer! {
    /// An operation of a JSON patch.
    pub struct PatchOp {
        /// What it changes.
        path: &'static str,
        /// What it does.
        op: &'static str,
        /// The value.
        value: Json,
    }
}

words! {
    /// Why a boot fails before it begins.
    pub enum BootError {
        /// A key begins like a trait and has no colon.
        MalformedKey = "malformed-extra-spec-key",
    }
}

given! {
    /// What happens to an instance, one after another.
    pub struct LifecycleGiven<'a> {
        /// The node's `instance_info` before.
        instance_info_before ["instanceInfoBefore"]: Ordered<&'a str, Value<'a>>,
        /// What happens.
        events: Vec<Event<'a>>,
    }
}

given! {
    /// Something that happens.
    pub struct Event<'a> {
        /// What.
        event: Happening,
        /// The extra specs of the flavor by then.
        flavor_extra_specs: Ordered<&'a str, SpecValue<'a>>,
        /// The properties of the image by then.
        image_properties: Ordered<&'a str, Value<'a>>,
    }
}

words! {
    /// What can happen to an instance.
    pub enum Happening {
        /// It is booted.
        Boot = "boot",
        /// It gets another image.
        Rebuild = "rebuild",
        /// Ironic's check before deploying fails, and Nova cleans up.
        FailedCheck = "failed-check",
        /// The node does not start, and Nova cleans up.
        FailedStart = "failed-start",
        /// Nova cleans up.
        CleanUp = "cleanup",
        /// It is deleted, and Ironic tears it down.
        Delete = "delete",
    }
}

answer! {
    /// What is on the node afterwards.
    pub struct LifecycleAnswer {
        /// The traits in its `instance_info`, if there are any.
        instance_info_traits ["instanceInfoTraits"]: Option<Json>,
    }
}

given! {
    /// A node that is about to be deployed.
    pub struct DeployGiven<'a> {
        /// The node's traits.
        node_traits ["nodeTraits"]: Vec<&'a str>,
        /// The traits in its `instance_info`.
        instance_info_traits ["instanceInfoTraits"]: Option<Value<'a>>,
    }
}

answer! {
    /// Whether it may be deployed.
    pub struct DeployAnswer<'a> {
        /// Whether it may.
        valid: bool,
        /// Why not.
        error: Option<DeployError>,
        /// The traits that the node lacks, sorted.
        missing: Option<Vec<&'a str>>,
    }
}

words! {
    /// Why a node may not be deployed.
    pub enum DeployError {
        /// What is asked for is no list of strings.
        NotAList = "not-a-list-of-strings",
        /// The node does not have all of it.
        MissingOnNode = "missing-on-node",
    }
}

given! {
    /// The deploy templates there are.
    pub struct TemplatesGiven<'a> {
        /// The traits of the instance.
        instance_info_traits ["instanceInfoTraits"]: Vec<&'a str>,
        /// The names of the templates.
        deploy_templates ["deployTemplates"]: Vec<&'a str>,
    }
}

answer! {
    /// The templates that contribute steps.
    pub struct TemplatesAnswer<'a> {
        /// Their names.
        matched: Vec<&'a str>,
    }
}

given! {
    /// An instance that is to get another image on its node.
    pub struct RebuildGiven<'a> {
        /// The flavor.
        flavor: Flavor<'a>,
        /// The new image.
        image: Option<Image<'a>>,
        /// The traits of the provider that the instance is allocated from.
        allocated_provider_traits ["allocatedProviderTraits"]: Vec<&'a str>,
    }
}

answer! {
    /// Whether it may.
    pub struct RebuildAnswer {
        /// What it comes to.
        outcome: Allowance,
        /// Why not.
        reason: Option<RebuildRefusal>,
        /// The traits that it is refused for, sorted.
        traits: Option<Vec<String>>,
    }
}

words! {
    /// Whether something may be done.
    pub enum Allowance {
        /// It may.
        Allowed = "allowed",
        /// It may not.
        Refused = "refused",
    }
}

words! {
    /// Why an instance may not get an image.
    pub enum RebuildRefusal {
        /// The image requires what the flavor forbids.
        RequiresForbidden = "image-requires-forbidden",
        /// The image requires what the provider lacks.
        TraitMissing = "image-trait-missing",
        /// A key of the flavor begins like a trait and has no colon.
        MalformedKey = "malformed-extra-spec-key",
    }
}

given! {
    /// An allocation in Ironic, without Nova.
    pub struct AllocateGiven<'a> {
        /// The nodes.
        nodes: Vec<Node<'a>>,
        /// What is asked for.
        allocation: Allocation<'a>,
    }
}

given! {
    /// What an allocation asks for.
    foreign pub struct Allocation<'a> {
        /// Its name; a node of that name is tried first.
        name: Option<&'a str>,
        /// The resource class, compared as it stands.
        resource_class: Option<&'a str>,
        /// Traits that the node has to have.
        traits: Vec<&'a str>,
        /// The nodes that may be taken, by name or uuid; all unless given.
        candidate_nodes: Vec<&'a str>,
        /// The project that the node has to belong or be lent to.
        owner: Option<&'a str>,
    }
}

answer! {
    /// The nodes that can be taken.
    pub struct AllocateAnswer<'a> {
        /// What it comes to.
        outcome: Availability,
        /// Their names, sorted; they are tried in no fixed order.
        candidates: Vec<&'a str>,
        /// The one that is tried first.
        first: Option<&'a str>,
        /// Why there is none.
        reason: Option<NoneAvailable>,
    }
}

words! {
    /// Whether there is a node.
    pub enum Availability {
        /// There is.
        Candidates = "candidates",
        /// There is none.
        NoCandidates = "no-candidates",
    }
}

words! {
    /// Why there is no node.
    pub enum NoneAvailable {
        /// None of the class is available.
        ResourceClass = "resource-class",
        /// None of those has the traits.
        Traits = "traits",
    }
}

//! The codes for what a project reaches.

use crate::reason::codes;

codes! {
    /// The codes for what a project reaches.
    pub REACH_CODES;

    /// The project can land on this many nodes.
    pub PROJECT_REACHES = "project-reaches" {
        says: "{subject} sees {seen:flavor}{perhaps:plain} and can land on {nodes} of {all} nodes, {free} of them free now",
        means: "these nodes can be found through the flavors that the project sees for certain, were all of them free",
        why: "whoever sees a flavor gets the nodes that it finds",
        source: "drivers-and-traits 2.8 U-B",
        cure: "nothing to do",
    }

    /// A flavor that the project sees, or may see, leads to nodes.
    pub FLAVOR_LEADS = "flavor-leads" {
        says: "{subject}, {seen:plain}, leads to {count:node}, {free} free now; pools: {pools}",
        means: "Placement finds these nodes for the flavor if all of them are free",
        why: "a node in use is given to somebody once it is free again",
        source: "drivers-and-traits 2.4, 2.8 U-B",
        cure: "nothing to do",
    }

    /// A flavor that the project sees, or may see, leads to no node.
    pub FLAVOR_LEADS_NOWHERE = "flavor-leads-nowhere" {
        says: "{subject}, {seen:plain}, leads to no node: {why:plain}",
        means: "Placement finds no node for the flavor on which it boots, even if all of them are free, or refuses the question",
        why: "a flavor that finds nothing breaks nothing",
        source: "drivers-and-traits 2.4 P3",
        cure: "nothing to do, if it is for virtual machines; else `traits/match-nodes` says what is wrong",
    }

    /// The project gets nodes that are reserved for others.
    pub REACH_BREAKS = "reach-breaks-separation" {
        says: "through {subject}, {0} gets {count:node} of the pool {pool}, which is kept for others",
        means: "a private flavor requires the trait, the project may not use it, and gets nodes with the trait all the same",
        why: "separation holds only if every flavor that others see asks for another pool, or forbids this one",
        source: "drivers-and-traits 2.8 U-B",
        cure: "let the flavor require the trait of its own pool or forbid this one, or take the trait off nodes that are in two pools; `traits/lint` has the edits",
    }

    /// The project may get nodes that may be reserved for others.
    pub REACH_MAY_BREAK = "reach-may-break-separation" {
        says: "through {subject}, {0} may get {count:node} of the pool {pool}, which may be kept for others",
        means: "nobody says whether the project sees the flavor, or who may use the private flavors of the pool",
        why: "what was not said is neither a yes nor a no",
        source: "drivers-and-traits 2.8 U-B",
        cure: "give the access lists of the private flavors",
    }

    /// No pool is reserved for anybody.
    pub NOTHING_KEPT_APART = "nothing-kept-apart" {
        says: "nothing is kept apart: no private flavor requires {marks:plain} that a node of its class has",
        means: "a pool is given to a project by a private flavor that requires its trait, and there is none",
        why: "what is not kept for anybody cannot be taken from them",
        source: "drivers-and-traits 2.8 U-B",
        cure: "nothing to do if that is meant; else give all flavors, including those that are not public",
    }

    /// No flavors were given.
    pub REACH_WITHOUT_FLAVORS = "reach-without-flavors" {
        says: "no flavor was given, so nobody knows what the project sees",
        means: "a project gets nodes through the flavors that it sees, and the list of them is empty",
        why: "what was not said is neither a yes nor a no",
        source: "drivers-and-traits 2.8 U-B",
        cure: "give all flavors, as `openstack flavor list --all --long -f json` prints them",
    }

    /// It is unknown which pool some flavors mark.
    pub REACH_POOL_IN_DOUBT = "reach-pool-in-doubt" {
        says: "which pools are kept apart is not known: what these flavors require is dropped, unknown, or only on nodes that they do not ask for: {names}",
        means: "a private flavor has a trait that the scheduler drops, that nobody knows, or that no node of its class has, so the pool that it was to mark is no pool",
        why: "what was meant to be kept for others would be given away in silence",
        source: "drivers-and-traits 2.2 F2, 2.8 U-B",
        cure: "correct what the warnings name",
    }

    /// No flavor requires traits of the project's nodes, which may mark pools.
    pub REACH_TRAITS_NOT_REQUIRED = "reach-traits-not-required" {
        says: "no flavor given is private, and none requires these traits, which nodes have that the project gets: {names}",
        means: "the traits may say what the nodes are like, or mark pools of private flavors that are not in the list",
        why: "a pool is kept apart by a flavor that requires its trait, and `openstack flavor list` leaves out those of others",
        source: "drivers-and-traits 2.8 U-B",
        cure: "give all flavors, as `openstack flavor list --all --long -f json` prints them, or name the traits that mark pools in `pools`",
    }

    /// No flavor requires declared pool traits of the project's nodes.
    pub REACH_POOL_OF_NOBODY = "reach-pool-of-nobody" {
        says: "no flavor requires what was declared to mark these pools, so nobody says for whom they are kept: {names}",
        means: "the project gets nodes of the pools through flavors that ask for none",
        why: "a pool is kept for whoever may use a private flavor that requires its trait",
        source: "drivers-and-traits 2.8 U-B",
        cure: "give all flavors, as `openstack flavor list --all --long -f json` prints them, or do not declare the pools",
    }

    /// A private flavor has no access list.
    pub FLAVOR_ACCESS_NOT_GIVEN = "flavor-access-not-given" {
        says: "nobody says which projects may use these private flavors: {names}",
        means: "a list of flavors does not show who may use a private one",
        why: "whether the project gets the pool depends on it",
        source: "drivers-and-traits 2.8 U-B",
        cure: "give `access_project_ids`, as `openstack flavor show NAME -f json` prints it, or what Nova's API has under `/flavors/ID/os-flavor-access`",
    }

    /// An access list belongs to no flavor.
    pub ACCESS_OF_NO_FLAVOR = "access-of-no-flavor" {
        says: "access lists are given for {names}, and no flavor has such an id",
        means: "a list names its flavor by the id, and none of the flavors given has it",
        why: "a list that belongs to nothing lets nobody in, and the flavor that was meant lacks it",
        source: "drivers-and-traits 2.8 U-B",
        cure: "give the flavors with their ids",
    }

    /// No access list has the project.
    pub PROJECT_IN_NO_LIST = "project-in-no-list" {
        says: "no access list has the project {0}",
        means: "there are lists of who may use private flavors, and the project is in none of them",
        why: "lists have ids, and a name would be found in none",
        source: "drivers-and-traits 2.8 U-B",
        cure: "give the project's id, if this is its name",
    }
}

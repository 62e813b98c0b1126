//! The question of what a flavor asks for.

use crate::policy::traits::model::{Flavor, Image};
use crate::wire::{Ordered, answer, given};

given! {
    /// A flavor, and the image that is booted with it.
    pub struct ReadFlavorGiven<'a> {
        /// The flavor.
        flavor: Flavor<'a>,
        /// The image.
        image: Option<Image<'a>>,
        /// Whether the root disk is a volume.
        boot_from_volume ["bootFromVolume"]: bool,
    }
}

answer! {
    /// What is asked of Placement.
    pub struct FlavorRead {
        /// The groups by suffix, the one without under the empty text.
        groups: Ordered<String, GroupRead>,
        /// The policy for groups with suffixes.
        group_policy ["groupPolicy"]: Option<String>,
        /// The parameters of the query, sorted, without its limit and the conditions on roots.
        placement_query ["placementQuery"]: Vec<(String, String)>,
    }
}

answer! {
    /// A group.
    pub struct GroupRead {
        /// Amounts by class.
        resources: Ordered<String, i128>,
        /// Traits it has to have, sorted.
        required: Vec<String>,
        /// Traits it may not have, sorted.
        forbidden: Vec<String>,
    }
}

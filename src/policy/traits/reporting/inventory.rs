//! The inventory of a node: one unit of its class, reserved or not.

use crate::policy::traits::documents::Node;
use crate::policy::traits::names::normalized;
use crate::wire::words;

words! {
    /// What holds back the unit of a node.
    pub(crate) enum Hold {
        /// The node is in maintenance.
        Maintenance = "maintenance",
        /// The power state is `error` or absent, or Ironic does not have it.
        PowerState = "power-state",
        /// The provision state is neither `available` nor unset.
        ProvisionState = "provision-state",
        /// An instance is attached.
        Instance = "instance",
    }
}

/// The power states that Ironic has, besides null for an unknown one.
const POWER_STATES: [&str; 6] = ["power on", "power off", "rebooting", "soft power off", "soft rebooting", ERROR];

/// The power state of a node that cannot be switched.
const ERROR: &str = "error";

/// Whether the word is one of Ironic's power states.
pub(crate) fn is_power_state(word: &str) -> bool {
    POWER_STATES.contains(&word)
}

/// Returns the class with which a node is reported. `None`: the node has no class and cannot be reported. An empty text
/// is a class, which Placement then refuses.
pub(crate) fn class_of(node: &Node<'_>) -> Option<String> {
    node.resource_class.map(normalized)
}

/// Returns what holds back the unit of a node; nothing if it is free.
pub(crate) fn holds(node: &Node<'_>, instances_hold: bool) -> Vec<Hold> {
    let held = [
        (Hold::Maintenance, node.maintenance),
        (Hold::PowerState, node.power_state.is_none_or(|state| state == ERROR || !is_power_state(state))),
        (Hold::ProvisionState, !matches!(node.provision_state, None | Some("available"))),
        (Hold::Instance, instances_hold && node.instance_uuid.is_some()),
    ];
    held.into_iter().filter(|(_, held)| *held).map(|(hold, _)| hold).collect()
}

//! What a node offers: one unit of its class, given out or not.

use super::model::Node;
use super::names::normalized;
use super::question::matching::Hold;

/// The class that a node is reported with; nothing where it has none.
pub fn class_of(node: &Node<'_>) -> Option<String> {
    node.resource_class.filter(|class| !class.is_empty()).map(normalized)
}

/// What holds back the unit of a node; nothing where it is free.
pub fn holds(node: &Node<'_>, instances_hold: bool) -> Vec<Hold> {
    let held = [
        (Hold::Maintenance, node.maintenance),
        (Hold::PowerState, matches!(node.power_state, None | Some("error"))),
        (Hold::ProvisionState, !matches!(node.provision_state, None | Some("available"))),
        (Hold::Instance, instances_hold && node.instance_uuid.is_some()),
    ];
    held.into_iter().filter(|(_, held)| *held).map(|(hold, _)| hold).collect()
}

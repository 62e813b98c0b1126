//! Things that are given in place of a node. They have names and states too, and would be taken for unusable nodes.

use super::has;
use crate::wire::Value;

/// The command that prints nodes.
pub(crate) const NODES: &str = "a node, as `openstack baremetal node list --long -f json` prints it";

/// Members that identify something, whichever client prints them, and what it is.
type Signs = (&'static [&'static str], &'static str);

/// Ports.
const PORTS: [Signs; 2] = [
    (&["mac_address", "MAC Address"], "a port of the network service"),
    (&["address", "Address"], "a port of Ironic, of which the node is not told"),
];

/// Other things that are not nodes.
const OTHERS: [Signs; 3] = [
    (&["vcpus", "VCPUs", "ram", "RAM"], "a flavor"),
    (&["disk_format", "Disk Format"], "an image"),
    (&["candidate_nodes", "Candidate Nodes"], "an allocation"),
];

/// The command that prints images.
pub(super) const IMAGES: &str = "an image, as `openstack image show -f json` prints it";

/// Things other than images which also have properties or a status.
const NO_IMAGES: [Signs; 5] = [
    (&["volume_image_metadata", "attachments", "Attached to"], "a volume"),
    (&["hostId", "host_id", "OS-EXT-STS:vm_state", "Networks"], "a server"),
    (&["Binary", "binary"], "a service of Nova"),
    (&["hosts"], "an aggregate of hosts"),
    (&["qos_specs_id", "access_project_ids"], "a volume type"),
];

/// Returns what something that is not an image is. `None`: it may be an image. An image may have any property.
pub(super) fn other_than_an_image(value: Value<'_>) -> Option<&'static str> {
    let is_image = ["disk_format", "Disk Format", "container_format"].iter().any(|key| has(value, key));
    if is_image { None } else { told_by(&NO_IMAGES, value) }
}

/// Returns what something that is not a node is. `None`: it may be a node.
pub(crate) fn other_than_a_node(value: Value<'_>) -> Option<&'static str> {
    port(value).or_else(|| told_by(&OTHERS, value))
}

/// Returns which kind of port something is. `None`: it is not a port.
pub(crate) fn port(value: Value<'_>) -> Option<&'static str> {
    told_by(&PORTS, value)
}

fn told_by(signs: &[Signs], value: Value<'_>) -> Option<&'static str> {
    signs.iter().find(|(keys, _)| keys.iter().any(|key| has(value, key))).map(|(_, name)| *name)
}

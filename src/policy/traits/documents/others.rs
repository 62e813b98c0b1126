//! Things that are given in place of a node. They have names and states too, and would be taken for unusable nodes.

use super::has;
use crate::wire::Value;

/// The command that prints nodes.
pub(crate) const NODES: &str = "a node, as `openstack baremetal node list --long -f json` prints it";

/// Members that identify things other than nodes, whichever client prints them, and what they are.
const OTHERS: [(&[&str], &str); 4] = [
    (&["mac_address", "MAC Address"], "a port of the network service"),
    (&["address", "Address"], "a port of Ironic, of which the node is not told"),
    (&["vcpus", "VCPUs", "ram", "RAM"], "a flavor"),
    (&["disk_format", "Disk Format"], "an image"),
];

/// How many of the first entries are ports.
const PORTS: usize = 2;

/// The command that prints images.
pub(super) const IMAGES: &str = "an image, as `openstack image show -f json` prints it";

/// Members that identify things other than images which also have properties or a status, and what they are.
const NO_IMAGES: [(&[&str], &str); 4] = [
    (&["volume_image_metadata", "attachments", "Attached to"], "a volume"),
    (&["hostId", "host_id", "OS-EXT-STS:vm_state", "Networks"], "a server"),
    (&["Binary", "binary"], "a service of Nova"),
    (&["hosts"], "an aggregate of hosts"),
];

/// Returns what something that is not an image is. `None`: it may be an image. An image may have any property.
pub(super) fn other_than_an_image(value: Value<'_>) -> Option<&'static str> {
    let has_any = |keys: &[&str]| keys.iter().any(|key| has(value, key));
    let others = NO_IMAGES.iter().filter(|_| !has_any(&["disk_format", "Disk Format", "container_format"]));
    others.filter(|(keys, _)| has_any(keys)).map(|(_, name)| *name).next()
}

/// Returns what something that is not a node is. `None`: it may be a node.
pub(crate) fn other_than_a_node(value: Value<'_>) -> Option<&'static str> {
    OTHERS.iter().find(|(keys, _)| keys.iter().any(|key| has(value, key))).map(|(_, name)| *name)
}

/// Returns which kind of port something is. `None`: it is not a port.
pub(crate) fn port(value: Value<'_>) -> Option<&'static str> {
    let ports = OTHERS.iter().take(PORTS);
    ports.filter(|(keys, _)| keys.iter().any(|key| has(value, key))).map(|(_, name)| *name).next()
}

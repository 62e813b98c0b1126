//! What stands where a node is expected and is something else. It has names and states too, and would be taken for a node
//! that nobody can use.

use super::has;
use crate::wire::Value;

/// What prints nodes.
pub(crate) const NODES: &str = "a node, as `openstack baremetal node list --long -f json` prints it";

/// What things other than nodes have, whoever prints them, and what they are.
const OTHERS: [(&[&str], &str); 4] = [
    (&["mac_address", "MAC Address"], "a port of the network service"),
    (&["address", "Address"], "a port of Ironic, of which the node is not told"),
    (&["vcpus", "VCPUs", "ram", "RAM"], "a flavor"),
    (&["disk_format", "Disk Format"], "an image"),
];

/// How many of those are ports.
const PORTS: usize = 2;

/// What prints images.
pub(super) const IMAGES: &str = "an image, as `openstack image show -f json` prints it";

/// What things other than images have, which have properties or a status too, and what they are.
const NO_IMAGES: [(&[&str], &str); 4] = [
    (&["volume_image_metadata", "attachments", "Attached to"], "a volume"),
    (&["hostId", "host_id", "OS-EXT-STS:vm_state", "Networks"], "a server"),
    (&["Binary", "binary"], "a service of Nova"),
    (&["hosts"], "an aggregate of hosts"),
];

/// What something is that is no image; `None`: it may be one. An image may have any property.
pub(super) fn other_than_an_image(value: Value<'_>) -> Option<&'static str> {
    let has_any = |keys: &[&str]| keys.iter().any(|key| has(value, key));
    let others = NO_IMAGES.iter().filter(|_| !has_any(&["disk_format", "Disk Format", "container_format"]));
    others.filter(|(keys, _)| has_any(keys)).map(|(_, name)| *name).next()
}

/// What something is that is no node; `None`: it may be one.
pub(crate) fn other_than_a_node(value: Value<'_>) -> Option<&'static str> {
    OTHERS.iter().find(|(keys, _)| keys.iter().any(|key| has(value, key))).map(|(_, name)| *name)
}

/// Whose port something is; `None`: it is none.
pub(crate) fn port(value: Value<'_>) -> Option<&'static str> {
    let ports = OTHERS.iter().take(PORTS);
    ports.filter(|(keys, _)| keys.iter().any(|key| has(value, key))).map(|(_, name)| *name).next()
}

//! The kinds of providers, in the order in which they are installed.

use crate::wire::words;

words! {
    /// The kind of a provider. The variants are in install order.
    pub enum Kind {
        /// Cluster API itself.
        Core = "CoreProvider",
        /// Provides bootstrap data that turns machines into nodes.
        Bootstrap = "BootstrapProvider",
        /// Manages the control planes of clusters.
        ControlPlane = "ControlPlaneProvider",
        /// Creates machines and the infrastructure around them.
        Infrastructure = "InfrastructureProvider",
        /// Allocates IP addresses.
        Ipam = "IPAMProvider",
        /// Hooks into the lifecycle of clusters.
        RuntimeExtension = "RuntimeExtensionProvider",
        /// Installs add-ons in workload clusters.
        Addon = "AddonProvider",
    }
}

/// The label prefix of each kind. A core provider's label is just its name.
const PREFIXES: [(&str, Kind); 6] = [
    ("bootstrap-", Kind::Bootstrap),
    ("control-plane-", Kind::ControlPlane),
    ("infrastructure-", Kind::Infrastructure),
    ("ipam-", Kind::Ipam),
    ("runtime-extension-", Kind::RuntimeExtension),
    ("addon-", Kind::Addon),
];

impl Kind {
    /// Returns the label of the provider of this kind called `name`.
    pub fn label(self, name: &str) -> String {
        let prefix = PREFIXES.iter().find(|(_, kind)| *kind == self).map_or("", |(prefix, _)| prefix);
        format!("{prefix}{name}")
    }

    /// Whether the API of the design has the kind. That of today's operator has all.
    pub fn is_in_design(self) -> bool {
        self <= Self::Infrastructure
    }

    /// Returns the kind and name that `label` encodes.
    pub fn of_label(label: &str) -> (Self, &str) {
        let named = PREFIXES.iter().find_map(|(prefix, kind)| Some((*kind, label.strip_prefix(prefix)?)));
        named.unwrap_or((Self::Core, label))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn label_as_shown() {
        assert_eq!(Kind::ControlPlane.label("kubeadm"), "control-plane-kubeadm");
        assert_eq!(Kind::Core.label("cluster-api"), "cluster-api");
    }

    #[test]
    fn of_label_as_shown() {
        assert_eq!(Kind::of_label("ipam-in-cluster"), (Kind::Ipam, "in-cluster"));
        assert_eq!(Kind::of_label("cluster-api"), (Kind::Core, "cluster-api"));
    }
}

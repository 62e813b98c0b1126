//! The kinds of providers, in the order in which they are installed.

use crate::wire::words;

words! {
    /// What a provider provides. The order is that of installing.
    pub enum Kind {
        /// Cluster API itself.
        Core = "CoreProvider",
        /// Turns machines into nodes.
        Bootstrap = "BootstrapProvider",
        /// Runs control planes.
        ControlPlane = "ControlPlaneProvider",
        /// Makes machines.
        Infrastructure = "InfrastructureProvider",
        /// Hands out addresses.
        Ipam = "IPAMProvider",
        /// Hooks into the life of clusters.
        RuntimeExtension = "RuntimeExtensionProvider",
        /// Installs what runs in clusters.
        Addon = "AddonProvider",
    }
}

/// How labels begin, kind by kind; a core is labelled by its name alone.
const PREFIXES: [(&str, Kind); 6] = [
    ("bootstrap-", Kind::Bootstrap),
    ("control-plane-", Kind::ControlPlane),
    ("infrastructure-", Kind::Infrastructure),
    ("ipam-", Kind::Ipam),
    ("runtime-extension-", Kind::RuntimeExtension),
    ("addon-", Kind::Addon),
];

impl Kind {
    /// The label of a provider of this kind and that name.
    pub fn label(self, name: &str) -> String {
        let prefix = PREFIXES.iter().find(|(_, kind)| *kind == self).map_or("", |(prefix, _)| prefix);
        format!("{prefix}{name}")
    }

    /// The kind and name that a label says.
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

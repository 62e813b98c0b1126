//! The built-in providers of clusterctl and the operator.

use crate::policy::providers::kinds::Kind;

/// A built-in provider, which can be installed by its name alone.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    kind: Kind,
    name: &'static str,
    owner: &'static str,
    repo: &'static str,
    /// The file of its components, unless the name follows from the type.
    file: Option<&'static str>,
    /// The list that contains the provider.
    list: List,
}

/// A list of built-in providers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum List {
    /// The list of clusterctl and that of the operator.
    All,
    /// Only the list of the newest clusterctl.
    Clusterctl,
    /// Only the list of the library that today's operator is built with.
    Operator,
}

impl BuiltIn {
    /// Returns the URL of the release page.
    pub fn page(&self) -> String {
        format!("https://github.com/{}/{}/releases", self.owner, self.repo)
    }

    /// Returns the URL of the components in the latest release.
    pub fn components(&self) -> String {
        match self.file {
            Some(file) => format!("{}/latest/{file}", self.page()),
            None => format!("{}/latest/{}-components.yaml", self.page(), type_word(self.kind)),
        }
    }
}

/// Returns the word for a kind in the names of files and objects.
pub fn type_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Core => "core",
        Kind::Bootstrap => "bootstrap",
        Kind::ControlPlane => "control-plane",
        Kind::Infrastructure => "infrastructure",
        Kind::Ipam => "ipam",
        Kind::RuntimeExtension => "runtimeextension",
        Kind::Addon => "addon",
    }
}

/// Returns the provider of this kind and name, if `list` or both lists contain it.
pub fn built_in(kind: Kind, name: &str, list: List) -> Option<&'static BuiltIn> {
    let listed = |known: &&BuiltIn| known.list == List::All || known.list == list;
    BUILT_IN.iter().find(|known| known.kind == kind && known.name == name).filter(listed)
}

const fn builtin(kind: Kind, name: &'static str, owner: &'static str, repo: &'static str) -> BuiltIn {
    BuiltIn { kind, name, owner, repo, file: None, list: List::All }
}

const fn newer(kind: Kind, name: &'static str, owner: &'static str, repo: &'static str) -> BuiltIn {
    BuiltIn { list: List::Clusterctl, ..builtin(kind, name, owner, repo) }
}

const fn removed(kind: Kind, name: &'static str, owner: &'static str, repo: &'static str) -> BuiltIn {
    BuiltIn { list: List::Operator, ..builtin(kind, name, owner, repo) }
}

static BUILT_IN: &[BuiltIn] = &[
    builtin(Kind::Core, "cluster-api", "kubernetes-sigs", "cluster-api"),
    builtin(Kind::Bootstrap, "canonical-kubernetes", "canonical", "cluster-api-k8s"),
    builtin(Kind::Bootstrap, "k0sproject-k0smotron", "k0sproject", "k0smotron"),
    newer(Kind::Bootstrap, "kairos-io", "kairos-io", "cluster-api-provider-kairos"),
    builtin(Kind::Bootstrap, "kubeadm", "kubernetes-sigs", "cluster-api"),
    builtin(Kind::Bootstrap, "kubekey-k3s", "kubesphere", "kubekey"),
    builtin(Kind::Bootstrap, "microk8s", "canonical", "cluster-api-bootstrap-provider-microk8s"),
    builtin(Kind::Bootstrap, "rke2", "rancher", "cluster-api-provider-rke2"),
    builtin(Kind::Bootstrap, "talos", "siderolabs", "cluster-api-bootstrap-provider-talos"),
    builtin(Kind::ControlPlane, "canonical-kubernetes", "canonical", "cluster-api-k8s"),
    builtin(Kind::ControlPlane, "hosted-control-plane", "teutonet", "cluster-api-provider-hosted-control-plane"),
    builtin(Kind::ControlPlane, "k0sproject-k0smotron", "k0sproject", "k0smotron"),
    newer(Kind::ControlPlane, "kairos-io", "kairos-io", "cluster-api-provider-kairos"),
    builtin(Kind::ControlPlane, "kamaji", "clastix", "cluster-api-control-plane-provider-kamaji"),
    builtin(Kind::ControlPlane, "kubeadm", "kubernetes-sigs", "cluster-api"),
    builtin(Kind::ControlPlane, "kubekey-k3s", "kubesphere", "kubekey"),
    builtin(Kind::ControlPlane, "microk8s", "canonical", "cluster-api-control-plane-provider-microk8s"),
    builtin(Kind::ControlPlane, "nested", "kubernetes-sigs", "cluster-api-provider-nested"),
    builtin(Kind::ControlPlane, "rke2", "rancher", "cluster-api-provider-rke2"),
    builtin(Kind::ControlPlane, "talos", "siderolabs", "cluster-api-control-plane-provider-talos"),
    builtin(Kind::Infrastructure, "aws", "kubernetes-sigs", "cluster-api-provider-aws"),
    builtin(Kind::Infrastructure, "azure", "kubernetes-sigs", "cluster-api-provider-azure"),
    builtin(Kind::Infrastructure, "byoh", "vmware-tanzu", "cluster-api-provider-bringyourownhost"),
    newer(Kind::Infrastructure, "cloudscale-ch-cloudscale", "cloudscale-ch", "cluster-api-provider-cloudscale"),
    builtin(Kind::Infrastructure, "cloudstack", "kubernetes-sigs", "cluster-api-provider-cloudstack"),
    builtin(Kind::Infrastructure, "coxedge", "coxedge", "cluster-api-provider-coxedge"),
    builtin(Kind::Infrastructure, "digitalocean", "kubernetes-sigs", "cluster-api-provider-digitalocean"),
    BuiltIn {
        file: Some("infrastructure-components-development.yaml"),
        ..builtin(Kind::Infrastructure, "docker", "kubernetes-sigs", "cluster-api")
    },
    builtin(Kind::Infrastructure, "gcp", "kubernetes-sigs", "cluster-api-provider-gcp"),
    builtin(Kind::Infrastructure, "harvester-harvester", "rancher-sandbox", "cluster-api-provider-harvester"),
    builtin(Kind::Infrastructure, "hetzner", "syself", "cluster-api-provider-hetzner"),
    removed(Kind::Infrastructure, "hivelocity-hivelocity", "hivelocity", "cluster-api-provider-hivelocity"),
    builtin(Kind::Infrastructure, "huawei", "HuaweiCloudDeveloper", "cluster-api-provider-huawei"),
    builtin(Kind::Infrastructure, "ibmcloud", "kubernetes-sigs", "cluster-api-provider-ibmcloud"),
    builtin(Kind::Infrastructure, "ionoscloud-ionoscloud", "ionos-cloud", "cluster-api-provider-ionoscloud"),
    builtin(Kind::Infrastructure, "k0sproject-k0smotron", "k0sproject", "k0smotron"),
    newer(Kind::Infrastructure, "kairos-io-fleet", "kairos-io", "cluster-api-provider-kairos-fleet"),
    builtin(Kind::Infrastructure, "kubekey", "kubesphere", "kubekey"),
    newer(Kind::Infrastructure, "kubeswift-io", "kubeswift-io", "cluster-api-provider-kubeswift"),
    builtin(Kind::Infrastructure, "kubevirt", "kubernetes-sigs", "cluster-api-provider-kubevirt"),
    builtin(Kind::Infrastructure, "linode-linode", "linode", "cluster-api-provider-linode"),
    builtin(Kind::Infrastructure, "maas", "spectrocloud", "cluster-api-provider-maas"),
    builtin(Kind::Infrastructure, "metal-stack", "metal-stack", "cluster-api-provider-metal-stack"),
    builtin(Kind::Infrastructure, "metal3", "metal3-io", "cluster-api-provider-metal3"),
    builtin(Kind::Infrastructure, "nested", "kubernetes-sigs", "cluster-api-provider-nested"),
    builtin(Kind::Infrastructure, "nutanix", "nutanix-cloud-native", "cluster-api-provider-nutanix"),
    builtin(Kind::Infrastructure, "oci", "oracle", "cluster-api-provider-oci"),
    builtin(Kind::Infrastructure, "opennebula", "OpenNebula", "cluster-api-provider-opennebula"),
    builtin(Kind::Infrastructure, "openstack", "kubernetes-sigs", "cluster-api-provider-openstack"),
    builtin(Kind::Infrastructure, "outscale", "outscale", "cluster-api-provider-outscale"),
    newer(Kind::Infrastructure, "oxide", "oxidecomputer", "cluster-api-provider-oxide"),
    builtin(Kind::Infrastructure, "proxmox", "ionos-cloud", "cluster-api-provider-proxmox"),
    builtin(Kind::Infrastructure, "scaleway", "scaleway", "cluster-api-provider-scaleway"),
    builtin(Kind::Infrastructure, "sidero", "siderolabs", "sidero"),
    builtin(Kind::Infrastructure, "tinkerbell-tinkerbell", "tinkerbell", "cluster-api-provider-tinkerbell"),
    builtin(Kind::Infrastructure, "vcd", "vmware", "cluster-api-provider-cloud-director"),
    builtin(Kind::Infrastructure, "vcluster", "loft-sh", "cluster-api-provider-vcluster"),
    builtin(Kind::Infrastructure, "virtink", "smartxworks", "cluster-api-provider-virtink"),
    builtin(Kind::Infrastructure, "vsphere", "kubernetes-sigs", "cluster-api-provider-vsphere"),
    builtin(Kind::Infrastructure, "vultr-vultr", "vultr", "cluster-api-provider-vultr"),
    builtin(Kind::Ipam, "in-cluster", "kubernetes-sigs", "cluster-api-ipam-provider-in-cluster"),
    builtin(Kind::Ipam, "metal3", "metal3-io", "ip-address-manager"),
    builtin(Kind::Ipam, "nutanix", "nutanix-cloud-native", "cluster-api-ipam-provider-nutanix"),
    BuiltIn {
        file: Some("runtime-extensions-components.yaml"),
        ..builtin(Kind::RuntimeExtension, "nutanix", "nutanix-cloud-native", "cluster-api-runtime-extensions-nutanix")
    },
    builtin(Kind::Addon, "eitco-cdk8s", "eitco", "cluster-api-addon-provider-cdk8s"),
    builtin(Kind::Addon, "helm", "kubernetes-sigs", "cluster-api-addon-provider-helm"),
    builtin(Kind::Addon, "rancher-fleet", "rancher", "cluster-api-addon-provider-fleet"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_have_as_many_as_their_owners_say() {
        let of = |list| BUILT_IN.iter().filter(|known| known.list == List::All || known.list == list).count();
        assert_eq!((of(List::Clusterctl), of(List::Operator)), (66, 61));
    }

    #[test]
    fn a_name_is_known_for_its_kind_alone() {
        let found = built_in(Kind::Infrastructure, "docker", List::Clusterctl).map(BuiltIn::components);
        let file = "infrastructure-components-development.yaml";
        assert_eq!(found, Some(format!("https://github.com/kubernetes-sigs/cluster-api/releases/latest/{file}")));
        assert!(built_in(Kind::Bootstrap, "aws", List::Clusterctl).is_none());
        assert!(built_in(Kind::Infrastructure, "oxide", List::Operator).is_none());
    }
}

//! The templates that are compared, as the service shows them.

use super::printed::{Shown, expect_whole};
use super::registry::ClusterType;
use crate::wire::{Fault, Reader, given};

given! {
    /// A template as the service shows it, and the driver that its image names.
    foreign pub(crate) struct StoredTemplate<'a> {
        /// The name of the template.
        name ["name" or "Name"]: Option<&'a str>,
        /// The uuid of the template, which identifies it in the answer if it has no name.
        uuid ["uuid" or "UUID"]: Option<&'a str>,
        /// The server type, `vm` or `bm`; `vm` unless given.
        server_type: Option<&'a str>,
        /// The orchestrator; `kubernetes` unless given.
        coe: Option<&'a str>,
        /// The operating system.
        cluster_distro: Option<&'a str>,
        /// The stored driver; null if the template stores none.
        driver: Option<&'a str>,
        /// The image's `magnum_driver`, which counts if the template is created again; absent if the image has none.
        magnum_driver: Option<&'a str>,
        /// The members that tell which client printed the template.
        #[flatten]
        shown: Shown<'a>,
    } then whole
}

/// Checks that the template does not come from a list, which leaves out members that are read here. `compare` checks
/// for `driver`, because a server that is older than the field shows whole templates without it.
fn whole<'a>(_: &mut StoredTemplate<'a>, from: &Reader<'a, '_>) -> Result<(), Fault> {
    expect_whole(from, &["cluster_distro"], &["server_type", "coe"])
}

impl<'a> StoredTemplate<'a> {
    /// The driver that the template stores, if any.
    pub(crate) fn stored(&self) -> Option<&'a str> {
        self.shown.text(self.driver).filter(|driver| !driver.is_empty())
    }

    /// Whether both templates agree in everything that is compared and reported.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        let said = |template: &Self| (template.name, template.wanted(), template.stored(), template.magnum_driver);
        said(self) == said(other)
    }

    /// The cluster type of the template.
    pub(crate) fn wanted(&self) -> ClusterType<'a> {
        let text = |text| self.shown.text(text);
        ClusterType::of_template(text(self.server_type), text(self.cluster_distro), text(self.coe))
    }
}

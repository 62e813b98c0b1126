//! Templates that are compared, as the service shows them.

use super::attributes::{ORCHESTRATOR, VIRTUAL};
use super::printed::{Shown, expect_whole};
use super::registry::ClusterType;
use crate::wire::{Fault, Reader, given};

given! {
    /// A template as the service shows it, and its image.
    foreign pub(crate) struct StoredTemplate<'a> {
        /// Its name.
        name ["name" or "Name"]: Option<&'a str>,
        /// What names it where it has no name.
        uuid ["uuid" or "UUID"]: Option<&'a str>,
        /// The server type; `vm` unless given.
        server_type: Option<&'a str>,
        /// The orchestrator.
        coe: Option<&'a str>,
        /// The operating system.
        cluster_distro: Option<&'a str>,
        /// The driver that it stores.
        driver: Option<&'a str>,
        /// The `magnum_driver` of its image, if that has one; it counts where the template is created again.
        magnum_driver: Option<&'a str>,
        /// Who showed it.
        #[flatten]
        shown: Shown<'a>,
    } then whole
}

/// Sees that a template is not that of a list, which does not show what counts. Whether it says that it stores a driver is
/// seen where it is known whether it could: a server from before that shows whole templates without.
fn whole<'a>(_: &mut StoredTemplate<'a>, from: &Reader<'a, '_>) -> Result<(), Fault> {
    expect_whole(from, &["cluster_distro"], &["server_type", "coe"])
}

impl<'a> StoredTemplate<'a> {
    /// The driver that it stores, if it does.
    pub(crate) fn stored(&self) -> Option<&'a str> {
        self.shown.text(self.driver).filter(|driver| !driver.is_empty())
    }

    /// Whether another one says the same of what is compared and told.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        let said = |template: &Self| (template.name, template.wanted(), template.stored(), template.magnum_driver);
        said(self) == said(other)
    }

    /// The type of its clusters.
    pub(crate) fn wanted(&self) -> ClusterType<'a> {
        ClusterType {
            server_type: self.shown.text(self.server_type).or(Some(VIRTUAL)),
            os: self.shown.text(self.cluster_distro),
            coe: self.shown.text(self.coe).or(Some(ORCHESTRATOR)),
        }
    }
}

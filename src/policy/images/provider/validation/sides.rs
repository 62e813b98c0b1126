//! The two sides of a mapping, which are validated against each other.

use crate::policy::images::documents::{Definition, MachineImage};
use crate::policy::images::provider::written::{Provider, ProviderConfig};

/// The profile's side and the provider's side of a mapping.
#[derive(Debug)]
pub struct Sides<'s, 'a> {
    /// The provider whose rules apply.
    pub provider: Provider,
    /// The capability definitions of the profile.
    pub definitions: &'s [Definition<'a>],
    /// The profile's images.
    pub images: &'s [MachineImage<'a>],
    /// The provider's configuration.
    pub config: &'s ProviderConfig<'a>,
}

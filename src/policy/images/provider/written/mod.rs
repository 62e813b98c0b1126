//! A provider's configuration as it is written: `providers` and `shape` say in what the six differ, `config` is the one form
//! for them all, and `flat` the design text's own. `placed` are its entries where they stand, and `entries` find them by
//! image and version.

mod config;
mod entries;
pub(super) mod flat;
mod placed;
mod providers;
mod shape;

pub(super) use config::{DomainCount, Entry, Flavor, ProviderConfig, ProviderImage, References, RegionItem};
pub(super) use entries::Entries;
pub(super) use placed::{Of, Placed};
pub(crate) use providers::Provider;
pub(super) use providers::{ACCELERATED, BASIC, GROUP, KIND, NETWORKING, VERSION, named_by};
pub(super) use shape::{Stranger, Strictly};

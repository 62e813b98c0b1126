//! A provider's configuration as it is written. `providers` and `shape` say how the six providers differ, `config` is
//! the one form for all of them, and `flat` the form of the design text. `placed` lists the entries with their places,
//! and `entries` finds them by image and version.

mod config;
mod entries;
pub(super) mod flat;
mod placed;
mod providers;
mod shape;

pub(super) use config::{Entry, Flavor, ProviderConfig, ProviderImage, References, RegionItem};
pub(super) use entries::Entries;
pub(super) use placed::{Of, Placed};
pub(crate) use providers::Provider;
pub(super) use providers::{ACCELERATED, BASIC, GROUP, KIND, NETWORKING, VERSION, named_by};
pub(super) use shape::{Stranger, Strictly};

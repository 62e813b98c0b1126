//! What Nova reports of a node to Placement: its class, whether it is free, and its traits.

mod answer;
mod capabilities;
mod given;
mod inventory;
mod sync;
mod why;

pub(crate) use answer::SyncError;
pub(crate) use capabilities::{Capabilities, CapabilityTraits, MANAGED_PCI_DEVICE, OWNER_NOVA, STATUS_DISABLED};
pub(crate) use inventory::{Hold, class_of, holds, is_power_state};
pub(crate) use sync::Sync;

//! The policies of this build.

use crate::policy::{Policy, drivers, images, providers, traits};

/// One row a policy.
pub static POLICIES: &[&Policy] = &[&images::POLICY, &drivers::POLICY, &traits::POLICY, &providers::POLICY];

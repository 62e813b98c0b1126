//! The policies of this build.

use crate::policy::{Policy, clusters, drivers, images, traits};

/// One row a policy.
pub static POLICIES: &[&Policy] = &[&images::POLICY, &drivers::POLICY, &traits::POLICY, &clusters::POLICY];

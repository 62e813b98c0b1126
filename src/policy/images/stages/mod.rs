//! What the API server makes of a profile before storing it, document in and document out (sections 3 and 10).

mod canonical;
mod changes;
mod defaults;
mod merge;
mod older_fields;
mod prepare;
mod transform;
mod walk;

pub(super) use canonical::{canonicalize, synchronize};
pub(super) use changes::Changes;
pub(super) use defaults::{default_cloud_profile, default_namespaced, defaulted, without_status};
pub(super) use merge::merge;
pub(super) use prepare::{prepare_cloud_profile, prepare_namespaced};
pub(super) use transform::transform;
pub(super) use walk::show_lists;

//! What becomes of a profile on its way into the API server, document in and document out (sections 3 and 10).

mod canonical;
mod changes;
mod defaults;
mod merge;
mod older_fields;
mod prepare;
mod transform;
mod walk;

pub use canonical::synchronize;
pub use changes::Changes;
pub use defaults::{default_cloud_profile, default_namespaced, defaulted};
pub use merge::merge;
pub use prepare::{prepare_cloud_profile, prepare_namespaced};
pub use transform::transform;
pub use walk::show_lists;

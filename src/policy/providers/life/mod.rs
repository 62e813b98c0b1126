//! The life of a provider that is installed: changes of its object, pausing, deletion.
//!
//! [`SpecChange`] says what a change does; [`Pause`] and [`Resume`] what becomes of the Deployment, [`Unpause`] whether the
//! fleet lets a provider go on. [`Delete`] guards what [`Uses`] finds in use; [`DeleteComponents`] says what goes.

mod delete;
mod delete_components;
mod guard;
mod pausing;
mod spec_change;
mod unpause;
mod uses;

pub use delete::Delete;
pub use delete_components::DeleteComponents;
pub use guard::{Doubt, GROUPS, Guarded, Refused, Users, guard, loaded_providers};
pub use pausing::{Pause, Resume};
pub use spec_change::{Action, SpecChange, effect};
pub use unpause::{Speaking, Unpause, laggards};
pub use uses::{CLUSTER_API, Uses};

//! The lifecycle of an installed provider: changes of its object, pausing and deletion.
//!
//! [`SpecChange`] says what a change does. [`Pause`] and [`Resume`] compute the new state of the Deployment;
//! [`Unpause`] says whether the contracts of the fleet let a provider resume. [`Delete`] protects providers that
//! [`Uses`] finds in use by the `references` of a cluster or, before it has any, those of its `class`.
//! [`DeleteComponents`] lists the objects that are deleted.

mod class;
mod delete;
mod delete_components;
mod guard;
mod pausing;
mod references;
mod spec_change;
mod unpause;
mod uses;

pub use delete::Delete;
pub use delete_components::DeleteComponents;
pub use guard::{Doubt, Guarded, Providers, Refused, guard, loaded_users};
pub use pausing::{Pause, Resume};
pub use spec_change::{Action, SpecChange, effect};
pub use unpause::{Speaking, Unpause, laggards};
pub use uses::{CLUSTER_API, Uses, refuse_lists};

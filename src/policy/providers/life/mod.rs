//! The lifecycle of an installed provider: changes of its object, pausing and deletion.
//!
//! [`SpecChange`] says what a change does. [`Pause`] and [`Resume`] compute the new state of the Deployment;
//! [`Unpause`] says whether the contracts of the fleet let a provider resume. [`Delete`] protects providers that
//! [`Uses`] finds in use by the `references` of a cluster and those of its `class`.
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
pub use guard::{Doubt, Guarded, Providers, Refused, Users, guard};
pub use pausing::{Pause, Resume};
pub use references::CLUSTER_API;
pub use spec_change::{Action, SpecChange, effect};
pub use unpause::{Speaking, Unpause, laggards};
pub use uses::{Uses, refuse_lists};

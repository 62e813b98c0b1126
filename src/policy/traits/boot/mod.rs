//! What happens once an instance is booted: what is written to its node, and what Ironic does with it.

mod allocate;
mod deploy;
mod lifecycle;
mod patch;
mod python_json;
mod rebuild;

pub(crate) use allocate::Allocate;
pub(crate) use deploy::{CheckDeploy, DeployTemplates};
pub(crate) use lifecycle::Lifecycle;
pub(crate) use patch::{BootPatched, breaking_key};
pub(crate) use rebuild::CheckRebuild;

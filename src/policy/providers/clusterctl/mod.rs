//! clusterctl next to the operator: its inventory, its configuration, and the lifecycle of the operator itself.
//!
//! [`Migrate`] turns the inventory into provider objects, [`InitSecret`] turns the configuration into a Secret, and
//! [`Operator`] says what each clusterctl command does to the operator.

mod init_secret;
mod migrate;
mod operator;

pub use init_secret::InitSecret;
pub use migrate::Migrate;
pub use operator::Operator;

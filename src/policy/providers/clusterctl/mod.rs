//! clusterctl beside the operator: its inventory, its configuration, and the operator's own life.
//!
//! [`Migrate`] makes objects of the inventory, [`InitSecret`] a Secret of the configuration; [`Operator`] says what each
//! command does to the operator.

mod init_secret;
mod migrate;
mod operator;

pub use init_secret::InitSecret;
pub use migrate::Migrate;
pub use operator::Operator;

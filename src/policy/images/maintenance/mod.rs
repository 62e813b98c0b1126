//! Newer image versions: which one an update step leads to, and what a maintenance run does (section 9).

mod fate;
mod need;
mod next;
mod passed_over;
mod plan;
mod plan_maintenance;
mod pool;
mod questions;
mod run;
mod target;
mod unsaid;
mod why;

pub(super) use need::Need;
pub use plan_maintenance::PlanMaintenance;
pub use questions::{Maintain, NextVersion};
pub(super) use run::{Pool as MaintainedPool, Round, Run};
pub(super) use unsaid::unsaid;

//! Moving the pools of a Shoot to newer image versions (section 9).

mod next;
mod questions;
mod released;
mod run;

pub use questions::{Maintain, NextVersion};
pub use released::{Released, Unreadable, latest};

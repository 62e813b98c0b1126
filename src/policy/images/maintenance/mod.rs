//! Newer versions: which one a step of an update leads to, and what a maintenance run does (section 9).

mod next;
mod passed_over;
mod questions;
mod run;
mod target;

pub use questions::{Maintain, NextVersion};

//! Placement: how it reads a query, what it refuses, and which providers it finds.

mod given;
mod microversion;
mod parameters;
mod providers;
mod rejection;
mod search;

pub(crate) use microversion::Microversion;
pub(crate) use parameters::Parameters;
pub(crate) use providers::AskPlacement;
pub(crate) use rejection::{Refused, Rejection, why_rejected};
pub(crate) use search::{Found, Market, search};

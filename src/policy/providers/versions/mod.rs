//! Which texts are versions of a provider, in which API.

mod api;

pub use api::Api;

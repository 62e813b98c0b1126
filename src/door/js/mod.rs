//! The engine for JavaScript. The verbs take and give bytes, which cross in one copy; as text they are for requests
//! that are text already.

#[cfg(feature = "images-fit")]
mod catalog;
#[cfg(feature = "js")]
mod engine;

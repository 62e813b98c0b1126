//! The engine for JavaScript. The verbs take and give bytes, which cross in one copy. A list of texts crosses as one text
//! with zeros between: the glue for arrays of strings is a kilobyte, and is slow.

#[cfg(feature = "images-fit")]
mod catalog;
#[cfg(feature = "js")]
mod engine;

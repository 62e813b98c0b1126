//! What a project sees and gets: its flavors, the nodes and pools that they lead to, and where pools are not kept
//! apart.

mod access;
mod answer;
mod given;
mod landing;
mod question;
mod twice;
mod unrequired;
mod why;

pub(crate) use question::Reach;

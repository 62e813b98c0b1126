//! What a project sees and gets: its flavors, the nodes and pools they lead to, and what that keeps no longer apart.

mod access;
mod landing;
mod question;
mod twice;
mod unrequired;
mod why;

pub(crate) use question::Reach;

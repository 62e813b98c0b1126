//! `images/find-image`: the `machine` that the question is about, the artifact that it boots, and the remaining
//! `doubts`.

mod beside_offer;
mod doubts;
mod given;
mod machine;
mod other_regions;
mod question;
mod unmapped;

pub use question::FindImage;

//! `images/find-image`: the `machine` that is asked about, the artifact that it boots, and the `doubts` that are left.

mod beside_offer;
mod doubts;
mod machine;
mod other_regions;
mod question;
mod unmapped;

pub use question::FindImage;

//! Objects judged as an API server would: each as new, changed or deleted, beside the others, and in an order in which all
//! of them can be applied.

pub mod change;
pub mod judging;
pub mod order;
mod shown;

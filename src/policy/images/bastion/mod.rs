//! The machine of a bastion (section 6).

mod boots;
mod machine;

pub(super) use boots::boots_nothing;
pub use machine::BastionMachine;
pub(super) use machine::without_machine;

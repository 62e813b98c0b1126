//! The machine of a bastion (section 6).

mod machine;

pub use machine::BastionMachine;

//! The reasons why a template cannot be filled in.

/// Why a template cannot be filled in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// A substring with a negative length.
    NegativeLength {
        /// The variable it is taken from.
        variable: String,
    },
    /// The result, or the work to produce it, exceeds the limit.
    TooMuch,
}

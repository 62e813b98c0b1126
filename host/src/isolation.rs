/// How much one decision may have to do with another.
///
/// The engine keeps nothing of a request either way. What differs is what an attacker could reach who finds a defect in
/// the engine's memory, and what a decision costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Isolation {
    /// An instance of its own for each decision, which starts with the documents and is thrown away: whatever a request
    /// does to it ends with it. It costs tens of microseconds, most of them for memory that is touched the first time.
    #[default]
    Fresh,
    /// Instances that serve one decision after another, each until so many were made, until one fails, or until its
    /// memory has grown. It costs no more than the decision itself.
    Warm {
        /// After how many decisions an instance is thrown away.
        max_calls: u32,
    },
}

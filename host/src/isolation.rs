/// How strictly one decision is isolated from another.
///
/// Either way the engine keeps nothing of a request. The difference is what an attacker who finds a memory-safety
/// defect in the engine could reach, and what a decision costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Isolation {
    /// A fresh instance for each decision, which starts with the documents and is thrown away afterwards, with
    /// everything a request did to it. Costs tens of microseconds, most of them for touching memory for the first time.
    #[default]
    Fresh,
    /// Instances that serve one decision after another, until they have made a set number of decisions, fail, or their
    /// memory has grown. Costs no more than the decision itself.
    Warm {
        /// The number of decisions after which an instance is thrown away.
        max_calls: u32,
    },
}

use crate::wire::answer;

answer! {
    /// A condition of a provider.
    #[derive(Clone, PartialEq, Eq)]
    pub struct Condition {
        /// The condition's type.
        kind ["type"]: &'static str,
        /// The condition's status.
        status: &'static str,
        /// The condition's reason.
        reason: &'static str,
    }
}

impl Condition {
    /// Creates the condition `PreflightCheckPassed`: `True`, or `False` with the given reason.
    pub fn preflight(failed: Option<&'static str>) -> Self {
        let (status, reason) = failed.map_or(("True", "PreflightChecksPassed"), |reason| ("False", reason));
        Self { kind: "PreflightCheckPassed", status, reason }
    }
}

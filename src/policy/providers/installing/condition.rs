use crate::wire::answer;

answer! {
    /// A condition of a provider.
    #[derive(Clone, PartialEq, Eq)]
    pub struct Condition {
        /// Its type.
        kind ["type"]: &'static str,
        /// Its status.
        status: &'static str,
        /// Its reason.
        reason: &'static str,
    }
}

impl Condition {
    /// The condition of the checks: passed, or not for a reason.
    pub fn preflight(failed: Option<&'static str>) -> Self {
        let (status, reason) = failed.map_or(("True", "PreflightChecksPassed"), |reason| ("False", reason));
        Self { kind: "PreflightCheckPassed", status, reason }
    }
}

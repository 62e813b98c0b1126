//! The report about a Shoot that was judged.

use super::admission::{Admitted, Judged};
use super::context::Refusal;
use super::warnings::Warning;
use crate::policy::images::documents::Worker;
use crate::policy::images::errors::FieldError;
use crate::policy::images::reasons::{SHOOT_ADMITTED, SHOOT_NOT_COMPLETED, SHOOT_REFUSED, SHOOT_UNCHANGED};
use crate::reason::{Fact, Reason, Reasons};

/// The report about a Shoot that was judged.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    /// Whether the Shoot may be stored.
    pub allowed: bool,
    /// Whether the upstream software failed.
    pub crashed: bool,
    /// The fields that are refused.
    pub errors: Vec<FieldError>,
    /// The fields that may be stored but will cause trouble.
    pub warnings: Vec<Warning>,
    /// The completed pools.
    pub workers: Vec<Worker<'a>>,
    /// The reason for the verdict.
    pub why: Reason,
}

impl<'a> Admitted<'a> {
    /// Turns the judgement into the report about the Shoot of that name.
    pub(crate) fn report(self, name: &str) -> Report<'a> {
        let allowed = self.is_allowed();
        let (warnings, warned): (Vec<Warning>, Reasons) =
            self.warnings.into_iter().map(|warned| (warned.warning, warned.why)).unzip();
        let (errors, refused) = split(self.refusals);
        let (code, crash) = match self.judged {
            Judged::NotCompleted => (&SHOOT_NOT_COMPLETED, None),
            Judged::Unchanged if allowed => (&SHOOT_UNCHANGED, None),
            Judged::Crashed(why) => (&SHOOT_REFUSED, Some(why)),
            _ if allowed => (&SHOOT_ADMITTED, None),
            _ => (&SHOOT_REFUSED, None),
        };
        let crashed = crash.is_some();
        let why = Reason::new(code, name)
            .fact(Fact::named("errors", errors.len()))
            .because(crash)
            .because(refused)
            .because(if allowed { self.completed.why } else { Reasons::default() })
            .because(warned);
        Report { allowed, crashed, errors, warnings, workers: self.completed.workers, why }
    }
}

/// Splits refusals into the errors of the API server and the reasons.
pub(crate) fn split(refusals: Vec<Refusal>) -> (Vec<FieldError>, Reasons) {
    refusals.into_iter().map(|refusal| (refusal.error, refusal.why)).unzip()
}

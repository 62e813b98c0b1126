//! Checks whether objects can be applied in some order. Two orders are tried, from the first to the last and from the
//! last to the first, applying each object as soon as it is admitted. Objects are judged beside the others in their
//! final state, but on the way there one may be refused until another is stored, and the other until the first is.

use fitment_host::Session;
use serde_json::{Value, json};

use super::change::Change;
use super::judging::{Judged, Judging};
use crate::cli::exit::{Exit, Failure};
use crate::cli::members::{list, word};
use crate::cli::reading::objects::Object;
use crate::cli::session;
use crate::cli::showing::words::Words;
use crate::cli::writing::patch;

/// Objects that were judged, each beside the others.
#[derive(Default)]
pub struct Steps<'o> {
    steps: Vec<Step<'o>>,
    /// Objects that no rule covers, which the others are judged beside all the same.
    others: Vec<&'o Object>,
    /// Whether an object was not admitted, or it is unknown how it would be stored.
    is_partial: bool,
}

struct Step<'o> {
    object: &'o Object,
    change: Change<'o>,
    /// The object as it is stored: with what was filled in, and without what is dropped.
    stored: Value,
    /// Whether everything in the object is kept as it is written.
    is_kept: bool,
}

/// An object that is admitted in neither order, and the answer once the others are applied as far as possible.
pub struct Stuck<'o> {
    pub object: &'o Object,
    pub why: String,
}

impl<'o> Steps<'o> {
    /// Adds an object that was judged.
    pub fn add(&mut self, judged: &Judged<'o>) {
        if judged.lacks_rule() {
            self.others.push(judged.object);
            return;
        }
        let step = Step::of(judged);
        self.is_partial |= step.is_none();
        self.steps.extend(step);
    }

    /// Returns the objects that cannot be applied one after the other; `stored` opens sessions with what is stored
    /// before. The result is empty if an object is refused anyway, or if all are new and kept as they are written.
    pub fn stuck(
        self,
        judging: &Judging<'_>,
        stored: impl Fn() -> Result<Session, Failure>,
    ) -> Result<Vec<Stuck<'o>>, Failure> {
        let order_may_matter = self.steps.iter().any(|step| step.change.is_update() || !step.is_kept);
        if self.steps.len() < 2 || !order_may_matter || self.is_partial {
            return Ok(Vec::new());
        }
        let opened = || -> Result<Session, Failure> {
            let mut session = stored()?;
            let olds = self.steps.iter().filter_map(|step| step.change.old());
            judging.load(&mut session, olds.chain(self.others.iter().copied()))?;
            Ok(session)
        };
        let forwards: Vec<&Step<'o>> = self.steps.iter().collect();
        let stuck = applied(&forwards, judging, opened()?)?;
        if stuck.is_empty() {
            return Ok(stuck);
        }
        // An admitted object may block others that would have been admitted before it.
        let backwards: Vec<&Step<'o>> = self.steps.iter().rev().collect();
        Ok(if applied(&backwards, judging, opened()?)?.is_empty() { Vec::new() } else { stuck })
    }
}

impl<'o> Step<'o> {
    /// `None` if it was not admitted, or it is unknown how it would be stored.
    fn of(judged: &Judged<'o>) -> Option<Self> {
        let change = judged.change.clone().filter(|_| judged.exit == Exit::Yes && judged.twin.is_none())?;
        let filled = list(&judged.envelope["filled"]);
        let mut stored = judged.object.value().ok()?;
        patch::apply(&mut stored, filled).ok()?;
        let is_kept = filled.iter().all(|operation| operation["op"] == "add");
        Some(Self { object: judged.object, change, stored, is_kept })
    }
}

/// Applies each object as soon as it is admitted, and returns those that never are.
fn applied<'o>(steps: &[&Step<'o>], judging: &Judging<'_>, mut session: Session) -> Result<Vec<Stuck<'o>>, Failure> {
    let mut left = steps.to_vec();
    loop {
        let (before, mut waiting) = (left.len(), Vec::new());
        for step in left {
            let answer = session.review(judging.request(step.object, Some(&step.change), None).as_bytes())?;
            let envelope = session::envelope(&answer);
            if session::exit_of(&envelope) == Exit::Yes {
                let edition = judging.deciding.edition();
                let load = json!({ "documents": [step.stored], "defaulted": true, "edition": edition });
                session.load(load.to_string().as_bytes())?;
            } else {
                waiting.push((step, envelope));
            }
        }
        if waiting.len() == before || waiting.is_empty() {
            let mut stuck =
                |(step, envelope): (&Step<'o>, Value)| Stuck { object: step.object, why: why(&mut session, &envelope) };
            return Ok(waiting.into_iter().map(&mut stuck).collect());
        }
        left = waiting.into_iter().map(|(step, _)| step).collect();
    }
}

impl Stuck<'_> {
    /// The message for the user.
    pub fn says(&self) -> String {
        format!("applied one after the other, it is refused in each order that was tried: {}", self.why)
    }
}

/// Why the object is not admitted, in one line.
fn why(session: &mut Session, envelope: &Value) -> String {
    let message = word(&envelope["review"]["response"]["status"]["message"]);
    if !message.is_empty() {
        return message.to_owned();
    }
    let words = Words::of(session, envelope);
    let problems = 0..list(&envelope["problems"]).len();
    problems.map(|number| words.problem(number)).collect::<Vec<_>>().join("; ")
}

//! Whether there is an order in which objects can be applied: as soon as they are let through, from the first to the last
//! and from the last to the first. Each is judged beside the others as they will be; on the way
//! there one may be refused as long as another is not stored, and the other as long as that one is not.

use fitment_host::Session;
use serde_json::{Value, json};

use super::change::Change;
use super::exit::{Exit, Failure};
use super::judging::{Judged, Judging};
use super::members::{list, word};
use super::objects::Object;
use super::patch;
use super::session;
use super::words::Words;

/// Objects that were judged, each beside the others.
#[derive(Default)]
pub struct Steps<'o> {
    steps: Vec<Step<'o>>,
    /// Those that no rule is about, beside which the others are judged all the same.
    others: Vec<&'o Object>,
    /// Whether one was not let through, or nobody knows how it would be stored.
    is_partial: bool,
}

struct Step<'o> {
    object: &'o Object,
    change: Change<'o>,
    /// The object as it is stored: with what was filled in, and without what is not kept.
    stored: Value,
    /// Whether all of it is kept as it is written.
    is_kept: bool,
}

/// An object that is let through in no order, and what is said to it once the others are where they can get.
pub struct Stuck<'o> {
    pub object: &'o Object,
    pub why: String,
}

impl<'o> Steps<'o> {
    /// Takes an object that was judged.
    pub fn add(&mut self, judged: &Judged<'o>) {
        if judged.lacks_rule() {
            self.others.push(judged.object);
            return;
        }
        let step = Step::of(judged);
        self.is_partial |= step.is_none();
        self.steps.extend(step);
    }

    /// Those that cannot be applied one after the other, in sessions in which is loaded what is stored before. Where one
    /// of them is refused anyway there is nothing to put in order, nor where all are made and kept as they are.
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
            olds.chain(self.others.iter().copied()).try_for_each(|object| judging.load(&mut session, object))?;
            Ok(session)
        };
        let forwards: Vec<&Step<'o>> = self.steps.iter().collect();
        let stuck = applied(&forwards, judging, opened()?)?;
        if stuck.is_empty() {
            return Ok(stuck);
        }
        // What was let through may keep out others that would have been let through before it.
        let backwards: Vec<&Step<'o>> = self.steps.iter().rev().collect();
        Ok(if applied(&backwards, judging, opened()?)?.is_empty() { Vec::new() } else { stuck })
    }
}

impl<'o> Step<'o> {
    /// `None`: it was not let through, or nobody knows how it would be stored.
    fn of(judged: &Judged<'o>) -> Option<Self> {
        let change = judged.change.clone().filter(|_| judged.exit == Exit::Yes && judged.twin.is_none())?;
        let filled = list(&judged.envelope["filled"]);
        let mut stored = judged.object.value().ok()?;
        patch::apply(&mut stored, filled).ok()?;
        let is_kept = filled.iter().all(|operation| operation["op"] == "add");
        Some(Self { object: judged.object, change, stored, is_kept })
    }
}

/// Applies each as soon as it is let through, and returns those that never are.
fn applied<'o>(steps: &[&Step<'o>], judging: &Judging<'_>, mut session: Session) -> Result<Vec<Stuck<'o>>, Failure> {
    let mut left = steps.to_vec();
    loop {
        let (before, mut waiting) = (left.len(), Vec::new());
        for step in left {
            let answer = session.review(judging.request(step.object, Some(&step.change)).as_bytes())?;
            let envelope = session::envelope(&answer);
            if session::exit_of(&envelope) == Exit::Yes {
                session.load(json!({ "documents": [step.stored], "defaulted": true }).to_string().as_bytes())?;
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
    /// What is said of it.
    pub fn says(&self) -> String {
        format!("applied one after the other, it is refused in each order that was tried: {}", self.why)
    }
}

/// Why it is not let through, in a line.
fn why(session: &mut Session, envelope: &Value) -> String {
    let message = word(&envelope["review"]["response"]["status"]["message"]);
    if !message.is_empty() {
        return message.to_owned();
    }
    let words = Words::of(session, envelope);
    let problems = 0..list(&envelope["problems"]).len();
    problems.map(|number| words.problem(number)).collect::<Vec<_>>().join("; ")
}

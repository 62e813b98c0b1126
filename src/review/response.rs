//! The answer to an API server.

use super::call::Call;
use crate::base::base64;
use crate::question::Verdict;
use crate::reason::{Problem, Reasons, sentence};
use crate::wire::{Dropped, Json, Pointer};

/// What the rules say about a call.
#[derive(Debug, Default)]
pub struct Judgement {
    /// Why the object may not be stored; `None` if it may.
    pub refusal: Option<Refusal>,
    /// Warnings for the user.
    pub warnings: Vec<String>,
    /// The changes that complete the object, as operations of a JSON patch.
    pub patch: Vec<Json>,
    /// The reasons for the judgement.
    pub because: Reasons,
    /// What else the asker should know.
    pub problems: Vec<Problem>,
    /// The elements of the object's lists that completing it drops.
    pub dropped: Dropped,
}

impl Judgement {
    /// Adds warnings, both to the answer that the user sees and to the problems.
    pub fn with_warnings(self, warnings: impl IntoIterator<Item = Problem>) -> Self {
        self.told(warnings.into_iter().collect())
    }

    /// Returns the judgement of what remains of an object with the places that things have in the object as it was sent.
    pub(super) fn of_sent(mut self, dropped: Dropped) -> Self {
        if dropped.is_empty() {
            return self;
        }
        let moved = |path: &Pointer| {
            let place = path.place();
            let root = path.as_str().strip_suffix(place.as_str()).unwrap_or_default();
            Some(Pointer::parsed(root).join(&dropped.as_written(&place)?))
        };
        self.because.put_where(&moved);
        for problem in &mut self.problems {
            let before = sentence(problem);
            problem.put_where(&moved);
            if let Some(warning) = self.warnings.iter_mut().find(|warning| **warning == before) {
                *warning = sentence(problem);
            }
        }
        self.dropped = dropped;
        self
    }

    fn told(mut self, problems: Vec<Problem>) -> Self {
        self.warnings.extend(problems.iter().map(sentence));
        self.problems.extend(problems);
        self
    }
}

/// Why an object may not be stored.
#[derive(Debug)]
pub enum Refusal {
    /// The object has invalid fields.
    Invalid(Vec<Cause>),
    /// The operation is forbidden, with the message and its causes.
    Forbidden(String, Vec<Cause>),
}

impl Refusal {
    fn causes(&self) -> &[Cause] {
        let (Self::Invalid(causes) | Self::Forbidden(_, causes)) = self;
        causes
    }

    fn of_old_object(&self) -> Vec<usize> {
        self.causes().iter().enumerate().filter(|(_, cause)| cause.is_gone).map(|(place, _)| place).collect()
    }

    fn as_sent(&self, dropped: &Dropped) -> Vec<Json> {
        if dropped.is_empty() {
            return Vec::new();
        }
        let of_object = self.causes().iter().enumerate().filter(|(_, cause)| !cause.is_gone);
        let written = |(number, cause): (usize, &Cause)| {
            let mut written = Json::object();
            written.set("cause", number.into());
            let place = dropped.as_written(&place_of(&cause.field))?;
            written.set("path", Pointer::to("review").join(&place).as_str().into());
            Some(written)
        };
        of_object.filter_map(written).collect()
    }
}

/// One cause of a refusal.
#[derive(PartialEq, Eq, Debug)]
pub struct Cause {
    /// The kind of error, as API servers name it.
    pub reason: String,
    /// The field, empty if the cause is not about one.
    pub field: String,
    /// The message for the user.
    pub message: String,
    /// Whether the field is one of the old object, because the new one no longer has it.
    pub is_gone: bool,
}

/// An answered AdmissionReview.
#[derive(Debug)]
pub struct Reviewed {
    /// Whether the object may be stored.
    pub allowed: bool,
    /// The AdmissionReview as the API server reads it.
    pub review: Json,
    /// The indexes of the causes whose field is one of the old object, which a `Status` cannot express.
    pub of_old_object: Vec<usize>,
    /// For each cause whose field is counted without elements that were dropped, its index and its place in the request.
    pub as_sent: Vec<Json>,
    /// What the API server fills in, as operations of a JSON patch; `None` unless the object was applied.
    pub filled: Option<Json>,
}

impl Reviewed {
    /// The verdict of the review.
    pub fn verdict(&self) -> Verdict {
        if self.allowed { Verdict::Yes } else { Verdict::No }
    }
}

/// Writes the AdmissionReview that answers a call.
pub fn review(call: &Call<'_>, judgement: &Judgement) -> Reviewed {
    let mut response = Json::object();
    response.set("uid", call.uid.into());
    let allowed = judgement.refusal.is_none();
    response.set("allowed", allowed.into());
    if let Some(refusal) = &judgement.refusal {
        response.set("status", status(call, refusal));
    }
    if allowed && !judgement.patch.is_empty() {
        let patch = Json::Array(judgement.patch.clone()).to_text();
        response.set("patchType", "JSONPatch".into());
        response.set("patch", base64::encoded(patch.as_bytes()).into());
    }
    if !judgement.warnings.is_empty() {
        response.set("warnings", judgement.warnings.iter().map(String::as_str).collect());
    }
    let mut review = Json::object();
    review.set("apiVersion", call.api_version.into());
    review.set("kind", "AdmissionReview".into());
    review.set("response", response);
    let of_old_object = judgement.refusal.as_ref().map(Refusal::of_old_object).unwrap_or_default();
    let as_sent = judgement.refusal.as_ref().map(|refusal| refusal.as_sent(&judgement.dropped)).unwrap_or_default();
    Reviewed { allowed, review, of_old_object, as_sent, filled: None }
}

/// The place of a field, which API servers name such as `spec.regions[0].name` or `metadata.labels[a.b/c]`.
fn place_of(field: &str) -> Pointer {
    let object = Pointer::to("request").key("object");
    field.split('[').fold(object, |place, part| {
        let (inside, names) = part.split_once(']').map_or((None, part), |(inside, names)| (Some(inside), names));
        let place = inside.into_iter().fold(place, Pointer::key);
        names.split('.').filter(|name| !name.is_empty()).fold(place, Pointer::key)
    })
}

/// The refusal as a Kubernetes `Status`.
fn status(call: &Call<'_>, refusal: &Refusal) -> Json {
    let (code, reason, message, causes) = match refusal {
        Refusal::Invalid(causes) => {
            let fields: Vec<String> =
                causes.iter().map(|cause| format!("{}: {}", cause.field, cause.message)).collect();
            let fields = if causes.len() == 1 { fields.concat() } else { format!("[{}]", fields.join(", ")) };
            (422_u64, "Invalid", format!("{} \"{}\" is invalid: {fields}", call.resource(), call.name), causes)
        }
        Refusal::Forbidden(why, causes) => {
            (403, "Forbidden", format!("{} \"{}\" is forbidden: {why}", call.resource(), call.name), causes)
        }
    };
    let mut details = Json::object();
    details.set("name", call.name.into());
    details.set("group", call.group.into());
    details.set("kind", call.kind.into());
    details.set("causes", Json::Array(causes.iter().map(shown).collect()));
    let mut status = Json::object();
    status.set("status", "Failure".into());
    status.set("message", message.into());
    status.set("reason", reason.into());
    status.set("details", details);
    status.set("code", code.into());
    status
}

fn shown(cause: &Cause) -> Json {
    let mut shown = Json::object();
    shown.set("reason", cause.reason.as_str().into());
    shown.set("message", cause.message.as_str().into());
    if !cause.field.is_empty() {
        shown.set("field", cause.field.as_str().into());
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_places_in_the_object() {
        let place = |field| String::from(place_of(field));
        assert_eq!(
            place("spec.machineImages[0].versions[12].cri"),
            "/request/object/spec/machineImages/0/versions/12/cri"
        );
        assert_eq!(place("metadata.labels[a.b/c]"), "/request/object/metadata/labels/a.b~1c");
        assert_eq!(place("spec.a[0][1]"), "/request/object/spec/a/0/1");
        assert_eq!(place(""), "/request/object");
    }
}

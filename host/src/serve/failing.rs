use std::str::FromStr;

use serde_json::{Value, json};

use super::envelope::Reviewed;

/// Why a review came to no decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The documents that it depends on are not loaded yet.
    Documents,
    /// The engine did not understand it.
    Request,
    /// Something it depends on is not loaded.
    Facts,
    /// It took longer than the deadline.
    Deadline,
    /// The engine or the host failed.
    Fault,
}

/// What is said for [`Cause::Documents`].
pub const NOT_THERE: &str = "the documents that it would rest on are not there yet";

impl Cause {
    const ALL: [Self; 5] = [Self::Documents, Self::Request, Self::Facts, Self::Deadline, Self::Fault];

    /// The word for the cause on the command line, in metrics and in answers.
    pub fn word(self) -> &'static str {
        match self {
            Self::Documents => "documents",
            Self::Request => "request",
            Self::Facts => "facts",
            Self::Deadline => "deadline",
            Self::Fault => "fault",
        }
    }

    /// The HTTP status code inside a denial.
    fn code(self) -> u16 {
        match self {
            Self::Documents => 503,
            Self::Request => 400,
            Self::Facts => 409,
            Self::Deadline => 504,
            Self::Fault => 500,
        }
    }
}

/// What to do with a review that came to no decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Deny,
    Allow,
}

impl Action {
    /// The word for the action on the command line, in metrics and in the log.
    pub fn word(self) -> &'static str {
        match self {
            Self::Deny => "deny",
            Self::Allow => "allow",
        }
    }
}

/// What became of a review that came to no decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fate {
    pub cause: Cause,
    pub action: Action,
}

/// An action for all causes, or for one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnFailure {
    cause: Option<Cause>,
    action: Action,
}

impl FromStr for OnFailure {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (cause, action) = text.split_once('=').map_or((None, text), |(cause, action)| (Some(cause), action));
        let expected = "expected `deny` or `allow`, for one cause `documents=`, `request=`, `facts=`, `deadline=` or \
                        `fault=` before it";
        let known = |word: &str| Cause::ALL.into_iter().find(|cause| cause.word() == word);
        let cause = cause.map(|word| known(word).ok_or(expected)).transpose()?;
        let action = match action {
            "deny" => Action::Deny,
            "allow" => Action::Allow,
            _ => return Err(expected.to_owned()),
        };
        Ok(Self { cause, action })
    }
}

/// The configured actions: the last that names the cause wins, else the last that names none.
#[derive(Clone, Debug, Default)]
pub struct FailurePolicy(pub Vec<OnFailure>);

impl FailurePolicy {
    fn action(&self, cause: Cause) -> Action {
        let last = |wanted: Option<Cause>| self.0.iter().rev().find(|on| on.cause == wanted);
        last(Some(cause)).or_else(|| last(None)).map_or(Action::Deny, |on| on.action)
    }

    /// What becomes of a review without a decision. `None` if there is no `uid` to answer to.
    pub fn fate(&self, cause: Cause, reviewed: &Reviewed) -> Option<Fate> {
        reviewed.uid.as_ref().map(|_| Fate { cause, action: self.action(cause) })
    }
}

impl Fate {
    /// The answer to the review, which always says that there is no decision.
    pub fn answer(self, reviewed: &Reviewed, says: &str) -> Value {
        let Self { cause, action } = self;
        let mut response = json!({ "uid": reviewed.uid, "allowed": false });
        match action {
            Action::Allow => {
                response["allowed"] = true.into();
                response["warnings"] = json!([format!("fitment did not decide and lets this pass: {says}")]);
            }
            Action::Deny => {
                let message = format!("fitment cannot decide, and denies what it cannot decide: {says}");
                response["status"] = json!({ "status": "Failure", "code": cause.code(), "message": message });
            }
        }
        json!({ "apiVersion": reviewed.version, "kind": "AdmissionReview", "response": response })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_of_its_own_goes_before_all_of_them() {
        let policy = |words: &[&str]| FailurePolicy(words.iter().map(|word| word.parse().expect("a word")).collect());
        assert_eq!(policy(&[]).action(Cause::Fault), Action::Deny);
        let most = policy(&["request=deny", "allow"]);
        assert_eq!((most.action(Cause::Request), most.action(Cause::Facts)), (Action::Deny, Action::Allow));
        assert_eq!(policy(&["facts=allow", "facts=deny"]).action(Cause::Facts), Action::Deny);
        for wrong in ["", "maybe", "facts=", "weather=allow", "facts=allow=deny"] {
            assert!(wrong.parse::<OnFailure>().is_err_and(|error| error.contains("expected `deny`")), "{wrong}");
        }
    }
}

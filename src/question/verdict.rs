use crate::wire::{Scalar, Write, member};

/// How the verdict is read from an answer.
///
/// ```
/// assert_eq!(fitment::VerdictFrom::True("fits").member(), Some("fits"));
/// assert_eq!(fitment::VerdictFrom::Nothing.member(), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub enum VerdictFrom {
    /// There is no verdict: the question does not ask whether something may or fits.
    Nothing,
    /// Yes if the member is `true`.
    True(&'static str),
    /// Yes if the member is `true`. Without the member there is no verdict, because the answer is about a list of
    /// subjects.
    TrueIfAny(&'static str),
    /// Yes if the member is a status below 400.
    Below400(&'static str),
    /// Yes if the first member is this word and the second member, if one is named, is absent.
    Word(&'static str, &'static str, Option<&'static str>),
}

/// The verdict of an answer: yes, no, or neither.
///
/// ```
/// assert_eq!(fitment::Verdict::Yes.word(), "yes");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The subject may, or it fits.
    Yes,
    /// The subject may not, or it does not fit.
    No,
    /// The question has no verdict.
    None,
}

impl Verdict {
    /// The word for the verdict in answers.
    pub fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::None => "none",
        }
    }
}

impl VerdictFrom {
    /// The name of the member that says yes or no.
    pub fn member(self) -> Option<&'static str> {
        match self {
            Self::Nothing => None,
            Self::True(member) | Self::TrueIfAny(member) | Self::Below400(member) | Self::Word(member, ..) => {
                Some(member)
            }
        }
    }

    /// Reads the verdict of an answer. Anything but a clear yes is a no.
    pub fn read(self, answer: &dyn Write) -> Verdict {
        let found = self.member().and_then(|key| member(answer, key)).and_then(Write::scalar);
        let yes = match (self, found) {
            (Self::Nothing, _) | (Self::TrueIfAny(_), None) => return Verdict::None,
            (Self::True(_) | Self::TrueIfAny(_), found) => found == Some(Scalar::Bool(true)),
            (Self::Below400(_), found) => matches!(found, Some(Scalar::Number(status)) if status < 400),
            (Self::Word(_, word, unless), found) => {
                found == Some(Scalar::Text(word)) && unless.is_none_or(|unless| member(answer, unless).is_none())
            }
        };
        if yes { Verdict::Yes } else { Verdict::No }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::answer;

    answer! {
        /// An answer.
        #[derive(Default)]
        struct Answer {
            /// Whether something fits.
            fits: Option<bool>,
            /// A status.
            status: Option<u16>,
            /// A word.
            gate: Option<&'static str>,
            /// A member that must be absent.
            error: Option<&'static str>,
        }
    }

    #[test]
    fn only_a_clear_yes_is_one() {
        let fits = |fits| Answer { fits, ..Answer::default() };
        for (from, verdicts) in [
            (VerdictFrom::True("fits"), [Verdict::Yes, Verdict::No, Verdict::No]),
            (VerdictFrom::TrueIfAny("fits"), [Verdict::Yes, Verdict::No, Verdict::None]),
            (VerdictFrom::Nothing, [Verdict::None; 3]),
        ] {
            assert_eq!([Some(true), Some(false), None].map(|value| from.read(&fits(value))), verdicts, "{from:?}");
        }
        let status = |status| VerdictFrom::Below400("status").read(&Answer { status, ..Answer::default() });
        assert_eq!([Some(399), Some(400), None].map(status), [Verdict::Yes, Verdict::No, Verdict::No]);
        let gate = |gate, error| {
            let from = VerdictFrom::Word("gate", "pass", Some("error"));
            from.read(&Answer { gate: Some(gate), error, ..Answer::default() })
        };
        assert_eq!(gate("pass", None), Verdict::Yes);
        assert_eq!([gate("passed", None), gate("pass", Some("later"))], [Verdict::No; 2]);
    }
}

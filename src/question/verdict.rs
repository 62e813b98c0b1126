use crate::wire::{Scalar, Write, member};

/// Where in an answer its verdict is found.
///
/// ```
/// assert_eq!(fitment::VerdictFrom::True("fits").member(), Some("fits"));
/// assert_eq!(fitment::VerdictFrom::Nothing.member(), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub enum VerdictFrom {
    /// Nowhere: the question is not about "may" or "fits".
    Nothing,
    /// The member is `true`.
    True(&'static str),
    /// The member is `true`; an answer without it is about a list of subjects.
    TrueIfAny(&'static str),
    /// The member is a status under 400.
    Below400(&'static str),
    /// The member is this word, and that other member is absent.
    Word(&'static str, &'static str, Option<&'static str>),
}

/// Yes, no, or a question to which neither is an answer.
///
/// ```
/// assert_eq!(fitment::Verdict::Yes.word(), "yes");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It may, or it fits.
    Yes,
    /// It may not, or it does not fit.
    No,
    /// The question is not about that.
    None,
}

impl Verdict {
    /// The word that an answer has for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::None => "none",
        }
    }
}

impl VerdictFrom {
    /// The name of the member.
    pub fn member(self) -> Option<&'static str> {
        match self {
            Self::Nothing => None,
            Self::True(member) | Self::TrueIfAny(member) | Self::Below400(member) | Self::Word(member, ..) => {
                Some(member)
            }
        }
    }

    /// Reads the verdict of an answer. Whatever is not a clear yes is a no.
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
            /// A yes or no.
            fits: Option<bool>,
            /// A status.
            status: Option<u16>,
            /// A word.
            gate: Option<&'static str>,
            /// What spoils the word.
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

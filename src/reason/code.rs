/// A stable name for a finding of a rule, with everything there is to say about it.
///
/// ```
/// let mut codes = fitment::policies().flat_map(|policy| policy.codes).flat_map(|list| list.codes);
/// let code: &fitment::Code = codes.find(|code| code.id == "too-large").unwrap();
/// assert!(code.cure.starts_with("send fewer documents"));
/// ```
#[derive(Debug)]
pub struct Code {
    /// The name, unique across all policies.
    pub id: &'static str,
    /// The sentence. `{subject}` stands for the reason's subject, `{0}` for the value of the first fact, `{name}` for
    /// the value of the fact with that name. `{name:plain}` leaves out the backticks, for words of the rule itself, and
    /// `{count:pool}` writes a number of pools.
    pub says: &'static str,
    /// What the finding means, for somebody who sees it for the first time.
    pub means: &'static str,
    /// Why the rule exists.
    pub why: &'static str,
    /// Where the rule is specified.
    pub source: &'static str,
    /// What to do about it.
    pub cure: &'static str,
}

/// Codes of a policy, and for each of them a request that provokes it.
///
/// ```
/// let list: &fitment::Codes = fitment::policies().flat_map(|policy| policy.codes).next().unwrap();
/// let examples = fitment::Document::read(list.examples.as_bytes(), 128).unwrap();
/// assert_eq!(examples.root().elements().count(), list.codes.len());
/// ```
#[derive(Debug)]
pub struct Codes {
    /// The codes.
    pub codes: &'static [&'static Code],
    /// A JSON array of vectors, each named after the code that it shows. Empty in builds that leave out examples.
    pub examples: &'static str,
}

/// Declares codes as constants, and a list of them.
macro_rules! codes {
    (
        $(#[doc = $all_about:literal])* $seen:vis $all:ident;
        $($(#[doc = $about:literal])* $code_seen:vis $code:ident = $id:literal {
            says: $says:literal, means: $means:literal, why: $why:literal, source: $source:literal, cure: $cure:literal $(,)?
        })*
    ) => {
        $(
            $(#[doc = $about])*
            $code_seen static $code: $crate::reason::Code = $crate::reason::Code {
                id: $id,
                says: $says,
                means: $crate::reason::explained!($means),
                why: $crate::reason::explained!($why),
                source: $crate::reason::explained!($source),
                cure: $cure,
            };
        )*

        $(#[doc = $all_about])*
        $seen static $all: &[&$crate::reason::Code] = &[$(&$code),*];
    };
}

/// Text that only `fitment/explain` shows. Empty in builds without questions.
macro_rules! explained {
    ($text:literal) => {
        if cfg!(feature = "js-catalog") { "" } else { $text }
    };
}

/// The content of a file with examples. Empty in builds that leave out examples.
macro_rules! examples {
    ($file:literal) => {
        if cfg!(feature = "examples") { include_str!($file) } else { "" }
    };
}

pub(crate) use {codes, examples, explained};

#[cfg(test)]
mod tests {
    #[test]
    fn codes_are_constants_and_a_list() {
        codes! {
            /// The codes of this example.
            pub ALL;

            /// The subject was asked for.
            pub ASKED_FOR = "asked-for" {
                says: "{0} was asked for",
                means: "the request names it",
                why: "who asks by name gets what the name says",
                source: "the design text",
                cure: "leave the name out to let the rules choose",
            }
        }

        assert_eq!(ALL[0].id, ASKED_FOR.id);
    }
}

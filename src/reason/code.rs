/// A stable name for one thing a rule can find, with all there is to say about it.
///
/// ```
/// let mut codes = fitment::policies().flat_map(|policy| policy.codes).flat_map(|list| list.codes);
/// let code: &fitment::Code = codes.find(|code| code.id == "too-large").unwrap();
/// assert!(code.cure.starts_with("send fewer documents"));
/// ```
#[derive(Debug)]
pub struct Code {
    /// The name, unique among all policies.
    pub id: &'static str,
    /// The sentence. `{subject}` is the reason's subject, `{0}` the first fact's value, `{name}` a named fact's;
    /// `{name:plain}` is a named fact in the rule's own words, which go without backticks; `{count:pool}` is a number of
    /// pools.
    pub says: &'static str,
    /// What it means, for somebody who meets it for the first time.
    pub means: &'static str,
    /// Why there is such a rule.
    pub why: &'static str,
    /// Where the rule is written down.
    pub source: &'static str,
    /// What to do about it.
    pub cure: &'static str,
}

/// Codes of a policy, and for each a request that provokes it.
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
    /// A JSON array of vectors, each named for the code it shows. Empty in builds that leave examples out.
    pub examples: &'static str,
}

/// Declares codes as constants and lists them.
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

/// What only `fitment/explain` tells of a code, for builds that have questions.
macro_rules! explained {
    ($text:literal) => {
        if cfg!(feature = "js-catalog") { "" } else { $text }
    };
}

/// The examples in a file, for builds that show them.
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

            /// Somebody asked for it.
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

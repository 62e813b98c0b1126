/// A stable name for one thing a rule can find, with all there is to say about it.
#[derive(Debug)]
pub struct Code {
    /// The name, unique among all policies.
    pub id: &'static str,
    /// The sentence. `{subject}` is the reason's subject, `{0}` the first fact's value, `{name}` a named fact's;
    /// `{name:plain}` is a named fact in the rule's own words, which go without backticks.
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
#[derive(Debug)]
pub struct Codes {
    /// The codes.
    pub codes: &'static [&'static Code],
    /// A JSON array of vectors, each named for the code it shows.
    pub examples: &'static str,
}

/// How many codes several lists have.
pub const fn count(lists: &[&[&'static Code]]) -> usize {
    let mut count = 0;
    let mut rest = lists;
    while let [list, others @ ..] = rest {
        count += list.len();
        rest = others;
    }
    count
}

/// Several lists of codes as one, for a policy whose codes stand in several files.
#[expect(clippy::indexing_slicing, reason = "evaluated when the crate is compiled")]
pub const fn join<const N: usize>(lists: &[&[&'static Code]]) -> [&'static Code; N] {
    const NONE: Code = Code { id: "", says: "", means: "", why: "", source: "", cure: "" };
    let mut joined = [&NONE; N];
    let (mut list, mut filled) = (0, 0);
    while list < lists.len() {
        let mut code = 0;
        while code < lists[list].len() {
            joined[filled] = lists[list][code];
            (code, filled) = (code + 1, filled + 1);
        }
        list += 1;
    }
    joined
}

/// Declares codes as constants and lists them.
///
/// ```
/// use fitment::reason::codes;
///
/// codes! {
///     /// The codes of this example.
///     pub ALL;
///
///     /// Somebody asked for it.
///     pub ASKED_FOR = "asked-for" {
///         says: "{0} was asked for",
///         means: "the request names it",
///         why: "who asks by name gets what the name says",
///         source: "the design text",
///         cure: "leave the name out to let the rules choose",
///     }
/// }
///
/// assert_eq!(ALL[0].id, ASKED_FOR.id);
/// ```
#[macro_export]
#[doc(hidden)]
macro_rules! __codes {
    (
        $(#[doc = $all_about:literal])* $seen:vis $all:ident;
        $($(#[doc = $about:literal])* $code_seen:vis $code:ident = $id:literal {
            says: $says:literal, means: $means:literal, why: $why:literal, source: $source:literal, cure: $cure:literal $(,)?
        })*
    ) => {
        $(
            $(#[doc = $about])*
            $code_seen static $code: $crate::reason::Code = $crate::reason::Code {
                id: $id, says: $says, means: $means, why: $why, source: $source, cure: $cure,
            };
        )*

        $(#[doc = $all_about])*
        $seen static $all: &[&$crate::reason::Code] = &[$(&$code),*];
    };
}

pub use __codes as codes;

//! The cost that an answer may have: memory in proportion to what is sent.

/// How many bytes of memory each byte of a request or document may cost.
const A_BYTE: usize = 64;

/// The exceptions, by the beginning of the name. The cost is still proportional, but an element as short as `{}`
/// becomes an object with all its members, or has five faults that are errors of their own; each architecture without
/// an artifact is an error of its own; and a document that is reviewed, or judged beside its parent, is compiled twice.
/// A migration judges the profile both as it is and as it becomes. What a load merges is bounded separately, by more
/// than the constant.
const STEEPER: [(&str, usize); 13] = [
    ("clusters/", 176),
    ("images/admit-profile", 80),
    ("images/best-flavor", 96),
    ("images/compatible-flavors", 96),
    ("images/find-image", 80),
    ("images/in-use", 80),
    ("images/machine-types", 80),
    ("images/supported", 96),
    ("images/migrate-profile", 192),
    ("images/validate-mapping", 144),
    ("images/validate-profile", 224),
    ("load", 384),
    ("review", 112),
];

/// The memory that an answer may cost whatever it is asked, in bytes. Reasons are reported up to a mebibyte, lists up
/// to as many elements.
pub const CONSTANT: usize = 8 << 20;

/// Returns how many bytes of memory each byte may cost that is sent to a question or verb.
pub fn for_a_byte(name: &str) -> usize {
    STEEPER.iter().find(|(steeper, _)| name.starts_with(steeper)).map_or(A_BYTE, |(_, bytes)| *bytes)
}

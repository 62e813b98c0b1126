//! How the scheduler reads the key of a flavor's extra spec.

/// The kind of demand that a key makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asks {
    /// An amount of a resource class.
    Resource,
    /// A trait.
    Trait,
}

/// A key that the scheduler understands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SpecKey<'a> {
    /// The kind of demand.
    pub asks: Asks,
    /// The suffix of the group; empty for the group without one.
    pub suffix: &'a str,
    /// The class or the trait: everything after the first colon.
    pub name: &'a str,
}

impl<'a> SpecKey<'a> {
    /// Parses a key. `None`: the scheduler ignores the key.
    pub(crate) fn parse(key: &'a str) -> Option<Self> {
        let (head, name) = key.split_once(':')?;
        let (asks, suffix) = match head.strip_prefix("resources") {
            Some(suffix) => (Asks::Resource, suffix),
            None => (Asks::Trait, head.strip_prefix("trait")?),
        };
        // A name ends at the end of its line, and nothing may follow.
        let name = match name.split_once('\n') {
            None => name,
            Some((line, "")) => line,
            Some(_) => return None,
        };
        is_suffix(suffix).then_some(Self { asks, suffix, name })
    }
}

/// Whether the scheduler reads the key of a trait, and not as the group `s` of the plural `traits:`.
pub(crate) fn is_scheduled(key: &str) -> bool {
    SpecKey::parse(key).is_some_and(|parsed| parsed.suffix != "s")
}

/// Whether the text can be the suffix of a group. The empty text can.
pub(crate) fn is_suffix(text: &str) -> bool {
    text.len() <= 64 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_the_first_colon_is_the_name() {
        let parsed = SpecKey::parse("traits:CUSTOM_A:B").map(|key| (key.suffix, key.name));
        assert_eq!(parsed, Some(("s", "CUSTOM_A:B")));
        assert_eq!(SpecKey::parse("trait.x:CUSTOM_A"), None);
        assert_eq!(SpecKey::parse("trait:A\n").map(|key| key.name), Some("A"));
        assert_eq!(SpecKey::parse("trait:A\nB"), None);
    }
}

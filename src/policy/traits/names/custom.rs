//! Names of traits and resource classes: what a custom one looks like, and how free text becomes one.

/// The prefix of custom names.
pub(crate) const CUSTOM: &str = "CUSTOM_";

/// The maximum length of a name, in characters.
pub(crate) const LONGEST: usize = 255;

/// Whether the name has the prefix of custom names, well-formed or not.
pub(crate) fn is_custom(name: &str) -> bool {
    name.starts_with(CUSTOM)
}

/// Whether Placement can create the name: the prefix, then at least one capital letter, digit or underscore.
pub(crate) fn is_creatable(name: &str) -> bool {
    name.len() <= LONGEST && name.strip_prefix(CUSTOM).is_some_and(|rest| !rest.is_empty() && rest.bytes().all(plain))
}

/// Whether a custom name may have the byte after its prefix.
pub(crate) fn plain(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_'
}

/// Makes a custom name from free text: letters become capitals, and each run of characters other than letters and
/// digits becomes one underscore.
pub(crate) fn normalized(text: &str) -> String {
    let mut name = String::from(CUSTOM);
    let mut in_run = false;
    for character in text.chars() {
        if character.is_ascii_alphanumeric() {
            name.push(character.to_ascii_uppercase());
        } else if !in_run {
            name.push('_');
        }
        in_run = !character.is_ascii_alphanumeric();
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn custom_names_are_capitals_digits_and_underscores() {
        assert!(is_creatable("CUSTOM_GOLD_2"));
        assert!(!is_creatable("CUSTOM_gold") && !is_creatable("CUSTOM_") && !is_creatable("HW_CPU_X86_VMX"));
    }

    #[test]
    fn a_run_of_other_characters_becomes_one_underscore() {
        assert_eq!(normalized("baremetal.with-GPU"), "CUSTOM_BAREMETAL_WITH_GPU");
        assert_eq!(normalized("a__b"), "CUSTOM_A_B");
    }
}

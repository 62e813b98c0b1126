/// The number that Python's `int(text)` returns, or `None` where it raises. Accepted are surrounding blanks, one sign,
/// decimal digits of any script and single underscores between them; more than 4,300 digits are refused. Values outside
/// the range of `i128` saturate.
pub fn python_int(text: &str) -> Option<i128> {
    let text = text.trim_matches(blank);
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let mut value: i128 = 0;
    let mut count = 0;
    let mut after_digit = false;
    for character in digits.chars() {
        if character == '_' && after_digit {
            after_digit = false;
            continue;
        }
        let digit = decimal(character)?;
        value = value.saturating_mul(10).saturating_add(i128::from(digit));
        count += 1;
        after_digit = true;
    }
    (after_digit && count <= 4_300).then_some(if negative { -value } else { value })
}

/// Whether Python strips a character: what C's `isspace` accepts in ASCII, Unicode whitespace beyond.
fn blank(character: char) -> bool {
    matches!(character, '\t'..='\r' | ' ') || !character.is_ascii() && character.is_whitespace()
}

/// The value of a character in Unicode's category "decimal number".
fn decimal(character: char) -> Option<u32> {
    if character.is_ascii() {
        return character.to_digit(10);
    }
    let code = u32::from(character);
    let zero = ZEROS.partition_point(|zero| *zero <= code).checked_sub(1).and_then(|index| ZEROS.get(index))?;
    Some(code - zero).filter(|digit| *digit < 10)
}

/// The zero of each script that has ten consecutive digits.
const ZEROS: [u32; 65] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
    0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0,
    0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0,
    0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x16a60, 0x16ac0,
    0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_blanks_and_underscores_are_read() {
        assert_eq!(python_int(" +1_000 "), Some(1000));
        assert_eq!(python_int("1.0"), None);
    }

    #[test]
    fn reads_what_python_reads() {
        for (text, value) in [
            ("0", Some(0)),
            ("007", Some(7)),
            ("\t\n 12\r", Some(12)),
            ("+5", Some(5)),
            ("-5", Some(-5)),
            ("1_0", Some(10)),
            ("\u{ff11}\u{ff14}", Some(14)),
            ("\u{a0}\u{661}\u{2003}", Some(1)),
            ("\u{661}\u{1c}", None),
            ("\u{1c}5", None),
            ("1__0", None),
            ("_1", None),
            ("1_", None),
            ("+ 1", None),
            ("--1", None),
            ("", None),
            ("+", None),
            ("1.5", None),
            ("1e3", None),
            ("0x10", None),
        ] {
            assert_eq!(python_int(text), value, "{text:?}");
        }
        assert_eq!(python_int(&"9".repeat(60)), Some(i128::MAX));
        assert_eq!(python_int(&"9".repeat(4_301)), None);
    }
}

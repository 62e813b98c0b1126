/// Whether a text is a duration as Go reads and writes it: numbers with a unit each, as in `1h30m`, or `0`.
///
/// What is too long for Go is not told from what is not.
pub fn is_duration(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if unsigned == "0" {
        return true;
    }
    let mut rest = unsigned;
    while let Some(next) = after_part(rest) {
        rest = next;
    }
    !unsigned.is_empty() && rest.is_empty()
}

/// What follows the number and the unit with which a text begins.
fn after_part(text: &str) -> Option<&str> {
    // Of two units the longer one comes first where it begins with the other.
    const UNITS: [&str; 8] = ["ns", "us", "µs", "μs", "ms", "s", "m", "h"];
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let rest = text.get(whole..)?;
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(rest) => (digits(rest), rest.get(digits(rest)..)?),
        None => (0, rest),
    };
    let after = UNITS.iter().find_map(|unit| rest.strip_prefix(unit))?;
    (whole + fraction > 0).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::is_duration;

    #[test]
    fn durations_are_read_as_go_reads_them() {
        for text in ["0", "-0", "10m", "1h30m", "1.5h", ".5s", "1.s", "+3us", "2µs3μs", "100ms", "-5m", "1m1m"] {
            assert!(is_duration(text), "{text}");
        }
        for text in ["", "-", "soon", "1d", "10", "m", ".m", "1 m", "1h30", "1M", "0x1s", "1,5h", "00", "--1s"] {
            assert!(!is_duration(text), "{text}");
        }
    }
}

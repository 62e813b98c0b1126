/// Whether a text is a duration in Go's syntax: numbers that each have a unit, as in `1h30m`, or `0`.
///
/// Durations that overflow Go's type are accepted.
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

/// Returns what follows the number and unit at the start of a text.
fn after_part(text: &str) -> Option<&str> {
    // A unit that begins with another one has to come before it.
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

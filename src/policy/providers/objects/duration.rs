use std::fmt;

use crate::wire::{Kind, Value};

/// A duration in nanoseconds, as Go's `time.Duration`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Duration(i64);

const SECOND: i64 = 1_000_000_000;

/// The units of a duration, in nanoseconds.
const UNITS: [(&str, i64); 8] = [
    ("ns", 1),
    ("us", 1_000),
    ("\u{b5}s", 1_000),
    ("\u{3bc}s", 1_000),
    ("ms", 1_000_000),
    ("s", SECOND),
    ("m", 60 * SECOND),
    ("h", 3_600 * SECOND),
];

impl Duration {
    /// Parses a duration of numbers with units, such as `1h30m` or `-1.5s`.
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, text) = match (text.strip_prefix('-'), text.strip_prefix('+')) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => (false, text),
        };
        if text == "0" {
            return Some(Self(0));
        }
        let mut rest = text;
        let mut sum: i128 = 0;
        loop {
            let (whole, behind) = digits(rest);
            let (fraction, behind) = behind.strip_prefix('.').map_or(("", behind), digits);
            if whole.is_empty() && fraction.is_empty() {
                return None;
            }
            let end = behind.find(|letter: char| letter == '.' || letter.is_ascii_digit()).unwrap_or(behind.len());
            let (unit, behind) = behind.split_at_checked(end)?;
            let (_, size) = UNITS.iter().find(|(name, _)| *name == unit)?;
            let whole: i128 = if whole.is_empty() { 0 } else { whole.parse::<u64>().ok()?.into() };
            sum += whole * i128::from(*size) + part_of(fraction, *size);
            if sum > i128::from(i64::MAX) + i128::from(negative) {
                return None;
            }
            rest = behind;
            if rest.is_empty() {
                break;
            }
        }
        i64::try_from(if negative { -sum } else { sum }).ok().map(Self)
    }

    /// Reads a duration from text or from an integer, which counts seconds.
    pub fn written(value: Value<'_>) -> Option<Self> {
        match value.kind() {
            Kind::String => Self::parse(value.as_str()?),
            Kind::Number => value.as_number()?.parse::<i64>().ok()?.checked_mul(SECOND).map(Self),
            _ => None,
        }
    }

    /// Rounds to the nearest second; half a second is rounded away from zero.
    pub fn rounded_seconds(self) -> i64 {
        let half = SECOND / 2;
        (self.0.saturating_add(if self.0 < 0 { -half } else { half })) / SECOND
    }
}

/// Returns the fractional part of a unit in nanoseconds. Like Go, it multiplies floating-point numbers, which can
/// change the last digit, and ignores further digits once the number would overflow.
fn part_of(fraction: &str, size: i64) -> i128 {
    let (mut value, mut scale) = (0_u64, 1.0);
    for digit in fraction.bytes().map(|byte| u64::from(byte - b'0')) {
        let longer = value.checked_mul(10).map(|value| value + digit).filter(|longer| *longer <= 1 << 63);
        let Some(longer) = longer else { break };
        value = longer;
        scale *= 10.0;
    }
    (value as f64 * (size as f64 / scale)) as i128
}

fn digits(text: &str) -> (&str, &str) {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// Formats the duration as Go does: `1h30m0s`, `1.5s`, `100ms`.
impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.unsigned_abs();
        if self.0 < 0 {
            f.write_str("-")?;
        }
        let (small, digits, unit) = match size {
            0 => return f.write_str("0s"),
            1..1_000 => (size, 0, "ns"),
            1_000..1_000_000 => (size, 3, "\u{b5}s"),
            1_000_000..1_000_000_000 => (size, 6, "ms"),
            _ => (size % (60 * SECOND.unsigned_abs()), 9, "s"),
        };
        let minutes = if digits == 9 { size / (60 * SECOND.unsigned_abs()) } else { 0 };
        if minutes >= 60 {
            write!(f, "{}h", minutes / 60)?;
        }
        if minutes > 0 {
            write!(f, "{}m", minutes % 60)?;
        }
        let scale = 10_u64.pow(digits);
        write!(f, "{}", small / scale)?;
        if small % scale > 0 {
            let fraction = format!("{:0width$}", small % scale, width = digits as usize);
            write!(f, ".{}", fraction.trim_end_matches('0'))?;
        }
        f.write_str(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_as_go_does() {
        for (text, written) in [
            ("10m", Some("10m0s")),
            ("90m", Some("1h30m0s")),
            ("1.5s", Some("1.5s")),
            ("400ms", Some("400ms")),
            (".5h", Some("30m0s")),
            ("1.s", Some("1s")),
            (".333333333333333333333h", Some("20m0s")),
            (".333333333333333333h", Some("19m59.999999999s")),
            ("-9223372036854775808ns", Some("-2562047h47m16.854775808s")),
            ("9223372036854775808ns", None),
            ("-9223372036854775809ns", None),
            ("-1s", Some("-1s")),
            ("+5s", Some("5s")),
            ("0", Some("0s")),
            ("1us", Some("1\u{b5}s")),
            ("1500\u{b5}s", Some("1.5ms")),
            ("3h", Some("3h0m0s")),
            ("2562047h47m16.854775807s", Some("2562047h47m16.854775807s")),
            ("2562047h47m16.854775808s", None),
            ("", None),
            (".s", None),
            ("10", None),
            ("1 s", None),
            ("1d", None),
            ("s", None),
            ("--1s", None),
        ] {
            let found = Duration::parse(text).map(|time| time.to_string());
            assert_eq!(found.as_deref(), written, "{text:?}");
        }
    }

    #[test]
    fn rounds_to_the_nearest_second() {
        for (text, seconds) in [("1.6s", 2), ("400ms", 0), ("500ms", 1), ("-1.5s", -2), ("11m", 660)] {
            assert_eq!(Duration::parse(text).map(Duration::rounded_seconds), Some(seconds), "{text}");
        }
    }

    #[test]
    fn duration_as_shown() {
        assert_eq!(Duration::parse("10m").map(|time| time.to_string()), Some("10m0s".to_owned()));
        assert_eq!(Duration::parse("1.6s").map(Duration::rounded_seconds), Some(2));
        assert_eq!(Duration::parse("10"), None);
    }
}

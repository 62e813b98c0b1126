/// A point in time with nanosecond precision, read from RFC 3339 text.
///
/// ```
/// use fitment::Instant;
///
/// let utc = Instant::parse("2026-01-01T00:00:00Z");
/// assert_eq!(utc, Instant::parse("2026-01-01T02:00:00+02:00"));
/// assert!(utc < Instant::parse("2026-01-01T00:00:00.5Z"));
/// assert_eq!(Instant::parse("2026-02-30T00:00:00Z"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Instant {
    seconds: i64,
    nanoseconds: u32,
}

impl Instant {
    /// 1970-01-01T00:00:00Z.
    pub const EPOCH: Self = Self { seconds: 0, nanoseconds: 0 };

    /// Parses a time as the Kubernetes API does, with Go's `time.RFC3339`: `T` and `Z` are uppercase, the hour has one
    /// or two digits, and the offset is at most 24 hours and 60 minutes. A fraction of a second follows a point or a
    /// comma and may have any number of digits, of which nine count.
    pub fn parse(text: &str) -> Option<Self> {
        let mut rest = text.as_bytes();
        let year = digits(&mut rest, 4)?;
        let month = after(&mut rest, b'-')?;
        let day = after(&mut rest, b'-')?;
        let hour = hour(&mut rest)?;
        let minute = after(&mut rest, b':')?;
        let second = after(&mut rest, b':')?;
        let nanoseconds = fraction(&mut rest)?;
        let offset = offset(rest)?;
        let in_range = (1..=12).contains(&month)
            && (1..=days_in(year, month)).contains(&day)
            && hour < 24
            && minute < 60
            && second < 60;
        let seconds = days_since_1970(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second;
        in_range.then_some(Self { seconds: seconds - offset * 60, nanoseconds })
    }

    /// Returns the time `seconds` later, saturating at the end of the range.
    pub fn plus_seconds(self, seconds: i64) -> Self {
        Self { seconds: self.seconds.saturating_add(seconds), ..self }
    }

    /// Returns the time one nanosecond later.
    pub fn just_after(self) -> Self {
        match self.nanoseconds {
            999_999_999 => Self { nanoseconds: 0, ..self.plus_seconds(1) },
            nanoseconds => Self { nanoseconds: nanoseconds + 1, ..self },
        }
    }
}

fn digits(rest: &mut &[u8], count: usize) -> Option<i64> {
    let (head, tail) = rest.split_at_checked(count)?;
    *rest = tail;
    head.iter().try_fold(0, |sum, byte| byte.is_ascii_digit().then(|| sum * 10 + i64::from(byte - b'0')))
}

fn after(rest: &mut &[u8], separator: u8) -> Option<i64> {
    *rest = rest.strip_prefix(&[separator])?;
    digits(rest, 2)
}

/// Reads the `T` and the hour: two digits, or one if no second digit follows.
fn hour(rest: &mut &[u8]) -> Option<i64> {
    *rest = rest.strip_prefix(b"T")?;
    let count = if rest.get(1).is_some_and(u8::is_ascii_digit) { 2 } else { 1 };
    digits(rest, count)
}

fn fraction(rest: &mut &[u8]) -> Option<u32> {
    let Some(tail) = rest.strip_prefix(b".").or_else(|| rest.strip_prefix(b",")) else { return Some(0) };
    let length = tail.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (head, tail) = tail.split_at_checked(length)?;
    *rest = tail;
    let nine = head.iter().map(|byte| u32::from(byte - b'0')).chain(std::iter::repeat(0)).take(9);
    (length > 0).then(|| nine.fold(0, |sum, digit| sum * 10 + digit))
}

/// The offset from UTC in minutes, positive to the east.
fn offset(mut rest: &[u8]) -> Option<i64> {
    if rest == b"Z" {
        return Some(0);
    }
    let (&sign, tail) = rest.split_first()?;
    rest = tail;
    let hours = digits(&mut rest, 2)?;
    let minutes = after(&mut rest, b':')?;
    let total = (rest.is_empty() && hours <= 24 && minutes <= 60).then_some(hours * 60 + minutes)?;
    match sign {
        b'+' => Some(total),
        b'-' => Some(-total),
        _ => None,
    }
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// The number of days since 1970-01-01. Years are counted from March so that the leap day comes last.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_days_across_leap_years() {
        let days = |text| Instant::parse(text).map(|instant| instant.seconds / 86_400);
        assert_eq!(days("1970-01-01T00:00:00Z"), Some(0));
        assert_eq!(days("2000-02-29T00:00:00Z"), Some(11_016));
        assert_eq!(days("2024-03-01T00:00:00Z"), Some(19_783));
        assert_eq!(days("2026-01-01T00:00:00Z"), Some(20_454));
    }

    #[test]
    fn no_moment_lies_between_one_and_the_next() {
        let next = |text| Instant::parse(text).map(Instant::just_after);
        assert_eq!(next("2026-01-01T00:00:00Z"), Instant::parse("2026-01-01T00:00:00.000000001Z"));
        assert_eq!(next("2025-12-31T23:59:59.999999999Z"), Instant::parse("2026-01-01T00:00:00Z"));
    }

    #[test]
    fn refuses_what_the_api_server_refuses() {
        for text in [
            "",
            "2026-01-01",
            "2026-01-01t00:00:00Z",
            "2026-01-01T00:00:00z",
            "2026-01-01T00:00:00",
            "2026-01-01 00:00:00Z",
            "2026-01-01T24:00:00Z",
            "2026-01-01T:00:00Z",
            "2026-01-01T000:00:00Z",
            "2026-01-01T+1:00:00Z",
            "2026-01-01T 0:00:00Z",
            "2026-01-01T00:0:00Z",
            "2026-01-01T00:00:0Z",
            "2026-1-01T00:00:00Z",
            "2026-01-1T00:00:00Z",
            "2026-01-01T00:00:00,Z",
            "2026-01-01T00:00:00+1:00",
            "2026-01-01T00:00:00+25:00",
            "2026-01-01T00:00:00+00:61",
            "10000-01-01T00:00:00Z",
            "2026-01-01T00:00:60Z",
            "2026-13-01T00:00:00Z",
            "2025-02-29T00:00:00Z",
            "2026-01-01T00:00:00.Z",
            "2026-01-01T00:00:00+0200",
            "2026-01-01T00:00:00Zx",
        ] {
            assert_eq!(Instant::parse(text), None, "{text}");
        }
    }

    #[test]
    fn takes_what_go_takes_beyond_the_rfc() {
        for (text, seconds) in [
            ("2026-12-31T0:00:00Z", 1_798_675_200),
            ("2026-12-31T9:00:00,25+01:00", 1_798_704_000),
            ("2026-12-31T00:00:00+24:00", 1_798_588_800),
            ("2026-12-31T00:00:00-24:00", 1_798_761_600),
            ("2026-12-31T00:00:00+00:60", 1_798_671_600),
            ("2026-12-31T00:00:00+24:60", 1_798_585_200),
            ("2026-12-31T00:00:00-00:00", 1_798_675_200),
            ("0000-02-29T00:00:00Z", -62_162_121_600),
        ] {
            assert_eq!(Instant::parse(text).map(|instant| instant.seconds), Some(seconds), "{text}");
        }
    }

    #[test]
    fn a_fraction_keeps_nine_digits() {
        let instant = Instant::parse("2026-01-01T00:00:00.1234567891Z");
        assert_eq!(instant.map(|instant| instant.nanoseconds), Some(123_456_789));
    }
}

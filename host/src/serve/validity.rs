use std::time::{Duration, SystemTime};

/// When a certificate is valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Validity {
    pub begin: SystemTime,
    pub end: SystemTime,
}

impl Validity {
    /// Reads it from a certificate in DER. `None` if that has another form than X.509 gives it.
    pub fn of(certificate: &[u8]) -> Option<Self> {
        let (certificate, _) = expect(SEQUENCE, certificate)?;
        let (mut fields, _) = expect(SEQUENCE, certificate)?;
        if let Some((_, rest)) = expect(VERSION, fields) {
            fields = rest;
        }
        // The serial number, the signature's algorithm and the issuer come before it.
        for tag in [INTEGER, SEQUENCE, SEQUENCE] {
            (_, fields) = expect(tag, fields)?;
        }
        let (validity, _) = expect(SEQUENCE, fields)?;
        let (begin, rest) = time(validity)?;
        let (end, _) = time(rest)?;
        Some(Self { begin, end })
    }

    /// What is wrong with it at a time.
    pub fn fault(self, now: SystemTime) -> Option<String> {
        let shown = |at: SystemTime| humantime::format_rfc3339_seconds(at);
        if now > self.end {
            Some(format!("the certificate expired at {}", shown(self.end)))
        } else if now < self.begin {
            Some(format!("the certificate is not valid before {}", shown(self.begin)))
        } else {
            None
        }
    }
}

const INTEGER: u8 = 0x02;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
const VERSION: u8 = 0xa0;

/// Splits off an element with its tag. Returns its contents and what follows.
fn expect(tag: u8, bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (found, rest) = bytes.split_first()?;
    let (length, rest) = rest.split_first()?;
    let (length, rest) = match length {
        0..=0x7f => (usize::from(*length), rest),
        // The length itself has this many bytes.
        0x81..=0x84 => {
            let (length, rest) = rest.split_at_checked(usize::from(length & 0x7f))?;
            (length.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)), rest)
        }
        _ => return None,
    };
    rest.split_at_checked(length).filter(|_| *found == tag)
}

/// Splits off a time, such as `491231235959Z` or `20500101000000Z`.
fn time(bytes: &[u8]) -> Option<(SystemTime, &[u8])> {
    let (text, rest) = expect(UTC_TIME, bytes).or_else(|| expect(GENERALIZED_TIME, bytes))?;
    let text = std::str::from_utf8(text).ok()?.strip_suffix('Z').filter(|text| text.is_ascii())?;
    let century = match text.len() {
        12 if text < "50" => "20",
        12 => "19",
        14 => "",
        _ => return None,
    };
    let text = format!("{century}{text}");
    let (date, time) = text.split_at_checked(8)?;
    let part = |text: &str, from: usize, to: usize| text.get(from..to).map(str::to_owned);
    let date = [part(date, 0, 4)?, part(date, 4, 6)?, part(date, 6, 8)?].join("-");
    let time = [part(time, 0, 2)?, part(time, 2, 4)?, part(time, 4, 6)?].join(":");
    let at = humantime::parse_rfc3339(&format!("{date}T{time}Z")).ok()?;
    Some((at, rest))
}

/// Seconds since 1970; 0 for earlier times.
pub fn seconds(at: SystemTime) -> f64 {
    at.duration_since(SystemTime::UNIX_EPOCH).as_ref().map_or(0.0, Duration::as_secs_f64)
}

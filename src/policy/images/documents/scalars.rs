//! Values that Kubernetes writes as text: times and quantities.

use crate::base::{Amount, Instant};
use crate::wire::{Cause, Fault, Fill, HasShape, Kind, Read, Reader, Shape};

/// A time, parsed once when it is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawTime<'a> {
    /// The time as written.
    pub text: &'a str,
    /// The parsed time.
    pub instant: Instant,
}

impl<'a> Fill<'a> for RawTime<'a> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        let expected = "a time such as `2026-01-01T00:00:00Z`";
        // A number is not accepted: quoting it would not make it a time.
        let text = from.value().as_str().ok_or_else(|| from.wrong_type(expected))?;
        let unreadable = || Cause::Unreadable { text: text.to_owned(), expected };
        let instant = Instant::parse(text).ok_or_else(|| from.fault(unreadable()))?;
        *self = Self { text, instant };
        Ok(())
    }
}

impl<'a> Read<'a> for RawTime<'a> {
    fn blank() -> Self {
        Self { text: "", instant: Instant::EPOCH }
    }
}

impl HasShape for RawTime<'_> {
    const SHAPE: &'static Shape = &Shape::Text;
}

/// A quantity such as `16Gi`, `500m` or `4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quantity<'a> {
    /// The quantity as written.
    pub text: &'a str,
    nanos: i128,
}

impl<'a> Quantity<'a> {
    /// Parses a quantity as the API server does.
    pub fn parse(text: &'a str) -> Option<Self> {
        let amount = Amount::read(text)?;
        let nanos = scaled(&amount)?;
        Some(Self { text, nanos: if amount.is_negative { -nanos } else { nanos } })
    }

    /// Whether the quantity is below zero.
    pub fn is_negative(&self) -> bool {
        self.nanos < 0
    }

    /// The quantity in whole units, rounded up.
    pub fn rounded_up(&self) -> i128 {
        self.nanos.div_euclid(NANOS) + i128::from(self.nanos.rem_euclid(NANOS) > 0)
    }

    /// The quantity in billionths, for comparisons.
    pub fn nanos(&self) -> i128 {
        self.nanos
    }
}

const NANOS: i128 = 1_000_000_000;

/// Returns the amount with its suffix applied, in billionths, rounded up.
fn scaled(&Amount { whole, fraction, factor, exponent, .. }: &Amount<'_>) -> Option<i128> {
    // Eighteen fractional digits are enough to tell any two amounts apart.
    let fraction = fraction.get(..18).unwrap_or(fraction);
    let digits = whole.bytes().chain(fraction.bytes()).map(|byte| u64::from(byte - b'0'));
    let value = digits.fold(0, |sum, digit| times(sum, 10).saturating_add(digit.into()));
    let exponent = exponent + 9 - i32::try_from(fraction.len()).ok()?;
    let value = times(value, factor);
    let steps = 0..exponent.unsigned_abs();
    let value = if exponent < 0 { tenths(value, steps.end) } else { steps.fold(value, |value, _| times(value, 10)) };
    Some(value as i128)
}

/// Multiplies, saturating at `i128::MAX`. The standard library's overflow-checking multiplication would be as large as
/// everything else in this file.
fn times(value: u128, factor: u64) -> u128 {
    let most = i128::MAX as u128;
    let wide = |half: u128| u128::from(half as u64) * u128::from(factor);
    let (low, high) = (wide(value), wide(value >> 64));
    if high >> 63 > 0 { most } else { (high << 64).saturating_add(low).min(most) }
}

/// Divides by ten `steps` times and rounds up. Divides 32 bits at a time, which avoids linking the standard library's
/// 128-bit division.
fn tenths(mut value: u128, steps: u32) -> u128 {
    let mut is_part_left = false;
    for _ in 0..steps {
        let (mut quotient, mut rest) = (0, 0);
        for shift in [96, 64, 32, 0] {
            let piece = rest << 32 | u64::from((value >> shift) as u32);
            quotient = quotient << 32 | u128::from(piece / 10);
            rest = piece % 10;
        }
        is_part_left |= rest > 0;
        value = quotient;
    }
    value + u128::from(is_part_left)
}

impl<'a> Fill<'a> for Quantity<'a> {
    fn fill(&mut self, from: &Reader<'a, '_>) -> Result<(), Fault> {
        let value = from.value();
        let text = match value.kind() {
            Kind::Number => value.as_number(),
            _ => value.as_str(),
        };
        let text = text.ok_or_else(|| from.wrong_type("a quantity such as `16Gi`"))?;
        let unreadable = || Cause::Unreadable { text: text.to_owned(), expected: "a quantity such as `16Gi`" };
        *self = Self::parse(text).ok_or_else(|| from.fault(unreadable()))?;
        Ok(())
    }
}

impl<'a> Read<'a> for Quantity<'a> {
    fn blank() -> Self {
        Self { text: "", nanos: 0 }
    }
}

impl HasShape for Quantity<'_> {
    const SHAPE: &'static Shape = &Shape::Either(&[&Shape::Text, &Shape::Integer]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_the_api_server_reads_them() {
        let amount = |text| Quantity::parse(text).map(|quantity| quantity.rounded_up());
        assert_eq!(amount("1.5Ki"), Some(1536));
        assert_eq!(amount("500m"), Some(1));
        assert_eq!(amount("2e3"), Some(2000));
        assert_eq!(amount(" Gi"), Some(0));
        assert_eq!(amount("many"), None);
    }

    #[test]
    fn reads_what_kubernetes_reads() {
        for (text, units) in [
            ("4", Some(4)),
            ("16Gi", Some(17_179_869_184)),
            ("0.5", Some(1)),
            (".5", Some(1)),
            ("5.", Some(5)),
            ("-500m", Some(0)),
            ("-1500m", Some(-1)),
            ("+1k", Some(1000)),
            ("1E", Some(1_000_000_000_000_000_000)),
            ("1e2", Some(100)),
            ("12Ti", Some(13_194_139_533_312)),
            ("1n", Some(1)),
            ("1001u", Some(1)),
            ("2M", Some(2_000_000)),
            ("2G", Some(2_000_000_000)),
            ("2T", Some(2_000_000_000_000)),
            ("2P", Some(2_000_000_000_000_000)),
            ("3Mi", Some(3_145_728)),
            ("3Pi", Some(3_377_699_720_527_872)),
            ("3Ei", Some(3_458_764_513_820_540_928)),
            ("0", Some(0)),
            ("", None),
            (".", Some(0)),
            ("-", Some(0)),
            ("e3", Some(0)),
            (" 4 ", Some(4)),
            (" ", None),
            ("1.2.3", None),
            ("1 Gi", None),
            ("4gb", None),
            ("--4", None),
            ("1KI", None),
        ] {
            assert_eq!(Quantity::parse(text).map(|quantity| quantity.rounded_up()), units, "{text}");
        }
        assert!(Quantity::parse(&"9".repeat(100)).is_some_and(|quantity| !quantity.is_negative()));
    }
}

//! Quantities in Kubernetes notation, such as `16Gi`.

/// A quantity split into its parts.
#[derive(Clone, Copy, Debug)]
pub struct Amount<'t> {
    /// Whether the amount is negative.
    pub is_negative: bool,
    /// The digits before the decimal point.
    pub whole: &'t str,
    /// The digits after the decimal point.
    pub fraction: &'t str,
    /// The power of two that the suffix stands for, or 1.
    pub factor: u64,
    /// The power of ten that the suffix or exponent stands for, or 0.
    pub exponent: i32,
}

impl<'t> Amount<'t> {
    /// Reads an amount: a number followed by a decimal suffix, a binary suffix or an exponent. Like the API server,
    /// this accepts surrounding blanks, and reads a sign or a suffix without digits as zero unless the suffix is very
    /// large or very small.
    pub fn read(text: &'t str) -> Option<Self> {
        // The API server trims the raw JSON, where a newline or a tab is still an escape sequence and so stays.
        let amount = text.trim_matches(|letter: char| letter.is_whitespace() && !letter.is_ascii_control());
        let (is_negative, unsigned) = match amount.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, amount.strip_prefix('+').unwrap_or(amount)),
        };
        let end = unsigned.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(unsigned.len());
        let (number, suffix) = unsigned.split_at_checked(end)?;
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        if amount.is_empty() || fraction.contains('.') {
            return None;
        }
        let binary = |exponent: u32| (1 << exponent, 0);
        let decimal = |exponent: i32| (1, exponent);
        let (factor, exponent) = match suffix {
            "Ki" => binary(10),
            "Mi" => binary(20),
            "Gi" => binary(30),
            "Ti" => binary(40),
            "Pi" => binary(50),
            "Ei" => binary(60),
            "n" => decimal(-9),
            "u" => decimal(-6),
            "m" => decimal(-3),
            "" => decimal(0),
            "k" => decimal(3),
            "M" => decimal(6),
            "G" => decimal(9),
            "T" => decimal(12),
            "P" => decimal(15),
            "E" => decimal(18),
            _ => decimal(suffix.strip_prefix(['e', 'E'])?.parse::<i32>().ok()?.clamp(-40, 40)),
        };
        let is_extreme = factor >= 1 << 50 || exponent < -9;
        if is_extreme && whole.is_empty() && fraction.is_empty() {
            return None;
        }
        Some(Self { is_negative, whole, fraction, factor, exponent })
    }
}

#[cfg(test)]
mod tests {
    use super::Amount;

    #[test]
    fn blanks_stand_around_an_amount_and_no_line_ends() {
        for text in ["2", " 2", "2Gi ", "\u{a0}2\u{a0}", "1e3", "+.5m", "Ti", "-E", ".e3", "e-9", "0Pi", ".0e-10"] {
            assert!(Amount::read(text).is_some(), "{text:?}");
        }
        for text in
            ["2\n", "\t2", "2Gi\r\n", "\n", "2 Gi", "1Giq", "2\u{b}", "1e", "", "Pi", "-Ei", ".Ei", "e-10", "-.e-41"]
        {
            assert!(Amount::read(text).is_none(), "{text:?}");
        }
    }
}

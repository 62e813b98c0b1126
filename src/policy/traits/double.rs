use lexical_parse_float::FromLexical as _;

/// Returns the double nearest to a JSON number, as Python and JavaScript read it.
pub(super) fn nearest_double(number: &str) -> Option<f64> {
    f64::from_lexical(number.as_bytes()).ok()
}

#[cfg(test)]
mod tests {
    use super::nearest_double;

    /// Tests numbers halfway between two doubles, at the ends of the range, with late deciding digits, and random ones.
    #[test]
    fn every_number_is_read_as_the_standard_library_reads_it() {
        let mut numbers: Vec<String> = [
            "0",
            "-0",
            "0.0",
            "-0.0e7",
            "1",
            "16",
            "1.1",
            "0.1",
            "1e0",
            "1E+2",
            "1e-2",
            "9007199254740993",
            "9007199254740992.99999999999999999999",
            "9007199254740993.00000000000000000000000000000000001",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "1e309",
            "-1e999999999999",
            "5e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "2.5e-324",
            "1e-400",
            "1e-999999999999",
            "2.2250738585072011e-308",
            "2.2250738585072014e-308",
            "0.000000000000000000000000000000000000000000001e45",
        ]
        .map(str::to_owned)
        .into();
        numbers.push(format!("1{}", "0".repeat(400)));
        numbers.push(format!("0.{}1", "0".repeat(400)));
        numbers.push(format!("1.{}1", "0".repeat(800)));
        let mut seed = 1_u64;
        let mut roll = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed >> 11
        };
        for _ in 0..20_000 {
            numbers.push(format!("{}.{}e{}", roll() % 100, roll(), roll() as i64 % 340 - 170));
            // Any double, exactly and with 30 digits.
            let double = f64::from_bits(roll() << 11 | roll() & 0x7ff);
            if double.is_finite() {
                numbers.push(format!("{double:e}"));
                numbers.push(format!("{double:.30e}"));
            }
        }
        for number in numbers {
            let expected = number.parse::<f64>().ok().map(f64::to_bits);
            assert_eq!(nearest_double(&number).map(f64::to_bits), expected, "{number}");
        }
    }
}

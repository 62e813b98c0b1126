//! Compares the engine's own JSON reader with a general one, on generated text: both accept the same texts and read the
//! same values, and they differ only where they are meant to.

use std::collections::BTreeSet;

use fitment::{Cause, Document, Kind, Value};
use fitment_tests::numbers::Numbers;
use serde_json::Value as General;

/// Generates JSON text in every spelling that JSON allows, and some that it does not allow.
struct Writer {
    numbers: Numbers,
    text: String,
    /// One in this many tokens is wrong. 0: none is.
    slips: usize,
}

impl Writer {
    fn text(seed: u64, slips: usize) -> String {
        let mut writer = Self { numbers: Numbers(seed), text: String::new(), slips };
        writer.value(5);
        writer.text
    }

    fn push(&mut self, token: &str) {
        for _ in 0..self.numbers.below(3) {
            let blank: &&str = self.numbers.among(&["", " ", "\n", "\t\r"]);
            self.text.push_str(blank);
        }
        if self.slips > 0 && self.numbers.below(self.slips) == 0 {
            let slips = [
                "", ",", ":", "}", "]", "\"", "\u{feff}", "\u{b}", "tru", "nul", "01", "1.", ".5", "-", "+1", "NaN",
                "'a'", "\\", "/**/",
            ];
            let slip: &&str = self.numbers.among(&slips);
            self.text.push_str(slip);
        } else {
            self.text.push_str(token);
        }
    }

    fn value(&mut self, depth: usize) {
        let kinds = if depth == 0 { 5 } else { 8 };
        match self.numbers.below(kinds) {
            0 => self.push("null"),
            1 => {
                let word: &&str = self.numbers.among(&["true", "false"]);
                self.push(word);
            }
            2 | 3 => self.number(),
            4 => self.string(),
            5 => {
                self.push("[");
                for index in 0..self.numbers.below(5) {
                    if index > 0 {
                        self.push(",");
                    }
                    self.value(depth - 1);
                }
                self.push("]");
            }
            _ => {
                self.push("{");
                // Few keys and many keys are compared in different ways.
                let most = if self.numbers.below(10) == 0 { 40 } else { 5 };
                for index in 0..self.numbers.below(most) {
                    if index > 0 {
                        self.push(",");
                    }
                    self.string();
                    self.push(":");
                    self.value(depth - 1);
                }
                self.push("}");
            }
        }
    }

    fn number(&mut self) {
        let whole = ["0", "-0", "7", "-12", "18446744073709551616", "123456789012345678901234567890"];
        let fraction = ["", "", ".0", ".50", ".0000000001"];
        let exponent = ["", "", "e0", "E+5", "e-300", "E999999"];
        let token = [*self.numbers.among(&whole), *self.numbers.among(&fraction), *self.numbers.among(&exponent)];
        self.push(&token.concat());
    }

    fn string(&mut self) {
        let parts = [
            "a",
            "key",
            "é",
            "😀",
            "\u{7f}",
            "\\n",
            "\\\"",
            "\\\\",
            "\\/",
            "\\u0041",
            "\\u00e9",
            "\\ud83d\\ude00",
            "\\u001f",
            "a plain run that is longer than one word of eight bytes",
        ];
        let slips = ["\n", "\u{1}", "\\x", "\\u12", "\\u00g0", "\\", "\\ud800", "\\udc00", "\\ud83d\\u0041"];
        let mut token = String::from("\"");
        for _ in 0..self.numbers.below(4) {
            let slip = self.slips > 0 && self.numbers.below(2 * self.slips) == 0;
            let part: &&str = if slip { self.numbers.among(&slips) } else { self.numbers.among(&parts) };
            token.push_str(part);
        }
        // Usually the key differs from its siblings.
        token.push_str(&self.numbers.below(400).to_string());
        token.push('"');
        self.push(&token);
    }
}

/// Whether both read the same value. A number is kept as written; the general reader respells its exponent.
fn is_same(ours: Value<'_>, general: &General) -> bool {
    let spelled = |number: &str| number.to_ascii_lowercase().replace("e+", "e");
    match general {
        General::Null => ours.is_null(),
        General::Bool(value) => ours.as_bool() == Some(*value),
        General::Number(number) => ours.as_number().map(spelled) == Some(spelled(&number.to_string())),
        General::String(text) => ours.as_str() == Some(text),
        General::Array(elements) => {
            ours.kind() == Kind::Array
                && ours.elements().count() == elements.len()
                && ours.elements().zip(elements).all(|(ours, general)| is_same(ours, general))
        }
        General::Object(members) => {
            ours.kind() == Kind::Object
                && ours.members().count() == members.len()
                && ours
                    .members()
                    .zip(members)
                    .all(|((key, ours), (name, general))| key == name && is_same(ours, general))
                && members.iter().all(|(name, general)| ours.get(name).is_some_and(|ours| is_same(ours, general)))
        }
    }
}

/// Compares the two readers on a text. Returns the outcome in a word.
fn compare(bytes: &[u8]) -> &'static str {
    let shown = || String::from_utf8_lossy(bytes).into_owned();
    let general = serde_json::from_slice::<General>(bytes);
    match (Document::read(bytes, 100), general) {
        (Ok(ours), Ok(general)) => {
            assert!(is_same(ours.root(), &general), "read otherwise: {}\nas {}", shown(), ours.text());
            // The kept text is JSON of the same content, without whitespace.
            let again: General = serde_json::from_str(ours.text()).expect("what is kept is JSON");
            assert_eq!(again, general, "{}", shown());
            "taken"
        }
        (Err(_), Err(_)) => "refused",
        (Err(fault), Ok(_)) => {
            assert!(matches!(fault.cause(), Cause::DuplicateKey { .. }), "only Fitment refuses {}: {fault}", shown());
            "duplicate"
        }
        (Ok(ours), Err(error)) => panic!("only Fitment takes {}: {error}, read as {}", shown(), ours.text()),
    }
}

#[test]
fn what_is_json_is_read_as_a_general_reader_reads_it() {
    let mut seen = BTreeSet::new();
    for seed in 0..6_000 {
        let text = Writer::text(seed, 0);
        let outcome = compare(text.as_bytes());
        assert_ne!(outcome, "refused", "{text}");
        seen.insert(outcome);
    }
    assert_eq!(seen, BTreeSet::from(["taken", "duplicate"]));
}

#[test]
fn what_is_nearly_json_is_refused_by_both_or_taken_by_both() {
    let mut seen = BTreeSet::new();
    for seed in 0..20_000 {
        seen.insert(compare(Writer::text(seed, 20).as_bytes()));
    }
    assert_eq!(seen, BTreeSet::from(["taken", "refused", "duplicate"]));
}

#[test]
fn a_changed_byte_is_taken_by_both_or_by_neither() {
    let mut numbers = Numbers(1);
    let mut seen = BTreeSet::new();
    for seed in 0..3_000 {
        let mut bytes = Writer::text(seed, 0).into_bytes();
        for _ in 0..5 {
            let at = numbers.below(bytes.len());
            bytes[at] = *numbers.among(b"\x00\x1f \"\\{}[],:0-eut\x7f\x80\xc3\xff");
            seen.insert(compare(&bytes));
        }
    }
    assert_eq!(seen, BTreeSet::from(["taken", "refused", "duplicate"]));
}

#[test]
fn a_duplicate_key_is_refused_though_a_general_reader_takes_the_last() {
    for text in [r#"{"a": 1, "a": 2}"#, r#"{"a": 1, "\u0061": 1}"#, r#"[{"b": {"": 0, "": 0}}]"#] {
        assert_eq!(compare(text.as_bytes()), "duplicate", "{text}");
    }
}

#[test]
fn a_lone_surrogate_is_named() {
    for text in [r#""\ud800""#, r#""\udc00x""#, r#"["\ud800\ud800"]"#] {
        let fault = Document::read(text.as_bytes(), 8).expect_err("a lone surrogate is no text");
        assert!(matches!(fault.cause(), Cause::LoneSurrogate { .. }), "{text}: {fault}");
    }
}

#[test]
fn surrogates_are_read_up_to_their_bounds() {
    let is_half = |unit: u16| (0xd800..0xe000).contains(&unit);
    let edges = [0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xd801, 0xdbff, 0xdc00, 0xdc01, 0xdfff, 0xe000, 0xffff];
    for first in edges {
        for second in edges {
            let text = format!(r#""\u{first:04X}\u{second:04x}""#);
            match (Document::read(text.as_bytes(), 8), String::from_utf16(&[first, second])) {
                (Ok(found), Ok(expected)) => assert_eq!(found.root().as_str(), Some(expected.as_str()), "{text}"),
                (Err(fault), Err(_)) => {
                    let lone = if is_half(first) { first } else { second };
                    let Cause::LoneSurrogate { escape } = fault.cause() else { panic!("{text}: {fault}") };
                    assert_eq!(escape.to_lowercase(), format!(r"\u{lone:04x}"), "{text}");
                }
                (found, expected) => panic!("{text} is read as {found:?}, expected {expected:?}"),
            }
        }
    }
}

//! Strings and their escapes.

use super::Scanner;
use crate::wire::escape;
use crate::wire::fault::{Cause, Fault};
use crate::wire::kind::Kind;

impl Scanner<'_> {
    pub(super) fn string(&mut self) -> Result<(), Fault> {
        self.at += 1;
        let from = self.at;
        let start = self.place(from);
        self.skip_plain();
        if self.peek() == Some(b'"') {
            self.push(Kind::String, start, self.place(self.at));
            self.at += 1;
            return Ok(());
        }
        self.escaped_string(from)
    }

    /// Moves to the next quote, backslash or control character, eight bytes at a time.
    fn skip_plain(&mut self) {
        const ONES: u64 = u64::MAX / 255;
        const HIGHS: u64 = ONES << 7;
        let has_zero = |word: u64| word.wrapping_sub(ONES) & !word & HIGHS;
        while let Some(Ok(eight)) = self.bytes.get(self.at..self.at + 8).map(<[u8; 8]>::try_from) {
            let word = u64::from_le_bytes(eight);
            let quote = has_zero(word ^ (ONES * u64::from(b'"')));
            let backslash = has_zero(word ^ (ONES * u64::from(b'\\')));
            let control = word.wrapping_sub(ONES * u64::from(b' ')) & !word & HIGHS;
            let stop = quote | backslash | control;
            if stop != 0 {
                self.at += (stop.trailing_zeros() / 8) as usize;
                return;
            }
            self.at += 8;
        }
        while let Some(byte) = self.peek() {
            if byte == b'"' || byte == b'\\' || byte < b' ' {
                return;
            }
            self.at += 1;
        }
    }

    /// Reads the rest of a string after its first run without escapes. The unescaped content goes into the document's
    /// `unescaped` text, and its shortest spelling into the text.
    fn escaped_string(&mut self, mut from: usize) -> Result<(), Fault> {
        self.copy_to(from);
        let text_start = self.document.text.len();
        let unescaped_start = self.document.unescaped.len();
        loop {
            self.document.unescaped.push_str(self.input.get(from..self.at).unwrap_or_default());
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => self.escape()?,
                Some(_) => return Err(self.malformed("an escape instead of a control character")),
                None => return Err(self.malformed("the end of the string")),
            }
            from = self.at;
            self.skip_plain();
        }
        let plain = self.document.unescaped.get(unescaped_start..).unwrap_or_default();
        escape::push_escaped(&mut self.document.text, plain);
        self.copied = self.at;
        let spelled_alike = self.document.text.len() - text_start == plain.len();
        if spelled_alike {
            // None of the escapes was needed.
            let (start, end) = (text_start as u32, self.document.text.len() as u32);
            self.document.unescaped.truncate(unescaped_start);
            self.push(Kind::String, start, end);
        } else {
            let (start, end) = (unescaped_start as u32, self.document.unescaped.len() as u32);
            self.push(Kind::String, start, end);
            if let Some(node) = self.document.nodes.last_mut() {
                node.unescaped = true;
            }
        }
        self.at += 1;
        Ok(())
    }

    fn escape(&mut self) -> Result<(), Fault> {
        let start = self.at;
        self.at += 1;
        let character = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                let character = self.unicode_escape(start)?;
                self.document.unescaped.push(character);
                return Ok(());
            }
            _ => return Err(self.malformed("one of `\"\\/bfnrtu`")),
        };
        self.at += 1;
        self.document.unescaped.push(character);
        Ok(())
    }

    fn unicode_escape(&mut self, start: usize) -> Result<char, Fault> {
        let first = self.four_hex()?;
        if let Some(character) = char::from_u32(first) {
            return Ok(character);
        }
        let high = (0xd800..0xdc00).contains(&first);
        if high && self.bytes.get(self.at..).unwrap_or_default().starts_with(b"\\u") {
            self.at += 2;
            let second = self.four_hex()?;
            if (0xdc00..0xe000).contains(&second) {
                let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
        }
        let escape = self.input.get(start..start + 6).unwrap_or_default().to_owned();
        Err(self.fault(Cause::LoneSurrogate { escape }))
    }

    fn four_hex(&mut self) -> Result<u32, Fault> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else { return Err(self.malformed("four hexadecimal digits")) };
            code = code << 4 | digit;
            self.at += 1;
        }
        Ok(code)
    }
}

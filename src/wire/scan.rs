use super::document::{Document, Kind, Node};
use super::escape;
use super::fault::{Cause, Fault};
use super::pointer::{push_index, push_key};

/// Reads one JSON document in a single pass without recursion.
pub(super) fn scan(bytes: &[u8], depth: usize) -> Result<Document, Fault> {
    let input =
        std::str::from_utf8(bytes).map_err(|error| Fault::unplaced(Cause::NotUtf8 { offset: error.valid_up_to() }))?;
    if u32::try_from(input.len()).is_err() {
        return Err(Fault::unplaced(Cause::TooLarge { bytes: input.len(), limit: u32::MAX as usize }));
    }
    let mut document = Document::default();
    document.text.reserve(input.len());
    document.nodes.reserve(input.len() / 12);
    let mut scanner = Scanner { input, bytes, at: 0, copied: 0, depth, document, open: Vec::new() };
    scanner.document()?;
    Ok(scanner.document)
}

/// An array or object whose end has not come yet.
struct Open {
    node: usize,
    object: bool,
    /// The last key's node in an object, the number of elements so far in an array.
    last: usize,
}

struct Scanner<'t> {
    input: &'t str,
    bytes: &'t [u8],
    at: usize,
    /// How much of the input stands in the document's text already, blanks left out.
    copied: usize,
    depth: usize,
    document: Document,
    open: Vec<Open>,
}

/// What may come next.
enum Turn {
    Value,
    FirstElement,
    FirstMember,
    Member,
    AfterValue,
}

impl Scanner<'_> {
    fn document(&mut self) -> Result<(), Fault> {
        let mut turn = Turn::Value;
        loop {
            self.skip_blanks();
            turn = match turn {
                Turn::Value => self.value()?,
                Turn::FirstElement if self.peek() == Some(b']') => self.close()?,
                Turn::FirstElement => self.value()?,
                Turn::FirstMember if self.peek() == Some(b'}') => self.close()?,
                Turn::FirstMember | Turn::Member => self.key()?,
                Turn::AfterValue => match self.open.last() {
                    None => break,
                    Some(open) => {
                        let object = open.object;
                        self.after_value(object)?
                    }
                },
            };
        }
        if self.at < self.bytes.len() {
            return Err(self.malformed("the end of the document"));
        }
        self.copy();
        Ok(())
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Documents of machines have none, so looking for them costs nothing but a comparison.
    #[inline(always)]
    fn skip_blanks(&mut self) {
        if self.peek().is_some_and(|byte| byte <= b' ') {
            self.leave_out_blanks();
        }
    }

    fn leave_out_blanks(&mut self) {
        self.copy();
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
        self.copied = self.at;
    }

    /// Brings the document's text up to where the scanner stands.
    fn copy(&mut self) {
        self.copy_to(self.at);
    }

    fn copy_to(&mut self, at: usize) {
        self.document.text.push_str(self.input.get(self.copied..at).unwrap_or_default());
        self.copied = at;
    }

    /// Where the input at `at` stands in the document's text.
    fn place(&self, at: usize) -> u32 {
        // The input is shorter than 4 GiB, and the text is never longer than the input.
        u32::try_from(self.document.text.len() + at - self.copied).unwrap_or(u32::MAX)
    }

    fn push(&mut self, kind: Kind, start: u32, end: u32) {
        let next = u32::try_from(self.document.nodes.len() + 1).unwrap_or(u32::MAX);
        self.document.nodes.push(Node { kind, unescaped: false, start, end, next });
    }

    fn value(&mut self) -> Result<Turn, Fault> {
        if let Some(open) = self.open.last_mut().filter(|open| !open.object) {
            open.last += 1;
        }
        match self.peek() {
            Some(b'"') => self.string(),
            Some(b'{') => return self.open(Kind::Object),
            Some(b'[') => return self.open(Kind::Array),
            Some(b't') => self.literal("true", "`true`", Kind::Bool),
            Some(b'f') => self.literal("false", "`false`", Kind::Bool),
            Some(b'n') => self.literal("null", "`null`", Kind::Null),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Err(self.malformed("a value")),
        }?;
        Ok(Turn::AfterValue)
    }

    fn open(&mut self, kind: Kind) -> Result<Turn, Fault> {
        if self.open.len() >= self.depth {
            return Err(self.fault(Cause::TooDeep { limit: self.depth }));
        }
        let object = kind == Kind::Object;
        self.open.push(Open { node: self.document.nodes.len(), object, last: 0 });
        let start = self.place(self.at);
        self.push(kind, start, start);
        self.at += 1;
        Ok(if object { Turn::FirstMember } else { Turn::FirstElement })
    }

    fn close(&mut self) -> Result<Turn, Fault> {
        self.at += 1;
        let end = self.place(self.at);
        let next = u32::try_from(self.document.nodes.len()).unwrap_or(u32::MAX);
        let Some(open) = self.open.pop() else { return Ok(Turn::AfterValue) };
        if open.object {
            self.refuse_duplicates(open.node)?;
        }
        if let Some(node) = self.document.nodes.get_mut(open.node) {
            node.end = end;
            node.next = next;
        }
        Ok(Turn::AfterValue)
    }

    fn after_value(&mut self, object: bool) -> Result<Turn, Fault> {
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                Ok(if object { Turn::Member } else { Turn::Value })
            }
            Some(b'}') if object => self.close(),
            Some(b']') if !object => self.close(),
            _ if object => Err(self.malformed("`,` or `}`")),
            _ => Err(self.malformed("`,` or `]`")),
        }
    }

    fn key(&mut self) -> Result<Turn, Fault> {
        if self.peek() != Some(b'"') {
            return Err(self.malformed("a key in quotes"));
        }
        let key = self.document.nodes.len();
        if let Some(open) = self.open.last_mut() {
            open.last = key;
        }
        self.string()?;
        self.skip_blanks();
        if self.peek() != Some(b':') {
            return Err(self.malformed("`:`"));
        }
        self.at += 1;
        Ok(Turn::Value)
    }

    fn literal(&mut self, word: &str, expected: &'static str, kind: Kind) -> Result<(), Fault> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        if !rest.starts_with(word.as_bytes()) {
            self.at += rest.iter().zip(word.as_bytes()).take_while(|(found, expected)| found == expected).count();
            return Err(self.malformed(expected));
        }
        let start = self.place(self.at);
        self.at += word.len();
        self.push(kind, start, self.place(self.at));
        Ok(())
    }

    fn number(&mut self) -> Result<(), Fault> {
        let start = self.place(self.at);
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        self.push(Kind::Number, start, self.place(self.at));
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Fault> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at == start { Err(self.malformed("a digit")) } else { Ok(()) }
    }

    fn string(&mut self) -> Result<(), Fault> {
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

    /// The rest of a string after its first plain run. The escapes are undone beside the text, and the text gets
    /// the shortest spelling.
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
            // No escape was needed after all.
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

    /// Two members of one name are refused: readers disagree about which of them counts, and a gate must not.
    fn refuse_duplicates(&self, object: usize) -> Result<(), Fault> {
        const FEW: usize = 12;
        let nodes = &self.document.nodes;
        let mut keys: [&str; FEW] = [""; FEW];
        let mut count = 0;
        let mut at = object + 1;
        while let Some(key) = nodes.get(at) {
            let name = self.key_text(key);
            let Some(free) = keys.get_mut(count) else { return self.refuse_duplicates_of_many(object) };
            *free = name;
            if keys.get(..count).unwrap_or_default().contains(&name) {
                return Err(self.duplicate(name));
            }
            count += 1;
            at = nodes.get(at + 1).map_or(usize::MAX, |value| value.next as usize);
        }
        Ok(())
    }

    fn refuse_duplicates_of_many(&self, object: usize) -> Result<(), Fault> {
        let nodes = &self.document.nodes;
        let mut keys = Vec::new();
        let mut at = object + 1;
        while let Some(key) = nodes.get(at) {
            keys.push(self.key_text(key));
            at = nodes.get(at + 1).map_or(usize::MAX, |value| value.next as usize);
        }
        keys.sort_unstable();
        match keys.windows(2).find(|pair| pair.first() == pair.last()).and_then(<[&str]>::first) {
            Some(name) => Err(self.duplicate(name)),
            None => Ok(()),
        }
    }

    fn key_text(&self, key: &Node) -> &str {
        // The text lags behind the scanner by what has not been copied yet.
        let (start, end) = (key.start as usize, key.end as usize);
        if key.unescaped {
            return self.document.unescaped.get(start..end).unwrap_or_default();
        }
        let copied = self.document.text.len();
        if end <= copied {
            return self.document.text.get(start..end).unwrap_or_default();
        }
        let ahead = |place: usize| self.copied + place.saturating_sub(copied);
        self.input.get(ahead(start)..ahead(end)).unwrap_or_default()
    }

    fn duplicate(&self, key: &str) -> Fault {
        let mut path = self.path();
        push_key(&mut path, key);
        Fault::at_path(path, Cause::DuplicateKey { key: key.to_owned() })
    }

    fn malformed(&self, expected: &'static str) -> Fault {
        let Some(found) = self.input.get(self.at..).and_then(|rest| rest.chars().next()) else {
            return self.fault(Cause::Truncated { expected });
        };
        let before = self.input.get(..self.at).unwrap_or_default();
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        self.fault(Cause::Malformed { found: found.to_string(), expected, line, column })
    }

    fn fault(&self, cause: Cause) -> Fault {
        Fault::at_path(self.path(), cause)
    }

    /// The pointer to the value that is being read.
    fn path(&self) -> String {
        let mut path = String::new();
        for open in &self.open {
            match (open.object, open.last) {
                (true, 0) | (false, 0) => {}
                (true, key) => {
                    let name = self.document.nodes.get(key).map(|key| self.key_text(key));
                    push_key(&mut path, name.unwrap_or_default());
                }
                (false, count) => push_index(&mut path, count - 1),
            }
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> (String, Cause) {
        match scan(text.as_bytes(), 8) {
            Ok(document) => panic!("`{text}` was read as {}", document.text()),
            Err(fault) => (fault.path().to_owned(), fault.cause().clone()),
        }
    }

    fn read(text: &str) -> String {
        scan(text.as_bytes(), 8).map_or_else(|fault| panic!("{fault}"), |document| document.text().to_owned())
    }

    #[test]
    fn keeps_what_was_written_and_drops_the_blanks() {
        let text = " {\"b\" : [ 1 , -0.50e+3 , 18446744073709551615 ] ,\n\t\"a\":\"\\u00e9\\/\\n\", \"\": { } }\r\n";
        assert_eq!(read(text), "{\"b\":[1,-0.50e+3,18446744073709551615],\"a\":\"é/\\n\",\"\":{}}");
        assert_eq!(read("\"\\ud83d\\ude00\\u001f\""), "\"😀\\u001f\"");
        assert_eq!(read("[[],{},null,true,false,\"\"]"), "[[],{},null,true,false,\"\"]");
    }

    #[test]
    fn every_refusal_says_where() {
        assert!(matches!(refused(""), (_, Cause::Truncated { expected: "a value" })));
        assert!(matches!(refused("{\"a\":[0,"), (path, Cause::Truncated { .. }) if path == "/a/1"));
        assert!(matches!(refused("{\"a\":[0,x]}"), (path, Cause::Malformed { .. }) if path == "/a/1"));
        assert!(matches!(refused("[[[[[[[[[1]]]]]]]]]"), (_, Cause::TooDeep { limit: 8 })));
        assert!(matches!(refused("{\"a\":{\"b\":1,\"b\":2}}"), (path, Cause::DuplicateKey { .. }) if path == "/a/b"));
        assert!(matches!(refused("{\"a\":1, \"\\u0061\":2}"), (path, Cause::DuplicateKey { .. }) if path == "/a"));
        assert!(matches!(refused("[\"\\ud800\"]"), (path, Cause::LoneSurrogate { .. }) if path == "/0"));
        assert!(matches!(refused("\"\\udc00\\ud800\""), (_, Cause::LoneSurrogate { .. })));
        assert!(matches!(refused("\"\\ud800\\u0041\""), (_, Cause::LoneSurrogate { .. })));
        assert!(matches!(refused("\"a\nb\""), (_, Cause::Malformed { line: 1, column: 3, .. })));
        for text in
            ["01", "1.", ".5", "+1", "1e", "-", "tru", "nul ", "[1,]", "{\"a\":1,}", "{a:1}", "1 2", "[1}", "\u{feff}1"]
        {
            assert!(matches!(refused(text).1, Cause::Malformed { .. } | Cause::Truncated { .. }), "{text}");
        }
    }

    #[test]
    fn duplicates_are_found_among_many_keys() {
        let many: Vec<String> = (0..40).map(|index| format!("\"k{}\": {index}", index % 39)).collect();
        let (path, cause) = refused(&format!("{{ {} }}", many.join(" , ")));
        assert_eq!((path.as_str(), cause), ("/k0", Cause::DuplicateKey { key: "k0".to_owned() }));
    }

    #[test]
    fn every_prefix_of_a_document_is_refused() {
        let text = r#"{"a":[1.5e3,"x\n\ud83d\ude00",{"b":null}],"é":true}"#;
        for end in 0..text.len() {
            let prefix = text.as_bytes().get(..end).unwrap_or_default();
            assert!(scan(prefix, 8).is_err(), "{end}");
        }
        assert_eq!(read(text), "{\"a\":[1.5e3,\"x\\n😀\",{\"b\":null}],\"é\":true}");
    }
}

//! Scans JSON into a document.

mod keys;
mod text;

use super::document::{Document, Node};
use super::fault::{Cause, Fault};
use super::kind::Kind;
use super::pointer::{push_index, push_key};

impl Document {
    /// Reads one document with arrays and objects nested at most `depth` deep. Duplicate keys, lone surrogates and
    /// invalid UTF-8 are errors.
    pub fn read(bytes: &[u8], depth: usize) -> Result<Self, Fault> {
        scan(bytes, depth)
    }
}

/// Reads one JSON document in a single pass without recursion.
fn scan(bytes: &[u8], depth: usize) -> Result<Document, Fault> {
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

/// An array or object that has not been closed yet.
struct Open {
    node: usize,
    object: bool,
    /// In an object, the node of the last key; in an array, the number of elements so far.
    last: usize,
}

struct Scanner<'t> {
    input: &'t str,
    bytes: &'t [u8],
    at: usize,
    /// The offset in the input up to which everything except blanks is in the document's text.
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

    /// Machine-written documents have no blanks, and for those this is a single comparison.
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

    /// Copies the input into the document's text, up to the current position.
    fn copy(&mut self) {
        self.copy_to(self.at);
    }

    fn copy_to(&mut self, at: usize) {
        self.document.text.push_str(self.input.get(self.copied..at).unwrap_or_default());
        self.copied = at;
    }

    /// The offset in the document's text of the input at `at`.
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

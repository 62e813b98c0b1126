use std::fmt::Write as _;

use super::document::Value;
use super::escape::push_quoted;
use super::json::Json;

/// Something with a JSON form. Types made with [`answer!`](crate::wire::answer) have one.
///
/// ```
/// assert_eq!(fitment::wire::to_json(&vec![Some("a\"b"), None]), r#"["a\"b",null]"#);
/// ```
pub trait Write {
    /// Appends the value as compact JSON.
    fn write(&self, out: &mut String);

    /// Whether an object leaves out a member of this value.
    fn is_absent(&self) -> bool {
        false
    }

    /// The member of that name as compact JSON, if this is a declared object that writes it.
    fn member(&self, _key: &str) -> Option<String> {
        None
    }
}

/// A value as compact JSON.
pub fn to_json<T: Write + ?Sized>(value: &T) -> String {
    let mut out = String::new();
    value.write(&mut out);
    out
}

/// Writes an object member by member.
#[derive(Debug)]
pub struct ObjectWriter<'o> {
    out: &'o mut String,
    first: bool,
}

impl<'o> ObjectWriter<'o> {
    /// Opens an object.
    pub fn new(out: &'o mut String) -> Self {
        out.push('{');
        Self { out, first: true }
    }

    /// Adds a member unless its value is absent.
    pub fn member<T: Write + ?Sized>(&mut self, key: &str, value: &T) -> &mut Self {
        if !value.is_absent() {
            value.write(self.key(key));
        }
        self
    }

    /// Adds a member whose value the caller writes next.
    pub fn key(&mut self, key: &str) -> &mut String {
        if !std::mem::take(&mut self.first) {
            self.out.push(',');
        }
        push_quoted(self.out, key);
        self.out.push(':');
        self.out
    }

    /// Closes the object.
    pub fn end(&mut self) {
        self.out.push('}');
    }
}

/// Writes a list.
pub fn write_list<T: Write>(out: &mut String, elements: impl IntoIterator<Item = T>) {
    out.push('[');
    for (index, element) in elements.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        element.write(out);
    }
    out.push(']');
}

impl Write for str {
    fn write(&self, out: &mut String) {
        push_quoted(out, self);
    }
}

impl Write for String {
    fn write(&self, out: &mut String) {
        push_quoted(out, self);
    }
}

impl Write for bool {
    fn write(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

macro_rules! write_integers {
    ($($integer:ty),*) => {$(
        impl Write for $integer {
            fn write(&self, out: &mut String) {
                // Writing to a string cannot fail.
                let _ = write!(out, "{self}");
            }
        }
    )*};
}

write_integers!(u16, u32, u64, usize, i32, i64, i128);

impl<T: Write + ?Sized> Write for &T {
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }

    fn is_absent(&self) -> bool {
        (**self).is_absent()
    }
}

impl<T: Write + ?Sized> Write for Box<T> {
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }
}

impl<T: Write> Write for Option<T> {
    fn write(&self, out: &mut String) {
        match self {
            Some(value) => value.write(out),
            None => out.push_str("null"),
        }
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: Write> Write for [T] {
    fn write(&self, out: &mut String) {
        write_list(out, self);
    }
}

impl<T: Write> Write for Vec<T> {
    fn write(&self, out: &mut String) {
        write_list(out, self);
    }
}

/// A list of two.
impl<A: Write, B: Write> Write for (A, B) {
    fn write(&self, out: &mut String) {
        out.push('[');
        self.0.write(out);
        out.push(',');
        self.1.write(out);
        out.push(']');
    }
}

/// An object whose keys come from the request, in the order given.
impl<K: AsRef<str>, T: Write> Write for super::Ordered<K, T> {
    fn write(&self, out: &mut String) {
        let mut object = ObjectWriter::new(out);
        for (key, value) in self.iter() {
            object.member(key.as_ref(), value);
        }
        object.end();
    }
}

impl Write for Value<'_> {
    fn write(&self, out: &mut String) {
        out.push_str(&self.json());
    }
}

impl Write for Json {
    fn write(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(value) => value.write(out),
            Self::Number(number) => out.push_str(number),
            Self::String(text) => text.write(out),
            Self::Array(elements) => elements.write(out),
            Self::Object(members) => {
                let mut object = ObjectWriter::new(out);
                for (key, value) in members {
                    value.write(object.key(key));
                }
                object.end();
            }
        }
    }
}

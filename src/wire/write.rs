use std::fmt::Write as _;
use std::marker::PhantomData;

use super::decimal::push_decimal;
use super::escape::push_quoted;
use super::json::Json;
use super::shape::{HasShape, Shape};
use super::value::Value;

/// A value with a JSON form. Types declared with `answer!` implement this.
pub trait Write {
    /// Appends the value as compact JSON.
    fn write(&self, out: &mut String);

    /// Whether an object leaves out a member with this value.
    fn is_absent(&self) -> bool {
        false
    }

    /// Calls `each` with every member of a declared object in order, absent ones included.
    fn members<'w>(&'w self, _each: &mut dyn FnMut(DeclaredKey, &'w dyn Write)) {}

    /// The value, if it is a boolean, a non-negative number or text.
    fn scalar(&self) -> Option<Scalar<'_>> {
        None
    }
}

/// A value without parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar<'w> {
    /// A boolean.
    Bool(bool),
    /// A non-negative number.
    Number(u64),
    /// Text.
    Text(&'w str),
}

/// A key known at compile time, with what surrounds it in an object, as in `,"key":`. Copying all that at once makes
/// answers with thousands of small objects fast.
#[derive(Clone, Copy, Debug)]
pub struct DeclaredKey {
    /// The key with the comma before it and the colon after it.
    pub after_another: &'static str,
}

impl DeclaredKey {
    /// The key without the comma, for the first member of an object.
    fn at_first(self) -> &'static str {
        self.after_another.strip_prefix(',').unwrap_or_default()
    }

    fn is(self, name: &str) -> bool {
        self.at_first().strip_prefix('"').and_then(|key| key.strip_suffix("\":")) == Some(name)
    }
}

/// The member of a declared object with this key, unless it is absent.
pub fn member<'w>(object: &'w dyn Write, key: &str) -> Option<&'w dyn Write> {
    let mut found = None;
    object.members(&mut |name, value| {
        if name.is(key) && !value.is_absent() {
            found = Some(value);
        }
    });
    found
}

/// Writes a declared object.
pub fn write_members(out: &mut String, object: &dyn Write) {
    out.push('{');
    let mut first = true;
    object.members(&mut |key, value| {
        if !value.is_absent() {
            out.push_str(if std::mem::take(&mut first) { key.at_first() } else { key.after_another });
            value.write(out);
        }
    });
    out.push('}');
}

/// Returns a value as compact JSON.
pub fn to_json<T: Write + ?Sized>(value: &T) -> String {
    let mut out = String::new();
    value.write(&mut out);
    out
}

impl Json {
    /// The value as compact JSON.
    pub fn to_text(&self) -> String {
        to_json(self)
    }
}

/// A part of an answer that is written as soon as it is known, so that nothing it is made from has to live as long as
/// the answer or be copied. `T` is the type that describes its shape; the type that is written may have a shorter
/// lifetime.
#[derive(Debug)]
pub struct Rendered<T> {
    json: String,
    shape: PhantomData<T>,
}

impl<T> Rendered<T> {
    /// Renders a value.
    pub fn of(value: &impl Write) -> Self {
        Self { json: to_json(value), shape: PhantomData }
    }
}

impl<T> Rendered<Vec<T>> {
    /// Renders a list, element by element.
    pub fn list<E: Write>(elements: impl IntoIterator<Item = E>) -> Self {
        let mut json = String::new();
        write_list(&mut json, elements);
        Self { json, shape: PhantomData }
    }
}

impl<T: HasShape> HasShape for Rendered<T> {
    const SHAPE: &'static Shape = T::SHAPE;
    const OPTIONAL: bool = T::OPTIONAL;
}

impl<T> Write for Rendered<T> {
    fn write(&self, out: &mut String) {
        out.push_str(&self.json);
    }
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
    write_each(out, elements, |out, element| element.write(out));
}

/// Writes a list whose elements are written by `write`.
pub fn write_each<T>(out: &mut String, elements: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut String, T)) {
    out.push('[');
    for (index, element) in elements.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write(out, element);
    }
    out.push(']');
}

impl Write for str {
    fn write(&self, out: &mut String) {
        push_quoted(out, self);
    }

    fn scalar(&self) -> Option<Scalar<'_>> {
        Some(Scalar::Text(self))
    }
}

impl Write for String {
    fn write(&self, out: &mut String) {
        push_quoted(out, self);
    }

    fn scalar(&self) -> Option<Scalar<'_>> {
        Some(Scalar::Text(self))
    }
}

impl Write for bool {
    fn write(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }

    fn scalar(&self) -> Option<Scalar<'_>> {
        Some(Scalar::Bool(*self))
    }
}

macro_rules! write_integers {
    ($($integer:ty),*) => {$(
        impl Write for $integer {
            fn write(&self, out: &mut String) {
                match u64::try_from(*self) {
                    Ok(number) => push_decimal(out, number),
                    // Writing to a string never fails.
                    Err(_) => drop(write!(out, "{self}")),
                }
            }

            fn scalar(&self) -> Option<Scalar<'_>> {
                u64::try_from(*self).ok().map(Scalar::Number)
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

    fn members<'w>(&'w self, each: &mut dyn FnMut(DeclaredKey, &'w dyn Write)) {
        (**self).members(each);
    }

    fn scalar(&self) -> Option<Scalar<'_>> {
        (**self).scalar()
    }
}

impl<T: Write + ?Sized> Write for Box<T> {
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }

    fn members<'w>(&'w self, each: &mut dyn FnMut(DeclaredKey, &'w dyn Write)) {
        (**self).members(each);
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

    fn scalar(&self) -> Option<Scalar<'_>> {
        self.as_ref().and_then(Write::scalar)
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

/// Written as a list of two elements.
impl<A: Write, B: Write> Write for (A, B) {
    fn write(&self, out: &mut String) {
        out.push('[');
        self.0.write(out);
        out.push(',');
        self.1.write(out);
        out.push(']');
    }
}

/// Written as an object with its keys in the order given. Absent values are left out.
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

#[cfg(test)]
mod tests {
    use super::to_json;

    #[test]
    fn lists_and_texts_are_written() {
        assert_eq!(to_json(&vec![Some("a\"b"), None]), r#"["a\"b",null]"#);
    }
}

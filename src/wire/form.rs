use super::document::Value;
use super::json::Json;
use super::ordered::Ordered;

/// What a value of a type looks like as JSON: the source of the schemas and of `fitment/questions`.
#[derive(Debug)]
pub enum Form {
    /// Anything.
    Any,
    /// A boolean.
    Bool,
    /// A whole number.
    Integer,
    /// Text.
    Text,
    /// One of these words, each with what it says.
    Words(&'static [(&'static str, &'static str)]),
    /// A list of one form.
    List(&'static Form),
    /// A list of exactly these forms.
    Tuple(&'static [&'static Form]),
    /// An object with keys of its author's choosing.
    Map(&'static Form),
    /// An object with known members.
    Object(&'static ObjectForm),
    /// One of several forms.
    Either(&'static [&'static Form]),
}

/// The members of an object.
#[derive(Debug)]
pub struct ObjectForm {
    /// What it is.
    pub about: &'static str,
    /// What it holds.
    pub parts: &'static [Part],
}

/// A member of an object, or several that are declared elsewhere.
#[derive(Debug)]
pub enum Part {
    /// A member.
    Member(Member),
    /// The members of another object.
    Flat(&'static Form),
}

impl ObjectForm {
    /// The members in their order.
    pub fn members(&self) -> Vec<&'static Member> {
        let mut members = Vec::with_capacity(self.parts.len());
        for part in self.parts {
            match part {
                Part::Member(member) => members.push(member),
                Part::Flat(Form::Object(object)) => members.extend(object.members()),
                Part::Flat(_) => {}
            }
        }
        members
    }
}

/// One member of an object.
#[derive(Debug)]
pub struct Member {
    /// The key.
    pub key: &'static str,
    /// What it says.
    pub about: &'static str,
    /// What it looks like.
    pub form: &'static Form,
    /// Whether it may be left out.
    pub optional: bool,
}

/// A type whose values have one form.
pub trait Formed {
    /// That form.
    const FORM: &'static Form;
    /// Whether an object may leave it out.
    const OPTIONAL: bool = false;
}

impl Formed for &str {
    const FORM: &'static Form = &Form::Text;
}

impl Formed for String {
    const FORM: &'static Form = &Form::Text;
}

impl Formed for bool {
    const FORM: &'static Form = &Form::Bool;
    const OPTIONAL: bool = true;
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl Formed for $integer {
            const FORM: &'static Form = &Form::Integer;
        }
    )*};
}

integers!(u16, u32, u64, usize, i32, i64, i128);

impl<T: Formed> Formed for Option<T> {
    const FORM: &'static Form = T::FORM;
    const OPTIONAL: bool = true;
}

impl<T: Formed> Formed for Box<T> {
    const FORM: &'static Form = T::FORM;
    const OPTIONAL: bool = T::OPTIONAL;
}

impl<T: Formed> Formed for Vec<T> {
    const FORM: &'static Form = &Form::List(T::FORM);
    const OPTIONAL: bool = true;
}

impl<K, T: Formed> Formed for Ordered<K, T> {
    const FORM: &'static Form = &Form::Map(T::FORM);
    const OPTIONAL: bool = true;
}

impl<A: Formed, B: Formed> Formed for (A, B) {
    const FORM: &'static Form = &Form::Tuple(&[A::FORM, B::FORM]);
}

impl<A: Formed, B: Formed, C: Formed> Formed for (A, B, C) {
    const FORM: &'static Form = &Form::Tuple(&[A::FORM, B::FORM, C::FORM]);
}

impl Formed for Value<'_> {
    const FORM: &'static Form = &Form::Any;
    const OPTIONAL: bool = true;
}

impl Formed for Json {
    const FORM: &'static Form = &Form::Any;
    const OPTIONAL: bool = true;
}

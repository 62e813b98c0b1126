use super::document::Value;
use super::json::Json;
use super::ordered::Ordered;

/// What a value of a type looks like as JSON: the source of the schemas and of `fitment/questions`.
#[derive(Debug)]
pub enum Shape {
    /// Anything.
    Any,
    /// A boolean.
    Bool,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// Text.
    Text,
    /// One of these words, each with what it says.
    Words(&'static [(&'static str, &'static str)]),
    /// A list of one shape.
    List(&'static Shape),
    /// A list of exactly these shapes.
    Tuple(&'static [&'static Shape]),
    /// An object with keys of its author's choosing.
    Map(&'static Shape),
    /// An object with known members.
    Object(&'static ObjectShape),
    /// One of several shapes.
    Either(&'static [&'static Shape]),
    /// A shape, or `null` where it is read.
    Maybe(&'static Shape),
}

/// The members of an object.
#[derive(Debug)]
pub struct ObjectShape {
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
    Flat(&'static Shape),
}

impl ObjectShape {
    /// The members in their order.
    pub fn members(&self) -> Vec<&'static Member> {
        let mut members = Vec::with_capacity(self.parts.len());
        for part in self.parts {
            match part {
                Part::Member(member) => members.push(member),
                Part::Flat(Shape::Object(object)) => members.extend(object.members()),
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
    pub shape: &'static Shape,
    /// Whether it may be left out.
    pub optional: bool,
}

/// A type whose values have one shape.
pub trait HasShape {
    /// That shape.
    const SHAPE: &'static Shape;
    /// Whether an object may leave it out.
    const OPTIONAL: bool = false;
    /// The shape of an element or of a value under a free key. What an object may leave out is `null` there.
    const ELEMENT: &'static Shape = if Self::OPTIONAL { &Shape::Maybe(Self::SHAPE) } else { Self::SHAPE };
}

impl HasShape for &str {
    const SHAPE: &'static Shape = &Shape::Text;
}

impl HasShape for String {
    const SHAPE: &'static Shape = &Shape::Text;
}

impl HasShape for bool {
    const SHAPE: &'static Shape = &Shape::Bool;
    const OPTIONAL: bool = true;
    // `false` where an object leaves it out, but under a free key or in a list nothing is left out.
    const ELEMENT: &'static Shape = Self::SHAPE;
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl HasShape for $integer {
            const SHAPE: &'static Shape = &Shape::Integer;
        }
    )*};
}

integers!(u16, u32, u64, usize, i32, i64, i128);

impl<T: HasShape> HasShape for Option<T> {
    const SHAPE: &'static Shape = T::SHAPE;
    const OPTIONAL: bool = true;
}

impl<T: HasShape> HasShape for Box<T> {
    const SHAPE: &'static Shape = T::SHAPE;
    const OPTIONAL: bool = T::OPTIONAL;
}

impl<T: HasShape> HasShape for Vec<T> {
    const SHAPE: &'static Shape = &Shape::List(T::ELEMENT);
    const OPTIONAL: bool = true;
}

impl<T: HasShape> HasShape for &[T] {
    const SHAPE: &'static Shape = <Vec<T>>::SHAPE;
    const OPTIONAL: bool = true;
}

impl<K, T: HasShape> HasShape for Ordered<K, T> {
    const SHAPE: &'static Shape = &Shape::Map(T::ELEMENT);
    const OPTIONAL: bool = true;
}

impl<A: HasShape, B: HasShape> HasShape for (A, B) {
    const SHAPE: &'static Shape = &Shape::Tuple(&[A::SHAPE, B::SHAPE]);
}

impl<A: HasShape, B: HasShape, C: HasShape> HasShape for (A, B, C) {
    const SHAPE: &'static Shape = &Shape::Tuple(&[A::SHAPE, B::SHAPE, C::SHAPE]);
}

impl HasShape for Value<'_> {
    const SHAPE: &'static Shape = &Shape::Any;
    const OPTIONAL: bool = true;
}

impl HasShape for Json {
    const SHAPE: &'static Shape = &Shape::Any;
    const OPTIONAL: bool = true;
}

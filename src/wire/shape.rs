use super::json::Json;
use super::ordered::Ordered;
use super::value::Value;

/// The JSON form of a type, from which the schemas and the answer to `fitment/questions` are made.
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
    /// One of these words, each with its description.
    Words(&'static [(&'static str, &'static str)]),
    /// A list with elements of one shape.
    List(&'static Shape),
    /// A list with exactly these shapes, in this order.
    Tuple(&'static [&'static Shape]),
    /// An object with arbitrary keys and values of one shape.
    Map(&'static Shape),
    /// An object with known members.
    Object(&'static ObjectShape),
    /// One of several shapes.
    Either(&'static [&'static Shape]),
    /// A shape that may also be `null` in input.
    Maybe(&'static Shape),
}

/// An object with known members.
#[derive(Debug)]
pub struct ObjectShape {
    /// The description of the object.
    pub about: &'static str,
    /// The members.
    pub parts: &'static [Part],
}

/// A member of an object, or the members of a flattened type.
#[derive(Debug)]
pub enum Part {
    /// A member.
    Member(Member),
    /// The members of a flattened type.
    Flat(&'static Shape),
}

impl ObjectShape {
    /// The members in order, those of flattened types included.
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
    /// The description of the member.
    pub about: &'static str,
    /// The shape of the value.
    pub shape: &'static Shape,
    /// Whether the member may be left out.
    pub optional: bool,
}

/// A type whose values have a JSON form.
pub trait HasShape {
    /// The shape of the values.
    const SHAPE: &'static Shape;
    /// Whether an object may leave out a member of this type.
    const OPTIONAL: bool = false;
    /// The shape of a list's element or of a map's value, which is `null` where an object would leave out the member.
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
    // An object that leaves it out means `false`, but in a list or a map nothing can be left out.
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

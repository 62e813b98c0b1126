use super::kind::Kind;

/// A JSON value that can be built and changed. Members keep their order.
///
/// ```
/// use fitment::Json;
///
/// let mut worker = Json::object();
/// worker.set("name", "w1".into());
/// worker.set("max", 3_u64.into());
/// assert_eq!(worker.to_text(), r#"{"name":"w1","max":3}"#);
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Json {
    /// The value `null`.
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as written.
    Number(String),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object, whose members keep their order.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// An object without members.
    pub fn object() -> Self {
        Self::Object(Vec::new())
    }

    /// The member with this key, if the value is an object that has one.
    pub fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Self::Object(members) => members.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The member with this key, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Json> {
        match self {
            Self::Object(members) => members.iter_mut().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Sets a member: replaces it in place, or appends it if it is new. Does nothing to a value that is not an object.
    pub fn set(&mut self, key: &str, value: Json) {
        if let Some(member) = self.get_mut(key) {
            *member = value;
        } else if let Self::Object(members) = self {
            members.push((key.to_owned(), value));
        }
    }

    /// Removes a member and returns it.
    pub fn remove(&mut self, key: &str) -> Option<Json> {
        match self {
            Self::Object(members) => {
                let at = members.iter().position(|(name, _)| name == key)?;
                Some(members.remove(at).1)
            }
            _ => None,
        }
    }

    /// The elements; empty if the value is not an array.
    pub fn elements(&self) -> &[Json] {
        match self {
            Self::Array(elements) => elements,
            _ => &[],
        }
    }

    /// The elements, to be changed; empty if the value is not an array.
    pub fn elements_mut(&mut self) -> &mut [Json] {
        match self {
            Self::Array(elements) => elements,
            _ => &mut [],
        }
    }

    /// The elements of a member; empty if it is not an array.
    pub fn list(&self, key: &str) -> &[Json] {
        self.get(key).map(Self::elements).unwrap_or_default()
    }

    /// The elements of a member, to be changed; empty if it is not an array.
    pub fn list_mut(&mut self, key: &str) -> &mut [Json] {
        self.get_mut(key).map(Self::elements_mut).unwrap_or_default()
    }

    /// The text of a member; empty if it is not a string.
    pub fn text(&self, key: &str) -> &str {
        self.get(key).and_then(Self::as_str).unwrap_or_default()
    }

    /// Whether a member is missing, `null`, or an empty array or object.
    pub fn lacks(&self, key: &str) -> bool {
        self.get(key).is_none_or(Self::is_empty)
    }

    /// Whether a member is missing or `null`. A member of the wrong type counts as present: it is refused, not filled
    /// in.
    pub fn has_no(&self, key: &str) -> bool {
        matches!(self.get(key), None | Some(Self::Null))
    }

    /// Appends an element to a member, which becomes an array if it was not one.
    pub fn push(&mut self, key: &str, element: Json) {
        match self.get_mut(key) {
            Some(Self::Array(elements)) => elements.push(element),
            _ => self.set(key, Self::Array(vec![element])),
        }
    }

    /// The members; empty if the value is not an object.
    pub fn members(&self) -> &[(String, Json)] {
        match self {
            Self::Object(members) => members,
            _ => &[],
        }
    }

    /// The kind of the value.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Null => Kind::Null,
            Self::Bool(_) => Kind::Bool,
            Self::Number(_) => Kind::Number,
            Self::String(_) => Kind::String,
            Self::Array(_) => Kind::Array,
            Self::Object(_) => Kind::Object,
        }
    }

    /// The string, if the value is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// Whether the value is `null`, or an empty array or object.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Array(elements) => elements.is_empty(),
            Self::Object(members) => members.is_empty(),
            Self::Bool(_) | Self::Number(_) | Self::String(_) => false,
        }
    }

    /// Roughly the size of the value in bytes. The same on machines of every word size, because answers are limited by
    /// it.
    pub(crate) fn bytes(&self) -> usize {
        const VALUE: usize = 32;
        const KEY: usize = 24;
        let inside: usize = match self {
            Self::Null | Self::Bool(_) => 0,
            Self::Number(text) | Self::String(text) => text.len(),
            Self::Array(elements) => elements.iter().map(Self::bytes).sum(),
            Self::Object(members) => members.iter().map(|(key, value)| KEY + key.len() + value.bytes()).sum(),
        };
        VALUE + inside
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

macro_rules! from_integers {
    ($($integer:ty),*) => {$(
        impl From<$integer> for Json {
            fn from(number: $integer) -> Self {
                Self::Number(number.to_string())
            }
        }
    )*};
}

from_integers!(u16, u32, u64, usize, i32, i64);

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<T: Into<Json>> FromIterator<T> for Json {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Self::Array(elements.into_iter().map(Into::into).collect())
    }
}

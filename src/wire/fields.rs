//! The keys of other systems' documents and the form of each value, kept as text because there are many.

use super::fault::{Cause, Fault};
use super::kind::Kind;
use super::pointer::PathStep;
use super::read::{Notes, Read, Reader};
use super::value::Value;
use crate::base::{Amount, Instant, ending_in, is_duration, is_slip, nearest};

/// The keys that objects may have, object by object.
///
/// Each line is `name=key,key@name,key$`: the name of an object, and its keys. The signs after a key give the form of
/// its value: `$` text, `^` a time, `!` a duration, `?` a boolean, `#` a whole number, `+` a whole number of 32 bits,
/// `%` a number, `*` a quantity, `&` a number or text, `@` the object of the name that follows, `[` a list of what
/// follows, `{` an object with arbitrary keys and values of the form that follows, no sign: anything. Keys after `|`
/// are known, but never suggested. With `name~=`, a key only counts as unknown if it is similar to a known key; with
/// `name~~=`, only if it is similar to a known key that is missing.
#[derive(Debug)]
pub struct Fields<'t> {
    objects: Vec<Object<'t>>,
}

#[derive(Debug)]
struct Object<'t> {
    name: &'t str,
    near: Near,
    keys: Vec<Field<'t>>,
    /// How many of the keys may be suggested; these come first.
    meant: usize,
}

#[derive(Debug)]
struct Field<'t> {
    key: &'t str,
    form: Form<'t>,
}

/// Which of the keys that an object does not know count as unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Near {
    /// All keys.
    No,
    /// Keys that are similar to a known key.
    Any,
    /// Keys that are similar to a known key that is missing. The object may have arbitrary keys.
    Missing,
}

/// The form of a value: its signs, and the index of the object that they end with.
#[derive(Clone, Copy, Debug)]
struct Form<'t> {
    signs: &'t str,
    object: Option<usize>,
}

impl<'t> Object<'t> {
    /// The keys that may be suggested.
    fn meant(&self) -> impl Iterator<Item = &'t str> {
        self.keys.iter().take(self.meant).map(|field| field.key)
    }

    /// Whether a key may be a misspelling of a free one. Where keys are arbitrary, the end of a known key may be a key
    /// of its own and does not count.
    fn is_near(&self, key: &str, free: &[&str]) -> bool {
        let slip = nearest(key, free.iter().copied()).filter(|known| is_slip(key, known));
        slip.is_some() || self.near == Near::Any && ending_in(key, free.iter().copied()).is_some()
    }
}

/// Something in a document that does not belong there.
#[derive(Debug)]
pub enum Stranger<'d, 't> {
    /// An unknown key.
    Key {
        /// The pointer to the member.
        path: String,
        /// The key.
        key: &'d str,
        /// The keys that may have been meant.
        known: Vec<&'t str>,
    },
    /// A value of the wrong type or form.
    Value(Fault),
    /// A known key whose value is `null`.
    Nothing {
        /// The pointer to the member.
        path: String,
        /// The key.
        key: &'d str,
    },
    /// A `null` in a list of maps.
    Element {
        /// The pointer to the element.
        path: String,
    },
}

impl<'t> Fields<'t> {
    /// Parses the lines.
    pub fn read(text: &'t str) -> Self {
        let lines = text.lines().filter_map(|line| line.split_once('='));
        let lines: Vec<(&str, Near, &str)> = lines
            .map(|(name, body)| match (name.strip_suffix("~~"), name.strip_suffix('~')) {
                (Some(name), _) => (name, Near::Missing, body),
                (None, Some(name)) => (name, Near::Any, body),
                (None, None) => (name, Near::No, body),
            })
            .collect();
        let find = |wanted: &str| lines.iter().position(|(name, ..)| *name == wanted);
        let field = |text: &'t str| {
            let (key, signs) = text.find(SIGNS).and_then(|at| text.split_at_checked(at)).unwrap_or((text, ""));
            Field { key, form: Form { signs, object: signs.split_once('@').and_then(|(_, name)| find(name)) } }
        };
        let object = |(name, near, body): &(&'t str, Near, &'t str)| {
            let (meant, others) = body.split_once('|').unwrap_or((body, ""));
            let mut keys: Vec<Field<'_>> = meant.split(',').map(field).collect();
            let meant = keys.len();
            keys.extend(others.split(',').filter(|key| !key.is_empty()).map(field));
            Object { name, near: *near, keys, meant }
        };
        Self { objects: lines.iter().map(object).collect() }
    }

    /// Finds what does not belong in an object of this name, or in a list of such objects, at a path. Returns at most
    /// `most` strangers, and as many keys without a value if `tells_nothing` is set.
    pub fn strangers<'d>(
        &self,
        name: &str,
        (value, path): (Value<'d>, &str),
        (most, tells_nothing): (usize, bool),
    ) -> Vec<Stranger<'d, 't>> {
        let notes = Notes::default();
        let mut look = Look { fields: self, most, tells_nothing, notes, found: Vec::new(), nothing: Vec::new() };
        if let Some(place) = self.objects.iter().position(|object| object.name == name) {
            let root = PathStep::Root(path);
            for (index, element) in value.elements().enumerate() {
                look.object(place, element, &PathStep::Index(&root, index));
            }
            look.object(place, value, &root);
        }
        let Look { mut found, nothing, .. } = look;
        found.extend(nothing);
        found
    }
}

/// The signs for the form of a value.
const SIGNS: [char; 12] = ['$', '^', '!', '?', '#', '+', '%', '*', '&', '@', '[', '{'];

/// A single pass through a document.
struct Look<'f, 'd, 't> {
    fields: &'f Fields<'t>,
    most: usize,
    /// Whether keys without a value are reported.
    tells_nothing: bool,
    /// Unknown keys noted by readers of plain values, which note none.
    notes: Notes,
    found: Vec<Stranger<'d, 't>>,
    /// Keys without a value, counted separately so that they do not displace other strangers.
    nothing: Vec<Stranger<'d, 't>>,
}

/// Parts of a document that only programs write, and in which they leave keys without a value.
const BY_PROGRAMS: [&str; 2] = ["metadata", "status"];

impl<'d, 't> Look<'_, 'd, 't> {
    fn object(&mut self, place: usize, value: Value<'d>, step: &PathStep<'_>) {
        let fields = self.fields;
        let Some(object) = fields.objects.get(place) else { return };
        // A key that is present was not misspelt as another one.
        let is_free = |key: &&str| object.near != Near::Missing || value.get(key).is_none_or(Value::is_null);
        let free: Vec<&'t str> = object.meant().filter(is_free).collect();
        let is_whole = matches!(step, PathStep::Root(_) | PathStep::Index(PathStep::Root(_), _));
        let tells_nothing = self.tells_nothing;
        for (key, value) in value.members() {
            let step = &PathStep::Key(step, key);
            self.tells_nothing = tells_nothing && !(is_whole && BY_PROGRAMS.contains(&key));
            match object.keys.iter().find(|field| field.key == key) {
                Some(_) if value.is_null() && self.tells_nothing => {
                    self.note_nothing(|| Stranger::Nothing { path: step.pointer(), key });
                }
                Some(field) => self.value(field.form, value, step),
                None if object.near != Near::No && !object.is_near(key, &free) => {}
                None => self.note(|| {
                    let known = free.clone();
                    Stranger::Key { path: step.pointer(), key, known }
                }),
            }
        }
        self.tells_nothing = tells_nothing;
    }

    fn value(&mut self, form: Form<'t>, value: Value<'d>, step: &PathStep<'_>) {
        let kind = value.kind();
        let mut signs = form.signs.chars();
        let Some(sign) = signs.next() else { return };
        if (sign, kind) == ('$', Kind::String) {
            return;
        }
        if kind == Kind::Null {
            // To an API server, `null` is the same as a missing member, but in a list of maps the same as an empty map.
            if self.tells_nothing && sign == '{' {
                self.note_nothing(|| Stranger::Element { path: step.pointer() });
            }
            return;
        }
        let reader = Reader::new(value, step, &self.notes);
        let inside = Form { signs: signs.as_str(), ..form };
        let read = match sign {
            '$' => reader.text().map(drop),
            '?' => bool::read(&reader).map(drop),
            // Only Gardener's documents have these, and builds without images leave the code out.
            #[cfg(feature = "images-fit")]
            '^' => spelt(&reader, "a time such as `2026-01-01T00:00:00Z`", |text| Instant::parse(text).is_some()),
            // API servers do not guess a missing unit.
            #[cfg(feature = "images-fit")]
            '!' => spelt(&reader, "a duration such as `10m`", is_duration),
            #[cfg(feature = "images-fit")]
            '*' if kind == Kind::Number => Ok(()),
            #[cfg(feature = "images-fit")]
            '*' => spelt(&reader, "a quantity such as `16Gi`", |text| Amount::read(text).is_some()),
            '#' => i64::read(&reader).map(drop),
            '+' => i32::read(&reader).map(drop),
            '%' if kind != Kind::Number => Err(reader.wrong_type("number")),
            '&' if !matches!(kind, Kind::Number | Kind::String) => Err(reader.wrong_type("number or string")),
            '[' if kind != Kind::Array => Err(reader.wrong_type("array")),
            '{' | '@' if kind != Kind::Object => Err(reader.wrong_type("object")),
            '@' => return form.object.into_iter().for_each(|place| self.object(place, value, step)),
            _ => {
                for (index, element) in value.elements().enumerate() {
                    self.value(inside, element, &PathStep::Index(step, index));
                }
                return value.members().for_each(|(key, value)| self.value(inside, value, &PathStep::Key(step, key)));
            }
        };
        if let Err(fault) = read {
            self.note(|| Stranger::Value(fault));
        }
    }

    fn note_nothing(&mut self, stranger: impl FnOnce() -> Stranger<'d, 't>) {
        if self.nothing.len() < self.most {
            self.nothing.push(stranger());
        }
    }

    fn note(&mut self, stranger: impl FnOnce() -> Stranger<'d, 't>) {
        if self.found.len() < self.most {
            self.found.push(stranger());
        }
    }
}

/// Checks that a value is text in a certain form.
fn spelt(reader: &Reader<'_, '_>, expected: &'static str, is_spelt: fn(&str) -> bool) -> Result<(), Fault> {
    let text = reader.value().as_str().ok_or_else(|| reader.wrong_type(expected))?;
    let unreadable = || reader.fault(Cause::Unreadable { text: text.to_owned(), expected });
    if is_spelt(text) { Ok(()) } else { Err(unreadable()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Document;

    fn shown(fields: &str, text: &str, most: usize) -> Vec<String> {
        let document = Document::read(text.as_bytes(), 8).expect("it is JSON");
        let fields = Fields::read(fields);
        let found = fields.strangers("a", (document.root(), "/d"), (most, false));
        let shown = found.iter().map(|stranger| match stranger {
            Stranger::Key { path, known, .. } => format!("{path} of {known:?}"),
            Stranger::Value(fault) => format!("{} {:?}", fault.path(), fault.cause()),
            Stranger::Nothing { path, key } => format!("{path} without a value: {key}"),
            Stranger::Element { path } => format!("{path} without a value"),
        });
        shown.collect()
    }

    #[test]
    fn keys_with_nothing_behind_them_are_told_where_they_are_to_be() {
        let fields = Fields::read("a=flag?,one@a,metadata@a,all[{$,names[$");
        let text = r#"{"one": {"flag": null}, "other": null, "metadata": {"flag": null, "one": {"flag": null}},
            "all": [{}, null], "names": [null]}"#;
        let document = Document::read(text.as_bytes(), 8).expect("it is JSON");
        let told = |tells_nothing| {
            let found = fields.strangers("a", (document.root(), "/d"), (9, tells_nothing));
            let nothing = found.iter().filter_map(|stranger| match stranger {
                Stranger::Nothing { path, .. } | Stranger::Element { path } => Some(path.clone()),
                _ => None,
            });
            nothing.collect::<Vec<_>>()
        };
        assert_eq!(told(true), ["/d/one/flag", "/d/all/1"]);
        assert!(told(false).is_empty());
    }

    #[test]
    fn keys_are_looked_up_object_by_object() {
        let fields = "a=b[@b,free\nb~=name,size|count\n";
        let text = r#"{"b": [{"name": 1, "nam": 1, "count": 1, "else": 1}], "free": {"x": {}}, "c": 1}"#;
        assert_eq!(shown(fields, text, 9), [r#"/d/b/0/nam of ["name", "size"]"#, r#"/d/c of ["b", "free"]"#]);
        assert_eq!(shown(fields, text, 1).len(), 1);
        assert!(shown("b=c", text, 9).is_empty());
    }

    #[test]
    fn values_are_of_the_kind_that_stands_under_their_key() {
        let fields = "a=text$,at^,after!,flag?,count#,nodes+,share%,amount*,size&,one@a,many[@a,map{[$,free\n";
        let right = r#"{"text": "x", "at": "2026-01-01T00:00:00Z", "after": "1h", "amount": "1Gi", "flag": true, "count": 3000000000, "nodes": 1, "share": 0.5, "size": 1, "many": [{"size": "1Gi"}, null],
            "one": {"map": {"k": ["v"]}}, "free": [{}]}"#;
        assert!(shown(fields, right, 9).is_empty());
        let wrong = r#"{"text": 1, "at": "soon", "after": "1d", "flag": "true", "count": 1.5, "nodes": 3000000000, "share": "1", "amount": "1Giq",
            "size": [], "many": {"x": 1},
            "one": [], "map": {"k": "v"}}"#;
        let paths = shown(fields, wrong, 12).into_iter().map(|told| told.split(' ').next().map(str::to_owned));
        let expected =
            ["text", "at", "after", "flag", "count", "nodes", "share", "amount", "size", "many", "one", "map/k"];
        assert!(paths.eq(expected.map(|key| Some(format!("/d/{key}")))));
    }
}

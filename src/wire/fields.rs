//! The keys of other systems' documents and what stands under each, kept as text because there are many.

use super::document::Value;
use super::fault::{Cause, Fault};
use super::kind::Kind;
use super::pointer::PathStep;
use super::read::{Notes, Read, Reader};
use crate::base::{Amount, Instant, ending_in, is_duration, is_slip, nearest};

/// The keys that objects may have, object by object.
///
/// A line is `name=key,key@name,key$`: the object of that name and its keys, each with what stands under it: `$` text,
/// `^` a time, `!` a duration, `?` a boolean, `#` a whole number, `+` one of 32 bits, `%` a number, `*` a quantity, `&` a
/// number or text, `@` the object of that name, `[` a list of what follows, `{` an object with keys of anyone's choosing and
/// what follows under each, nothing: anything. `|` comes before keys that are known but never meant. With `name~=` a key only counts as unknown if it comes close to one that is known,
/// with `name~~=` to one that is not there.
#[derive(Debug)]
pub struct Fields<'t> {
    objects: Vec<Object<'t>>,
}

#[derive(Debug)]
struct Object<'t> {
    name: &'t str,
    near: Near,
    keys: Vec<Field<'t>>,
    /// How many of the keys may have been meant.
    meant: usize,
}

#[derive(Debug)]
struct Field<'t> {
    key: &'t str,
    form: Form<'t>,
}

/// Which keys count as unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Near {
    /// All.
    No,
    /// Those that come close to one that is known.
    Any,
    /// Those that come close to one that is known and not there: the keys are anyone's.
    Missing,
}

/// What stands under a key: the signs of it, and the object that they end with, by its place among the objects.
#[derive(Clone, Copy, Debug)]
struct Form<'t> {
    signs: &'t str,
    object: Option<usize>,
}

impl<'t> Object<'t> {
    /// The keys that another may have been meant for.
    fn meant(&self) -> impl Iterator<Item = &'t str> {
        self.keys.iter().take(self.meant).map(|field| field.key)
    }

    /// Whether a key may have been written for one of those that are free. Where the keys are anyone's, the end of one is a
    /// key of its own.
    fn is_near(&self, key: &str, free: &[&str]) -> bool {
        let slip = nearest(key, free.iter().copied()).filter(|known| is_slip(key, known));
        slip.is_some() || self.near == Near::Any && ending_in(key, free.iter().copied()).is_some()
    }
}

/// What does not belong where it stands.
#[derive(Debug)]
pub enum Stranger<'d, 't> {
    /// A key that does not exist there.
    Key {
        /// The pointer to the member.
        path: String,
        /// The key.
        key: &'d str,
        /// The keys that it may have been meant for.
        known: Vec<&'t str>,
    },
    /// A value of another kind.
    Value(Fault),
    /// A key with nothing behind it.
    Nothing {
        /// The pointer to the member.
        path: String,
        /// The key.
        key: &'d str,
    },
}

impl<'t> Fields<'t> {
    /// Reads the lines.
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

    /// What does not belong in what is said to be an object of that name, or a list of them, which is at a path; `most` at
    /// most, and keys with nothing behind them only where they are to be told.
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

/// The signs of what stands under a key.
const SIGNS: [char; 12] = ['$', '^', '!', '?', '#', '+', '%', '*', '&', '@', '[', '{'];

/// One look through a document.
struct Look<'f, 'd, 't> {
    fields: &'f Fields<'t>,
    most: usize,
    /// Whether keys with nothing behind them are told.
    tells_nothing: bool,
    /// What reading a plain value notes: nothing.
    notes: Notes,
    found: Vec<Stranger<'d, 't>>,
    /// The keys with nothing behind them, which take no place from the others.
    nothing: Vec<Stranger<'d, 't>>,
}

/// Parts of documents that nobody writes by hand, in which programs leave keys with nothing behind them.
const BY_PROGRAMS: [&str; 2] = ["metadata", "status"];

impl<'d, 't> Look<'_, 'd, 't> {
    fn object(&mut self, place: usize, value: Value<'d>, step: &PathStep<'_>) {
        let fields = self.fields;
        let Some(object) = fields.objects.get(place) else { return };
        // What is there was not meant by another key.
        let is_free = |key: &&str| object.near != Near::Missing || value.get(key).is_none_or(Value::is_null);
        let free: Vec<&'t str> = object.meant().filter(is_free).collect();
        let is_whole = matches!(step, PathStep::Root(_) | PathStep::Index(PathStep::Root(_), _));
        let tells_nothing = self.tells_nothing;
        for (key, value) in value.members() {
            let step = &PathStep::Key(step, key);
            self.tells_nothing = tells_nothing && !(is_whole && BY_PROGRAMS.contains(&key));
            match object.keys.iter().find(|field| field.key == key) {
                Some(_) if value.is_null() && self.tells_nothing => {
                    if self.nothing.len() < self.most {
                        self.nothing.push(Stranger::Nothing { path: step.pointer(), key });
                    }
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
        // An API server takes null for a member that is not there.
        if kind == Kind::Null {
            return;
        }
        let reader = Reader::new(value, step, &self.notes);
        let inside = Form { signs: signs.as_str(), ..form };
        let read = match sign {
            '$' => reader.text().map(drop),
            '?' => bool::read(&reader).map(drop),
            // Only Gardener's documents have these, and entries without images are not to carry them.
            #[cfg(feature = "images-fit")]
            '^' => spelt(&reader, "a time such as `2026-01-01T00:00:00Z`", |text| Instant::parse(text).is_some()),
            // No API server guesses a unit.
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

    fn note(&mut self, stranger: impl FnOnce() -> Stranger<'d, 't>) {
        if self.found.len() < self.most {
            self.found.push(stranger());
        }
    }
}

/// Reads a text that has to be spelt in some way.
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
        });
        shown.collect()
    }

    #[test]
    fn keys_with_nothing_behind_them_are_told_where_they_are_to_be() {
        let fields = Fields::read("a=flag?,one@a,metadata@a");
        let text = r#"{"one": {"flag": null}, "other": null, "metadata": {"flag": null, "one": {"flag": null}}}"#;
        let document = Document::read(text.as_bytes(), 8).expect("it is JSON");
        let told = |tells_nothing| {
            let found = fields.strangers("a", (document.root(), "/d"), (9, tells_nothing));
            let nothing = found.iter().filter_map(|stranger| match stranger {
                Stranger::Nothing { path, .. } => Some(path.clone()),
                _ => None,
            });
            nothing.collect::<Vec<_>>()
        };
        assert_eq!(told(true), ["/d/one/flag"]);
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

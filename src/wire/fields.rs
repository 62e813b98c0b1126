//! The keys of other systems' documents, kept as text because there are many.

use super::document::Value;
use super::pointer::PathStep;
use crate::base::nearest;

/// The keys that objects may have, object by object.
///
/// A line is `name=key,key@name,key`: the object of that name, its keys, and after `@` what stands under a key, as one
/// object or a list of them. What stands under the others is not looked into. `|` comes before keys that are known but
/// never meant. With `name~=` a key only counts as unknown if it comes close to one that is known.
#[derive(Debug)]
pub struct Fields<'t> {
    objects: Vec<Object<'t>>,
}

#[derive(Debug)]
struct Object<'t> {
    name: &'t str,
    near: bool,
    keys: Vec<Field<'t>>,
    /// How many of the keys may have been meant.
    meant: usize,
}

#[derive(Debug)]
struct Field<'t> {
    key: &'t str,
    /// What stands under it, by its place among the objects.
    inside: Option<usize>,
}

impl<'t> Object<'t> {
    /// The keys that another may have been meant for.
    fn meant(&self) -> impl Iterator<Item = &'t str> {
        self.keys.iter().take(self.meant).map(|field| field.key)
    }
}

/// A key that does not exist where it stands.
#[derive(Debug)]
pub struct Stranger<'d, 't> {
    /// The pointer to the member.
    pub path: String,
    /// The key.
    pub key: &'d str,
    /// The keys that it may have been meant for.
    pub known: Vec<&'t str>,
}

impl<'t> Fields<'t> {
    /// Reads the lines.
    pub fn read(text: &'t str) -> Self {
        let lines = text.lines().filter_map(|line| line.split_once('='));
        let lines: Vec<(&str, bool, &str)> = lines
            .map(|(name, body)| match name.strip_suffix('~') {
                Some(name) => (name, true, body),
                None => (name, false, body),
            })
            .collect();
        let find = |wanted: &str| lines.iter().position(|(name, ..)| *name == wanted);
        let field = |text: &'t str| match text.split_once('@') {
            Some((key, inside)) => Field { key, inside: find(inside) },
            None => Field { key: text, inside: None },
        };
        let object = |(name, near, body): &(&'t str, bool, &'t str)| {
            let (meant, others) = body.split_once('|').unwrap_or((body, ""));
            let mut keys: Vec<Field<'_>> = meant.split(',').map(field).collect();
            let meant = keys.len();
            keys.extend(others.split(',').filter(|key| !key.is_empty()).map(field));
            Object { name, near: *near, keys, meant }
        };
        Self { objects: lines.iter().map(object).collect() }
    }

    /// The keys that do not exist in what is said to be an object of that name, or a list of them; `most` at most.
    pub fn strangers<'d>(&self, name: &str, value: Value<'d>, path: &str, most: usize) -> Vec<Stranger<'d, 't>> {
        let mut found = Vec::new();
        if let Some(place) = self.objects.iter().position(|object| object.name == name) {
            self.look(place, value, &PathStep::Root(path), most, &mut found);
        }
        found
    }

    fn look<'d>(
        &self,
        place: usize,
        value: Value<'d>,
        step: &PathStep<'_>,
        most: usize,
        found: &mut Vec<Stranger<'d, 't>>,
    ) {
        let Some(object) = self.objects.get(place) else { return };
        for (index, element) in value.elements().enumerate() {
            self.look(place, element, &PathStep::Index(step, index), most, found);
        }
        for (key, value) in value.members() {
            let step = &PathStep::Key(step, key);
            match object.keys.iter().find(|field| field.key == key) {
                Some(Field { inside: Some(inside), .. }) => self.look(*inside, value, step, most, found),
                Some(_) => {}
                None if found.len() >= most => return,
                None if object.near && nearest(key, object.meant()).is_none() => {}
                None => found.push(Stranger { path: step.pointer(), key, known: object.meant().collect() }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Document;

    #[test]
    fn keys_are_looked_up_object_by_object() {
        let fields = Fields::read("a=b@b,free\nb~=name,size|count\n");
        let text = br#"{"b": [{"name": 1, "nam": 1, "count": 1, "else": 1}], "free": {"x": {}}, "c": 1}"#;
        let document = Document::read(text, 8).expect("it is JSON");
        let found = fields.strangers("a", document.root(), "/d", 9);
        let shown: Vec<(&str, &[&str])> =
            found.iter().map(|found| (found.path.as_str(), found.known.as_slice())).collect();
        assert_eq!(shown, [("/d/b/0/nam", ["name", "size"].as_slice()), ("/d/c", ["b", "free"].as_slice())]);
        assert_eq!(fields.strangers("a", document.root(), "/d", 1).len(), 1);
        assert!(fields.strangers("nobody", document.root(), "", 9).is_empty());
    }
}

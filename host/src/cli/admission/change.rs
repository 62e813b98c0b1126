use std::collections::{HashMap, HashSet};

use serde_json::json;

use crate::cli::exit::Failure;
use crate::cli::reading::objects::{self, Object};
use crate::cli::reading::places::Origin;

/// Refuses two stored objects with one name, since one of them is not what is stored, and stored objects that no file
/// replaces, since nothing would be judged about them.
pub fn expect_each_replaced(old: &[Object], judged: &[Object]) -> Result<(), Failure> {
    let twins = objects::twins(old).into_iter().zip(old);
    if let Some((first, second)) = twins.filter_map(|(first, second)| Some((old.get(first?)?, second))).next() {
        let why = format!("{}; expected each object once, as it is stored", objects::twice(first, second));
        return Err(Failure::file(&second.file, why));
    }
    let new: HashSet<_> = judged.iter().map(identity).collect();
    match old.iter().find(|old| !new.contains(&identity(old))) {
        None => Ok(()),
        Some(old) => Err(Failure::file(
            &old.file,
            format!(
                "found `{}`, which none of the files replaces; expected their objects as they are stored (--delete judges \
                 whether an object may be taken away)",
                old.head.id()
            ),
        )),
    }
}

/// What an object has in common with its new state: the group, the kind and the name.
pub fn identity(object: &Object) -> (&str, String) {
    (object.head.api().0, object.head.id())
}

/// Stored objects, looked up by the objects that replace them.
#[derive(Default)]
pub struct Stored<'o>(HashMap<(&'o str, String), &'o Object>);

impl<'o> Stored<'o> {
    /// Indexes these objects; the first of several with one name counts.
    pub fn of(objects: &'o [Object]) -> Self {
        let mut found = HashMap::new();
        for object in objects {
            found.entry(identity(object)).or_insert(object);
        }
        Self(found)
    }

    /// Like [`Stored::of`], without nameless objects, which cannot be matched with their new state.
    pub fn named(objects: &'o [Object]) -> Self {
        let Self(mut found) = Self::of(objects);
        found.retain(|_, object| object.head.is_named());
        Self(found)
    }

    fn replaced_by(&self, object: &Object) -> Option<&'o Object> {
        self.0.get(&identity(object)).copied()
    }
}

/// Refuses AdmissionReviews, which name their operation, if the command line specifies one.
pub fn expect_objects(judged: &[Object]) -> Result<(), Failure> {
    const WHY: &str = "found no object with a `kind`, expected one: an AdmissionReview says itself what is done";
    let review = judged.iter().find(|object| says_itself(object));
    review.map_or(Ok(()), |object| Err(Failure::file(&object.file, WHY)))
}

fn says_itself(object: &Object) -> bool {
    let kind = object.head.kind.as_str();
    kind.is_empty() || kind == "AdmissionReview"
}

/// An object to be created, replaced or deleted.
#[derive(Clone)]
pub struct Change<'o> {
    object: &'o Object,
    old: Option<&'o Object>,
    delete: bool,
}

impl<'o> Change<'o> {
    /// Returns the change that an object makes: it is created, replaces the stored object with its name, or is deleted.
    /// `None` for an AdmissionReview, which names its own operation.
    pub fn of(object: &'o Object, stored: &Stored<'o>, delete: bool) -> Option<Self> {
        let old = stored.replaced_by(object);
        (!says_itself(object)).then_some(Self { object, old, delete })
    }

    /// Whether the object replaces a stored one.
    pub fn is_update(&self) -> bool {
        self.old.is_some() && !self.delete
    }

    /// The stored object that is replaced.
    pub fn old(&self) -> Option<&'o Object> {
        self.old.filter(|_| !self.delete)
    }

    /// Maps a pointer into the request to the place in a file.
    pub fn origin(&self, path: &str) -> Option<Origin> {
        let (object, old) = if self.delete { (None, Some(self.object)) } else { (Some(self.object), self.old) };
        let within = |member: &str| path.strip_prefix(member).filter(|rest| rest.is_empty() || rest.starts_with('/'));
        let part = |member, of: Option<&'o Object>| Some(of?.origin.below(within(member)?));
        // The kind comes from the object; nothing else in the request is from a file.
        part("/review/request/object", object)
            .or_else(|| part("/review/request/oldObject", old))
            .or_else(|| within("/review/request/kind/group").map(|_| self.object.origin.below("/apiVersion")))
            .or_else(|| part("/review/request/kind", Some(self.object)))
    }

    /// The AdmissionReview that an API server would send.
    pub fn review(&self) -> String {
        let (document, old) = (self.object.json.get(), self.old.map(|old| old.json.get()));
        let (operation, object, old) = match (self.delete, old) {
            (true, _) => ("DELETE", "null", document),
            (false, Some(old)) => ("UPDATE", document, old),
            (false, None) => ("CREATE", document, "null"),
        };
        let (group, version) = self.object.head.api();
        let kind = json!({ "group": group, "version": version, "kind": self.object.head.kind });
        // The answer repeats the `uid`, so this tells which object it is about.
        let uid = json!(self.object.head.id());
        format!(
            r#"{{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{{"uid":{uid},"kind":{kind},"operation":"{operation}","object":{object},"oldObject":{old}}}}}"#
        )
    }
}

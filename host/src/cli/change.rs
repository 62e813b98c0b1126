use serde_json::json;

use super::exit::Failure;
use super::objects::Object;
use super::places::Origin;

/// Refuses stored objects that none of the files replaces: what became of them would not be judged.
pub fn expect_each_replaced(old: &[Object], judged: &[Object]) -> Result<(), Failure> {
    match old.iter().find(|old| !judged.iter().any(|object| replaces(object, old))) {
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

/// Whether an object is the new state of another: they are of one kind and called the same.
fn replaces(object: &Object, old: &Object) -> bool {
    object.head.api().0 == old.head.api().0 && object.head.id() == old.head.id()
}

/// An object that somebody is about to make, replace or take away.
pub struct Change<'o> {
    object: &'o Object,
    old: Option<&'o Object>,
    delete: bool,
}

impl<'o> Change<'o> {
    /// The changes that these objects make: each is made, or replaces the one of `old` that is called like it, or is taken
    /// away. `None` for an AdmissionReview, which says itself what is done.
    pub fn of(object: &'o Object, old: &'o [Object], delete: bool) -> Result<Option<Self>, Failure> {
        let kind = object.head.kind.as_str();
        if !kind.is_empty() && kind != "AdmissionReview" {
            let old = old.iter().find(|old| replaces(object, old));
            return Ok(Some(Self { object, old, delete }));
        }
        if delete || !old.is_empty() {
            let why = "found no object with a `kind`, expected one: an AdmissionReview says itself what is done";
            return Err(Failure::file(&object.file, why));
        }
        Ok(None)
    }

    /// Where a pointer into the request leads, with the rest of the pointer in there.
    pub fn origin(&self, path: &str) -> Option<Origin> {
        let (object, old) = if self.delete { (None, Some(self.object)) } else { (Some(self.object), self.old) };
        let within = |member: &str| path.strip_prefix(member).filter(|rest| rest.is_empty() || rest.starts_with('/'));
        let part = |member, of: Option<&'o Object>| Some(of?.origin.below(within(member)?));
        // The kind is that of the object; the rest of what an API server says, no file does.
        part("/review/request/object", object)
            .or_else(|| part("/review/request/oldObject", old))
            .or_else(|| part("/review/request/kind", Some(self.object)))
    }

    /// What an API server would send.
    pub fn review(&self) -> String {
        let (document, old) = (self.object.json.get(), self.old.map(|old| old.json.get()));
        let (operation, object, old) = match (self.delete, old) {
            (true, _) => ("DELETE", "null", document),
            (false, Some(old)) => ("UPDATE", document, old),
            (false, None) => ("CREATE", document, "null"),
        };
        let (group, version) = self.object.head.api();
        let kind = json!({ "group": group, "version": version, "kind": self.object.head.kind });
        // The answer repeats it, and so says which object it is about.
        let uid = json!(self.object.head.id());
        format!(
            r#"{{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{{"uid":{uid},"kind":{kind},"operation":"{operation}","object":{object},"oldObject":{old}}}}}"#
        )
    }
}

//! What an API server asks.

use super::reasons::REVIEW_WITHOUT_OBJECT;
use crate::question::Undecided;
use crate::reason::{Fact, Problem};
use crate::wire::{Phase, Pointer, Read, Value, given, read, words};

given! {
    /// What an API server sends to a webhook.
    foreign struct AdmissionReview<'a> {
        /// `admission.k8s.io/v1`
        api_version ["apiVersion"]: &'a str,
        /// What is to be judged.
        request: Request<'a>,
    }
}

given! {
    /// What is to be judged.
    foreign struct Request<'a> {
        /// The name of this one call, which the answer repeats.
        uid: &'a str,
        /// The kind of the object.
        kind: Kind<'a>,
        /// What is served beside an object, `status` for one.
        subresource ["subResource"]: Option<&'a str>,
        /// The name of the object.
        name: Option<&'a str>,
        /// The namespace of the object.
        namespace: Option<&'a str>,
        /// What is done to it.
        operation: Operation,
        /// The object as it would be stored.
        object: Option<Value<'a>>,
        /// The object as it is stored.
        old_object ["oldObject"]: Option<Value<'a>>,
    }
}

given! {
    /// The kind of an object.
    foreign struct Kind<'a> {
        /// Its group, empty for the core group.
        group: Option<&'a str>,
        /// Its kind.
        kind: &'a str,
    }
}

words! {
    /// What is done to an object.
    pub enum Operation {
        /// It is made.
        Create = "CREATE",
        /// It is changed.
        Update = "UPDATE",
        /// It is taken away.
        Delete = "DELETE",
        /// Somebody talks to it, which no rule is about.
        Connect = "CONNECT",
    }
}

/// What an API server asks.
#[derive(Debug)]
pub struct Call<'a> {
    /// The version of the AdmissionReview, which the answer repeats.
    pub api_version: &'a str,
    /// The name of this one call, which the answer repeats.
    pub uid: &'a str,
    /// Whether it asks for a judgement or a completion.
    pub phase: Phase,
    /// The group of the object's API.
    pub group: &'a str,
    /// The kind of the object.
    pub kind: &'a str,
    /// What is served beside the object, if the call is about that.
    pub subresource: Option<&'a str>,
    /// The name of the object.
    pub name: &'a str,
    /// The namespace of the object.
    pub namespace: &'a str,
    /// What is done to it.
    pub operation: Operation,
    /// The name and the namespace that the request says, whatever its object has.
    pub(super) said: [Option<&'a str>; 2],
    pub(super) object: Option<Value<'a>>,
    pub(super) old: Option<Value<'a>>,
}

/// An object of a call: as it is written, and as a type.
#[derive(Debug)]
pub struct Object<'a, T> {
    /// The object as it is written.
    pub value: Value<'a>,
    /// The object as a type.
    pub document: T,
    /// Where it is in the AdmissionReview.
    pub place: Pointer,
}

impl<'a> Call<'a> {
    /// Reads an AdmissionReview, which stands at `/review` in the request.
    pub fn read(review: Value<'a>, phase: Phase) -> Result<Self, Undecided> {
        let (AdmissionReview { api_version, request }, _) = read(review, "/review")?;
        let part = |value: Option<Value<'a>>| value.filter(|value| !value.is_null());
        let object = part(request.object);
        let metadata = object.or(part(request.old_object)).and_then(|object| object.get("metadata"));
        // Of an object whose name is still to be made up the request names none.
        let named = |key: &str, asked: Option<&'a str>| {
            let own = metadata.and_then(|metadata| metadata.get(key)).and_then(Value::as_str);
            asked.filter(|name| !name.is_empty()).or(own).unwrap_or_default()
        };
        Ok(Self {
            api_version,
            uid: request.uid,
            phase,
            group: request.kind.group.unwrap_or_default(),
            kind: request.kind.kind,
            subresource: request.subresource.filter(|name| !name.is_empty()),
            name: named("name", request.name),
            namespace: named("namespace", request.namespace),
            operation: request.operation,
            said: [request.name, request.namespace],
            object,
            old: part(request.old_object),
        })
    }

    /// The kind with its group, as `Shoot.core.gardener.cloud`, and what is served beside it.
    pub fn resource(&self) -> String {
        let group = if self.group.is_empty() { String::new() } else { format!(".{}", self.group) };
        let subresource = self.subresource.map(|name| format!("/{name}")).unwrap_or_default();
        format!("{}{group}{subresource}", self.kind)
    }

    /// The call with which the object that is stored was made.
    pub fn creating_old(&self) -> Self {
        Self { operation: Operation::Create, object: self.old, old: None, ..*self }
    }

    /// The object as it would be stored.
    pub fn object<T: Read<'a>>(&self) -> Result<Object<'a, T>, Undecided> {
        self.part("object", self.object)
    }

    /// The object as it is stored.
    pub fn old<T: Read<'a>>(&self) -> Result<Object<'a, T>, Undecided> {
        self.part("oldObject", self.old)
    }

    /// The object as it is stored, where the operation replaces one.
    pub fn replaced<T: Read<'a>>(&self) -> Result<Option<Object<'a, T>>, Undecided> {
        if self.operation == Operation::Update { self.old().map(Some) } else { Ok(None) }
    }

    fn part<T: Read<'a>>(&self, member: &str, value: Option<Value<'a>>) -> Result<Object<'a, T>, Undecided> {
        let place = Pointer::to("request").key(member);
        let path = Pointer::to("review").key("request").key(member);
        let Some(value) = value else {
            let operation = Fact::at(Pointer::to("request").key("operation"), self.operation.word());
            let problem = Problem::error(&REVIEW_WITHOUT_OBJECT, path).fact(operation);
            return Err(Undecided::request(problem.fact(Fact::named("member", member))));
        };
        let (document, _) = read(value, path.as_str())?;
        Ok(Object { value, document, place })
    }
}

//! The call of an API server to a webhook.

use super::reasons::REVIEW_WITHOUT_OBJECT;
use crate::question::Undecided;
use crate::reason::{Fact, Problem};
use crate::wire::{Phase, Pointer, Read, Value, given, read, words};

given! {
    /// The AdmissionReview that an API server sends to a webhook.
    foreign struct AdmissionReview<'a> {
        /// The API version.
        api_version ["apiVersion"]: Version,
        /// The kind, which may be left out.
        kind: Option<ReviewKind>,
        /// The operation to be judged.
        request: Request<'a>,
    }
}

words! {
    /// The API version of an AdmissionReview.
    pub enum Version {
        /// The version of today.
        V1 = "admission.k8s.io/v1",
        /// The version before it, with the same members.
        V1beta1 = "admission.k8s.io/v1beta1",
    }
}

words! {
    /// The kind of an AdmissionReview.
    pub enum ReviewKind {
        /// The only kind.
        AdmissionReview = "AdmissionReview",
    }
}

given! {
    /// The operation to be judged, with its object.
    foreign struct Request<'a> {
        /// The identifier of this call, which the answer repeats.
        uid: &'a str,
        /// The kind of the object.
        kind: Kind<'a>,
        /// The subresource, such as `status`; absent if the call is about the object itself.
        subresource ["subResource"]: Option<&'a str>,
        /// The name of the object.
        name: Option<&'a str>,
        /// The namespace of the object.
        namespace: Option<&'a str>,
        /// The operation on the object.
        operation: Operation,
        /// The object as it would be stored.
        object: Option<Value<'a>>,
        /// The object as it is stored now.
        old_object ["oldObject"]: Option<Value<'a>>,
    }
}

given! {
    /// The kind of an object.
    foreign struct Kind<'a> {
        /// The group of the API, empty for the core group.
        group: Option<&'a str>,
        /// The kind.
        kind: &'a str,
    }
}

words! {
    /// The operation on an object.
    pub enum Operation {
        /// The object is created.
        Create = "CREATE",
        /// The object is updated.
        Update = "UPDATE",
        /// The object is deleted.
        Delete = "DELETE",
        /// A client connects to the object, which no rule covers.
        Connect = "CONNECT",
    }
}

/// The call of an API server to a webhook.
#[derive(Debug)]
pub struct Call<'a> {
    /// The version of the AdmissionReview, which the answer repeats.
    pub api_version: &'a str,
    /// The identifier of this call, which the answer repeats.
    pub uid: &'a str,
    /// Whether the object is validated or completed.
    pub phase: Phase,
    /// The group of the object's API.
    pub group: &'a str,
    /// The kind of the object.
    pub kind: &'a str,
    /// The subresource, if the call is about one.
    pub subresource: Option<&'a str>,
    /// The name of the object.
    pub name: &'a str,
    /// The namespace of the object.
    pub namespace: &'a str,
    /// The operation on the object.
    pub operation: Operation,
    /// The name and the namespace as the request states them, whatever the object says.
    pub(super) said: [Option<&'a str>; 2],
    pub(super) object: Option<Value<'a>>,
    pub(super) old: Option<Value<'a>>,
}

/// An object of a call, as written and as a type.
#[derive(Debug)]
pub struct Object<'a, T> {
    /// The object as written.
    pub value: Value<'a>,
    /// The object as a type.
    pub document: T,
    /// The place of the object in the AdmissionReview.
    pub place: Pointer,
}

impl<'a> Call<'a> {
    /// Reads an AdmissionReview, which is at `/review` in the request.
    pub fn read(review: Value<'a>, phase: Phase) -> Result<Self, Undecided> {
        let (AdmissionReview { api_version, request, .. }, _) = read(review, "/review")?;
        let part = |value: Option<Value<'a>>| value.filter(|value| !value.is_null());
        let object = part(request.object);
        let metadata = object.or(part(request.old_object)).and_then(|object| object.get("metadata"));
        // The request has no name if it is still to be generated.
        let named = |key: &str, asked: Option<&'a str>| {
            let own = metadata.and_then(|metadata| metadata.get(key)).and_then(Value::as_str);
            asked.filter(|name| !name.is_empty()).or(own).unwrap_or_default()
        };
        Ok(Self {
            api_version: api_version.word(),
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

    /// The kind with its group and subresource, as in `Shoot.core.gardener.cloud/status`.
    pub fn resource(&self) -> String {
        let group = if self.group.is_empty() { String::new() } else { format!(".{}", self.group) };
        let subresource = self.subresource.map(|name| format!("/{name}")).unwrap_or_default();
        format!("{}{group}{subresource}", self.kind)
    }

    /// The call that would create the stored object.
    pub fn creating_old(&self) -> Self {
        Self { operation: Operation::Create, object: self.old, old: None, ..*self }
    }

    /// The object as it would be stored.
    pub fn object<T: Read<'a>>(&self) -> Result<Object<'a, T>, Undecided> {
        self.part("object", self.object)
    }

    /// The object as it is stored now.
    pub fn old<T: Read<'a>>(&self) -> Result<Object<'a, T>, Undecided> {
        self.part("oldObject", self.old)
    }

    /// The object as it is stored now, if the operation is an update.
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

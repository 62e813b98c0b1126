use super::field::Field;
use crate::policy::providers::reasons::{
    CONTAINER_NAME_CHANGED, CONTAINER_NAME_MISSING, CONTAINER_NAME_REPEATED, DEBUG_EXCLUSIVE, DURATION_INVALID,
    FETCH_CONFIG_NOT_ONE, FIELD_OF_WRONG_TYPE, NUMBER_INVALID, PATCHES_NOT_ONE, PROVIDER_NAME_INVALID,
    PROVIDER_VERSION_INVALID, RENEW_DEADLINE_TOO_LONG, SECRET_NAME_INVALID, SOURCE_URL_INVALID,
    VERSION_REFUSED_AT_PREFLIGHT,
};
use crate::reason::{Code, Fact, Reason};
use crate::wire::{Pointer, Value, words};

words! {
    /// The kind of a flaw in a provider object.
    pub enum Fault {
        /// The name is not a DNS-1123 subdomain.
        NameInvalid = "name-invalid",
        /// The version is invalid.
        VersionInvalid = "version-invalid",
        /// The version is invalid, which today's operator only notices in its preflight checks.
        IncorrectVersionFormat = "IncorrectVersionFormat",
        /// The fetch configuration does not have exactly one source.
        FetchConfigNotOne = "fetch-config-not-one",
        /// The URL is not a release page.
        UrlInvalid = "url-invalid",
        /// The name of the Secret is not a DNS-1123 subdomain.
        SecretNameInvalid = "secret-name-invalid",
        /// Both kinds of patches are given.
        PatchesNotOne = "patches-not-one",
        /// The value has the wrong type.
        WrongType = "wrong-type",
        /// The value is not a duration.
        DurationInvalid = "duration-invalid",
        /// The number is out of bounds.
        NumberInvalid = "number-invalid",
        /// The renew deadline is longer than the lease duration.
        RenewDeadlineTooLong = "renew-deadline-too-long",
        /// Another manager member is set or changed together with the debug mode.
        DebugExclusive = "debug-exclusive",
        /// A container has no name.
        ContainerNameMissing = "container-name-missing",
        /// Two containers have the same name.
        ContainerNameRepeated = "container-name-repeated",
        /// A container was renamed.
        ContainerNameChanged = "container-name-changed",
    }
}

impl Fault {
    fn code(self) -> &'static Code {
        match self {
            Self::NameInvalid => &PROVIDER_NAME_INVALID,
            Self::VersionInvalid => &PROVIDER_VERSION_INVALID,
            Self::IncorrectVersionFormat => &VERSION_REFUSED_AT_PREFLIGHT,
            Self::FetchConfigNotOne => &FETCH_CONFIG_NOT_ONE,
            Self::UrlInvalid => &SOURCE_URL_INVALID,
            Self::SecretNameInvalid => &SECRET_NAME_INVALID,
            Self::PatchesNotOne => &PATCHES_NOT_ONE,
            Self::WrongType => &FIELD_OF_WRONG_TYPE,
            Self::DurationInvalid => &DURATION_INVALID,
            Self::NumberInvalid => &NUMBER_INVALID,
            Self::RenewDeadlineTooLong => &RENEW_DEADLINE_TOO_LONG,
            Self::DebugExclusive => &DEBUG_EXCLUSIVE,
            Self::ContainerNameMissing => &CONTAINER_NAME_MISSING,
            Self::ContainerNameRepeated => &CONTAINER_NAME_REPEATED,
            Self::ContainerNameChanged => &CONTAINER_NAME_CHANGED,
        }
    }
}

/// A flaw in a provider object.
#[derive(Debug)]
pub struct Flaw {
    /// The member with the flaw.
    pub field: Field,
    /// The kind of the flaw.
    pub fault: Fault,
    facts: Vec<Fact>,
    /// The value of the member, cited with its place.
    found: Option<crate::wire::Json>,
}

impl Flaw {
    /// Creates a flaw in a member, whose value is `found`.
    pub fn new(fault: Fault, field: Field, found: Option<Value<'_>>) -> Self {
        let found = found.filter(|value| !value.is_null()).map(Into::into);
        Self { field, fault, facts: Vec::new(), found }
    }

    /// Adds a fact.
    pub fn fact(mut self, fact: Fact) -> Self {
        self.facts.push(fact);
        self
    }

    /// Returns the flaw as a reason, for an object at the given place.
    pub fn reason(&self, object: &Pointer) -> Reason {
        let place = object.clone().join(&self.field.pointer());
        Reason::new(self.fault.code(), self.field.to_string())
            .fact(Fact::of(place, self.found.clone()))
            .facts(self.facts.iter().cloned())
    }

    /// Whether today's software reports the flaw only when the provider is installed.
    pub fn is_told_later(&self) -> bool {
        self.fault == Fault::IncorrectVersionFormat
    }

    /// Whether the flaw keeps today's webhook from reading the object.
    pub fn is_unreadable(&self) -> bool {
        matches!(self.fault, Fault::WrongType | Fault::DurationInvalid)
    }
}

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
    /// What is wrong with a member of a provider.
    pub enum Fault {
        /// The name is not a DNS name.
        NameInvalid = "name-invalid",
        /// The version is invalid.
        VersionInvalid = "version-invalid",
        /// The version is invalid, which today's operator notices before it installs.
        IncorrectVersionFormat = "IncorrectVersionFormat",
        /// Not exactly one source.
        FetchConfigNotOne = "fetch-config-not-one",
        /// The address is not a release page.
        UrlInvalid = "url-invalid",
        /// The name of the Secret is not a DNS name.
        SecretNameInvalid = "secret-name-invalid",
        /// Two kinds of patches.
        PatchesNotOne = "patches-not-one",
        /// A value of another type.
        WrongType = "wrong-type",
        /// Not a duration.
        DurationInvalid = "duration-invalid",
        /// A number out of bounds.
        NumberInvalid = "number-invalid",
        /// A deadline that is longer than the lease.
        RenewDeadlineTooLong = "renew-deadline-too-long",
        /// Something set besides the debug mode.
        DebugExclusive = "debug-exclusive",
        /// A container without a name.
        ContainerNameMissing = "container-name-missing",
        /// A container named like another.
        ContainerNameRepeated = "container-name-repeated",
        /// A container that is renamed.
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

/// One thing that is wrong with a provider.
#[derive(Debug)]
pub struct Flaw {
    /// Where.
    pub field: Field,
    /// What.
    pub fault: Fault,
    facts: Vec<Fact>,
    /// What is there, cited with its place.
    found: Option<crate::wire::Json>,
}

impl Flaw {
    /// Something wrong at a place where this is found.
    pub fn new(fault: Fault, field: Field, found: Option<Value<'_>>) -> Self {
        let found = found.filter(|value| !value.is_null()).map(Into::into);
        Self { field, fault, facts: Vec::new(), found }
    }

    /// Cites a figure.
    pub fn fact(mut self, fact: Fact) -> Self {
        self.facts.push(fact);
        self
    }

    /// The reason, for an object at a place.
    pub fn reason(&self, object: &Pointer) -> Reason {
        let place = object.clone().join(&self.field.pointer());
        Reason::new(self.fault.code(), self.field.to_string())
            .fact(Fact::of(place, self.found.clone()))
            .facts(self.facts.iter().cloned())
    }

    /// Whether today's software tells it only when the provider is installed.
    pub fn is_told_later(&self) -> bool {
        self.fault == Fault::IncorrectVersionFormat
    }

    /// Whether today's webhook cannot read the object because of it.
    pub fn is_unreadable(&self) -> bool {
        matches!(self.fault, Fault::WrongType | Fault::DurationInvalid)
    }
}

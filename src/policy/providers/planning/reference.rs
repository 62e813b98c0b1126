//! Provider references on a command line: `[namespace/]name:version`.

use crate::base::spelling::is_domain_part;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    REFERENCE_LOOKED_UP, REFERENCE_MALFORMED, REFERENCE_NAMES_NAMESPACE, REFERENCE_NOT_UNIQUE,
};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, answer, given};

/// `providers/upgrade-reference`
#[derive(Debug)]
pub struct UpgradeReference;

given! {
    /// A provider reference, and the installed providers.
    pub struct ReferenceGiven<'a> {
        /// The kind of the provider.
        kind: Kind,
        /// The reference, as `[namespace/]name:version`.
        reference: &'a str,
        /// The installed providers, among which a reference without a namespace is looked up.
        installed: Vec<Instance<'a>>,
    }
}

given! {
    /// An installed provider.
    foreign pub struct Instance<'a> {
        /// The provider's kind.
        kind: Kind,
        /// The provider's name.
        name: &'a str,
        /// The provider's namespace.
        namespace: Option<&'a str>,
    }
}

answer! {
    /// The provider and version that a reference names.
    #[derive(Default)]
    pub struct ReferenceAnswer {
        /// The provider's namespace, empty if it cannot be determined.
        namespace: Option<String>,
        /// The provider's name.
        name: Option<String>,
        /// The version, empty if the reference has none.
        to: Option<String>,
        /// Whether the reference is malformed.
        error: Option<bool>,
    }
}

impl Answers for UpgradeReference {
    const NAME: &'static str = "providers/upgrade-reference";
    const ASKS: &'static str = "which provider and version a reference on a command line means";
    const PART: bool = true;
    type Given<'a> = ReferenceGiven<'a>;
    type Answer<'a> = ReferenceAnswer;

    fn decide<'a>(given: ReferenceGiven<'a>, _: &Asked<'a>) -> Outcome<ReferenceAnswer> {
        let place = Pointer::to("reference");
        let Some((namespace, name, to)) = parse(given.reference) else {
            let reason = Reason::new(&REFERENCE_MALFORMED, given.reference).saw(place, given.reference);
            return Ok(Decision::new(ReferenceAnswer { error: Some(true), ..ReferenceAnswer::default() }, reason));
        };
        let (namespace, code) = match namespace {
            Some(namespace) => (namespace, &REFERENCE_NAMES_NAMESPACE),
            None => match lookup(&given, &name) {
                Some(namespace) => (namespace.to_owned(), &REFERENCE_LOOKED_UP),
                None => (String::new(), &REFERENCE_NOT_UNIQUE),
            },
        };
        let reason = Reason::new(code, name.as_str())
            .saw(place, given.reference)
            .fact(Fact::named("namespace", namespace.as_str()));
        let answer = ReferenceAnswer { namespace: Some(namespace), name: Some(name), to: Some(to), error: None };
        Ok(Decision::new(answer, reason))
    }
}

/// Returns the namespace of the installed provider called `name`, if there is exactly one.
fn lookup<'a>(given: &ReferenceGiven<'a>, name: &str) -> Option<&'a str> {
    let mut found = given.installed.iter().filter(|instance| instance.kind == given.kind && instance.name == name);
    let instance = found.next().filter(|_| found.next().is_none())?;
    instance.namespace
}

/// Splits a reference into namespace, name and version. If there is a namespace, the whole reference is lowercased and
/// the version is optional. Otherwise the version keeps its case and is required.
fn parse(reference: &str) -> Option<(Option<String>, String, String)> {
    if !reference.contains('/') {
        let (name, version) = named(reference)?;
        return Some((None, name, version?.to_owned()));
    }
    let lower = reference.to_lowercase();
    let (namespace, rest) = lower.split_once('/')?;
    if namespace.is_empty() || rest.contains('/') {
        return None;
    }
    let (name, version) = named(rest)?;
    Some((Some(namespace.to_owned()), name, version.unwrap_or_default().to_owned()))
}

/// Splits `name[:version]` and lowercases the name.
fn named(text: &str) -> Option<(String, Option<&str>)> {
    let (name, version) = text.split_once(':').map_or((text, None), |(name, version)| (name, Some(version)));
    if version.is_some_and(|version| version.is_empty() || version.contains(':')) {
        return None;
    }
    let name = name.to_lowercase();
    (name.len() <= 63 && is_domain_part(&name)).then_some((name, version))
}

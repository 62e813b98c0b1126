//! The source of a provider's components, and the provider's label.

use super::builtin::{BuiltIn, List, built_in};
use super::repository::has_pages;
use super::spec::Spec;
use crate::base::Edition;
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{
    LABEL_OF_PROVIDER, OCI_ADDRESS_READ, SOURCE_BUILT_IN, SOURCE_CONFIGURED, SOURCE_ELSEWHERE, SOURCE_GIVEN,
    SOURCE_UNKNOWN,
};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, Value, answer, given};

/// `providers/source`
#[derive(Debug)]
pub struct Source;

given! {
    /// A provider whose components are to be fetched.
    pub struct SourceGiven<'a> {
        /// The provider's kind.
        kind: Kind,
        /// The provider's name.
        metadata: Named<'a>,
        /// The provider's spec. Only the fetch configuration is read.
        spec: Option<Spec<'a, Fetching<'a>>>,
        /// The providers in the user's configuration file, which take precedence over the built-in ones.
        configured_providers ["configuredProviders"]: Vec<Configured<'a>>,
        /// The `apiVersion` of the object; has no influence, because the fetch configuration is the same in both APIs.
        api_version ["apiVersion"]: Option<&'a str>,
    }
}

given! {
    /// The name of an object.
    foreign pub struct Named<'a> {
        /// The object's name.
        name: &'a str,
    }
}

given! {
    /// The part of a spec that says where the components are.
    foreign pub struct Fetching<'a> {
        /// The fetch configuration.
        fetch_config ["fetchConfig"]: Option<FetchConfig<'a>>,
    }
}

given! {
    /// The source of the components.
    foreign pub struct FetchConfig<'a> {
        /// The URL of the components.
        url: Option<&'a str>,
        /// The OCI reference of the components.
        oci: Option<&'a str>,
        /// The label selector of the ConfigMaps that hold the components.
        selector: Option<Value<'a>>,
    }
}

given! {
    /// A provider in the user's configuration file.
    pub struct Configured<'a> {
        /// The provider's name.
        name: &'a str,
        /// The provider's kind.
        kind ["type"]: &'a str,
        /// The URL of the provider's components.
        url: &'a str,
    }
}

answer! {
    /// The source of the components.
    pub struct SourceAnswer {
        /// The URL of the components; absent if they are not at a URL or the provider is unknown.
        url: Option<String>,
    }
}

impl Answers for Source {
    const NAME: &'static str = "providers/source";
    const ASKS: &'static str = "from which address the components of a provider are fetched";
    type Given<'a> = SourceGiven<'a>;
    type Answer<'a> = SourceAnswer;

    fn decide<'a>(given: SourceGiven<'a>, asked: &Asked<'a>) -> Outcome<SourceAnswer> {
        let (url, reason) = source(&given, asked.edition);
        let unknown = given.spec.map(|spec| spec.unknown(given.api_version)).unwrap_or_default();
        Ok(Decision::new(SourceAnswer { url }, reason).with_problems(unknown))
    }
}

/// Returns the URL of a provider's components, if they are at one, and why.
fn source(given: &SourceGiven<'_>, edition: Edition) -> (Option<String>, Reason) {
    let (name, kind) = (given.metadata.name, given.kind);
    let place = Pointer::to("spec").key("fetchConfig");
    if let Some(config) = given.spec.as_ref().and_then(|spec| spec.fetch_config.as_ref()) {
        if let Some(url) = config.url.filter(|url| !url.is_empty()) {
            return (Some(url.to_owned()), Reason::new(&SOURCE_GIVEN, name).saw(place.key("url"), url));
        }
        let registry = config.oci.filter(|oci| !oci.is_empty());
        let elsewhere = match (registry, config.selector) {
            (Some(oci), _) => Some(Fact::at(place.key("oci"), oci)),
            (None, Some(selector)) => Some(Fact::at(place.key("selector"), selector)),
            (None, None) => None,
        };
        if let Some(fact) = elsewhere {
            return (None, Reason::new(&SOURCE_ELSEWHERE, name).fact(fact));
        }
    }
    let mine = |(_, known): &(usize, &Configured<'_>)| known.name == name && known.kind == kind.word();
    if let Some((index, known)) = given.configured_providers.iter().enumerate().find(mine) {
        let place = Pointer::to("configuredProviders").index(index).key("url");
        return (Some(known.url.to_owned()), Reason::new(&SOURCE_CONFIGURED, name).saw(place, known.url));
    }
    let named = Fact::at(Pointer::to("metadata").key("name"), name);
    let (list, address): (List, fn(&BuiltIn) -> String) =
        if has_pages(edition) { (List::Clusterctl, BuiltIn::page) } else { (List::Operator, BuiltIn::components) };
    match built_in(kind, name, list).map(address) {
        Some(url) => {
            let reason = Reason::new(&SOURCE_BUILT_IN, kind.word()).fact(named);
            let reason = reason.fact(Fact::named("url", url.as_str()));
            (Some(url), reason)
        }
        None => (None, Reason::new(&SOURCE_UNKNOWN, kind.word()).fact(named)),
    }
}

/// `providers/oci-reference`
#[derive(Debug)]
pub struct OciReference;

given! {
    /// The OCI reference of a provider's components.
    pub struct OciGiven<'a> {
        /// The OCI reference, as in the fetch configuration.
        oci: &'a str,
        /// The provider's version, used as the tag if the reference has none.
        version: Option<&'a str>,
    }
}

answer! {
    /// The artifact that is pulled.
    pub struct OciAnswer<'a> {
        /// The image, including the registry.
        image: &'a str,
        /// The tag.
        tag: &'a str,
        /// Whether the artifact is pulled over plain HTTP.
        plain_http ["plainHTTP"]: bool,
    }
}

impl Answers for OciReference {
    const NAME: &'static str = "providers/oci-reference";
    const ASKS: &'static str = "which artifact of a registry holds a provider's components";
    const PART: bool = true;
    type Given<'a> = OciGiven<'a>;
    type Answer<'a> = OciAnswer<'a>;

    fn decide<'a>(given: OciGiven<'a>, _: &Asked<'a>) -> Outcome<OciAnswer<'a>> {
        let (plain_http, rest) = match given.oci.strip_prefix("http://") {
            Some(rest) => (true, rest),
            None => (false, given.oci),
        };
        let version = given.version.unwrap_or_default();
        let (image, tag) = image_and_tag(rest, version);
        let reason =
            Reason::new(&OCI_ADDRESS_READ, image).saw(Pointer::to("oci"), given.oci).fact(Fact::named("tag", tag));
        Ok(Decision::new(OciAnswer { image, tag, plain_http }, reason))
    }
}

/// Splits an OCI reference into image and tag. With two colons, the last part is the tag. With one, the second part is
/// the tag unless it contains a slash, which means that the colon precedes a port.
fn image_and_tag<'a>(address: &'a str, version: &'a str) -> (&'a str, &'a str) {
    let Some((first, rest)) = address.split_once(':') else { return (address, version) };
    match rest.split_once(':') {
        Some((second, tag)) => {
            let image = address.get(..first.len() + 1 + second.len()).unwrap_or(address);
            (image, tag)
        }
        None if rest.contains('/') => (address, version),
        None => (first, rest),
    }
}

/// `providers/label`
#[derive(Debug)]
pub struct Label;

given! {
    /// A provider to label.
    pub struct LabelGiven<'a> {
        /// The provider's kind.
        kind: Kind,
        /// The provider's name.
        name: &'a str,
    }
}

answer! {
    /// The label of the provider's objects.
    pub struct LabelAnswer {
        /// The value of `cluster.x-k8s.io/provider`.
        label: String,
    }
}

impl Answers for Label {
    const NAME: &'static str = "providers/label";
    const ASKS: &'static str = "which label the objects of a provider have";
    const PART: bool = true;
    type Given<'a> = LabelGiven<'a>;
    type Answer<'a> = LabelAnswer;

    fn decide<'a>(given: LabelGiven<'a>, _: &Asked<'a>) -> Outcome<LabelAnswer> {
        let label = given.kind.label(given.name);
        let reason = Reason::new(&LABEL_OF_PROVIDER, label.as_str())
            .saw(Pointer::to("kind"), given.kind.word())
            .saw(Pointer::to("name"), given.name);
        Ok(Decision::new(LabelAnswer { label }, reason))
    }
}

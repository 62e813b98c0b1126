//! What a question about a provider's artifacts refers to: lists, a profile, or a NamespacedCloudProfile merged with
//! its parent (section 17.8).

use super::merge::{Merged, Which, merged};
use super::owners::{Owners, Ownership, of_config, of_profile};
use super::raw_config::RawConfig;
use super::strangers::keys_beside;
use super::whose::{Whose, half_typed, of_another_provider, refused_of_another, untyped, whose};
use crate::policy::images::catalog::Offer;
use crate::policy::images::documents::{CloudProfile, NamespacedCloudProfile};
use crate::policy::images::errors::FieldError;
use crate::policy::images::provider::written::{Provider, named_by};
use crate::policy::images::reasons::{CONFIG_NOT_CHECKED, CONFIG_UNREADABLE, PROVIDER_NOT_GIVEN};
use crate::policy::images::store::{ProfileGiven, Written, asked_offer, offer_of, parent_of, status_of};
use crate::question::{Asked, Doc, Reference, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::{Pointer, Value};

/// What a question gives beside profiles. It takes precedence over them.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a> {
    /// The name of the provider.
    pub provider: Option<&'a str>,
    /// The provider's configuration.
    pub config: Option<Value<'a>>,
}

/// What a question refers to.
#[derive(Debug)]
pub struct Subject<'a> {
    /// The profile, merged with its parent if there are two.
    pub offer: Option<Doc<'a, Offer<'a>>>,
    /// The NamespacedCloudProfile.
    pub child: Option<Written<'a>>,
    /// The configuration that counts, merged if there are two.
    pub config: Option<RawConfig<'a>>,
    /// Why upstream cannot merge the two configurations. `None`: nothing prevents it.
    pub unreadable: Option<Problem>,
    /// The parent of the NamespacedCloudProfile, unless the child's status already has the merged profile.
    parent: Option<Written<'a>>,
    /// What is wrong with the configurations, apart from their entries.
    pub warnings: Vec<Problem>,
    /// Whether the question gives the configuration itself.
    is_given: bool,
    whose: Whose<'a>,
    spec_path: Pointer,
}

impl<'a> Subject<'a> {
    /// Finds what a question refers to.
    pub fn of(
        beside: Beside<'a>,
        cloud_profile: Option<Reference<'a>>,
        namespaced: Option<Reference<'a>>,
        asked: &Asked<'a>,
    ) -> Result<Self, Undecided> {
        let mut subject = match (cloud_profile, namespaced) {
            (_, Some(namespaced)) => Self::of_two(beside.provider, cloud_profile, namespaced, asked)?,
            (Some(profile), None) => Self::of_profile(profile, asked)?,
            (None, None) => Self::of_lists(),
        };
        if let Some(value) = beside.config {
            subject.config = Some(RawConfig { value, path: Pointer::to("given").key("providerConfig") });
            subject.unreadable = None;
            subject.is_given = true;
            subject.warnings.clear();
        }
        let profile = subject.offer.as_ref().and_then(|offer| offer.spec().provider_type);
        let expected = beside.provider.or(profile);
        let given = subject.config.as_ref().filter(|_| subject.is_given);
        subject.warnings.extend(given.and_then(half_typed));
        // For two merged configurations, the warning is given for each of them separately, at its own path.
        let whole = subject.config.as_ref().filter(|_| subject.is_given || subject.parent.is_none());
        subject.warnings.extend(whole.and_then(|config| of_another_provider(config, expected)));
        subject.whose = whose(beside.provider, subject.config.as_ref().map(|config| config.value), profile);
        if beside.config.is_none()
            && let Some(other) = subject.child.as_ref().and_then(|child| strange(child, expected))
        {
            subject.whose = Whose::Other(other);
        }
        Ok(subject)
    }

    fn of_lists() -> Self {
        Self {
            offer: None,
            child: None,
            config: None,
            unreadable: None,
            parent: None,
            is_given: false,
            warnings: Vec::new(),
            whose: Whose::Nobodys,
            spec_path: Pointer::to("given"),
        }
    }

    fn of_profile(profile: Reference<'a>, asked: &Asked<'a>) -> Result<Self, Undecided> {
        let offer = offer_of(profile, "cloudProfile", asked)?;
        let spec_path = offer.path().key("spec");
        let path = spec_path.clone().key("providerConfig");
        let config = offer.spec().provider_config.map(|value| RawConfig { value, path });
        let warnings = config.as_ref().and_then(untyped).into_iter().collect();
        Ok(Self { offer: Some(offer), config, spec_path, warnings, ..Self::of_lists() })
    }

    /// Finds a NamespacedCloudProfile and its parent. If the child's status has the merged profile, the status counts.
    fn of_two(
        provider: Option<&str>,
        cloud_profile: Option<Reference<'a>>,
        namespaced: Reference<'a>,
        asked: &Asked<'a>,
    ) -> Result<Self, Undecided> {
        let both = ProfileGiven { cloud_profile, namespaced_cloud_profile: Some(namespaced) };
        let offer = asked_offer(both, asked)?;
        let child = Written::of_namespaced(namespaced, "namespacedCloudProfile", asked)?;
        let spec_path = child.path().key("status").key("cloudProfileSpec");
        let path = spec_path.clone().key("providerConfig");
        let mut subject = Self { spec_path, ..Self::of_lists() };
        let parent = match status_of(*child) {
            Some(status) => {
                let value = status.get("providerConfig").filter(|config| !config.is_null());
                subject.config = value.map(|value| RawConfig { value, path });
                None
            }
            None => {
                let parent = parent_of(&child, cloud_profile, asked)?;
                subject.merge(provider, &parent, &child, path, asked);
                Some(parent)
            }
        };
        if let Some(parent) = &parent {
            let expected = provider.or(offer.spec().provider_type);
            subject.warnings.extend(config_of(parent).and_then(|config| of_another_provider(&config, expected)));
            subject.warnings.extend(own_config(&child, expected));
        }
        Ok(Self { offer: Some(offer), child: Some(child), parent, ..subject })
    }

    fn merge(
        &mut self,
        provider: Option<&str>,
        parent: &Written<'a>,
        child: &Written<'a>,
        path: Pointer,
        asked: &Asked<'a>,
    ) {
        let spec = |document: &Written<'a>| document.get("spec").unwrap_or(Value::NULL);
        let of_parent = || config_of(parent);
        self.config = match merged(provider, spec(parent), spec(child), asked.edition) {
            Merged::Parents => of_parent(),
            Merged::Both(config) => Some(RawConfig { value: asked.keep(config.to_document()).root(), path }),
            Merged::Unreadable(which) => {
                self.unreadable = Some(not_merged(which, parent, child));
                of_parent()
            }
        };
    }

    /// Returns the error and the path for a configuration that belongs to another provider: a NamespacedCloudProfile's
    /// own configuration, or the one that counts.
    pub fn refused_of_another(&self, provider: Option<&str>) -> Option<(FieldError, Pointer)> {
        let expected = provider.or_else(|| self.offer.as_ref()?.spec().provider_type);
        let child = self.child.as_ref().filter(|_| !self.is_given);
        let own = child.and_then(config_of);
        own.iter().chain(&self.config).find_map(|config| {
            Some((refused_of_another(config.value, expected)?, config.path.clone().key("apiVersion")))
        })
    }

    /// Returns the owners of the entries of merged lists, so that an error can say whose entry it is about. `None`:
    /// nothing was merged, or the question gives the configuration itself.
    pub fn owners(&self) -> Result<Option<Owners>, Undecided> {
        let (Some(offer), Some(child), false) = (&self.offer, &self.child, self.is_given) else { return Ok(None) };
        let namespaced: NamespacedCloudProfile<'a> = child.read()?;
        let parent: Option<CloudProfile<'a>> = self.parent.as_ref().map(Written::read).transpose()?;
        let name = namespaced.metadata.as_ref().and_then(|metadata| metadata.name).unwrap_or_default();
        let of_parent = parent.as_ref().map_or_else(|| namespaced.spec().parent_name(), CloudProfile::name);
        let parent_images = parent.as_ref().map(|parent| parent.spec().machine_images.as_slice());
        let images = of_profile(&offer.spec().machine_images, &namespaced.spec().machine_images, parent_images);
        let entries = match (&self.config, namespaced.spec().provider_config) {
            (Some(merged), Some(own)) => of_config(merged.value, own),
            _ => Vec::new(),
        };
        Ok(Some(Owners {
            profile: Ownership::new(name, of_parent, images),
            config: Ownership::new(name, of_parent, entries),
        }))
    }

    /// Returns whose rules apply.
    pub fn whose(&self) -> Whose<'a> {
        self.whose
    }

    /// Returns the provider, for a question that cannot be decided without its rules.
    pub fn known_provider(&self) -> Result<Provider, Undecided> {
        match self.whose {
            Whose::Known(provider) => Ok(provider),
            Whose::Other(name) => {
                let problem = Problem::error(&CONFIG_NOT_CHECKED, self.config_path());
                Err(Undecided::facts(problem.fact(Fact::named("name", name))))
            }
            Whose::Nobodys => Err(without_provider()),
        }
    }

    /// The path below which the images and the configuration are, or would be.
    pub fn spec_path(&self) -> Pointer {
        self.spec_path.clone()
    }

    /// The path at which the configuration is, or would be.
    pub fn config_path(&self) -> Pointer {
        self.config.as_ref().map_or_else(|| self.spec_path().key("providerConfig"), |config| config.path.clone())
    }

    /// The place of the configuration, for facts.
    pub fn config_place(&self) -> Pointer {
        let of_parent = self.parent.as_ref().map(|parent| [parent.path(), parent.place()].map(|at| at.key("spec")));
        let of_parent = of_parent.filter(|[path, _]| path.clone().key("providerConfig") == self.config_path());
        let of_profile = || self.offer.as_ref().filter(|_| !self.is_given).map(|offer| offer.spec_place());
        of_parent.map(|[_, place]| place).or_else(of_profile).unwrap_or_default().key("providerConfig")
    }
}

/// Returns the kind or version of a NamespacedCloudProfile's own configuration if no provider has it. If the child's
/// status has the merged profile, the configuration has been read already.
fn strange<'a>(child: &Written<'a>, provider: Option<&'a str>) -> Option<&'a str> {
    if status_of(**child).is_some() {
        return None;
    }
    let value = child.get("spec")?.get("providerConfig").filter(|config| !config.is_null())?;
    match whose(None, Some(value), provider) {
        // A configuration of another provider gets a warning elsewhere, and is read nevertheless.
        Whose::Other(other) if named_by(other).is_none() => Some(other),
        _ => None,
    }
}

/// Returns the configuration of a document by itself.
fn config_of<'a>(document: &Written<'a>) -> Option<RawConfig<'a>> {
    let value = document.get("spec")?.get("providerConfig").filter(|config| !config.is_null())?;
    Some(RawConfig { value, path: document.path().key("spec").key("providerConfig") })
}

/// Returns warnings about a NamespacedCloudProfile's own configuration that the merged configuration would not show.
fn own_config(child: &Written<'_>, provider: Option<&str>) -> Vec<Problem> {
    let Some(config) = config_of(child) else { return Vec::new() };
    let mut problems: Vec<Problem> =
        of_another_provider(&config, provider).into_iter().chain(untyped(&config)).collect();
    problems.extend(provider.and_then(Provider::named).into_iter().flat_map(|known| keys_beside(known, &config)));
    problems
}

/// Returns the warning that two configurations are not merged because one of them cannot be read.
pub fn not_merged(which: Which, parent: &Written<'_>, child: &Written<'_>) -> Problem {
    let document = if which == Which::Parent { parent } else { child };
    let problem = Problem::warning(&CONFIG_UNREADABLE, document.path().key("spec").key("providerConfig"));
    let what = "a key or value is not one that its type has, so the two are not merged";
    problem.fact(Fact::named("what", what))
}

/// The question is undecided because nothing says which provider's rules apply.
pub fn without_provider() -> Undecided {
    Undecided::missing(&PROVIDER_NOT_GIVEN, Pointer::to("provider"))
}

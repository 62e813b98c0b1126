//! The validation rules for provider objects, applied to an object as the user wrote it, before any defaults.

use super::containers;
use super::debug;
use super::duration::Duration;
use super::field::Field;
use super::flaw::{Fault, Flaw};
use super::repository::Repository;
use super::shape::{DEPLOYMENT, FURTHER, Holds, Known, MANAGER, MEANT, Member, SPEC};
use crate::base::sort::sort_by_key;
use crate::base::spelling::is_domain;
use crate::policy::providers::versions::Api;
use crate::reason::Fact;
use crate::wire::{Json, Kind, Value};

/// A provider object to validate.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// The API of the object.
    pub api: Api,
    /// The members that the object may have.
    pub known: Known,
    /// The object's metadata.
    pub metadata: Option<Value<'a>>,
    /// The object's spec.
    pub spec: Option<Value<'a>>,
    /// The stored spec, if the object exists already.
    pub old_spec: Option<Value<'a>>,
}

/// A section of a spec.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section<'n> {
    /// `manager`: the options of the manager.
    Manager,
    /// `deployment`: the settings of the manager's Deployment.
    Deployment,
    /// The entry of `additionalDeployments` with this name.
    Further(&'n str),
}

/// The rules that a section is read by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// Those of the design, for an object of this API.
    Design(Api),
    /// Those of today's operator.
    Today,
}

/// The findings about a provider object.
#[derive(Default, Debug)]
pub struct Findings {
    /// The flaws, in the order in which they are reported.
    pub flaws: Vec<Flaw>,
    /// The unknown members.
    pub unknown: Vec<Unknown>,
}

/// An unknown member.
#[derive(Debug)]
pub struct Unknown {
    /// The path of the member.
    pub field: Field,
    /// The path that was probably meant.
    pub meant: Option<String>,
    /// The keys that are known in its place.
    pub known: Vec<&'static str>,
}

/// The members whose flaws are reported first, in this order. The others follow, sorted by path.
const TOLD_FIRST: [&str; 7] = ["name", "version", "fetchConfig", "secretName", "paused", "manager", "deployment"];

impl Findings {
    /// Validates an object by the rules of the design.
    pub fn of(candidate: &Candidate<'_>) -> Self {
        let mut findings = Self::default();
        findings.name(candidate.metadata);
        let spec = Field::of("spec");
        if let Some(value) = present(candidate.spec) {
            findings.walk(value, SPEC, &spec, candidate.known, Rules::Design(candidate.api));
            findings.sources(value, &spec);
            findings.sections(value, &spec, present(candidate.old_spec));
            let old = present(candidate.old_spec).and_then(|old| member(old, "manager"));
            if candidate.api == Api::Management {
                findings.flaws.extend(debug::exclusive(member(value, "manager"), old, &spec.key("manager")));
            }
        }
        findings.in_order()
    }

    /// Validates a spec as today's API server and operator do.
    pub fn of_today(spec: Option<Value<'_>>) -> Self {
        let mut findings = Self::default();
        let place = Field::of("spec");
        let Some(value) = present(spec) else { return findings };
        findings.walk(value, SPEC, &place, Known::Of(Api::Operator), Rules::Decoding);
        if findings.flaws.is_empty() {
            findings.walk(value, SPEC, &place, Known::Of(Api::Operator), Rules::Bounds);
            findings.one_of(value, &place);
        }
        let version = member(value, "version").filter(|_| findings.flaws.is_empty());
        if let Some(version) = version.filter(|version| version.as_str().is_some_and(|text| !text.is_empty()))
            && version.as_str().and_then(|text| Api::Operator.version(text)).is_none()
        {
            findings.flaws.push(Flaw::new(Fault::IncorrectVersionFormat, place.key("version"), Some(version)));
        }
        findings.in_order()
    }

    /// Returns the values in a section that cannot be read, and the unknown members.
    pub fn of_section(section: Section<'_>, value: Value<'_>, reading: Reading) -> Self {
        let mut findings = Self::default();
        let (known, rules) = match reading {
            Reading::Design(api) => (Known::Both(api), Rules::Design(api)),
            Reading::Today => (Known::Of(Api::Operator), Rules::Decoding),
        };
        let (field, holds) = match section {
            Section::Manager => (Field::of("manager"), MANAGER),
            Section::Deployment => (Field::of("deployment"), DEPLOYMENT),
            Section::Further(name) => (Field::of("additionalDeployments").key(name), FURTHER),
        };
        findings.walk(value, holds, &field, known, rules);
        findings.flaws.retain(Flaw::is_unreadable);
        findings.in_order()
    }

    /// Returns the parts of a stored spec that are ignored: unknown members, and values of the wrong type.
    pub fn passed_over(spec: Option<Value<'_>>, api: Api) -> Self {
        let mut findings = Self::default();
        if let Some(spec) = present(spec) {
            findings.walk(spec, SPEC, &Field::of("spec"), Known::Of(api), Rules::Design(api));
            findings.flaws.retain(|flaw| flaw.fault == Fault::WrongType);
        }
        findings.in_order()
    }

    fn in_order(mut self) -> Self {
        sort_by_key(&mut self.flaws, |flaw| (flaw.field.rank(&TOLD_FIRST), flaw.field.clone()));
        sort_by_key(&mut self.unknown, |unknown| unknown.field.clone());
        self
    }

    fn name(&mut self, metadata: Option<Value<'_>>) {
        let generated = metadata.and_then(|metadata| member(metadata, "generateName")).and_then(Value::as_str);
        let name = metadata.and_then(|metadata| member(metadata, "name"));
        let unnamed = name.is_none_or(|name| name.as_str() == Some(""));
        let good = name.and_then(Value::as_str).is_some_and(is_dns_name);
        if !(good || unnamed && generated.is_some_and(|name| !name.is_empty())) {
            self.flaws.push(Flaw::new(Fault::NameInvalid, Field::of("metadata").key("name"), name));
        }
    }

    /// Checks the references in a spec: exactly one source of components, which may be a release page, and valid names
    /// of Secrets and ConfigMaps.
    fn sources(&mut self, spec: Value<'_>, place: &Field) {
        self.one_of(spec, place);
        let config = place.key("fetchConfig");
        let url = member(spec, "fetchConfig").and_then(|found| member(found, "url"));
        if let Some(url) = url.filter(|url| url.as_str().is_some_and(|text| Repository::page(text).is_none())) {
            self.flaws.push(Flaw::new(Fault::UrlInvalid, config.key("url"), Some(url)));
        }
        let secret = |flaws: &mut Vec<Flaw>, field: Field, value: Option<Value<'_>>| {
            let is_text = value.is_none_or(|value| value.as_str().is_some());
            if is_text && !value.and_then(Value::as_str).is_some_and(is_dns_name) {
                flaws.push(Flaw::new(Fault::SecretNameInvalid, field, value));
            }
        };
        if let Some(name) = member(spec, "secretName") {
            secret(&mut self.flaws, place.key("secretName"), Some(name));
        }
        if let Some(reference) = member(spec, "configSecret").filter(|found| found.kind() == Kind::Object) {
            secret(&mut self.flaws, place.key("configSecret").key("name"), member(reference, "name"));
        }
        if let Some(reference) = member(spec, "additionalManifests").filter(|found| found.kind() == Kind::Object) {
            let name = member(reference, "name");
            let is_text = name.is_none_or(|name| name.as_str().is_some());
            if is_text && !name.and_then(Value::as_str).is_some_and(is_dns_name) {
                let field = place.key("additionalManifests").key("name");
                self.flaws.push(Flaw::new(Fault::NameInvalid, field, name));
            }
        }
    }

    /// Checks members that exclude each other.
    fn one_of(&mut self, spec: Value<'_>, place: &Field) {
        if let Some(config) = member(spec, "fetchConfig").filter(|found| found.kind() == Kind::Object) {
            let given: Vec<&str> =
                ["oci", "url", "selector"].into_iter().filter(|key| member(config, key).is_some()).collect();
            if given.len() != 1 {
                let flaw = Flaw::new(Fault::FetchConfigNotOne, place.key("fetchConfig"), Some(config));
                self.flaws.push(flaw.fact(Fact::named("given", given.into_iter().collect::<Json>())));
            }
        }
        if ["manifestPatches", "patches"].into_iter().all(|key| member(spec, key).is_some()) {
            self.flaws.push(Flaw::new(Fault::PatchesNotOne, place.clone(), Some(spec)));
        }
    }

    /// Checks the manager and the Deployment of the spec itself, and of each additional Deployment.
    fn sections(&mut self, spec: Value<'_>, place: &Field, old: Option<Value<'_>>) {
        self.section(spec, place, old);
        let further = "additionalDeployments";
        for (name, section) in member(spec, further).into_iter().flat_map(Value::members) {
            let old = old.and_then(|old| member(old, further)).and_then(|old| member(old, name));
            self.section(section, &place.key(further).key(name), old);
        }
    }

    fn section(&mut self, section: Value<'_>, place: &Field, old: Option<Value<'_>>) {
        if let Some(election) = member(section, "manager").and_then(|manager| member(manager, "leaderElection")) {
            let off = member(election, "leaderElect").and_then(Value::as_bool) == Some(false);
            let time = |key: &str| member(election, key).and_then(Duration::written);
            let (lease, renew) = (time("leaseDuration"), time("renewDeadline"));
            if let (Some(lease), Some(renew)) = (lease, renew)
                && renew > lease
                && !off
            {
                let field = place.key("manager").key("leaderElection").key("renewDeadline");
                let flaw = Flaw::new(Fault::RenewDeadlineTooLong, field, member(election, "renewDeadline"));
                self.flaws.push(flaw.fact(Fact::named("lease", lease.to_string())));
            }
        }
        if let Some(list) = containers_of(section) {
            let place = place.key("deployment").key("containers");
            self.flaws.extend(containers::names(list, old.and_then(containers_of), &place));
        }
    }

    /// Checks a value, and everything in it, against its type.
    fn walk(&mut self, value: Value<'_>, holds: Holds, place: &Field, known: Known, rules: Rules) {
        match (holds, value.kind()) {
            (Holds::Object(members), Kind::Object) => self.members(value, members, place, known, rules),
            (Holds::Map(inner), Kind::Object) => {
                for (key, value) in value.members() {
                    if !value.is_null() || rules.is_design() {
                        self.walk(value, *inner, &place.key(key), known, rules);
                    }
                }
            }
            (Holds::TextMap, Kind::Object) => {
                for (key, value) in value.members() {
                    if !rules.takes_text(value) {
                        self.wrong_type(value, "text", place.key(key));
                    }
                }
            }
            (Holds::List(inner), Kind::Array) => {
                for (index, value) in value.elements().enumerate() {
                    if !value.is_null() || rules.is_design() {
                        self.walk(value, *inner, &place.index(index), known, rules);
                    }
                }
            }
            (Holds::Foreign, Kind::Object) | (Holds::Text, Kind::String) | (Holds::Bool, Kind::Bool) => {}
            (Holds::Number(least, most), Kind::Number) => self.number(value, (least, most), place, rules),
            (Holds::Duration, _) => self.duration(value, place, rules),
            (Holds::Version, _) => self.version(value, place, rules),
            _ => self.wrong_type(value, holds.expects(), place.clone()),
        }
    }

    fn members(&mut self, value: Value<'_>, members: &'static [Member], place: &Field, known: Known, rules: Rules) {
        let keys = || members.iter().filter(|member| member.is_known(known));
        for (key, value) in value.members() {
            match keys().find(|member| member.key == key) {
                Some(_) if value.is_null() => {}
                Some(member) => self.walk(value, member.holds, &place.key(key), known, rules),
                // Unknown members were already reported during decoding.
                None if rules == Rules::Bounds => {}
                None => {
                    let field = place.key(key);
                    let meant = MEANT.iter().find(|(written, _)| *written == key && place.name() == "manager");
                    let meant = meant.map(|(_, path)| format!("{place}.{path}"));
                    let known = keys().map(|member| member.key).collect();
                    self.unknown.push(Unknown { field, meant, known });
                }
            }
        }
    }

    fn number(&mut self, value: Value<'_>, (least, most): (i64, i64), place: &Field, rules: Rules) {
        let number = value.as_number().and_then(|number| number.parse::<i64>().ok());
        let wrong = match rules {
            Rules::Design(_) => !number.is_some_and(|number| (least..=most).contains(&number)),
            Rules::Decoding => number.is_none(),
            // The schema of today's API does not limit ports.
            Rules::Bounds => number.is_some_and(|number| number < least) && place.name() != "port",
        };
        let unreadable = wrong && rules == Rules::Decoding;
        if unreadable {
            self.wrong_type(value, "a whole number", place.clone());
        } else if wrong {
            let flaw = Flaw::new(Fault::NumberInvalid, place.clone(), Some(value));
            self.flaws.push(flaw.fact(Fact::named("expected", bounds(least, most))));
        }
    }

    fn duration(&mut self, value: Value<'_>, place: &Field, rules: Rules) {
        let good = match rules {
            Rules::Design(_) => Duration::written(value).is_some(),
            Rules::Decoding | Rules::Bounds => value.as_str().is_some_and(|text| Duration::parse(text).is_some()),
        };
        if !good {
            self.flaws.push(Flaw::new(Fault::DurationInvalid, place.clone(), Some(value)));
        }
    }

    fn version(&mut self, value: Value<'_>, place: &Field, rules: Rules) {
        match rules {
            Rules::Design(api) => {
                let blank = |text: &&str| !text.contains(char::is_whitespace);
                let good = value.as_str().filter(blank).and_then(|text| api.version(text)).is_some();
                if !good {
                    self.flaws.push(Flaw::new(Fault::VersionInvalid, place.clone(), Some(value)));
                }
            }
            _ if value.as_str().is_none() => self.wrong_type(value, "text", place.clone()),
            _ => {}
        }
    }

    fn wrong_type(&mut self, value: Value<'_>, expected: &'static str, field: Field) {
        let flaw = Flaw::new(Fault::WrongType, field, Some(value));
        self.flaws.push(flaw.fact(Fact::named("found", value.kind().name())).fact(Fact::named("expected", expected)));
    }
}

/// The rules that apply to a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rules {
    /// All rules of the design.
    Design(Api),
    /// What today's webhook needs to decode the object.
    Decoding,
    /// The bounds in the schema of today's API.
    Bounds,
}

impl Rules {
    fn is_design(self) -> bool {
        matches!(self, Self::Design(_))
    }

    /// Whether the value is accepted as the text of a map entry. The design also accepts numbers and booleans as
    /// written.
    fn takes_text(self, value: Value<'_>) -> bool {
        match value.kind() {
            Kind::String => true,
            Kind::Number | Kind::Bool => self.is_design(),
            Kind::Null => !self.is_design(),
            Kind::Array | Kind::Object => false,
        }
    }
}

fn bounds(least: i64, most: i64) -> String {
    match (least, most) {
        (i64::MIN, _) => "a whole number of 64 bits".to_owned(),
        (least, most) if most == i64::from(i32::MAX) => format!("a whole number from {least}"),
        (least, most) => format!("a whole number from {least} to {most}"),
    }
}

fn containers_of(section: Value<'_>) -> Option<Value<'_>> {
    member(section, "deployment").and_then(|deployment| member(deployment, "containers"))
}

/// Returns a member that is present. `null` counts as absent.
pub fn member<'a>(value: Value<'a>, key: &str) -> Option<Value<'a>> {
    present(value.get(key))
}

fn present(value: Option<Value<'_>>) -> Option<Value<'_>> {
    value.filter(|value| !value.is_null())
}

/// Whether the name is a DNS-1123 subdomain: dot-separated labels of lower-case letters, digits and dashes.
pub fn is_dns_name(name: &str) -> bool {
    name.len() <= 253 && is_domain(name)
}

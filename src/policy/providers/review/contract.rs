//! The contract of a version that is not installed yet, and the versions that there are.

use super::Subject;
use super::metadata::series;
use super::world::config_maps;
use crate::policy::providers::objects::member;
use crate::policy::providers::releases::{ConfigMap, LabelSelector, Repository, is_same_version, newest};
use crate::policy::providers::versions::Api;
use crate::wire::{Pointer, Value, read};

/// What a spec says of its version and where it is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The version.
    pub version: Option<&'a str>,
    selector: Option<Value<'a>>,
}

impl<'a> Wanted<'a> {
    /// Reads a spec.
    pub fn of(spec: Option<Value<'a>>) -> Self {
        let version = spec.and_then(|spec| member(spec, "version")).and_then(Value::as_str);
        let selector = spec.and_then(|spec| member(spec, "fetchConfig")).and_then(|config| member(config, "selector"));
        Self { version: version.filter(|version| !version.is_empty()), selector }
    }

    /// The latest version of the loaded ConfigMaps, where all that the selector picks are good.
    pub fn latest(&self, subject: &Subject<'_, 'a>) -> Option<String> {
        self.with_repository(subject, |repository, _| {
            let listed = repository.listed();
            newest(&listed, subject.asked.edition).map(|(version, _)| version.tag())
        })
    }

    /// The contract of a version: that of its series in the metadata of its ConfigMap.
    pub fn contract(&self, wanted: &str, subject: &Subject<'_, 'a>) -> Option<String> {
        let version = Api::Operator.version(wanted)?.series();
        self.with_repository(subject, |_, selected| {
            let map = selected.iter().find(|map| is_same_version(map.version(), wanted))?;
            let metadata = map.data.as_ref()?.get("metadata")?.as_str()?;
            let found = series(metadata)?.into_iter().find(|(major, minor, _)| (*major, *minor) == version)?;
            Some(found.2.to_owned()).filter(|contract| !contract.is_empty())
        })
    }

    /// Looks at the ConfigMaps that the selector picks, unless one of them is bad.
    fn with_repository<T>(
        &self,
        subject: &Subject<'_, 'a>,
        look: impl FnOnce(&Repository<'_, '_>, &[&ConfigMap<'_>]) -> Option<T>,
    ) -> Option<T> {
        let (selector, _) = read::<LabelSelector<'a>>(self.selector?, "").ok()?;
        let selection = selector.understood(&Pointer::default()).ok()?;
        let maps = config_maps(subject.asked.documents);
        let repository = Repository::select(&maps, Some(subject.namespace), Some(&selection), &Pointer::default());
        if repository.is_empty() || !repository.flaws().is_empty() {
            return None;
        }
        let here = |map: &&ConfigMap<'_>| {
            map.namespace().is_none_or(|namespace| namespace == subject.namespace) && selection.selects(map.labels())
        };
        let selected: Vec<&ConfigMap<'_>> = maps.iter().filter(here).collect();
        look(&repository, &selected)
    }
}

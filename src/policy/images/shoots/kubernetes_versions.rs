//! Looks up the Kubernetes versions of a profile for the pools of a Shoot.

use std::cell::{OnceCell, RefCell};

use crate::base::Known;
use crate::base::masterminds::Version;
use crate::policy::images::catalog::Names;
use crate::policy::images::documents::ExpirableVersion;
use crate::policy::images::versions::{Classification, Prefix, current};
use crate::question::{Asked, Undecided};

/// The full version for a text: the text itself or the latest version that begins with it, or why there is none.
pub(super) type Completed<'a> = Result<&'a str, String>;

/// The Kubernetes versions of a profile. Results are cached, because many pools are alike.
pub(super) struct KubernetesVersions<'s, 'a> {
    entries: &'s [ExpirableVersion<'a>],
    asked: &'s Asked<'s>,
    texts: Names<&'a str>,
    /// The indexes of the versions that begin with each prefix, in the order of the profile.
    beginning: OnceCell<Known<Prefix, Vec<(usize, Version<'a>)>>>,
    latest: RefCell<Known<Prefix, Option<&'a str>>>,
    active: RefCell<Known<&'a str, bool>>,
    /// The versions that new pools may have, and those that existing pools may have.
    valid: [OnceCell<Vec<String>>; 2],
}

impl<'s, 'a> KubernetesVersions<'s, 'a> {
    pub(super) fn new(entries: &'s [ExpirableVersion<'a>], asked: &'s Asked<'s>) -> Self {
        Self {
            entries,
            asked,
            texts: Names::new(entries.iter().map(|entry| entry.version.unwrap_or_default())),
            beginning: OnceCell::new(),
            latest: RefCell::default(),
            active: RefCell::default(),
            valid: Default::default(),
        }
    }

    /// Completes a version that is not written in full to the latest supported one of the profile that begins with it.
    pub(super) fn complete(&self, text: &'a str) -> Result<Completed<'a>, Undecided> {
        let prefix = match Prefix::of(text) {
            Ok(Some(prefix)) => prefix,
            Ok(None) => return Ok(Ok(text)),
            Err(part) => return Ok(Err(format!("`{part}` must be a semantic version"))),
        };
        let beginning = if text.is_empty() { String::new() } else { format!(" that begins with `{text}`") };
        let none = || format!("no version{beginning} is supported now, and any other has to be named in full");
        Ok(self.latest(prefix)?.ok_or_else(none))
    }

    fn latest(&self, prefix: Prefix) -> Result<Option<&'a str>, Undecided> {
        if let Some(known) = self.latest.borrow().get(&prefix) {
            return Ok(*known);
        }
        let beginning = self.beginning.get_or_init(|| self.by_prefix());
        let mut latest: Option<(&'a str, Version<'a>)> = None;
        for (place, parsed) in beginning.get(&prefix).map(Vec::as_slice).unwrap_or_default() {
            if latest.is_some_and(|(_, highest)| *parsed <= highest) {
                continue;
            }
            let Some(entry) = self.entries.get(*place) else { continue };
            if current(entry, self.asked)? == Classification::Supported {
                latest = Some((entry.version.unwrap_or_default(), *parsed));
            }
        }
        let found = latest.map(|(text, _)| text);
        self.latest.borrow_mut().insert(prefix, found);
        Ok(found)
    }

    fn by_prefix(&self) -> Known<Prefix, Vec<(usize, Version<'a>)>> {
        let mut beginning: Known<Prefix, Vec<_>> = Known::default();
        for (place, entry) in self.entries.iter().enumerate() {
            let Some(parsed) = entry.version.and_then(Version::parse) else { continue };
            for prefix in Prefix::all(parsed.major, parsed.minor) {
                beginning.update(prefix, |places| places.push((place, parsed)));
            }
        }
        beginning
    }

    /// Whether a pool may have a version; a new pool only if the version is active.
    pub(super) fn allows(&self, text: &'a str, is_new: bool) -> Result<bool, Undecided> {
        let mut entries = self.texts.all(text).filter_map(|place| self.entries.get(place)).peekable();
        if !is_new || entries.peek().is_none() {
            return Ok(entries.peek().is_some());
        }
        if let Some(known) = self.active.borrow().get(text) {
            return Ok(*known);
        }
        let mut active = false;
        for entry in entries {
            active |= current(entry, self.asked)?.is_active();
        }
        self.active.borrow_mut().insert(text, active);
        Ok(active)
    }

    /// Why a pool may not have a version, for the end of a sentence.
    pub(super) fn why_not(&self, text: &'a str) -> &'static str {
        let entries = || self.texts.all(text).filter_map(|place| self.entries.get(place));
        let is_unavailable = |entry| current(entry, self.asked).ok() == Some(Classification::Unavailable);
        match entries().next() {
            None => "is not in the profile",
            Some(_) if entries().all(is_unavailable) => "is not available yet",
            Some(_) => "has expired",
        }
    }

    /// The versions that a new or an existing pool may have, as messages list them.
    pub(super) fn valid(&self, is_new: bool) -> Result<&[String], Undecided> {
        let [new, existing] = &self.valid;
        let known = if is_new { new } else { existing };
        if let Some(known) = known.get() {
            return Ok(known);
        }
        let mut valid = Vec::new();
        for entry in self.entries {
            let classification = current(entry, self.asked)?;
            if is_new && !classification.is_active() {
                continue;
            }
            let preview = if classification == Classification::Preview { " (preview)" } else { "" };
            valid.push(format!("{}{preview}", entry.version.unwrap_or_default()));
        }
        Ok(known.get_or_init(|| valid))
    }
}

//! Whether a provider has an artifact for everything that a profile offers (section 17.3), and in every region (section
//! 17.7).

use std::rc::Rc;

use super::architecture_side::ArchitectureSide;
use super::findings::Findings;
use super::flavor_side::{FlavorSide, Outcome};
use super::gaps::{Gaps, Missing};
use super::own_list::CONFIG;
use crate::base::{Edition, sort};
use crate::policy::images::documents::{Capabilities, ImageVersion, KNOWN, MachineImage};
use crate::policy::images::provider::artifacts::{Content, Coverage, Defined, each_once};
use crate::policy::images::provider::written::{Entries, Provider};

/// A profile's images, to be compared with the provider's entries.
#[derive(Debug)]
pub struct Mapping<'m, 'a> {
    /// The provider whose rules apply.
    pub provider: Provider,
    /// The capability definitions of the profile.
    pub defined: &'m Defined<'m, 'a>,
    /// The profile's images.
    pub images: &'m [MachineImage<'a>],
    /// The provider's entries.
    pub entries: Entries<'m, 'a>,
    /// The edition whose rules apply.
    pub edition: Edition,
}

/// A version of the profile, with its path.
struct Subject<'s, 'a> {
    image: &'s MachineImage<'a>,
    version: &'s ImageVersion<'a>,
    path: String,
}

impl Subject<'_, '_> {
    fn name(&self) -> String {
        format!("{}@{}", self.image.name(), self.version.version())
    }

    fn unknown(&self, found: &mut Findings<'_>) {
        found.required(self.path.as_str(), &format!("the version `{}` is not in providerConfig", self.name()));
    }

    fn unmapped(&self, path: &str, what: &str, found: &mut Findings<'_>) {
        found.required(path, &format!("missing mapping of `{}` in providerConfig for {what}", self.name()));
    }
}

impl<'a> Mapping<'_, 'a> {
    /// Checks every image.
    pub fn check(&self, found: &mut Findings<'_>, gaps: &mut Gaps<'_>) {
        for (index, image) in self.images.iter().enumerate() {
            // Only azure asks for a mapping of images without versions.
            if image.versions.is_empty() && self.provider != Provider::Azure {
                continue;
            }
            found.in_profile(index, None);
            if !self.entries.knows(image.name()) {
                let why = format!("must provide a mapping of the image `{}` in providerConfig", image.name());
                found.required(self.path_of(index), &why);
                continue;
            }
            for (place, version) in image.versions.iter().enumerate() {
                self.check_version(image, version, (index, place), found, gaps);
            }
        }
    }

    /// Checks the version with index `place` of the image with index `index`.
    pub fn check_version(
        &self,
        image: &MachineImage<'a>,
        version: &ImageVersion<'a>,
        (index, place): (usize, usize),
        found: &mut Findings<'_>,
        gaps: &mut Gaps<'_>,
    ) {
        found.in_profile(index, Some(place));
        gaps.at(index, place);
        let subject = Subject { image, version, path: format!("{}.versions[{place}]", self.path_of(index)) };
        if self.defined.is_empty() {
            self.architectures(&subject, found, gaps);
        } else {
            self.flavors(&subject, found, gaps);
        }
    }

    fn path_of(&self, image: usize) -> String {
        let list = if self.provider == Provider::Local { CONFIG } else { "spec.machineImages" };
        format!("{list}[{image}]")
    }

    /// Checks that each flavor of a version equals one of the provider's, with definitions. If the provider has only
    /// old entries of the version, only architectures count.
    fn flavors(&self, subject: &Subject<'_, 'a>, found: &mut Findings<'_>, gaps: &mut Gaps<'_>) {
        let known = self.entries.with_definitions(subject.image.name(), subject.version.version());
        if known.is_empty() {
            return subject.unknown(found);
        }
        let side = FlavorSide::new(self.provider, self.defined, &known, self.edition);
        let everything = Capabilities::default();
        let own = &subject.version.capability_flavors;
        let flavors: Vec<&Capabilities<'a>> = match own.is_empty() {
            true => vec![&everything],
            false => own.iter().collect(),
        };
        for (index, (flavor, outcome)) in flavors.iter().zip(self.outcomes(&flavors, &side, gaps)).enumerate() {
            let path = format!("{}.capabilityFlavors[{index}]", subject.path);
            match &*outcome {
                Outcome::Mapped(missing) => gaps.add(subject.image, subject.version, Missing::Flavor(index), missing),
                Outcome::Lost(architectures) => {
                    for architecture in architectures {
                        subject.unmapped(&path, &format!("the architecture `{architecture}`"), found);
                    }
                }
                Outcome::Unequal => {
                    let what = format!("the capabilities {}", self.defined.defaulted(flavor));
                    subject.unmapped(&path, &what, found);
                }
            }
        }
    }

    /// Returns the outcome of each flavor, which is computed once for equal flavors.
    fn outcomes<'g>(
        &self,
        flavors: &[&Capabilities<'a>],
        side: &FlavorSide<'_, 'a>,
        gaps: &Gaps<'g>,
    ) -> Vec<Rc<Outcome<'g, 'a>>> {
        type Key<'a> = (Vec<&'a str>, Content<'a>);
        let key = |flavor: &&Capabilities<'a>| -> Key<'a> {
            let named = self.defined.architectures(flavor).iter().take(self.provider.architectures_asked_for());
            (named.copied().collect(), self.defined.content(flavor))
        };
        let keys: Vec<Key<'a>> = flavors.iter().map(key).collect();
        let mut outcomes: Vec<Option<Rc<Outcome<'g, 'a>>>> = vec![None; keys.len()];
        let mut old: Option<(&[&str], Coverage<'a>)> = None;
        let mut last: Option<(&Key<'a>, Rc<Outcome<'g, 'a>>)> = None;
        for place in sort::sorted_places(keys.len(), &mut |left, right| keys.get(left).cmp(&keys.get(right))) {
            let (Some(key), Some(slot)) = (keys.get(place as usize), outcomes.get_mut(place as usize)) else {
                continue;
            };
            if let Some((_, outcome)) = last.as_ref().filter(|(before, _)| *before == key) {
                *slot = Some(Rc::clone(outcome));
                continue;
            }
            let (wanted, content) = key;
            if old.as_ref().is_none_or(|(before, _)| *before != wanted.as_slice()) {
                old = Some((wanted, side.old_coverage(wanted)));
            }
            let of_old = old.as_ref().map(|(_, coverage)| coverage);
            let outcome = Rc::new(side.outcome(wanted, content, of_old, gaps));
            *slot = Some(Rc::clone(&outcome));
            last = Some((key, outcome));
        }
        outcomes.into_iter().flatten().collect()
    }

    /// Checks that each architecture of a version has an entry, without definitions.
    fn architectures(&self, subject: &Subject<'_, 'a>, found: &mut Findings<'_>, gaps: &mut Gaps<'_>) {
        let (image, version) = (subject.image, subject.version);
        let known = self.entries.without_definitions(image.name(), version.version());
        match self.provider {
            Provider::Local => return,
            Provider::Alicloud if known.is_empty() => return subject.unknown(found),
            Provider::Alicloud => {
                let items = known.iter().flat_map(|entry| &entry.regions).filter(|item| !item.reference().is_empty());
                let missing = gaps.of(|| Coverage::of_regions(items.map(|item| item.name())));
                return gaps.add(image, version, Missing::Version, &missing);
            }
            Provider::Aws | Provider::Openstack | Provider::Azure | Provider::Gcp => {}
        }
        if version.architectures.is_empty() {
            return gaps.add_open(image, version);
        }
        let side = ArchitectureSide::new(self.provider, &known);
        let outcome = |architecture: &&'a str| {
            let is_mapped = side.has(architecture);
            (*architecture, is_mapped.then(|| gaps.among(|regions| side.missing(architecture, regions))))
        };
        let outcomes: Vec<(&str, Option<Vec<&str>>)> = each_once(&version.architectures).iter().map(outcome).collect();
        for architecture in &version.architectures {
            // Aws does not check the architectures of a version that its configuration lacks.
            let is_known = !known.is_empty();
            if !KNOWN.contains(architecture) && (is_known || self.provider != Provider::Aws) {
                let field = format!("{}.architectures", subject.path);
                found.not_supported(field, architecture, &KNOWN);
            }
            let place = outcomes.partition_point(|(known, _)| known < architecture);
            match outcomes.get(place).and_then(|(_, missing)| missing.as_ref()) {
                Some(missing) => gaps.add(image, version, Missing::Architecture(architecture), missing),
                None if is_known => {
                    subject.unmapped(&subject.path, &format!("the architecture `{architecture}`"), found);
                }
                None => subject.unknown(found),
            }
        }
    }
}

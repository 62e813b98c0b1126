//! Which versions are merged into one, and the capabilities of each.

use super::config::Networking;
use super::defined::{Defined, NETWORKING};
use super::findings::{Findings, Migrating};
use super::given::Tags;
use super::json::object;
use crate::base::masterminds::Version;
use crate::base::{Interner, Known};
use crate::policy::images::documents::{ARCHITECTURE, Capabilities, ImageVersion, MachineImage, ProfileSpec, USUAL};
use crate::policy::images::reasons::{
    ARCHITECTURE_CONTRADICTS, BASE_INFERRED, BASE_NOT_KNOWN, TAG_INFERRED, TAG_LEFT, TAG_NOT_OF_A_VERSION, TAG_UNUSED,
    VERSIONS_TAKEN_FOR_ALL,
};
use crate::reason::Fact;
use crate::wire::{Json, Pointer};

/// Versions that are merged into one.
#[derive(Debug)]
pub(super) struct Target<'a> {
    /// The index of the versions' image.
    pub image: usize,
    /// The version that results.
    pub base: &'a str,
    /// The merged versions, in document order.
    pub members: Vec<Member<'a>>,
}

/// One of several versions that are merged, or a version that stays by itself.
#[derive(Debug)]
pub(super) struct Member<'a> {
    /// The index of the version in its image.
    pub version: usize,
    /// The version as written.
    pub text: &'a str,
    /// The architectures of the version, without duplicates.
    pub architectures: Vec<&'a str>,
    /// The capabilities of the version's artifacts, besides the architecture.
    pub capabilities: Capabilities<'a>,
    /// Whether the version has a tag.
    pub is_tagged: bool,
    /// Whether the capabilities were given or inferred.
    pub is_known: bool,
}

impl<'a> Target<'a> {
    /// The version that is kept: the one without a tag, or else the first.
    pub(super) fn head(&self) -> Option<&Member<'a>> {
        self.members.iter().find(|member| !member.is_tagged).or_else(|| self.members.first())
    }
}

/// The path of a version in the document.
pub(super) fn place_of(image: usize, version: usize) -> Pointer {
    Pointer::to("spec").key("machineImages").index(image).key("versions").index(version)
}

/// Finds the versions that are merged into one.
pub(super) fn targets<'a>(
    spec: &ProfileSpec<'a>,
    (tags, defined, networking): (&Tags<'_, 'a>, &Defined<'a>, &Networking<'_>),
    found: &mut Findings,
) -> Vec<Target<'a>> {
    let mut reading = Reading { tags, defined, used: vec![false; tags.all().len()] };
    for (place, tag) in tags.all().iter().enumerate() {
        let path = Pointer::to("given").key("tags").index(place).key("capabilities");
        defined.check(&tag.capabilities, &path, found);
    }
    let mut targets: Vec<Target<'a>> = Vec::new();
    for (index, image) in spec.machine_images.iter().enumerate() {
        let mut of_image: Known<&'a str, usize> = Known::default();
        for (place, version) in image.versions.iter().enumerate() {
            let (base, member) = reading.member(image, version, place_of(index, place), place, found);
            match of_image.get(base).and_then(|known| targets.get_mut(*known)) {
                Some(target) => target.members.push(member),
                None => {
                    of_image.insert(base, targets.len());
                    targets.push(Target { image: index, base, members: vec![member] });
                }
            }
        }
    }
    let mut silent = 0;
    for target in &mut targets {
        let image = spec.machine_images.get(target.image).map(|image| image.name()).unwrap_or_default();
        let is_open = |member: &Member<'a>| {
            let basic = |architecture: &&str| networking.is_basic(image, member.text, architecture);
            let all_basic = member.architectures.iter().all(basic);
            defined.leaves_open(all_basic.then_some(NETWORKING.0).into_iter())
        };
        let left = reading.complete(target, found);
        silent += target.members.iter().filter(|member| left && is_silent(member) && is_open(member)).count();
    }
    let used = reading.used;
    if silent > 0 {
        let path = Pointer::to("spec").key("machineImages");
        found.infer(
            || Json::from(silent),
            || Migrating::new(&VERSIONS_TAKEN_FOR_ALL, path, "machineImages").fact(Fact::named("count", silent)),
        );
    }
    for (place, tag) in
        tags.all().iter().enumerate().filter(|(place, _)| tags.counts(*place) && used.get(*place) == Some(&false))
    {
        let path = Pointer::to("given").key("tags").index(place);
        found.warning(|| Migrating::new(&TAG_UNUSED, path, tag.tag));
    }
    targets
}

struct Reading<'r, 'a> {
    tags: &'r Tags<'r, 'a>,
    defined: &'r Defined<'a>,
    /// Which of the given tags occur in the profile.
    used: Vec<bool>,
}

/// Whether a version has no tag and nothing is known about it.
fn is_silent(member: &Member<'_>) -> bool {
    !member.is_tagged && !member.is_known
}

impl<'a> Reading<'_, 'a> {
    /// Splits a version into its base and its tag.
    fn member(
        &mut self,
        image: &MachineImage<'a>,
        version: &ImageVersion<'a>,
        path: Pointer,
        place: usize,
        found: &mut Findings,
    ) -> (&'a str, Member<'a>) {
        let text = version.version();
        let mut architectures = Interner::default();
        version.architectures.iter().for_each(|architecture| {
            architectures.intern(architecture);
        });
        if version.architectures.is_empty() {
            architectures.intern(USUAL);
        }
        let mut member = Member {
            version: place,
            text,
            architectures: architectures.names().to_vec(),
            capabilities: Capabilities::default(),
            is_tagged: false,
            is_known: false,
        };
        let parsed = Version::parse(text);
        let split = self.tags.split(image.name(), text);
        if let (None, Some((_, _, tag))) = (&parsed, split) {
            found.error(|| Migrating::new(&TAG_NOT_OF_A_VERSION, path.clone(), text).fact(Fact::named("tag", tag.tag)));
        }
        if let Some((base, tag, given)) = split {
            self.say((&mut member, path), tag, &given.capabilities, found);
            member.is_tagged = true;
            return (base, member);
        }
        if let Some((base, name, value)) = self.inferred(text) {
            found.infer(|| one(name, value), || Migrating::new(&TAG_INFERRED, path, text));
            member.capabilities = [(name, vec![value])].into_iter().collect();
            (member.is_tagged, member.is_known) = (true, true);
            return (base, member);
        }
        if let Some(tag) = parsed.map(|parsed| parsed.pre_release).filter(|tag| !tag.is_empty()) {
            found.warning(|| Migrating::new(&TAG_LEFT, path, text).fact(Fact::named("tag", tag)));
        } else if let Some((tag, given)) = self.tags.of(image.name(), "") {
            self.say((&mut member, path), tag, &given.capabilities, found);
        }
        (text, member)
    }

    fn say(
        &mut self,
        (member, path): (&mut Member<'a>, Pointer),
        tag: usize,
        said: &Capabilities<'a>,
        found: &mut Findings,
    ) {
        if let Some(used) = self.used.get_mut(tag) {
            *used = true;
        }
        // A given architecture restricts the version to the architectures that it names.
        if let Some(own) = said.get(ARCHITECTURE) {
            let written: Json = member.architectures.iter().copied().collect();
            member.architectures.retain(|architecture| own.contains(architecture));
            if member.architectures.is_empty() {
                let given: Json = own.iter().copied().collect();
                found.error(|| {
                    let contradicts = Migrating::new(&ARCHITECTURE_CONTRADICTS, path, member.text);
                    contradicts.fact(Fact::named("written", written)).fact(Fact::named("given", given))
                });
            }
        }
        member.is_known = true;
        if !found.may_copy(said) {
            return;
        }
        member.capabilities = said.iter().filter(|(name, _)| *name != ARCHITECTURE).cloned().collect();
    }

    /// Splits off a tag that is a value of exactly one given capability.
    fn inferred(&self, text: &'a str) -> Option<(&'a str, &'a str, &'a str)> {
        if !self.defined.are_given {
            return None;
        }
        let (base, tag) = text.split_once('-')?;
        let name = self.defined.owner(tag)?;
        (!base.is_empty()).then_some((base, name, tag))
    }

    /// Infers the capabilities of a version without a tag from those of the tagged ones: for each capability that their
    /// tags name, the values that no tag claims. Returns whether the target has no tags, in which case nothing is
    /// inferred.
    fn complete(&mut self, target: &mut Target<'a>, found: &mut Findings) -> bool {
        let is_group = target.members.iter().any(|member| member.is_tagged);
        let mut claimed: Known<(&'a str, &'a str), ()> = Known::default();
        let mut names = Interner::default();
        for (name, values) in
            target.members.iter().filter(|member| member.is_tagged).flat_map(|member| member.capabilities.iter())
        {
            names.intern(name);
            values.iter().for_each(|value| {
                claimed.insert((*name, *value), ());
            });
        }
        let (image, base) = (target.image, target.base);
        if !is_group {
            return true;
        }
        for member in target.members.iter_mut().filter(|member| is_silent(member)) {
            if !found.may_copy(&Capabilities::default()) {
                continue;
            }
            let rest = |name: &'a str| -> Vec<&'a str> {
                let all = self.defined.of(name).unwrap_or_default().iter().copied();
                all.filter(|value| claimed.get(&(name, *value)).is_none()).collect()
            };
            let path = place_of(image, member.version);
            let own: Capabilities<'a> = names.names().iter().map(|name| (*name, rest(name))).collect();
            if !self.defined.are_given || own.is_empty() || own.iter().any(|(_, values)| values.is_empty()) {
                found.error(|| Migrating::new(&BASE_NOT_KNOWN, path, base));
                continue;
            }
            if !found.may_copy(&own) {
                continue;
            }
            found.infer(|| object(&own), || Migrating::new(&BASE_INFERRED, path, base));
            member.capabilities = own;
            member.is_known = true;
        }
        false
    }
}

fn one(name: &str, value: &str) -> Json {
    let mut object = Json::object();
    object.set(name, [value].into_iter().collect());
    object
}

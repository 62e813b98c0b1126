//! Chooses the image of a pool that does not name one in full (section 7).

use super::chosen::Wish;
use super::context::{Refusal, ShootContext};
use crate::base::masterminds::Version;
use crate::base::nearest;
use crate::policy::images::catalog::WantedArchitecture;
use crate::policy::images::compare::Contender;
use crate::policy::images::divergences::{DEFAULTS_PASS_THE_GATE, FIRST_IMAGE_WITH_A_CANDIDATE};
use crate::policy::images::documents::{MachineImage, ProfileSpec, Worker, WorkerImage};
use crate::policy::images::errors::FieldError;
use crate::policy::images::reasons::{DEFAULT_IMAGE, IMAGE_KEPT, IMAGE_NAMED, NO_DEFAULT_IMAGE};
use crate::policy::images::versions::{Classification, Prefix, Released, suffix};
use crate::policy::images::workers::{Candidates, InPlace, Needs, WantedCri};
use crate::question::Undecided;
use crate::reason::{Fact, Reason};
use crate::wire::Pointer;

/// The image that a pool gets with the reason, or a refusal.
pub(super) type Choice<'a> = Result<(WorkerImage<'a>, Reason), Refusal>;

/// Chooses the image of a pool whose architecture is known.
pub(super) fn choose<'a>(
    context: &ShootContext<'_, 'a>,
    index: usize,
    worker: &Worker<'a>,
    control_plane: &'a str,
) -> Result<Choice<'a>, Undecided> {
    let old_image = context.old_worker(worker.name()).and_then(Worker::image);
    if let Some(kept) = old_image.and_then(|old| keep(old, worker.image())) {
        let reason = Reason::new(&IMAGE_KEPT, kept.reference()).fact(Fact::named("pool", worker.name()));
        return Ok(Ok((kept, reason)));
    }
    let seeker = Seeker { context, index, worker, gated: gated(context, worker, control_plane) };
    let nothing = WorkerImage::default();
    let asked_for = worker.image().unwrap_or(&nothing);
    if context.spec().machine_images.is_empty() {
        return Ok(Err(seeker.refuse("the profile has no machine images", asked_for)));
    }
    match asked_for.name() {
        "" => match seeker.first_image(asked_for)? {
            Some(image) => seeker.resolve(image, asked_for),
            None => {
                let architecture = worker.architecture().unwrap_or_default();
                let why = format!("no valid image found for the architecture `{architecture}`");
                Ok(Err(seeker.refuse(&why, asked_for)))
            }
        },
        name => match context.image(name) {
            None => Ok(Err(seeker.refuse(&no_image(index, name, context.spec()), asked_for))),
            Some(_) if context.version(name, asked_for.version()).is_some() => Ok(Ok(seeker.as_is(asked_for))),
            Some(image) => seeker.resolve(image, asked_for),
        },
    }
}

/// The message about a pool whose image is not in the profile. A similar name is suggested only to the first pools and
/// only from the first images, because names are compared letter by letter and there may be thousands of both.
fn no_image(pool: usize, name: &str, spec: &ProfileSpec<'_>) -> String {
    const POOLS: usize = 50;
    const IMAGES: usize = 200;
    let known = spec.machine_images.iter().map(MachineImage::name).take(IMAGES);
    let meant = (pool < POOLS).then(|| nearest(name, known)).flatten();
    let meant = meant.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
    format!("the profile has no image `{name}`{meant}")
}

/// The former image, if the pool asks for no other.
fn keep<'a>(old: &WorkerImage<'a>, new: Option<&WorkerImage<'a>>) -> Option<WorkerImage<'a>> {
    let Some(new) = new else { return Some(old.clone()) };
    let same = old.name() == new.name() && (new.version().is_empty() || new.version() == old.version());
    same.then(|| WorkerImage { provider_config: new.provider_config, ..old.clone() })
}

/// What validation will later require of the container runtimes and the kubelet, if the edition considers that here.
fn gated<'a>(context: &ShootContext<'_, 'a>, worker: &Worker<'a>, control_plane: &'a str) -> Gated<'a> {
    if !context.asked.edition.applies(&DEFAULTS_PASS_THE_GATE) {
        return Gated::default();
    }
    Gated {
        cri: worker.cri.is_some().then(|| WantedCri::of(worker)),
        kubelet: Some(worker.kubernetes_version().unwrap_or(control_plane)),
    }
}

/// Requirements of the later validation that already count when the image is chosen.
#[derive(Default)]
struct Gated<'a> {
    cri: Option<WantedCri<'a>>,
    kubelet: Option<&'a str>,
}

struct Seeker<'t, 'a> {
    context: &'t ShootContext<'t, 'a>,
    index: usize,
    worker: &'t Worker<'a>,
    gated: Gated<'a>,
}

impl<'a> Seeker<'_, 'a> {
    fn refuse(&self, why: &str, image: &WorkerImage<'a>) -> Refusal {
        let field = format!("spec.provider.workers[{}]", self.index);
        let place = self.context.shoot_place.clone().key("spec").key("provider").key("workers").index(self.index);
        let image_place = place.clone().key("machine").key("image");
        Refusal {
            error: FieldError::invalid(field, image.reference(), why),
            why: Reason::new(&NO_DEFAULT_IMAGE, self.worker.name())
                .fact(Fact::of(image_place.clone().key("name"), image.name))
                .fact(Fact::of(image_place.key("version"), image.version))
                .fact(Fact::named("architecture", self.worker.architecture()))
                .fact(Fact::named("why", why)),
        }
    }

    fn as_is(&self, image: &WorkerImage<'a>) -> (WorkerImage<'a>, Reason) {
        let reason = Reason::new(&IMAGE_NAMED, image.reference()).fact(Fact::named("pool", self.worker.name()));
        (image.clone(), reason)
    }

    fn candidates(&self) -> Candidates<'_, 'a> {
        let needs = Needs {
            architecture: self.worker.architecture(),
            cri: self.gated.cri.clone(),
            kubelet: self.gated.kubelet.and_then(Version::parse),
            in_place: self.worker.is_in_place().then_some(InPlace::New),
            own: None,
        };
        let machine = self.context.machine_type(self.worker.machine_type());
        Candidates::new(self.context.offer, machine, needs, self.context.asked.edition)
    }

    fn wish(&self, prefix: Prefix) -> Wish<'a> {
        let machine_type = self.context.machine_type(self.worker.machine_type()).map(|(place, _)| place);
        Wish {
            machine: (machine_type, self.worker.architecture().unwrap_or_default()),
            in_place: self.worker.is_in_place(),
            prefix,
            cri: self.gated.cri.as_ref().map(|cri| (cri.name(), cri.runtimes().to_vec())),
            kubelet: self.gated.kubelet,
        }
    }

    /// The image of a pool that names none: the first image with a version for the pool.
    fn first_image(&self, asked_for: &WorkerImage<'a>) -> Result<Option<usize>, Undecided> {
        // Validation judges a version that is written in full or cannot be read.
        let prefix = prefix(asked_for).ok().flatten().unwrap_or_default();
        let wish = self.wish(prefix);
        if let Some(known) = self.context.chosen.images.borrow().get(&wish) {
            return Ok(*known);
        }
        let images = 0..self.context.spec().machine_images.len();
        let first = if self.context.asked.edition.applies(&FIRST_IMAGE_WITH_A_CANDIDATE) {
            let mut first = None;
            for image in images {
                if self.latest(image, prefix)?.is_some() {
                    first = Some(image);
                    break;
                }
            }
            first
        } else {
            self.first_that_matches(images)
        };
        self.context.chosen.images.borrow_mut().insert(wish, first);
        Ok(first)
    }

    /// The first image with any version that is built for the architecture or runs on the machine type.
    fn first_that_matches(&self, mut images: impl Iterator<Item = usize>) -> Option<usize> {
        let (candidates, spec, catalog) = (self.candidates(), self.context.spec(), &self.context.offer.catalog);
        let type_is_known = self.context.machine_type(self.worker.machine_type()).is_some();
        let architecture = self.worker.architecture().unwrap_or_default();
        let wanted = WantedArchitecture::new(architecture, &spec.machine_capabilities, self.context.asked.edition);
        let matches = |place: usize| {
            let entry = catalog.version_of(spec, place);
            type_is_known && candidates.runs(place) || entry.is_some_and(|entry| wanted.is_of(entry))
        };
        images.find(|image| catalog.versions_of(*image).any(matches))
    }

    /// The version of an image to take for the pool, among those that begin with the prefix.
    fn latest(&self, image: usize, prefix: Prefix) -> Result<Option<Released<'a>>, Undecided> {
        let wish = (image, self.wish(prefix));
        if let Some(known) = self.context.chosen.versions.borrow().get(&wish) {
            return Ok(*known);
        }
        let asked = self.context.asked;
        let candidates = self.candidates();
        let mut contenders = Vec::new();
        for (place, entry) in candidates.of_image(image) {
            let known = self.context.offer.catalog.versions().get(place).and_then(|known| known.parsed.as_ref());
            let begins = known.is_some_and(|version| prefix.begins(version.major, version.minor));
            if !begins || !suffix(known, asked.edition).is_empty() {
                continue;
            }
            contenders.extend(candidates.contender(place, entry, asked)?.filter(|contender| {
                contender.released.classification != Classification::Preview
                    && contender.released.may_be_chosen(asked.edition)
            }));
        }
        let found = Contender::first(&contenders).map(|contender| contender.released);
        self.context.chosen.versions.borrow_mut().insert(wish, found);
        Ok(found)
    }

    /// Chooses the latest version of an image that suits the pool and begins with the text that the pool names.
    fn resolve(&self, image: usize, asked_for: &WorkerImage<'a>) -> Result<Choice<'a>, Undecided> {
        let prefix = match prefix(asked_for) {
            Ok(Some(prefix)) => prefix,
            // Validation judges a full version.
            Ok(None) => return Ok(Ok(self.as_is(asked_for))),
            Err(part) => return Ok(Err(self.refuse(&format!("`{part}` must be a semantic version"), asked_for))),
        };
        let name = self.context.spec().machine_images.get(image).map(|image| image.name()).unwrap_or_default();
        let Some(found) = self.latest(image, prefix)? else {
            return Ok(Err(self.refuse("failed to determine the latest machine image of the profile", asked_for)));
        };
        let chosen =
            WorkerImage { name: Some(name), version: Some(found.text), provider_config: asked_for.provider_config };
        let place: Pointer = self.context.profile_place.clone().key("machineImages").index(image);
        let reason = Reason::new(&DEFAULT_IMAGE, chosen.reference())
            .saw(place.key("name"), name)
            .fact(Fact::named("pool", self.worker.name()))
            .fact(Fact::named("classification", found.classification.word()));
        Ok(Ok((chosen, reason)))
    }
}

/// The prefix of an image version as [`Prefix::of`] reads it, without a leading `v`.
fn prefix<'a>(image: &WorkerImage<'a>) -> Result<Option<Prefix>, &'a str> {
    let version = image.version();
    Prefix::of(version.strip_prefix('v').unwrap_or(version))
}

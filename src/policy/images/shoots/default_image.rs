//! The image of a pool that does not name one in full (section 7).

use super::chosen::{Machine, Wish};
use super::context::{Refusal, ShootContext};
use crate::policy::images::documents::{Worker, WorkerImage};
use crate::policy::images::errors::FieldError;
use crate::policy::images::reasons::{DEFAULT_IMAGE, IMAGE_KEPT, IMAGE_NAMED, NO_DEFAULT_IMAGE};
use crate::policy::images::versions::{Prefix, Released, latest};
use crate::policy::images::workers::{Candidates, InPlace, Needs, speaks};
use crate::question::Undecided;
use crate::reason::{Fact, Reason};
use crate::wire::Pointer;

/// What a pool gets: an image with the reason, or a refusal.
pub(super) type Choice<'a> = Result<(WorkerImage<'a>, Reason), Refusal>;

/// Chooses the image of a pool whose architecture is known.
pub(super) fn choose<'a>(
    context: &ShootContext<'_, 'a>,
    index: usize,
    worker: &Worker<'a>,
) -> Result<Choice<'a>, Undecided> {
    let old_image = context.old_worker(worker.name()).and_then(Worker::image);
    if let Some(kept) = old_image.and_then(|old| keep(old, worker.image())) {
        let reason = Reason::new(&IMAGE_KEPT, kept.reference()).fact(Fact::named("pool", worker.name()));
        return Ok(Ok((kept, reason)));
    }
    let seeker = Seeker { context, index, worker };
    let nothing = WorkerImage::default();
    let asked_for = worker.image().unwrap_or(&nothing);
    if context.spec().machine_images.is_empty() {
        return Ok(Err(seeker.refuse("the profile has no machine images", asked_for)));
    }
    match asked_for.name() {
        "" => match seeker.first_image() {
            Some(image) => seeker.resolve(image, asked_for),
            None => {
                let architecture = worker.architecture().unwrap_or_default();
                let why = format!("no valid image found for the architecture `{architecture}`");
                Ok(Err(seeker.refuse(&why, asked_for)))
            }
        },
        name => match context.image(name) {
            None => Ok(Err(seeker.refuse(&format!("the profile has no image `{name}`"), asked_for))),
            Some(_) if context.version(name, asked_for.version()).is_some() => Ok(Ok(seeker.as_is(asked_for))),
            Some(image) => seeker.resolve(image, asked_for),
        },
    }
}

/// The image before, where nothing else is asked for.
fn keep<'a>(old: &WorkerImage<'a>, new: Option<&WorkerImage<'a>>) -> Option<WorkerImage<'a>> {
    let Some(new) = new else { return Some(old.clone()) };
    let same = old.name() == new.name() && (new.version().is_empty() || new.version() == old.version());
    same.then(|| WorkerImage { provider_config: new.provider_config, ..old.clone() })
}

struct Seeker<'t, 'a> {
    context: &'t ShootContext<'t, 'a>,
    index: usize,
    worker: &'t Worker<'a>,
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
            in_place: self.worker.is_in_place().then_some(InPlace::New),
            ..Needs::default()
        };
        let machine = self.context.machine_type(self.worker.machine_type());
        Candidates::new(self.context.offer, machine, needs, self.context.asked.edition)
    }

    fn machine(&self) -> Machine<'a> {
        let machine_type = self.context.machine_type(self.worker.machine_type()).map(|(place, _)| place);
        (machine_type, self.worker.architecture().unwrap_or_default())
    }

    /// The first image that has a version for the architecture, or one that runs on the machine type.
    fn first_image(&self) -> Option<usize> {
        let machine = self.machine();
        let (machine_type, architecture) = machine;
        if let Some(known) = self.context.chosen.images.borrow().get(&machine) {
            return *known;
        }
        let (candidates, spec, catalog) = (self.candidates(), self.context.spec(), &self.context.offer.catalog);
        let edition = self.context.asked.edition;
        let fits = |place: usize| {
            let entry = catalog.version_of(spec, place);
            machine_type.is_some() && candidates.runs(place)
                || entry.is_some_and(|entry| speaks(entry, architecture, &spec.machine_capabilities, edition))
        };
        let first = (0..spec.machine_images.len()).find(|image| catalog.versions_of(*image).any(fits));
        self.context.chosen.images.borrow_mut().insert(machine, first);
        first
    }

    /// The latest version of an image that suits the pool and begins so.
    fn latest(&self, image: usize, prefix: Prefix) -> Result<Option<Released<'a>>, Undecided> {
        let wish = Wish { image, machine: self.machine(), in_place: self.worker.is_in_place(), prefix };
        if let Some(known) = self.context.chosen.versions.borrow().get(&wish) {
            return Ok(*known);
        }
        let (catalog, asked) = (&self.context.offer.catalog, self.context.asked);
        let mut versions = Vec::new();
        for (place, entry) in self.candidates().of_image(image) {
            let Some(known) = catalog.versions().get(place) else { continue };
            if known.parsed.is_some_and(|parsed| prefix.begins(parsed.major, parsed.minor)) {
                let released = Released::known(entry.version(), known.parsed, &known.lifecycle, asked)?;
                versions.extend(released.may_be_chosen(asked.edition).then_some(released));
            }
        }
        let found = latest(&versions, false).ok().flatten();
        self.context.chosen.versions.borrow_mut().insert(wish, found);
        Ok(found)
    }

    /// An image with the latest version that suits the pool and begins as asked.
    fn resolve(&self, image: usize, asked_for: &WorkerImage<'a>) -> Result<Choice<'a>, Undecided> {
        let version = asked_for.version();
        let prefix = match Prefix::of(version.strip_prefix('v').unwrap_or(version)) {
            Ok(Some(prefix)) => prefix,
            // A full version is for validation to judge.
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

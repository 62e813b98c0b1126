//! The machine image of a pool (section 8.4).

use super::context::{Pool, Refusal, could_have, supported};
use super::operation::Operation;
use crate::base::masterminds::{Operator, compare_normalized};
use crate::policy::images::catalog::WantedArchitecture;
use crate::policy::images::documents::{ImageVersion, Worker};
use crate::policy::images::errors::FieldError;
use crate::policy::images::reasons::{IMAGE_NOT_OFFERED, IMAGE_REFUSED};
use crate::policy::images::versions::{Classification, current, why_classified};
use crate::policy::images::workers::InPlace;
use crate::question::Undecided;
use crate::reason::{Fact, Reason};
use crate::wire::Json;

/// Which of the requirements a version meets.
#[derive(Clone, Copy, Default)]
struct Verdict {
    architecture: bool,
    active: bool,
    in_place: bool,
}

impl Verdict {
    fn is_good(self) -> bool {
        self.architecture && self.active && self.in_place
    }
}

/// Judges the image, unless it is as before.
pub(super) fn judge(pool: Pool<'_, '_>) -> Result<Option<Refusal>, Undecided> {
    if pool.keeps_image() {
        return Ok(None);
    }
    let (name, version) = pool.worker.image().map_or(("", ""), |image| (image.name(), image.version()));
    let context = pool.context;
    let definitions = &context.spec().machine_capabilities;
    let wanted = WantedArchitecture::new(pool.architecture(), definitions, context.asked.edition);
    let mut found: Option<Verdict> = None;
    for (index, entry) in context.versions(name, version).filter(|_| !version.is_empty()) {
        let verdict = verdict(pool, wanted, index, entry)?;
        let sum = found.get_or_insert_default();
        sum.architecture |= verdict.architecture;
        sum.active |= verdict.active;
        sum.in_place |= verdict.in_place;
    }
    if found.is_some_and(Verdict::is_good) {
        return Ok(None);
    }
    let valid = context.try_listed(|| valid(pool, wanted, name))?;
    Ok(Some(match found {
        None => not_offered(pool, version, &valid),
        Some(verdict) => refused(pool, verdict, &valid),
    }))
}

/// The versions of its image that the pool could have, or those of all images if it names none.
fn valid(pool: Pool<'_, '_>, wanted: WantedArchitecture<'_>, name: &str) -> Result<Vec<String>, Undecided> {
    let any = pool.worker.image().is_none();
    let images = pool.context.spec().machine_images.iter().enumerate();
    let mut valid = Vec::new();
    for (place, image) in images.filter(|(_, image)| any || image.name() == name) {
        for (index, entry) in pool.context.offer.catalog.versions_of(place).zip(&image.versions) {
            if verdict(pool, wanted, index, entry)?.is_good() {
                valid.push(format!("{}:{}", image.name(), entry.version()));
            }
        }
    }
    Ok(valid)
}

fn verdict(
    pool: Pool<'_, '_>,
    wanted: WantedArchitecture<'_>,
    index: usize,
    entry: &ImageVersion<'_>,
) -> Result<Verdict, Undecided> {
    let context = pool.context;
    let existing = pool.old.filter(|_| context.operation == Operation::Update);
    let before = existing.and_then(|old| old.image()).map(|image| image.version()).unwrap_or_default();
    let lifecycle = context.offer.catalog.versions().get(index).map(|known| &known.lifecycle);
    let classification = lifecycle.map_or(Ok(Classification::Supported), |lifecycle| lifecycle.now(context.asked))?;
    let active = match classification {
        Classification::Unavailable => false,
        Classification::Expired => {
            // An existing pool may move to an expired version, but not back to a lower one.
            existing.is_some() && compare_normalized(entry.version(), Operator::Less, before) != Some(true)
        }
        _ => true,
    };
    let way = if existing.is_some() { InPlace::To(before) } else { InPlace::New };
    Ok(Verdict { architecture: wanted.is_of(entry), active, in_place: !pool.worker.is_in_place() || way.allows(entry) })
}

/// The facts about the image as the Shoot writes it, which may be less than the completed image.
fn written(pool: Pool<'_, '_>) -> [Fact; 2] {
    let image = pool.written.and_then(Worker::image);
    let place = pool.place(&["machine", "image"]);
    [
        Fact::of(place.clone().key("name"), image.and_then(|image| image.name)),
        Fact::of(place.key("version"), image.and_then(|image| image.version)),
    ]
}

fn not_offered(pool: Pool<'_, '_>, version: &str, valid: &[String]) -> Refusal {
    let words: Vec<&str> = valid.iter().map(String::as_str).collect();
    let image = pool.worker.image();
    let reason = Reason::new(&IMAGE_NOT_OFFERED, pool.worker.name())
        .fact(Fact::named("image", image.map(|image| image.reference())))
        .facts(written(pool))
        .because(could_have(pool, &words));
    Refusal { error: FieldError::not_supported(pool.field("machine.image.version"), version, &words), why: reason }
}

fn refused(pool: Pool<'_, '_>, verdict: Verdict, valid: &[String]) -> Refusal {
    let image = pool.worker.image();
    let other = format!("does not support the architecture `{}`", pool.architecture());
    let causes = |inactive| {
        let causes = [
            (!verdict.architecture).then_some(other.as_str()),
            (!verdict.active).then_some(inactive),
            (!verdict.in_place).then_some(match pool.old {
                Some(_) => "does not support in-place updates from the current version",
                None => "does not support in-place updates",
            }),
        ];
        causes.into_iter().flatten().collect::<Vec<&str>>().join(", ")
    };
    let reference = image.map(|image| image.reference()).unwrap_or_default();
    let supported = supported("machine image versions", valid);
    // The API server says so of a version that is not available yet, too.
    let detail = format!("machine image version `{reference}` {}{supported}", causes("is expired"));
    let value = image.map(|image| image.json()).unwrap_or(Json::Null);
    let found = image.and_then(|image| pool.context.version(image.name(), image.version()));
    let lifecycle = found.and_then(|(place, entry)| {
        let place = pool.context.version_place(place);
        why_classified(entry, &place, pool.context.asked).ok()
    });
    let is = found.and_then(|(_, entry)| current(entry, pool.context.asked).ok());
    let why = causes(if is == Some(Classification::Unavailable) { "is not available yet" } else { "is expired" });
    let reason = Reason::new(&IMAGE_REFUSED, pool.worker.name())
        .fact(Fact::named("image", reference))
        .fact(Fact::named("why", why))
        .facts(written(pool))
        .because(lifecycle.filter(|_| !verdict.active));
    Refusal { error: FieldError::invalid(pool.field("machine.image"), value, &detail), why: reason }
}

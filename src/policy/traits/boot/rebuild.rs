//! Whether an instance may get another image on its node.

use super::patch::breaking_key;
use crate::base::Names;
use crate::policy::traits::documents::{Flavor, Image};
use crate::policy::traits::flavor::{dropped, unheard};
use crate::policy::traits::reasons::*;
use crate::question::{Answers, Asked, Decision, Outcome, Undecided, VerdictFrom};
use crate::reason::{Code, Fact, Problem, Reason};
use crate::wire::{Json, Pointer, answer, given, words};

given! {
    /// An instance that is to get another image on its node.
    pub(crate) struct RebuildGiven<'a> {
        /// The flavor.
        flavor: Flavor<'a>,
        /// The new image.
        image: Option<Image<'a>>,
        /// The traits of the provider that the instance is allocated from.
        allocated_provider_traits ["allocatedProviderTraits"]: Option<Vec<&'a str>>,
    }
}

answer! {
    /// Whether it may.
    pub(crate) struct RebuildAnswer {
        /// The outcome.
        outcome: Allowance,
        /// Why not.
        reason: Option<RebuildRefusal>,
        /// The traits that it is refused for, sorted.
        traits: Option<Vec<String>>,
    }
}

words! {
    /// Whether something may be done.
    pub(crate) enum Allowance {
        /// It may.
        Allowed = "allowed",
        /// It may not.
        Refused = "refused",
    }
}

words! {
    /// Why an instance may not get an image.
    pub(crate) enum RebuildRefusal {
        /// The image requires what the flavor forbids.
        RequiresForbidden = "image-requires-forbidden",
        /// The image requires what the provider lacks.
        TraitMissing = "image-trait-missing",
        /// A key of the flavor begins like a trait and has no colon.
        MalformedKey = "malformed-extra-spec-key",
    }
}

/// `traits/check-rebuild`
#[derive(Debug)]
pub(crate) struct CheckRebuild;

impl Answers for CheckRebuild {
    const NAME: &'static str = "traits/check-rebuild";
    const ASKS: &'static str = "whether an instance may get another image on the node it has";
    const VERDICT: VerdictFrom = VerdictFrom::Word("outcome", "allowed", None);
    type Given<'a> = RebuildGiven<'a>;
    type Answer<'a> = RebuildAnswer;

    fn decide<'a>(given: RebuildGiven<'a>, _: &Asked<'a>) -> Outcome<RebuildAnswer> {
        let of_image = || Undecided::missing(&REBUILD_IMAGE_NOT_GIVEN, Pointer::to("image"));
        let image: Names<'_> = given.image.as_ref().ok_or_else(of_image)?.required().collect();
        let specs = given.flavor.extra_specs.iter();
        // Of the flavor only what it forbids is looked at, under any key that begins like a trait.
        let forbidden: Names<'_> = specs
            .filter(|(key, value)| key.starts_with("trait") && value.text == "forbidden")
            .filter_map(|(key, _)| key.split_once(':').map(|(_, name)| name))
            .collect();
        let told = given.allocated_provider_traits.as_ref();
        let provider: Names<'_> = told.into_iter().flatten().copied().collect();
        let clash: Vec<&str> = image.within(&forbidden).collect();
        let missing: Vec<&str> = image.without(&provider).collect();
        let at = || Pointer::to("allocatedProviderTraits");
        let required = || Fact::named("required", image.iter().collect::<Json>());
        let refused = |code: &'static Code, reason, traits: &[&str]| {
            let why = Reason::new(code, "image")
                .fact(Fact::named("traits", traits.iter().copied().collect::<Json>()))
                .fact(required())
                .facts(told.map(|_| Fact::at(at(), provider.iter().collect::<Json>())));
            let traits = Some(traits.iter().map(|name| (*name).to_owned()).collect());
            Decision::new(RebuildAnswer { outcome: Allowance::Refused, reason: Some(reason), traits }, why)
        };
        let allowed = |code| {
            let answer = RebuildAnswer { outcome: Allowance::Allowed, reason: None, traits: None };
            Decision::new(answer, Reason::new(code, "image").fact(required()))
        };
        let decision = match () {
            () if image.is_empty() => allowed(&REBUILD_NOT_CHECKED),
            () if breaking_key(&given.flavor).is_some() => {
                let key = breaking_key(&given.flavor).unwrap_or_default();
                refused(&REBUILD_BREAKS, RebuildRefusal::MalformedKey, &[key])
            }
            () if !clash.is_empty() => refused(&IMAGE_REQUIRES_FORBIDDEN, RebuildRefusal::RequiresForbidden, &clash),
            () if told.is_none() => return Err(Undecided::missing(&PROVIDER_TRAITS_NOT_GIVEN, at())),
            () if !missing.is_empty() => refused(&IMAGE_TRAIT_MISSING, RebuildRefusal::TraitMissing, &missing),
            () => allowed(&REBUILD_ALLOWED),
        };
        // Where nothing is checked the boot's own operations are sent again all the same.
        let breaking = breaking_key(&given.flavor).filter(|_| image.is_empty());
        let breaking = breaking.map(|key| {
            let path = given.flavor.extra_specs.place_of(Pointer::to("given").key("flavor"), key);
            Problem::warning(&BREAKS_EVERY_BOOT, path).fact(Fact::named("subject", key))
        });
        Ok(decision
            .with_problems(breaking)
            .with_problems(dropped(&given.flavor))
            .with_problems(unheard(given.image.as_ref())))
    }
}

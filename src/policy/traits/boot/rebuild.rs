//! Whether an instance may be rebuilt with another image on its node.

use super::patch::breaking_key;
use crate::base::Names;
use crate::policy::traits::documents::{Flavor, Image};
use crate::policy::traits::flavor::{dropped, unheard};
use crate::policy::traits::names::Library;
use crate::policy::traits::reasons::*;
use crate::question::{Answers, Asked, Decision, Outcome, Undecided, VerdictFrom};
use crate::reason::{Code, Fact, Problem, Reason};
use crate::wire::{Json, Pointer, answer, given, words};

given! {
    /// An instance that is to be rebuilt with another image on its node.
    pub(crate) struct RebuildGiven<'a> {
        /// The flavor of the instance.
        flavor: Flavor<'a>,
        /// The new image, without which the question is undecided.
        image: Option<Image<'a>>,
        /// The traits of the provider that the instance is allocated from; needed if the image requires traits.
        allocated_provider_traits ["allocatedProviderTraits"]: Option<Vec<&'a str>>,
    }
}

answer! {
    /// Whether the rebuild is allowed.
    pub(crate) struct RebuildAnswer {
        /// Whether the instance may be rebuilt.
        outcome: Allowance,
        /// The reason for the refusal; absent if the rebuild is allowed.
        reason: Option<RebuildRefusal>,
        /// The traits, or the malformed key, that the refusal is about, sorted; absent if the rebuild is allowed.
        traits: Option<Vec<String>>,
    }
}

words! {
    /// Whether an action is allowed.
    pub(crate) enum Allowance {
        /// The action is allowed.
        Allowed = "allowed",
        /// The action is refused.
        Refused = "refused",
    }
}

words! {
    /// The reason why a rebuild is refused.
    pub(crate) enum RebuildRefusal {
        /// The image requires a trait that the flavor forbids.
        RequiresForbidden = "image-requires-forbidden",
        /// The image requires a trait that the provider lacks.
        TraitMissing = "image-trait-missing",
        /// A key of the flavor begins with `trait` and has no colon.
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
        // Of the flavor, only the forbidden traits matter here, under any key that begins with `trait`.
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
        // Even if nothing is checked, the operations of the boot are sent again.
        let breaking = breaking_key(&given.flavor).filter(|_| image.is_empty());
        let breaking = breaking.map(|key| {
            let path = given.flavor.extra_specs.place_of(Pointer::to("given").key("flavor"), key);
            Problem::warning(&BREAKS_EVERY_BOOT, path).fact(Fact::named("subject", key))
        });
        // Placement may know more standard names than the engine, and the provider shows some of them.
        let can_exist = |name: &str| provider.contains(name) || Library::default().accepts(name);
        Ok(decision
            .with_problems(breaking)
            .with_problems(dropped(&given.flavor, &Pointer::to("flavor")))
            .with_problems(unheard(given.image.as_ref(), &Pointer::to("image"), can_exist)))
    }
}

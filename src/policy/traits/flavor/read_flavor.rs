//! What a flavor and an image ask Placement for.

use super::further;
use super::groups::Groups;
use super::readings::{Reading, readings};
use crate::policy::traits::documents::{Flavor, Image, SpecValue};
use crate::policy::traits::reasons::{FLAVOR_ASKS, NOVA_ASKS_FURTHER, SPEC_COUNTS, SPEC_IGNORED};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Json, Ordered, Pointer, answer, given};

given! {
    /// A flavor, and the image that is booted with it.
    pub(crate) struct ReadFlavorGiven<'a> {
        /// The flavor to read.
        flavor: Flavor<'a>,
        /// The image that is booted; none unless given.
        image: Option<Image<'a>>,
        /// Whether the root disk is a volume, so that it takes no disk space of the node.
        boot_from_volume ["bootFromVolume"]: bool,
    }
}

answer! {
    /// What Placement is asked for.
    pub(crate) struct FlavorRead {
        /// The groups by suffix; the group without a suffix has the empty text as its key.
        groups: Ordered<String, GroupRead>,
        /// The policy for groups with suffixes, `none` or `isolate`; absent if the flavor has none of these.
        group_policy ["groupPolicy"]: Option<String>,
        /// The parameters of the query, sorted, without its limit and the conditions on roots.
        placement_query ["placementQuery"]: Vec<(String, String)>,
    }
}

answer! {
    /// One group of the request.
    pub(crate) struct GroupRead {
        /// Amounts by class.
        resources: Ordered<String, i128>,
        /// The required traits, sorted.
        required: Vec<String>,
        /// The forbidden traits, sorted.
        forbidden: Vec<String>,
    }
}

/// `traits/read-flavor`
#[derive(Debug)]
pub(crate) struct ReadFlavor;

impl Answers for ReadFlavor {
    const NAME: &'static str = "traits/read-flavor";
    const ASKS: &'static str = "what a flavor and an image ask Placement for";
    type Given<'a> = ReadFlavorGiven<'a>;
    type Answer<'a> = FlavorRead;

    fn decide<'a>(given: ReadFlavorGiven<'a>, _: &Asked<'a>) -> Outcome<FlavorRead> {
        let groups = Groups::read(&given.flavor, given.image.as_ref(), given.boot_from_volume);
        let answer = FlavorRead {
            groups: groups
                .by_suffix
                .iter()
                .map(|(suffix, group)| {
                    let resources =
                        group.resources.iter().map(|(class, amount)| ((*class).to_owned(), *amount)).collect();
                    let required = group.required.iter().map(|name| (*name).to_owned()).collect();
                    let forbidden = group.forbidden.iter().map(|name| (*name).to_owned()).collect();
                    ((*suffix).to_owned(), GroupRead { resources, required, forbidden })
                })
                .collect(),
            group_policy: groups.policy.map(str::to_owned),
            placement_query: groups.parameters(),
        };
        let reading = |(key, value, reading): (&str, SpecValue<'_>, Reading)| {
            let code = if reading == Reading::Counts { &SPEC_COUNTS } else { &SPEC_IGNORED };
            Reason::new(code, key)
                .fact(given.flavor.fact(Pointer::to("flavor"), key, value))
                .fact(Fact::named("why", reading.says()))
        };
        let query = answer.placement_query.iter().map(|(key, value)| format!("{key}={value}"));
        let reason = Reason::new(&FLAVOR_ASKS, given.flavor.called())
            .fact(Fact::named("query", query.collect::<Json>()))
            .because(readings(&given.flavor).map(reading));
        let place = Pointer::to("flavor");
        let of_flavor = further::of_flavor(&given.flavor, &place).map(|(key, facts)| {
            let path = Pointer::to("given").join(&given.flavor.extra_specs.place_of(place.clone(), key));
            Problem::warning_of(Reason::new(&NOVA_ASKS_FURTHER, key).facts(facts), path)
        });
        let of_flavor: Vec<Problem> = of_flavor.collect();
        Ok(Decision::new(answer, reason)
            .with_problems(of_flavor)
            .with_problems(further::of_image(given.image.as_ref())))
    }
}

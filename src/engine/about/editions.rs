use super::all;
use super::itself::Nothing;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::wire::answer;

answer! {
    /// The editions and all differences between them.
    pub struct Compared {
        /// The editions; the first is the default.
        editions: Vec<Described>,
        /// The differences between the editions.
        divergences: Vec<Difference>,
    }
}

answer! {
    /// An edition.
    pub struct Described {
        /// The name of the edition in requests.
        name: &'static str,
        /// The behaviour that the edition follows.
        follows: &'static str,
    }
}

answer! {
    /// A difference between the editions.
    pub struct Difference {
        /// The name of the difference.
        divergence: &'static str,
        /// The policy that the difference belongs to.
        policy: &'static str,
        /// What the design edition does.
        design: &'static str,
        /// What the upstream edition does.
        upstream: &'static str,
        /// Why the design differs.
        why: &'static str,
        /// Where the difference is specified.
        source: &'static str,
    }
}

/// The question `fitment/editions`.
#[derive(Debug)]
pub struct Editions;

impl Answers for Editions {
    const NAME: &'static str = "fitment/editions";
    const ASKS: &'static str = "where the design edition and today's upstream software differ, and why";
    type Given<'a> = Nothing;
    type Answer<'a> = Compared;

    fn decide<'a>(_: Nothing, _: &Asked<'a>) -> Outcome<Compared> {
        let differences = all().flat_map(|policy| {
            policy.divergences.iter().map(|divergence| Difference {
                divergence: divergence.id,
                policy: policy.name,
                design: divergence.design,
                upstream: divergence.upstream,
                why: divergence.why,
                source: divergence.source,
            })
        });
        let editions = vec![
            Described { name: "design", follows: "the design texts, completed with upstream where they are silent" },
            Described { name: "upstream", follows: "what the real software does today, defects included" },
        ];
        Ok(Decision::plain(Compared { editions, divergences: differences.collect() }))
    }
}

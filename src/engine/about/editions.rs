use super::all;
use super::itself::Nothing;
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::wire::answer;

answer! {
    /// The editions and every place where they differ.
    pub struct Compared {
        /// The editions; the first is the default.
        editions: Vec<Described>,
        /// Their differences.
        divergences: Vec<Difference>,
    }
}

answer! {
    /// One edition.
    pub struct Described {
        /// The name a request uses.
        name: &'static str,
        /// What it follows.
        follows: &'static str,
    }
}

answer! {
    /// One difference.
    pub struct Difference {
        /// The name of the difference.
        divergence: &'static str,
        /// The policy it belongs to.
        policy: &'static str,
        /// What the design edition does.
        design: &'static str,
        /// What the upstream edition does.
        upstream: &'static str,
        /// Why the design departs.
        why: &'static str,
        /// Where it is written down.
        source: &'static str,
    }
}

/// `fitment/editions`
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

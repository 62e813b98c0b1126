use super::reasons::UNKNOWN_POLICY;
use crate::policy::{Answers, Asked, CODES, Decision, Outcome, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer, answer, given};

given! {
    /// Which codes to list.
    pub struct Given<'a> {
        /// Only those of this policy.
        policy: Option<&'a str>,
    }
}

answer! {
    /// The codes.
    pub struct Listed {
        /// One entry a code.
        codes: Vec<Entry>,
    }
}

answer! {
    /// One code.
    pub struct Entry {
        /// The code.
        code: &'static str,
        /// The policy whose rules use it.
        policy: &'static str,
        /// Its sentence, with the places of the facts.
        says: &'static str,
    }
}

/// `fitment/codes`
#[derive(Debug)]
pub struct CodesAsked;

impl Answers for CodesAsked {
    const NAME: &'static str = "fitment/codes";
    const ASKS: &'static str = "which codes reasons and problems can have";
    type Given<'a> = Given<'a>;
    type Answer<'a> = Listed;

    fn decide<'a>(given: Given<'a>, _: &Asked<'a>) -> Outcome<Listed> {
        if let Some(policy) = given.policy {
            known(policy)?;
        }
        let wanted = CODES.iter().filter(|codes| given.policy.is_none_or(|policy| policy == codes.policy));
        let entries = wanted.flat_map(|codes| {
            codes.codes.iter().map(|code| Entry { code: code.id, policy: codes.policy, says: code.says })
        });
        Ok(Decision::plain(Listed { codes: entries.collect() }))
    }
}

/// Refuses the name of a policy that has no codes.
fn known(policy: &str) -> Result<(), Undecided> {
    let mut policies: Vec<&str> = CODES.iter().map(|codes| codes.policy).collect();
    policies.dedup();
    if policies.contains(&policy) {
        return Ok(());
    }
    let at = Pointer::to("given").key("policy");
    let problem = Problem::error(&UNKNOWN_POLICY, at.clone()).fact(Fact::at(at, policy));
    let listed = policies.iter().copied().collect::<Json>();
    Err(Undecided::request(problem.nearest_to(policy, policies).fact(Fact::named("known", listed))))
}

use super::reasons::UNKNOWN_POLICY;
use super::{all, coded};
use crate::question::{Answers, Asked, Decision, Outcome, Undecided};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer, answer, given};

given! {
    /// Which codes to list.
    pub struct Given<'a> {
        /// The policy whose codes to list; all policies by default.
        policy: Option<&'a str>,
    }
}

answer! {
    /// The codes of reasons and problems.
    pub struct Listed {
        /// The codes, with their policies and sentences.
        codes: Vec<Entry>,
    }
}

answer! {
    /// A code.
    pub struct Entry {
        /// The code.
        code: &'static str,
        /// The policy whose rules use it.
        policy: &'static str,
        /// The sentence of the code, with placeholders for the facts.
        says: &'static str,
    }
}

/// The question `fitment/codes`.
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
        let wanted = coded().filter(|coded| given.policy.is_none_or(|policy| policy == coded.policy.name));
        let entries =
            wanted.map(|coded| Entry { code: coded.code.id, policy: coded.policy.name, says: coded.code.says });
        Ok(Decision::plain(Listed { codes: entries.collect() }))
    }
}

/// Refuses a name that is not a policy's.
fn known(policy: &str) -> Result<(), Undecided> {
    let policies: Vec<&str> = all().map(|policy| policy.name).collect();
    if policies.contains(&policy) {
        return Ok(());
    }
    let at = Pointer::to("given").key("policy");
    let problem = Problem::error(&UNKNOWN_POLICY, at.clone()).fact(Fact::at(at, policy));
    let listed = policies.iter().copied().collect::<Json>();
    Err(Undecided::request(problem.nearest_to(policy, policies).fact(Fact::named("known", listed))))
}

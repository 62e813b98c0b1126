//! The names of records, and what they are made of.

use super::constants::GENERATED_PREFIX;
use super::reasons::{NAME_BREAKS_RULE, NAME_KEEPS_RULE, NAME_MADE, NAMES_APART, NAMES_COLLIDE};
use crate::base::Index;
use crate::base::spelling::is_plain_name;
use crate::question::{Answers, Asked, Decision, Outcome, Undecided, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{Cause, Fault, Pointer, answer, given, words};

/// What the name of an old record ends in.
const V1_SUFFIX: &str = "-capi";
/// How many characters an API server appends to a prefix.
const GENERATED_LENGTH: usize = 5;
/// The characters that it appends: no vowels, so that no words come about, and nothing that looks like something else.
const GENERATED_ALPHABET: &str = "bcdfghjklmnpqrstvwxz2456789";
/// How long a label's value may be.
const LONGEST_LABEL: usize = 63;

/// The name of a CAPI cluster's record of the old strategy. The suffix is appended once.
pub fn v1_name(capi_name: &str) -> String {
    if capi_name.ends_with(V1_SUFFIX) { capi_name.to_owned() } else { format!("{capi_name}{V1_SUFFIX}") }
}

/// Whether a record's name is one that a generated one may have: what Rancher accepts of imported clusters.
pub fn has_generated_form(name: &str) -> bool {
    let is_one = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let rest = name.strip_prefix(GENERATED_PREFIX).filter(|rest| rest.len() == GENERATED_LENGTH);
    rest.is_some_and(|rest| rest.bytes().all(is_one))
}

/// Whether text may be the value of a label.
fn is_label_value(text: &str) -> bool {
    text.is_empty() || text.len() <= LONGEST_LABEL && is_plain_name(text)
}

words! {
    /// A rule about names.
    pub enum Rule {
        /// The name of the old strategy's record of a CAPI cluster.
        V1Name = "v1-name",
        /// The name of the CAPI cluster of an old strategy's record.
        CapiNameFromV1 = "capi-name-from-v1",
        /// Whether CAPI clusters of one namespace would share a record of the old strategy.
        V1Collision = "v1-collision",
        /// What the dashboard calls an imported cluster.
        DisplayName = "display-name",
        /// Where the registration token of a record of the new strategy is.
        RegistrationTokenKey = "registration-token-key",
        /// Whether Rancher accepts the name of an imported cluster.
        IsImportedManagementName = "is-imported-management-name",
        /// Whether an API server could have generated a name.
        IsGeneratedName = "is-generated-name",
        /// Whether a name can be the value of an owner label.
        OwnerLabelValue = "owner-label-value",
    }
}

given! {
    /// Names and the rule for them.
    pub struct NameGiven<'a> {
        /// The rule.
        rule: Rule,
        /// The name.
        input: Option<&'a str>,
        /// The names, for the rule about several.
        inputs: Vec<&'a str>,
        /// The prefix of generated names; `c-` unless given.
        generate_name ["generateName"]: Option<&'a str>,
        /// How many characters are generated; 5 unless given.
        suffix_length ["suffixLength"]: Option<u64>,
        /// The characters that are generated; the API server's unless given.
        alphabet: Option<&'a str>,
    }
}

answer! {
    /// What the rule says.
    #[derive(Default)]
    pub struct NameAnswer<'a> {
        /// The name that comes out.
        output: Option<String>,
        /// Whether the name keeps the rule.
        valid: Option<bool>,
        /// Whether the name could have been generated.
        possible: Option<bool>,
        /// Whether two of the names come out as one.
        collide: Option<bool>,
        /// The name of the registration token.
        name: Option<&'a str>,
        /// The namespace of the registration token.
        namespace: Option<&'a str>,
    }
}

/// `clusters/name`
#[derive(Debug)]
pub struct Name;

impl Answers for Name {
    const NAME: &'static str = "clusters/name";
    const ASKS: &'static str = "what a rule about names makes of a name";
    const VERDICT: VerdictFrom = VerdictFrom::TrueIfAny("valid");
    const PART: bool = true;
    type Given<'a> = NameGiven<'a>;
    type Answer<'a> = NameAnswer<'a>;

    fn decide<'a>(given: NameGiven<'a>, _: &Asked<'a>) -> Outcome<NameAnswer<'a>> {
        if given.rule == Rule::V1Collision {
            return Ok(collision(&given.inputs));
        }
        let missing = || Fault::new(Pointer::to("given").key("input"), Cause::Missing { field: "input" });
        let input = given.input.ok_or_else(|| Undecided::from(missing()))?;
        let at = || Fact::at(Pointer::to("input"), input);
        let made = |output: String| {
            let reason = Reason::new(&NAME_MADE, input).fact(Fact::named("output", output.as_str())).fact(at());
            Decision::new(NameAnswer { output: Some(output), ..NameAnswer::default() }, reason)
        };
        let judged = |holds: bool, rule: &str| {
            let code = if holds { &NAME_KEEPS_RULE } else { &NAME_BREAKS_RULE };
            Reason::new(code, input).fact(Fact::named("rule", rule)).fact(at())
        };
        let valid = |holds: bool, rule: &str| {
            Decision::new(NameAnswer { valid: Some(holds), ..NameAnswer::default() }, judged(holds, rule))
        };
        Ok(match given.rule {
            Rule::V1Name => made(v1_name(input)),
            Rule::CapiNameFromV1 => made(input.strip_suffix(V1_SUFFIX).unwrap_or(input).to_owned()),
            Rule::V1Collision | Rule::DisplayName => made(input.to_owned()),
            Rule::RegistrationTokenKey => {
                let answer = NameAnswer { name: Some(input), namespace: Some(input), ..NameAnswer::default() };
                Decision::new(answer, Reason::new(&NAME_MADE, input).fact(Fact::named("output", input)).fact(at()))
            }
            Rule::IsImportedManagementName => {
                let rule = "be `local`, or `c-` and five small letters or digits";
                valid(input == "local" || has_generated_form(input), rule)
            }
            Rule::OwnerLabelValue => {
                let rule = "have at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends";
                valid(is_label_value(input), rule)
            }
            Rule::IsGeneratedName => {
                let prefix = given.generate_name.unwrap_or(GENERATED_PREFIX);
                let alphabet = given.alphabet.unwrap_or(GENERATED_ALPHABET);
                let length = given.suffix_length.unwrap_or(GENERATED_LENGTH as u64);
                let suffix = input.strip_prefix(prefix);
                let possible = suffix.is_some_and(|suffix| {
                    suffix.chars().count() as u64 == length && suffix.chars().all(|letter| alphabet.contains(letter))
                });
                let rule = format!("be `{prefix}` and {length} of the characters `{alphabet}`");
                Decision::new(NameAnswer { possible: Some(possible), ..NameAnswer::default() }, judged(possible, &rule))
            }
        })
    }
}

/// Whether two CAPI clusters of one namespace would have one record of the old strategy.
fn collision<'a>(inputs: &[&'a str]) -> Decision<NameAnswer<'a>> {
    let names: Vec<String> = inputs.iter().map(|input| v1_name(input)).collect();
    let index: Index<'_> = names.iter().map(String::as_str).collect();
    let repeated = index.repeated().next().map(|(name, _)| name.to_owned());
    let reason = match &repeated {
        Some(name) => Reason::new(&NAMES_COLLIDE, name.as_str()),
        None => Reason::new(&NAMES_APART, "inputs"),
    };
    let collide = Some(repeated.is_some());
    Decision::new(NameAnswer { collide, output: repeated, ..NameAnswer::default() }, reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn v1_name_as_shown() {
        assert_eq!((v1_name("prod").as_str(), v1_name("prod-capi").as_str()), ("prod-capi", "prod-capi"));
    }
}

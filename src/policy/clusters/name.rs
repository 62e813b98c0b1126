//! The names of records, and the rules that they follow.

use super::constants::GENERATED_PREFIX;
use super::object::not_given;
use super::reasons::{NAME_BREAKS_RULE, NAME_KEEPS_RULE, NAME_MADE, NAMES_APART, NAMES_COLLIDE};
use crate::base::Index;
use crate::base::spelling::is_plain_name;
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, answer, given, words};

/// The suffix of a v1 record's name.
const V1_SUFFIX: &str = "-capi";
/// The number of characters that an API server appends to a prefix.
const GENERATED_LENGTH: usize = 5;
/// The characters that an API server appends. There are no vowels, to avoid forming words, and none that look alike.
const GENERATED_ALPHABET: &str = "bcdfghjklmnpqrstvwxz2456789";
/// The maximum length of a label value, and of a generated name.
const LONGEST: usize = 63;

/// Returns the name of a CAPI cluster's v1 record: the suffix is appended unless the name already ends in it.
pub fn v1_name(capi_name: &str) -> String {
    if capi_name.ends_with(V1_SUFFIX) { capi_name.to_owned() } else { format!("{capi_name}{V1_SUFFIX}") }
}

/// Whether a record's name is `c-` and five lowercase letters or digits, the form Rancher accepts for imported
/// clusters.
pub fn has_generated_form(name: &str) -> bool {
    let is_one = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let rest = name.strip_prefix(GENERATED_PREFIX).filter(|rest| rest.len() == GENERATED_LENGTH);
    rest.is_some_and(|rest| rest.bytes().all(is_one))
}

/// Whether text is a valid label value.
fn is_label_value(text: &str) -> bool {
    text.is_empty() || text.len() <= LONGEST && is_plain_name(text)
}

words! {
    /// A rule about names.
    pub enum Rule {
        /// The name of a CAPI cluster's v1 record.
        V1Name = "v1-name",
        /// The name of a v1 record's CAPI cluster.
        CapiNameFromV1 = "capi-name-from-v1",
        /// Whether two CAPI clusters of one namespace would share a v1 record.
        V1Collision = "v1-collision",
        /// The dashboard's name of an imported cluster.
        DisplayName = "display-name",
        /// The name and namespace of a v3 record's registration token.
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
    /// One or several names, and the rule to apply to them.
    pub struct NameGiven<'a> {
        /// The rule to apply.
        rule: Rule,
        /// The name. Every rule but `v1-collision` needs it.
        input: Option<&'a str>,
        /// The names, for `v1-collision`.
        inputs: Vec<&'a str>,
        /// The prefix of generated names. Absent: `c-`.
        generate_name ["generateName"]: Option<&'a str>,
        /// The number of generated characters. Absent: 5.
        suffix_length ["suffixLength"]: Option<u64>,
        /// The characters from which names are generated. Absent: those of the API server.
        alphabet: Option<&'a str>,
    }
}

answer! {
    /// The result of applying the rule.
    #[derive(Default)]
    pub struct NameAnswer<'a> {
        /// The resulting name; for `v1-collision`, the name that is shared.
        output: Option<String>,
        /// Whether the name is valid under the rule.
        valid: Option<bool>,
        /// Whether the name could have been generated.
        possible: Option<bool>,
        /// Whether two of the names result in the same record name.
        collide: Option<bool>,
        /// The name of the registration token.
        name: Option<&'a str>,
        /// The namespace of the registration token.
        namespace: Option<&'a str>,
    }
}

/// The question `clusters/name`.
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
        let missing = |member| not_given(&Pointer::to(member), member);
        if given.rule == Rule::V1Collision {
            return if given.inputs.is_empty() { Err(missing("inputs")) } else { Ok(collision(&given.inputs)) };
        }
        let input = given.input.ok_or_else(|| missing("input"))?;
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
                let alphabet = given.alphabet.unwrap_or(GENERATED_ALPHABET);
                let length = given.suffix_length.unwrap_or(GENERATED_LENGTH as u64);
                // The API server cuts a prefix that leaves too little room.
                let room = LONGEST.saturating_sub(usize::try_from(length).unwrap_or(LONGEST));
                let prefix = given.generate_name.unwrap_or(GENERATED_PREFIX);
                let prefix = prefix.get(..room).unwrap_or(prefix);
                let suffix = input.strip_prefix(prefix);
                let letters: Index<'_> = alphabet.split("").collect();
                let possible = suffix.is_some_and(|suffix| {
                    suffix.chars().count() as u64 == length && suffix.split("").all(|letter| letters.contains(letter))
                });
                let rule = format!("be `{prefix}` and {length} of the characters `{alphabet}`");
                Decision::new(NameAnswer { possible: Some(possible), ..NameAnswer::default() }, judged(possible, &rule))
            }
        })
    }
}

/// Whether two CAPI clusters of one namespace would share a v1 record.
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

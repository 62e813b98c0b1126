//! Questions about versions by themselves (sections 1.8 and 2).

use std::cmp::Ordering;

use super::lifecycle::{current, current_word, why_classified};
use super::not_stored::not_stored;
use crate::base::masterminds::{Constraint, Version};
use crate::policy::images::documents::ExpirableVersion;
use crate::policy::images::reasons::*;
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{PathStep, Pointer, answer, given};

given! {
    /// A version to classify.
    pub struct ClassifyGiven<'a> {
        /// The version with its lifecycle.
        version: ExpirableVersion<'a>,
    }
}

answer! {
    /// The classification of a version.
    pub struct Classified<'a> {
        /// The classification at the time of the question.
        classification: &'a str,
        /// Whether new machines may use the version.
        active: bool,
    }
}

/// `images/classify-version`
#[derive(Debug)]
pub struct ClassifyVersion;

impl Answers for ClassifyVersion {
    const NAME: &'static str = "images/classify-version";
    const ASKS: &'static str = "what a version is now: preview, supported, deprecated, expired, or not there yet";
    type Given<'a> = ClassifyGiven<'a>;
    type Answer<'a> = Classified<'a>;

    fn decide<'a>(given: ClassifyGiven<'a>, asked: &Asked<'a>) -> Outcome<Classified<'a>> {
        let version = &given.version;
        let active = current(version, asked)?.is_active();
        let answer = Classified { classification: current_word(version, asked)?, active };
        let why = why_classified(version, &Pointer::to("version"), asked)?;
        Ok(Decision::new(answer, why).with_problems(not_stored(version, &PathStep::ROOT.key("version"))))
    }
}

given! {
    /// A text to read as a version.
    pub struct ParseGiven<'a> {
        /// The text to read.
        text: &'a str,
    }
}

answer! {
    /// The version that a text stands for.
    pub struct Parsed {
        /// Whether the text is a version.
        valid: bool,
        /// The version with three numbers; absent if the text is not a version.
        normalized: Option<String>,
    }
}

/// `images/parse-version`
#[derive(Debug)]
pub struct ParseVersion;

impl Answers for ParseVersion {
    const NAME: &'static str = "images/parse-version";
    const ASKS: &'static str = "whether a text is a version, and which";
    const VERDICT: VerdictFrom = VerdictFrom::True("valid");
    type Given<'a> = ParseGiven<'a>;
    type Answer<'a> = Parsed;

    fn decide<'a>(given: ParseGiven<'a>, _: &Asked<'a>) -> Outcome<Parsed> {
        let version = Version::parse(given.text);
        let answer = Parsed { valid: version.is_some(), normalized: version.map(|version| version.to_string()) };
        let code = if answer.valid { &IS_A_VERSION } else { &NOT_A_VERSION };
        Ok(Decision::new(answer, Reason::new(code, given.text).saw(Pointer::to("text"), given.text)))
    }
}

given! {
    /// Two versions to compare.
    pub struct CompareGiven<'a> {
        /// The version on the left of the comparison.
        left: &'a str,
        /// The version on the right of the comparison.
        right: &'a str,
    }
}

answer! {
    /// The order of two versions.
    #[derive(Default)]
    pub struct Compared {
        /// -1 if `left` is lower than `right`, 1 if it is higher, 0 if they are equal; absent if one is not a version.
        order: Option<i32>,
        /// Whether one of the two is not a version; absent if both are.
        error: Option<bool>,
    }
}

/// `images/compare-versions`
#[derive(Debug)]
pub struct CompareVersions;

impl Answers for CompareVersions {
    const NAME: &'static str = "images/compare-versions";
    const ASKS: &'static str = "which of two versions is higher";
    type Given<'a> = CompareGiven<'a>;
    type Answer<'a> = Compared;

    fn decide<'a>(given: CompareGiven<'a>, _: &Asked<'a>) -> Outcome<Compared> {
        let not_a_version = |key: &str, text: &str| Reason::new(&NOT_A_VERSION, text).saw(Pointer::to(key), text);
        let (left, right) = (Version::parse(given.left), Version::parse(given.right));
        let (Some(left), Some(right)) = (left, right) else {
            let (key, text) = if left.is_none() { ("left", given.left) } else { ("right", given.right) };
            let answer = Compared { error: Some(true), ..Compared::default() };
            return Ok(Decision::new(answer, not_a_version(key, text)));
        };
        let (order, code) = match left.precedence(&right) {
            Ordering::Less => (-1, &VERSION_IS_LOWER),
            Ordering::Equal => (0, &VERSIONS_ARE_EQUAL),
            Ordering::Greater => (1, &VERSION_IS_HIGHER),
        };
        let reason =
            Reason::new(code, given.left).saw(Pointer::to("left"), given.left).saw(Pointer::to("right"), given.right);
        Ok(Decision::new(Compared { order: Some(order), error: None }, reason))
    }
}

given! {
    /// A constraint, and a version to test.
    pub struct SatisfiesGiven<'a> {
        /// The constraint to satisfy.
        constraint: &'a str,
        /// The version to test.
        text: &'a str,
    }
}

answer! {
    /// Whether a version satisfies a constraint.
    pub struct Satisfied {
        /// Whether both the constraint and the version are valid.
        valid: bool,
        /// Whether the version satisfies the constraint; absent if one of the two is invalid.
        satisfied: Option<bool>,
    }
}

/// `images/satisfies`
#[derive(Debug)]
pub struct Satisfies;

impl Answers for Satisfies {
    const NAME: &'static str = "images/satisfies";
    const ASKS: &'static str = "whether a version satisfies a constraint";
    const VERDICT: VerdictFrom = VerdictFrom::True("satisfied");
    type Given<'a> = SatisfiesGiven<'a>;
    type Answer<'a> = Satisfied;

    fn decide<'a>(given: SatisfiesGiven<'a>, _: &Asked<'a>) -> Outcome<Satisfied> {
        let constraint_fact = Fact::at(Pointer::to("constraint"), given.constraint);
        let text_fact = Fact::at(Pointer::to("text"), given.text);
        let invalid = Satisfied { valid: false, satisfied: None };
        let Some(constraint) = Constraint::parse(given.constraint) else {
            let reason = Reason::new(&NOT_A_CONSTRAINT, given.constraint).fact(constraint_fact);
            return Ok(Decision::new(invalid, reason));
        };
        let Some(version) = Version::parse(given.text) else {
            return Ok(Decision::new(invalid, Reason::new(&NOT_A_VERSION, given.text).fact(text_fact)));
        };
        let satisfied = constraint.allows(&version);
        let code = if satisfied { &CONSTRAINT_HOLDS } else { &CONSTRAINT_FAILS };
        let reason = Reason::new(code, given.text).fact(text_fact).fact(constraint_fact);
        Ok(Decision::new(Satisfied { valid: true, satisfied: Some(satisfied) }, reason))
    }
}

//! Checks of names, and of how many names a node may have.

use super::custom::{CUSTOM, LONGEST, is_creatable, is_custom, normalized};
use super::library::{KnownTrait, Library};
use super::standard::TRAITS_VERSION;
use crate::base::Names;
use crate::policy::traits::reasons::*;
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Code, Fact, Reason};
use crate::wire::{Cause, Fault, Json, PathStep, Pointer, answer, given};

given! {
    /// A name to check, or free text to normalize.
    pub(crate) struct NameGiven<'a> {
        /// The name or the text.
        value: Option<&'a str>,
        /// Traits that the service knows; if standard names are among them, those are all the standard traits it knows.
        known_traits ["knownTraits"]: Vec<KnownTrait<'a>>,
    }
}

answer! {
    /// Whether a name or an extra spec is valid.
    pub(crate) struct NameAnswer {
        /// Whether the name or the extra spec is valid.
        valid: bool,
    }
}

answer! {
    /// Whether a name is a custom one.
    pub(crate) struct CustomAnswer {
        /// Whether the name begins with `CUSTOM_`.
        custom: bool,
    }
}

answer! {
    /// The custom name for a free text.
    pub(crate) struct NormalizedAnswer {
        /// The name; absent if there is no text.
        result: Option<String>,
    }
}

given! {
    /// A change of a node's traits.
    pub(crate) struct LimitGiven<'a> {
        /// The maximum number of traits that a node may have; 50 unless given.
        limit: Option<u64>,
        /// The node's traits before the change.
        before: Vec<&'a str>,
        /// A trait to add; none unless given.
        add: Option<&'a str>,
        /// The traits that replace those before; unless given, those before stay.
        set: Option<Vec<&'a str>>,
        /// A trait to remove; none unless given.
        remove: Option<&'a str>,
    }
}

answer! {
    /// Whether Ironic makes the change.
    pub(crate) struct LimitAnswer {
        /// Whether Ironic accepts the change.
        accepted: bool,
        /// The number of different traits that the node has afterwards.
        count: usize,
        /// The HTTP status of the response.
        status: u16,
    }
}

/// `traits/check-name`
#[derive(Debug)]
pub(crate) struct CheckName;

/// `traits/check-node-trait`
#[derive(Debug)]
pub(crate) struct CheckNodeTrait;

/// `traits/is-custom`
#[derive(Debug)]
pub(crate) struct IsCustom;

/// `traits/normalize-trait`
#[derive(Debug)]
pub(crate) struct NormalizeTrait;

/// `traits/normalize-resource-class`
#[derive(Debug)]
pub(crate) struct NormalizeResourceClass;

/// `traits/check-limit`
#[derive(Debug)]
pub(crate) struct CheckLimit;

fn about(code: &'static Code, name: &str) -> Reason {
    said(code, name, Pointer::to("value"))
}

/// Returns a reason about a name at a place.
fn said(code: &'static Code, name: &str, place: Pointer) -> Reason {
    Reason::new(code, name).saw(place, name)
}

/// Returns the name, which is required.
fn named<'a>(given: &NameGiven<'a>) -> Result<&'a str, Fault> {
    given.value.ok_or_else(|| Fault::at(&PathStep::Root("/given/value"), Cause::Missing { field: "value" }))
}

impl Answers for CheckName {
    const NAME: &'static str = "traits/check-name";
    const ASKS: &'static str = "whether a trait of this name can be created in Placement";
    const VERDICT: VerdictFrom = VerdictFrom::True("valid");
    type Given<'a> = NameGiven<'a>;
    type Answer<'a> = NameAnswer;

    fn decide<'a>(given: NameGiven<'a>, _: &Asked<'a>) -> Outcome<NameAnswer> {
        let name = named(&given)?;
        let valid = is_creatable(name);
        let library = Library::new(given.known_traits.iter().copied());
        let reason =
            if valid { about(&NAME_CREATABLE, name) } else { why_not_creatable(name, &library, Pointer::to("value")) };
        Ok(Decision::new(NameAnswer { valid }, reason))
    }
}

fn why_not_creatable(name: &str, library: &Library<'_>, place: Pointer) -> Reason {
    let about = |code| said(code, name, place.clone());
    match () {
        () if library.is_standard(name) => about(&NAME_IS_STANDARD),
        () if name.chars().count() > LONGEST => about(&NAME_TOO_LONG).fact(Fact::named("longest", LONGEST)),
        () => {
            let name = name.trim();
            let rest = name.get(..CUSTOM.len()).filter(|start| start.eq_ignore_ascii_case(CUSTOM));
            let rest = rest.and_then(|start| name.get(start.len()..)).unwrap_or(name);
            let like = Some(normalized(rest)).filter(|_| rest.bytes().any(|byte| byte.is_ascii_alphanumeric()));
            let like = like.map(|like| format!(", unlike `{like}`")).unwrap_or_default();
            about(&NAME_NOT_CREATABLE).fact(Fact::named("like", like))
        }
    }
}

impl Answers for CheckNodeTrait {
    const NAME: &'static str = "traits/check-node-trait";
    const ASKS: &'static str = "whether Ironic accepts a name as a node's trait";
    const VERDICT: VerdictFrom = VerdictFrom::True("valid");
    type Given<'a> = NameGiven<'a>;
    type Answer<'a> = NameAnswer;

    fn decide<'a>(given: NameGiven<'a>, _: &Asked<'a>) -> Outcome<NameAnswer> {
        let name = named(&given)?;
        let library = Library::new(given.known_traits.iter().copied());
        let refused = why_refused(name, &library, Pointer::to("value"));
        let valid = refused.is_none();
        let standard = || about(&TRAIT_IS_STANDARD, name).fact(Fact::named("version", TRAITS_VERSION));
        let accepted = || if library.is_standard(name) { standard() } else { about(&NAME_CREATABLE, name) };
        let reason = refused.unwrap_or_else(accepted);
        Ok(Decision::new(NameAnswer { valid }, reason))
    }
}

/// Returns why Ironic refuses a name as a node's trait, if it does: the name is neither standard nor can it be created.
fn why_refused(name: &str, library: &Library<'_>, place: Pointer) -> Option<Reason> {
    match () {
        () if library.is_standard(name) || is_creatable(name) => None,
        () if is_custom(name) => Some(why_not_creatable(name, library, place)),
        () => {
            let like = library.respelt(name).or_else(|| library.nearest(name).map(str::to_owned));
            let like = like.map(|like| Reason::new(&LOOKS_LIKE, name).fact(Fact::named("known", like)));
            let version = Fact::named("version", TRAITS_VERSION);
            Some(said(&TRAIT_IS_UNKNOWN, name, place).fact(version).because(like))
        }
    }
}

impl Answers for IsCustom {
    const NAME: &'static str = "traits/is-custom";
    const ASKS: &'static str = "whether a name is in the space of custom names";
    type Given<'a> = NameGiven<'a>;
    type Answer<'a> = CustomAnswer;

    fn decide<'a>(given: NameGiven<'a>, _: &Asked<'a>) -> Outcome<CustomAnswer> {
        let name = named(&given)?;
        let custom = is_custom(name);
        Ok(Decision::new(CustomAnswer { custom }, about(if custom { &NAME_IS_CUSTOM } else { &NAME_NOT_CUSTOM }, name)))
    }
}

fn normalize(given: &NameGiven<'_>) -> Decision<NormalizedAnswer> {
    let result = given.value.map(normalized);
    let reason = Reason::new(&NAME_NORMALIZED, given.value.unwrap_or_default())
        .fact(Fact::of(Pointer::to("value"), given.value))
        .fact(Fact::named("result", Json::from(result.as_deref())));
    Decision::new(NormalizedAnswer { result }, reason)
}

impl Answers for NormalizeTrait {
    const NAME: &'static str = "traits/normalize-trait";
    const ASKS: &'static str = "which custom trait a free text stands for";
    type Given<'a> = NameGiven<'a>;
    type Answer<'a> = NormalizedAnswer;

    fn decide<'a>(given: NameGiven<'a>, _: &Asked<'a>) -> Outcome<NormalizedAnswer> {
        Ok(normalize(&given))
    }
}

impl Answers for NormalizeResourceClass {
    const NAME: &'static str = "traits/normalize-resource-class";
    const ASKS: &'static str = "which custom resource class a node's free text stands for";
    type Given<'a> = NameGiven<'a>;
    type Answer<'a> = NormalizedAnswer;

    fn decide<'a>(given: NameGiven<'a>, _: &Asked<'a>) -> Outcome<NormalizedAnswer> {
        Ok(normalize(&given))
    }
}

/// The maximum number of traits that Ironic lets a node have.
pub(crate) const MOST_TRAITS: usize = 50;

impl Answers for CheckLimit {
    const NAME: &'static str = "traits/check-limit";
    const ASKS: &'static str = "whether Ironic makes a change of a node's traits, and how many it has afterwards";
    const VERDICT: VerdictFrom = VerdictFrom::True("accepted");
    type Given<'a> = LimitGiven<'a>;
    type Answer<'a> = LimitAnswer;

    fn decide<'a>(given: LimitGiven<'a>, _: &Asked<'a>) -> Outcome<LimitAnswer> {
        let limit = given.limit.map_or(MOST_TRAITS, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        let before: Names<'_> = given.before.iter().copied().collect();
        if let Some(refused) = given.refused_name() {
            return Ok(Decision::new(LimitAnswer { accepted: false, count: before.len(), status: 400 }, refused));
        }
        let after: Names<'_> = given.set.as_ref().unwrap_or(&given.before).iter().copied().chain(given.add).collect();
        let missing = given.remove.is_some_and(|name| !after.contains(name));
        let after: Names<'_> = after.iter().filter(|name| Some(*name) != given.remove).collect();
        // A request that only removes a trait is never refused for too many.
        let grows = given.set.is_some() || given.add.is_some();
        let (status, code) = match () {
            () if missing => (404, &TRAIT_NOT_THERE),
            () if grows && after.len() > limit => (400, &TOO_MANY_TRAITS),
            () => (204, &TRAITS_IN_LIMIT),
        };
        let accepted = status < 400;
        let count = if accepted { after.len() } else { before.len() };
        let reason = Reason::new(code, "node")
            .fact(Fact::named("count", after.len()))
            .fact(Fact::named("limit", limit))
            .fact(Fact::of(Pointer::to("remove"), given.remove));
        Ok(Decision::new(LimitAnswer { accepted, count, status }, reason))
    }
}

impl LimitGiven<'_> {
    /// Returns the reason why Ironic refuses one of the new names, if it does.
    fn refused_name(&self) -> Option<Reason> {
        let library = Library::default();
        let set = self.set.iter().flatten().enumerate();
        let set = set.map(|(index, name)| (*name, Pointer::to("set").index(index)));
        let mut coming = set.chain(self.add.map(|name| (name, Pointer::to("add"))));
        coming.find_map(|(name, place)| why_refused(name, &library, place))
    }
}

//! What Ironic does with the traits in a node's `instance_info`.

use crate::base::Names;
use crate::policy::traits::double::nearest_double;
use crate::policy::traits::reasons::*;
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{Json, Kind, Pointer, Value, answer, given, words};

given! {
    /// A node that is about to be deployed.
    pub(crate) struct DeployGiven<'a> {
        /// The current traits of the node; needed if traits are requested.
        node_traits ["nodeTraits"]: Option<Vec<&'a str>>,
        /// The `traits` in the node's `instance_info`; absent or empty if none are requested.
        instance_info_traits ["instanceInfoTraits"]: Option<Value<'a>>,
    }
}

answer! {
    /// Whether the node may be deployed.
    pub(crate) struct DeployAnswer<'a> {
        /// Whether the check passes.
        valid: bool,
        /// The error; absent if the check passes.
        error: Option<DeployError>,
        /// The requested traits that the node lacks, sorted; absent unless it lacks some.
        missing: Option<Vec<&'a str>>,
    }
}

words! {
    /// The reason why a node may not be deployed.
    pub(crate) enum DeployError {
        /// The requested traits are not a list of strings.
        NotAList = "not-a-list-of-strings",
        /// The node lacks some of the requested traits.
        MissingOnNode = "missing-on-node",
    }
}

given! {
    /// The traits of an instance, and the existing deploy templates.
    pub(crate) struct TemplatesGiven<'a> {
        /// The `traits` in the node's `instance_info`; absent or empty if none are requested.
        instance_info_traits ["instanceInfoTraits"]: Vec<&'a str>,
        /// The names of the deploy templates; needed if traits are requested.
        deploy_templates ["deployTemplates"]: Option<Vec<&'a str>>,
    }
}

answer! {
    /// The deploy templates that contribute steps.
    pub(crate) struct TemplatesAnswer<'a> {
        /// The names of the templates, in the order given.
        matched: Vec<&'a str>,
    }
}

/// `traits/check-deploy`
#[derive(Debug)]
pub(crate) struct CheckDeploy;

/// `traits/deploy-templates`
#[derive(Debug)]
pub(crate) struct DeployTemplates;

impl Answers for CheckDeploy {
    const NAME: &'static str = "traits/check-deploy";
    const ASKS: &'static str = "whether Ironic deploys a node with the traits that its instance asks for";
    const VERDICT: VerdictFrom = VerdictFrom::True("valid");
    type Given<'a> = DeployGiven<'a>;
    type Answer<'a> = DeployAnswer<'a>;

    fn decide<'a>(given: DeployGiven<'a>, _: &Asked<'a>) -> Outcome<DeployAnswer<'a>> {
        let stands = given.instance_info_traits.filter(|value| !value.is_null());
        let wanted = stands.filter(|value| !is_nothing(*value));
        let listed = |value: Value<'a>| {
            let names: Option<Names<'_>> = value.elements().map(Value::as_str).collect();
            names.filter(|_| value.kind() == Kind::Array)
        };
        let seen = Fact::of(Pointer::to("instanceInfoTraits"), stands.map(Json::from));
        let answer = |valid, error, missing| DeployAnswer { valid, error, missing };
        Ok(match wanted.map(listed) {
            None => Decision::new(answer(true, None, None), Reason::new(&DEPLOY_ASKS_NOTHING, "node").fact(seen)),
            Some(None) => {
                let answer = answer(false, Some(DeployError::NotAList), None);
                Decision::new(answer, Reason::new(&DEPLOY_ASKS_NO_LIST, "node").fact(seen))
            }
            Some(Some(wanted)) => {
                let at = Pointer::to("nodeTraits");
                let node = given.node_traits.as_deref().ok_or_else(|| not_given("nodeTraits", at.clone()))?;
                let has: Names<'_> = node.iter().copied().collect();
                let missing: Vec<&str> = wanted.without(&has).collect();
                let code = if missing.is_empty() { &NODE_HAS_ALL } else { &NODE_LACKS_SOME };
                let reason = Reason::new(code, "node")
                    .fact(seen)
                    .facts(Fact::names(at, node))
                    .fact(Fact::named("missing", missing.iter().copied().collect::<Json>()));
                let answer = match missing.is_empty() {
                    true => answer(true, None, None),
                    false => answer(false, Some(DeployError::MissingOnNode), Some(missing)),
                };
                Decision::new(answer, reason)
            }
        })
    }
}

/// Whether the value counts as false in a Python condition.
fn is_nothing(value: Value<'_>) -> bool {
    match value.kind() {
        Kind::Null => true,
        Kind::Bool => value.as_bool() == Some(false),
        Kind::Number => value.as_number().and_then(nearest_double) == Some(0.0),
        Kind::String => value.as_str() == Some(""),
        Kind::Array => value.elements().next().is_none(),
        Kind::Object => value.members().next().is_none(),
    }
}

impl Answers for DeployTemplates {
    const NAME: &'static str = "traits/deploy-templates";
    const ASKS: &'static str = "which deploy templates contribute steps for the traits of an instance";
    type Given<'a> = TemplatesGiven<'a>;
    type Answer<'a> = TemplatesAnswer<'a>;

    fn decide<'a>(given: TemplatesGiven<'a>, _: &Asked<'a>) -> Outcome<TemplatesAnswer<'a>> {
        let traits: Names<'_> = given.instance_info_traits.iter().copied().collect();
        let at = Pointer::to("deployTemplates");
        let templates = match given.deploy_templates {
            None if !traits.is_empty() => return Err(not_given("deployTemplates", at)),
            templates => templates.unwrap_or_default(),
        };
        let matched: Vec<&str> = templates.iter().copied().filter(|name| traits.contains(name)).collect();
        let reason = Reason::new(&TEMPLATES_MATCH, "templates")
            .facts(Fact::names(Pointer::to("instanceInfoTraits"), &given.instance_info_traits))
            .facts(Fact::names(at, &templates))
            .fact(Fact::named("templates", templates.iter().copied().collect::<Json>()))
            .fact(Fact::named("matched", matched.iter().copied().collect::<Json>()));
        Ok(Decision::new(TemplatesAnswer { matched }, reason))
    }
}

//! The variables of a provider's components, and rendering the components with values.

use super::template::{Failure, Malformed, Template, Variable};
use crate::policy::providers::divergences::ENVIRONMENT_TOO;
use crate::policy::providers::reasons::{
    SUBSTRING_NEGATIVE, TEMPLATE_FILLED, TEMPLATE_MALFORMED, TEMPLATE_TOO_DEEP, TEMPLATE_TOO_MUCH, VARIABLE_MISSING,
    VARIABLES_NAMED,
};
use crate::question::{Answers, Asked, Decision, Outcome, Undecided};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Json, Ordered, Pointer, answer, given};

/// `providers/variables`
#[derive(Debug)]
pub struct Variables;

given! {
    /// A provider's components.
    pub struct VariablesGiven<'a> {
        /// The components as published, with variables.
        template: &'a str,
    }
}

answer! {
    /// The variables that the components use.
    pub struct VariablesNamed {
        /// The names of the variables, sorted. Variables inside defaults are not listed.
        variables: Option<Vec<String>>,
        /// Whether the components contain malformed variables.
        error: Option<bool>,
    }
}

impl Answers for Variables {
    const NAME: &'static str = "providers/variables";
    const ASKS: &'static str = "which variables a provider's components name";
    type Given<'a> = VariablesGiven<'a>;
    type Answer<'a> = VariablesNamed;

    fn decide<'a>(given: VariablesGiven<'a>, _: &Asked<'a>) -> Outcome<VariablesNamed> {
        let template = match read(given.template)? {
            Ok(template) => template,
            Err(reason) => return Ok(Decision::new(VariablesNamed { variables: None, error: Some(true) }, reason)),
        };
        let names: Vec<String> = template.variables().iter().map(|variable| variable.name.to_owned()).collect();
        let listed = names.iter().map(String::as_str).collect::<Json>();
        let reason = Reason::new(&VARIABLES_NAMED, "template").fact(Fact::named("variables", listed));
        Ok(Decision::new(VariablesNamed { variables: Some(names), error: None }, reason))
    }
}

/// Parses components. A malformed variable results in a reason; variables nested too deeply make the request undecided.
pub fn read(text: &str) -> Result<Result<Template, Reason>, Undecided> {
    match Template::read(text) {
        Ok(template) => Ok(Ok(template)),
        Err(Malformed::Substitution { offset }) => {
            Ok(Err(Reason::new(&TEMPLATE_MALFORMED, "template").fact(Fact::named("offset", offset))))
        }
        Err(Malformed::TooDeep { limit }) => {
            let problem = Problem::error(&TEMPLATE_TOO_DEEP, Pointer::to("given").key("template"));
            Err(Undecided::request(problem.fact(Fact::named("limit", limit))))
        }
    }
}

/// Returns the variables that have neither a value nor a default.
pub fn missing<'t>(variables: &[Variable<'t>], has_value: impl Fn(&str) -> bool) -> Vec<&'t str> {
    let lacks = |variable: &&Variable<'t>| !variable.has_default && !has_value(variable.name);
    variables.iter().filter(lacks).map(|variable| variable.name).collect()
}

/// `providers/render`
#[derive(Debug)]
pub struct Render;

given! {
    /// A provider's components, and the values of their variables.
    pub struct RenderGiven<'a> {
        /// The components as published, with variables.
        template: &'a str,
        /// The values in the provider's Secret.
        variables: Ordered<&'a str, &'a str>,
        /// The environment of the operator, which supplies the values that the Secret lacks.
        environment: Ordered<&'a str, &'a str>,
        /// The key `manifests` of the ConfigMap that `spec.additionalManifests` names: further documents to append,
        /// whose variables are replaced too.
        additional_manifests ["additionalManifests"]: Option<&'a str>,
    }
}

answer! {
    /// The rendered components.
    pub struct Rendered {
        /// The rendered text; if there is an error, the text with its variables.
        output: String,
        /// Whether the components cannot be rendered.
        error: Option<bool>,
        /// All variables with neither a value nor a default, sorted.
        missing: Vec<String>,
    }
}

impl Answers for Render {
    const NAME: &'static str = "providers/render";
    const ASKS: &'static str = "what a provider's components become with their variables";
    type Given<'a> = RenderGiven<'a>;
    type Answer<'a> = Rendered;

    fn decide<'a>(given: RenderGiven<'a>, asked: &Asked<'a>) -> Outcome<Rendered> {
        let environment = asked.edition.applies(&ENVIRONMENT_TOO).then_some(&given.environment);
        let value =
            |name: &str| given.variables.get(name).or_else(|| environment.and_then(|known| known.get(name))).copied();
        let further = given.additional_manifests.filter(|manifests| !manifests.is_empty());
        let whole = further.map(|manifests| format!("{}\n---\n{manifests}", given.template));
        let text = whole.as_deref().unwrap_or(given.template);
        let refused = |missing: &[&str]| Rendered {
            output: text.to_owned(),
            error: Some(true),
            missing: missing.iter().map(|name| (*name).to_owned()).collect(),
        };
        let template = match read(text)? {
            Ok(template) => template,
            Err(reason) => return Ok(Decision::new(refused(&[]), reason)),
        };
        let missing = missing(&template.variables(), |name| value(name).is_some());
        if !missing.is_empty() {
            let because = missing.iter().map(|name| absent(name, environment.is_some())).collect();
            return Ok(Decision { answer: refused(&missing), because, problems: Vec::new() });
        }
        match template.fill(&|name| value(name).unwrap_or_default()) {
            Ok(output) => {
                let count = template.variables().len();
                let reason = Reason::new(&TEMPLATE_FILLED, "template").fact(Fact::named("variables", count));
                Ok(Decision::new(Rendered { output, error: None, missing: Vec::new() }, reason))
            }
            Err(Failure::NegativeLength { variable }) => {
                Ok(Decision::new(refused(&[]), Reason::new(&SUBSTRING_NEGATIVE, variable)))
            }
            Err(Failure::TooMuch) => {
                Err(Undecided::request(Problem::error(&TEMPLATE_TOO_MUCH, Pointer::to("given").key("template"))))
            }
        }
    }
}

fn absent(name: &str, environment: bool) -> Reason {
    let reason = Reason::new(&VARIABLE_MISSING, name).fact(Fact::absent(Pointer::to("variables").key(name)));
    match environment {
        true => reason.fact(Fact::absent(Pointer::to("environment").key(name))),
        false => reason,
    }
}

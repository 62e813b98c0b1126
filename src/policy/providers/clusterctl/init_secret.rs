//! Turns the configuration of `clusterctl init` into a Secret for a provider.

use crate::base::base64;
use crate::base::sort::sort_by;
use crate::policy::providers::components::{missing, read};
use crate::policy::providers::kinds::Kind;
use crate::policy::providers::reasons::{SECRET_CARRIES, SECRET_NOT_NEEDED, VARIABLE_UNSET};
use crate::question::{Answers, Asked, Decision, Outcome, VerdictFrom};
use crate::reason::{Fact, Reason};
use crate::wire::{self, Fault, Json, Ordered, Pointer, Value, answer, given, words};

/// `providers/init-secret`
#[derive(Debug)]
pub struct InitSecret;

given! {
    /// A provider, and clusterctl's configuration.
    pub struct InitGiven<'a> {
        /// The provider the Secret is for.
        provider: Owner<'a>,
        /// The provider's components, whose variables are looked up.
        template: &'a str,
        /// The environment variables of clusterctl.
        environment: Ordered<&'a str, &'a str>,
        /// The variables in clusterctl's configuration file.
        file: Ordered<&'a str, Value<'a>>,
        /// The image overrides in clusterctl's configuration file.
        images: Ordered<&'a str, Value<'a>>,
        /// The name of the Secret; absent: derived from the provider.
        secret_name ["secretName"]: Option<&'a str>,
        /// The existing Secrets in the namespace, by name: as they are stored, or only their data as plain text.
        existing_secrets ["existingSecrets"]: Ordered<&'a str, Ordered<&'a str, Value<'a>>>,
    }
}

given! {
    /// The provider that a Secret is for.
    foreign pub struct Owner<'a> {
        /// The provider's kind.
        kind: Kind,
        /// The provider's name.
        name: &'a str,
        /// The provider's namespace.
        namespace: Option<&'a str>,
    }
}

words! {
    /// What happens with the Secret.
    pub enum Action {
        /// Create the Secret.
        Create = "create",
        /// Reuse the existing Secret with equal data.
        Reuse = "reuse",
    }
}

words! {
    /// The source of a value.
    pub enum From {
        /// clusterctl's environment.
        Environment = "environment",
        /// clusterctl's configuration file.
        File = "file",
    }
}

answer! {
    /// The Secret for a provider.
    #[derive(Default)]
    pub struct InitAnswer {
        /// Whether all required variables have values.
        ok: bool,
        /// The Secret; absent if there is no data for it.
        secret: Option<Secret>,
        /// Whether the Secret is created or reused.
        action: Option<Action>,
        /// The source of each value, by variable.
        from: Option<Ordered<String, From>>,
        /// The required variables without a value, sorted.
        missing: Vec<String>,
    }
}

answer! {
    /// A Secret.
    pub struct Secret {
        /// The Secret's name.
        name: String,
        /// The Secret's namespace.
        namespace: Option<String>,
        /// The Secret's data as plain text.
        data: Ordered<String, String>,
    }
}

/// The key of the image overrides in a Secret.
const IMAGES: &str = "images";
/// The variable that is never copied to the Secret.
const TOKEN: &str = "github-token";

impl InitGiven<'_> {
    /// Returns the value of a variable and its source: the environment, or else the configuration file.
    fn value(&self, name: &str) -> Option<(String, From)> {
        if let Some(value) = self.environment.get(&exported(name)) {
            return Some(((*value).to_owned(), From::Environment));
        }
        let value = *self.file.get(name)?;
        let text = match value.kind() {
            wire::Kind::String => value.as_str().map(str::to_owned),
            wire::Kind::Number | wire::Kind::Bool => Some(value.json().into_owned()),
            wire::Kind::Null | wire::Kind::Array | wire::Kind::Object => None,
        };
        Some((text?, From::File))
    }

    /// Refuses a list or an object where the configuration file has to say the value of a variable.
    fn readable(&self, name: &str) -> Result<(), Fault> {
        let found = self.file.get(name).map(|value| value.kind());
        match found.filter(|kind| matches!(kind, wire::Kind::Array | wire::Kind::Object)) {
            Some(found) if self.environment.get(&exported(name)).is_none() => {
                let place = Pointer::to("given").key("file").key(name);
                Err(Fault::wrong_type_at(place, found, "text, a number or a boolean"))
            }
            _ => Ok(()),
        }
    }

    /// Returns the image overrides that apply to the provider.
    fn images(&self, label: &str) -> Option<Json> {
        let own = |key: &str| {
            key == "all" || key == label || key.strip_prefix(label).is_some_and(|rest| rest.starts_with('/'))
        };
        let kept: Vec<(String, Json)> = self
            .images
            .iter()
            .filter(|(key, _)| own(key))
            .map(|(key, value)| ((*key).to_owned(), sorted(*value)))
            .collect();
        (!kept.is_empty()).then(|| sort_members(kept))
    }

    /// Returns the name of the Secret, and whether it is created or an existing one with equal data is reused.
    fn name(&self, label: &str, data: &Ordered<String, String>) -> (String, Action) {
        let usual = match self.provider.kind {
            Kind::Infrastructure => format!("{}-variables", self.provider.name),
            _ => format!("{label}-variables"),
        };
        let first = self.secret_name.filter(|name| !name.is_empty()).map_or(usual, str::to_owned);
        let names = std::iter::once(first.clone()).chain((2_usize..).map(|number| format!("{first}-{number}")));
        // There is one more name than there are Secrets, so at least one is free.
        for name in names.take(self.existing_secrets.len() + 1) {
            match self.existing_secrets.get(&name) {
                None => return (name, Action::Create),
                Some(known) if holds(known, data) => return (name, Action::Reuse),
                Some(_) => {}
            }
        }
        (first, Action::Create)
    }
}

/// Returns the name that clusterctl reads a variable by from the environment.
fn exported(name: &str) -> String {
    name.to_uppercase().replace('-', "_")
}

/// Whether an existing Secret holds exactly this data. A stored Secret has it below `data`, in base64, or as it was
/// written below `stringData`.
fn holds(known: &Ordered<&str, Value<'_>>, data: &Ordered<String, String>) -> bool {
    let stored = |key: &str| known.get(key).copied().filter(|value| value.kind() == wire::Kind::Object);
    let text = |value: Option<Value<'_>>, wanted: &str| value.and_then(Value::as_str) == Some(wanted);
    match (stored("data"), stored("stringData")) {
        (None, None) => {
            known.len() == data.len() && data.iter().all(|(key, value)| text(known.get(key).copied(), value))
        }
        (encoded, plain) => {
            let sections = || encoded.into_iter().chain(plain);
            let is_held = |key: &str, value: &str| {
                text(plain.and_then(|plain| plain.get(key)), value)
                    || text(encoded.and_then(|encoded| encoded.get(key)), &base64::encoded(value.as_bytes()))
            };
            sections().flat_map(Value::members).count() == data.len()
                && data.iter().all(|(key, value)| is_held(key, value))
        }
    }
}

/// Sorts the keys of all objects in a value.
fn sorted(value: Value<'_>) -> Json {
    match value.kind() {
        wire::Kind::Object => {
            sort_members(value.members().map(|(key, value)| (key.to_owned(), sorted(value))).collect())
        }
        wire::Kind::Array => value.elements().map(sorted).collect(),
        _ => value.into(),
    }
}

fn sort_members(mut members: Vec<(String, Json)>) -> Json {
    sort_by(&mut members, |(left, _), (right, _)| left.cmp(right));
    Json::Object(members)
}

impl Answers for InitSecret {
    const NAME: &'static str = "providers/init-secret";
    const ASKS: &'static str = "which Secret carries clusterctl's configuration to a provider";
    const VERDICT: VerdictFrom = VerdictFrom::True("ok");
    type Given<'a> = InitGiven<'a>;
    type Answer<'a> = InitAnswer;

    fn decide<'a>(given: InitGiven<'a>, _: &Asked<'a>) -> Outcome<InitAnswer> {
        let template = match read(given.template)? {
            Ok(template) => template,
            Err(reason) => return Ok(Decision::new(InitAnswer::default(), reason)),
        };
        let variables = template.variables();
        for variable in variables.iter().filter(|variable| variable.name != TOKEN) {
            given.readable(variable.name)?;
        }
        let missing: Vec<String> =
            missing(&variables, |name| given.value(name).is_some()).into_iter().map(str::to_owned).collect();
        if !missing.is_empty() {
            let because = missing.iter().map(|name| {
                let place = Pointer::to("environment").key(&exported(name));
                Reason::new(&VARIABLE_UNSET, name.as_str()).fact(Fact::absent(place))
            });
            let because = because.collect();
            return Ok(Decision {
                answer: InitAnswer { missing, ..InitAnswer::default() },
                because,
                problems: Vec::new(),
            });
        }
        let label = given.provider.kind.label(given.provider.name);
        let carried: Vec<(String, (String, From))> = variables
            .iter()
            .filter(|variable| variable.name != TOKEN)
            .filter_map(|variable| Some((variable.name.to_owned(), given.value(variable.name)?)))
            .collect();
        let from: Ordered<String, From> = carried.iter().map(|(name, (_, from))| (name.clone(), *from)).collect();
        let images = given.images(&label).map(|images| (IMAGES.to_owned(), images.to_text()));
        let values = carried.into_iter().map(|(name, (value, _))| (name, value));
        let data: Ordered<String, String> =
            values.filter(|(name, _)| images.is_none() || name != IMAGES).chain(images.clone()).collect();
        if data.is_empty() {
            let reason = Reason::new(&SECRET_NOT_NEEDED, label);
            return Ok(Decision::new(InitAnswer { ok: true, ..InitAnswer::default() }, reason));
        }
        let (name, action) = given.name(&label, &data);
        let keys = data.iter().map(|(key, _)| key.as_str()).collect::<Json>();
        let reason = Reason::new(&SECRET_CARRIES, name.as_str()).fact(Fact::named("keys", keys));
        let namespace = given.provider.namespace.map(str::to_owned);
        let answer = InitAnswer {
            ok: true,
            secret: Some(Secret { name, namespace, data }),
            action: Some(action),
            from: Some(from),
            missing: Vec::new(),
        };
        Ok(Decision::new(answer, reason))
    }
}

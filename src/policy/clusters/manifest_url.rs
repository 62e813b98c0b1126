//! The question from where the manifest of a registration is downloaded.

use super::object::not_given;
use super::reasons::{TOKEN_FILLED_IN, TOKEN_KEY_MISSING, URL_AS_IT_IS, URL_NOT_READY, URL_TOO_LONG};
use crate::question::{Answers, Asked, Decision, Outcome, Undecided};
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Ordered, Pointer, answer, given};

given! {
    /// A registration token and the secrets.
    pub struct ManifestUrlGiven<'a> {
        /// The token.
        registration_token ["registrationToken"]: Option<RegistrationToken<'a>>,
        /// The secrets by `namespace/name`, each with its keys and values.
        secrets: Secrets<'a>,
    }
}

/// Secrets by `namespace/name`, each with its keys and values.
pub type Secrets<'a> = Ordered<&'a str, Ordered<&'a str, &'a str>>;

given! {
    /// A registration token.
    pub struct RegistrationToken<'a> {
        /// The token's name.
        name: Option<&'a str>,
        /// The token's namespace.
        namespace: Option<&'a str>,
        /// The URL of the manifest. Rancher fills it in.
        manifest_url ["manifestUrl"]: Option<&'a str>,
        /// The name of the secret whose value replaces `{token}` in the URL.
        token_secret_name ["tokenSecretName"]: Option<&'a str>,
    }
}

answer! {
    /// The URL of the manifest, or why there is none.
    #[derive(Default)]
    pub struct ManifestUrl {
        /// The URL. Absent: it is not known.
        url: Option<String>,
        /// Whether the URL is not known yet.
        wait: Option<bool>,
        /// Whether the URL cannot be determined, however long one waits.
        error: Option<bool>,
    }
}

/// The outcome of resolving a manifest's URL.
pub enum Resolved {
    /// The URL.
    Url(String, Reason),
    /// The URL is not known yet.
    Wait(Reason),
    /// The URL cannot be determined.
    Failed(Reason),
}

/// The maximum length of a URL, in bytes. A few placeholders and a large secret could make an enormous one.
const LONGEST: usize = 64 << 10;

/// The placeholder for the token in a URL.
const PLACEHOLDER: &str = "{token}";
/// The key of the secret that holds the token.
const KEY: &str = "token";

impl RegistrationToken<'_> {
    /// Whether the token may have this name and namespace, as far as it states its own.
    pub fn is_named(&self, name: &str, namespace: &str) -> bool {
        self.name.is_none_or(|own| own == name) && self.namespace.is_none_or(|own| own == namespace)
    }
}

/// Returns the URL of the manifest of a token in a namespace, with each placeholder replaced by the secret's value.
/// `None` for the secrets: one must have held the token, because the manifest was downloaded.
pub fn resolve(
    token: &RegistrationToken<'_>,
    namespace: Option<&str>,
    secrets: Option<&Secrets<'_>>,
) -> Result<Resolved, Undecided> {
    let at = Pointer::to("registrationToken");
    let url = token.manifest_url.unwrap_or_default();
    let url_fact = Fact::of(at.clone().key("manifestUrl"), token.manifest_url);
    if url.is_empty() {
        return Ok(Resolved::Wait(Reason::new(&URL_NOT_READY, "manifestUrl").fact(url_fact)));
    }
    if !url.contains(PLACEHOLDER) {
        return Ok(Resolved::Url(url.to_owned(), Reason::new(&URL_AS_IT_IS, url).fact(url_fact)));
    }
    let name = token.token_secret_name.unwrap_or_default();
    let facts = [url_fact, Fact::of(at.clone().key("tokenSecretName"), token.token_secret_name)];
    if name.is_empty() {
        return Ok(Resolved::Wait(Reason::new(&URL_NOT_READY, "tokenSecretName").facts(facts)));
    }
    let namespace = namespace.ok_or_else(|| not_given(&at.key("namespace"), "namespace"))?;
    let secret = format!("{namespace}/{name}");
    let Some(secrets) = secrets else {
        return Ok(Resolved::Url(url.to_owned(), Reason::new(&TOKEN_FILLED_IN, secret).facts(facts)));
    };
    let Some(keys) = secrets.get(&secret) else {
        return Ok(Resolved::Wait(Reason::new(&URL_NOT_READY, secret).facts(facts)));
    };
    // The reasons must not reveal the secret's value.
    Ok(match keys.get(KEY).filter(|value| !value.is_empty()) {
        Some(value) => {
            let bytes = url.len().saturating_add(url.matches(PLACEHOLDER).count().saturating_mul(value.len()));
            if bytes > LONGEST {
                let path = Pointer::to("given").key("registrationToken").key("manifestUrl");
                let problem = Problem::error(&URL_TOO_LONG, path).fact(Fact::named("bytes", bytes));
                return Err(Undecided::request(problem.fact(Fact::named("limit", LONGEST))));
            }
            Resolved::Url(url.replace(PLACEHOLDER, value), Reason::new(&TOKEN_FILLED_IN, secret).facts(facts))
        }
        None => Resolved::Failed(Reason::new(&TOKEN_KEY_MISSING, secret).facts(facts)),
    })
}

/// The question `clusters/manifest-url`.
#[derive(Debug)]
pub struct ManifestUrlAsked;

impl Answers for ManifestUrlAsked {
    const NAME: &'static str = "clusters/manifest-url";
    const ASKS: &'static str = "where the manifest that registers a cluster is downloaded from";
    const PART: bool = true;
    type Given<'a> = ManifestUrlGiven<'a>;
    type Answer<'a> = ManifestUrl;

    fn decide<'a>(given: ManifestUrlGiven<'a>, _: &Asked<'a>) -> Outcome<ManifestUrl> {
        let wait = |reason| Decision::new(ManifestUrl { wait: Some(true), ..ManifestUrl::default() }, reason);
        let Some(token) = given.registration_token else {
            let reason = Reason::new(&URL_NOT_READY, "registrationToken");
            return Ok(wait(reason.fact(Fact::absent(Pointer::to("registrationToken")))));
        };
        let namespace = token.namespace.filter(|namespace| !namespace.is_empty());
        Ok(match resolve(&token, namespace, Some(&given.secrets))? {
            Resolved::Url(url, reason) => {
                Decision::new(ManifestUrl { url: Some(url), ..ManifestUrl::default() }, reason)
            }
            Resolved::Wait(reason) => wait(reason),
            Resolved::Failed(reason) => {
                Decision::new(ManifestUrl { error: Some(true), ..ManifestUrl::default() }, reason)
            }
        })
    }
}

//! How a cluster that has a record joins Rancher: a token, the URL of a manifest, the manifest.

use super::action::Action;
use super::fleet::WorkloadCluster;
use super::outcome::{Ended, Outcome, TokenKey};
use super::trust::{RancherSettings, trust};
use crate::policy::clusters::manifest_url::{RegistrationToken, Resolved, Secrets, resolve};
use crate::policy::clusters::reasons::{
    MANIFEST_APPLIED, MANIFEST_EMPTY, MANIFEST_HELD_UP, MANIFEST_NOT_YAML, TOKEN_CREATED, TOKEN_OF_ANOTHER,
};
use crate::policy::clusters::settings::Settings;
use crate::question::Undecided;
use crate::reason::{Fact, Problem, Reason};
use crate::wire::{Pointer, given};

given! {
    /// The state of a registration.
    pub struct Registration<'a> {
        /// The registration token. Absent: it does not exist.
        registration_token ["registrationToken"]: Option<RegistrationToken<'a>>,
        /// The secrets by `namespace/name`, each with its keys and values. Read if they are given and the URL of the
        /// manifest has a placeholder.
        secrets: Option<Secrets<'a>>,
        /// The text that was downloaded from the URL.
        manifest: Option<&'a str>,
        /// Rancher's settings, which say what the download trusts. Absent: the trust is not checked.
        rancher_settings ["rancherSettings"]: Option<RancherSettings<'a>>,
        /// The observed state of the workload cluster. Absent: it is not checked.
        workload_cluster ["workloadCluster"]: Option<WorkloadCluster<'a>>,
    }
}

impl<'a> Registration<'a> {
    /// Returns the next step of a registration whose token has this name and namespace.
    pub fn next(&self, name: &'a str, namespace: &'a str, settings: &Settings<'_>) -> Result<Ended<'a>, Undecided> {
        let key = Some(TokenKey { name, namespace });
        let Some(token) = self.registration_token.as_ref().filter(|token| token.is_named(name, namespace)) else {
            let at = Pointer::to("registrationToken");
            let found = match &self.registration_token {
                Some(other) if other.name == Some(name) => Fact::of(at.key("namespace"), other.namespace),
                Some(other) => Fact::of(at.key("name"), other.name),
                None => Fact::absent(at),
            };
            let wanted = format!("{namespace}/{name}");
            let warning = self.registration_token.as_ref().map(|other| {
                let given = format!("{}/{}", other.namespace.unwrap_or(namespace), other.name.unwrap_or(name));
                Problem::warning(&TOKEN_OF_ANOTHER, Pointer::to("given").key("registrationToken"))
                    .fact(Fact::named("given", given))
                    .fact(Fact::named("wanted", wanted.as_str()))
            });
            let reason = Reason::new(&TOKEN_CREATED, wanted).fact(found);
            let actions = vec![Action::create_token(name, namespace)];
            return Ok(Ended { actions, registration_token: key, warning, ..Ended::wait(None, reason) });
        };
        let without_secrets = (!self.has_manifest()).then(Secrets::default);
        let secrets = self.secrets.as_ref().or(without_secrets.as_ref());
        let url = match resolve(token, Some(namespace), secrets)? {
            Resolved::Url(_, reason) => reason,
            Resolved::Wait(reason) => return Ok(Ended { registration_token: key, ..Ended::wait(None, reason) }),
            Resolved::Failed(reason) => return Ok(Ended { registration_token: key, ..Ended::failed(reason) }),
        };
        let trust = match self.rancher_settings.as_ref().map(|rancher| trust(rancher, settings)).transpose() {
            Ok(trust) => trust,
            Err(reason) => return Ok(Ended { registration_token: key, ..Ended::failed(reason) }),
        };
        if !self.has_manifest() {
            let body = Fact::of(Pointer::to("manifest"), self.manifest);
            let reason = Reason::new(&MANIFEST_EMPTY, name).fact(body).because([url]);
            return Ok(Ended { registration_token: key, ..Ended::wait(None, reason) });
        }
        if self.manifest.is_some_and(is_markup) {
            let reason = Reason::new(&MANIFEST_NOT_YAML, name).because([url]);
            return Ok(Ended { registration_token: key, ..Ended::failed(reason) });
        }
        if let Some(what) = self.workload_cluster.as_ref().and_then(leftovers) {
            let reason = Reason::new(&MANIFEST_HELD_UP, name).fact(Fact::named("what", what)).because([url]);
            return Ok(Ended { registration_token: key, ..Ended::wait(None, reason) });
        }
        let reason = Reason::new(&MANIFEST_APPLIED, name).because([url]).because(trust);
        let actions = vec![Action::apply_manifest()];
        Ok(Ended { actions, registration_token: key, ..Ended::new(Outcome::Done, None, reason) })
    }

    fn has_manifest(&self) -> bool {
        self.manifest.is_some_and(|body| !body.is_empty())
    }
}

/// Whether the text is a page of HTML or XML, as servers answer with errors. No object in YAML begins so.
fn is_markup(body: &str) -> bool {
    body.trim_start().starts_with('<')
}

/// What an earlier import has left in the workload cluster, if anything.
fn leftovers(workload: &WorkloadCluster<'_>) -> Option<&'static str> {
    let job = workload.cleanup_job.then_some("a job of Rancher's still cleans up");
    job.or_else(|| workload.objects_deleting.then_some("an object of the manifest is still being deleted"))
}

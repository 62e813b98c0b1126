//! Whether an installed provider is ready, according to its Deployment.

use crate::policy::providers::reasons::{READINESS_COPIED, READINESS_STAYS, READINESS_WITHOUT_DEPLOYMENT};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, answer, given};

/// `providers/readiness`
#[derive(Debug)]
pub struct Readiness;

given! {
    /// The conditions of a provider and its Deployment.
    pub struct ReadinessGiven<'a> {
        /// The status of the condition `ProviderInstalled`.
        provider_installed ["providerInstalled"]: Option<&'a str>,
        /// The condition `Available` of the Deployment; absent: it has none.
        deployment_available ["deploymentAvailable"]: Option<Available<'a>>,
        /// The current status of the condition `Ready`; absent: there is none.
        current_ready ["currentReady"]: Option<&'a str>,
    }
}

given! {
    /// The condition `Available` of a Deployment.
    foreign pub struct Available<'a> {
        /// The condition's status.
        status: &'a str,
        /// The condition's reason.
        reason: Option<&'a str>,
    }
}

answer! {
    /// The new condition `Ready`.
    pub struct ReadinessAnswer<'a> {
        /// The condition to write; absent: the existing one is left as it is.
        ready: Option<Ready<'a>>,
    }
}

answer! {
    /// The condition `Ready` of a provider.
    pub struct Ready<'a> {
        /// The condition's status.
        status: &'a str,
        /// The condition's reason.
        reason: &'a str,
    }
}

impl Answers for Readiness {
    const NAME: &'static str = "providers/readiness";
    const ASKS: &'static str = "what the condition Ready of an installed provider becomes";
    const PART: bool = true;
    type Given<'a> = ReadinessGiven<'a>;
    type Answer<'a> = ReadinessAnswer<'a>;

    fn decide<'a>(given: ReadinessGiven<'a>, _: &Asked<'a>) -> Outcome<ReadinessAnswer<'a>> {
        let installed = Fact::of(Pointer::to("providerInstalled"), given.provider_installed);
        if given.provider_installed != Some("True") {
            return Ok(Decision::new(
                ReadinessAnswer { ready: None },
                Reason::new(&READINESS_STAYS, "Ready").fact(installed),
            ));
        }
        let place = Pointer::to("deploymentAvailable");
        let Some(available) = given.deployment_available else {
            let ready = Ready { status: "False", reason: "NoDeploymentAvailableConditionReason" };
            let reason = Reason::new(&READINESS_WITHOUT_DEPLOYMENT, "Ready").fact(Fact::absent(place));
            return Ok(Decision::new(ReadinessAnswer { ready: Some(ready) }, reason));
        };
        let status = Fact::at(place.key("status"), available.status);
        if given.current_ready == Some(available.status) {
            return Ok(Decision::new(
                ReadinessAnswer { ready: None },
                Reason::new(&READINESS_STAYS, "Ready").fact(status),
            ));
        }
        let said = available.reason.filter(|reason| !reason.is_empty());
        let ready = Ready { status: available.status, reason: said.unwrap_or("DeploymentAvailable") };
        let reason = Reason::new(&READINESS_COPIED, "Ready").fact(status);
        Ok(Decision::new(ReadinessAnswer { ready: Some(ready) }, reason))
    }
}

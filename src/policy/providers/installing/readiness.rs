//! Whether an installed provider is ready, by the condition of its Deployment.

use crate::policy::providers::reasons::{READINESS_COPIED, READINESS_STAYS, READINESS_WITHOUT_DEPLOYMENT};
use crate::question::{Answers, Asked, Decision, Outcome};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, answer, given};

/// `providers/readiness`
#[derive(Debug)]
pub struct Readiness;

given! {
    /// What is known of a provider and its Deployment.
    pub struct ReadinessGiven<'a> {
        /// The status of the condition `ProviderInstalled`.
        provider_installed ["providerInstalled"]: Option<&'a str>,
        /// The condition `Available` of the Deployment.
        deployment_available ["deploymentAvailable"]: Option<Available<'a>>,
        /// The status of the condition `Ready` so far.
        current_ready ["currentReady"]: Option<&'a str>,
    }
}

given! {
    /// A condition of a Deployment.
    foreign pub struct Available<'a> {
        /// Its status.
        status: &'a str,
        /// Its reason.
        reason: Option<&'a str>,
    }
}

answer! {
    /// What is written.
    pub struct ReadinessAnswer<'a> {
        /// The condition `Ready`, if it is written.
        ready: Option<Ready<'a>>,
    }
}

answer! {
    /// The condition `Ready`.
    pub struct Ready<'a> {
        /// Its status.
        status: &'a str,
        /// Its reason.
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

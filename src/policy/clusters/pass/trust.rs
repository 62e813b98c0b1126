//! Which certificates the download of a manifest trusts.

use crate::policy::clusters::constants::AGENT_TLS_GATE;
use crate::policy::clusters::reasons::{TRUST_CHOSEN, TRUST_NOT_CHOSEN};
use crate::policy::clusters::settings::Settings;
use crate::reason::{Fact, Reason};
use crate::wire::{Ordered, Pointer, given};

given! {
    /// A setting of Rancher.
    pub struct RancherSetting<'a> {
        /// What it is set to.
        value: Option<&'a str>,
        /// Its value until somebody sets it.
        default: Option<&'a str>,
    }
}

/// Settings of Rancher by name.
pub type RancherSettings<'a> = Ordered<&'a str, RancherSetting<'a>>;

/// The setting that says whom an agent trusts.
const MODE: &str = "agent-tls-mode";
/// The setting that holds the certificates of Rancher itself.
const CERTIFICATES: &str = "cacerts";

/// Whom the download trusts, or why that cannot be said.
pub fn trust(rancher: &RancherSettings<'_>, settings: &Settings<'_>) -> Result<Reason, Reason> {
    let at = Pointer::to("rancherSettings");
    let chosen = |whom: &str| Reason::new(&TRUST_CHOSEN, whom);
    // Unlike the other gates this one is on unless somebody switches it off.
    if settings.gate_is_off(AGENT_TLS_GATE) {
        return Ok(chosen("system-store"));
    }
    let mode = rancher.get(MODE);
    let mode_text = mode.and_then(|mode| mode.value.filter(|text| !text.is_empty()).or(mode.default));
    match mode_text {
        Some("system-store") => Ok(chosen("system-store")),
        Some("strict") => {
            let certificates = rancher.get(CERTIFICATES).and_then(|setting| setting.value);
            match certificates.filter(|text| !text.is_empty()) {
                Some(_) => Ok(chosen("strict")),
                None => Err(Reason::new(&TRUST_NOT_CHOSEN, CERTIFICATES).fact(Fact::named("found", ""))),
            }
        }
        other => {
            let found = Fact::named("found", other.unwrap_or_default());
            let place = Fact::of(at.key(MODE).key("value"), mode.and_then(|mode| mode.value));
            Err(Reason::new(&TRUST_NOT_CHOSEN, MODE).fact(found).fact(place))
        }
    }
}

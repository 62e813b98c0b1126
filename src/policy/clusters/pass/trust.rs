//! Which certificates the download of a manifest trusts.

use crate::policy::clusters::constants::AGENT_TLS_GATE;
use crate::policy::clusters::reasons::{TRUST_CHOSEN, TRUST_NOT_CHOSEN};
use crate::policy::clusters::settings::Settings;
use crate::reason::{Fact, Reason};
use crate::wire::{Ordered, Pointer, given};

given! {
    /// One of Rancher's settings.
    pub struct RancherSetting<'a> {
        /// The value that was set.
        value: Option<&'a str>,
        /// The value while none is set.
        default: Option<&'a str>,
    }
}

/// Rancher's settings, by name.
pub type RancherSettings<'a> = Ordered<&'a str, RancherSetting<'a>>;

/// The setting that says which certificates an agent trusts.
const MODE: &str = "agent-tls-mode";
/// The setting with Rancher's own certificates.
const CERTIFICATES: &str = "cacerts";

/// Returns what the download trusts, or why that cannot be determined.
pub fn trust(rancher: &RancherSettings<'_>, settings: &Settings<'_>) -> Result<Reason, Reason> {
    let at = Pointer::to("rancherSettings");
    let chosen = |whom: &str| Reason::new(&TRUST_CHOSEN, whom);
    // Unlike the other gates, this one is on by default.
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

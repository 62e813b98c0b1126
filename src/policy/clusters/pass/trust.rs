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
    let found = |name: &str, member: &str, text: Option<&str>| {
        Fact::of(Pointer::to("rancherSettings").key(name).key(member), text)
    };
    let chosen = |whom: &str| Reason::new(&TRUST_CHOSEN, whom);
    // Unlike the other gates, this one is on by default.
    if settings.gate_is_off(AGENT_TLS_GATE) {
        return Ok(chosen("system-store"));
    }
    let mode = rancher.get(MODE);
    let value = mode.and_then(|mode| mode.value);
    let (member, text) = match mode.and_then(|mode| mode.default) {
        Some(default) if value.is_none_or(str::is_empty) => ("default", Some(default)),
        _ => ("value", value),
    };
    match text {
        Some("system-store") => Ok(chosen("system-store")),
        Some("strict") => {
            let certificates = rancher.get(CERTIFICATES).and_then(|setting| setting.value);
            match certificates.filter(|text| !text.is_empty()) {
                Some(_) => Ok(chosen("strict")),
                None => {
                    Err(Reason::new(&TRUST_NOT_CHOSEN, CERTIFICATES).fact(found(CERTIFICATES, "value", certificates)))
                }
            }
        }
        _ => Err(Reason::new(&TRUST_NOT_CHOSEN, MODE).fact(found(MODE, member, text))),
    }
}

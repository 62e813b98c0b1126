use super::divergences::HIDDEN_FIELD;
use super::reasons::{CLIENT_TOO_OLD, VERSION_NOT_ACCEPTABLE};
use super::registry::{Miss, Refusal};
use crate::base::{Edition, python_int};
use crate::reason::{Fact, Reason};
use crate::wire::{Pointer, given};

const SERVICES: [&str; 3] = ["container-infrastructure-management", "container-infrastructure", "container-infra"];

type Version = (i128, i128);

given! {
    /// What the client and the service say of versions.
    pub(crate) struct Versions<'a> {
        /// The header `OpenStack-API-Version`, if one was sent.
        header ["versionHeader"]: Option<&'a str>,
        /// The lowest version of the API; 1.1 unless given.
        min ["apiMinVersion"]: Option<&'a str>,
        /// The highest version of the API; 1.14 unless given.
        max ["apiMaxVersion"]: Option<&'a str>,
        /// The version that brings the field `driver`; the upstream edition has none.
        driver_since ["driverFieldSince"]: Option<&'a str>,
    }
}

impl Versions<'_> {
    /// Why the client does not see the field `driver`. `None`: it does. A
    /// version that the service does not have is refused.
    pub(crate) fn hides_driver(&self, edition: Edition) -> Result<Option<Reason>, Miss> {
        let min_text = self.min.unwrap_or("1.1");
        let max_text = self.max.unwrap_or("1.14");
        let refused = || self.refused(min_text, max_text);
        let (min, max) = (parse(min_text).ok_or_else(refused)?, parse(max_text).ok_or_else(refused)?);
        let version = match self.header {
            None => min,
            Some(header) => asked_for(header, max).ok_or_else(refused)?,
        };
        if version.0 != min.0 || version < min || version > max {
            return Err(refused());
        }
        let since = self.driver_since.filter(|_| edition.applies(&HIDDEN_FIELD));
        let Some(since_text) = since else { return Ok(None) };
        let hidden = parse(since_text).is_some_and(|since| version < since);
        Ok(hidden.then(|| {
            Reason::new(&CLIENT_TOO_OLD, format!("{}.{}", version.0, version.1))
                .fact(Fact::of(Pointer::to("versionHeader"), self.header))
                .saw(Pointer::to("driverFieldSince"), since_text)
        }))
    }

    fn refused(&self, min: &str, max: &str) -> Miss {
        let reason = Reason::new(&VERSION_NOT_ACCEPTABLE, "OpenStack-API-Version")
            .fact(Fact::of(Pointer::to("versionHeader"), self.header))
            .fact(Fact::named("min", min))
            .fact(Fact::named("max", max));
        Miss::new(Refusal::VersionNotAcceptable, reason)
    }
}

/// The version that a header `SERVICE VERSION` asks for. `latest` stands for any service's latest.
fn asked_for(header: &str, latest: Version) -> Option<Version> {
    let mut words = header.split_whitespace();
    let (service, version) = (words.next()?, words.next()?);
    if words.next().is_some() {
        return None;
    }
    if version.eq_ignore_ascii_case("latest") {
        return Some(latest);
    }
    SERVICES.contains(&service).then(|| parse(version)).flatten()
}

fn parse(text: &str) -> Option<Version> {
    let (major, minor) = text.split_once('.')?;
    Some((python_int(major)?, python_int(minor)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_headers_as_magnum_does() {
        for (header, version) in [
            ("container-infra 1.14", Some((1, 14))),
            ("container-infrastructure-management\t1.2", Some((1, 2))),
            ("container-infra LATEST", Some((9, 9))),
            ("compute latest", Some((9, 9))),
            ("compute 1.1", None),
            ("1.1", None),
            ("", None),
            ("container-infra 1", None),
            ("container-infra 1.2.3", None),
            ("container-infra 1.x", None),
            ("container-infra 1.1 extra", None),
            ("Container-Infra 1.1", None),
        ] {
            assert_eq!(asked_for(header, (9, 9)), version, "{header}");
        }
    }
}

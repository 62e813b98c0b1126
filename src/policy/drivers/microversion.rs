use super::divergences::HIDDEN_FIELD;
use super::installed::Setup;
use super::reasons::{CLIENT_TOO_OLD, VERSION_NOT_ACCEPTABLE};
use super::refusal::{Miss, Refusal};
use super::version::{Version, expect_versions, parse};
use crate::base::Edition;
use crate::question::Undecided;
use crate::reason::{Fact, Reason};
use crate::wire::{PathStep, Pointer, given};

const SERVICES: [&str; 3] = ["container-infrastructure-management", "container-infrastructure", "container-infra"];

/// The lowest and the highest version that the API has today.
pub(crate) const USUAL_MIN: &str = "1.1";
pub(crate) const USUAL_MAX: &str = "1.14";

given! {
    /// The API versions of the client and the service.
    pub(crate) struct Versions<'a> {
        /// The header `OpenStack-API-Version`; absent if none was sent, which means the lowest version.
        header ["versionHeader"]: Option<&'a str>,
        /// The lowest version of the API; that of the registry, or else 1.1, unless given.
        min ["apiMinVersion"]: Option<&'a str>,
        /// The highest version of the API; unless given, that of the registry, or else 1.14, or `driverFieldSince` if
        /// that is higher.
        max ["apiMaxVersion"]: Option<&'a str>,
        /// The version that adds the field `driver`; that of the registry, or else every version, unless given. The
        /// upstream edition ignores it.
        driver_since ["driverFieldSince"]: Option<&'a str>,
    }
}

/// `None` if the client sees the field `driver`, otherwise the reason why it does not. A version that the service does
/// not have is refused.
pub(crate) type Hidden = Result<Option<Reason>, Miss>;

impl Versions<'_> {
    /// Determines whether the client sees the field `driver`. The versions in the question take precedence over those
    /// in the registry.
    pub(crate) fn hides_driver(&self, setup: &Setup<'_>, edition: Edition) -> Result<Hidden, Undecided> {
        expect_versions([self.min, self.max, self.driver_since], &PathStep::ROOT.key("given"))?;
        let [min, max, since] = setup.versions();
        let key = "driverFieldSince";
        let (since, place) = match self.driver_since {
            Some(since) => (Some(since), Pointer::to(key)),
            None => (since, setup.place(&Pointer::to(key))),
        };
        let since = since.filter(|_| edition.applies(&HIDDEN_FIELD)).map(|since| (since, place));
        Ok(self.judge(self.min.or(min), self.max.or(max), since))
    }

    fn judge(&self, min: Option<&str>, max: Option<&str>, since: Option<(&str, Pointer)>) -> Hidden {
        let min_text = min.unwrap_or(USUAL_MIN);
        // A service that has the field also serves the version that adds it.
        let least = since.as_ref().map(|(since, _)| *since).filter(|since| parse(since) > parse(USUAL_MAX));
        let max_text = max.or(least).unwrap_or(USUAL_MAX);
        let refused = || self.refused(min_text, max_text);
        let (min, max) = (parse(min_text).ok_or_else(refused)?, parse(max_text).ok_or_else(refused)?);
        let version = match self.header {
            None => min,
            Some(header) => asked_for(header, max).ok_or_else(refused)?,
        };
        if version.0 != min.0 || version < min || version > max {
            return Err(refused());
        }
        let Some((since_text, place)) = since else { return Ok(None) };
        let hidden = parse(since_text).is_some_and(|since| version < since);
        Ok(hidden.then(|| {
            Reason::new(&CLIENT_TOO_OLD, format!("{}.{}", version.0, version.1))
                .fact(Fact::of(Pointer::to("versionHeader"), self.header))
                .saw(place, since_text)
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

/// Returns the version that a header `SERVICE VERSION` asks for. `latest` is accepted with any service.
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

//! Kubernetes versions (section 4.3).

use super::Validation;
use crate::base::Interner;
use crate::base::masterminds::Version;
use crate::policy::images::documents::ExpirableVersion;
use crate::policy::images::versions::HasLifecycle;
use crate::question::Undecided;
use crate::wire::PathStep;

impl Validation<'_, '_> {
    /// Checks the Kubernetes versions that a profile offers.
    pub(super) fn offered_kubernetes(
        &mut self,
        versions: &[ExpirableVersion<'_>],
        place: &PathStep<'_>,
    ) -> Result<(), Undecided> {
        let list = place.key("versions");
        if versions.is_empty() {
            self.required(list, "a profile needs at least one Kubernetes version");
        }
        self.latest_stays(versions, place);
        self.kubernetes_versions(versions, &list);
        self.one_supported(versions, &list)
    }

    /// Checks what holds for every list of Kubernetes versions.
    pub(super) fn kubernetes_versions(&mut self, versions: &[ExpirableVersion<'_>], list: &PathStep<'_>) {
        let mut seen = Interner::default();
        for (index, version) in versions.iter().enumerate() {
            let (entry, text) = (list.index(index), version.version.unwrap_or_default());
            if !is_three_numbers(text) {
                self.invalid(entry, text, "Kubernetes versions are three numbers such as `1.33.2`");
            } else if !seen.is_new(text) {
                self.duplicate(entry.key("version"), text);
            }
            self.stages(version, &entry);
        }
    }

    /// The latest version may not expire.
    fn latest_stays(&mut self, versions: &[ExpirableVersion<'_>], place: &PathStep<'_>) {
        let parsed: Option<Vec<Version<'_>>> =
            versions.iter().map(|version| Version::parse(version.version.unwrap_or_default())).collect();
        let mut latest: Option<(Version<'_>, &ExpirableVersion<'_>)> = None;
        for (parsed, version) in parsed.unwrap_or_default().into_iter().zip(versions) {
            if latest.is_none_or(|(highest, _)| parsed > highest) {
                latest = Some((parsed, version));
            }
        }
        let Some((_, version)) = latest else {
            return self.invalid(place.key("versions"), "", "the latest Kubernetes version cannot be told");
        };
        let why = format!("`{}` is the latest Kubernetes version and may not expire", version.text());
        if let Some(date) = version.expiration_date {
            self.invalid(place.key("versions[]").key("expirationDate"), date.text, &why);
        }
        if version.lifecycle.last().is_some_and(|stage| stage.classification == Some("expired")) {
            self.invalid(place.key("versions[]").key("lifecycle"), "expired", &why);
        }
    }
}

fn is_three_numbers(text: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split('.').count() == 3 && text.split('.').all(is_number)
}

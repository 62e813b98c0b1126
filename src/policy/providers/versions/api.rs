use crate::base::KubernetesVersion;
use crate::question::reasons::DOCUMENT_OF_ANOTHER_KIND;
use crate::question::{Asked, group_of};
use crate::reason::{Fact, Problem};
use crate::wire::{Json, Pointer, Value};

/// The API that an object belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Api {
    /// `management.cluster.x-k8s.io`, the API of the design.
    Management,
    /// `operator.cluster.x-k8s.io`, the API of today's operator.
    Operator,
}

/// The API groups of provider objects.
pub const GROUPS: [&str; 2] = [Api::Management.group(), Api::Operator.group()];

impl Api {
    /// Both APIs, that of the design first.
    pub const ALL: [Self; 2] = [Self::Management, Self::Operator];

    /// Returns the API of the first `apiVersion` that is present, most specific first; [`Management`](Self::Management)
    /// if there is none.
    pub fn of(api_versions: &[Option<&str>]) -> Self {
        Self::said(api_versions).unwrap_or(Self::Management)
    }

    /// The same, but `None` if there is none.
    pub fn said(api_versions: &[Option<&str>]) -> Option<Self> {
        let group = api_versions.iter().flatten().next()?.split_once('/').map(|(group, _)| group);
        Some(if group == Some(Self::Operator.group()) { Self::Operator } else { Self::Management })
    }

    /// Whether both APIs are known and are not the same.
    pub fn differ(one: Option<Self>, other: Option<Self>) -> bool {
        one.zip(other).is_some_and(|(one, other)| one != other)
    }

    /// Returns the group of this API.
    pub const fn group(self) -> &'static str {
        match self {
            Self::Management => "management.cluster.x-k8s.io",
            Self::Operator => "operator.cluster.x-k8s.io",
        }
    }

    /// Parses `text` as a version of this API. The design's API requires the leading `v` and allows no whitespace.
    pub fn version(self, text: &str) -> Option<KubernetesVersion<'_>> {
        let plain = text.starts_with('v') && !text.contains(char::is_whitespace);
        (plain || self == Self::Operator).then(|| KubernetesVersion::parse(text)).flatten()
    }
}

/// Warns of each `apiVersion` in `given` that belongs to neither API. It is read as the design's, whose contracts follow
/// other rules than those of today's operator.
pub fn of_neither(_: &str, given: Value<'_>, _: &Asked<'_>) -> Vec<Problem> {
    let listed = ["providers", "existing"].into_iter().flat_map(|list| {
        let elements = given.get(list).into_iter().flat_map(Value::elements).enumerate();
        elements.map(move |(index, provider)| (Pointer::to(list).index(index), provider))
    });
    let named = |key: &'static str| given.get(key).map(|named| (Pointer::to(key), named));
    let owners =
        std::iter::once((Pointer::default(), given)).chain(named("subject")).chain(named("delete")).chain(listed);
    let strange = owners.filter_map(|(place, owner)| {
        let found = owner.get("apiVersion")?.as_str()?;
        let group = group_of(found);
        let at = place.key("apiVersion");
        let problem = Problem::warning(&DOCUMENT_OF_ANOTHER_KIND, Pointer::to("given").join(&at));
        let expected = Fact::named("expected", GROUPS.iter().copied().collect::<Json>());
        (!GROUPS.contains(&group)).then(|| problem.fact(Fact::at(at, found)).fact(expected))
    });
    strange.take(TOLD).collect()
}

/// The most strange values to warn about.
const TOLD: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_as_shown() {
        assert_eq!(Api::of(&[None, Some("operator.cluster.x-k8s.io/v1alpha2")]), Api::Operator);
        assert_eq!(Api::of(&[None, None]), Api::Management);
    }

    #[test]
    fn version_as_shown() {
        assert!(Api::Operator.version("1.2.3").is_some());
        assert!(Api::Management.version("1.2.3").is_none());
    }
}

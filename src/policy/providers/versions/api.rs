use crate::base::KubernetesVersion;

/// The API that an object belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Api {
    /// `management.cluster.x-k8s.io`, the API of the design.
    Management,
    /// `operator.cluster.x-k8s.io`, the API of today's operator.
    Operator,
}

impl Api {
    /// Returns the API of the first `apiVersion` that is present, most specific first; [`Management`](Self::Management)
    /// if there is none.
    pub fn of(api_versions: &[Option<&str>]) -> Self {
        let said = api_versions.iter().flatten().next();
        match said.map(|version| version.split_once('/').map_or("", |(group, _)| group)) {
            Some("operator.cluster.x-k8s.io") => Self::Operator,
            _ => Self::Management,
        }
    }

    /// Parses `text` as a version of this API. The design's API requires the leading `v` and allows no whitespace.
    pub fn version(self, text: &str) -> Option<KubernetesVersion<'_>> {
        let plain = text.starts_with('v') && !text.contains(char::is_whitespace);
        (plain || self == Self::Operator).then(|| KubernetesVersion::parse(text)).flatten()
    }
}

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

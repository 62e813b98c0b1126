//! Image versions that may be stored although pools cannot get them: they run none of the profile's Kubernetes
//! versions, or their minimum for updates in place is above the version itself (sections 7.3, 8.4 and 9.2).

use super::needs::allows_kubelet;
use crate::base::Known;
use crate::base::masterminds::{Operator, Version, compare_normalized};
use crate::policy::images::documents::ProfileSpec;
use crate::policy::images::reasons::{IN_PLACE_FROM_ABOVE, NO_KUBERNETES_RUNS, and_more};
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// Warns of each such version, given by the indexes of its image and of the version within the image. `at` is the place
/// and the path of the profile's `spec`.
pub(crate) fn out_of_reach(
    spec: &ProfileSpec<'_>,
    versions: impl Iterator<Item = (usize, usize)>,
    at: &[Pointer; 2],
) -> Vec<Problem> {
    const NAMED: usize = 20;
    let kubelets: Vec<Version<'_>> =
        spec.kubernetes_versions().iter().filter_map(|known| Version::parse(known.version?)).collect();
    // Many versions have the same constraint.
    let mut known: Known<&str, bool> = Known::default();
    let mut is_met = |constraint| match known.get(constraint) {
        Some(is_met) => *is_met,
        None => {
            let is_met = kubelets.is_empty() || kubelets.iter().any(|kubelet| allows_kubelet(constraint, kubelet));
            known.insert(constraint, is_met);
            is_met
        }
    };
    let (mut problems, mut more) = (Vec::new(), 0);
    for (image, place) in versions {
        let Some(image_entry) = spec.machine_images.get(image) else { continue };
        let Some(version) = image_entry.versions.get(place) else { continue };
        let list = || Pointer::to("machineImages").index(image).key("versions").index(place);
        let unmet = version.kubelet_version_constraint.filter(|constraint| !is_met(constraint));
        let unmet = unmet.map(|constraint| (&NO_KUBERNETES_RUNS, list().key("kubeletVersionConstraint"), constraint));
        let updates = version.in_place_updates.as_ref().filter(|updates| updates.supported);
        let least = updates.and_then(|updates| updates.min_version_for_update);
        let above = least.filter(|least| compare_normalized(version.version(), Operator::Less, least) == Some(true));
        let above =
            above.map(|least| (&IN_PLACE_FROM_ABOVE, list().key("inPlaceUpdates").key("minVersionForUpdate"), least));
        for (code, below, found) in unmet.into_iter().chain(above) {
            if problems.len() == NAMED {
                more += 1;
                continue;
            }
            let [place, path] = at.clone().map(|at| at.join(&below));
            let name = format!("{}:{}", image_entry.name(), version.version());
            problems.push(Problem::warning(code, path).fact(Fact::at(place, found)).fact(Fact::named("version", name)));
        }
    }
    problems.extend(and_more(more, &at[1]));
    problems
}

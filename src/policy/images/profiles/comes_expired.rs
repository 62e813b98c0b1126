//! Versions that an update adds although they have already expired. The profile keeps them, but nobody gets them.

use crate::base::Names;
use crate::policy::images::documents::{CloudProfile, image_versions};
use crate::policy::images::reasons::VERSION_COMES_EXPIRED;
use crate::policy::images::store::Profile;
use crate::policy::images::versions::{Classification, HasLifecycle, current};
use crate::question::Asked;
use crate::reason::{Fact, Problem};
use crate::wire::Pointer;

/// The most versions that are reported.
const NAMED: usize = 20;

/// Warns of each such version of a CloudProfile. A NamespacedCloudProfile does not keep them.
pub(crate) fn comes_expired(old: &Profile<'_>, new: &Profile<'_>, asked: &Asked<'_>) -> Vec<Problem> {
    let specs = [old, new].map(|side| side.cluster().map(CloudProfile::spec));
    let [Some(old), Some(spec)] = specs else { return Vec::new() };
    let told = |at: Pointer, name: String| {
        let path = new.written.path().key("spec").join(&at).key("version");
        Problem::warning(&VERSION_COMES_EXPIRED, path).fact(Fact::named("version", name))
    };
    // If the classification depends on the time and the time is unknown, there is no warning.
    fn is_expired<'v>(version: &impl HasLifecycle<'v>, asked: &Asked<'_>) -> bool {
        current(version, asked).ok() == Some(Classification::Expired)
    }
    let known = image_versions(&old.machine_images);
    let images = spec.machine_images.iter().enumerate().flat_map(|(place, image)| {
        let versions = image.versions.iter().enumerate();
        versions.map(move |(index, version)| (place, index, image, version))
    });
    let images = images.filter(|(.., image, version)| {
        known.binary_search(&(image.name(), version.version())).is_err() && is_expired(*version, asked)
    });
    let images = images.map(|(place, index, image, version)| {
        let at = Pointer::to("machineImages").index(place).key("versions").index(index);
        told(at, format!("{}:{}", image.name(), version.version()))
    });
    let known: Names<'_> = old.kubernetes_versions().iter().filter_map(|version| version.version).collect();
    let versions = spec
        .kubernetes_versions()
        .iter()
        .enumerate()
        .filter(|(_, version)| !known.contains(version.version.unwrap_or_default()) && is_expired(*version, asked));
    let versions = versions.map(|(index, version)| {
        let at = Pointer::to("kubernetes").key("versions").index(index);
        told(at, format!("Kubernetes {}", version.version.unwrap_or_default()))
    });
    images.chain(versions).take(NAMED).collect()
}

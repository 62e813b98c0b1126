//! Shoots without pools of workers (section 8): their profile judges nothing, and Gardener refuses fields about pools
//! or their machines.

use super::admission::Admission;
use crate::policy::images::reasons::SHOOT_NOT_STORED;
use crate::policy::images::workers::without_pools;
use crate::reason::{Fact, Problem};

/// The fields below `spec` that a Shoot without pools may not have.
const ABOUT_POOLS: [&[&str]; 21] = [
    &["provider", "infrastructureConfig"],
    &["provider", "controlPlaneConfig"],
    &["provider", "workersSettings"],
    &["kubernetes", "kubeScheduler"],
    &["kubernetes", "kubeProxy"],
    &["kubernetes", "kubelet"],
    &["kubernetes", "clusterAutoscaler"],
    &["kubernetes", "verticalPodAutoscaler"],
    &["kubernetes", "kubeControllerManager", "nodeCIDRMaskSize"],
    &["kubernetes", "kubeControllerManager", "horizontalPodAutoscaler"],
    &["kubernetes", "kubeControllerManager", "podEvictionTimeout"],
    &["kubernetes", "kubeControllerManager", "nodeMonitorGracePeriod"],
    &["networking", "type"],
    &["networking", "providerConfig"],
    &["networking", "pods"],
    &["networking", "nodes"],
    &["addons"],
    &["systemComponents"],
    &["secretBindingName"],
    &["credentialsBindingName"],
    &["maintenance", "autoUpdate", "machineImageVersion"],
];

/// Warns that a Shoot without pools is created, or that a Shoot loses its pools.
pub(crate) fn left_without_pools(admission: &Admission<'_, '_>) -> Option<Problem> {
    let had_some = admission.old.is_none_or(|old| !old.workers().is_empty());
    without_pools(admission.shoot).filter(|_| had_some && !admission.shoot.is_being_deleted())
}

/// Warns of each field that Gardener refuses because a Shoot has no pools.
pub(super) fn refused_without_pools(admission: &Admission<'_, '_>) -> Vec<Problem> {
    let shoot = admission.shoot;
    if !shoot.workers().is_empty() || shoot.is_being_deleted() || shoot.part("kind").is_none() {
        return Vec::new();
    }
    let is_said = |keys: &&&[&str]| {
        let found = ["spec"].iter().chain(**keys).try_fold(shoot.value, |value, key| value.get(key));
        found.is_some_and(|value| !value.is_null())
    };
    let told = |keys: &&[&str]| {
        let path = keys.iter().fold(shoot.path().key("spec"), |at, key| at.key(key));
        let what = format!("no Shoot without pools may have `{}`", keys.join("."));
        Problem::warning(&SHOOT_NOT_STORED, path).fact(Fact::named("what", what))
    };
    ABOUT_POOLS.iter().filter(is_said).map(told).collect()
}

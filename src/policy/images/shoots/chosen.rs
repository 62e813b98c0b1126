//! A cache of the images chosen for pools, because many pools are alike.

use std::cell::RefCell;

use crate::base::Known;
use crate::policy::images::versions::{Prefix, Released};

/// The images and versions that were chosen for earlier pools.
#[derive(Default)]
pub(super) struct Chosen<'a> {
    pub images: RefCell<Known<Wish<'a>, Option<usize>>>,
    pub versions: RefCell<Known<(usize, Wish<'a>), Option<Released<'a>>>>,
}

/// The index of a machine type in the profile, if it is there, and an architecture.
pub(super) type Machine<'a> = (Option<usize>, &'a str);

/// Everything that the choice of an image or a version depends on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Wish<'a> {
    pub machine: Machine<'a>,
    pub in_place: bool,
    pub prefix: Prefix,
    /// The container runtimes, if they count.
    pub cri: Option<(&'a str, Vec<&'a str>)>,
    /// The kubelet version, if it counts.
    pub kubelet: Option<&'a str>,
}

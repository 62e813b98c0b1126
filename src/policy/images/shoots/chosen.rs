//! Images that were chosen for pools before, because many pools are alike.

use std::cell::RefCell;

use crate::base::Known;
use crate::policy::images::versions::{Prefix, Released};

/// What was chosen for pools that are alike.
#[derive(Default)]
pub(super) struct Chosen<'a> {
    pub images: RefCell<Known<Wish<'a>, Option<usize>>>,
    pub versions: RefCell<Known<(usize, Wish<'a>), Option<Released<'a>>>>,
}

/// The place of a machine type that the profile has, and an architecture.
pub(super) type Machine<'a> = (Option<usize>, &'a str);

/// What an image or a version is chosen for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Wish<'a> {
    pub machine: Machine<'a>,
    pub in_place: bool,
    pub prefix: Prefix,
    /// The container runtimes, where they count.
    pub cri: Option<(&'a str, Vec<&'a str>)>,
    /// The kubelet, where it counts.
    pub kubelet: Option<&'a str>,
}

//! Images that were chosen for pools before, because many pools are alike.

use std::cell::RefCell;

use crate::base::Known;
use crate::policy::images::versions::{Prefix, Released};

/// What was chosen for pools that are alike.
#[derive(Default)]
pub(super) struct Chosen<'a> {
    pub images: RefCell<Known<Machine<'a>, Option<usize>>>,
    pub versions: RefCell<Known<Wish<'a>, Option<Released<'a>>>>,
}

/// The place of a machine type that the profile has, and an architecture.
pub(super) type Machine<'a> = (Option<usize>, &'a str);

/// What a version is chosen for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Wish<'a> {
    pub image: usize,
    pub machine: Machine<'a>,
    pub in_place: bool,
    pub prefix: Prefix,
}

//! The nodes on which a flavor boots, among those that Placement finds.

use crate::base::Edition;
use crate::policy::traits::bits::Bits;
use crate::policy::traits::boot::breaking_key;
use crate::policy::traits::divergences::BOOT_COUNTS;
use crate::policy::traits::documents::{Flavor, Image};
use crate::policy::traits::fleet::View;
use crate::policy::traits::wishes::{Wish, read_at_boot, wishes};

/// What the boot of a flavor needs, as far as the edition counts it.
pub(crate) struct Boot<'a> {
    /// The key that makes every boot fail.
    pub breaking: Option<&'a str>,
    /// The wishes for traits, those that only the boot reads among them.
    pub wishes: Vec<Wish<'a>>,
}

impl<'a> Boot<'a> {
    /// Reads a flavor and an image.
    pub(crate) fn of(flavor: &Flavor<'a>, image: Option<&Image<'a>>, edition: Edition) -> Self {
        let mut wishes = wishes(flavor, image);
        if !edition.applies(&BOOT_COUNTS) {
            return Self { breaking: None, wishes };
        }
        wishes.extend(read_at_boot(flavor));
        for wish in wishes.iter_mut().filter(|wish| wish.required) {
            wish.as_sent = true;
            // For the scheduler, a line break at the end of a key is no part of the name, but it is sent.
            let sent = wish.keys.iter().filter_map(|key| key.key.split_once(':'));
            wish.name = sent.map(|(_, name)| name).max().unwrap_or(wish.name);
        }
        Self { breaking: breaking_key(flavor), wishes }
    }

    /// Removes the nodes on which the boot fails from those that Placement finds.
    pub(crate) fn keep(&self, found: &mut Bits, view: &View<'_, '_>) {
        if self.breaking.is_some() {
            found.remove(&found.clone());
        }
        for wish in self.wishes.iter().filter(|wish| wish.as_sent) {
            found.remove(&wish.failing(view, found));
        }
    }
}

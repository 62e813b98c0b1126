use std::ops::Deref;

use super::tree::Reason;

/// The reasons beneath another reason or an answer. A large request can have more reasons than anybody would read.
/// Beyond a limit, a reason is left out if there is one with the same code already, and the last of these counts it.
#[derive(Clone, Default, Debug)]
pub struct Reasons {
    told: Vec<Reason>,
    /// Roughly the size of these reasons in bytes.
    bytes: usize,
}

impl Reasons {
    /// The size in bytes from which reasons with a known code are only counted.
    const ENOUGH: usize = 1 << 20;

    /// Adds a reason, or only counts it if there are enough already.
    pub fn push(&mut self, reason: Reason) {
        if self.bytes >= Self::ENOUGH
            && let Some(alike) = self.told.iter_mut().rfind(|told| told.code().id == reason.code().id)
        {
            alike.stand_for(&reason);
            return;
        }
        self.bytes += reason.bytes();
        self.told.push(reason);
    }

    /// Roughly the size of the reasons in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Deref for Reasons {
    type Target = [Reason];

    fn deref(&self) -> &[Reason] {
        &self.told
    }
}

impl From<Reason> for Reasons {
    fn from(reason: Reason) -> Self {
        [reason].into_iter().collect()
    }
}

impl Extend<Reason> for Reasons {
    fn extend<I: IntoIterator<Item = Reason>>(&mut self, reasons: I) {
        reasons.into_iter().for_each(|reason| self.push(reason));
    }
}

impl FromIterator<Reason> for Reasons {
    fn from_iter<I: IntoIterator<Item = Reason>>(reasons: I) -> Self {
        let mut all = Self::default();
        all.extend(reasons);
        all
    }
}

impl IntoIterator for Reasons {
    type Item = Reason;
    type IntoIter = std::vec::IntoIter<Reason>;

    fn into_iter(self) -> Self::IntoIter {
        self.told.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reason::{codes, text, write_reasons};

    codes! {
        ALL;
        ONE = "one" { says: "one", means: "", why: "", source: "", cure: "" }
        OTHER = "other" { says: "the other", means: "", why: "", source: "", cure: "" }
    }

    #[test]
    fn the_first_of_each_kind_are_told_and_how_many_more_there_are() {
        let long = || Reason::new(&ONE, "x".repeat(Reasons::ENOUGH / 2));
        let half: Reasons = (0..5).map(|_| long()).collect();
        let other = Reason::new(ALL[1], "");
        let reasons: Reasons = half.into_iter().chain([other]).chain([long()]).collect();
        assert_eq!(text(&reasons, &[]), "one\none (and 4 more like it)\nthe other\n");
        let mut json = String::new();
        write_reasons(&mut json, &reasons, false);
        assert!(json.ends_with(r#""because":[],"more":4},{"code":"other","subject":"","facts":[],"because":[]}]"#));
    }
}

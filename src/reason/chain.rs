use crate::reason::{Reason, Reasons};

/// Levels that are asked one after another. The first one with an answer decides, and each one before it says why it
/// had none.
#[derive(Debug)]
pub struct Chain<T> {
    found: Option<T>,
    passed: Reasons,
}

impl<T> Default for Chain<T> {
    fn default() -> Self {
        Self { found: None, passed: Reasons::default() }
    }
}

impl<T> Chain<T> {
    /// Asks the next level, unless an earlier one has decided.
    pub fn ask(mut self, level: impl FnOnce() -> Result<T, Reason>) -> Self {
        if self.found.is_none() {
            match level() {
                Ok(found) => self.found = Some(found),
                Err(reason) => self.passed.push(reason),
            }
        }
        self
    }

    /// Returns what was found, and why each level before found nothing.
    pub fn settle(self) -> (Option<T>, Reasons) {
        (self.found, self.passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_level_that_speaks_decides() {
        use crate::reason::codes;

        codes! {
            ALL;
            SILENT = "silent" { says: "{subject} says nothing", means: "", why: "", source: "", cure: "" }
        }

        let chain = Chain::default()
            .ask(|| Err(Reason::new(&SILENT, "request")))
            .ask(|| Ok("from the configuration"))
            .ask(|| panic!("never asked"));
        let (found, passed) = chain.settle();
        assert_eq!((found, passed.len()), (Some("from the configuration"), ALL.len()));
    }
}

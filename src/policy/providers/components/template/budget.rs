//! The limit on the work of filling in a template.

use super::failure::Failure;

/// Limits the work of filling in a template, because a few bytes of template can repeat a value a million times.
#[derive(Debug)]
pub struct Budget(usize);

impl Default for Budget {
    fn default() -> Self {
        Self(16 << 20)
    }
}

impl Budget {
    /// Deducts an amount of work. Fails if the budget is exhausted.
    pub fn spend(&mut self, work: usize) -> Result<(), Failure> {
        self.0 = self.0.checked_sub(work).ok_or(Failure::TooMuch)?;
        Ok(())
    }
}

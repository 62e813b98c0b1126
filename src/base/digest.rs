use std::fmt;

use twox_hash::XxHash3_128;

/// A digest of a document's content: XXH3 with 128 bits and seed 0.
///
/// It identifies content and is no protection: anybody can construct two documents with the same digest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digest(u128);

impl Digest {
    /// Computes the digest of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self(XxHash3_128::oneshot(bytes))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_32_digits() {
        assert_eq!(Digest::of(b"{}").to_string().len(), 32);
    }
}

use std::time::Duration;

use crate::error::{Error, Result};

/// The smallest and the largest memory that wasm knows of: a page, and all that 32 bits can address.
const MEMORY: std::ops::RangeInclusive<u64> = 1 << 16..=1 << 32;

/// What one decision may cost. None of these can be switched off.
///
/// ```
/// use std::time::Duration;
/// use fitment_host::Limits;
///
/// let limits = Limits { deadline: Duration::from_millis(50), ..Limits::default() };
/// assert_eq!(limits.memory, 256 << 20);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The longest a call into the engine may take, in steps of a millisecond.
    pub deadline: Duration,
    /// The most memory an instance may have, in bytes.
    pub memory: usize,
    /// The largest `ask` or `review`, in bytes; at most the engine's own limit.
    pub ask_bytes: usize,
    /// The largest `load`, in bytes; at most the engine's own limit.
    pub load_bytes: usize,
    /// How deep arrays and objects may stand inside one another; at most the engine's own limit.
    pub depth: usize,
    /// How many instances may live at the same time.
    pub instances: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Limits {
    /// The limits unless others are given. The three of a request are the engine's own.
    pub const DEFAULT: Self = Self {
        deadline: Duration::from_secs(10),
        memory: 256 << 20,
        ask_bytes: 8 << 20,
        load_bytes: 32 << 20,
        depth: 128,
        instances: 64,
    };

    /// Fails where no engine can keep to them, whatever it is asked.
    pub(crate) fn expect_possible(self) -> Result<()> {
        let refused = |name, found, expected| Err(Error::impossible_limit(name, found, expected));
        if self.instances == 0 {
            return refused("instances", 0, "at least one");
        }
        if self.deadline.is_zero() {
            return refused("deadline", 0, "at least a nanosecond");
        }
        if !MEMORY.contains(&(self.memory as u64)) {
            return refused("memory", self.memory as u128, "between 65536 bytes and 4294967296");
        }
        Ok(())
    }

    /// The load that lowers the engine's own limits to these, if any is lower.
    pub(crate) fn lowering(self) -> Option<String> {
        let default = Self::DEFAULT;
        let Self { ask_bytes, load_bytes, depth, .. } = self;
        let lower = ask_bytes < default.ask_bytes || load_bytes < default.load_bytes || depth < default.depth;
        lower.then(|| format!(r#"{{"limits":{{"askBytes":{ask_bytes},"loadBytes":{load_bytes},"depth":{depth}}}}}"#))
    }
}

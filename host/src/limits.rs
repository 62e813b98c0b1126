use std::time::Duration;

use crate::error::{Error, Result};

/// The smallest and largest wasm memory: one page, and all that 32 bits can address.
const MEMORY: std::ops::RangeInclusive<u64> = 1 << 16..=1 << 32;

/// The limits of a decision. None of them can be switched off.
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
    /// The longest a call into the engine may take, with millisecond resolution.
    pub deadline: Duration,
    /// The most memory an instance may have, in bytes.
    pub memory: usize,
    /// The largest `ask` or `review`, in bytes; at most the engine's own limit.
    pub ask_bytes: usize,
    /// The largest `load`, in bytes; at most the engine's own limit.
    pub load_bytes: usize,
    /// The deepest nesting of arrays and objects; at most the engine's own limit.
    pub depth: usize,
    /// The most instances that may live at the same time.
    pub instances: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Limits {
    /// The default limits. The three that concern requests are the engine's own.
    pub const DEFAULT: Self = Self {
        deadline: Duration::from_secs(10),
        memory: 256 << 20,
        ask_bytes: 8 << 20,
        load_bytes: 32 << 20,
        depth: 128,
        instances: 64,
    };

    /// Fails if no engine could work within these limits, whatever the request.
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

    /// The `load` request that lowers the engine's own limits to these; `None` if none of these is lower.
    pub(crate) fn lowering(self) -> Option<String> {
        let default = Self::DEFAULT;
        let Self { ask_bytes, load_bytes, depth, .. } = self;
        let lower = ask_bytes < default.ask_bytes || load_bytes < default.load_bytes || depth < default.depth;
        lower.then(|| format!(r#"{{"limits":{{"askBytes":{ask_bytes},"loadBytes":{load_bytes},"depth":{depth}}}}}"#))
    }
}

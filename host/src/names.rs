// Shared with the build script, which parts the engine that the crate carries.

/// What the names of exports begin with that are the host's own.
#[cfg_attr(not(feature = "compile"), allow(dead_code, reason = "nothing is parted"))]
pub const OWN: &str = "fitment:";

/// What the code exports the function as that the module would start with. It is called where a memory is new, and not where
/// that was captured of an instance which has started.
pub const START: &str = "fitment:start";

/// What the code exports its variables as, each with a number behind it, so that one can see whether they changed.
#[cfg_attr(not(feature = "compile"), allow(dead_code, reason = "nothing is captured"))]
pub const VARIABLE: &str = "fitment:variable:";

/// The module and the name that the code takes its memory from.
pub const MEMORY: (&str, &str) = ("fitment", "memory");

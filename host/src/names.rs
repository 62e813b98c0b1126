// Shared with the build script, which splits the embedded engine.

/// The prefix of the host's own export names.
#[cfg_attr(not(feature = "compile"), allow(dead_code, reason = "nothing is parted"))]
pub const OWN: &str = "fitment:";

/// The name under which the code exports the module's start function. It is called for a new memory, but not for one
/// that was captured from an instance that had started.
pub const START: &str = "fitment:start";

/// The prefix under which the code exports its mutable globals, each numbered, so that the host can see whether they
/// changed.
#[cfg_attr(not(feature = "compile"), allow(dead_code, reason = "nothing is captured"))]
pub const VARIABLE: &str = "fitment:variable:";

/// The module and name under which the code imports its memory.
pub const MEMORY: (&str, &str) = ("fitment", "memory");

use wasmtime::Engine;

use crate::clock::Clock;
use crate::limits::Limits;

/// What everything of one host shares. The clock ticks as long as it lives.
#[derive(Debug)]
pub struct Shared {
    pub engine: Engine,
    pub limits: Limits,
    #[expect(dead_code, reason = "it is kept, not read")]
    pub clock: Clock,
}

use wasmtime::Engine;

use crate::clock::Clock;
use crate::limits::Limits;

/// State shared by everything that belongs to one host. The clock ticks as long as this lives.
#[derive(Debug)]
pub struct Shared {
    pub engine: Engine,
    pub limits: Limits,
    #[expect(dead_code, reason = "it is kept, not read")]
    pub clock: Clock,
}

use wasmtime::ResourceLimiter;

/// The most elements of a table. The engine calls through a table of a few hundred functions, which never grows.
pub const TABLE_ELEMENTS: usize = 10_000;

/// An instance's memory limit, and whether the instance was refused more.
#[derive(Debug)]
pub struct Growth {
    limit: usize,
    refused: bool,
}

impl Growth {
    pub fn within(limit: usize) -> Self {
        Self { limit, refused: false }
    }

    /// Begins a call: a refusal in an earlier call no longer counts, since the instance survived it.
    pub fn forgive(&mut self) {
        self.refused = false;
    }

    /// Whether the last memory growth requested in this call exceeded the limit.
    pub fn refused(&self) -> bool {
        self.refused
    }
}

impl ResourceLimiter for Growth {
    fn memory_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        let granted = desired <= self.limit;
        self.refused = !granted;
        Ok(granted)
    }

    fn table_growing(&mut self, _: usize, desired: usize, _: Option<usize>) -> wasmtime::Result<bool> {
        Ok(desired <= TABLE_ELEMENTS)
    }
}

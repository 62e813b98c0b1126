use wasmtime::ResourceLimiter;

/// The engine calls through a table of some hundred functions, which never grows.
pub const TABLE_ELEMENTS: usize = 10_000;

/// How much memory an instance may have, and whether it was refused more.
#[derive(Debug)]
pub struct Growth {
    limit: usize,
    refused: bool,
}

impl Growth {
    pub fn within(limit: usize) -> Self {
        Self { limit, refused: false }
    }

    /// Begins a call: what an earlier one was refused, it survived.
    pub fn forgive(&mut self) {
        self.refused = false;
    }

    /// Whether the last that was asked for in this call was more than there may be.
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

// Shared with the build script, which writes the embedded engine in this format.

/// The first bytes of a compiled engine: a word and a version.
const MAGIC: &[u8; 8] = b"fitment\x01";

/// The compiled parts of an engine, stored together as one blob.
pub struct Container<'b> {
    pub code: &'b [u8],
    pub memory: &'b [u8],
    /// Whether the memory was captured from an instance that had already started.
    pub captured: bool,
}

impl<'b> Container<'b> {
    #[cfg_attr(not(feature = "compile"), allow(dead_code, reason = "nothing is compiled"))]
    pub fn joined(&self) -> Vec<u8> {
        let length = (self.code.len() as u64).to_le_bytes();
        [&MAGIC[..], &[u8::from(self.captured)], &length, self.code, self.memory].concat()
    }

    /// Splits a blob into its parts; `None` if the bytes have another format.
    pub fn parted(bytes: &'b [u8]) -> Option<Self> {
        let (captured, rest) = bytes.strip_prefix(MAGIC)?.split_first()?;
        let (length, rest) = rest.split_first_chunk::<8>()?;
        let (code, memory) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        Some(Self { code, memory, captured: *captured == 1 })
    }
}

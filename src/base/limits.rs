/// How much the engine reads for one request. A limit can be lowered but not switched off.
///
/// ```
/// use fitment::Limits;
///
/// let small = Limits::default().at_most(Limits { ask_bytes: 64 << 10, load_bytes: usize::MAX, depth: 32 });
/// assert_eq!((small.ask_bytes, small.load_bytes, small.depth), (64 << 10, 32 << 20, 32));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The largest request to `ask` and `review`, in bytes.
    pub ask_bytes: usize,
    /// The largest request to `load`, in bytes.
    pub load_bytes: usize,
    /// How deeply arrays and objects may be nested.
    pub depth: usize,
}

impl Limits {
    /// Returns the lower of the two limits for each member.
    pub fn at_most(self, other: Self) -> Self {
        Self {
            ask_bytes: self.ask_bytes.min(other.ask_bytes),
            load_bytes: self.load_bytes.min(other.load_bytes),
            depth: self.depth.min(other.depth),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { ask_bytes: 8 << 20, load_bytes: 32 << 20, depth: 128 }
    }
}

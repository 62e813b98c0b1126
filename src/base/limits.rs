/// How much one request may ask the engine to read. There is no way to switch a limit off, only down.
///
/// ```
/// use fitment::Limits;
///
/// let small = Limits::default().at_most(Limits { ask_bytes: 64 << 10, load_bytes: usize::MAX, depth: 32 });
/// assert_eq!((small.ask_bytes, small.load_bytes, small.depth), (64 << 10, 32 << 20, 32));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The largest request of `ask` and `review`, in bytes.
    pub ask_bytes: usize,
    /// The largest request of `load`, in bytes.
    pub load_bytes: usize,
    /// How many arrays and objects may stand inside one another.
    pub depth: usize,
}

impl Limits {
    /// These limits, each lowered to the other's where that is lower.
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

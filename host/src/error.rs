use std::fmt;

/// A failure around the engine. Errors in a request are reported by the engine in its answer.
///
/// ```
/// # #[cfg(feature = "compile")] {
/// use fitment_host::Host;
///
/// let host = Host::new(Default::default())?;
/// let error = host.prepare(b"no wasm").unwrap_err();
/// assert!(error.is_not_an_engine());
/// assert!(error.to_string().starts_with("the bytes are not an engine"));
/// # }
/// # Ok::<(), fitment_host::Error>(())
/// ```
#[derive(Debug)]
pub struct Error(Kind);

/// The result of a call into the host.
pub type Result<T> = std::result::Result<T, Error>;

/// Who has to act on an error, and the HTTP status that a server answers with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Class {
    /// The request or a document has to change: 400.
    Request,
    /// All instances are busy, and the same request may find one free later: 503.
    Overload,
    /// The host or its engine failed: 500.
    Fault,
}

impl Class {
    /// The class as a lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Overload => "overload",
            Self::Fault => "fault",
        }
    }
}

#[derive(Debug)]
#[allow(dead_code, reason = "some come with one feature alone")]
enum Kind {
    NotAnEngine(String),
    WrongAbi { found: u32, expected: u32 },
    OutOfTime { millis: u128 },
    OutOfMemory { bytes: usize },
    TooLarge { bytes: usize, limit: usize },
    Trapped(String),
    BadAnswer(&'static str),
    Ended,
    NoStart(String),
    NoRoom { instances: u32 },
    NoAddressSpace { instances: u32, why: String },
    NoPageScan(String),
    TooLittleMemory { bytes: usize },
    WasmTooLarge { bytes: usize, limit: usize },
    ImpossibleLimit { name: &'static str, found: u128, expected: &'static str },
    NoClock(std::io::Error),
    NoThread(std::io::Error),
    NoCapture(String),
    NoCompiler,
    Refused { says: String, answer: Vec<u8>, load: usize },
    Unsound(String),
    Undecided(String),
    Panicked,
}

impl Error {
    pub(crate) fn not_an_engine(why: impl fmt::Display) -> Self {
        Self(Kind::NotAnEngine(why.to_string()))
    }

    pub(crate) fn wrong_abi(found: u32, expected: u32) -> Self {
        Self(Kind::WrongAbi { found, expected })
    }

    pub(crate) fn out_of_time(deadline: std::time::Duration) -> Self {
        Self(Kind::OutOfTime { millis: deadline.as_millis() })
    }

    pub(crate) fn out_of_memory(bytes: usize) -> Self {
        Self(Kind::OutOfMemory { bytes })
    }

    pub(crate) fn too_large(bytes: usize, limit: usize) -> Self {
        Self(Kind::TooLarge { bytes, limit })
    }

    pub(crate) fn trapped(why: impl fmt::Display) -> Self {
        Self(Kind::Trapped(why.to_string()))
    }

    pub(crate) fn bad_answer(what: &'static str) -> Self {
        Self(Kind::BadAnswer(what))
    }

    pub(crate) fn ended() -> Self {
        Self(Kind::Ended)
    }

    pub(crate) fn no_start(why: impl fmt::Display) -> Self {
        Self(Kind::NoStart(why.to_string()))
    }

    #[cfg(feature = "compile")]
    pub(crate) fn wasm_too_large(bytes: usize, limit: usize) -> Self {
        Self(Kind::WasmTooLarge { bytes, limit })
    }

    pub(crate) fn impossible_limit(name: &'static str, found: u128, expected: &'static str) -> Self {
        Self(Kind::ImpossibleLimit { name, found, expected })
    }

    pub(crate) fn no_room(instances: u32) -> Self {
        Self(Kind::NoRoom { instances })
    }

    pub(crate) fn no_address_space(instances: u32, why: &wasmtime::Error) -> Self {
        Self(Kind::NoAddressSpace { instances, why: format!("{why:#}") })
    }

    pub(crate) fn no_page_scan(why: impl fmt::Display) -> Self {
        Self(Kind::NoPageScan(why.to_string()))
    }

    pub(crate) fn too_little_memory(bytes: usize) -> Self {
        Self(Kind::TooLittleMemory { bytes })
    }

    pub(crate) fn no_clock(error: std::io::Error) -> Self {
        Self(Kind::NoClock(error))
    }

    #[cfg(feature = "gate")]
    pub(crate) fn no_thread(error: std::io::Error) -> Self {
        Self(Kind::NoThread(error))
    }

    #[cfg(feature = "compile")]
    pub(crate) fn no_capture(why: impl fmt::Display) -> Self {
        Self(Kind::NoCapture(why.to_string()))
    }

    #[cfg(all(feature = "gate", not(feature = "compile")))]
    pub(crate) fn no_compiler() -> Self {
        Self(Kind::NoCompiler)
    }

    #[cfg(feature = "gate")]
    pub(crate) fn refused(says: String, answer: Vec<u8>, load: usize) -> Self {
        Self(Kind::Refused { says, answer, load })
    }

    #[cfg(feature = "gate")]
    pub(crate) fn unsound(why: impl fmt::Display) -> Self {
        Self(Kind::Unsound(why.to_string()))
    }

    #[cfg(feature = "gate")]
    pub(crate) fn undecided(why: impl fmt::Display) -> Self {
        Self(Kind::Undecided(why.to_string()))
    }

    #[cfg(feature = "gate")]
    pub(crate) fn panicked() -> Self {
        Self(Kind::Panicked)
    }

    /// Returns who has to act on the error.
    pub fn class(&self) -> Class {
        match self.0 {
            Kind::TooLarge { .. } | Kind::Refused { .. } | Kind::Undecided(_) => Class::Request,
            Kind::NoRoom { .. } => Class::Overload,
            _ => Class::Fault,
        }
    }

    /// A word for the kind of error, stable across versions of this crate, for programs that pass it on.
    pub fn kind(&self) -> &'static str {
        match self.0 {
            Kind::NotAnEngine(_) => "not-an-engine",
            Kind::WrongAbi { .. } => "wrong-abi",
            Kind::OutOfTime { .. } => "out-of-time",
            Kind::OutOfMemory { .. } | Kind::TooLittleMemory { .. } => "out-of-memory",
            Kind::TooLarge { .. } | Kind::WasmTooLarge { .. } => "too-large",
            Kind::Trapped(_) | Kind::BadAnswer(_) => "trapped",
            Kind::Ended => "ended",
            Kind::NoStart(_) => "no-start",
            Kind::NoRoom { .. } => "no-room",
            Kind::NoAddressSpace { .. } => "no-address-space",
            Kind::NoPageScan(_) => "no-page-scan",
            Kind::ImpossibleLimit { .. } => "impossible-limit",
            Kind::NoClock(_) => "no-clock",
            Kind::NoThread(_) => "no-thread",
            Kind::NoCapture(_) => "no-capture",
            Kind::NoCompiler => "no-compiler",
            Kind::Refused { .. } => "refused",
            Kind::Unsound(_) | Kind::Undecided(_) => "unsound",
            Kind::Panicked => "panicked",
        }
    }

    /// Whether the bytes are not an engine: not wasm, exports missing, imports present, or state outside its memory.
    pub fn is_not_an_engine(&self) -> bool {
        matches!(self.0, Kind::NotAnEngine(_))
    }

    /// Whether the engine speaks another version of the plain exports.
    pub fn is_wrong_abi(&self) -> bool {
        matches!(self.0, Kind::WrongAbi { .. })
    }

    /// Whether the decision took longer than the deadline.
    pub fn is_out_of_time(&self) -> bool {
        matches!(self.0, Kind::OutOfTime { .. })
    }

    /// Whether the decision needed more memory than the cap.
    pub fn is_out_of_memory(&self) -> bool {
        matches!(self.0, Kind::OutOfMemory { .. } | Kind::TooLittleMemory { .. })
    }

    /// Whether the maximum number of live instances was reached.
    pub fn is_no_room(&self) -> bool {
        matches!(self.0, Kind::NoRoom { .. })
    }

    /// Whether the process may not reserve the address space that the pool of instances needs.
    pub fn is_no_address_space(&self) -> bool {
        matches!(self.0, Kind::NoAddressSpace { .. })
    }

    /// Whether this machine does not support the requested [`Reset`](crate::Reset), or cannot use it safely.
    pub fn is_no_page_scan(&self) -> bool {
        matches!(self.0, Kind::NoPageScan(_))
    }

    /// Whether the request fits no buffer of the engine, or the wasm exceeds what is compiled.
    pub fn is_too_large(&self) -> bool {
        matches!(self.0, Kind::TooLarge { .. } | Kind::WasmTooLarge { .. })
    }

    /// Whether the engine trapped while starting.
    pub fn is_no_start(&self) -> bool {
        matches!(self.0, Kind::NoStart(_))
    }

    /// Whether no decision at all can be made within these limits.
    pub fn is_impossible_limit(&self) -> bool {
        matches!(self.0, Kind::ImpossibleLimit { .. })
    }

    /// Whether the engine trapped during a call, which is a defect of the engine.
    pub fn is_trapped(&self) -> bool {
        matches!(self.0, Kind::Trapped(_) | Kind::BadAnswer(_))
    }

    /// Whether the engine refused the documents; [`Error::answer`] is its answer.
    pub fn is_refused(&self) -> bool {
        matches!(self.0, Kind::Refused { .. })
    }

    /// The engine's answer if it refused documents.
    pub fn answer(&self) -> Option<&[u8]> {
        match &self.0 {
            Kind::Refused { answer, .. } => Some(answer),
            _ => None,
        }
    }

    /// The place in its set of the load that the engine refused.
    pub fn load(&self) -> Option<usize> {
        match &self.0 {
            Kind::Refused { load, .. } => Some(*load),
            _ => None,
        }
    }

    /// Whether the session had already ended with an earlier error.
    pub fn is_ended(&self) -> bool {
        matches!(self.0, Kind::Ended)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::NotAnEngine(why) => write!(f, "the bytes are not an engine: {why}"),
            Kind::WrongAbi { found, expected } => {
                write!(f, "the engine has version {found} of the plain exports, expected {expected}")
            }
            Kind::OutOfTime { millis } => write!(f, "the decision took longer than the deadline of {millis} ms"),
            Kind::OutOfMemory { bytes } => {
                write!(f, "the decision needed more than the {bytes} bytes of memory allowed")
            }
            Kind::TooLarge { bytes, limit } => {
                write!(f, "the request has {bytes} bytes, more than the {limit} the engine has a buffer for")
            }
            Kind::Trapped(why) => write!(f, "the engine stopped: {why}"),
            Kind::BadAnswer(what) => write!(f, "the engine's answer cannot be read: {what}"),
            Kind::Ended => write!(f, "the session ended with an earlier error; open another"),
            Kind::NoStart(why) => write!(f, "the engine does not start: {why}"),
            Kind::NoRoom { instances } => {
                write!(f, "all {instances} instances of the pool are in use, expected one to be free; drop a session")
            }
            Kind::NoAddressSpace { instances, why } => write!(
                f,
                "the pool cannot reserve address space, about 4 GiB for each of its {instances} instances: {why}; raise \
                 the limit of the process, in a shell with `ulimit -v {}`",
                (u64::from(*instances) * 4 + 2) << 20
            ),
            Kind::NoPageScan(why) => write!(
                f,
                "it cannot be told which pages of memory an instance wrote: {why}; use `Reset::Drop`, on the command line \
                 leave out `--scan-pages`"
            ),
            Kind::TooLittleMemory { bytes } => {
                write!(f, "the engine does not start within the {bytes} bytes of memory allowed; allow more")
            }
            Kind::WasmTooLarge { bytes, limit } => {
                write!(f, "found {bytes} bytes of wasm, expected at most {limit}")
            }
            Kind::ImpossibleLimit { name, found, expected } => {
                write!(f, "found the limit `{name}` {found}, expected {expected}")
            }
            Kind::NoClock(error) => write!(f, "the clock for deadlines does not start: {error}"),
            Kind::NoThread(error) => write!(f, "the thread that builds documents does not start: {error}"),
            Kind::NoCapture(why) => write!(f, "the engine's memory cannot be captured: {why}"),
            Kind::NoCompiler => write!(
                f,
                "fresh instances start with documents from a snapshot, and this build has no compiler to make one; \
                 expected the feature `compile`, warm instances, or an engine that was compiled with its documents"
            ),
            Kind::Refused { says, .. } => write!(f, "the engine refused the documents: {says}"),
            Kind::Unsound(why) => write!(f, "the new documents were not put to use: {why}"),
            Kind::Undecided(why) => f.write_str(why),
            Kind::Panicked => write!(f, "the host has a defect and gave up on the request"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0 {
            Kind::NoClock(error) | Kind::NoThread(error) => Some(error),
            _ => None,
        }
    }
}

//! How often each edge of the instrumented code was taken, as counted by the compiler in one byte per edge.
//!
//! The instrumentation is LLVM's own, which the stable compiler can insert (`xtask/src/fuzz.rs` has the flags). All it
//! needs from the program is one function that is told where the counters are.

use std::sync::Mutex;

/// The memory ranges of the counters, at least one for each crate.
static PIECES: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

/// Registers a range of counters. Called before `main` for each range, more than once for some.
///
/// # Safety
///
/// Only the compiler's start-up code may call this, with the ends of a section that lives as long as the program.
#[allow(unsafe_code, reason = "the name is part of the instrumentation")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __sanitizer_cov_8bit_counters_init(start: *mut u8, end: *mut u8) {
    let piece = (start as usize, end as usize);
    if let Ok(mut pieces) = PIECES.lock()
        && piece.0 < piece.1
        && !pieces.contains(&piece)
    {
        pieces.push(piece);
    }
}

/// The coverage reached so far, by any input.
pub struct Reached {
    pieces: Vec<(usize, usize)>,
    /// For each edge, the magnitudes of its counts so far, one bit each.
    seen: Vec<u8>,
    /// A copy of the counts of one range. They are copied before they are read because reading is counted too.
    counts: Vec<u8>,
}

impl Reached {
    /// Coverage of which nothing has been reached.
    pub fn nothing() -> Self {
        let pieces = PIECES.lock().map(|pieces| pieces.clone()).unwrap_or_default();
        let edges = pieces.iter().map(|(start, end)| end - start).sum();
        Self { pieces, seen: vec![0; edges], counts: Vec::new() }
    }

    /// The number of edges.
    pub fn all(&self) -> usize {
        self.seen.len()
    }

    /// The number of edges that were taken.
    pub fn edges(&self) -> usize {
        self.seen.iter().filter(|seen| **seen != 0).count()
    }

    /// Resets the counters.
    pub fn reset(&self) {
        for (start, end) in &self.pieces {
            // SAFETY: a range is writable memory that lives as long as the program, and no other thread counts.
            #[allow(unsafe_code, reason = "the counters belong to the compiler")]
            unsafe {
                std::ptr::write_bytes(*start as *mut u8, 0, end - start);
            }
        }
    }

    /// Adds the counts since the last reset. Returns whether anything is new.
    pub fn note(&mut self) -> bool {
        let (mut is_new, mut rest) = (false, self.seen.as_mut_slice());
        for (start, end) in &self.pieces {
            self.counts.resize(end - start, 0);
            // SAFETY: as in `reset`; the copy is as long as the range.
            #[allow(unsafe_code, reason = "the counters belong to the compiler")]
            unsafe {
                std::ptr::copy_nonoverlapping(*start as *const u8, self.counts.as_mut_ptr(), end - start);
            }
            let (seen, others) = rest.split_at_mut(end - start);
            rest = others;
            // Most edges are never taken, so they are skipped many at a time.
            for (counts, seen) in self.counts.chunks(32).zip(seen.chunks_mut(32)) {
                if counts.iter().any(|count| *count != 0) {
                    is_new |= note(counts, seen);
                }
            }
        }
        is_new
    }
}

/// Adds the magnitudes of some counts. Returns whether any is new.
fn note(counts: &[u8], seen: &mut [u8]) -> bool {
    let mut is_new = false;
    for (count, seen) in counts.iter().zip(seen) {
        let magnitude = 1_u8.checked_shl(u8::BITS - 1 - count.leading_zeros().min(7)).filter(|_| *count != 0);
        let magnitude = magnitude.unwrap_or_default();
        is_new |= *seen & magnitude != magnitude;
        *seen |= magnitude;
    }
    is_new
}

//! Counts the bytes that a thread holds, and the most it held. Each test runs on a thread of its own.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

/// The system allocator, with a count of what each thread allocates.
pub struct Counting;

fn count(bytes: isize) {
    HELD.set(HELD.get() + bytes);
    MOST.set(MOST.get().max(HELD.get()));
}

// SAFETY: all work is delegated to the system allocator, and counting does not allocate.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: guaranteed by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: guaranteed by the caller.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // The old and the new block may both exist during the move.
        count(size as isize);
        count(-(layout.size() as isize));
        // SAFETY: guaranteed by the caller.
        unsafe { System.realloc(place, layout, size) }
    }
}

/// Returns the most bytes this thread held at once during the work, in addition to those it held before.
pub fn most_held(work: impl FnOnce()) -> usize {
    let before = HELD.get();
    MOST.set(before);
    work();
    usize::try_from(MOST.get() - before).unwrap_or_default()
}

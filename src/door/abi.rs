//! The plain exports, for any host that runs wasm: no imports, JSON bytes in, JSON bytes out.
//!
//! The host asks for a buffer with `fitment_buf`, writes the request into it and calls a verb. The verb returns the
//! place of its answer: the pointer in the high half, the length in the low half. Both buffers belong to the guest and
//! are valid until the next call, so there is nothing to free.

#![allow(unsafe_code, reason = "an export without a mangled name counts as unsafe; there is no other unsafe code here")]

use std::cell::RefCell;
use std::hint::black_box;

use crate::base::Limits;
use crate::{ABI_VERSION, Engine};

#[derive(Default)]
struct Guest {
    engine: Engine,
    request: Vec<u8>,
    answer: String,
}

thread_local! {
    static GUEST: RefCell<Guest> = RefCell::default();
}

/// The version of these exports.
#[unsafe(no_mangle)]
extern "C" fn fitment_abi_version() -> u32 {
    ABI_VERSION
}

/// Returns a buffer of at least `len` bytes for the next request, or 0 if that is more than any verb reads.
#[unsafe(no_mangle)]
extern "C" fn fitment_buf(len: u32) -> u32 {
    let len = len as usize;
    if len > Limits::default().load_bytes {
        return 0;
    }
    GUEST.with_borrow_mut(|guest| {
        if guest.request.len() < len {
            guest.request.resize(len, 0);
        }
        place(guest.request.as_ptr())
    })
}

/// The verb `load`.
#[unsafe(no_mangle)]
extern "C" fn fitment_load(ptr: u32, len: u32) -> i64 {
    call(ptr, len, |engine, request| engine.load(request))
}

/// The verb `ask`.
#[unsafe(no_mangle)]
extern "C" fn fitment_ask(ptr: u32, len: u32) -> i64 {
    call(ptr, len, |engine, request| engine.ask(request))
}

/// The verb `review`.
#[unsafe(no_mangle)]
extern "C" fn fitment_review(ptr: u32, len: u32) -> i64 {
    call(ptr, len, |engine, request| engine.review(request))
}

/// Allocates the buffers, and grows the memory by the room that a request usually needs. This is called when the module
/// is built, or before a snapshot is taken of a module with loaded documents; hosts need not call it.
#[unsafe(export_name = "wizer-initialize")]
extern "C" fn initialize() {
    const USUAL_REQUEST: usize = 64 << 10;
    const ROOM: usize = 1 << 20;
    GUEST.with_borrow_mut(|guest| {
        // A snapshot does not need the text of the loaded documents. `black_box` keeps the zeros from being optimized
        // away.
        guest.request.fill(0);
        black_box(&mut guest.request);
        guest.request = vec![0; USUAL_REQUEST];
        guest.answer = String::with_capacity(USUAL_REQUEST);
    });
    // Freed again, so that a request finds this room.
    drop(black_box(Vec::<u8>::with_capacity(ROOM)));
}

fn call(ptr: u32, len: u32, verb: impl FnOnce(&mut Engine, &[u8]) -> String) -> i64 {
    GUEST.with_borrow_mut(|guest| {
        // A request outside the buffer reads as an empty one, which the verb refuses.
        let start = (ptr as usize).checked_sub(place(guest.request.as_ptr()) as usize);
        let end = start.and_then(|start| start.checked_add(len as usize));
        let request = start.zip(end).and_then(|(start, end)| guest.request.get(start..end)).unwrap_or_default();
        guest.answer = verb(&mut guest.engine, request);
        i64::from(place(guest.answer.as_ptr())) << 32 | guest.answer.len() as i64
    })
}

/// A pointer, as the host sees it.
fn place(pointer: *const u8) -> u32 {
    pointer as usize as u32
}

//! The plain exports, for any host that runs wasm: no imports, JSON bytes in, JSON bytes out.
//!
//! The host asks for a buffer with `fitment_buf`, writes the request into it and calls a verb, which answers with
//! the place of its answer: the pointer in the high half, the length in the low. Both buffers belong to the guest
//! and are good until the next call, so there is nothing to free.

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

/// A buffer of at least `len` bytes for the next request, or 0 if no verb reads that much.
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

/// `load`
#[unsafe(no_mangle)]
extern "C" fn fitment_load(ptr: u32, len: u32) -> i64 {
    call(ptr, len, |engine, request| engine.load(request))
}

/// `ask`
#[unsafe(no_mangle)]
extern "C" fn fitment_ask(ptr: u32, len: u32) -> i64 {
    call(ptr, len, |engine, request| engine.ask(request))
}

/// `review`
#[unsafe(no_mangle)]
extern "C" fn fitment_review(ptr: u32, len: u32) -> i64 {
    call(ptr, len, |engine, request| engine.review(request))
}

/// Makes the buffers, and room for everything else that a request would have to grow memory for. Called when the module
/// is built or before a snapshot of it is taken, where what was loaded stays; a host need not call it.
#[unsafe(export_name = "wizer-initialize")]
extern "C" fn initialize() {
    const USUAL_REQUEST: usize = 64 << 10;
    const ROOM: usize = 1 << 20;
    GUEST.with_borrow_mut(|guest| {
        // A snapshot need not carry the text of documents that were loaded. Looked at, lest the zeros are left out.
        guest.request.fill(0);
        black_box(&mut guest.request);
        guest.request = vec![0; USUAL_REQUEST];
        guest.answer = String::with_capacity(USUAL_REQUEST);
    });
    // Given back, it is what a request finds free.
    drop(black_box(Vec::<u8>::with_capacity(ROOM)));
}

fn call(ptr: u32, len: u32, verb: impl FnOnce(&mut Engine, &[u8]) -> String) -> i64 {
    GUEST.with_borrow_mut(|guest| {
        // What does not lie in the buffer is no request; the verb says so.
        let start = (ptr as usize).checked_sub(place(guest.request.as_ptr()) as usize);
        let end = start.and_then(|start| start.checked_add(len as usize));
        let request = start.zip(end).and_then(|(start, end)| guest.request.get(start..end)).unwrap_or_default();
        guest.answer = verb(&mut guest.engine, request);
        i64::from(place(guest.answer.as_ptr())) << 32 | guest.answer.len() as i64
    })
}

/// A pointer as the host sees it.
fn place(pointer: *const u8) -> u32 {
    pointer as usize as u32
}

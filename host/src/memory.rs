use wasmtime::{AsContext, AsContextMut, Memory};

use crate::error::{Error, Result};

/// Copies bytes into the guest, to the address that the guest returned.
pub(crate) fn write(memory: Memory, mut store: impl AsContextMut, at: u32, bytes: &[u8]) -> Result<()> {
    memory.write(&mut store, at as usize, bytes).map_err(|_| Error::bad_answer("its buffer lies outside its memory"))
}

/// Copies bytes out of the guest. The place comes from the guest and is checked.
pub(crate) fn read(memory: Memory, store: impl AsContext, place: u64) -> Result<Vec<u8>> {
    let (at, len) = ((place >> 32) as usize, (place & u64::from(u32::MAX)) as usize);
    let bytes = at.checked_add(len).and_then(|end| memory.data(&store).get(at..end));
    match bytes {
        Some(bytes) if place != 0 => Ok(bytes.to_vec()),
        Some(_) => Err(Error::bad_answer("there is none")),
        None => Err(Error::bad_answer("it lies outside its memory")),
    }
}

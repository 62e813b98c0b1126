use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use wasmtime::CacheStore;

/// Functions that were compiled before. Snapshots of one engine differ in their memory alone, so that each after the first
/// compiles hardly anything.
#[derive(Debug, Default)]
pub struct Compiled(RwLock<Functions>);

#[derive(Debug, Default)]
struct Functions {
    by_key: HashMap<Vec<u8>, Vec<u8>>,
    bytes: usize,
}

/// Several engines; what is more is compiled each time.
const BYTES: usize = 128 << 20;

impl CacheStore for Compiled {
    fn get(&self, key: &[u8]) -> Option<Cow<'_, [u8]>> {
        let functions = self.0.read().unwrap_or_else(PoisonError::into_inner);
        functions.by_key.get(key).map(|code| Cow::Owned(code.clone()))
    }

    fn insert(&self, key: &[u8], code: Vec<u8>) -> bool {
        let mut functions = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let bytes = key.len() + code.len();
        if functions.bytes + bytes > BYTES {
            return false;
        }
        functions.bytes += bytes;
        if let Some(before) = functions.by_key.insert(key.to_vec(), code) {
            functions.bytes -= key.len() + before.len();
        }
        true
    }
}

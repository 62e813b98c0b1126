//! Provider components that a ConfigMap stores gzipped because they exceed a ConfigMap's size limit.

use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use crate::base::base64;

/// The largest size of unpacked components, in bytes. Those of the largest providers are 2 to 3 MiB; without a limit,
/// one megabyte of gzip could unpack to a gigabyte.
const LARGEST: usize = 16 << 20;

/// Why compressed components cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Damage {
    /// The text is not base64.
    Base64,
    /// The bytes are not gzip, or they are truncated or corrupted.
    Gzip,
    /// The unpacked components exceed the size limit.
    TooLarge,
}

impl Damage {
    /// Describes the damage in words.
    pub fn word(self) -> &'static str {
        match self {
            Self::Base64 => "no base 64",
            Self::Gzip => "no whole gzip file",
            Self::TooLarge => "larger than 16 MiB",
        }
    }
}

/// Decodes base64 text, the form of a ConfigMap's `binaryData`, and unpacks the gzip file in it.
pub fn inflate(text: &str) -> Result<Vec<u8>, Damage> {
    let bytes = base64::decoded(text).ok_or(Damage::Base64)?;
    let body = after_header(&bytes).ok_or(Damage::Gzip)?;
    let (body, trailer) = body.split_last_chunk::<8>().ok_or(Damage::Gzip)?;
    let content = decompress_to_vec_with_limit(body, LARGEST).map_err(|failure| match failure.status {
        TINFLStatus::HasMoreOutput => Damage::TooLarge,
        _ => Damage::Gzip,
    })?;
    let [a, b, c, d, e, f, g, h] = *trailer;
    let whole = u32::from_le_bytes([a, b, c, d]) == checksum(&content)
        && u32::from_le_bytes([e, f, g, h]) as usize == content.len();
    if whole { Ok(content) } else { Err(Damage::Gzip) }
}

/// Returns what follows the header of a gzip file (RFC 1952).
fn after_header(bytes: &[u8]) -> Option<&[u8]> {
    let [0x1f, 0x8b, 8, flags, _, _, _, _, _, _, rest @ ..] = bytes else { return None };
    let has = |flag: u8| flags & flag != 0;
    let mut rest = rest;
    if has(4) {
        let [low, high, after @ ..] = rest else { return None };
        rest = after.get(usize::from(u16::from_le_bytes([*low, *high]))..)?;
    }
    for flag in [8, 16] {
        if has(flag) {
            let end = rest.iter().position(|byte| *byte == 0)?;
            rest = rest.get(end + 1..)?;
        }
    }
    if has(2) { rest.get(2..) } else { Some(rest) }
}

/// The CRC-32 of `bytes`, as RFC 1952 defines it.
fn checksum(bytes: &[u8]) -> u32 {
    let fold = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| sum >> 1 ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 })
    };
    !bytes.iter().fold(!0, fold)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELLO: &str = "H4sIAAAAAAACA8tIzcnJBwCGphA2BQAAAA==";

    #[test]
    fn what_is_cut_or_changed_is_refused() {
        let whole = base64::decoded(HELLO).expect("base 64");
        for end in 0..whole.len() {
            assert_eq!(inflate(&base64::encoded(&whole[..end])), Err(Damage::Gzip), "cut at {end}");
        }
        // The header's timestamp and operating system and the padding bits of the last byte carry no content, so
        // changes there go unnoticed.
        for at in (0..whole.len()).filter(|at| !(4..10).contains(at)) {
            let mut changed = whole.clone();
            changed[at] ^= if at == whole.len() - 9 { 0x01 } else { 0x10 };
            assert!(inflate(&base64::encoded(&changed)).is_err(), "changed at {at}");
        }
        assert_eq!(inflate("%"), Err(Damage::Base64));
    }

    #[test]
    fn what_a_header_may_have_besides_is_passed_over() {
        let plain = base64::decoded(HELLO).expect("base 64");
        // Flag 1, which marks the content as text, adds no field to the header.
        let [checksum, extra, name, comment] = [2, 4, 8, 16];
        for flags in 0..32_u8 {
            let mut file = plain[..10].to_vec();
            file[3] = flags;
            for (flag, besides) in [(extra, &b"\x02\0ab"[..]), (name, b"n\0"), (comment, b"why\0"), (checksum, b"ck")] {
                if flags & flag != 0 {
                    file.extend_from_slice(besides);
                }
            }
            file.extend_from_slice(&plain[10..]);
            assert_eq!(inflate(&base64::encoded(&file)), Ok(b"hello".to_vec()), "{flags:b}");
        }
    }

    #[test]
    fn what_unpacks_without_end_is_refused() {
        let bomb = miniz_oxide::deflate::compress_to_vec(&vec![b'a'; LARGEST + 1], 6);
        let mut file = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
        file.extend(bomb);
        file.extend([0; 8]);
        assert_eq!(inflate(&base64::encoded(&file)), Err(Damage::TooLarge));
    }

    #[test]
    fn inflate_as_shown() {
        assert_eq!(inflate("H4sIAAAAAAACA8tIzcnJBwCGphA2BQAAAA=="), Ok(b"hello".to_vec()));
        assert_eq!(inflate("aGVsbG8="), Err(Damage::Gzip));
    }
}

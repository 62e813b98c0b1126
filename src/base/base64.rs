//! Base64, as used in PEM and AdmissionReviews.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Encodes bytes in base64, with padding.
pub fn encoded(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let word = group.iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        for place in 0..4 {
            let sextet = word >> (18 - 6 * place) & 63;
            let letter = LETTERS.get(sextet as usize).filter(|_| place <= group.len());
            text.push(letter.map_or('=', |letter| char::from(*letter)));
        }
    }
    text
}

/// Decodes base64, ignoring whitespace. `None` if the text is invalid or its padding is missing.
pub fn decoded(text: &str) -> Option<Vec<u8>> {
    let letters: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let mut bytes = Vec::with_capacity(letters.len() / 4 * 3);
    let (groups, rest) = letters.as_chunks::<4>();
    for (index, group) in groups.iter().enumerate() {
        let padding = group.iter().rev().take_while(|letter| **letter == b'=').count();
        if padding > 2 || padding > 0 && index + 1 < groups.len() {
            return None;
        }
        let word = group.iter().take(4 - padding).try_fold(0_u32, |word, letter| Some(word << 6 | sextet(*letter)?))?;
        let word = word << (6 * padding as u32 + 8);
        bytes.extend(word.to_be_bytes().iter().take(3 - padding));
    }
    rest.is_empty().then_some(bytes)
}

fn sextet(letter: u8) -> Option<u32> {
    let value = match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(u32::from(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_padded() {
        assert_eq!(crate::base::base64::encoded(b"fooba"), "Zm9vYmE=");
    }

    #[test]
    fn blanks_are_skipped_and_padding_is_needed() {
        assert_eq!(crate::base::base64::decoded("Zm9v\nYmE=").as_deref(), Some(&b"fooba"[..]));
        assert_eq!(crate::base::base64::decoded("Zm9v YmE"), None);
    }

    #[test]
    fn what_is_encoded_is_decoded() {
        let bytes: Vec<u8> = (0..=255).collect();
        for end in 0..bytes.len() {
            let text = encoded(&bytes[..end]);
            assert_eq!(text.len(), end.div_ceil(3) * 4);
            assert_eq!(decoded(&text).as_deref(), Some(&bytes[..end]), "{text}");
        }
    }

    #[test]
    fn what_is_no_base_64_is_nothing() {
        for text in
            ["A", "AA", "AAA", "AAAAA", "A===", "====", "AA==AAAA", "AAA=AAAA", "=AAA", "A=AA", "AA=A", "AAA.", "AA-_"]
        {
            assert_eq!(decoded(text), None, "{text}");
        }
        for (letter, value) in LETTERS.iter().zip(0_u32..) {
            assert_eq!(sextet(*letter), Some(value));
        }
        assert_eq!((0..=u8::MAX).filter(|byte| sextet(*byte).is_some()).count(), LETTERS.len());
    }
}

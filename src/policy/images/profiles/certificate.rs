//! Whether a text is a certificate: PEM around DER that has the outline of one. Signatures are not verified.

use crate::base::base64;

const BEGIN: &str = "-----BEGIN CERTIFICATE-----";

const END: &str = "-----END CERTIFICATE-----";

const SEQUENCE: u8 = 0x30;

const BIT_STRING: u8 = 0x03;

/// Whether the first block of a text is a certificate.
pub(super) fn is_certificate(text: &str) -> bool {
    let mut lines = text.split('\n');
    let mut begins = lines.by_ref().filter(|line| line.starts_with("-----BEGIN ") && bare(line).ends_with("-----"));
    if begins.next().map(bare) != Some(BEGIN) {
        return false;
    }
    let mut body: Vec<&str> = Vec::new();
    let is_whole = lines.by_ref().any(|line| {
        let ends = line.starts_with(END) && bare(line) == END;
        body.extend(Some(line).filter(|_| !ends));
        ends
    });
    // A block may begin with headers, which have a colon after their name.
    let headers = body.iter().take_while(|line| line.contains(':')).count();
    let body = body.get(headers..).unwrap_or_default().concat();
    is_whole && base64::decoded(&body).is_some_and(|der| is_outline(&der))
}

/// A line without trailing blanks.
fn bare(line: &str) -> &str {
    line.trim_end_matches([' ', '\t', '\r'])
}

/// Whether DER has the outline of a certificate: the signed part, the algorithm and the signature, and nothing after
/// them.
fn is_outline(der: &[u8]) -> bool {
    let parts = || {
        let (whole, rest) = element(der, SEQUENCE)?;
        let (_, after) = element(whole, SEQUENCE)?;
        let (_, after) = element(after, SEQUENCE)?;
        let (_, after) = element(after, BIT_STRING)?;
        Some(rest.is_empty() && after.is_empty())
    };
    parts().unwrap_or(false)
}

/// Splits off an element with the given tag. Returns its content and what follows it.
fn element(der: &[u8], tag: u8) -> Option<(&[u8], &[u8])> {
    let rest = der.strip_prefix(&[tag])?;
    let (&first, rest) = rest.split_first()?;
    let (length, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        0x81..=0x84 => {
            let (bytes, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
            (bytes.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte)), rest)
        }
        _ => return None,
    };
    rest.split_at_checked(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_has_its_outline() {
        // An empty body, an empty algorithm, an empty signature.
        let smallest = "MAYwADAAAwA=";
        let block = |body: &str| format!("{BEGIN}\n{body}\n{END}\n");
        assert!(is_certificate(&block(smallest)));
        assert!(is_certificate(&format!("a comment\n{}{}", block(smallest), block("x"))));
        for broken in ["", "AAA\n", "MAYwADAAAwAA", "MAYwADAA", "M", "====", "MAYwADAAMAA="] {
            assert!(!is_certificate(&block(broken)), "{broken}");
        }
        let lined = |begin: &str, end: &str| format!("{begin}\n{smallest}\n{end}\n");
        assert!(is_certificate(&lined(&format!("{BEGIN} \r"), &format!("{END}\t"))));
        assert!(is_certificate(&lined(&format!("{BEGIN}\nProc-Type: 4\n"), END)));
        assert!(is_certificate(&format!("not -----BEGIN here\n{}", block(smallest))));
        for (begin, end) in [
            (format!(" {BEGIN}"), END.to_owned()),
            (BEGIN.to_owned(), format!(" {END}")),
            (format!("{BEGIN} x"), END.to_owned()),
        ] {
            assert!(!is_certificate(&lined(&begin, &end)), "{begin} {end}");
        }
        assert!(!is_certificate(&format!("{BEGIN}{smallest}{END}")));
        assert!(!is_certificate("AAA\n") && !is_certificate("-----BEGIN KEY-----\nMAYwADAAAwA=\n-----END KEY-----"));
    }
}

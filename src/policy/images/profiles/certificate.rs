//! Whether a text is a certificate: PEM around DER that has the outline of one. Signatures are not verified.

use crate::base::base64;

const SEQUENCE: u8 = 0x30;

const BIT_STRING: u8 = 0x03;

const INTEGER: u8 = 0x02;

/// The version, which the first one leaves out.
const VERSION: u8 = 0xa0;

/// Whether the first block of a text that can be decoded is a certificate.
pub(super) fn is_certificate(text: &str) -> bool {
    let (mut begun, mut body): (_, Vec<&str>) = (None, Vec::new());
    for line in text.split('\n') {
        if let Some(name) = named(line, "-----BEGIN ") {
            (begun, body) = (Some(name), Vec::new());
        } else if begun.is_some() && named(line, "-----END ") == begun {
            // A block may begin with headers, which have a colon after their name.
            let headers = body.iter().take_while(|line| line.contains(':')).count();
            let body = body.get(headers..).unwrap_or_default().concat();
            if let Some(der) = base64::decoded(&body) {
                return begun == Some("CERTIFICATE") && is_outline(&der);
            }
            begun = None;
        } else {
            body.push(line);
        }
    }
    false
}

/// The name in a line that begins or ends a block. Blanks may follow.
fn named<'l>(line: &'l str, marker: &str) -> Option<&'l str> {
    line.strip_prefix(marker)?.trim_end_matches([' ', '\t', '\r']).strip_suffix("-----")
}

/// Whether DER has the outline of a certificate: the signed part, the algorithm and the signature, and nothing after
/// them.
fn is_outline(der: &[u8]) -> bool {
    let parts = || {
        let (whole, rest) = element(der, SEQUENCE)?;
        let (signed, after) = element(whole, SEQUENCE)?;
        let (algorithm, after) = element(after, SEQUENCE)?;
        let (_, after) = element(after, BIT_STRING)?;
        Some(rest.is_empty() && after.is_empty() && signed_algorithm(signed)? == algorithm)
    };
    parts().unwrap_or(false)
}

/// The algorithm that the signed part names, if the part has all that it needs.
fn signed_algorithm(signed: &[u8]) -> Option<&[u8]> {
    let unversioned = element(signed, VERSION).map_or(signed, |(_, after)| after);
    let (_, after) = element(unversioned, INTEGER)?;
    let (algorithm, mut after) = element(after, SEQUENCE)?;
    for _ in ["issuer", "validity", "subject", "key"] {
        (_, after) = element(after, SEQUENCE)?;
    }
    Some(algorithm)
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
        const BEGIN: &str = "-----BEGIN CERTIFICATE-----";
        const END: &str = "-----END CERTIFICATE-----";
        // Every part is there and empty.
        let smallest = "MBIwDAIAMAAwADAAMAAwADAAAwA=";
        let block = |body: &str| format!("{BEGIN}\n{body}\n{END}\n");
        assert!(is_certificate(&block(smallest)));
        assert!(is_certificate(&block("MBQwDqAAAgAwADAAMAAwADAAMAADAA==")), "with a version");
        assert!(is_certificate(&format!("a comment\n{}{}", block(smallest), block("x"))));
        for broken in [
            "",
            "AAA\n",
            "MAYwADAAAwAA",
            "MAYwADAAAwA=",
            "MBAwCgIAMAAwADAAMAAwAAMA",
            "MBQwDAIAMAAwADAAMAAwADACBQADAA==",
        ] {
            assert!(!is_certificate(&block(broken)), "{broken}");
        }
        let lined = |begin: &str, end: &str| format!("{begin}\n{smallest}\n{end}\n");
        assert!(is_certificate(&lined(&format!("{BEGIN} \r"), &format!("{END}\t"))));
        assert!(is_certificate(&lined(&format!("{BEGIN}\nProc-Type: 4\n"), END)));
        for ahead in ["not -----BEGIN here\n", &block("===="), &block("M"), &format!("{BEGIN}\nAAAA\n")] {
            assert!(is_certificate(&format!("{ahead}{}", block(smallest))), "{ahead}");
        }
        for (begin, end) in [
            (format!(" {BEGIN}"), END.to_owned()),
            (BEGIN.to_owned(), format!(" {END}")),
            (format!("{BEGIN} x"), END.to_owned()),
        ] {
            assert!(!is_certificate(&lined(&begin, &end)), "{begin} {end}");
        }
        assert!(!is_certificate(&format!("{BEGIN}{smallest}{END}")));
        let key = "-----BEGIN KEY-----\nAAAA\n-----END KEY-----\n";
        assert!(!is_certificate(key) && !is_certificate(&format!("{key}{}", block(smallest))));
    }
}

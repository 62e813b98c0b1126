use std::fmt::Display;
use std::io::Write as _;

/// Writes a line to standard error. If that is not possible, there is nowhere to say so.
pub fn line(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

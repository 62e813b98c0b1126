use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use fitment_host::Session;

use super::exit::{Done, Exit, Failure};
use super::input;

/// Answers one request a line, each on its line. A line that cannot be read is answered like any other.
pub fn run(session: &mut Session, path: &Path) -> Done {
    let mut input = BufReader::with_capacity(1 << 16, input::open(path)?);
    let mut output = BufWriter::new(std::io::stdout().lock());
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line).map_err(|error| Failure::file(path, error))? == 0 {
            break;
        }
        let request = line.strip_suffix(b"\n").unwrap_or(&line);
        let request = request.strip_suffix(b"\r").unwrap_or(request);
        output.write_all(&session.ask(request)?)?;
        output.write_all(b"\n")?;
        // Who writes a line and waits for its answer gets it.
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
    output.flush()?;
    Ok(Exit::Yes)
}

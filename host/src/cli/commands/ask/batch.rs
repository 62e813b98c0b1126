use std::io::{BufRead, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::Path;

use fitment_host::Session;
use serde_json::json;

use crate::cli::exit::{Done, Exit, Failure};
use crate::cli::reading::source;

/// Answers one request per line, each with one line. An unreadable line is answered like any other. A line that the
/// host gets no answer to, because of the time or memory limit, is answered with the error; the next line gets a new
/// session with the same documents.
pub fn run(session: Session, again: impl Fn() -> Result<Session, Failure>, path: &Path) -> Done {
    let mut input = BufReader::with_capacity(1 << 16, source::open(path)?);
    let mut output = BufWriter::new(std::io::stdout().lock());
    let mut exit = Exit::Yes;
    match answer(session, again, path, &mut input, &mut output, &mut exit) {
        // The reader has gone, and the input may be endless.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(exit),
        done => done.map(|()| exit),
    }
}

fn answer(
    session: Session,
    again: impl Fn() -> Result<Session, Failure>,
    path: &Path,
    input: &mut BufReader<Box<dyn Read>>,
    output: &mut impl Write,
    exit: &mut Exit,
) -> Result<(), Failure> {
    let mut session = Some(session);
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line).map_err(|error| Failure::file(path, error))? == 0 {
            break;
        }
        let request = line.strip_suffix(b"\n").unwrap_or(&line);
        let request = request.strip_suffix(b"\r").unwrap_or(request);
        let mut asked = session.take().map_or_else(&again, Ok)?;
        match asked.ask(request) {
            Ok(answer) => {
                output.write_all(&answer)?;
                session = Some(asked);
            }
            Err(error) => {
                let told = json!({ "error": { "kind": error.kind(), "says": error.to_string() } });
                output.write_all(told.to_string().as_bytes())?;
                // A request that is too large does not end the session.
                session = Some(asked).filter(|_| error.is_too_large());
                *exit = exit.worse(Failure::from(error).exit());
            }
        }
        output.write_all(b"\n")?;
        // Flush for clients that write a line and wait for its answer.
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
    Ok(output.flush()?)
}

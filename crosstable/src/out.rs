//! Prints data to stdout and everything for people to stderr. A closed pipe is not an error.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a line of data. A reader that has closed the pipe is not an error.
///
/// # Errors
/// When stdout fails for another reason, such as a full disk.
pub(crate) fn data(line: impl Display) -> io::Result<()> {
    bytes(format!("{line}\n").as_bytes())
}

/// Prints data unchanged.
pub(crate) fn bytes(data: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(data).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

/// Replaces the last line on a terminal.
pub(crate) fn replace_line(line: impl Display) {
    let _ = write!(io::stderr().lock(), "\r{line}\u{1b}[K");
}

/// Prints a line for people.
pub(crate) fn say(line: impl Display) {
    // If stderr is closed, there is no place to report the failure.
    let _ = writeln!(io::stderr().lock(), "{line}");
}

//! Where words go: data to stdout, everything for people to stderr. A closed pipe is nobody's fault.

use std::fmt::Display;
use std::io::{self, Write};

/// A line of data. Says nothing of a reader who has gone.
///
/// # Errors
/// When stdout fails for another reason, such as a full disk.
pub(crate) fn data(line: impl Display) -> io::Result<()> {
    bytes(format!("{line}\n").as_bytes())
}

/// Data as it is.
///
/// # Errors
/// As [`data`].
pub(crate) fn bytes(data: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(data).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done,
    }
}

/// A line for people.
pub(crate) fn say(line: impl Display) {
    // Where stderr is closed there is nobody to tell.
    let _ = writeln!(io::stderr().lock(), "{line}");
}

//! Records everything that the app logs at level `trace`, so that tests can search it for secrets and for errors.

use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use tracing_subscriber::Layer;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::fmt::writer::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;

/// Ending of the log files of other processes.
pub(crate) const ENDING: &str = ".heard";

static HEARD: OnceLock<Mutex<Vec<u8>>> = OnceLock::new();

/// A writer into the recorded log.
struct Ear;

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        HEARD.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Ear {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        Self
    }
}

/// Starts to record this process's log, its spans with all fields, and panics on all threads as errors.
pub fn listen() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        let everything =
            tracing_subscriber::fmt::layer().with_writer(Ear).with_ansi(false).with_span_events(FmtSpan::FULL);
        let subscriber = tracing_subscriber::registry().with(everything.with_filter(LevelFilter::TRACE));
        tracing::subscriber::set_global_default(subscriber).expect("no other subscriber is set");
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            tracing::error!("panic: {panic}");
            before(panic);
        }));
    });
}

/// Returns everything recorded so far in this process, and the logs of other processes in this folder.
pub fn heard(folder: &Path) -> String {
    let files = std::fs::read_dir(folder).expect("a folder").flatten().map(|file| file.path());
    let logs = files.filter(|file| file.to_string_lossy().ends_with(ENDING));
    let logs = logs.flat_map(|file| std::fs::read(file).expect("a log"));
    here() + &String::from_utf8_lossy(&logs.collect::<Vec<_>>())
}

fn here() -> String {
    let heard = HEARD.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    String::from_utf8_lossy(&heard).into_owned()
}

/// Fails if this process logged anything above WARN.
pub fn assert_silent() {
    let heard = here();
    // The level follows the time.
    let errors: Vec<_> = heard.lines().filter(|line| line.split_whitespace().nth(1) == Some("ERROR")).collect();
    assert!(errors.is_empty(), "unexpected errors in the log: {errors:#?}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_heard_and_warnings_are_not() {
        listen();
        tracing::warn!("only a warning");
        assert_silent();
        tracing::error!(number = 7, "an error");
        assert!(std::panic::catch_unwind(assert_silent).is_err());
    }
}

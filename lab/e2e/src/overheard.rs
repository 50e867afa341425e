//! Records everything that the app logs at level `trace`, so that tests can search it for secrets.

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

/// Starts to record this process's log, and its spans with all fields.
pub fn listen() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        let everything =
            tracing_subscriber::fmt::layer().with_writer(Ear).with_ansi(false).with_span_events(FmtSpan::FULL);
        let subscriber = tracing_subscriber::registry().with(everything.with_filter(LevelFilter::TRACE));
        tracing::subscriber::set_global_default(subscriber).expect("no other subscriber is set");
    });
}

/// Returns everything recorded so far in this process, and the logs of other processes in this folder.
pub fn heard(folder: &Path) -> String {
    let here = HEARD.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner).clone();
    let files = std::fs::read_dir(folder).expect("a folder").flatten().map(|file| file.path());
    let logs = files.filter(|file| file.to_string_lossy().ends_with(ENDING));
    let logs = logs.flat_map(|file| std::fs::read(file).expect("a log"));
    String::from_utf8_lossy(&here.into_iter().chain(logs).collect::<Vec<_>>()).into_owned()
}

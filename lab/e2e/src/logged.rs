//! Records logged errors and panics of a test run, for tests that expect none.

use std::sync::{Mutex, OnceLock};

use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};

static ERRORS: OnceLock<Mutex<Vec<String>>> = OnceLock::new();

fn errors() -> &'static Mutex<Vec<String>> {
    ERRORS.get_or_init(Mutex::default)
}

fn remember(text: String) {
    errors().lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(text);
}

struct Errors;

impl<S: Subscriber> Layer<S> for Errors {
    fn on_event(&self, event: &Event<'_>, _context: Context<'_, S>) {
        if *event.metadata().level() == Level::ERROR {
            let mut text = Text(event.metadata().target().to_owned());
            event.record(&mut text);
            remember(text.0);
        }
    }
}

struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.0.push_str(&format!(" {field}={value:?}"));
    }
}

/// Starts to record errors in the log, and panics on all threads.
pub fn listen() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        let subscriber = tracing_subscriber::registry().with(Errors);
        tracing::subscriber::set_global_default(subscriber).expect("no other subscriber is set");
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            remember(format!("panic: {panic}"));
            before(panic);
        }));
    });
}

/// Fails if anything was logged above WARN, or a thread panicked.
pub fn assert_silent() {
    let found = errors().lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
    assert!(found.is_empty(), "unexpected errors in the log: {found:#?}");
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
        let heard = errors().lock().unwrap().clone();
        assert!(heard.len() == 1 && heard[0].contains("number=7"), "{heard:?}");
    }
}

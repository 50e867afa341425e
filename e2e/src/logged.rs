//! What a test run has logged and whether anything panicked, for the tests that demand silence.

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

/// Listens from now on: to everything logged as an error, and to panics on any thread but the tests' own.
pub fn listen() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        let subscriber = tracing_subscriber::registry().with(Errors);
        tracing::subscriber::set_global_default(subscriber).expect("nobody else listens");
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            remember(format!("panic: {panic}"));
            before(panic);
        }));
    });
}

/// Fails if anything was logged above WARN, or panicked.
pub fn assert_silent() {
    let found = errors().lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
    assert!(found.is_empty(), "errors where none are due: {found:#?}");
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

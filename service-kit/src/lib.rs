//! Code that all services share: clock, randomness, lifecycle, log, metrics, HTTP server, health, problem+json, API
//! keys.
//!
//! It knows nothing about tournaments: it must not name any crate of the domain.

pub mod boundary;
pub mod client_address;
pub mod clock;
pub mod concurrency;
pub mod credential_value;
mod drain;
pub mod health;
pub mod hex;
pub mod http_client;
pub mod intake;
pub mod keyring;
pub mod lifecycle;
pub mod limits;
pub mod message;
pub mod metrics;
mod monitoring;
pub mod nats;
pub mod oidc;
pub mod outbound;
pub mod password;
pub mod problem;
pub mod push_key;
pub mod quota;
pub mod random;
pub mod secret;
pub mod server;
pub mod telemetry;
pub mod totp;
pub mod traces;
pub mod webhook_secret;

use std::any::Any;

/// Any error that can be sent between threads.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Why a process failed or a part of it cannot be set up, in words for the operator. It contains no secret.
#[derive(Debug, thiserror::Error)]
#[error("{what}")]
pub struct ProcessError {
    what: String,
    source: Option<BoxError>,
}

impl ProcessError {
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), source: None }
    }

    pub(crate) fn because(self, source: impl Into<BoxError>) -> Self {
        Self { source: Some(source.into()), ..self }
    }
}

/// Returns an error and its causes on one line, for the log.
pub fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let next = error.to_string();
        // A transparent wrapper has the same text as the error it wraps.
        if !text.ends_with(&next) {
            text.push_str(": ");
            text.push_str(&next);
        }
        cause = error.source();
    }
    text
}

/// Returns the message of a panic, if it is text.
pub fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "without a message".to_owned())
}

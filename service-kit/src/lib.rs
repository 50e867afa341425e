//! The shell that all services share: clock, randomness, lifecycle, log, metrics, HTTP server,
//! health, problem+json, API keys.
//!
//! It knows no tournament: no crate of the domain may be named here.

pub mod ask;
pub mod boundary;
pub mod client_address;
pub mod clock;
pub mod credential_value;
mod head_limit;
pub mod health;
pub mod intake;
pub mod keyring;
pub mod lifecycle;
pub mod limits;
mod linger;
pub mod metrics;
pub mod nats;
pub mod password;
pub mod problem;
pub mod random;
pub mod secret;
pub mod server;
pub mod telemetry;
pub mod traces;

/// An error that can travel between threads, whatever it is.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// An error with everything that caused it, on one line, for the log.
pub fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let next = error.to_string();
        // A transparent wrapper says the same as what it wraps.
        if !text.ends_with(&next) {
            text.push_str(": ");
            text.push_str(&next);
        }
        cause = error.source();
    }
    text
}

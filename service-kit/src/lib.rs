//! The shell that all services share: clock, randomness, lifecycle, log, HTTP server, problem+json, API keys.
//!
//! It knows no tournament: no crate of the domain may be named here.

pub mod clock;

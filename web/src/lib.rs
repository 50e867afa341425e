//! Every HTML page of the service, in folders by who uses it: its texts, templates (`templates/`) and files (`assets/`).
//!
//! * `public`: pages and pictures for everyone, as pure functions from data to text. The read side serves them.
//! * `panel`: pages for the members of an organization. They run commands of the write side, and are served with it.
//!   They are behind the feature `write-side`, which the read side does not use: the services do not depend on each
//!   other.

#[cfg(feature = "write-side")]
pub mod panel;
pub mod public;

//! The programs that the service is compared with. Their settings are in `lab/bench/peers`.

pub(crate) mod django;
pub(crate) mod nchan;
pub(crate) mod nginx;
pub(crate) mod postgres;

/// The advice if a peer is missing.
const INSTALL: &str = "./scripts/bench-peers installs it";

/// Replaces `${name}` with its value.
pub(crate) fn filled(text: &str, values: &[(&str, &str)]) -> String {
    values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("${{{name}}}"), value))
}

//! Whom the service is compared with. Their settings stand in `bench/peers`, to be read and doubted by anybody.

pub(crate) mod django;
pub(crate) mod nginx;
pub(crate) mod postgres;
pub(crate) mod varnish;

/// Fills in what stands as `${name}`.
pub(crate) fn filled(text: &str, values: &[(&str, &str)]) -> String {
    values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(&format!("${{{name}}}"), value))
}

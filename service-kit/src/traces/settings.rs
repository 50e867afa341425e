//! The destination and sampling of traces.

use std::str::FromStr;

use axum::http::Uri;

/// The path of traces in OTLP over HTTP, as specified.
const PATH: &str = "/v1/traces";

/// How a process traces.
#[derive(Debug, Clone, PartialEq)]
pub struct TraceSettings {
    /// The collector.
    pub endpoint: Endpoint,
    /// The share of traces to keep, 0 to 1. Traces that began in another process are kept as that process decided.
    pub ratio: f64,
    /// The service name of the spans.
    pub service: String,
}

/// The address of a collector for OTLP over HTTP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint(String);

/// Why an address is not a collector's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// It is not an address.
    #[error("must be an address such as http://127.0.0.1:4318")]
    Malformed,
    /// It needs TLS.
    #[error(
        "must begin with http://; for a collector that needs TLS, run a local collector (http://127.0.0.1:4318) that forwards the traces"
    )]
    Scheme,
    /// It contains credentials.
    #[error("must not contain a user name or password; headers for the collector come from OTEL_EXPORTER_OTLP_HEADERS")]
    Credentials,
}

impl Endpoint {
    /// Returns the address that spans are sent to.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Endpoint {
    type Err = EndpointError;

    fn from_str(text: &str) -> Result<Self, EndpointError> {
        let uri: Uri = text.trim().parse().map_err(|_| EndpointError::Malformed)?;
        let authority = uri.authority().ok_or(EndpointError::Malformed)?;
        if authority.as_str().contains('@') {
            return Err(EndpointError::Credentials);
        }
        if uri.scheme_str() != Some("http") {
            return Err(EndpointError::Scheme);
        }
        let path = if uri.path().len() > 1 { uri.path() } else { PATH };
        Ok(Self(format!("http://{authority}{path}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_without_a_path_gets_the_usual_one() {
        for (given, found) in [
            ("http://127.0.0.1:4318", "http://127.0.0.1:4318/v1/traces"),
            ("http://collector:4318/", "http://collector:4318/v1/traces"),
            ("http://[::1]:4318/otlp/v1/traces", "http://[::1]:4318/otlp/v1/traces"),
        ] {
            assert_eq!(given.parse::<Endpoint>().unwrap().as_str(), found);
        }
    }

    #[test]
    fn what_is_no_address_of_a_collector_is_refused_with_what_is() {
        let refused = |text: &str| text.parse::<Endpoint>().unwrap_err();
        assert_eq!(refused("collector:4318"), EndpointError::Scheme);
        assert_eq!(refused("/v1/traces"), EndpointError::Malformed);
        assert_eq!(refused("https://collector:4318"), EndpointError::Scheme);
        assert_eq!(refused("http://ada:secret@collector:4318"), EndpointError::Credentials);
    }
}

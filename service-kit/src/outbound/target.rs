//! Reads the address of a request strictly: everything that other programs read in different ways is refused.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::http::uri::PathAndQuery;

use crate::message;
use crate::message::Message;

/// The address of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Whether the connection is encrypted.
    pub is_secure: bool,
    /// The host.
    pub host: Host,
    /// The port.
    pub port: u16,
    /// Host and port as the header `Host` has them.
    pub authority: String,
    /// Path and query.
    pub path: String,
}

/// The host of an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Host {
    /// A name, in lower case.
    Name(String),
    /// An IP address.
    Ip(IpAddr),
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Ip(address) => address.fmt(f),
        }
    }
}

impl Target {
    /// Reads an address.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn parse(url: &str, allow_http: bool) -> Result<Self, Message> {
        if !url.bytes().all(|byte| byte.is_ascii_graphic()) || url.contains('\\') {
            return Err(message!(
                "webhook-characters",
                "The address must consist of ASCII characters without spaces; write names of other letters as xn--…."
            ));
        }
        let (scheme, rest) = url.split_once("://").unwrap_or_default();
        let is_secure = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" if allow_http => false,
            _ if allow_http => {
                return Err(message!("webhook-not-http", "The address must begin with https:// or http://."));
            }
            _ => return Err(message!("webhook-not-https", "The address must begin with https://.")),
        };
        if rest.contains('#') {
            return Err(message!("webhook-fragment", "The address must have no part after #."));
        }
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        if authority.contains('@') {
            return Err(message!("webhook-credentials", "The address must have no user and no password."));
        }
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
        if PathAndQuery::try_from(path.as_str()).is_err() {
            return Err(message!("webhook-path", "The path of the address is not valid."));
        }
        let Some((host, port)) = split_port(authority).and_then(|(host, port)| Some((host_of(host)?, port))) else {
            return Err(message!(
                "webhook-host",
                "The host must be a name such as hooks.example.org, or an IP address in its usual form."
            ));
        };
        let usual = if is_secure { 443 } else { 80 };
        let Some(port) = port.map_or(Some(usual), port_of) else {
            return Err(message!("webhook-port", "The port must be 443, 80, or from 1024 to 65535."));
        };
        let named = match host {
            Host::Ip(IpAddr::V6(address)) => format!("[{address}]"),
            ref host => host.to_string(),
        };
        let authority = if port == usual { named } else { format!("{named}:{port}") };
        Ok(Self { is_secure, host, port, authority, path })
    }
}

/// Splits the port from the host. An IPv6 address keeps its brackets.
fn split_port(authority: &str) -> Option<(&str, Option<&str>)> {
    let after = authority.rfind(']').map_or(0, |end| end + 1);
    match authority[after..].split_once(':') {
        Some((rest, port)) if after == 0 || rest.is_empty() => Some((&authority[..after + rest.len()], Some(port))),
        None if after == 0 || after == authority.len() => Some((authority, None)),
        _ => None,
    }
}

fn port_of(text: &str) -> Option<u16> {
    // A number has other spellings: with a sign or zeros before it.
    let port = text.parse().ok().filter(|_| text.starts_with(|first: char| matches!(first, '1'..='9')))?;
    matches!(port, 80 | 443 | 1024..).then_some(port)
}

/// Reads a host. IPv4 addresses have one spelling: four decimal numbers. A name whose last part is a number would be
/// another spelling of one, which some programs understand.
fn host_of(text: &str) -> Option<Host> {
    if let Some(address) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        return address.parse::<Ipv6Addr>().map(|address| Host::Ip(address.into())).ok();
    }
    if let Ok(address) = text.parse::<Ipv4Addr>() {
        return Some(Host::Ip(address.into()));
    }
    let is_part = |part: &str| {
        let known = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=63).contains(&part.len()) && part.bytes().all(known) && !part.starts_with('-') && !part.ends_with('-')
    };
    let last = text.rsplit('.').next().unwrap_or_default();
    let is_numeric = last.bytes().next().is_none_or(|first| first.is_ascii_digit());
    let is_name = text.len() <= 253 && !is_numeric && text.split('.').all(is_part);
    is_name.then(|| Host::Name(text.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_into_its_parts() {
        for (url, host, port, authority, path) in [
            ("https://hooks.example.org", "hooks.example.org", 443, "hooks.example.org", "/"),
            ("HTTPS://Hooks.Example.org:443/a?b=c", "hooks.example.org", 443, "hooks.example.org", "/a?b=c"),
            ("https://hooks.example.org:8443?b=c", "hooks.example.org", 8443, "hooks.example.org:8443", "/?b=c"),
            ("https://93.184.216.34/x", "93.184.216.34", 443, "93.184.216.34", "/x"),
            ("https://[2606:2800::1]:9443/", "2606:2800::1", 9443, "[2606:2800::1]:9443", "/"),
            ("https://xn--bcher-kva.example/%C3%A9", "xn--bcher-kva.example", 443, "xn--bcher-kva.example", "/%C3%A9"),
        ] {
            let target = Target::parse(url, false).unwrap();
            let read = (target.host.to_string(), target.port, target.authority.as_str(), target.path.as_str());
            assert_eq!(read, (host.to_owned(), port, authority, path), "{url}");
        }
        assert!(!Target::parse("http://hooks.example.org/", true).unwrap().is_secure);
        assert_eq!(Target::parse("http://hooks.example.org/", true).unwrap().port, 80);
    }

    #[test]
    fn odd_spellings_are_refused() {
        for (url, fault) in [
            ("", "not-https"),
            ("hooks.example.org", "not-https"),
            ("http://hooks.example.org", "not-https"),
            ("ftp://hooks.example.org", "not-https"),
            ("file:///etc/passwd", "not-https"),
            ("https:/hooks.example.org", "not-https"),
            ("https://", "host"),
            ("https:///path", "host"),
            ("https://user@hooks.example.org", "credentials"),
            ("https://user:secret@hooks.example.org/", "credentials"),
            ("https://hooks.example.org#@127.0.0.1/", "fragment"),
            ("https://hooks.example.org\\@127.0.0.1/", "characters"),
            ("https://hooks.example.org /", "characters"),
            ("https://hooks.example.org/\r\nX: y", "characters"),
            ("https://bücher.example/", "characters"),
            ("https://127。0。0。1/", "characters"),
            ("https://0x7f.1/", "host"),
            ("https://0x7f000001/", "host"),
            ("https://2130706433/", "host"),
            ("https://017700000001/", "host"),
            ("https://127.1/", "host"),
            ("https://127.0.1/", "host"),
            ("https://0177.0.0.1/", "host"),
            ("https://127.0.0.01/", "host"),
            ("https://127.0.0.1./", "host"),
            ("https://127.0.0.0x1/", "host"),
            ("https://256.256.256.256/", "host"),
            ("https://hooks.example.org./", "host"),
            ("https://hooks..example.org/", "host"),
            ("https://-hooks.example.org/", "host"),
            ("https://hooks_.example.org/", "host"),
            ("https://%31%32%37.0.0.1/", "host"),
            ("https://[::1/", "host"),
            ("https://[::1]x/", "host"),
            ("https://[fe80::1%25eth0]/", "host"),
            ("https://[127.0.0.1]/", "host"),
            ("https://::1/", "host"),
            ("https://hooks.example.org:0/", "port"),
            ("https://hooks.example.org:22/", "port"),
            ("https://hooks.example.org:0443/", "port"),
            ("https://hooks.example.org:+443/", "port"),
            ("https://hooks.example.org:/", "port"),
            ("https://hooks.example.org:65536/", "port"),
        ] {
            assert_eq!(Target::parse(url, false).unwrap_err().code(), format!("webhook-{fault}"), "{url}");
        }
        assert_eq!(Target::parse("ftp://hooks.example.org", true).unwrap_err().code(), "webhook-not-http");
    }
}

//! Reads the address of a request strictly: everything that other programs read in different ways is refused.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::http::uri::PathAndQuery;

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

/// Why an address cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TargetFault {
    /// It has another scheme.
    #[error("the address must begin with https://")]
    NotHttps,
    /// It has a scheme that is not HTTP.
    #[error("the address must begin with https:// or http://")]
    NotHttp,
    /// It has a user or a password.
    #[error("the address must have no user and no password")]
    Credentials,
    /// It has a fragment.
    #[error("the address must have no part after #")]
    Fragment,
    /// It has a space, or characters that are not ASCII.
    #[error("the address must consist of ASCII characters without spaces; write names of other letters as xn--…")]
    Characters,
    /// The host is neither a name nor an IP address.
    #[error("the host must be a name such as hooks.example.org, or an IP address in its usual form")]
    Host,
    /// The port is not usable.
    #[error("the port must be 443, 80, or from 1024 to 65535")]
    Port,
    /// The path is not valid.
    #[error("the path of the address is not valid")]
    Path,
}

impl Target {
    /// Reads an address.
    pub fn parse(url: &str, allow_http: bool) -> Result<Self, TargetFault> {
        if !url.bytes().all(|byte| byte.is_ascii_graphic()) || url.contains('\\') {
            return Err(TargetFault::Characters);
        }
        let (scheme, rest) = url.split_once("://").ok_or(scheme_fault(allow_http))?;
        let is_secure = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" if allow_http => false,
            _ => return Err(scheme_fault(allow_http)),
        };
        if rest.contains('#') {
            return Err(TargetFault::Fragment);
        }
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        if authority.contains('@') {
            return Err(TargetFault::Credentials);
        }
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
        PathAndQuery::try_from(path.as_str()).map_err(|_| TargetFault::Path)?;
        let (host, port) = split_port(authority)?;
        let host = host_of(host)?;
        let port = port.map_or(Ok(if is_secure { 443 } else { 80 }), port_of)?;
        let named = match host {
            Host::Ip(IpAddr::V6(address)) => format!("[{address}]"),
            ref host => host.to_string(),
        };
        let is_default = port == if is_secure { 443 } else { 80 };
        let authority = if is_default { named } else { format!("{named}:{port}") };
        Ok(Self { is_secure, host, port, authority, path })
    }
}

fn scheme_fault(allow_http: bool) -> TargetFault {
    if allow_http { TargetFault::NotHttp } else { TargetFault::NotHttps }
}

/// Splits the port from the host. An IPv6 address keeps its brackets.
fn split_port(authority: &str) -> Result<(&str, Option<&str>), TargetFault> {
    let after = authority.rfind(']').map_or(0, |end| end + 1);
    match authority[after..].split_once(':') {
        Some((rest, port)) if after == 0 || rest.is_empty() => Ok((&authority[..after + rest.len()], Some(port))),
        None if after == 0 || after == authority.len() => Ok((authority, None)),
        _ => Err(TargetFault::Host),
    }
}

fn port_of(text: &str) -> Result<u16, TargetFault> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let port = text.parse().ok().filter(|_| is_number && !text.starts_with('0')).ok_or(TargetFault::Port)?;
    if matches!(port, 80 | 443 | 1024..) { Ok(port) } else { Err(TargetFault::Port) }
}

/// Reads a host. IPv4 addresses have one spelling: four decimal numbers. A name whose last part is a number would be
/// another spelling of one, which some programs understand.
fn host_of(text: &str) -> Result<Host, TargetFault> {
    if let Some(address) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        return address.parse::<Ipv6Addr>().map(|address| Host::Ip(address.into())).map_err(|_| TargetFault::Host);
    }
    if let Ok(address) = text.parse::<Ipv4Addr>() {
        return Ok(Host::Ip(address.into()));
    }
    let is_part = |part: &str| {
        let known = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=63).contains(&part.len()) && part.bytes().all(known) && !part.starts_with('-') && !part.ends_with('-')
    };
    let last = text.rsplit('.').next().unwrap_or_default();
    let is_numeric = last.bytes().next().is_none_or(|first| first.is_ascii_digit());
    if text.len() > 253 || is_numeric || !text.split('.').all(is_part) {
        return Err(TargetFault::Host);
    }
    Ok(Host::Name(text.to_ascii_lowercase()))
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
        use TargetFault as F;
        for (url, fault) in [
            ("", F::NotHttps),
            ("hooks.example.org", F::NotHttps),
            ("http://hooks.example.org", F::NotHttps),
            ("ftp://hooks.example.org", F::NotHttps),
            ("file:///etc/passwd", F::NotHttps),
            ("https:/hooks.example.org", F::NotHttps),
            ("https://", F::Host),
            ("https:///path", F::Host),
            ("https://user@hooks.example.org", F::Credentials),
            ("https://user:secret@hooks.example.org/", F::Credentials),
            ("https://hooks.example.org#@127.0.0.1/", F::Fragment),
            ("https://hooks.example.org\\@127.0.0.1/", F::Characters),
            ("https://hooks.example.org /", F::Characters),
            ("https://hooks.example.org/\r\nX: y", F::Characters),
            ("https://bücher.example/", F::Characters),
            ("https://127。0。0。1/", F::Characters),
            ("https://0x7f.1/", F::Host),
            ("https://0x7f000001/", F::Host),
            ("https://2130706433/", F::Host),
            ("https://017700000001/", F::Host),
            ("https://127.1/", F::Host),
            ("https://127.0.1/", F::Host),
            ("https://0177.0.0.1/", F::Host),
            ("https://127.0.0.01/", F::Host),
            ("https://127.0.0.1./", F::Host),
            ("https://127.0.0.0x1/", F::Host),
            ("https://256.256.256.256/", F::Host),
            ("https://hooks.example.org./", F::Host),
            ("https://hooks..example.org/", F::Host),
            ("https://-hooks.example.org/", F::Host),
            ("https://hooks_.example.org/", F::Host),
            ("https://%31%32%37.0.0.1/", F::Host),
            ("https://[::1/", F::Host),
            ("https://[::1]x/", F::Host),
            ("https://[fe80::1%25eth0]/", F::Host),
            ("https://[127.0.0.1]/", F::Host),
            ("https://::1/", F::Host),
            ("https://hooks.example.org:0/", F::Port),
            ("https://hooks.example.org:22/", F::Port),
            ("https://hooks.example.org:0443/", F::Port),
            ("https://hooks.example.org:+443/", F::Port),
            ("https://hooks.example.org:/", F::Port),
            ("https://hooks.example.org:65536/", F::Port),
        ] {
            assert_eq!(Target::parse(url, false), Err(fault), "{url}");
        }
        assert_eq!(Target::parse("ftp://hooks.example.org", true), Err(F::NotHttp));
    }
}

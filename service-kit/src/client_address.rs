//! The address of a request's client: the peer of the connection, or the address that a trusted proxy reports.

use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use axum::http::{Extensions, HeaderMap, HeaderName};
use ipnet::IpNet;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// The other end of the connection of a request. The server adds it to every request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peer(pub IpAddr);

/// How a client connects to the service, or to the gateway in front of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// Without TLS.
    Http,
    /// Over TLS.
    Https,
}

/// The proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

impl Default for TrustedProxies {
    /// Returns the loopback addresses of this machine.
    fn default() -> Self {
        Self(vec![IpNet::from(IpAddr::from([127, 0, 0, 1])), IpNet::from(IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]))])
    }
}

impl FromIterator<IpNet> for TrustedProxies {
    fn from_iter<T: IntoIterator<Item = IpNet>>(ranges: T) -> Self {
        Self(ranges.into_iter().collect())
    }
}

/// Parses an address or a range of addresses.
pub fn range(text: &str) -> Result<IpNet, String> {
    let address = IpAddr::from_str(text).map(IpNet::from).ok();
    address
        .or_else(|| IpNet::from_str(text).ok())
        .ok_or_else(|| format!("`{text}` is not an IP address or a range such as 10.0.0.0/8"))
}

/// The addresses that count as one client: a single IPv4 address, or a /64 network of IPv6, where a client can use any
/// address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Network(IpAddr);

impl Network {
    /// Returns the network of an address.
    pub fn of(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(address) => address.into(),
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        })
    }
}

impl TrustedProxies {
    /// Returns whether an address is a trusted proxy.
    pub fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|range| range.contains(&address))
    }

    /// Returns the client that sent a request: the first address, going back from the peer, that is not a trusted
    /// proxy. `None` if the request did not come over a network.
    pub fn client(&self, extensions: &Extensions, headers: &HeaderMap) -> Option<IpAddr> {
        let mut client = extensions.get::<Peer>()?.0.to_canonical();
        // A client may send any beginning of the header; proxies append to it. So the header is read from its end.
        let lines = headers.get_all(FORWARDED_FOR).iter().rev();
        for earlier in lines.flat_map(|line| line.as_bytes().rsplit(|byte| *byte == b',')) {
            if !self.trusts(client) {
                break;
            }
            let Some(earlier) = address(earlier) else { break };
            client = earlier.to_canonical();
        }
        Some(client)
    }

    /// Returns the scheme that the client used. A trusted proxy reports it; a direct connection is always HTTP, because
    /// the service itself does not speak TLS. `None` if the scheme is unknown.
    pub fn scheme(&self, extensions: &Extensions, headers: &HeaderMap) -> Option<Scheme> {
        let peer = extensions.get::<Peer>()?.0.to_canonical();
        if !self.trusts(peer) {
            return Some(Scheme::Http);
        }
        let lines = headers.get_all(FORWARDED_PROTO).iter().filter_map(|line| line.to_str().ok());
        match lines.flat_map(|line| line.split(',')).next_back()?.trim() {
            scheme if scheme.eq_ignore_ascii_case("https") => Some(Scheme::Https),
            scheme if scheme.eq_ignore_ascii_case("http") => Some(Scheme::Http),
            _ => None,
        }
    }
}

/// Parses an address from bytes.
fn address(written: &[u8]) -> Option<IpAddr> {
    std::str::from_utf8(written).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn client(proxies: &TrustedProxies, peer: &str, forwarded: &[&str]) -> String {
        let mut extensions = Extensions::new();
        extensions.insert(Peer(peer.parse().unwrap()));
        let value = |line: &str| HeaderValue::from_bytes(line.as_bytes()).unwrap();
        let headers = forwarded.iter().map(|line| (FORWARDED_FOR, value(line))).collect();
        proxies.client(&extensions, &headers).unwrap().to_string()
    }

    #[test]
    fn a_proxy_is_believed_and_others_are_not() {
        let proxies: TrustedProxies =
            ["10.0.0.0/8", "127.0.0.1"].map(|text| range(text).unwrap()).into_iter().collect();
        for (peer, forwarded, expected) in [
            ("203.0.113.9", &[][..], "203.0.113.9"),
            ("203.0.113.9", &["198.51.100.1"], "203.0.113.9"),
            ("127.0.0.1", &["198.51.100.1"], "198.51.100.1"),
            ("::ffff:127.0.0.1", &["198.51.100.1"], "198.51.100.1"),
            ("127.0.0.1", &["192.0.2.66, 198.51.100.1, 10.1.2.3"], "198.51.100.1"),
            ("127.0.0.1", &["192.0.2.66", "198.51.100.1"], "198.51.100.1"),
            ("127.0.0.1", &["nonsense"], "127.0.0.1"),
            ("127.0.0.1", &["é, 198.51.100.1"], "198.51.100.1"),
            ("127.0.0.1", &["198.51.100.1, é"], "127.0.0.1"),
            ("127.0.0.1", &["198.51.100.1", "é, 10.1.1.1"], "10.1.1.1"),
            ("127.0.0.1", &["10.1.1.1"], "10.1.1.1"),
        ] {
            assert_eq!(client(&proxies, peer, forwarded), expected, "{peer} {forwarded:?}");
        }
        assert_eq!(proxies.client(&Extensions::new(), &HeaderMap::new()), None);
    }

    #[test]
    fn a_client_is_an_address_or_a_network_of_ipv6() {
        let of = |text: &str| Network::of(text.parse().unwrap());
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_ne!(of("192.0.2.2"), of("192.0.2.1"));
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:3::1"), of("2001:db8:1:2::1"));
    }

    #[test]
    fn a_proxy_says_how_its_client_speaks_and_others_speak_in_the_clear() {
        let proxies: TrustedProxies = [range("10.0.0.0/8").unwrap()].into_iter().collect();
        for (peer, forwarded, expected) in [
            ("203.0.113.9", None, Some(Scheme::Http)),
            ("203.0.113.9", Some("https"), Some(Scheme::Http)),
            ("10.1.2.3", Some("https"), Some(Scheme::Https)),
            ("10.1.2.3", Some("http"), Some(Scheme::Http)),
            ("10.1.2.3", Some("http, HTTPS"), Some(Scheme::Https)),
            ("10.1.2.3", None, None),
            ("10.1.2.3", Some("gopher"), None),
        ] {
            let mut extensions = Extensions::new();
            extensions.insert(Peer(peer.parse().unwrap()));
            let headers = forwarded.iter().map(|line| (FORWARDED_PROTO, line.parse().unwrap())).collect();
            assert_eq!(proxies.scheme(&extensions, &headers), expected, "{peer} {forwarded:?}");
        }
        assert_eq!(proxies.scheme(&Extensions::new(), &HeaderMap::new()), None);
    }

    #[test]
    fn a_range_is_an_address_or_a_network() {
        assert!(range("::1").is_ok() && range("192.168.0.0/16").is_ok());
        assert!(range("gateway").unwrap_err().to_string().contains("10.0.0.0/8"));
    }
}

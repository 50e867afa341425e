//! The ranges of addresses that are not public.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{Ipv4Net, Ipv6Net};

/// Ranges of IPv4 that are not public.
const NOT_PUBLIC_V4: &[Ipv4Net] = &[
    Ipv4Net::new_assert(Ipv4Addr::new(0, 0, 0, 0), 8), // this network, unspecified
    Ipv4Net::new_assert(Ipv4Addr::new(10, 0, 0, 0), 8), // private
    Ipv4Net::new_assert(Ipv4Addr::new(100, 64, 0, 0), 10), // carrier-grade NAT
    Ipv4Net::new_assert(Ipv4Addr::new(127, 0, 0, 0), 8), // loopback
    Ipv4Net::new_assert(Ipv4Addr::new(169, 254, 0, 0), 16), // link-local, with the metadata services of clouds
    Ipv4Net::new_assert(Ipv4Addr::new(172, 16, 0, 0), 12), // private
    Ipv4Net::new_assert(Ipv4Addr::new(192, 0, 0, 0), 24), // protocols
    Ipv4Net::new_assert(Ipv4Addr::new(192, 0, 2, 0), 24), // documentation
    Ipv4Net::new_assert(Ipv4Addr::new(192, 88, 99, 0), 24), // relays of 6to4
    Ipv4Net::new_assert(Ipv4Addr::new(192, 168, 0, 0), 16), // private
    Ipv4Net::new_assert(Ipv4Addr::new(198, 18, 0, 0), 15), // benchmarks
    Ipv4Net::new_assert(Ipv4Addr::new(198, 51, 100, 0), 24), // documentation
    Ipv4Net::new_assert(Ipv4Addr::new(203, 0, 113, 0), 24), // documentation
    Ipv4Net::new_assert(Ipv4Addr::new(224, 0, 0, 0), 4), // multicast
    Ipv4Net::new_assert(Ipv4Addr::new(240, 0, 0, 0), 4), // reserved, broadcast
];

/// The range of IPv6 in which public addresses are. It contains neither unspecified, loopback, link-local, unique-local
/// and multicast addresses, nor those that contain an IPv4 address: mapped, compatible, NAT64 (`64:ff9b::/96` and
/// `64:ff9b:1::/48`).
const GLOBAL_V6: Ipv6Net = Ipv6Net::new_assert(Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// Ranges within it that are not public.
const NOT_PUBLIC_V6: &[Ipv6Net] = &[
    Ipv6Net::new_assert(Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23), // protocols: Teredo, benchmarks, ORCHID
    Ipv6Net::new_assert(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32), // documentation
    Ipv6Net::new_assert(Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16), // 6to4
    Ipv6Net::new_assert(Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20), // documentation
];

pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !NOT_PUBLIC_V4.iter().any(|range| range.contains(&address)),
        IpAddr::V6(address) => {
            GLOBAL_V6.contains(&address) && !NOT_PUBLIC_V6.iter().any(|range| range.contains(&address))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_range_is_refused_at_both_ends_and_its_neighbours_are_not() {
        for (range, neighbours) in [
            (["0.0.0.0", "0.255.255.255"], &["1.0.0.0"][..]),
            (["10.0.0.0", "10.255.255.255"], &["9.255.255.255", "11.0.0.0"]),
            (["100.64.0.0", "100.127.255.255"], &["100.63.255.255", "100.128.0.0"]),
            (["127.0.0.0", "127.255.255.255"], &["126.255.255.255", "128.0.0.0"]),
            (["169.254.0.0", "169.254.169.254"], &["169.253.255.255", "169.255.0.0"]),
            (["172.16.0.0", "172.31.255.255"], &["172.15.255.255", "172.32.0.0"]),
            (["192.0.0.0", "192.0.0.255"], &["191.255.255.255", "192.0.1.0"]),
            (["192.0.2.0", "192.0.2.255"], &["192.0.1.255", "192.0.3.0"]),
            (["192.88.99.0", "192.88.99.255"], &["192.88.98.255", "192.88.100.0"]),
            (["192.168.0.0", "192.168.255.255"], &["192.167.255.255", "192.169.0.0"]),
            (["198.18.0.0", "198.19.255.255"], &["198.17.255.255", "198.20.0.0"]),
            (["198.51.100.0", "198.51.100.255"], &["198.51.99.255", "198.51.101.0"]),
            (["203.0.113.0", "203.0.113.255"], &["203.0.112.255", "203.0.114.0"]),
            (["224.0.0.0", "239.255.255.255"], &["223.255.255.255"]),
            (["240.0.0.0", "255.255.255.255"], &[]),
            (["::", "::1"], &[]),
            (["::ffff:8.8.8.8", "::ffff:127.0.0.1"], &[]),
            (["::8.8.8.8", "::127.0.0.1"], &[]),
            (["64:ff9b::808:808", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"], &[]),
            (["100::", "100::ffff"], &[]),
            (["1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "4000::"], &["2003::1", "3ffe::1"]),
            (["2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"], &["2001:200::", "2000::1"]),
            (["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"], &["2001:db7::1", "2001:db9::"]),
            (["2002::", "2002:7f00:1::"], &["2003::"]),
            (["3fff::", "3fff:fff:ffff::"], &["3fff:1000::", "3ffe:ffff::"]),
            (["5f00::1", "fc00::"], &[]),
            (["fd00:ec2::254", "fdff:ffff::1"], &[]),
            (["fe80::1", "febf::1"], &[]),
            (["fec0::1", "ff02::1"], &[]),
        ] {
            for address in range {
                assert!(!is_public(address.parse().unwrap()), "{address}");
            }
            for address in neighbours {
                assert!(is_public(address.parse().unwrap()), "{address}");
            }
        }
    }
}

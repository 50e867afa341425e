//! A network of several hosts on one machine: network namespaces on a bridge, each with a cable that can be unplugged.
//! Any two hosts can be separated.
//!
//! Separated hosts get no error: their frames are sent to an unused hardware address. Names of namespaces and links
//! contain the number of this process. They are removed with the [`Network`], or when the process is killed. Leftovers
//! of a process that was killed together with its guard are removed by the next process that creates a network.

use std::ffi::OsString;
use std::net::Ipv4Addr;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, bail};
use test_servers::Seat;
use test_servers::process::{find, output};

/// How to install the tools.
const INSTALL: &str = "install iproute2; on Debian: apt-get install iproute2";
/// The error if the process lacks permissions.
const NEEDS: &str = "a test of several hosts creates network namespaces, which needs root with CAP_NET_ADMIN \
                     and CAP_SYS_ADMIN (in a container: `--privileged`)";
/// Number of networks in 198.18.0.0/15, which is reserved for network tests (RFC 2544).
const NETWORKS: u32 = 512;
/// A hardware address that no host has.
const NOBODY: &str = "02:00:00:00:00:01";

/// Removes everything with the tag `$1` once the process that holds the pipe is gone. Servers that are still stopping
/// keep their namespace until they end, but its name is free.
const GUARD: &str = r#"
while read -r _; do :; done
ip netns list | while read -r name _; do
  case "$name" in "$1"-*) ip netns delete "$name" ;; esac
done
ip -o link show master "$1b" | while IFS=': @' read -r _ name _; do ip link delete "$name"; done
ip link delete "$1b"
true
"#;

/// A network.
#[derive(Debug)]
pub struct Network {
    tag: String,
    prefix: [u8; 3],
    hosts: u8,
    guard: Option<Child>,
}

/// A host in the network.
#[derive(Debug, Clone)]
pub struct Host {
    namespace: String,
    /// This process's end of its cable.
    cable: String,
    /// Its address.
    pub address: Ipv4Addr,
}

impl Network {
    /// Creates an empty network, to which this process also belongs.
    ///
    /// # Errors
    /// If namespaces cannot be created, with instructions.
    pub fn make() -> anyhow::Result<Self> {
        find("ip", &[], INSTALL).map_err(anyhow::Error::from)?;
        static MAKING: Mutex<u32> = Mutex::new(0);
        let mut made = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
        remove_leftovers()?;
        let tag = tag(std::process::id(), *made);
        *made += 1;
        let mut guard = Command::new("sh");
        guard.args(["-c", GUARD, "network-of-a-test", &tag]).process_group(0).current_dir("/");
        guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let guard = guard.spawn().context("`sh` cannot be started")?;
        let network = Self { prefix: free_prefix()?, tag, hosts: 1, guard: Some(guard) };
        let bridge = network.bridge();
        ip(&["link", "add", &bridge, "type", "bridge", "forward_delay", "0"]).context(NEEDS)?;
        let address = format!("{}/24", network.address(1));
        ip(&["address", "add", &address, "dev", &bridge]).context(NEEDS)?;
        ip(&["link", "set", &bridge, "up"]).context(NEEDS)?;
        Ok(network)
    }

    /// Adds a host.
    ///
    /// # Errors
    /// When a namespace cannot be made.
    pub fn host(&mut self, name: &str) -> anyhow::Result<Host> {
        self.hosts += 1;
        let (namespace, cable) = (format!("{}-{name}", self.tag), format!("{}n{}", self.tag, self.hosts));
        let host = Host { namespace, cable, address: self.address(self.hosts) };
        ip(&["netns", "add", &host.namespace]).context(NEEDS)?;
        let far = ["peer", "name", "eth0", "netns", &host.namespace];
        ip(&[&["link", "add", &host.cable, "type", "veth"], &far[..]].concat()).context(NEEDS)?;
        ip(&["link", "set", &host.cable, "master", &self.bridge(), "up"])?;
        host.ip(&["address", "add", &format!("{}/24", host.address), "dev", "eth0"])?;
        host.ip(&["link", "set", "eth0", "up"])?;
        host.ip(&["link", "set", "lo", "up"])?;
        Ok(host)
    }

    fn bridge(&self) -> String {
        format!("{}b", self.tag)
    }

    fn address(&self, host: u8) -> Ipv4Addr {
        let [a, b, c] = self.prefix;
        Ipv4Addr::new(a, b, c, host)
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        if let Some(mut guard) = self.guard.take() {
            // The guard cleans up when the pipe is closed.
            drop(guard.stdin.take());
            let _ = guard.wait();
        }
    }
}

impl Host {
    /// The seat of servers that run on this host.
    pub fn seat(&self) -> Seat {
        Seat { address: self.address, enter: ["ip", "netns", "exec", &self.namespace].map(OsString::from).to_vec() }
    }

    /// Unplugs its cable: nothing comes in, nothing goes out.
    ///
    /// # Errors
    /// When `ip` refuses.
    pub fn unplug(&self) -> anyhow::Result<()> {
        ip(&["link", "set", &self.cable, "down"])
    }

    /// Plugs the cable in again.
    ///
    /// # Errors
    /// When `ip` refuses.
    pub fn plug(&self) -> anyhow::Result<()> {
        ip(&["link", "set", &self.cable, "up"])
    }

    /// Separates two hosts: neither reaches the other, but all other hosts reach both.
    ///
    /// # Errors
    /// When `ip` refuses.
    pub fn part_from(&self, other: &Self) -> anyhow::Result<()> {
        for (from, to) in [(self, other), (other, self)] {
            let to = to.address.to_string();
            from.ip(&["neighbour", "replace", &to, "lladdr", NOBODY, "dev", "eth0", "nud", "permanent"])?;
        }
        Ok(())
    }

    /// Ends the separation of two hosts.
    ///
    /// # Errors
    /// When `ip` refuses.
    pub fn join(&self, other: &Self) -> anyhow::Result<()> {
        for (from, to) in [(self, other), (other, self)] {
            from.ip(&["neighbour", "delete", &to.address.to_string(), "dev", "eth0"])?;
        }
        Ok(())
    }

    fn ip(&self, words: &[&str]) -> anyhow::Result<()> {
        ip(&[&["-n", &self.namespace], words].concat())
    }
}

/// The prefix of names in a process's network. Interface names may have 15 characters. The last letter distinguishes
/// networks of one process.
fn tag(process: u32, network: u32) -> String {
    let letter = char::from_digit(10 + network % 26, 36).unwrap_or('z');
    format!("ct{process}{letter}")
}

fn ip(words: &[&str]) -> anyhow::Result<()> {
    said_by(words).map(drop)
}

fn said_by(words: &[&str]) -> anyhow::Result<String> {
    output(Command::new("ip").args(words)).with_context(|| format!("`ip {}`", words.join(" ")))
}

/// Returns the prefix of a network that is unused on this machine. Processes start the search at different networks.
fn free_prefix() -> anyhow::Result<[u8; 3]> {
    let taken = said_by(&["-o", "-4", "address", "show"])?;
    for step in 0..NETWORKS {
        let number = (std::process::id() + step) % NETWORKS;
        let [_, _, high, low] = number.to_be_bytes();
        if !taken.contains(&format!(" 198.{}.{low}.", 18 + high)) {
            return Ok([198, 18 + high, low]);
        }
    }
    bail!("every network of 198.18.0.0/15 is in use on this machine")
}

/// Removes leftovers of processes that were killed together with their guards.
fn remove_leftovers() -> anyhow::Result<()> {
    let (namespaces, links) = (said_by(&["netns", "list"])?, said_by(&["-o", "link", "show"])?);
    for name in namespaces.lines().filter_map(|line| line.split_whitespace().next()) {
        if is_of_the_dead(name) {
            // The process's guard may be faster.
            let _ = ip(&["netns", "delete", name]);
        }
    }
    for name in links.lines().filter_map(|line| line.split([':', '@']).nth(1)).map(str::trim) {
        if is_of_the_dead(name) {
            let _ = ip(&["link", "delete", name]);
        }
    }
    Ok(())
}

/// Whether a name begins with the tag of a process that has ended.
fn is_of_the_dead(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("ct") else { return false };
    let Some(end) = rest.find(|letter: char| !letter.is_ascii_digit()) else { return false };
    end > 0 && !Path::new(&format!("/proc/{}", &rest[..end])).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_whose_they_are() {
        let own = tag(std::process::id(), 0);
        assert!(!is_of_the_dead(&format!("{own}-nats")) && !is_of_the_dead(&format!("{own}b")));
        assert_ne!(own, tag(std::process::id(), 1));
        // Process ids are at most 2^22.
        assert!(is_of_the_dead("ct4194305a-nats") && is_of_the_dead("ct4194305bn2"));
        for others in ["ct", "cta", "ct4194305", "docker0", "4194305a", "bond0"] {
            assert!(!is_of_the_dead(others), "{others}");
        }
        assert!(format!("{}n254", tag(4_194_304, 25)).len() <= 15);
    }
}

//! Reads a server's processes from `/proc`: time used, memory, bytes written. A server is the process that listens on a
//! port, with all of its children.

use std::collections::BTreeSet;
use std::fs;
use std::time::Duration;

use anyhow::Context;

use crate::machine::cores;

/// Clock ticks per second in `/proc`, as on all current Linux machines.
const TICKS: u64 = 100;

/// Maximum number of checks whether a server is idle, and their interval.
const LOOKS: usize = 300;
const LOOK: Duration = Duration::from_millis(200);

/// A process and its descendants.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tree {
    root: u32,
}

impl Tree {
    /// Returns the processes of the server on this port.
    pub(crate) fn listening_on(port: u16) -> anyhow::Result<Self> {
        let sockets = sockets(port);
        let holders: BTreeSet<u32> = processes().filter(|process| holds(*process, &sockets)).collect();
        let is_first = |process: &&u32| parent(**process).is_none_or(|parent| !holders.contains(&parent));
        let root = holders.iter().find(is_first).with_context(|| format!("no process listens on port {port}"))?;
        Ok(Self { root: *root })
    }

    /// Returns the processes below `root`.
    pub(crate) fn of(root: u32) -> Self {
        Self { root }
    }

    fn members(self) -> Vec<u32> {
        let all: Vec<(u32, u32)> = processes().filter_map(|process| Some((process, parent(process)?))).collect();
        let mut members = vec![self.root];
        let mut next = 0;
        while let Some(one) = members.get(next).copied() {
            members.extend(all.iter().filter(|(_, parent)| *parent == one).map(|(process, _)| *process));
            next += 1;
        }
        members
    }

    /// Processor time so far, including children that have ended.
    pub(crate) fn cpu(self) -> Duration {
        let ticks = self.members().into_iter().filter_map(stat).map(|stat| stat.ticks).sum::<u64>();
        Duration::from_millis(ticks * 1_000 / TICKS)
    }

    /// Waits until the processes are nearly idle, for a limited time.
    pub(crate) async fn rests(self) {
        for _ in 0..LOOKS {
            let before = self.cpu();
            tokio::time::sleep(LOOK).await;
            if self.cpu() <= before + LOOK / 10 {
                return;
            }
        }
    }

    /// Memory in KiB; shared memory counts once.
    pub(crate) fn memory(self) -> u64 {
        let of = |process: u32| field(&format!("/proc/{process}/smaps_rollup"), "Pss:");
        self.members().into_iter().filter_map(of).sum()
    }

    /// Resident memory of the first process in KiB, as shown by `ps`.
    pub(crate) fn resident(self) -> u64 {
        field(&format!("/proc/{}/status", self.root), "VmRSS:").unwrap_or_default()
    }

    /// Peak of the resident memory since [`Tree::forget_peak`], in KiB.
    pub(crate) fn peak(self) -> u64 {
        field(&format!("/proc/{}/status", self.root), "VmHWM:").unwrap_or_default()
    }

    /// Resets the peak of the resident memory.
    pub(crate) fn forget_peak(self) -> anyhow::Result<()> {
        fs::write(format!("/proc/{}/clear_refs", self.root), "5").context("the peak of memory cannot be reset")
    }
}

/// The parts of a line of `/proc/PID/stat` that are used here.
struct Stat {
    parent: u32,
    ticks: u64,
}

fn stat(process: u32) -> Option<Stat> {
    let line = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name is in brackets and may contain any character.
    let words: Vec<&str> = line.rsplit_once(") ")?.1.split(' ').collect();
    let ticks = words.get(11..15)?.iter().filter_map(|word| word.parse::<u64>().ok()).sum();
    Some(Stat { parent: words.get(1)?.parse().ok()?, ticks })
}

fn parent(process: u32) -> Option<u32> {
    stat(process).map(|stat| stat.parent)
}

fn processes() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// Returns the inodes of sockets that listen on this port.
fn sockets(port: u16) -> BTreeSet<String> {
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(|table| fs::read_to_string(table).unwrap_or_default());
    let lines = tables.iter().flat_map(|table| table.lines().skip(1));
    let rows = lines.map(|line| line.split_whitespace().collect::<Vec<_>>());
    let ending = format!(":{port:04X}");
    let listens = |row: &Vec<&str>| row.len() > 9 && row[1].ends_with(&ending) && row[3] == "0A";
    rows.filter(listens).map(|row| format!("socket:[{}]", row[9])).collect()
}

fn holds(process: u32, sockets: &BTreeSet<String>) -> bool {
    let files = fs::read_dir(format!("/proc/{process}/fd")).into_iter().flatten().flatten();
    files
        .filter_map(|file| fs::read_link(file.path()).ok())
        .any(|to| to.to_str().is_some_and(|to| sockets.contains(to)))
}

/// Returns the number after `name` at the beginning of a line.
fn field(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Processor time of the whole machine so far.
fn busy() -> Duration {
    let text = fs::read_to_string("/proc/stat").unwrap_or_default();
    let words: Vec<u64> = text.lines().next().unwrap_or_default().split_whitespace().flat_map(str::parse).collect();
    // Without idle time and waiting for the disk.
    let ticks: u64 =
        words.iter().take(8).enumerate().filter(|(place, _)| ![3, 4].contains(place)).map(|(_, t)| t).sum();
    Duration::from_millis(ticks * 1_000 / TICKS)
}

/// Measures how much of the machine other programs use during a measurement.
#[derive(Debug)]
pub(crate) struct Watch {
    begun: std::time::Instant,
    busy: Duration,
    ours: Duration,
}

impl Watch {
    pub(crate) fn begin() -> Self {
        Self { begun: std::time::Instant::now(), busy: busy(), ours: ours() }
    }

    /// Returns a sentence about the use of the machine by others.
    pub(crate) fn told(&self) -> String {
        let percent = self.others() * 100.0;
        let quiet = if percent < 5.0 { "quiet" } else { "not quiet" };
        format!("The machine was {quiet}: others used {percent:.0} % of its processors meanwhile.")
    }

    /// Returns the share of all processors that other programs used, between 0 and 1.
    fn others(&self) -> f64 {
        let busy = busy().saturating_sub(self.busy).saturating_sub(ours().saturating_sub(self.ours));
        let whole = self.begun.elapsed().as_secs_f64() * cores() as f64;
        busy.as_secs_f64() / whole
    }
}

/// Processor time of this program and its children.
fn ours() -> Duration {
    Tree::of(std::process::id()).cpu()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_listens_on_a_port_is_found_with_its_memory_and_time() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let tree = Tree::listening_on(listener.local_addr().unwrap().port()).unwrap();
        assert_eq!(tree.root, std::process::id());
        assert!(tree.memory() > 0 && tree.peak() >= tree.resident());
        assert!(tree.members().contains(&std::process::id()));
        drop(listener);
    }
}

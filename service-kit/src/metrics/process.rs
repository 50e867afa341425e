//! Process metrics from the operating system.

use crate::clock::Clock;

/// Records the start time of the process.
pub(super) fn note_start(clock: &dyn Clock) {
    metrics::gauge!("crosstable_process_start_time_seconds").set(clock.now().timestamp_millis() as f64 / 1000.0);
}

/// Records the current memory usage.
pub(super) fn sample() {
    if let Some(bytes) = resident_bytes() {
        metrics::gauge!("crosstable_process_resident_memory_bytes").set(bytes);
    }
}

/// Returns the resident memory. Only Linux reports it without a library, in `/proc`.
fn resident_bytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    parse(&status)
}

/// Parses the line `VmRSS:     5120 kB`.
fn parse(status: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_in_kibibytes() {
        assert_eq!(parse("Name:\tcrosstable\nVmRSS:\t    5120 kB\nVmSwap: 0 kB\n"), Some(5_242_880.0));
        assert_eq!(parse("Name:\tcrosstable\n"), None);
        assert_eq!(parse("VmRSS: many kB\n"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_process_takes_some() {
        assert!(resident_bytes().unwrap() > 100_000.0);
    }
}

//! Describes the machine and the versions of all programs, for the head of the report.

use std::fs;
use std::process::Command;

/// Returns the number of cores, which is also the number of workers of each peer.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Returns a paragraph about the machine.
pub(crate) fn about() -> String {
    let line = |file: &str, name: &str| {
        let text = fs::read_to_string(file).unwrap_or_default();
        let found = text.lines().find_map(|line| line.strip_prefix(name).map(str::to_owned));
        found.map(|rest| rest.trim_matches([' ', '\t', ':']).to_owned()).unwrap_or_default()
    };
    let cores = cores();
    let (cpu, memory) = (line("/proc/cpuinfo", "model name"), line("/proc/meminfo", "MemTotal"));
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let gib = memory.split(' ').next().and_then(|kib| kib.parse::<f64>().ok()).unwrap_or_default() / 1_048_576.0;
    let peers = [("nginx", "-v"), ("wrk", "-v"), ("psql", "--version"), ("pgbench", "--version")];
    let versions: Vec<_> = peers.iter().filter_map(|(program, flag)| version(program, flag)).collect();
    format!(
        "{cores} cores ({cpu}), {gib:.0} GiB, Linux {}. Clients and servers share the cores. {}. \
         Load of the last minute before: {}.\n",
        kernel.trim(),
        versions.join(", "),
        load()
    )
}

/// Returns the system's load of the last minute.
pub(crate) fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or_default().to_owned()
}

/// Returns the program's version: the first word with a number in its output.
fn version(program: &str, flag: &str) -> Option<String> {
    let found = test_servers::process::find(program, &[], "").ok()?;
    let said = Command::new(found).arg(flag).output().ok()?;
    let said = [said.stdout, said.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    let words = said.split([' ', '/', '-', '(', ')', '\n']);
    let number =
        words.into_iter().find(|word| word.contains('.') && word.starts_with(|it: char| it.is_ascii_digit()))?;
    Some(format!("{program} {number}"))
}

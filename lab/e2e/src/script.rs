//! Servers of other programs, which say in lines of JSON what reaches them. `scripts/generated-clients` installs what they use.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

use serde_json::Value;

use crate::until::PATIENCE;

/// A server. It ends when it is dropped.
#[derive(Debug)]
pub struct Script {
    said: Receiver<Value>,
    process: Child,
    _input: ChildStdin,
}

impl Script {
    /// Starts a Python program: a file of this crate, or any by its whole path.
    pub fn python(script: &str, arguments: &[&str]) -> Self {
        let python = test_servers::kept_folder().join("generated-clients/venv/bin/python");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join(script);
        Self::start(Command::new(python).arg(script).args(arguments))
    }

    /// Starts a program. Other lines of its output than JSON are read and ignored.
    pub fn start(command: &mut Command) -> Self {
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = started.expect("run scripts/generated-clients");
        let lines = BufReader::new(process.stdout.take().expect("its output")).lines();
        let (sender, said) = channel();
        std::thread::spawn(move || {
            let values = lines.map_while(Result::ok).filter_map(|line| serde_json::from_str(&line).ok());
            values.for_each(|value| sender.send(value).unwrap_or_default());
        });
        Self { said, _input: process.stdin.take().expect("its input"), process }
    }

    /// Waits for what it says next.
    pub fn next(&self) -> Value {
        self.said.recv_timeout(PATIENCE).expect("a line of the program")
    }

    /// What it has said since.
    pub fn so_far(&self) -> impl Iterator<Item = Value> {
        self.said.try_iter()
    }

    /// Waits for a port.
    pub fn port(&self) -> u16 {
        self.next().as_u64().and_then(|port| port.try_into().ok()).expect("a port")
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

//! Tests that processes end with the test, in whatever way it ends.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use test_servers::process::{Folder, Server, Signal};

const LONG: Duration = Duration::from_secs(20);

fn shell(folder: &Folder, script: &str, last: Signal) -> Server {
    let mut command = ["sh", "-c", script, "sh"].map(OsString::from).to_vec();
    command.push(folder.path().into());
    Server::start("a script", &command, &folder.path().join("log"), last).unwrap()
}

/// Returns the id of the process, which it writes to a file.
fn process(folder: &Folder, server: &mut Server) -> String {
    let file = folder.path().join("number");
    server.until(LONG, || std::fs::read_to_string(&file).is_ok_and(|text| text.ends_with('\n'))).unwrap();
    std::fs::read_to_string(&file).unwrap().trim().to_owned()
}

fn runs(process: &str) -> bool {
    Path::new("/proc").join(process).exists()
}

#[test]
fn a_server_that_does_not_listen_goes_with_its_value() {
    let folder = Folder::new().unwrap();
    let mut server = shell(&folder, "trap '' TERM; echo $$ >$1/number; while :; do sleep 0.05; done", Signal::Kill);
    let number = process(&folder, &mut server);
    server.signal(Signal::Stop);

    drop(server);

    assert!(!runs(&number));
}

#[test]
fn who_ends_before_being_ready_is_told_with_the_log() {
    let folder = Folder::new().unwrap();
    let failed = shell(&folder, "echo the reason; exit 3", Signal::Kill).until(LONG, || false).unwrap_err();
    let said = failed.to_string();
    assert!(said.contains("a script ended") && said.contains("the reason"), "{said}");
}

/// Runs this test program again and kills it in the middle of the test.
#[test]
fn who_is_killed_leaves_nothing() {
    let place = Folder::new().unwrap();
    if let Some(tell) = std::env::var_os("TELL") {
        let folder = Folder::new().unwrap();
        let mut server = shell(&folder, "echo $$ >$1/number; exec sleep 1000", Signal::Kill);
        let number = process(&folder, &mut server);
        std::fs::write(&tell, format!("{number}\n{}\n", folder.path().display())).unwrap();
        server.wait(Duration::from_secs(1_000));
        return;
    }
    let told = place.path().join("told");
    let mut child = std::process::Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "who_is_killed_leaves_nothing"]).env("TELL", &told).stdout(std::process::Stdio::null());
    let mut child = child.spawn().unwrap();
    let mut waiting = shell(&place, "exec sleep 1000", Signal::Kill);
    waiting.until(LONG, || std::fs::read_to_string(&told).is_ok_and(|text| text.lines().count() == 2)).unwrap();
    let text = std::fs::read_to_string(&told).unwrap();
    let (number, folder) = text.trim().split_once('\n').unwrap();
    assert!(runs(number) && Path::new(folder).exists());

    child.kill().unwrap();
    child.wait().unwrap();

    waiting.until(LONG, || !runs(number) && !Path::new(folder).exists()).unwrap();
}

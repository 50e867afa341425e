//! Runs the commands of `docs/organizer.md` in a shell, in order, against a new server.

use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::tempdir;

use crate::common::{Server, done, stderr, stdout};

/// Returns the commands of the page.
fn commands(address: &str) -> String {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/organizer.md")).unwrap();
    let blocks = page.split("```sh\n").skip(1).map(|rest| rest.split_once("```").expect("the end of a block").0);
    let commands: String = blocks.collect();
    assert!(commands.contains("http://127.0.0.1:8080"), "the page names the address of the server");
    commands.replace("http://127.0.0.1:8080", address)
}

#[test]
fn an_event_is_run_by_the_commands_of_the_page() {
    let folder = tempdir().unwrap();
    let key = done(folder.path(), &["init", "--organization", "Corner Store", "--username", "ada"]);
    let (_server, address) = Server::at_address(folder.path());
    let program = Path::new(env!("CARGO_BIN_EXE_crosstable")).parent().unwrap().to_owned();
    let paths = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
    let output = Command::new("bash")
        .args(["-eu", "-c", &commands(&address)])
        .env("KEY", key)
        .env("PATH", std::env::join_paths(std::iter::once(program).chain(paths)).unwrap())
        .env("CROSSTABLE_DATA_DIR", folder.path().join("data"))
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("bash");
    let (told, complained) = (stdout(&output), stderr(&output));
    assert!(output.status.success(), "{told}\n{complained}");
    // The results that the page describes: registrations, refusals and the end of the event.
    let mut rest = told.as_str();
    for part in [
        "jan ON_WAITLIST",
        "\"CANCELED\"",
        "\"ivo\"",
        "has locked the list",
        "\"standings_of_rounds\"",
        "[4,false]",
        "[5,true]",
    ] {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("{part} is missing:\n{told}\n{complained}")).1;
    }
    assert!(rest.contains("\"DECKLISTS_PUBLISHED\""), "{rest}");
    assert!(rest.contains("Friday Modern, with top 4 - Corner Store"), "{rest}");
    assert!(rest.contains("[\"Saturday\",2]"), "the event of imported players is not paired:\n{rest}");
    assert!(rest.contains("\"opponents\": "), "the explanation of a rank is missing:\n{rest}");
    let refused: Vec<&str> = complained.lines().filter(|line| line.starts_with("curl: ")).collect();
    assert_eq!(refused.len(), 2, "only the refusals of the page are expected:\n{complained}");
    assert!(refused.iter().all(|line| line.ends_with("409")), "{refused:?}");
}

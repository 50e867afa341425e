//! Simulated tournaments: the same seed gives the same results, and errors are reported.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod common;

use std::path::Path;
use std::process::Stdio;

use common::{Server, crosstable, run, stderr, stdout};
use serde_json::Value;
use tempfile::tempdir;

/// Runs a simulation. Returns the figures.
fn play(folder: &Path, arguments: &[&str]) -> Value {
    let played = run(folder, &[&["simulate", "--json"], arguments].concat());
    assert_eq!(played.status.code(), Some(0), "{}", stderr(&played));
    assert!(stderr(&played).contains(" won; "), "{}", stderr(&played));
    serde_json::from_str(&stdout(&played)).unwrap()
}

fn ends(figures: &Value) -> Vec<String> {
    let events = figures["events"].as_array().unwrap().iter();
    events.map(|event| event["standings_sha256"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_same_seed_ends_the_same_however_many_clients_there_are() {
    let folder = tempdir().unwrap();
    let play = |seed: &str, clients: &str| {
        let event = ["--players", "12", "--rounds", "2", "--top-cut", "4", "--events", "2"];
        play(folder.path(), &[&event[..], &["--seed", seed, "--clients", clients]].concat())
    };
    let alone = play("5", "1");
    assert_eq!(ends(&alone).len(), 2);
    assert_ne!(ends(&alone)[0], ends(&alone)[1], "the events differ");
    assert_eq!(ends(&play("5", "16")), ends(&alone));
    assert_ne!(ends(&play("6", "16")), ends(&alone));

    assert_eq!((&alone["errors"], alone["events"][0]["rounds"].as_array().unwrap().len()), (&0.into(), 4));
    assert!(alone["kinds"]["report_result"]["requests"].as_u64() >= Some(2 * 2 * 5), "{}", alone["kinds"]);
    assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none(), "nothing is left behind");
}

#[test]
fn what_was_played_is_kept_if_asked_for_and_can_be_exported() {
    let folder = tempdir().unwrap();
    play(folder.path(), &["--players", "9", "--rounds", "3", "--format", "legacy", "--keep", "data"]);
    let exported = run(folder.path(), &["export", "--format", "archive", "--event", "1", "--out", "-"]);
    let archive: Value = serde_json::from_slice(&exported.stdout).unwrap();
    assert_eq!((archive["format"].as_str(), archive["swiss_rounds"].as_i64()), (Some("Legacy"), Some(3)));
    assert_eq!(archive["decklists"].as_object().unwrap().len(), 9);

    let again = run(folder.path(), &["simulate", "--players", "9", "--keep", "data"]);
    assert_eq!(again.status.code(), Some(1));
    assert!(stderr(&again).contains("is not empty"), "{}", stderr(&again));
}

#[test]
fn a_server_that_is_not_there_and_a_key_that_will_not_do_are_told_at_once() {
    let folder = tempdir().unwrap();
    let refused = |url: &str, key: &str| {
        let played = run(folder.path(), &["simulate", "--players", "4", "--url", url, "--key", key]);
        assert_eq!(played.status.code(), Some(1), "{}", stderr(&played));
        stderr(&played)
    };
    // A port that was just freed.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert!(refused(&format!("http://{free}"), "sk_x").contains("cannot connect"));
    assert!(refused("example.org", "sk_x").contains("is not an address such as"));

    run(folder.path(), &["organizations", "create", "--name", "Corner Store"]);
    let issued = run(folder.path(), &["keys", "issue", "--organization", "1", "--name", "x", "--role", "JUDGE"]);
    let server = Server::serve(folder.path(), &[], &[]);
    let address = server.told(" on ").unwrap();
    assert!(refused(&address, "sk_x").contains("401"));
    assert!(refused(&address, stdout(&issued).trim()).contains("the key's role is JUDGE"));
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn an_interrupt_ends_it_with_the_figures_so_far() {
    let folder = tempdir().unwrap();
    run(folder.path(), &["organizations", "create", "--name", "Corner Store"]);
    let issued = run(folder.path(), &["keys", "issue", "--organization", "1", "--name", "x", "--role", "ADMIN"]);
    let (server, key) = (Server::serve(folder.path(), &[], &[]), stdout(&issued).trim().to_owned());
    let address = server.told(" on ").unwrap();
    let mut command = crosstable(folder.path());
    command.args(["simulate", "--players", "12", "--rounds", "3", "--repeat", "1000000", "--url", &address]);
    let command = command.env("CROSSTABLE_KEY", &key).stdout(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();

    let client = reqwest::Client::new();
    let first_of = async |path: &str| loop {
        let answer = client.get(format!("{address}{path}")).header("x-api-key", &key).send().await.unwrap();
        if answer.status() == 200
            && let Some(first) = answer.json::<Vec<Value>>().await.unwrap().into_iter().next()
        {
            break first;
        }
    };
    let event = first_of("/api/v1/magic-events/").await;
    first_of(&format!("/api/v1/magic-events/{}/registrations/", event["id"])).await;
    let asked = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(asked.success());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(1));
    assert!(stderr(&ended).ends_with("Stopped before the end.\n"), "{}", stderr(&ended));
    assert!(stderr(&ended).contains("create_registration"), "{}", stderr(&ended));
}

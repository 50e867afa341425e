//! `crosstable users erase`: with and without a server, and killed at any moment.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use storage::{Access, Database, ErasureList, open_events};

use crate::common::{Server, crosstable, done, is_sound, refused, run, said, stderr, stdout, store};

/// Makes a person. Returns the id.
fn person(folder: &Path, name: &str) -> String {
    done(folder, &["users", "create", "--username", name, "--name", &name.to_uppercase(), "--managed-by", "1"])
}

/// The files in the data folder that contain a text in any case.
fn files_with(folder: &Path, text: &str) -> Vec<String> {
    let contains = |path: &Path| {
        let bytes = std::fs::read(path).unwrap().to_ascii_lowercase();
        bytes.windows(text.len()).any(|part| part == text.as_bytes())
    };
    let files = std::fs::read_dir(folder.join("data")).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| contains(path)).map(|path| path.display().to_string()).collect()
}

fn is_erased(folder: &Path, id: &str) -> bool {
    stdout(&run(folder, &["erasures", "show"])).lines().any(|line| line.split('\t').next() == Some(id))
}

#[test]
fn without_a_server_the_command_renders_and_cleans_the_files_itself() {
    let (folder, _) = store();
    let id = person(folder.path(), "quillfeather");
    drop(Server::serve(folder.path(), &[], &[]));
    assert!(!files_with(folder.path(), "quillfeather").is_empty());

    assert!(refused(folder.path(), &["users", "erase", &id]).contains("add --yes"));
    said(folder.path(), &["users", "erase", &id, "--yes"]);
    assert_eq!(files_with(folder.path(), "quillfeather"), [""; 0]);
    said(folder.path(), &["users", "erase", &id, "--yes"]);
    is_sound(folder.path());
    assert!(refused(folder.path(), &["users", "erase", "4711", "--yes"]).contains("there is no user 4711"));
    assert_ne!(person(folder.path(), "quillfeather"), id, "the name is free for a new person");
}

#[test]
fn person_is_erased_although_the_views_cannot_be_read() {
    let (folder, _) = store();
    drop(Server::serve(folder.path(), &[], &[]));
    let id = person(folder.path(), "quillfeather");
    for file in ["views.sqlite-wal", "views.sqlite-shm", "views.sqlite"] {
        std::fs::write(folder.path().join("data").join(file), "no database").unwrap();
    }
    let erased = run(folder.path(), &["users", "erase", &id, "--yes"]);
    assert!(stderr(&erased).contains("the person is erased, but the views"), "{}", stderr(&erased));
    assert!(is_erased(folder.path(), &id));
}

/// Erases a person, and kills the command after this time. Returns whether it had succeeded before.
async fn erase_and_kill(folder: &Path, id: &str, after: Duration) -> bool {
    let mut command = crosstable(folder);
    command.args(["users", "erase", id, "--yes"]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    tokio::time::sleep(after).await;
    let _ = child.kill();
    child.wait().unwrap().success()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erasure_that_is_killed_is_completed_at_the_next_start_or_never_was() {
    let (folder, _) = store();
    let (mut erased, mut whole) = (0, 0);
    for step in 0..12 {
        let name = format!("quillfeather{step:02}");
        let id = person(folder.path(), &name);
        drop(Server::serve(folder.path(), &[], &[]));
        let acknowledged = erase_and_kill(folder.path(), &id, Duration::from_millis(5 + 9 * step)).await;
        if !is_erased(folder.path(), &id) {
            assert!(!acknowledged, "{name} was acknowledged");
            assert!(done(folder.path(), &["users", "list"]).contains(&name));
            whole += 1;
            continue;
        }
        erased += 1;
        let server = Server::serve(folder.path(), &[], &[]);
        completed(folder.path(), &name).await;
        drop(server);
        let list = ErasureList::at(folder.path().join("data/erasures.jsonl")).read().unwrap();
        assert!(list.iter().any(|erasure| erasure.user_id.to_string() == id), "{list:?}");
    }
    assert!(erased + whole == 12, "{erased} erased, {whole} whole");
    is_sound(folder.path());
}

/// Waits until the server has completed all erasures and no file contains the name.
async fn completed(folder: &Path, name: &str) {
    for _ in 0..600 {
        let events = open_events(&Database::Sqlite(folder.join("data/events.sqlite")), Access::Write).await.unwrap();
        let unfinished = events.unfinished_erasures().await.unwrap();
        events.close().await;
        if unfinished.is_empty() && files_with(folder, name).is_empty() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the erasure of {name} is not complete: {:?}", files_with(folder, name));
}

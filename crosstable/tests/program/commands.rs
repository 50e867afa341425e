//! The command line as people use it: stdout, stderr and the exit code.

use std::io::Write;
use std::process::Stdio;

use tempfile::tempdir;

use crate::common::{archive, crosstable, done, refused, run, run_with_input, said, stderr, stdout, store};

#[test]
fn an_organization_of_the_same_name_is_not_made_twice() {
    let (folder, _) = store();
    let again = run(folder.path(), &["organizations", "create", "--name", "Corner Store"]);
    assert_eq!((again.status.code(), stdout(&again).as_str()), (Some(0), "1\n"));
    assert!(stderr(&again).contains("already"), "{}", stderr(&again));
    assert_ne!(done(folder.path(), &["organizations", "create", "--name", "Other Store"]), "1");
}

#[test]
fn what_is_missing_is_told_with_the_way_out() {
    let folder = tempdir().unwrap();
    let no_data = refused(folder.path(), &["keys", "issue", "--organization", "1", "--name", "x", "--role", "ADMIN"]);
    assert!(no_data.contains("crosstable init"), "{no_data}");
    assert!(!folder.path().join("data").exists(), "a mistyped folder must not be created");

    let (folder, _) = store();
    let unknown = refused(folder.path(), &["keys", "issue", "--organization", "9", "--name", "x", "--role", "ADMIN"]);
    assert!(unknown.contains("organization 9"), "{unknown}");
    std::fs::write(folder.path().join("a.json"), archive("a").to_string()).unwrap();
    let unknown = refused(folder.path(), &["import", "a.json", "--organization", "5"]);
    assert!(unknown.contains("organizations create"), "{unknown}");
}

#[test]
fn wrong_usage_is_another_code() {
    let folder = tempdir().unwrap();
    for arguments in [
        &["keys", "issue", "--organization", "1", "--name", "x", "--role", "KING"][..],
        &["keys", "issue", "--organization", "1", "--name", "x"],
        &["users", "set-password", "--username", "ada", "--password", "correct horse battery"],
        &["users", "set-password", "--username", "ada"],
        &["serve", "--public-url", "events.example"],
        &["import", "--organization", "1"],
        &["frobnicate"],
    ] {
        assert_eq!(run(folder.path(), arguments).status.code(), Some(2), "{arguments:?}");
    }
    assert_eq!(run(folder.path(), &["--help"]).status.code(), Some(0));
}

#[test]
fn every_file_stands_for_itself() {
    let (folder, _) = store();
    let files = folder.path().join("files");
    std::fs::create_dir(&files).unwrap();
    let mut broken = archive("b");
    broken["rounds"][1]["matches"][0]["p2"] = 17.into();
    std::fs::write(files.join("a.json"), archive("a").to_string()).unwrap();
    std::fs::write(files.join("b.json"), broken.to_string()).unwrap();
    std::fs::write(files.join("c.json"), archive("c").to_string()).unwrap();

    let arguments = ["import", "files", "--organization", "1"];
    let first = run(folder.path(), &arguments);
    assert_eq!(first.status.code(), Some(1));
    assert_eq!(stdout(&first).matches("imported as event").count(), 2, "{}", stdout(&first));
    assert!(stdout(&first).contains("(4 players, 2 rounds)"), "{}", stdout(&first));
    assert!(stderr(&first).contains("b.json: rounds[1].matches[0].p2"), "{}", stderr(&first));
    assert!(stderr(&first).contains("2 imported; 0 already there; 1 refused"), "{}", stderr(&first));

    std::fs::write(files.join("b.json"), archive("b").to_string()).unwrap();
    let second = said(folder.path(), &arguments);
    assert!(second.contains("1 imported; 2 already there; 0 refused"), "{second}");
}

#[test]
fn a_dry_run_stores_nothing_and_standard_input_is_a_file() {
    let (folder, _) = store();
    let text = archive("a").to_string();
    let import = |more: &[&str]| {
        let arguments = [&["import", "-", "--organization", "1"], more].concat();
        run_with_input(folder.path(), &arguments, text.as_bytes())
    };
    let dry = import(&["--dry-run"]);
    let preview = stdout(&dry);
    assert!(preview.contains("would be imported: "), "{preview} {}", stderr(&dry));
    assert!(preview.contains("; 4 players, 2 rounds, "), "{preview}");
    let real = import(&[]);
    assert!(stdout(&real).contains("imported as event"), "{}", stderr(&real));
    assert!(stdout(&import(&["--dry-run"])).contains("already imported as event"));
}

#[test]
fn a_csv_file_gets_name_date_and_format_from_options() {
    let (folder, _) = store();
    std::fs::write(folder.path().join("friday.csv"), "Name,Phone\nAna,1\nBo,2\nCy,\n").unwrap();
    std::fs::write(folder.path().join("a.json"), archive("a").to_string()).unwrap();
    let import = |arguments: &[&str]| run(folder.path(), &[&["import", "--organization", "1"], arguments].concat());
    let undated = import(&["friday.csv"]);
    assert_eq!(undated.status.code(), Some(1));
    assert!(stderr(&undated).contains("refused: friday.csv: --date: is missing"), "{}", stderr(&undated));

    let dated = ["friday.csv", "--date", "2026-05-01", "--event-format", "modern"];
    let dry = import(&[&dated[..], &["--dry-run"]].concat());
    let preview = "would be imported: friday, 2026-05-01, modern, csv:2026-05-01-";
    assert!(stdout(&dry).contains(preview), "{}", stdout(&dry));
    assert!(stderr(&dry).contains("left out: the columns \"Phone\""), "{}", stderr(&dry));
    let imported = import(&[&dated[..], &["--name", "Friday Modern"]].concat());
    assert!(stdout(&imported).contains("imported as event 1 (3 players, 0 rounds)"), "{}", stdout(&imported));
    assert!(stdout(&import(&dated)).contains("already imported as event 1"));
    let week_later = import(&["friday.csv", "--date", "2026-05-08"]);
    assert!(stdout(&week_later).contains("imported as event 2 "), "{}", stdout(&week_later));

    let other = import(&["a.json", "--date", "2026-05-01"]);
    assert!(stderr(&other).contains("a.json: --date: is only for CSV files"), "{}", stderr(&other));
    let several = import(&["a.json", "friday.csv", "--name", "Both"]);
    assert_eq!(several.status.code(), Some(1));
    assert!(stderr(&several).contains("--name names one event, but there are 2 events"), "{}", stderr(&several));
}

#[test]
fn standings_that_contradict_the_rounds_are_imported_with_a_warning_that_names_the_rows() {
    let (folder, _) = store();
    let mut file = archive("a");
    file["standings"] = serde_json::json!([{"rank": 1, "p": 0, "points": 99, "w": 0, "l": 0, "d": 0, "omw": 0.0, "gw": 0.0,
        "ogw": 0.0, "as_of_round": 0}]);
    let dry = ["import", "-", "--organization", "1", "--dry-run"];
    let warned = run_with_input(folder.path(), &dry, file.to_string().as_bytes());
    assert_eq!(warned.status.code(), Some(0), "{}", stderr(&warned));
    for words in ["contradict the standings (1 of their rows)", "standings[0] (", "points: 99, but the rounds give "] {
        assert!(stderr(&warned).contains(words), "{}", stderr(&warned));
    }
    let agreeing = run_with_input(folder.path(), &dry, archive("a").to_string().as_bytes());
    assert!(!stderr(&agreeing).contains("warning"), "{}", stderr(&agreeing));
}

#[test]
fn a_file_without_end_is_refused_when_it_is_too_long() {
    let (folder, _) = store();
    let mut command = crosstable(folder.path());
    command.args(["import", "-", "--organization", "1"]);
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut into = child.stdin.take().unwrap();
    // More than an import accepts; the pipe stays open.
    let written = (0..4_096).map(|_| into.write_all(&[b'['; 1 << 16])).take_while(Result::is_ok).count();
    let long = child.wait_with_output().unwrap();
    assert_eq!(long.status.code(), Some(1));
    assert!(stderr(&long).contains("standard input: has more than 32 MiB"), "{}", stderr(&long));
    assert!(written < 1_024, "{written} × 64 KiB were read");
}

#[test]
fn variable_of_nats_that_has_no_effect_any_more_is_refused() {
    let folder = tempdir().unwrap();
    let mut command = crosstable(folder.path());
    command.args(["doctor", "--nats-url", "nats://127.0.0.1:1"]).env("CROSSTABLE_NATS_TOKEN_FILE", "token");
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert!(stderr(&output).contains("CROSSTABLE_NATS_TOKEN_FILE is set"), "{}", stderr(&output));
}

#[test]
fn csv_files_of_one_round_each_are_one_event() {
    let (folder, _) = store();
    for (name, result) in [("round-1.csv", "2-0"), ("round-2.csv", "1-2")] {
        std::fs::write(folder.path().join(name), format!("Player 1,Player 2,Result\nAna,Bo,{result}\n")).unwrap();
    }
    let import = ["import", "round-2.csv", "round-1.csv", "--organization", "1", "--date", "2026-05-01"];
    let imported = done(folder.path(), &import);
    assert!(imported.contains("imported as event 1 (2 players, 2 rounds)"), "{imported}");
}

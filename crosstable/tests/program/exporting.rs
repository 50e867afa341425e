//! Exports archives from the log: an export that is imported elsewhere and exported again is the same, byte for byte.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use chrono::{TimeZone, Utc};
use serde_json::{Value, json};
use storage::{Access, Database, open_events};
use tempfile::{TempDir, tempdir};

use crate::common::{Server, archive, done, run, said, stderr, store};

/// Returns a store with these files imported.
fn store_with(files: &[PathBuf]) -> TempDir {
    let (folder, _) = store();
    // CSV files have no date of their own, and only they take one.
    let (csv, others): (Vec<_>, Vec<_>) =
        files.iter().partition(|file| file.extension().is_some_and(|ending| ending == "csv"));
    for (files, more) in [(others, &[][..]), (csv, &["--date", "2026-05-01", "--event-format", "Modern"])] {
        if files.is_empty() {
            continue;
        }
        let mut arguments = [&["import", "--organization", "1"], more].concat();
        arguments.extend(files.iter().map(|file| file.to_str().unwrap()));
        done(folder.path(), &arguments);
    }
    folder
}

/// Returns a store with an event of this archive.
fn store_of(archive: &Value) -> TempDir {
    let files = tempdir().unwrap();
    let file = files.path().join("archive.json");
    std::fs::write(&file, archive.to_string()).unwrap();
    store_with(&[file])
}

/// Checks a file against the published schema.
fn assert_is_described(name: &str, bytes: &[u8]) {
    let schema = parsed(include_bytes!("../../../docs/archive.schema.json"));
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let mut file = parsed(bytes);
    let faults: Vec<String> = validator.iter_errors(&file).take(5).map(|fault| fault.to_string()).collect();
    assert!(faults.is_empty(), "{name}: {faults:?}");
    file.as_object_mut().unwrap().remove("rounds");
    assert!(!validator.is_valid(&file), "{name} has rounds");
}

/// Exports all tournaments. Returns the files by name.
fn export(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    done(folder, &["export", "--format", "archive", "--out", "exported/"]);
    let files = std::fs::read_dir(folder.join("exported")).unwrap().map(|entry| entry.unwrap().path());
    files.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(path).unwrap())).collect()
}

/// Exports, imports the files into an empty store, and exports them again.
fn assert_comes_round(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let first = export(folder);
    first.iter().for_each(|(name, bytes)| assert_is_described(name, bytes));
    let files: Vec<PathBuf> = first.keys().map(|name| folder.join("exported").join(name)).collect();
    let second = export(store_with(&files).path());
    assert_eq!(first.keys().collect::<Vec<_>>(), second.keys().collect::<Vec<_>>());
    for (name, bytes) in &first {
        let [one, other] = [bytes, &second[name]].map(|bytes| String::from_utf8_lossy(bytes));
        assert!(one == other, "{name} differs:\n{one:.2000}\n{other:.2000}");
    }
    first
}

/// Returns the files of other forms that the importer reads.
fn foreign_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../importers/tests/files");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.push(folder.with_file_name("imports/cases/double-elimination.json"));
    files.sort();
    files
}

#[test]
fn files_of_other_forms_come_round_as_archives() {
    let files = foreign_files();
    let store = store_with(&files);
    let exported = assert_comes_round(store.path());
    let played = files.iter().filter(|file| !file.ends_with("csv-players.csv"));
    assert_eq!(exported.len(), played.count(), "an event without rounds is not exported: {:?}", exported.keys());
    let numbered = parsed(&exported["990017.json"]);
    let player = |row: &Value| usize::try_from(row["p"].as_u64().unwrap()).unwrap();
    let places = numbered["standings"].as_array().unwrap().iter().map(|row| &numbered["players"][player(row)]);
    let cache = files.iter().find(|file| file.ends_with("decklist-cache-numbered.json")).unwrap();
    let published = parsed(&std::fs::read(cache).unwrap());
    let published = published["Standings"].as_array().unwrap().iter().map(|row| &row["Player"]);
    assert!(places.eq(published), "{numbered}");
}

fn parsed(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

/// A row of standings.
fn row(rank: i32, p: i32, points: i32, as_of_round: i32) -> Value {
    json!({"rank": rank, "p": p, "points": points, "w": 0, "l": 0, "d": 0, "omw": 0.5, "gw": 0.5, "ogw": 0.5,
        "as_of_round": as_of_round})
}

/// Eight players: a first day of two rounds with a bye, a draw, an assigned loss and a disqualification; a cut to four;
/// a second day of one round; a playoff of two. One player never plays.
fn two_days() -> Value {
    let versus = |p1: i32, p2: i32, g1: i32, g2: i32, gd: i32, winner: i32| json!({"p1": p1, "p2": p2, "g1": g1, "g2": g2, "gd": gd, "winner": winner});
    json!({
        "id": "two/days 1", "name": "Two Days", "date": "2026-02-07T09:00:00+00:00", "format": "Legacy",
        "platform": "example", "source": {}, "swiss_rounds": 3, "top_cut": 2, "phase_cuts": [2], "seeds": [2, 0],
        "rule": {"floor": "0.33", "own_gw_floored": true, "decimals": 8,
            "match_points": {"win": 3, "draw": 1, "loss": 0}},
        "players": ["Ana", "Bo", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"],
        "disqualified": {"5": 2},
        "rounds": [
            {"number": 1, "kind": "swiss", "matches": [
                versus(0, 1, 2, 0, 0, 1), versus(2, 3, 2, 1, 0, 1), versus(5, 4, 2, 0, 1, 1),
                {"p1": 6, "p2": null, "g1": 2, "g2": 0, "gd": 0, "bye": true, "winner": 1}]},
            {"number": 2, "kind": "swiss", "matches": [
                versus(2, 0, 0, 0, 3, 0), versus(3, 6, 0, 0, 0, 0), versus(5, 1, 0, 2, 0, 2),
                {"p1": 4, "p2": null, "g1": 0, "g2": 0, "gd": 0, "loss": true, "winner": 2}]},
            {"number": 3, "kind": "swiss", "matches": [versus(0, 6, 2, 1, 0, 1), versus(2, 3, 2, 0, 0, 1)]},
            {"number": 4, "kind": "playoff", "matches": [versus(2, 0, 1, 2, 0, 2)]},
        ],
        "standings": [row(1, 0, 7, 3), row(2, 2, 7, 3), row(3, 6, 4, 3), row(4, 1, 3, 2), row(5, 3, 1, 3),
            row(6, 4, 0, 2), row(7, 7, 0, 2)],
        "decklists": {"0": ["60 Island", "", "Sideboard", "15 Swamp"], "3": ["40 Plains"]},
        "deck_urls": {"1": "https://example.org/b", "3": "https://example.org/c"},
    })
}

#[test]
fn a_tournament_of_two_days_comes_round_with_everything_in_it() {
    let exported = assert_comes_round(store_of(&two_days()).path());
    let [(name, bytes)] = exported.iter().collect::<Vec<_>>()[..] else { panic!("{:?}", exported.keys()) };
    assert_eq!(name, "two-days-1.json", "the name contains no folder");
    let (written, original) = (parsed(bytes), two_days());
    let others = ["source", "rule", "standings"];
    for (field, value) in original.as_object().unwrap().iter().filter(|(field, _)| !others.contains(&field.as_str())) {
        assert_eq!(written[field], *value, "{field}");
    }
    let order = |file: &Value| -> Vec<(i64, i64)> {
        let rows = file["standings"].as_array().unwrap().iter();
        rows.map(|row| (row["p"].as_i64().unwrap(), row["as_of_round"].as_i64().unwrap())).collect()
    };
    assert_eq!(order(&written), order(&original));
}

#[tokio::test]
async fn the_demo_s_tournaments_come_round() {
    let (folder, _) = store();
    let events = open_events(&Database::Sqlite(folder.path().join("data/events.sqlite")), Access::Write).await.unwrap();
    let now = Utc.with_ymd_and_hms(2026, 9, 1, 12, 0, 0).single().unwrap();
    crosstable::demo::fill(&*events, now, 1).await.unwrap();
    events.close().await;
    let exported = assert_comes_round(folder.path());
    assert!(exported.values().all(|bytes| parsed(bytes)["platform"] == "crosstable"));
    let has_pools = |file: &Value| file["pool_size"] == 8 && file["rounds"][0]["matches"][0]["pool"] == 1;
    assert!(exported.values().any(|bytes| has_pools(&parsed(bytes))));
}

#[test]
fn real_tournaments_come_round() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/oracle/tournaments");
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    let exported = assert_comes_round(store_with(&files).path());
    assert_eq!(exported.len(), files.len());
}

#[test]
fn an_event_goes_to_standard_output_or_into_a_file_also_beside_a_server() {
    let folder = store_of(&archive("a"));
    let _server = Server::serve(folder.path(), &[], &[]);
    let to_stdout = run(folder.path(), &["export", "--format", "archive", "--event", "1", "--out", "-"]);
    assert_eq!(parsed(&to_stdout.stdout)["decklists"], archive("a")["decklists"]);
    let to_file = ["export", "--format", "archive", "--event", "1", "--out", "league.json"];
    for time in ["the first time", "the same again"] {
        let exported = done(folder.path(), &to_file);
        assert!(exported.contains("league.json: event 1 (4 players, 2 rounds, 1 lists)"), "{time}: {exported}");
    }
    assert_eq!(std::fs::read(folder.path().join("league.json")).unwrap(), to_stdout.stdout);

    std::fs::write(folder.path().join("league.json"), "mine").unwrap();
    let kept = run(folder.path(), &to_file);
    assert!(kept.status.code() == Some(1) && stderr(&kept).contains("--overwrite"), "{}", stderr(&kept));
    done(folder.path(), &[&to_file[..], &["--overwrite"]].concat());
}

#[test]
fn what_cannot_be_written_is_told_and_counted() {
    let folder = store_of(&archive("a"));
    run(folder.path(), &["organizations", "create", "--name", "Other Store"]);
    let refused = |arguments: &[&str]| {
        let output = run(folder.path(), &[&["export", "--format", "archive"], arguments].concat());
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        stderr(&output)
    };
    assert!(refused(&["--event", "9"]).contains("event 9: it does not exist"));
    assert!(refused(&["--event", "1", "--organization", "2"]).contains("it belongs to organization 1"));
    assert!(refused(&["--out", "nowhere"]).contains("there is no such folder"));
    assert!(refused(&["--out", "-"]).contains("--event"));
    let others = said(folder.path(), &["export", "--format", "archive", "--organization", "2", "--out", "o/"]);
    assert!(others.contains("0 written"), "{others}");
}

/// Three players of Pokémon: a win, a bye and a tie, then a final. One leaves after the first round.
fn pokemon() -> Value {
    let versus = |p2: i32, winner: i32| json!({"p1": 0, "p2": p2, "winner": winner});
    json!({
        "id": "cup", "name": "Cup & Cake", "date": "2026-02-07T09:00:00+00:00", "platform": "example",
        "swiss_rounds": 2, "top_cut": 2, "rule": {"settings": {"rule_set": "POKEMON"}},
        "players": ["Ana Lee", "Bo", "Cy"],
        "rounds": [
            {"number": 1, "kind": "swiss", "matches": [
                versus(2, 1), {"p1": 1, "p2": null, "g1": 2, "g2": 0, "gd": 0, "bye": true, "winner": 1}]},
            {"number": 2, "kind": "swiss", "matches": [versus(1, 0)]},
            {"number": 3, "kind": "playoff", "matches": [versus(1, 2)]},
        ],
        "standings": [row(1, 1, 4, 2), row(2, 0, 4, 2), row(3, 2, 0, 2)],
    })
}

#[test]
fn an_event_of_pokemon_is_written_for_tom_and_players_without_ids_are_named() {
    let files = tempdir().unwrap();
    let [cup, other, ids] = ["cup.json", "other.json", "ids.csv"].map(|name| files.path().join(name));
    std::fs::write(&cup, pokemon().to_string()).unwrap();
    std::fs::write(&other, archive("a").to_string()).unwrap();
    std::fs::write(&ids, "Name,0\nAna Lee, 1234567\n").unwrap();
    let folder = store_with(&[cup, other]);
    let ids = ids.to_str().unwrap();
    let exported = said(folder.path(), &["export", "--format", "tdf", "--player-ids", ids, "--out", "toms/"]);
    assert!(exported.contains("without a player id: Bo, Cy"), "{exported}");
    assert!(exported.contains("1 written; 1 left out; 0 refused"), "{exported}");
    let written = std::fs::read_to_string(folder.path().join("toms/cup.tdf")).unwrap();
    assert_eq!(written, include_str!("pokemon.tdf"));
    let refused = run(folder.path(), &["export", "--format", "tdf", "--event", "2", "--out", "toms/"]);
    assert!(stderr(&refused).contains("with the rules of Pokémon"), "{}", stderr(&refused));
}

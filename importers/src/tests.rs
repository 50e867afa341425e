use serde_json::{Value, json};

use super::*;

/// Five players, three Swiss rounds with a bye, an assigned loss, draws and a drop, a top 4 with a match for third
/// place.
pub(crate) fn small() -> Value {
    let versus = |p1: i32, p2: i32, g1: i32, g2: i32, gd: i32, winner: i32| json!({"p1": p1, "p2": p2, "g1": g1, "g2": g2, "gd": gd, "winner": winner});
    let row = |rank: i32, p: i32, points: i32, w: i32, l: i32, d: i32| {
        let as_of_round = 3;
        json!({"rank": rank, "p": p, "points": points, "w": w, "l": l, "d": d, "omw": 0.5, "gw": 0.5, "ogw": 0.5,
            "as_of_round": as_of_round})
    };
    json!({
        "id": "winter-open-1", "name": "Winter Open", "date": "2025-12-06", "format": "Duel Commander",
        "platform": "example", "source": {"repo": "none"}, "features": ["bye"], "phase_cuts": [],
        "rule": {"floor": "1/3", "tol": 1e-7, "decimals": 7, "fields": ["points"]},
        "swiss_rounds": 3, "top_cut": 4,
        "players": ["Ana", "Bo", "Cy", "Di", "Ed"],
        "rounds": [
            {"number": 1, "kind": "swiss", "matches": [
                {"p1": 4, "p2": null, "g1": 2, "g2": 0, "gd": 0, "bye": true, "winner": 1},
                versus(0, 1, 2, 0, 0, 1), versus(2, 3, 1, 1, 1, 0),
            ]},
            {"number": 2, "kind": "swiss", "matches": [
                versus(0, 4, 2, 1, 0, 1), versus(1, 2, 0, 2, 0, 2),
                {"p1": 3, "p2": null, "g1": 0, "g2": 0, "gd": 0, "loss": true, "winner": 2},
            ]},
            {"number": 3, "kind": "swiss", "matches": [versus(0, 2, 0, 0, 3, 0), versus(4, 1, 2, 0, 0, 1)]},
            {"number": 4, "kind": "playoff", "matches": [versus(0, 1, 2, 0, 0, 1), versus(4, 2, 0, 2, 0, 2)]},
            {"number": 5, "kind": "playoff", "name": "Third place", "matches": [versus(1, 4, 2, 0, 0, 1)]},
            {"number": 5, "kind": "playoff", "name": "Finals", "matches": [versus(0, 2, 1, 2, 0, 2)]},
        ],
        "standings": [
            row(1, 2, 5, 3, 0, 2), row(2, 0, 7, 3, 1, 1), row(3, 1, 0, 1, 4, 0), row(4, 4, 6, 2, 3, 0),
            row(5, 3, 1, 0, 1, 1),
        ],
        "decklists": {"0": ["4 Island", "", "Sideboard", "1 Swamp"]},
        "deck_urls": {"0": "https://example.org/a", "1": "https://example.org/b"},
    })
}

pub(crate) fn small_file() -> CheckedArchive {
    read_value(&small()).unwrap()
}

/// Reads JSON as if it came from a file.
pub(crate) fn read_value(value: &Value) -> Result<CheckedArchive, ImportError> {
    read(value.to_string().as_bytes(), "small.json")
}

/// Reads JSON whose standings follow from its rounds.
pub(crate) fn sound(file: &Value) -> CheckedArchive {
    let checked = read_value(file).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(checked.contradictions(), [""; 0]);
    checked
}

/// Takes the games out of all results, so that only the winners are known.
pub(crate) fn without_games(file: &mut Value) {
    for round in file["rounds"].as_array_mut().unwrap() {
        for played in round["matches"].as_array_mut().unwrap() {
            played.as_object_mut().unwrap().retain(|name, _| !name.starts_with('g'));
        }
    }
}

/// Returns why a file is refused, or nothing if it is read.
pub(crate) fn refusal(file: &Value) -> String {
    let told = read_value(file).err().map_or_else(String::new, |error| error.to_string());
    told.strip_prefix("small.json: ").unwrap_or(&told).to_owned()
}

/// Checks that a file is refused with these words if another value is at a JSON pointer.
#[track_caller]
pub(crate) fn assert_refused<const N: usize>(file: &Value, changes: [(&str, Value, &str); N]) {
    for (pointer, value, expected) in changes {
        let mut file = file.clone();
        put(pointer, value)(&mut file);
        let told = refusal(&file);
        assert!(told.contains(expected), "{pointer}: expected {expected}, told {told}");
    }
}

/// Returns why the small file is refused after this change.
fn told(change: impl FnOnce(&mut Value)) -> String {
    let mut value = small();
    change(&mut value);
    refusal(&value)
}

/// Puts a value in place of the one at a JSON pointer.
fn put(pointer: &str, new: Value) -> impl FnOnce(&mut Value) {
    move |file| *file.pointer_mut(pointer).unwrap() = new
}

/// Takes a field out of the object at a JSON pointer.
fn without(pointer: &str, field: &str) -> impl FnOnce(&mut Value) {
    move |file| {
        file.pointer_mut(pointer).unwrap().as_object_mut().unwrap().remove(field).unwrap();
    }
}

#[test]
fn the_small_file_is_read_whole() {
    let file = small_file();
    assert_eq!(file.archive.name, "Winter Open");
    assert_eq!(file.sha256.len(), 64);
    assert_eq!(file.archive.decklists[&0], "4 Island\n\nSideboard\n1 Swamp");
    assert_eq!(file.archive.rounds.len(), 6);
}

#[test]
fn what_is_broken_is_told_by_its_path() {
    for (change, expected) in [
        (
            put("/rounds/1/matches/0/p2", json!(99)),
            "rounds[1].matches[0].p2: player 99 does not exist; the file has 5 players",
        ),
        (put("/rounds/1/matches/0/p1", json!(-1)), "rounds[1].matches[0].p1: player -1 does not exist"),
        (put("/rounds/1/matches/0/p1", json!("Ana")), "rounds[1].matches[0].p1: must be a player's index"),
        (put("/rounds/0/matches/1/p2", json!(0)), "rounds[0].matches[1].p2: player 0 cannot meet themselves"),
        (
            put("/rounds/0/matches/2/p1", json!(1)),
            "rounds[0].matches[2].p1: player 1 is in rounds[0].matches[1] already",
        ),
        (
            put("/rounds/5/matches/0/p1", json!(1)),
            "rounds[5].matches[0].p1: player 1 is in rounds[4].matches[0] already",
        ),
        (put("/rounds/0/matches/1/winner", json!(7)), "rounds[0].matches[1].winner: must be from 0 to 6, is 7"),
        (
            put("/rounds/0/matches/1/winner", json!(4)),
            "rounds[0].matches[1].winner: is a seat that the match does not have",
        ),
        (put("/rounds/0/matches/1/g1", json!(-1)), "rounds[0].matches[1].g1: must be from 0 to 999, is -1"),
        (put("/rounds/0/matches/1/gd", json!(1000)), "rounds[0].matches[1].gd: must be from 0 to 999, is 1000"),
        (put("/rounds/0/matches/1/g2", json!(0.5)), "rounds[0].matches[1].g2: must be an integer, is 0.5"),
        (put("/rounds/0/matches/0/p2", json!(1)), "rounds[0].matches[0].p2: must be null in a bye"),
        (put("/rounds/0/matches/0/winner", json!(2)), "rounds[0].matches[0].winner: must be 1 in a bye"),
        (put("/rounds/0/matches/0/bye", json!(false)), "rounds[0].matches[0].p2: is null, but"),
        (put("/rounds/1/matches/2/winner", json!(1)), "rounds[1].matches[2].winner: must be 2 in a loss"),
        (put("/rounds/1/number", json!(1)), "rounds[1].number: Swiss round 1 is in rounds[0] already"),
        (put("/rounds/1/number", json!(0)), "rounds[1].number: must be from 1 to 100, is 0"),
        (put("/rounds/2/kind", json!("draft")), "rounds[2].kind: must be \"swiss\" or \"playoff\""),
        (put("/rounds/2/matches", json!({})), "rounds[2].matches: must be a list, is an object"),
        (put("/rounds", json!([])), "rounds: must not be empty"),
        (put("/standings/4/p", json!(5)), "standings[4].p: player 5 does not exist"),
        (put("/standings/4/p", json!(0)), "standings[4].p: player 0 is in standings[1] already"),
        (put("/standings/0/as_of_round", json!(4)), "standings[0].as_of_round: must be a Swiss round"),
        (put("/standings/0/omw", json!(1.5)), "standings[0].omw: must be from -1 to 1, is 1.5"),
        (put("/standings/0/points", json!(-3)), "standings[0].points: must be from 0"),
        (put("/players/2", json!("")), "players[2]: must not be empty"),
        (put("/players/2", json!("a\0b")), "players[2]: may not contain the character U+0000"),
        (put("/players/2", json!(7)), "players[2]: must be a string, is 7"),
        (put("/name", json!("x".repeat(201))), "name: may have at most 200 characters, has 201"),
        (put("/date", json!("06.12.2025")), "date: must be a date such as"),
        (put("/date", json!("1066-10-14")), "date: must lie in the years 1990 to 2100"),
        (put("/date", json!(20251206)), "date: must be a string, is 20251206"),
        (put("/decklists", json!({"5": ["4 Island"]})), "decklists.5: player 5 does not exist"),
        (put("/decklists", json!({"00": ["4 Island"]})), "decklists.00: player 00 does not exist"),
        (put("/decklists", json!({"0": [4]})), "decklists.0[0]: must be a line of text"),
        (put("/decklists", json!({"0": ["x".repeat(65_537)]})), "decklists.0: may have at most 65536 bytes"),
        (put("/deck_urls/0", json!("javascript:alert(1)")), "deck_urls.0: must be an address"),
        (put("/phase_cuts", json!([9])), "phase_cuts[0]: there is no Swiss round 9"),
        (put("/phase_cuts", json!([2, 1])), "phase_cuts[1]: cuts must ascend"),
        (put("/rule/floor", json!("one third")), "rule.floor: must be a fraction"),
        (put("/swiss_rounds", json!(101)), "swiss_rounds: must be from 0 to 100, is 101"),
        (put("/top_cut", json!(null)), "top_cut: must be an integer, is null"),
    ] {
        let told = told(change);
        assert!(told.starts_with(expected), "expected {expected}, told {told:?}");
    }
}

#[test]
fn lists_of_the_playoff_have_each_player_once_and_its_kind_is_for_matches_of_two() {
    for (field, value, expected) in [
        ("seeds", json!([0, 1, 0]), "seeds[2]: player 0 is in this list already"),
        ("final_places", json!([4, 4]), "final_places[1]: player 4 is in this list already"),
        ("playoff", json!("SWISS"), "playoff: must be one of"),
    ] {
        let told = told(|file| file[field] = value);
        assert!(told.starts_with(expected), "{told}");
    }
    let of_pods = |file: &mut Value| {
        (file["pod_size"], file["playoff"]) = (json!(4), json!("SINGLE_ELIMINATION_THIRD_PLACE"));
    };
    assert_eq!(told(of_pods), "playoff: is only for matches of two, but players sit in pods");
}

#[test]
fn what_is_wrong_with_a_pod_is_told_by_its_path() {
    for (pod, expected) in [
        (json!({"p1": 0, "p2": 1, "p3": 0, "winner": 1}), "p3: player 0 cannot meet themselves"),
        (json!({"p1": 0, "p2": 1, "p4": 2, "winner": 1}), "p4: is a player, but the seat before it is empty"),
        (json!({"p1": 0, "p2": null, "p3": 1, "bye": true, "winner": 1}), "p3: must be null in a bye or a loss"),
        (json!({"p1": 0, "p2": 1, "p3": 2, "winner": 1, "places": [1, 2]}), "places: must be 3 numbers from 1 to 3"),
        (json!({"p1": 0, "p2": 1, "p3": 2, "winner": 1, "places": [2, 1, 3]}), "winner: must be the only seat in"),
        (json!({"p1": 0, "p2": 1, "p3": 2, "winner": 3, "places": [1, 1, 3]}), "winner: must be the only seat in"),
    ] {
        let told = told(put("/rounds/0/matches/1", pod));
        assert!(told.starts_with(&format!("rounds[0].matches[1].{expected}")), "{told}");
    }
    let fine = json!({"p1": 0, "p2": 1, "p3": 2, "winner": 0, "places": [1, 3, 1, 0, 0]});
    assert!(!told(put("/rounds/0/matches/1", fine)).contains("matches[1]."), "players meet again only in matches[2]");
}

#[test]
fn every_required_field_is_missed() {
    for (pointer, path, fields) in [
        ("", "", "id;name;date;platform;players;rounds;standings;swiss_rounds;top_cut"),
        ("/rounds/3", "rounds[3].", "number;kind;matches"),
        ("/rounds/3/matches/1", "rounds[3].matches[1].", "p1;p2;g2;winner"),
        ("/standings/2", "standings[2].", "rank;p;as_of_round"),
    ] {
        for field in fields.split(';') {
            let told = told(without(pointer, field));
            assert!(
                told.lines().any(|line| line.ends_with(&format!("{path}{field}: is missing"))),
                "{field}: {told:?}"
            );
        }
    }
}

#[test]
fn what_is_no_json_is_told_by_line_and_column() {
    let error = read(b"{\"id\": \"a\",\n \"name\": }", "cut.json").unwrap_err();
    assert_eq!(error.to_string(), "cut.json: line 2, column 10: expected value");
    for broken in [&b""[..], b"{\"id\"", b"\xFF\xFE", b"{} {}"] {
        assert!(read(broken, "x").unwrap_err().to_string().starts_with("x: line "), "{broken:?}");
    }
    for other in [&b"[]"[..], b"null", b"7"] {
        let told = read(other, "x").unwrap_err().to_string();
        assert!(told.starts_with("x: must be an object"), "{told}");
    }
}

#[test]
fn what_a_source_may_leave_out_is_no_problem() {
    for field in ["rule", "features", "phase_cuts", "decklists", "deck_urls", "source", "format"] {
        assert_eq!(told(without("", field)), "", "{field}");
        assert_eq!(told(put(&format!("/{field}"), json!(null))), "", "{field}");
    }
    assert_eq!(told(put("/standings", json!([]))), "");
    assert_eq!(told(put("/deck_urls/0", json!(null))), "");
    assert_eq!(told(without_games), "");
}

#[test]
fn oddities_of_real_events_are_kept() {
    assert_eq!(told(put("/swiss_rounds", json!(2))), "", "more rounds than planned");
    assert_eq!(told(put("/rounds/0/matches/1/winner", json!(2))), "", "a result that does not follow from its games");
    assert_eq!(told(put("/players/1", json!("Ana"))), "", "namesakes");
    let with_mark = [b"\xEF\xBB\xBF", small().to_string().as_bytes()].concat();
    assert!(read(&with_mark, "marked.json").is_ok());
}

#[test]
fn a_file_that_would_take_too_much_memory_is_refused_before_it_is_read() {
    let nested = format!("[{}0]", "[0],".repeat(FILE_VALUES / 2));
    let refused = read(nested.as_bytes(), "deep.json").unwrap_err().to_string();
    assert_eq!(refused, "deep.json: has 2000002 values; the limit for one tournament is 2000000");
    let refused = read(&vec![b' '; FILE_BYTES + 1], "long.json").unwrap_err().to_string();
    assert_eq!(refused, "long.json: has more than 32 MiB, the limit for one tournament");
}

#[test]
fn values_are_counted_outside_of_texts() {
    for (text, values) in [("7", 1), ("[]", 2), (r#"{"a": [1, 2], "b": "x,[{"}"#, 5), (r#"["\\", "\"[,", 3]"#, 4)] {
        assert_eq!(count_values(text.as_bytes()), values, "{text}");
    }
}

use chrono::DateTime;
use proto_events::tournament::{Games, PairingKind, Winner};

use super::*;
use crate::archive::{ArchiveMatch, RoundKind, Row};
use crate::{CheckedArchive, ImportError, read_files};

const PLAYERS: &[u8] = include_bytes!("../../tests/files/csv-players.csv");
const RESULTS: &[u8] = include_bytes!("../../tests/files/csv-results.csv");
const HEAD: &str = "Round,Player 1,Player 2,Result\n";

fn on(date: &str) -> Stated {
    Stated { date: Some(date.to_owned()), ..Stated::default() }
}

fn read_file(bytes: &[u8]) -> Result<CheckedArchive, ImportError> {
    read_files(&[File { name: "weeks/friday.csv", bytes }], &on("2026-05-01"))
}

fn archive(text: &str) -> Archive {
    read_file(text.as_bytes()).unwrap_or_else(|error| panic!("{error}")).archive
}

fn refusal(text: &str) -> String {
    let told = read_file(text.as_bytes()).unwrap_err().to_string();
    told.strip_prefix("weeks/friday.csv: ").unwrap_or(&told).to_owned()
}

/// Returns the matches of a round as names and games; a bye or a loss has an empty opponent.
fn tables(archive: &Archive, round: usize) -> Vec<(&str, &str, Winner)> {
    let name = |player: usize| archive.players[player].as_str();
    let table = |it: &ArchiveMatch| (name(it.p1), it.p2.map_or("", name), it.result.winner);
    archive.rounds[round].matches.iter().map(table).collect()
}

#[test]
fn players_become_an_event_that_has_not_begun() {
    let file = read_file(PLAYERS).unwrap();
    let archive = &file.archive;
    let names = ["Ada Brook", "Ben Castor", "Dunn, Cleo", "Élodie Eriksen", "Finn Grau", "Greta Holm"];
    assert_eq!(archive.players, names);
    assert_eq!(archive.deck_urls[&0], "https://decks.example/ada-burn");
    assert!(archive.decklists[&1].contains("\n40 Lightning Bolt\n\nSideboard\n"), "{}", archive.decklists[&1]);
    assert_eq!((archive.decklists.len(), archive.deck_urls.len()), (1, 1));
    assert_eq!(file.archive.before_play.as_ref().unwrap().iter().copied().collect::<Vec<_>>(), [4]);
    assert!(archive.rounds.is_empty());
    assert_eq!(file.left_out(), ["the columns \"Email\"", "decks that are neither a list of cards nor an address: 1"]);
    assert!(file.about().starts_with("friday, 2026-05-01, unknown format, csv:2026-05-01-"), "{}", file.about());
    assert_eq!(file.contradictions(), [""; 0]);
}

#[test]
fn a_deck_is_a_page_a_list_or_something_else() {
    let (page, list) = (Some("https://decks.example/7"), Some("4 Island\n\n1 Swamp"));
    for (cell, expected) in [
        ("", (None, None, 0)),
        ("https://decks.example/7", (page, None, 0)),
        ("4 Island\r\n\r\n1 Swamp", (None, list, 0)),
        ("Deck\n60 Forest", (None, Some("Deck\n60 Forest"), 0)),
        ("Mono-Green Stompy", (None, None, 1)),
        ("https://decks.example/7 or 8", (None, None, 1)),
    ] {
        let read = archive(&format!("Name,Deck\nAnn,\"{cell}\"\n"));
        let [page, list] = [read.deck_urls.get(&0), read.decklists.get(&0)].map(|text| text.map(String::as_str));
        assert_eq!((page, list, read.left_out.len()), expected, "{cell}");
    }
}

#[test]
fn results_become_a_finished_tournament() {
    let file = read_file(RESULTS).unwrap();
    let archive = &file.archive;
    assert_eq!(file.archive.before_play, None);
    assert_eq!((archive.players.len(), archive.swiss_rounds, archive.top_cut), (9, 3, 4));
    let numbers: Vec<(i32, RoundKind)> = archive.rounds.iter().map(|round| (round.number, round.kind)).collect();
    use RoundKind::{Playoff, Swiss};
    assert_eq!(numbers, [(1, Swiss), (2, Swiss), (3, Swiss), (4, Playoff), (5, Playoff)]);
    assert_eq!(tables(archive, 0)[4], ("Ines Jansen", "", Winner::First));
    let second = tables(archive, 1);
    assert_eq!(second[3], ("Finn Grau", "Dev Eriksen", Winner::Neither));
    let third = tables(archive, 2);
    assert_eq!(third[0], ("Ada Brook", "Hugo Ibarra", Winner::Draw), "tables are in order");
    assert_eq!(third[2], ("Ines Jansen", "Greta Holm", Winner::First));
    assert_eq!(archive.rounds[2].matches[0].result.games, Some(Games { first: 0, second: 0, drawn: 3 }));
    assert_eq!(archive.rounds[2].matches[2].result.games, None, "the games are unknown");
    assert_eq!(tables(archive, 3).len(), 2);
    assert_eq!(tables(archive, 4), [("Elif Fontaine", "Ada Brook", Winner::Second)]);
    assert!(file.left_out().is_empty() && file.contradictions().is_empty());
    let row = |row: &Row| (row.rank, archive.players[row.player].as_str(), row.points);
    let rows: Vec<_> = archive.standings.iter().map(row).collect();
    assert_eq!(rows[0].2, 7);
    assert_eq!(rows[3], (4, "Ines Jansen", 6));
    assert_eq!((rows.len(), rows[8]), (9, (9, "Dev Eriksen", 0)));
}

#[test]
fn columns_separators_and_line_ends_do_not_matter() {
    let plain = archive("Round,Table,Player 1,Player 2,Result\n1,1,Ana Lee,Bo,2-1\n1,2,Cy,Di,0-2\n");
    for other in [
        "\u{feff}round;TABLE;player_1;P2;match result;;\r\n1;1; Ana  Lee ;Bo;2-1;;\r\n\r\n;;;;;;\r\n1;2;Cy;Di;0-2\r\n",
        "sep=;\r\nRound;Table;Player;Opponent;Score\r\n1;1;Ana Lee;Bo;\"2-1\"\r\n1;2;Cy;Di;0-2",
        "Player\tOpponent\tWins\tLosses\tRd\nAna Lee\tBo\t2\t1\tRound 1\nCy\tDi\t0\t2\tR1\n",
        "\n\nPlayer 1,Player 2,P1 wins,P2 wins,Draws,Winner,Round\nAna Lee,Bo,2,1,0,ana lee,1\nCy,Di,0,2,,2,1\n",
        "Round,Stage,Table,Player 1,Player 2,Games (P1-P2-draws),Result,Winner\n\
         1,Swiss,1,Ana Lee,Bo,2-1-0,Finished,Ana Lee\n1,Swiss,2,Cy,Di,0-2-0,Finished,Di\n",
        "Round,Player,Opponent,Result\r1,Ana Lee,Bo,Ana Lee won 2-1-0\r1,Cy,Di,Di won 2-0-0\r",
    ] {
        let other = archive(other);
        assert_eq!((&other.players, &other.rounds), (&plain.players, &plain.rounds));
    }
}

#[test]
fn a_match_may_be_listed_from_both_sides() {
    let once = archive(&format!("{HEAD}1,Ana,Bo,2-1\n1,Cy,Di,double loss\n1,Ed,,\n1,-,Flo,0-2\n1,Gus,,loss\n"));
    let twice = archive(&format!(
        "{HEAD}1,Ana,Bo,2-1\n1,bo,ANA,1-2\n1,Cy,Di,DL\n1,Di,Cy,double loss\n1,Ed,bye,bye\n1,Ed,,bye\n1,Flo,Bye,2-0\n\
         1,Gus,-,0-2\n"
    ));
    assert_eq!((&once.players, &once.rounds), (&twice.players, &twice.rounds));
    assert_eq!(once.rounds[0].matches.len(), 5);
    assert_eq!(once.rounds[0].matches[1].result.winner, Winner::Neither, "Cy and Di have met, and both lost");
}

#[test]
fn one_player_may_be_written_in_several_ways() {
    for (one, other) in
        [("Ann O’Neil", "Ann O'Neil"), ("Ａnn", "Ann"), ("Straße", "STRASSE"), ("Anna-Lena", "anna lena")]
    {
        let archive = archive(&format!("{HEAD}1,{one},Bo,2-0\n2,Bo,{other},{other}\n"));
        assert_eq!(archive.players, [one, "Bo"]);
        assert_eq!(tables(&archive, 1), [("Bo", one, Winner::Second)], "{other}");
    }
}

#[test]
fn names_of_players_are_found_in_all_columns() {
    for (head, row) in [
        ("Player", "Ana Lee"),
        ("Name,Username", "Ana Lee,ana77"),
        ("Username,Email,First Name,Last name", "ana77,a@b.example,Ana,Lee"),
        ("USERNAME;Rank", "Ana  Lee;7"),
    ] {
        assert_eq!(archive(&format!("{head}\n{row}\n")).players, ["Ana Lee"], "{head}");
    }
}

#[test]
fn what_is_wrong_is_refused_with_its_line() {
    let played = |rows: &str| format!("{HEAD}1,Ana,Bo,2-0\n{rows}\n");
    let pods = |row: &str| format!("Round,P1,P2,P3,P4,Winner,Place 1,Place 2,Place 3\n{row}\n");
    for (file, expected) in [
        (played("1,Cy,Di,2-x"), "line 3, column \"Result\": must be a result from the view of player 1"),
        (played("1,Cy,Di,2-Jan"), "line 3, column \"Result\": must be a result"),
        (played("1,Cy,Di,"), "line 3, column \"Result\": is empty; import the file once"),
        (played("1,Cy,Di,bye"), "line 3, column \"Result\": is a bye, but the row names an opponent"),
        (played("\n\nRond 1,Cy,Di,2-0"), "line 5, column \"Round\": must be a round from 1 to 100"),
        (played("1,Cy,Cy,2-0"), "line 3, column \"Player 2\": must be another player"),
        (played("1,,bye,2-0"), "line 3, column \"Player 1\": is empty, and so is the opponent"),
        (played("1,Ana,Cy,2-0"), "line 3: \"Ana\" has another match or result in the same round in line 2"),
        (played("1,Bo,Ana,2-0"), "line 3: \"Bo\" has another match or result in the same round in line 2"),
        (played("3,Ana,Bo,2-0"), "round 2 of 3 has no matches; add them"),
        (played("Final,Ana,Bo,1-1"), "line 3, column \"Result\": has no winner, but it is a match of the playoff"),
        (played("Top 4,Ana,Bo,double loss"), "line 3, column \"Result\": has no winner"),
        (played("1,Lee, Cy,Di,2-0"), "line 3: value 5 (\"2-0\") has no column in the header; put values"),
        (played("1,\"Cy,Di,2-0\n1,Ed,Flo,2-0"), "line 3, column \"Player 1\": has a line break"),
        (
            "Round,Player 1,Player 2,P1 wins,P2 wins\n1,Ana,Bo,2,x\n".to_owned(),
            "line 2, column \"P1 wins\": must be numbers of games",
        ),
        (
            "Round,Player 1,Player 2,Result,Winner\n1,Ana,Bo,2-0,Bo\n".to_owned(),
            "line 2, column \"Winner\": \"Bo\" did not win by the result",
        ),
        (
            "Round,Player 1,Player 2,Winner\n1,Ana,Bo,Cy\n".to_owned(),
            "line 2, column \"Winner\": must name one of the two players",
        ),
        ("Round,P1,P2,Winner\n1,Ana,Bo,\n".to_owned(), "line 2, column \"Winner\": is empty; import the file once"),
        ("Round,Player,Player,Result\n1,Ana,Bo,2-0\n".to_owned(), "line 1: there are two columns \"Player\""),
        ("Player 1,Player 2\nAna,Bo\n".to_owned(), "line 1: there is no column for the round"),
        (pods("1,Ana,Bo,Cy,,Di,,,"), "line 2, column \"Winner\": must name one of the players of the table"),
        (pods("1,Ana,,Cy,,Ana,,,"), "line 2, column \"P2\": is empty, but a player follows"),
        (pods("1,Ana,Bo,Ana,,Ana,,,"), "line 2, column \"P3\": must be another player"),
        (pods("1,Ana,Bo,Cy,,all lost,2,1,3"), "line 2, column \"Winner\": \"all lost\" did not win by the places"),
        (pods("1,Ana,Bo,Cy,,Ana,2,1,3"), "line 2, column \"Winner\": \"Ana\" did not win by the places"),
        (pods("1,Ana,Bo,Cy,,Ana,1,2,"), "line 2, column \"Place 1\": must be the places of all players"),
        (pods("1,Ana,Bo,Cy,,Ana,1,2,4"), "line 2, column \"Place 1\": must be the places of all players, from 1 to 3"),
        (
            "Round,P1,P2,P3,P4,P5,Player 6,Winner\n1,Ana,Bo,Cy,Di,Ed,,Ana\n2,Ana,Bo,Cy,Di,Ed,Flo,Ana\n".to_owned(),
            "line 3, column \"Player 6\": has 6 players; a table may have up to 5",
        ),
        (pods("1,Ana,Bo,Cy,,,,,"), "line 2, column \"Winner\": is empty; import the file once"),
        (pods("Final,Ana,Bo,Cy,,draw,,,"), "line 2, column \"Winner\": has no winner"),
        ("Round,Player,Result\n1,Ana,2-0\n".to_owned(), "line 1: there is no column for the opponent"),
        ("Rank,Points\n1,9\n".to_owned(), "line 1: there is no column for the players"),
        ("\n\nName,Email\n".to_owned(), "line 3: is the only row"),
        (" \n".to_owned(), "is empty: the first row must name the columns"),
        ("Name\nAna Lee\nBo\n ana  LEE\n".to_owned(), "line 4: \"ana LEE\" is in line 2 already"),
        ("Name,Dropped\nAna,maybe\n".to_owned(), "line 2, column \"Dropped\": must be yes, no or empty"),
        ("Name,Email\n,a@b.example\n".to_owned(), "line 2, column \"Name\": is empty"),
        (format!("Name\n{}\n", "x".repeat(201)), "line 2: may have at most 200 characters"),
    ] {
        let told = refusal(&file);
        assert!(told.starts_with(expected), "expected {expected}, told {told:?}");
    }
    let told = refusal(&played("1,Cy,Di,\n1,Ed,Flo,7"));
    assert_eq!(told.lines().count(), 2, "all problems at once: {told}");
}

/// Columns as the table `matches` of the export has them.
const EXPORTED: &str = "tournament_id,deleted,id,round_id,round_number,phase,table,player_1,player_2,games_won_1,\
    games_won_2,games_drawn,winner,is_draw,is_bye,is_assigned_loss,is_practice,team_match_id,status,player_3,player_4,\
    player_5,place_1,place_2,place_3,place_4,place_5\n";

#[test]
fn the_export_of_matches_is_read_with_its_pods() {
    let rows = "7,false,1,2,1,1,1,11,12,0,0,0,12,false,false,false,false,,COMPLETE,13,14,,2,1,2,4,\n\
        7,false,2,2,1,1,2,15,16,0,0,0,,true,false,false,false,,COMPLETE,17,,,1,1,3,,\n\
        7,false,3,2,1,1,3,18,19,0,0,0,,false,false,true,false,,COMPLETE,20,,,,,,,\n\
        7,false,4,2,1,1,4,21,22,0,0,0,22,false,false,false,false,,COMPLETE,,,,,,,,\n\
        7,false,5,2,1,1,5,23,24,1,1,1,,true,false,false,false,,COMPLETE,,,,,,,,\n\
        7,false,6,2,1,1,6,25,,0,0,0,,false,false,true,false,,COMPLETE,,,,,,,,\n\
        7,false,7,2,1,1,7,26,,2,0,0,26,false,true,false,false,,COMPLETE,,,,,,,,\n";
    let archive = archive(&format!("{EXPORTED}{rows}"));
    let shown = |it: &ArchiveMatch| (it.players().count(), it.kind, it.result.winner, it.result.places);
    let matches: Vec<_> = archive.rounds[0].matches.iter().map(shown).collect();
    use PairingKind as K;
    use Winner as W;
    let expected = [
        (4, K::Versus, W::Second, Some([2, 1, 2, 4, 0])),
        (3, K::Versus, W::Draw, Some([1, 1, 3, 0, 0])),
        (3, K::Versus, W::Neither, None),
        (2, K::Versus, W::Second, None),
        (2, K::Versus, W::Draw, None),
        (1, K::AssignedLoss, W::Second, None),
        (1, K::Bye, W::First, None),
    ];
    assert_eq!(matches, expected);
    assert_eq!(archive.pod_size(), 3);
    for (is_practice, expected) in [
        (false, "line 2, column \"games_won_1\": is empty; import the file once every match has a result"),
        (true, "line 2, column \"is_practice\": is a match for practice, which does not count"),
    ] {
        let row = format!("7,false,8,2,1,1,8,27,28,0,0,0,,false,false,false,{is_practice},,COMPLETE,,,,,,,,\n");
        let told = refusal(&format!("{EXPORTED}{row}"));
        assert!(told.starts_with(expected), "{told:?}");
    }
}

#[test]
fn a_pod_without_places_has_a_winner_by_name_by_seat_or_none() {
    let read = |winner: &str| {
        let archive = archive(&format!("Round,P1,P2,P3,P4,Winner\n1,Ana,Bo,Cy,Di,{winner}\n1,Ed,Flo,Gus,,Gus\n"));
        let result = archive.rounds[0].matches[0].result;
        (result.winner, result.places)
    };
    for third in ["Cy", "3", "Player 3", "p3"] {
        assert_eq!(read(third), (Winner::Third, Some([2, 2, 1, 2, 0])), "{third}");
    }
    assert_eq!(read("Draw"), (Winner::Draw, Some([1, 1, 1, 1, 0])));
    assert_eq!(read("all lost"), (Winner::Neither, None));
}

#[test]
fn lines_are_counted_through_lists_and_all_line_ends() {
    let told = refusal("Name,Decklist,Dropped\r\nAna,\"60 Island\r\n\r\n15 Swamp\",\r\n\r\nBo,,\r\n,60 Plains,\r\n");
    assert!(told.starts_with("line 7, column \"Name\""), "{told}");
    let told = refusal("Name\rAna\r\rana\r");
    assert!(told.starts_with("line 4: ") && told.contains("in line 2"), "{told}");
}

#[test]
fn other_encodings_are_refused_with_advice() {
    let utf16: Vec<u8> = "\u{feff}Name\nAna\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, expected) in [
        (&b"Name\nAna\nZo\xEB\n"[..], "line 3: byte 0xEB is not UTF-8; the file may be Windows-1252. Save it as UTF-8"),
        (&utf16, "is UTF-16 or no text, not UTF-8. Save it as UTF-8"),
    ] {
        let told = read_file(bytes).unwrap_err().to_string();
        assert!(told.starts_with(&format!("weeks/friday.csv: {expected}")), "{told}");
    }
}

#[test]
fn name_date_and_format_are_stated_for_csv_files_alone() {
    let stated = Stated { name: Some(" Week 3 ".into()), format: Some("modern".into()), ..on("2026-05-01T18:30:00Z") };
    let file = read_files(&[File { name: "standard input", bytes: RESULTS }], &stated).unwrap();
    assert_eq!((file.archive.name.as_str(), file.archive.format.as_str()), ("Week 3", "modern"));
    assert_eq!(file.archive.date.to_rfc3339(), "2026-05-01T18:30:00+00:00");
    for (name, stated, expected) in [
        ("a.csv", Stated::default(), "a.csv: --date: is missing: a CSV file has no date"),
        ("a.csv", on("first of May"), "a.csv: --date: must be a date such as"),
        ("standard input", on("2026-05-01"), "standard input: --name: is missing"),
        (
            "a.csv",
            Stated { format: Some("Chess".into()), ..on("2026-05-01") },
            "a.csv: --event-format: \"Chess\" is not a format; use one of: ",
        ),
        ("a.csv", Stated { name: Some(" ".into()), ..on("2026-05-01") }, "a.csv: --name: must not be empty"),
    ] {
        let told = read_files(&[File { name, bytes: RESULTS }], &stated).unwrap_err().to_string();
        assert!(told.starts_with(expected), "{told}");
    }
    let json = crate::tests::small().to_string();
    let told = read_files(&[File { name: "a.json", bytes: json.as_bytes() }], &stated).unwrap_err().to_string();
    let options: Vec<&str> = told.lines().filter_map(|line| line.split(": is only for CSV files").next()).collect();
    assert_eq!(options, ["a.json: --name", "--date", "--event-format"]);
}

#[test]
fn the_id_follows_from_the_content_and_for_players_from_the_day() {
    let id =
        |bytes: &[u8], date: &str| read_files(&[File { name: "a.csv", bytes }], &on(date)).unwrap().archive.source_id;
    assert_eq!(id(RESULTS, "2026-05-01"), id(RESULTS, "2026-05-08"));
    assert_eq!(id(PLAYERS, "2026-05-01"), id(PLAYERS, "2026-05-01T19:00:00Z"));
    assert_ne!(id(PLAYERS, "2026-05-01"), id(PLAYERS, "2026-05-08"));
    assert_ne!(id(RESULTS, "2026-05-01"), id(&[RESULTS, b"\n"].concat(), "2026-05-01"));
}

#[test]
fn csv_is_told_from_json_and_xml() {
    for (text, name, expected) in [
        ("Name\nAna\n", "standard input", true),
        ("\u{feff}\nplayer;Deck\n", "list.txt", true),
        ("nonsense", "A.CSV", true),
        ("nonsense", "a.txt", false),
        ("{\"id\": 1, \"b\": 2}", "a.csv", false),
        ("[1, 2]", "x", false),
        ("<event a=\"1,2\"/>", "x", false),
        ("null", "x", false),
        ("", "x", false),
    ] {
        assert_eq!(is_one(text.as_bytes(), name), expected, "{text}");
    }
}

#[test]
fn a_file_with_too_many_values_is_refused_before_it_is_read() {
    let wide = format!("Name{}\nAna\n", ";".repeat(2_000_001));
    let told = read_file(wide.as_bytes()).unwrap_err().to_string();
    assert_eq!(told, "weeks/friday.csv: has 2000001 values; the limit for one tournament is 2000000");
    let long = format!("{HEAD}{}", "1,Ana,Bo,2-0\n".repeat(200_001));
    assert!(refusal(&long).contains("a file may have at most 200000 rows"));
}

#[test]
fn random_files_are_read_or_refused() {
    let pieces =
        ["Name", "Round", ",", ";", "\"", "\n", "\r\n", "1", "2-1", "BYE", "Player 1", "P2", "é", "\t", " ", "sep="];
    let mut state = 7_u64;
    for length in 0..3_000_usize {
        let mut text = String::new();
        for _ in 0..length % 40 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            text.push_str(pieces[usize::try_from(state >> 33).unwrap() % pieces.len()]);
        }
        if let Ok(file) = read_files(&[File { name: "x.csv", bytes: text.as_bytes() }], &on("2026-05-01")) {
            assert!(!file.archive.players.is_empty() && file.archive.date > DateTime::UNIX_EPOCH, "{text}");
        }
    }
}

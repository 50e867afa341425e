use std::fmt::Write;

use super::*;
use crate::{CheckedArchive, FILE_BYTES, File, Stated, read as read_file, read_files};

const FRIDAY: &str = include_str!("../../tests/files/wer-friday.wer");
const TOP_EIGHT: &str = include_str!("../../tests/files/wer-top-eight.xml");

fn file(text: &str) -> CheckedArchive {
    read_file(text.as_bytes(), "friday.wer").unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(bytes: &[u8]) -> String {
    let told = read_file(bytes, "friday.wer").unwrap_err().to_string();
    told.strip_prefix("friday.wer: ").unwrap_or(&told).to_owned()
}

/// Returns why the Friday event is refused if this text is replaced by another.
fn told(from: &str, to: &str) -> String {
    assert!(FRIDAY.contains(from), "{from}");
    refusal(FRIDAY.replacen(from, to, 1).as_bytes())
}

fn utf16(text: &str, bytes_of: fn(u16) -> [u8; 2]) -> Vec<u8> {
    std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(bytes_of).collect()
}

#[test]
fn an_event_is_read_with_byes_draws_drops_and_a_disqualification() {
    let file = file(FRIDAY);
    let archive = &file.archive;
    assert!(file.about().starts_with("Lantern Friday Modern, 2019-03-08, MODERN, wer:"), "{}", file.about());
    assert_eq!((archive.players.len(), archive.swiss_rounds, archive.top_cut, archive.rounds.len()), (11, 4, 0, 4));
    assert_eq!(archive.players[3..5], ["Óscar Delgado", "Freya Engström"], "the judge is no player");
    let kinds = |round: usize, kind| archive.rounds[round].matches.iter().filter(|it| it.kind == kind).count();
    assert_eq!((kinds(0, PairingKind::Bye), kinds(1, PairingKind::AssignedLoss)), (1, 1));
    let draws = archive.rounds[0].matches.iter().filter(|it| it.result.winner == Winner::Draw);
    let games: Vec<_> = draws.map(|it| it.result.games).collect();
    assert_eq!(games, [Some(Games { first: 0, second: 0, drawn: 3 }); 2]);
    let lost = archive.rounds[0].matches.iter().find(|it| it.result.winner == Winner::Second).unwrap();
    assert_eq!(lost.result.games, Some(Games { first: 1, second: 2, drawn: 0 }));
    assert_eq!(archive.disqualified.iter().collect::<Vec<_>>(), [(&9, &3)]);
    assert_eq!(file.contradictions(), [""; 0]);
    let attributes = "event.coordinator, event.eliminationType, event.enddate, event.eventtypecode, \
        event.iscasualreportonly, event.log, event.manualmatchround, \
        event.matches.round.date, event.matches.round.match.winbydrop, event.orgname, \
        event.participation.person.country, event.participation.person.middle, \
        event.participation.team.eliminationround, event.participation.team.status, event.pods, \
        event.postevententry, event.status";
    let expected = [
        "the persons who do not play, such as judges: 1".to_owned(),
        format!("the elements and attributes {attributes}"),
    ];
    assert_eq!(file.left_out(), expected);
    let rows: Vec<_> = archive.standings.iter().map(|row| (row.rank, row.player, row.points)).collect();
    assert_eq!(rows[..3], [(1, 4, 9), (2, 0, 9), (3, 3, 7)]);
    assert_eq!(rows.len(), 10, "all but the disqualified player");
    assert_eq!(archive.rule.standings.tiebreakers.len(), 3, "the percentages give the order of the file");
}

#[test]
fn outcome_five_with_an_opponent_was_lost_by_both() {
    let drawn = "outcome=\"2\" win=\"0\" loss=\"0\" draw=\"3\"";
    let archive = file(&FRIDAY.replacen(drawn, "outcome=\"5\"", 1)).archive;
    let lost: Vec<_> = archive.rounds[0].matches.iter().filter(|it| it.result.winner == Winner::Neither).collect();
    assert_eq!(lost.len(), 1);
    assert_eq!((lost[0].kind, lost[0].p2.is_some()), (PairingKind::Versus, true));
}

#[test]
fn rounds_from_the_playoff_on_are_a_playoff() {
    let archive = file(TOP_EIGHT).archive;
    assert_eq!((archive.players.len(), archive.swiss_rounds, archive.top_cut), (16, 4, 8));
    let kinds: Vec<_> = archive.rounds.iter().map(|round| (round.number, round.kind, round.matches.len())).collect();
    use RoundKind::{Playoff, Swiss};
    assert_eq!(kinds[..5], [(1, Swiss, 8), (2, Swiss, 8), (3, Swiss, 8), (4, Swiss, 8), (5, Playoff, 4)]);
    assert_eq!(kinds[5..], [(6, Playoff, 2), (7, Playoff, 1)]);
    let places: Vec<_> = archive.standings.iter().take(3).map(|row| archive.players[row.player].as_str()).collect();
    assert_eq!(places, ["Piet Brandsma", "Marek Hlavka", "Amara Mbeki"], "the winner is first");
    assert_eq!(archive.rule.standings.tiebreakers.len(), 3);
    let drawn = TOP_EIGHT.replace("playoffstartround=\"5\"", "playoffstartround=\"0\"");
    assert_eq!(file(&drawn).archive.top_cut, 0);
}

#[test]
fn encodings_and_the_element_around_the_event_do_not_matter() {
    let text = FRIDAY.trim_start_matches('\u{feff}');
    let plain = file(text).archive;
    let around = format!("<?xml version=\"1.0\" encoding=\"utf-16\"?>\n<eventupload>\n{text}</eventupload>");
    for bytes in [FRIDAY.as_bytes().to_vec(), utf16(&around, u16::to_le_bytes), utf16(&around, u16::to_be_bytes)] {
        assert_eq!(read_file(&bytes, "upload").unwrap().archive, plain);
    }
    let mut odd = utf16(&around, u16::to_le_bytes);
    odd.pop();
    assert!(refusal(&odd).starts_with("is neither UTF-8 nor UTF-16"), "{}", refusal(&odd));
    assert!(refusal(b"<event title=\"Caf\xE9\"/>").starts_with("is neither UTF-8 nor UTF-16"));
}

#[test]
fn an_order_that_no_percentage_gives_is_kept_and_one_that_the_points_contradict_is_a_warning() {
    let swapped = |first: (&str, &str), second: (&str, &str)| {
        let entry = |id: &str, seq: &str| format!("<ref person=\"{id}\" seq=\"{seq}\" />");
        let text = FRIDAY.replacen(&entry(first.0, first.1), "<x/>", 1);
        let text = text.replacen(&entry(second.0, second.1), &entry(second.0, first.1), 1);
        file(&text.replacen("<x/>", &entry(first.0, second.1), 1))
    };
    let plain = file(FRIDAY).archive;
    let tied = swapped(("900126828", "1"), ("900000000", "2"));
    assert!(tied.archive.rule.standings.tiebreakers.is_empty() && tied.left_out() == file(FRIDAY).left_out());
    assert_eq!(tied.archive.standings[0].player, plain.standings[1].player);
    let wrong = swapped(("900126828", "1"), ("900071364", "3"));
    let expected =
        "the final order, which the rounds contradict: Óscar Delgado (7 points) is before Nora Abend (9 points)";
    assert!(wrong.left_out().iter().any(|left_out| left_out == expected), "{:?}", wrong.left_out());
}

#[test]
fn what_is_wrong_is_refused_with_its_line() {
    let drawn = "outcome=\"2\" win=\"0\" loss=\"0\" draw=\"3\"";
    let unreported = "has no result; import a finished tournament";
    for (from, to, expected) in [
        (drawn, "outcome=\"-1\" win=\"-1\" loss=\"-1\" draw=\"-1\"", unreported),
        (drawn, "win=\"-1\" loss=\"-1\" draw=\"-1\"", unreported),
        (drawn, "outcome=\"0\" win=\"0\" loss=\"0\" draw=\"0\"", unreported),
        (drawn, "outcome=\"3\"", "is a bye (3), but it has an opponent"),
        (drawn, "outcome=\"7\"", "line 70, outcome: must be a number from -1 to 5, is \"7\""),
        (drawn, "outcome=\"2\" win=\"two\"", "line 70, win: must be a number from -1 to 999, is \"two\""),
        ("<round number=\"2\"", "<round number=\"1\"", "line 76, number: is 1, as that of an earlier round"),
        ("<round number=\"2\"", "<round number=\"x\"", "line 76, number: must be a number from 1 to 100"),
        ("<round number=\"2\"", "<round", "line 76, number: is missing"),
        ("<round number=\"2\"", "<round number=\"12\"", "round 2 of 12 has no matches; add them"),
        ("startdate=\"2019-03-08\"", "startdate=\"soon\"", "line 1, startdate: must be a date such as"),
        ("startdate=\"2019-03-08\"", "", "line 1, startdate: is missing"),
        ("title=", "notitle=", "line 1, title: is missing"),
        ("seq=\"3\"", "seq=\"0\"", "seq: must be a number from 1 to 1000000, is \"0\""),
        ("<person id=\"900000000\"", "<person id=\"900007950\"", "id: \"900007950\" is another person already"),
        ("opponent=\"900388248\"", "opponent=\"900507064\"", "opponent: must be another person"),
        ("opponent=\"900388248\"", "opponent=\"900007950\"", "\"Piet Brandsma\" has another match in round 1"),
        ("last=\"Abend\"", &format!("last=\"{}\"", "x".repeat(201)), "first and last: may have at most 200"),
    ] {
        let told = told(from, to);
        assert!(told.contains(expected), "{to}: expected {expected}, told {told:?}");
    }
    let told = told(drawn, "outcome=\"-1\"");
    assert_eq!(told, format!("line 70, outcome: the match of \"Dana Ibarra\" in round 1 {unreported}"));
}

#[test]
fn teams_files_of_other_kinds_and_events_without_rounds_are_refused() {
    let member = "<member position=\"A\" person=\"900000000\" />";
    let told = told(member, &format!("{member}<member position=\"B\" person=\"900007950\" />"));
    assert!(told.contains("team: has 2 members; only tournaments of single players can be imported"), "{told}");
    let (before, _) = FRIDAY.split_once("<matches>").unwrap();
    assert_eq!(refusal(format!("{before}</event>").as_bytes()), "rounds: must not be empty");
    for (text, expected) in [
        ("<svg width='1'/>", "is XML, but not of Wizards Event Reporter: it begins with <svg>; expected is a file"),
        (" \n<Standings><Team Rank='1'/></Standings>", "has standings without rounds; expected is a file"),
        ("<eventupload/>", "line 1, eventupload: has 0 events, and a file must have one"),
        ("<eventupload><event/><event/></eventupload>", "line 1, eventupload: has 2 events"),
    ] {
        assert!(refusal(text.as_bytes()).starts_with(expected), "{}", refusal(text.as_bytes()));
    }
    let stated = Stated { date: Some("2019-03-08".to_owned()), ..Stated::default() };
    let told = read_files(&[File { name: "friday.wer", bytes: FRIDAY.as_bytes() }], &stated).unwrap_err().to_string();
    assert_eq!(told, "friday.wer: --date: is only for CSV files; this file has its own. Import it without this option");
}

#[test]
fn what_is_not_well_formed_is_refused_with_line_and_column() {
    for (text, expected) in [
        ("<event>\n  <participation></event>", "line 2, column 18: expected 'participation' tag, not 'event'"),
        ("<event>\n <matches>", "line 2, column 11: the root node was opened but never closed"),
        ("<event title=\"a\" title=\"b\"/>", "line 1, column 18: attribute 'title' is already defined"),
        ("<event title=\"&name;\"/>", "line 1, column 15: unknown entity reference 'name'"),
    ] {
        assert_eq!(refusal(text.as_bytes()), expected, "{text}");
    }
    for text in ["<", "<event", "<event/><event/>", "<event>&", "<!--", "<?xml"] {
        assert!(refusal(text.as_bytes()).starts_with("line 1, column "), "{text}: {}", refusal(text.as_bytes()));
    }
}

#[test]
fn entities_of_a_file_s_own_are_refused() {
    let mut entities = String::from("<!ENTITY a \"ha\">");
    for (name, other) in ('b'..='z').zip('a'..) {
        write!(entities, "<!ENTITY {name} \"&{other};&{other};&{other};&{other};&{other};&{other};&{other};\">")
            .unwrap();
    }
    let text = format!("<?xml version=\"1.0\"?>\n<!DOCTYPE event [{entities}]>\n<event title=\"&z;\"/>");
    let expected =
        "line 2: is a DOCTYPE. It can define entities, which are not read; delete it and import the file again";
    assert_eq!(refusal(text.as_bytes()), expected);
    let outside = "<!DOCTYPE event SYSTEM \"file:///etc/passwd\"><event/>";
    assert!(refusal(outside.as_bytes()).starts_with("line 1: is a DOCTYPE."));
}

#[test]
fn a_file_that_would_take_much_time_or_memory_is_refused() {
    let depth = 100_000;
    let nested = format!("<event>{}{}</event>", "<a>".repeat(depth), "</a>".repeat(depth));
    assert!(refusal(nested.as_bytes()).starts_with("line 1, title: is missing"));
    assert!(refusal("<a>".repeat(depth).as_bytes()).ends_with("the root node was opened but never closed"));
    let wide: String = (0..600).map(|number| format!(" a{number}='>'")).collect();
    assert_eq!(refusal(format!("<event{wide}/>").as_bytes()), "has an element with 600 attributes; the limit is 500");
    let spaces: String = (0..30).map(|number| format!("<a xmlns:n{number}='u{number}'>")).collect();
    assert_eq!(refusal(spaces.as_bytes()), "has 30 namespaces; the limit is 20");
    let many = format!("<event>{}</event>", "<a b='1'/>".repeat(1_000_000));
    assert_eq!(refusal(many.as_bytes()), "has 2000002 values; the limit for one tournament is 2000000");
    let long = format!("<event>{}", " ".repeat(FILE_BYTES));
    assert_eq!(refusal(long.as_bytes()), "has more than 32 MiB, the limit for one tournament");
    let problems = format!("<event><matches>{}</matches></event>", "<round/>\n".repeat(200_000));
    assert!(refusal(problems.as_bytes()).contains("and 199993 more"), "{}", refusal(problems.as_bytes()));
}

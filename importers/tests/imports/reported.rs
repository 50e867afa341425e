//! Files as people reported them: each is imported, and read as its source says.

use domain::tournament::Tournament;
use domain::tournament::standings::{Standing, standings_after};
use importers::{CheckedArchive, File, ImportError, ImportOutcome, Stated, name_without_round, read_files};
use proto_events::vocabulary::{Penalty, RegistrationStatus};

use crate::support::Scene;

/// A file of `tests/imports`.
macro_rules! file {
    ($name:literal) => {
        checked(include_bytes!($name), $name)
    };
}

fn checked(bytes: &[u8], name: &str) -> CheckedArchive {
    let is_csv = name.ends_with(".csv");
    let stated = Stated { date: is_csv.then(|| "2026-10-07".to_owned()), ..Stated::default() };
    read_files(&[File { name, bytes }], &stated).unwrap_or_else(|error| panic!("{error}"))
}

/// An imported tournament, with the names of its players by registration.
struct Imported {
    tournament: Tournament,
    names: Vec<String>,
}

impl Imported {
    async fn of(file: &CheckedArchive) -> Self {
        let (scene, organization) = Scene::with_organization().await;
        let outcome = scene.importer.import(organization, file, false).await.unwrap();
        let ImportOutcome::Imported { tournament_id, .. } = outcome else { panic!("{outcome:?}") };
        let tournament = scene.tournament(tournament_id).await;
        let mut names = Vec::new();
        for entry in tournament.registrations.iter() {
            names.push(scene.user(entry.user_id).await.profile.username.clone());
        }
        Self { tournament, names }
    }

    fn name(&self, line: &Standing) -> &str {
        &self.names[self.tournament.registration_position(line.competitor.0.into()).unwrap()]
    }

    /// Returns the standings after the last round: each player with match points and the record.
    fn places(&self) -> Vec<(&str, i32, [i32; 3])> {
        let last = self.tournament.rounds().next_back().unwrap().1.id;
        let lines = standings_after(&self.tournament, last).unwrap();
        let line = |line: &Standing| {
            (self.name(line), line.score.points, [line.score.wins, line.score.losses, line.score.draws])
        };
        lines.iter().map(line).collect()
    }

    fn order(&self) -> Vec<&str> {
        self.places().into_iter().map(|(name, ..)| name).collect()
    }
}

#[tokio::test]
async fn bracket_after_swiss_rounds_is_the_playoff() {
    let file = file!("cases/cache-bracket.json");
    assert_eq!(file.contradictions(), [""; 0]);
    let imported = Imported::of(&file).await;
    assert_eq!(imported.tournament.details.top_cut, 4);
    assert_eq!(imported.order()[..4], ["Dora", "Ben", "Ann", "Cem"]);
}

#[tokio::test]
async fn bracket_without_rounds_is_imported_and_swiss_points_are_named() {
    let file = file!("cases/cache-only-bracket.json");
    assert!(file.left_out().iter().any(|left_out| left_out.starts_with("the points of the Swiss rounds")));
    let imported = Imported::of(&file).await;
    assert_eq!(imported.order()[..4], ["Dora", "Ben", "Ann", "Cem"]);
    assert_eq!(imported.tournament.rounds().count(), 2);
}

#[tokio::test]
async fn aesops_tables_second_tournament_is_another_event_and_each_is_imported_once() {
    let (scene, organization) = Scene::with_organization().await;
    let files = [file!("cases/aesops-march.json"), file!("cases/aesops-april.json")];
    for file in &files {
        let outcome = scene.importer.import(organization, file, false).await.unwrap();
        let ImportOutcome::Imported { counts, .. } = outcome else { panic!("{outcome:?}") };
        assert_eq!((counts.players, counts.rounds), (3, 2));
    }
    let head = scene.head().await;
    for file in &files {
        let outcome = scene.importer.import(organization, file, false).await.unwrap();
        assert!(matches!(outcome, ImportOutcome::AlreadyImported { .. }), "{outcome:?}");
    }
    assert_eq!(scene.head().await, head);
}

#[tokio::test]
async fn nrtm_player_with_the_points_of_a_bye_has_one_in_the_first_round() {
    let file = file!("cases/nrtm-first-round-bye.json");
    assert_eq!(file.contradictions(), [""; 0]);
    let imported = Imported::of(&file).await;
    assert_eq!(imported.places()[0], ("Ann", 12, [2, 0, 0]));
}

#[tokio::test]
async fn wer_penalty_is_a_penalty_of_its_player_in_its_round() {
    let file = file!("cases/wer-penalty.wer");
    assert!(!file.left_out().iter().any(|left_out| left_out.contains("penalties")), "{:?}", file.left_out());
    let imported = Imported::of(&file).await;
    let [penalty] = &imported.tournament.penalties[..] else { panic!("{:?}", imported.tournament.penalties) };
    let player = imported.tournament.registration_position(penalty.issued.registration_id).unwrap();
    assert_eq!((imported.names[player].as_str(), penalty.issued.penalty), ("Ben Cruz", Penalty::Warning));
    assert_eq!(penalty.issued.infraction, "Infraction 123, penalty 2 (Wizards Event Reporter)");
    assert_eq!(penalty.issued.round_id, imported.tournament.rounds().next().map(|(_, round)| round.id));
    assert!(imported.tournament.registrations.iter().all(|entry| entry.status == RegistrationStatus::Complete));
}

#[tokio::test]
async fn results_without_a_round_have_the_one_of_the_file_name() {
    let file = file!("cases/round-1.csv");
    assert_eq!(file.left_out(), ["the columns \"Player 1 Deck\", \"Player 2 Deck\""]);
    let imported = Imported::of(&file).await;
    let expected = [("Cem", 3, [1, 0, 0]), ("Ann", 3, [1, 0, 0]), ("Ben", 0, [0, 1, 0])];
    assert_eq!(imported.places(), expected);
}

#[test]
fn results_without_a_round_have_the_stated_one() {
    let bytes = include_bytes!("cases/round-1.csv");
    let read = |name: &str, round: Option<&str>| {
        let stated = Stated { date: Some("2026-10-07".into()), round: round.map(str::to_owned), ..Stated::default() };
        read_files(&[File { name, bytes }], &stated).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(read("friday.csv", Some("1")), Ok(()));
    assert_eq!(read("Friday Modern Round 1.csv", None), Ok(()));
    for (name, round, expected) in [
        ("friday.csv", None, "friday.csv: line 1: there is no column for the round, such as \"Round\"; or add --round"),
        ("friday.csv", Some("first"), "friday.csv: --round: must be the number of a round"),
        ("round-1.csv", Some("2"), "round-1.csv: round 1 of 2 has no matches; add them"),
    ] {
        let told = read(name, round).unwrap_err();
        assert!(told.starts_with(expected), "{told}");
    }
}

fn read_rounds(files: &[(&str, &[u8])]) -> Result<CheckedArchive, ImportError> {
    let stated = Stated { name: Some("Friday".into()), date: Some("2026-10-07".into()), ..Stated::default() };
    read_files(&files.iter().map(|(name, bytes)| File { name, bytes }).collect::<Vec<_>>(), &stated)
}

#[tokio::test]
async fn files_of_one_round_each_are_one_event() {
    let first = include_bytes!("cases/round-1.csv");
    let second: &[u8] = b"Player 1,Player 1 Deck,Player 2,Player 2 Deck,Result\nCem,Elves,Ann,Burn,Ann won 2-0-0\n\
        Ben,Control,,,Ben was assigned a bye\n";
    let third: &[u8] = b"Player 1,Player 1 Deck,Player 2,Player 2 Deck,Result\nBen,Control,Cem,Elves,Cem won 2-1-0\n\
        Ann,Burn,,,Ann was assigned a bye\n";
    let file = read_rounds(&[("round-3.csv", third), ("round-1.csv", first), ("round-2.csv", second)]).unwrap();
    let again = read_rounds(&[("round-1.csv", first), ("round-2.csv", second), ("round-3.csv", third)]).unwrap();
    assert_eq!(file.about(), again.about());
    let imported = Imported::of(&file).await;
    assert_eq!(imported.tournament.rounds().count(), 3);
    assert_eq!(imported.places(), [("Ann", 9, [3, 0, 0]), ("Cem", 6, [2, 1, 0]), ("Ben", 3, [1, 2, 0])]);
}

#[test]
fn files_of_one_round_each_that_do_not_fit_together_are_refused() {
    let first = include_bytes!("cases/round-1.csv");
    let second: &[u8] = b"Player 1,Player 1 Deck,Player 2,Player 2 Deck,Result\nCem,Elves,Ann,Burn,Ann won 2-0-0\n";
    let refused = |files: &[(&str, &[u8])]| read_rounds(files).unwrap_err().to_string();
    assert_eq!(
        refused(&[("round-1.csv", first), ("b/round-1.csv", second)]),
        "round-1.csv, b/round-1.csv: b/round-1.csv: is of the same round as an earlier file; leave one of the two out"
    );
    let missing = refused(&[("round-1.csv", first), ("round-3.csv", second)]);
    assert!(
        missing.ends_with("round 2 of 3 has no matches; add them, or correct the numbers of the rounds"),
        "{missing}"
    );
    let other: &[u8] = b"Player 1,Opponents,Result\nCem,Ann,2-0\n";
    assert_eq!(
        refused(&[("round-1.csv", first), ("round-2.csv", other)]),
        "round-1.csv, round-2.csv: round-2.csv: has the columns Player 1, Opponents, Result, but round-1.csv has \
         Player 1, Player 1 Deck, Player 2, Player 2 Deck, Result; give all rounds of an event the same columns, or import the \
         files one by one"
    );
    let wrong: &[u8] = b"Player 1,Player 1 Deck,Player 2,Player 2 Deck,Result\nCem,,Ann,,who knows\n";
    let named = refused(&[("round-1.csv", first), ("round-2.csv", wrong)]);
    assert!(named.contains(": round-2.csv, line 2, column \"Result\": must be a result"), "{named}");
}

#[test]
fn rounds_of_one_event_have_a_name_in_common() {
    let results = include_bytes!("cases/round-1.csv");
    for (name, expected) in [
        ("round-1.csv", Some("")),
        ("top-8.csv", Some("")),
        ("round-of-16.csv", Some("")),
        ("week/Friday Modern Round 12.csv", Some("Friday Modern")),
        ("friday-semifinals.csv", Some("friday")),
        ("friday.csv", None),
    ] {
        assert_eq!(name_without_round(results, name).as_deref(), expected, "{name}");
    }
    let with_round = b"Round,Player 1,Player 2,Result\n1,Ann,Ben,2-0\n";
    assert_eq!(name_without_round(with_round, "round-1.csv"), None);
}

fn left_out(file: &CheckedArchive) -> String {
    file.left_out().join("\n")
}

#[tokio::test]
async fn json_in_utf16_is_read() {
    let imported = Imported::of(&file!("reported/powershell-utf16.json")).await;
    assert_eq!(imported.places()[0], ("Zoë Lind", 6, [2, 0, 0]));
}

#[tokio::test]
async fn nrtm_three_players_with_byes_have_them_and_a_late_player_has_none() {
    let file = file!("reported/nrtm-three-byes.json");
    assert_eq!(file.contradictions(), [""; 0]);
    let imported = Imported::of(&file).await;
    let points: Vec<_> = imported.places().into_iter().map(|(name, points, _)| (name, points)).collect();
    let expected = [("Hanno", 12), ("Wiebke", 9), ("Jule", 9), ("Till", 6), ("Sina", 0), ("Nele", 0)];
    assert_eq!(points, expected);
}

#[tokio::test]
async fn cobra_double_elimination_has_the_published_places() {
    let imported = Imported::of(&file!("cases/double-elimination.json")).await;
    assert_eq!(imported.order(), ["Runa", "Pello", "Sanja", "Tove"]);
    assert_eq!(imported.tournament.details.top_cut, 3);
}

#[tokio::test]
async fn aesops_tables_address_without_a_path_is_no_id_and_its_cut_is_imported() {
    let file = file!("reported/aesops-cut.json");
    assert!(file.about().ends_with("aesopstables:Store Championship 2025-03-08"), "{}", file.about());
    let left_out = left_out(&file);
    for name in ["players[].sideBalance", "rounds[][].tableNumber"] {
        assert!(left_out.contains(name), "{name}: {left_out}");
    }
    assert!(!left_out.contains("elimination"), "{left_out}");
    assert_eq!(Imported::of(&file).await.order(), ["Yara", "Ximo", "Zeno"]);
}

#[tokio::test]
async fn cobra_intentional_draw_without_points_is_a_draw_and_a_game_without_points_a_loss_of_both() {
    let imported = Imported::of(&file!("reported/cobra-intentional-draw.json")).await;
    let records: Vec<_> = imported.places().into_iter().map(|(name, _, record)| (name, record)).collect();
    assert_eq!(records[..2], [("Ýmir", [1, 0, 1]), ("Ævar", [1, 0, 1])]);
    assert_eq!(records[2..], [("Þóra", [0, 2, 0]), ("Sólveig", [0, 2, 0])]);
}

#[tokio::test]
async fn bracket_that_repeats_the_last_rounds_is_played_once() {
    let imported = Imported::of(&file!("reported/cache-bracket-twice.json")).await;
    assert_eq!(imported.tournament.rounds().count(), 4);
    assert_eq!(imported.order(), ["Dag", "Bert", "Ada", "Cleo"]);
}

#[test]
fn percentages_that_a_cache_lacks_are_not_compared() {
    let file = file!("reported/cache-without-percentages.json");
    assert_eq!(file.contradictions(), [""; 0]);
    assert_eq!(file.left_out(), ["the members Players, Standings[].Wins"]);
}

#[tokio::test]
async fn csv_of_a_spreadsheet_with_mark_and_semicolons_is_read() {
    let file = file!("reported/excel-bom.csv");
    assert_eq!(file.left_out(), ["the columns \"Judge\""]);
    assert_eq!(Imported::of(&file).await.order().len(), 3);
}

#[test]
fn files_that_cannot_be_read_for_sure_are_refused_with_the_place() {
    for (bytes, name, expected) in [
        (
            &include_bytes!("reported/windows-1252.csv")[..],
            "windows-1252.csv",
            "windows-1252.csv: line 2: byte 0xEB is not UTF-8; the file may be Windows-1252.",
        ),
        (
            include_bytes!("reported/member-twice.json"),
            "member-twice.json",
            "member-twice.json: line 4, column 21: the member \"Result\" is there twice, with two values",
        ),
        (
            include_bytes!("reported/cobra-text-ids.json"),
            "cobra-text-ids.json",
            "cobra-text-ids.json: rounds[0][0].player1.id: must be an integer",
        ),
    ] {
        let stated = Stated { date: name.ends_with(".csv").then(|| "2026-10-07".into()), ..Stated::default() };
        let told = read_files(&[File { name, bytes }], &stated).unwrap_err().to_string();
        assert!(told.starts_with(expected), "{told}");
    }
}

#[tokio::test]
async fn topdeck_table_that_ended_without_a_winner_is_a_loss_of_both() {
    let file = file!("reported/topdeck-no-winner.json");
    assert_eq!(file.left_out(), ["the members standings[].discord"]);
    let imported = Imported::of(&file).await;
    assert_eq!(imported.places(), [("Ada", 3, [1, 1, 0]), ("Bert", 0, [0, 2, 0])]);
}

#[tokio::test]
async fn wer_caution_without_a_round_is_imported_and_the_penalty_of_a_spectator_is_named() {
    let file = file!("reported/wer-names.wer");
    let left_out = left_out(&file);
    assert!(left_out.contains("1 of the penalties, of persons who do not play"), "{left_out}");
    assert!(left_out.contains("event.warnings.warning.judge"), "{left_out}");
    let imported = Imported::of(&file).await;
    assert_eq!(imported.order(), ["Ann & Co O'Shea", "2"]);
    let [penalty] = &imported.tournament.penalties[..] else { panic!("{:?}", imported.tournament.penalties) };
    let issued = &penalty.issued;
    assert_eq!((issued.penalty, issued.round_id, issued.note.as_str()), (Penalty::Caution, None, "Late & loud"));
}

#[tokio::test]
async fn letter_in_two_forms_is_one_player() {
    let imported = Imported::of(&file!("cases/two-forms.csv")).await;
    assert_eq!(imported.places()[0], ("José Nuñez", 6, [2, 0, 0]));
    assert_eq!(imported.places().len(), 4);
}

#[tokio::test]
async fn escapes_of_json_hide_no_other_form_and_no_invisible_character() {
    let imported = Imported::of(&file!("reported/escaped-names.json")).await;
    assert_eq!(imported.order(), ["Zoë Ånd", "Ben Cruz"]);
}

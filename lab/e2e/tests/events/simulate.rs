//! Simulated events: the standings over HTTP equal those of the exported archive, of its import into another app, and
//! of a calculation that shares nothing with the service.
//!
//! They need the program, which is built with the workspace's tests. To run them alone, run `cargo build -p crosstable`
//! first.

use std::path::{Path, PathBuf};
use std::process::Command;

use e2e::TestApp;
use e2e::archive::{Archive, Match};
use e2e::published::differences;
use e2e::reckon::{self, Reckoned};
use e2e::simulate::{self, Plan};

/// Simulates an event on the app. Returns its id.
async fn play(app: &TestApp, plan: Plan) -> i64 {
    let report = simulate::play(&format!("http://{}", app.address()), &app.key, plan).await.expect("a whole event");
    assert_eq!(report.errors, 0, "{report}");
    report.events[0].id
}

/// Exports an event into the app's folder.
async fn export(app: &TestApp, event: i64) -> PathBuf {
    let file = app.folder().join(format!("exported-{event}.json"));
    let (event, out) = (event.to_string(), file.display().to_string());
    app.command(&["export", "--format", "archive", "--event", &event, "--out", &out]).await;
    file
}

/// Returns for each player the last round of the playoff, and whether the player did not lose it.
fn playoff(archive: &Archive) -> Vec<(i32, bool)> {
    let mut came = vec![(0, false); archive.players.len()];
    for round in archive.rounds.iter().filter(|round| round.kind == "playoff") {
        for &Match { p1, p2, winner, .. } in &round.matches {
            came[p1] = (round.number, winner == 1);
            p2.into_iter().for_each(|p2| came[p2] = (round.number, winner == 2));
        }
    }
    came
}

/// Checks that the archive's standings follow from its rounds.
fn assert_reckoned(archive: &Archive) {
    let (reckoned, came): (Vec<Reckoned>, _) = (reckon::standings(archive), playoff(archive));
    for row in &archive.standings {
        let own = reckoned[row.p].publish(row.rank, row.as_of_round);
        let who = &archive.players[row.p];
        assert_eq!((own.points, own.w, own.l, own.d), (row.points, row.w, row.l, row.d), "{who}");
        for (own, told) in [(own.omw, row.omw), (own.gw, row.gw), (own.ogw, row.ogw)] {
            assert!((own - told).abs() < 1e-12, "{who}: {told} instead of {own}");
        }
    }
    for pair in archive.standings.windows(2) {
        let [better, worse] = [pair[0].p, pair[1].p];
        assert_eq!(pair[0].rank + 1, pair[1].rank);
        let order = came[worse].cmp(&came[better]).then(reckoned[better].by_play(&reckoned[worse]));
        assert!(order.is_le(), "{} stands above {}", archive.players[better], archive.players[worse]);
    }
}

/// Checks every line with the program that came with the real tournaments, if it exists.
fn assert_referred(file: &Path) {
    let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/oracle/reference.py");
    if !reference.exists() {
        return;
    }
    let told = Command::new("python3").arg(reference).arg(file).output().expect("python3");
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    let total = told.lines().find(|line| line.starts_with("TOTAL rows")).unwrap_or_else(|| panic!("{told}"));
    let words: Vec<&str> = total.split(|letter: char| !letter.is_ascii_digit()).filter(|it| !it.is_empty()).collect();
    // TOTAL rows 47 matched 47 (1.0000); rank order 46/46
    let [rows, matched, _, _, ranked, ranks] = words[..] else { panic!("{told}") };
    assert!(rows == matched && ranked == ranks && rows != "0", "{told}");
}

/// Checks that the app, the archive, another app with the imported archive, and two calculations agree.
async fn assert_agreed(app: &TestApp, event: i64) -> Archive {
    let file = export(app, event).await;
    let archive = Archive::read(&file);
    assert_eq!(differences(app, &archive, event).await, Vec::<String>::new());
    assert_reckoned(&archive);
    assert_referred(&file);
    assert_same_elsewhere(&file, Some(&archive)).await;
    archive
}

/// Checks that another app into which the file is imported exports the same file, and answers what is in the archive.
async fn assert_same_elsewhere(file: &Path, archive: Option<&Archive>) {
    let elsewhere = TestApp::start().await;
    let imported = elsewhere.import(file).await.0;
    if let Some(archive) = archive {
        assert_eq!(differences(&elsewhere, archive, imported).await, Vec::<String>::new());
    }
    let again = export(&elsewhere, imported).await;
    assert!(std::fs::read(again).unwrap() == std::fs::read(file).unwrap(), "the export of the import is the same file");
    elsewhere.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_simulated_event_with_a_playoff_is_answered_exported_imported_and_reckoned_alike() {
    let app = TestApp::start().await;
    let event = play(&app, Plan::new(48, 5, 8)).await;
    let archive = assert_agreed(&app, event).await;
    assert_eq!((archive.players.len(), archive.swiss_rounds, archive.top_cut, archive.rounds.len()), (48, 5, 8, 8));
    assert_eq!(archive.standings.len(), 47, "one is disqualified");
    let last_swiss = archive.rounds.iter().rfind(|round| round.kind == "swiss").expect("a Swiss round");
    assert!(last_swiss.matches.len() < 24, "some players dropped");
    assert_eq!(archive.decklists.len(), 48);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_simulated_event_of_swiss_rounds_alone_has_its_order_from_them() {
    let app = TestApp::start().await;
    let event = play(&app, Plan { seed: 4, ..Plan::new(33, 6, 0) }).await;
    let archive = assert_agreed(&app, event).await;
    assert!(archive.rule.names("rank") && archive.rounds.iter().flat_map(|round| &round.matches).any(|one| one.bye));
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_simulated_event_of_pods_follows_its_rules_and_is_exported_and_imported_alike() {
    let app = TestApp::start().await;
    let event = play(&app, Plan { pod_size: 4, ..Plan::new(64, 4, 10) }).await;
    assert_same_elsewhere(&export(&app, event).await, None).await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_seed_ends_the_same_however_many_clients_there_are() {
    let ends = async |seed, clients| {
        let app = TestApp::start().await;
        let plan = Plan { seed, clients, events: 2, ..Plan::new(12, 2, 4) };
        let report = simulate::play(&format!("http://{}", app.address()), &app.key, plan).await.expect("whole events");
        app.stop().await;
        assert_eq!(report.events.iter().map(|event| event.rounds.len()).collect::<Vec<_>>(), [4, 4]);
        report.events.into_iter().map(|event| event.standings_sha256.expect("standings")).collect::<Vec<_>>()
    };
    let alone = ends(5, 1).await;
    assert_ne!(alone[0], alone[1], "the events differ");
    assert_eq!(ends(5, 16).await, alone);
    assert_ne!(ends(6, 16).await, alone);
}

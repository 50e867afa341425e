//! Imports into a real store.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail as tests do")]

#[path = "imports/reported.rs"]
mod reported;
mod support;

use std::collections::HashSet;

use chrono::Duration;
use domain::decklist::Decklist;
use domain::tournament::standings::{Standing, standings_after};
use importers::{CheckedArchive, ImportError, ImportOutcome, UndoError, UndoImport, Undone, read};
use proto_events::decklist::DecklistBody;
use proto_events::ids::{DecklistId, OrganizationId, TournamentId};
use proto_events::tournament::TournamentDetails;
use proto_events::vocabulary::{EventFormat, LifecycleStatus, ProgressStatus, RegistrationStatus};
use proto_events::{DecklistEvent, Position, StreamId, StreamKind, TournamentEvent};
use serde_json::{Value, json};
use storage::LogReader as _;
use support::{Scene, generated, oracle};

fn file(value: &Value) -> CheckedArchive {
    read(value.to_string().as_bytes(), "generated.json").unwrap()
}

async fn import(scene: &Scene, id: OrganizationId, value: &Value) -> TournamentId {
    match scene.importer.import(id, &file(value), false).await.unwrap() {
        ImportOutcome::Imported { tournament_id, .. } => tournament_id,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn an_import_is_stored_once() {
    let (scene, id) = Scene::with_organization().await;
    let checked = file(&generated("a", 9, 3));
    let before = scene.head().await;
    let trial = scene.importer.import(id, &checked, true).await.unwrap();
    let ImportOutcome::WouldImport(counts) = trial else { panic!("{trial:?}") };
    assert_eq!((counts.players, counts.rounds, counts.matches, counts.decklists), (9, 3, 15, 9));
    assert_eq!(scene.head().await, before, "a trial run stores nothing");

    let outcome = scene.importer.import(id, &checked, false).await.unwrap();
    let ImportOutcome::Imported { tournament_id, counts: written } = outcome else { panic!("{outcome:?}") };
    let head = scene.head().await;
    assert_eq!(written, counts, "the trial run counted the same events");
    assert_eq!(head.0 - before.0, i64::try_from(written.events).unwrap());

    for dry_run in [false, true] {
        let again = scene.importer.import(id, &checked, dry_run).await.unwrap();
        assert_eq!(again, ImportOutcome::AlreadyImported { tournament_id });
    }
    assert_eq!(scene.head().await, head, "a second import changes nothing");
}

#[tokio::test]
async fn a_changed_file_is_refused_and_names_the_event() {
    let (scene, id) = Scene::with_organization().await;
    let mut value = generated("a", 8, 2);
    let tournament_id = import(&scene, id, &value).await;
    let head = scene.head().await;
    value["name"] = json!("Another name");
    let refused = scene.importer.import(id, &file(&value), false).await.unwrap_err();
    assert!(matches!(&refused, ImportError::OtherContent { tournament_id: held, .. } if *held == tournament_id));
    assert!(refused.to_string().contains(&format!("event {tournament_id}")), "{refused}");
    assert_eq!(scene.head().await, head);
}

#[tokio::test]
async fn players_are_known_again_by_name_within_organization_and_platform() {
    let (scene, id) = Scene::with_organization().await;
    let users = async |tournament_id| -> Vec<i64> {
        scene.tournament(tournament_id).await.registrations.iter().map(|entry| entry.user_id.0).collect()
    };
    let first = users(import(&scene, id, &generated("a", 8, 2)).await).await;
    let second = users(import(&scene, id, &generated("b", 10, 2)).await).await;
    assert_eq!(second[..8], first[..]);

    let mut elsewhere = generated("a", 8, 2);
    elsewhere["platform"] = json!("another");
    let third = users(import(&scene, id, &elsewhere).await).await;
    let other = OrganizationId(2);
    scene.organization(other).await;
    let fourth = users(import(&scene, other, &generated("a", 8, 2)).await).await;
    let all: HashSet<i64> = [second, third, fourth].concat().into_iter().collect();
    assert_eq!(all.len(), 26);
}

#[tokio::test]
async fn files_with_the_same_players_imported_at_once_share_them() {
    let (scene, id) = Scene::with_organization().await;
    let imports = (0..4).map(|number| {
        let (importer, checked) = (scene.importer.clone(), file(&generated(&format!("t{number}"), 20, 2)));
        tokio::spawn(async move { importer.import(id, &checked, false).await.unwrap() })
    });
    for import in imports.collect::<Vec<_>>() {
        assert!(matches!(import.await.unwrap(), ImportOutcome::Imported { .. }));
    }
    let log = scene.store.read_from(Position::START, 10_000).await.unwrap();
    let users = log.iter().filter(|event| event.stream.kind == StreamKind::User).count();
    assert_eq!(users, 20);
}

#[tokio::test]
async fn an_unknown_organization_is_refused() {
    let scene = Scene::empty().await;
    let refused = scene.importer.import(OrganizationId(5), &file(&generated("a", 4, 1)), false).await;
    assert!(matches!(refused, Err(ImportError::UnknownOrganization(OrganizationId(5)))));
    assert_eq!(scene.head().await, Position::START);
}

#[tokio::test]
async fn the_largest_field_keeps_every_event_small() {
    let (scene, id) = Scene::with_organization().await;
    let mut value = generated("large", 20_000, 1);
    value["rule"] = json!({"games_known": false});
    value["standings"].as_array_mut().unwrap().iter_mut().for_each(|row| row["gw"] = json!(0.333_333_333_333_333_3));
    let imported = import(&scene, id, &value).await;
    let tournament = scene.tournament(imported).await;
    assert_eq!(tournament.stated_game_wins.unwrap().1.len(), 20_000);
}

#[tokio::test]
async fn the_tournaments_of_the_oracle_import_once_and_whole_with_the_published_standings() {
    let (scene, id) = Scene::with_organization().await;
    for path in oracle() {
        let bytes = std::fs::read(&path).unwrap();
        let checked = read(&bytes, &path.display().to_string()).unwrap();
        let outcome = scene.importer.import(id, &checked, false).await.unwrap();
        let ImportOutcome::Imported { tournament_id, counts } = outcome else { panic!("{outcome:?}") };
        let head = scene.head().await;
        let again = scene.importer.import(id, &checked, false).await.unwrap();
        assert_eq!(again, ImportOutcome::AlreadyImported { tournament_id });
        assert_eq!(scene.head().await, head);

        let told: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(counts.players, told["players"].as_array().unwrap().len());
        assert!(counts.decklists >= told["decklists"].as_object().unwrap().len());
        let tournament = scene.tournament(tournament_id).await;
        assert!(tournament.rounds().all(|(_, round)| round.status == ProgressStatus::Complete));
        let published = counts.decklists > 0;
        assert_eq!(tournament.lifecycle == LifecycleStatus::DecklistsPublished, published, "{}", path.display());
        let playing = tournament.registrations.iter().filter(|it| it.status == RegistrationStatus::Complete).count();
        let top_cut = usize::try_from(tournament.details.top_cut).unwrap();
        assert!(top_cut == 0 || playing == top_cut, "{playing} of {top_cut} remain in {}", path.display());

        assert_eq!(checked.contradictions(), [""; 0], "{}", path.display());
        let rule = &told["rule"];
        if rule["fields"].as_array().unwrap().contains(&json!("rank")) {
            let is_final = rule["rank_scope"] == "final";
            let mut rounds = tournament.rounds().filter(|(phase, _)| is_final || !phase.round_type.is_playoff());
            let lines = standings_after(&tournament, rounds.next_back().unwrap().1.id).unwrap();
            let player = |line: &Standing| tournament.registration_position(line.competitor.0.into());
            let published = told["standings"].as_array().unwrap().iter();
            let published = published.map(|row| usize::try_from(row["p"].as_u64().unwrap()).ok());
            assert!(lines.iter().map(player).eq(published), "the order of {} differs", path.display());
        }
    }
}

async fn undo(scene: &Scene, tournament_id: TournamentId) -> Undone {
    let undo = UndoImport { tournament_id, with_changes: true, dry_run: false };
    scene.importer.undo_import(undo).await.unwrap()
}

#[tokio::test]
async fn an_undone_import_can_be_repeated_and_its_players_are_the_same() {
    let (scene, id) = Scene::with_organization().await;
    let value = generated("a", 9, 3);
    let mut known = Vec::new();
    for _ in 0..3 {
        let tournament_id = import(&scene, id, &value).await;
        let imported = scene.tournament(tournament_id).await;
        known.push(imported.registrations.iter().map(|entry| entry.user_id).collect::<Vec<_>>());
        scene.clock.advance(Duration::seconds(1));
        let undone = undo(&scene, tournament_id).await;
        assert_eq!((undone.later_changes, undone.decklists, undone.kept_decklists), (0, 9, 0));
        let again = UndoImport { tournament_id, with_changes: false, dry_run: false };
        assert!(matches!(scene.importer.undo_import(again).await, Err(UndoError::Unknown(_))), "it is gone");
        let deleted = scene.tournament(tournament_id).await;
        assert!(deleted.is_deleted && deleted.registrations.is_empty() && deleted.phases.is_empty());
    }
    assert!(known.iter().all(|users| *users == known[0]));
}

#[tokio::test]
async fn lists_that_were_changed_or_are_attached_elsewhere_stay() {
    let (scene, id) = Scene::with_organization().await;
    let tournament_id = import(&scene, id, &generated("a", 9, 3)).await;
    let other = import(&scene, id, &generated("b", 9, 3)).await;
    scene.clock.advance(Duration::seconds(1));
    let entries = scene.tournament(tournament_id).await.registrations;
    let lists: Vec<DecklistId> = entries.iter().filter_map(|entry| entry.decklist_id).collect();
    let registration_id = scene.tournament(other).await.registrations[0].id;
    let body = DecklistBody { plaintext_list: "60 Island".into(), ..DecklistBody::default() };
    scene.append(StreamId::decklist(lists[0]), id, vec![DecklistEvent::Revised { body }.into()]).await;
    let attached = TournamentEvent::DecklistAttached { registration_id, decklist_id: Some(lists[1]) };
    scene.append(StreamId::tournament(other), id, vec![attached.into()]).await;

    let undone = undo(&scene, tournament_id).await;
    assert_eq!((undone.decklists, undone.kept_decklists), (7, 2));
    for (place, list) in lists.iter().enumerate() {
        let events = scene.events(StreamId::decklist(*list)).await;
        assert_eq!(!Decklist::from_events(&events).unwrap().is_deleted, place < 2, "list {place}");
    }
}

#[tokio::test]
async fn what_was_not_imported_or_was_changed_since_is_not_undone() {
    let (scene, id) = Scene::with_organization().await;
    let imported = import(&scene, id, &generated("a", 9, 3)).await;
    let undo = |tournament_id| UndoImport { tournament_id, with_changes: false, dry_run: false };
    let unknown = TournamentId(imported.0 + 7);
    assert!(matches!(scene.importer.undo_import(undo(unknown)).await, Err(UndoError::Unknown(id)) if id == unknown));

    let own = TournamentId(imported.0 + 1);
    let details = TournamentDetails::new("Friday", EventFormat::Legacy);
    scene.append(StreamId::tournament(own), id, vec![TournamentEvent::Created { details, seed: 1 }.into()]).await;
    assert!(matches!(scene.importer.undo_import(undo(own)).await, Err(UndoError::NotImported(id)) if id == own));

    scene.clock.advance(Duration::seconds(1));
    let locked = vec![TournamentEvent::ListsLocked {}.into()];
    scene.append(StreamId::tournament(imported), id, locked).await;
    let head = scene.head().await;
    let refused = scene.importer.undo_import(undo(imported)).await.unwrap_err();
    assert!(matches!(refused, UndoError::Changed { later_changes: 1, .. }), "{refused}");
    let dry = UndoImport { dry_run: true, with_changes: true, ..undo(imported) };
    assert_eq!(scene.importer.undo_import(dry).await.unwrap().later_changes, 1);
    assert_eq!(scene.head().await, head, "nothing was stored");
    let forced = UndoImport { with_changes: true, ..undo(imported) };
    assert_eq!(scene.importer.undo_import(forced).await.unwrap().decklists, 9);
}

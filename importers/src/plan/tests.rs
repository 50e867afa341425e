use domain::tournament::Tournament;
use proto_events::ids::ConventionId;
use proto_events::vocabulary::ProgressStatus;
use proto_events::{DomainEvent, StreamKind, TournamentEvent};
use serde_json::{Value, json};

use super::*;
use crate::computed::fold;
use crate::tests::{read_value, small, small_file, without_games};
use crate::{File, Stated, read_files};

const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

fn plan_of(file: &CheckedArchive, known: Vec<Option<UserId>>) -> Plan {
    let ids = ReservedIds::imagined(&id_counts(&file.archive, file.archive.players.len()));
    let names = people::claimed_names(&file.archive.players);
    plan(file, &names, Context { organization_id: OrganizationId(1), known, undone: 0, now: NOW, ids }).unwrap()
}

fn planned(file: &Value) -> Plan {
    let file = read_value(file).unwrap();
    let players = file.archive.players.len();
    plan_of(&file, vec![None; players])
}

fn folded(plan: &Plan) -> Tournament {
    fold(plan.writes.last().unwrap()).unwrap()
}

fn statuses(tournament: &Tournament) -> Vec<RegistrationStatus> {
    tournament.registrations.iter().map(|it| it.status).collect()
}

#[test]
fn the_small_file_becomes_a_finished_tournament() {
    let plan = planned(&small());
    assert_eq!((plan.counts.rounds, plan.counts.matches, plan.counts.decklists), (5, 12, 2));
    let tournament = folded(&plan);
    assert_eq!(tournament.lifecycle, LifecycleStatus::DecklistsPublished);
    assert_eq!(tournament.details.event_format, EventFormat::Duel);
    assert_eq!(tournament.details.convention_id, None::<ConventionId>);
    assert_eq!(tournament.details.rules.floor.denominator, 3);
    use RegistrationStatus::{Complete, Dropped};
    assert_eq!(statuses(&tournament), [Complete, Complete, Complete, Dropped, Complete]);
    assert!(tournament.registrations.iter().all(|it| it.completed_at == tournament.details.start_datetime));
    let phases: Vec<(PhaseType, usize)> = tournament.phases.iter().map(|it| (it.round_type, it.rounds.len())).collect();
    assert_eq!(phases, [(PhaseType::Swiss, 3), (PhaseType::SingleElimination, 2)]);
    assert!(tournament.rounds().all(|(_, round)| round.status == ProgressStatus::Complete));
    let last: Vec<bool> = tournament.rounds().map(|(_, round)| round.final_round_in_event).collect();
    assert_eq!(last, [false, false, false, false, true]);
}

#[test]
fn rounds_of_pools_are_a_round_robin() {
    let mut file = small();
    file["pool_size"] = json!(4);
    file["rounds"][0]["matches"][1]["pool"] = json!(1);
    let tournament = folded(&planned(&file));
    assert_eq!((tournament.phases[0].round_type, tournament.details.pool_size), (PhaseType::RoundRobin, 4));
    assert_eq!(tournament.rounds().next().unwrap().1.matches[0].pairing.pod_number, 1);
}

#[test]
fn rounds_may_be_told_in_any_order() {
    let mut backwards = small();
    backwards["rounds"].as_array_mut().unwrap().sort_by_key(|round| std::cmp::Reverse(round["number"].as_i64()));
    let phases = |file: &Value| format!("{:?}", folded(&planned(file)).phases);
    assert_eq!(phases(&backwards), phases(&small()));
}

#[test]
fn tables_keep_the_order_of_the_file_with_byes_behind() {
    let tournament = folded(&planned(&small()));
    let (_, round) = tournament.rounds().next().unwrap();
    let tables: Vec<(i32, PairingKind)> =
        round.matches.iter().map(|it| (it.pairing.table_number, it.pairing.kind)).collect();
    assert_eq!(tables, [(1, PairingKind::Versus), (2, PairingKind::Versus), (3, PairingKind::Bye)]);
    assert_eq!(round.matches[2].result, None, "a bye needs no result");
    let (_, finals) = tournament.rounds().last().unwrap();
    let lower: Vec<bool> = finals.matches.iter().map(|it| it.pairing.is_consolation).collect();
    assert_eq!(lower, [true, false]);
}

#[test]
fn original_dates_are_kept_and_rounds_ascend_from_there() {
    let plan = planned(&small());
    let start = "2025-12-06T00:00:00Z".parse::<DateTime<Utc>>().unwrap();
    assert!(plan.writes.iter().flat_map(|write| &write.events).all(|new| new.occurred_at >= start));
    let events = &plan.writes.last().unwrap().events;
    assert!(events.is_sorted_by_key(|new| new.occurred_at));
    let completed = events.iter().filter_map(|new| match new.event {
        DomainEvent::Tournament(TournamentEvent::RoundCompleted { .. }) => Some(new.occurred_at - start),
        _ => None,
    });
    let minutes: Vec<i64> = completed.map(|since| since.num_minutes()).collect();
    assert_eq!(minutes, [50, 100, 150, 200, 250]);
}

#[test]
fn lists_and_pages_become_decklists_of_their_players() {
    let plan = planned(&small());
    let submitted: Vec<_> = plan
        .writes
        .iter()
        .filter(|write| write.stream.kind == StreamKind::Decklist)
        .flat_map(|write| &write.events)
        .map(|new| match &new.event {
            DomainEvent::Decklist(DecklistEvent::Submitted { owner_user_id, body, deck_url }) => {
                (owner_user_id.unwrap().0, body.name.as_str(), body.plaintext_list.as_str(), deck_url.as_str())
            }
            other => panic!("{other:?}"),
        })
        .collect();
    let list = "4 Island\n\nSideboard\n1 Swamp";
    let expected = [
        (1, "Winter Open: Duel Commander deck", list, "https://example.org/a"),
        (2, "Winter Open: Duel Commander deck", "", "https://example.org/b"),
    ];
    assert_eq!(submitted, expected);
}

#[test]
fn without_lists_nothing_is_published_and_a_format_of_no_name_is_other() {
    let mut file = small();
    file["decklists"] = json!({});
    file["deck_urls"] = json!({});
    file["format"] = json!("(another game)");
    let tournament = folded(&planned(&file));
    assert_eq!(tournament.lifecycle, LifecycleStatus::EventFinished);
    assert_eq!(tournament.details.event_format, EventFormat::Other);
}

#[test]
fn known_players_are_not_registered_again() {
    let file = small_file();
    let mut known = vec![None; 5];
    known[1] = Some(UserId(77));
    let plan = plan_of(&file, known);
    let users = plan.writes.iter().filter(|write| write.stream.kind == StreamKind::User);
    assert!(users.clone().all(|write| write.organization_id == OrganizationId::SHARED));
    assert_eq!(users.count(), 4);
    let claims: Vec<(&str, &str)> = plan.claims.iter().map(|it| (it.scope.as_str(), it.name.as_str())).collect();
    let names = people::claimed_names(&["Ana", "Cy", "Di", "Ed"].map(String::from));
    let mut expected: Vec<(&str, &str)> = names.iter().map(|name| ("player/1/example", name.as_str())).collect();
    expected.push(("import/1", "example:winter-open-1"));
    assert_eq!(claims, expected);
    assert_eq!(folded(&plan).registrations[1].user_id, UserId(77));
}

#[test]
fn games_are_stated_where_nobody_knows_them() {
    assert_eq!(folded(&planned(&small())).stated_game_wins, None);
    let mut flagged = small();
    flagged["rule"]["fields"] = json!(["points", "ogw_from_gw"]);
    let (after, stated) = folded(&planned(&flagged)).stated_game_wins.unwrap();
    assert_eq!((after, stated.len()), (3, 5));

    let mut of_winners = small();
    without_games(&mut of_winners);
    let tournament = folded(&planned(&of_winners));
    assert!(tournament.stated_game_wins.is_some());
    let (_, round) = tournament.rounds().next().unwrap();
    assert_eq!(round.matches[0].result.unwrap().games, None);
}

#[test]
fn who_was_disqualified_is_listed_until_the_round_named_and_stays_disqualified() {
    let mut file = small();
    // Di plays rounds 1 and 2 and looks like a drop; Ana wins a semifinal, and is disqualified after all rounds.
    file["disqualified"] = json!({"3": 2, "0": 6});
    let tournament = folded(&planned(&file));
    use RegistrationStatus::{Complete, Disqualified};
    assert_eq!(statuses(&tournament), [Disqualified, Complete, Complete, Disqualified, Complete]);
    let listed: Vec<usize> =
        tournament.rounds().map(|(_, round)| round.entrants.as_ref().map_or(0, Vec::len)).collect();
    assert_eq!(listed, [5, 4, 4, 4, 4]);
}

#[test]
fn a_list_of_players_becomes_an_event_before_round_1() {
    let text = "Name,Decklist,Dropped\nAna,60 Island,\nBo,,yes\n";
    let stated = Stated { date: Some("2026-05-01".into()), ..Stated::default() };
    let file = read_files(&[File { name: "friday.csv", bytes: text.as_bytes() }], &stated).unwrap();
    let plan = plan_of(&file, vec![None; 2]);
    assert_eq!((plan.counts.rounds, plan.counts.matches, plan.counts.decklists), (0, 0, 1));
    let events = plan.writes.iter().flat_map(|write| &write.events);
    assert!(events.clone().all(|event| event.occurred_at == NOW), "registered now, not on the day of the event");
    let tournament = folded(&plan);
    assert_eq!(tournament.lifecycle, LifecycleStatus::RegistrationOpen);
    assert_eq!(tournament.details.start_datetime, Some(file.archive.date));
    assert_eq!(tournament.details.swiss_rounds, None, "as in an event over HTTP");
    assert!(tournament.phases.is_empty() && tournament.tie_order.is_empty());
    assert_eq!(statuses(&tournament), [RegistrationStatus::Complete, RegistrationStatus::Canceled]);
    assert_eq!(tournament.registrations.iter().filter(|it| it.decklist_id.is_some()).count(), 1);
}

#[test]
fn a_large_round_is_told_in_several_events_with_tables_in_order() {
    let mut file = small();
    file["players"] = (0..2_501).map(|player| json!(format!("Player {player}"))).collect();
    let versus = |pair: i32| json!({"p1": 2 * pair, "p2": 2 * pair + 1, "g1": 2, "g2": 0, "gd": 0, "winner": 1});
    let mut matches: Vec<Value> = (0..1_250).map(versus).collect();
    matches.push(json!({"p1": 2_500, "p2": null, "g1": 2, "g2": 0, "gd": 0, "bye": true, "winner": 1}));
    file["rounds"] = json!([{"number": 1, "kind": "swiss", "matches": matches}]);
    (file["standings"], file["swiss_rounds"]) = (json!([]), json!(1));
    let plan = planned(&file);
    let paired = plan.writes.last().unwrap().events.iter().filter_map(|new| match &new.event {
        DomainEvent::Tournament(TournamentEvent::MatchesPaired { pairings, .. }) => Some(pairings.len()),
        _ => None,
    });
    assert_eq!(paired.collect::<Vec<_>>(), [1_000, 251]);
    let tournament = folded(&plan);
    let (_, round) = tournament.rounds().next().unwrap();
    assert!(round.matches.iter().zip(1..).all(|(paired, table)| paired.pairing.table_number == table));
}

use proto_events::ids::{OrganizationId, TournamentId};
use proto_events::tournament::Winner;
use proto_events::vocabulary::{EventFormat, RegistrationStatus};
use proto_events::{DomainEvent, StreamId};

use super::*;

fn details(team_size: i32) -> TournamentDetails {
    TournamentDetails {
        name: "Fortnightly".into(),
        event_format: EventFormat::Pauper,
        start_datetime: Some(start()),
        team_size,
        swiss_rounds: Some(1),
        ..TournamentDetails::new(String::new(), EventFormat::Pauper)
    }
}

fn start() -> DateTime<Utc> {
    DateTime::from_timestamp(1_750_000_000, 0).unwrap()
}

fn plenty() -> ReservedIds {
    use Sequence::{Match, Phase, Registration, Round, Team, TeamMatch, TeamPlayer};
    ReservedIds::imagined(
        &[Match, Phase, Registration, Round, Team, TeamMatch, TeamPlayer].map(|sequence| (sequence, 5_000)),
    )
}

/// Folds the events: a script must always yield a stream that folds.
fn folded(events: Vec<NewEvent>) -> domain::tournament::Tournament {
    let (stream, organization_id) = (StreamId::tournament(TournamentId(1)), OrganizationId(1));
    let write = storage::StreamWrite { stream, organization_id, expected_version: 0, events };
    crate::computed::fold(&write).unwrap()
}

fn enter(script: &mut TournamentScript<'_>, players: i64) -> Vec<RegistrationId> {
    (1..=players).map(|user| script.register(UserId(user), RegistrationStatus::Complete, start())).collect()
}

#[test]
fn a_large_round_is_told_in_several_events_with_tables_in_order() {
    let mut ids = plenty();
    let mut script = TournamentScript::new(details(1), 1, &mut ids, start());
    let players = enter(&mut script, 2_501);
    let phase = script.phase(PhaseType::Swiss);
    let round = script.round(phase, 1, RoundType::PlayVsOpponent, RoundFlags::default());
    let (bye, rest) = players.split_last().unwrap();
    let mut tables: Vec<Table> = rest.chunks(2).map(|pair| Table::versus(pair[0], pair[1])).collect();
    tables.push(Table::of(PairingKind::Bye, vec![*bye]));
    let matches = script.pair(round, tables);
    assert_eq!(matches.len(), 1_251);

    let events = script.finish().unwrap();
    let chunks = events.iter().filter_map(|new| match &new.event {
        DomainEvent::Tournament(TournamentEvent::MatchesPaired { pairings, .. }) => Some(pairings.len()),
        _ => None,
    });
    assert_eq!(chunks.collect::<Vec<_>>(), [1_000, 251]);
    let tournament = folded(events);
    let (_, round) = tournament.round(round).unwrap();
    assert!(round.matches.iter().zip(1..).all(|(paired, table)| paired.pairing.table_number == table));
}

#[test]
fn times_ascend_whatever_is_asked() {
    let mut ids = plenty();
    let mut script = TournamentScript::new(details(1), 1, &mut ids, start());
    script.wait_minutes(10);
    script.register(UserId(1), RegistrationStatus::Complete, start());
    script.at(start());
    script.wait_minutes(-5);
    script.lifecycle(LifecycleStatus::EventInProgress);
    let events = script.finish().unwrap();
    assert!(events.is_sorted_by_key(|new| new.occurred_at));
    assert_eq!(events.last().unwrap().occurred_at, start() + Duration::minutes(10));
}

#[test]
fn teams_meet_seat_by_seat() {
    let mut ids = plenty();
    let mut script = TournamentScript::new(details(3), 1, &mut ids, start());
    let players = enter(&mut script, 9);
    let teams: Vec<TeamId> = players.chunks(3).map(|three| script.team("Trio", "x", three)).collect();
    let phase = script.phase(PhaseType::Swiss);
    let round = script.round(phase, 1, RoundType::PlayVsOpponent, RoundFlags::default());
    let paired = script.pair_teams(round, &[(teams[0], Some(teams[1])), (teams[2], None)]);
    assert_eq!([paired[0].seats.len(), paired[1].seats.len()], [3, 0]);
    script.start(round);
    for &seat in &paired[0].seats {
        script.result(seat, MatchResult { winner: Winner::First, games: None });
    }
    script.complete(round);

    let tournament = folded(script.finish().unwrap());
    let (_, round) = tournament.round(round).unwrap();
    assert_eq!(round.team_matches[0].result().unwrap().winner, Winner::First);
    assert_eq!(round.team_matches[0].seats[2].pairing.players, [players[2], players[5]]);
    assert_eq!(round.team_matches[1].first_table_number, 4);
    assert!(round.team_matches[1].is_bye);
}

#[test]
fn ids_beyond_the_reserved_ones_spoil_the_script() {
    let mut ids = ReservedIds::imagined(&[(Sequence::Registration, 1)]);
    let mut script = TournamentScript::new(details(1), 1, &mut ids, start());
    enter(&mut script, 2);
    assert_eq!(script.finish(), Err(Overdrawn(Sequence::Registration)));
}

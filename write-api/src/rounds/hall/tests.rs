use proto_events::convention::ConventionDetails;
use proto_events::tournament::{Organizing, TournamentDetails};

use super::*;
use crate::rounds::create_round::{NewRound, RoundKind};
use crate::rounds::testing::Played;
use crate::testing::{coded, convention};

const OWN: TournamentId = TournamentId(3);
const OTHER: TournamentId = TournamentId(4);
const HERE: ConventionId = ConventionId(5);

/// Convention 5, in which these events took tables.
fn hall(taken: &[(TournamentId, Range)]) -> Convention {
    let status = ConventionStatus::Scheduled;
    let created = ConventionEvent::Created { details: ConventionDetails::default(), status };
    let taken = taken.iter().map(|(tournament_id, (first, last))| ConventionEvent::TablesTaken {
        tournament_id: *tournament_id,
        first: *first,
        last: *last,
    });
    convention(&std::iter::once(created).chain(taken).collect::<Vec<_>>())
}

/// An event of the convention in progress, with this many players and these tables.
fn event(players: i64, tables: (Option<i32>, Option<i32>)) -> Played {
    let details =
        TournamentDetails { convention_id: Some(HERE), ..TournamentDetails::new("Open", EventFormat::Legacy) };
    let organizing = Organizing { first_table: tables.0, last_table: tables.1, ..Organizing::default() };
    Played::new(players).and(TournamentEvent::DetailsChanged { details }).organized(organizing)
}

/// Event 4 with a round, after this.
fn other(change: impl Fn(&mut Tournament)) -> Others {
    let mut played = event(2, (None, None));
    played.add(RoundKind::Swiss);
    let mut state = played.state();
    state.id = OTHER;
    state.details.name = "Modern Main".to_owned();
    change(&mut state);
    let (stream, organization_id) = (StreamId::tournament(OTHER), state.organization_id);
    let folded = Folded { state, stream, organization_id, version: 9, position: Position(9) };
    Others::from([(OTHER, Some(Arc::new(folded)))])
}

fn running() -> Others {
    other(|_| ())
}

/// What the event takes for its next Swiss round.
fn next(event: &Played, taken: &[(TournamentId, Range)], others: &Others) -> Result<Option<Range>, Refusal> {
    let events = event.try_add(&NewRound::of_kind(RoundKind::Swiss)).unwrap();
    taking(&event.state(), &hall(taken), others, &events)
}

fn taken(range: Range) -> Result<Option<Range>, Refusal> {
    Ok(Some(range))
}

#[test]
fn an_event_takes_its_range_or_the_tables_of_the_round() {
    let nothing = Others::new();
    assert_eq!(next(&event(8, (Some(101), Some(120))), &[], &nothing), taken((101, 120)));
    assert_eq!(next(&event(8, (Some(101), None)), &[], &nothing), taken((101, 104)));
    assert_eq!(next(&event(9, (None, None)), &[], &nothing), taken((1, 4)), "a bye has no table");
    let draft = event(8, (None, None));
    let events = draft.try_add(&NewRound::of_kind(RoundKind::DraftPod)).unwrap();
    assert_eq!(taking(&draft.state(), &hall(&[]), &nothing, &events), Ok(None), "the number of a pod is no table");
    assert_eq!(taking(&draft.state(), &hall(&[]), &nothing, &[]), Ok(None), "nothing is paired");
}

#[test]
fn a_team_match_takes_a_table_for_each_member() {
    let mut teams = Played::of_teams(4);
    let details = TournamentDetails { convention_id: Some(HERE), ..teams.state().details };
    teams.then(TournamentEvent::DetailsChanged { details });
    assert_eq!(next(&teams, &[], &Others::new()), taken((1, 6)));
}

#[test]
fn what_was_taken_grows_and_a_new_range_frees_the_old_one() {
    let mut played = event(8, (None, None));
    played.play(RoundKind::Swiss);
    let nothing = Others::new();
    assert_eq!(next(&played, &[(OWN, (1, 4))], &nothing), Ok(None));
    assert_eq!(next(&played, &[(OWN, (1, 9))], &nothing), Ok(None), "it keeps what it has");
    assert_eq!(next(&played, &[(OWN, (1, 3))], &nothing), taken((1, 4)));
    let moved = Organizing { first_table: Some(51), last_table: Some(60), ..Organizing::default() };
    assert_eq!(next(&played.organized(moved), &[(OWN, (1, 4))], &nothing), taken((51, 60)));
}

#[test]
fn tables_of_a_running_event_are_refused() {
    let refused = next(&event(8, (Some(11), Some(20))), &[(OTHER, (20, 30))], &running());
    assert_eq!(coded(refused), "pairing-tables-taken 11 20 Modern Main 20 30");
    assert_eq!(next(&event(8, (Some(11), Some(19))), &[(OTHER, (20, 30))], &running()), taken((11, 19)));
    let mut growing = event(8, (None, None));
    growing.play(RoundKind::Swiss);
    let refused = next(&growing, &[(OWN, (1, 3)), (OTHER, (4, 8))], &running());
    assert_eq!(coded(refused), "pairing-tables-taken 1 4 Modern Main 4 8", "also when an event grows");
    let refused = next(&growing, &[(OWN, (1, 4)), (OTHER, (4, 8))], &running());
    assert_eq!(coded(refused), "pairing-tables-taken 1 4 Modern Main 4 8", "also if it had them before");
}

#[test]
fn staff_lets_either_event_share() {
    let taken_by_other = [(OTHER, (1, 30))];
    let sharing = Organizing { shares_tables: true, ..Organizing::default() };
    assert_eq!(next(&event(8, (None, None)).organized(sharing), &taken_by_other, &running()), taken((1, 4)));
    let shares = other(|it| it.organizing.shares_tables = true);
    assert_eq!(next(&event(8, (None, None)), &taken_by_other, &shares), taken((1, 4)));
}

#[test]
fn an_event_that_needs_its_tables_no_longer_frees_them() {
    let taken_by_other = [(OTHER, (1, 30))];
    let gone = |others: &Others| -> Result<_, Refusal> {
        let took = next(&event(8, (None, None)), &taken_by_other, others)?;
        Ok((took, lost(&hall(&taken_by_other), others)))
    };
    let checked = Ok((Some((1, 4)), vec![OTHER]));
    assert_eq!(lost(&hall(&taken_by_other), &running()), []);
    assert_eq!(gone(&other(|it| it.lifecycle = LifecycleStatus::EventFinished)), checked);
    assert_eq!(gone(&other(|it| it.details.is_canceled = true)), checked);
    assert_eq!(gone(&other(|it| it.details.convention_id = None)), checked);
    assert_eq!(gone(&other(|it| it.phases.clear())), checked, "its round was removed");
    assert_eq!(gone(&Others::from([(OTHER, None)])), checked, "deleted");
}

/// The settings of an event, changed.
fn changed(event: &Played, change: impl FnOnce(&mut TournamentDetails)) -> TournamentEvent {
    let mut details = event.state().details;
    change(&mut details);
    TournamentEvent::DetailsChanged { details }
}

#[test]
fn an_event_with_a_round_that_comes_back_takes_its_tables_again() {
    let mut played = event(8, (None, None));
    played.play(RoundKind::Swiss);
    let canceled = changed(&played, |it| it.is_canceled = true);
    played.then(canceled);
    let back = changed(&played, |it| it.is_canceled = false);
    let takes = |taken: &[(TournamentId, Range)], others: &Others, events: &[TournamentEvent]| {
        taking(&played.state(), &hall(taken), others, events)
    };
    let nothing = Others::new();
    assert_eq!(takes(&[(OWN, (1, 4))], &nothing, std::slice::from_ref(&back)), taken((1, 4)), "it is checked again");
    let refused = takes(&[(OTHER, (4, 8))], &running(), std::slice::from_ref(&back));
    assert_eq!(coded(refused), "pairing-tables-taken 1 4 Modern Main 4 8");
    let organizing = Organizing { shares_tables: true, ..Organizing::default() };
    let sharing = [back, TournamentEvent::OrganizingChanged { organizing }];
    assert_eq!(takes(&[(OTHER, (4, 8))], &running(), &sharing), taken((1, 4)));
    assert_eq!(takes(&[], &nothing, &[changed(&played, |it| it.name.push('!'))]), Ok(None), "it stays canceled");
}

#[test]
fn an_event_in_play_that_comes_into_a_convention_takes_its_tables() {
    let mut played = event(8, (None, None));
    let alone = changed(&played, |it| it.convention_id = None);
    played.then(alone);
    let comes = [changed(&played, |it| it.convention_id = Some(HERE))];
    assert_eq!(taking(&played.state(), &hall(&[]), &Others::new(), &comes), Ok(None), "it has no round yet");
    played.play(RoundKind::Swiss);
    assert_eq!(taking(&played.state(), &hall(&[]), &Others::new(), &comes), taken((1, 4)));
    let refused = taking(&played.state(), &hall(&[(OTHER, (2, 2))]), &running(), &comes);
    assert_eq!(coded(refused), "pairing-tables-taken 1 4 Modern Main 2 2");
}

#[test]
fn tables_that_an_event_has_lost_are_forgotten() {
    assert!(hall(&[(OTHER, (1, 30)), (OTHER, (1, 0))]).tables.is_empty());
}

#[test]
fn an_event_without_a_range_moves_to_tables_that_are_free_for_its_capacity() {
    let moved = |played: &Played, taken: &[(TournamentId, Range)]| {
        let here = Folded {
            state: hall(taken),
            stream: StreamId::convention(HERE),
            organization_id: OrganizationId(1),
            version: 3,
            position: Position(3),
        };
        let hall = Hall { convention: Arc::new(here), others: running() };
        let events = played.try_add(&NewRound::of_kind(RoundKind::Swiss)).unwrap();
        hall.moved(&played.state(), &events).and_then(|(_, after)| after.organizing.first_table)
    };
    let mut played = event(8, (None, None));
    assert_eq!(moved(&played, &[(OTHER, (1, 4))]), Some(5));
    assert_eq!(moved(&played, &[(OTHER, (6, 9))]), Some(1));
    assert_eq!(moved(&event(8, (Some(1), None)), &[(OTHER, (1, 4))]), None, "staff has set it");
    let larger = changed(&played, |it| it.capacity = Some(12));
    played.then(larger);
    assert_eq!(moved(&played, &[(OTHER, (6, 9))]), Some(10));
}

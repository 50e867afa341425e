use super::*;
use crate::rounds::testing::*;

const OWN: TournamentId = TournamentId(3);
const OTHER: TournamentId = TournamentId(4);
const HERE: ConventionId = ConventionId(5);

/// Convention 5, in which these events took tables.
fn hall(taken: &[(TournamentId, Range)]) -> Convention {
    let taken =
        taken.iter().map(|&(tournament_id, (first, last))| ConventionEvent::TablesTaken { tournament_id, first, last });
    convention(&taken.collect::<Vec<_>>())
}

/// An event of the convention in progress, with this many players and these tables.
fn event(players: i64, tables: (Option<i32>, Option<i32>)) -> Played {
    let played = Played::new(players).set(|it| it.convention_id = Some(HERE));
    played.organized(|it| (it.first_table, it.last_table) = tables)
}

/// Event 4 with a round, after this.
fn other(change: impl Fn(&mut Tournament)) -> Others {
    let mut state = event(2, (None, None)).paired().0.state();
    (state.id, state.details.name) = (OTHER, "Modern Main".to_owned());
    change(&mut state);
    Others::from([(OTHER, Some(folded(state, StreamId::tournament(OTHER))))])
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
    let teams = Played::of_teams(4).set(|it| it.convention_id = Some(HERE));
    assert_eq!(next(&teams, &[], &Others::new()), taken((1, 6)));
}

#[test]
fn what_was_taken_grows_and_a_new_range_frees_the_old_one() {
    let played = event(8, (None, None)).after_a_round();
    let nothing = Others::new();
    assert_eq!(next(&played, &[(OWN, (1, 4))], &nothing), Ok(None));
    assert_eq!(next(&played, &[(OWN, (1, 9))], &nothing), Ok(None), "it keeps what it has");
    assert_eq!(next(&played, &[(OWN, (1, 3))], &nothing), taken((1, 4)));
    let moved = played.organized(|it| (it.first_table, it.last_table) = (Some(51), Some(60)));
    assert_eq!(next(&moved, &[(OWN, (1, 4))], &nothing), taken((51, 60)));
}

#[test]
fn tables_of_a_running_event_are_refused() {
    let refused = next(&event(8, (Some(11), Some(20))), &[(OTHER, (20, 30))], &running());
    assert_eq!(coded(refused), "pairing-tables-taken 11 20 Modern Main 20 30");
    assert_eq!(next(&event(8, (Some(11), Some(19))), &[(OTHER, (20, 30))], &running()), taken((11, 19)));
    let growing = event(8, (None, None)).after_a_round();
    let refused = next(&growing, &[(OWN, (1, 3)), (OTHER, (4, 8))], &running());
    assert_eq!(coded(refused), "pairing-tables-taken 1 4 Modern Main 4 8", "also when an event grows");
    let refused = next(&growing, &[(OWN, (1, 4)), (OTHER, (4, 8))], &running());
    assert_eq!(coded(refused), "pairing-tables-taken 1 4 Modern Main 4 8", "also if it had them before");
}

#[test]
fn staff_lets_either_event_share() {
    let taken_by_other = [(OTHER, (1, 30))];
    let sharing = event(8, (None, None)).organized(|it| it.shares_tables = true);
    assert_eq!(next(&sharing, &taken_by_other, &running()), taken((1, 4)));
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

fn changed(event: &Played, change: impl FnOnce(&mut TournamentDetails)) -> TournamentEvent {
    let mut details = event.state().details;
    change(&mut details);
    TournamentEvent::DetailsChanged { details }
}

#[test]
fn an_event_with_a_round_that_comes_back_takes_its_tables_again() {
    let played = event(8, (None, None)).after_a_round().set(|it| it.is_canceled = true);
    let back = changed(&played, |it| it.is_canceled = false);
    let takes = |taken: &[(TournamentId, Range)], others: &Others, events: &[TournamentEvent]| {
        taking(&played.state(), &hall(taken), others, events)
    };
    let nothing = Others::new();
    assert_eq!(takes(&[(OWN, (1, 4))], &nothing, std::slice::from_ref(&back)), taken((1, 4)), "it is checked again");
    let refused = takes(&[(OTHER, (4, 8))], &running(), std::slice::from_ref(&back));
    assert_eq!(coded(refused), "pairing-tables-taken 1 4 Modern Main 4 8");
    let sharing = [back, organized(|it| it.shares_tables = true)];
    assert_eq!(takes(&[(OTHER, (4, 8))], &running(), &sharing), taken((1, 4)));
    assert_eq!(takes(&[], &nothing, &[changed(&played, |it| it.name.push('!'))]), Ok(None), "it stays canceled");
}

#[test]
fn an_event_in_play_that_comes_into_a_convention_takes_its_tables() {
    let mut played = event(8, (None, None)).set(|it| it.convention_id = None);
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
        let hall = Hall { convention: folded(hall(taken), StreamId::convention(HERE)), others: running() };
        let events = played.try_add(&NewRound::of_kind(RoundKind::Swiss)).unwrap();
        hall.moved(&played.state(), &events).and_then(|(_, after)| after.organizing.first_table)
    };
    let played = event(8, (None, None));
    assert_eq!(moved(&played, &[(OTHER, (1, 4))]), Some(5));
    assert_eq!(moved(&played, &[(OTHER, (6, 9))]), Some(1));
    assert_eq!(moved(&event(8, (Some(1), None)), &[(OTHER, (1, 4))]), None, "staff has set it");
    assert_eq!(moved(&played.set(|it| it.capacity = Some(12)), &[(OTHER, (6, 9))]), Some(10));
}

use chrono::TimeDelta;
use proto_events::ids::{PhaseId, TeamId, TeamPlayerId};
use proto_events::tournament::{TeamMember, TournamentDetails};
use proto_events::vocabulary::{EventFormat, PhaseType, QueueCheckInStatus};

use super::*;
use crate::desk::testing::{registered, round_added, tournament};
use TournamentEvent as E;

const ENTRY: RegistrationId = RegistrationId(1);
const ROUND: RoundId = RoundId(1);
const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

fn step(status: LifecycleStatus) -> E {
    E::LifecycleChanged { status }
}

fn added() -> [E; 4] {
    [
        step(LifecycleStatus::EventInProgress),
        E::PhaseAdded { phase_id: PhaseId(1), order_in_phases: 1, round_type: PhaseType::Swiss },
        round_added(ROUND, PhaseId(1), 1),
        E::PairingsCompleted { round_id: ROUND },
    ]
}

/// Returns the command that takes the last of these events back.
fn after(events: &[E]) -> Option<String> {
    let (last, before) = events.split_last().unwrap();
    of(&tournament(events), &tournament(before), last, NOW).and_then(|undo| is(undo.command))
}

/// Commands are compared in their debug form, in which different ones differ.
fn is(command: impl Debug) -> Option<String> {
    Some(format!("{command:?}"))
}

/// The player gets this status.
fn to_status(status: RegistrationStatus) -> Option<String> {
    let change = ChangeRegistration { registration_status: Some(status), ..ChangeRegistration::default() };
    is(ChangeRegistration { registration_id: ENTRY, ..change })
}

fn canceled(name: &str) -> E {
    let details = TournamentDetails { is_canceled: true, ..TournamentDetails::new(name, EventFormat::Modern) };
    E::DetailsChanged { details }
}

#[test]
fn what_staff_does_by_mistake_is_taken_back() {
    let registration_id = ENTRY;
    let back = |event: E| after(&[event]);
    let in_again = to_status(RegistrationStatus::Complete);
    assert_eq!(back(E::PlayerDropped { registration_id }), in_again);
    assert_eq!(back(E::PlayerDisqualified { registration_id }), in_again);
    let checked_in = E::CheckInChanged { registration_id, status: Some(QueueCheckInStatus::CheckedIn) };
    let change = ChangeRegistration { queue_check_in_status: Some(OrNull(None)), ..ChangeRegistration::default() };
    assert_eq!(back(checked_in), is(ChangeRegistration { registration_id, ..change }));
    let open = ChangeLifecycle { status: LifecycleStatus::RegistrationOpen };
    assert_eq!(back(step(LifecycleStatus::RegistrationClosed)), is(open));
    assert_eq!(back(canceled("Cup")), is(EventChange { is_canceled: Some(false), ..EventChange::default() }));
    let back = of(&tournament(&[]), &tournament(&[]), &registered(1), NOW).unwrap();
    assert_eq!(is(back.command), is(DropPlayer { registration_id }));
}

#[test]
fn locks_are_taken_back_where_the_other_lock_applied_before_and_not_the_deadline() {
    let registration_id = ENTRY;
    let (locked, unlocked) = (E::ListLocked { registration_id }, E::ListUnlocked { registration_id });
    let lock = |only| is(LockDecklists { registration_id: only });
    let unlock = |only| is(UnlockDecklists { registration_id: only });
    assert_eq!(after(&[E::ListsUnlocked {}, E::ListsLocked {}]), unlock(None));
    assert_eq!(after(&[E::ListsLocked {}, E::ListsUnlocked {}]), lock(None));
    assert_eq!(after(&[E::ListsLocked {}, unlocked.clone()]), lock(Some(ENTRY)));
    assert_eq!(after(&[unlocked.clone(), locked.clone()]), unlock(Some(ENTRY)));
    for change in [E::ListsLocked {}, E::ListsUnlocked {}, locked.clone(), unlocked] {
        assert_eq!(after(std::slice::from_ref(&change)), None, "{change:?}: the deadline applied");
    }
    assert_eq!(after(&[E::ListsUnlocked {}, locked, E::ListsLocked {}]), None, "one list was locked before");
}

#[test]
fn players_get_the_status_that_they_had_before_they_left() {
    use RegistrationStatus as S;
    let registration_id = ENTRY;
    let to = |status| E::RegistrationStatusChanged { registration_id, status };
    assert_eq!(after(&[to(S::Canceled)]), to_status(S::Complete));
    assert_eq!(after(&[to(S::OnWaitlist), to(S::Canceled)]), to_status(S::OnWaitlist));
    let declined = E::PlaceDeclined { registration_id: ENTRY };
    assert_eq!(after(&[to(S::OnWaitlist), declined]), to_status(S::OnWaitlist));
    let (dropped, disqualified) = (E::PlayerDropped { registration_id }, E::PlayerDisqualified { registration_id });
    assert_eq!(after(&[to(S::OnWaitlist), dropped.clone()]), None, "nothing leads back to the waitlist");
    assert_eq!(after(&[dropped, disqualified]), to_status(S::Dropped));
}

#[test]
fn player_who_lost_the_seat_in_a_team_is_not_brought_back_without_it() {
    let details = TournamentDetails { team_size: 2, ..TournamentDetails::new("Cup", EventFormat::Modern) };
    let member = TeamMember { team_player_id: TeamPlayerId(1), registration_id: ENTRY, seat: 1, captain: true };
    let (team_id, team_name, invite_hash) = (TeamId(1), "Moxes".to_owned(), String::new());
    let founded = E::TeamFormed { team_id, team_name, invite_hash, members: vec![member] };
    let left = E::PlayerDropped { registration_id: ENTRY };
    assert_eq!(after(&[E::DetailsChanged { details }, founded, left]), None);
}

#[test]
fn an_event_goes_back_to_the_status_that_it_had() {
    use LifecycleStatus as L;
    let back = |steps: &[L]| after(&steps.iter().copied().map(step).collect::<Vec<_>>());
    let to = |status| is(ChangeLifecycle { status });
    assert_eq!(back(&[L::WaitlistOnly, L::RegistrationClosed]), to(L::WaitlistOnly));
    assert_eq!(back(&[L::EventInProgress, L::RegistrationClosed]), to(L::EventInProgress));
    assert_eq!(back(&[L::EventInProgress]), to(L::RegistrationClosed), "registration was open");
    assert_eq!(back(&[L::EventFinished, L::EventInProgress]), None, "finishing is a step forward");
}

#[test]
fn a_canceled_event_is_restored_by_the_change_that_canceled_it() {
    assert_eq!(after(&[canceled("Cup"), canceled("Open")]), None, "the last change gave it another name");
    let cancellation = canceled("Cup");
    let now = tournament(&[cancellation.clone(), canceled("Open")]);
    assert!(of(&now, &tournament(&[]), &cancellation, NOW).is_some());
}

#[test]
fn a_round_is_removed_until_it_starts_and_reopened_until_something_follows() {
    let mut events = added().to_vec();
    let of_round = |events: &[E], event: &E| {
        of(&tournament(events), &tournament(&[]), event, NOW).and_then(|undo| is(undo.command))
    };
    assert_eq!(of_round(&events, &events[2]), is(RemoveRound { round_id: ROUND }));
    let start = E::RoundStarted { round_id: ROUND };
    events.extend([start, E::RoundCompleted { round_id: ROUND }]);
    assert_eq!(of_round(&events, &events[2]), None);
    assert_eq!(after(&events), is(StartRound { round_id: ROUND }));
    let completed = events[5].clone();
    for next in [E::CutMade { after_round_number: 1, advancing: vec![ENTRY] }, step(LifecycleStatus::EventFinished)] {
        assert_eq!(of_round(&[events.clone(), vec![next]].concat(), &completed), None);
    }
}

#[test]
fn nothing_is_offered_once_the_event_has_moved_on() {
    let registration_id = ENTRY;
    let dropped = E::PlayerDropped { registration_id };
    let back = E::RegistrationStatusChanged { registration_id, status: RegistrationStatus::Complete };
    let before = tournament(&[]);
    assert!(of(&tournament(&[dropped.clone(), back]), &before, &dropped, NOW).is_none());
    let finished = [dropped.clone(), step(LifecycleStatus::EventInProgress), step(LifecycleStatus::EventFinished)];
    assert!(of(&tournament(&finished), &before, &dropped, NOW).is_none());
    let unlocked = tournament(&[E::ListsUnlocked {}]);
    let relocked = tournament(&[E::ListsUnlocked {}, E::ListsLocked {}, E::ListsUnlocked {}]);
    assert!(of(&relocked, &unlocked, &E::ListsLocked {}, NOW).is_none());
    let begun = [added().to_vec(), vec![E::RoundStarted { round_id: ROUND }]].concat();
    assert!(step_back(&tournament(&begun), NOW).is_none(), "play has begun");
    assert!(step_back(&tournament(&[]), NOW).is_none(), "nothing comes before");
}

#[test]
fn registration_that_closed_at_its_time_is_opened_again_without_the_time() {
    let closes = |registration_closes| {
        let details = TournamentDetails { registration_closes, ..TournamentDetails::new("Cup", EventFormat::Modern) };
        [E::DetailsChanged { details }, step(LifecycleStatus::RegistrationClosed)]
    };
    let open = is(ChangeLifecycle { status: LifecycleStatus::RegistrationOpen });
    let without_time = EventChange { registration_closes: Some(OrNull(None)), ..EventChange::default() };
    assert_eq!(after(&closes(Some(NOW))), is(without_time));
    assert_eq!(after(&closes(Some(NOW + TimeDelta::hours(1)))), open, "closed by hand before");
    assert_eq!(after(&closes(None)), open);
}

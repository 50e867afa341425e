//! Tests: the event that a queue makes, and when staff can make one.

use super::*;
use crate::rounds::hall::{Hall, Others};
use crate::testing::{settings, *};

/// A queue of four with tables 21 to 24, in which so many players are here and another one is called.
fn queue(here: i64, details: impl FnOnce(&mut TournamentDetails)) -> Tournament {
    let queue_of_four = settings(|it| {
        (it.name, it.queue_size, it.convention_id) = ("Draft".into(), 4, Some(ConventionId(5)));
        details(it);
    });
    let mut events = vec![queue_of_four, organized(|it| (it.first_table, it.last_table) = (Some(21), Some(24)))];
    for id in 1..=here + 1 {
        let status = if id <= here { Q::CheckedIn } else { Q::WaitingForPlayerResponse };
        events.extend([registered(id, S::Complete), check_in_changed(id, status)]);
    }
    tournament(&events)
}

fn decided(queue: &Tournament, taken: Vec<(i32, i32)>) -> Result<QueueChange, Refusal> {
    decided_in(ConventionStatus::Scheduled, queue, taken)
}

fn decided_in(status: ConventionStatus, queue: &Tournament, taken: Vec<(i32, i32)>) -> Result<QueueChange, Refusal> {
    let convention = convention(&[ConventionEvent::StatusChanged { status }]);
    let convention = folded(convention, StreamId::convention(ConventionId(5)));
    let hall = Some(Hall { convention, others: Others::new() });
    let inputs = QueueInputs { hall, taken, links: Some(private_links()), ..QueueInputs::default() };
    decide(queue, &inputs, noon(), &mut Ids::counting())
}

fn made(change: &QueueChange) -> (&TournamentDetails, &Organizing) {
    let events = &change.child.as_ref().unwrap().1;
    match (&events[0], &events[1]) {
        (E::Created { details, .. }, E::OrganizingChanged { organizing }) => (details, organizing),
        other => panic!("{other:?}"),
    }
}

#[test]
fn fewer_players_than_the_size_play_at_the_first_free_tables() {
    let change = decided(&queue(3, |_| ()), vec![(1, 21)]).unwrap();
    let (details, organizing) = made(&change);
    assert_eq!((details.name.as_str(), details.swiss_rounds, details.queue_size), ("Draft #1", Some(2), 0));
    assert_eq!((organizing.first_table, organizing.last_table), (Some(22), Some(23)));
    assert_eq!((organizing.parent_id, details.registration_policy), (Some(TournamentId(3)), RegistrationPolicy::Staff));
    assert!(organizing.is_from_queue);
    let moved = |event: &&E| matches!(event, E::RegistrationStatusChanged { .. });
    let events = (change.queue.iter().filter(moved).count(), change.queue.len());
    assert_eq!(events, (3, 4), "the called player waits again");
    let tournament_id = TournamentId(1);
    assert!(change.convention.contains(&ConventionEvent::TablesTaken { tournament_id, first: 22, last: 23 }));
    let paired = |event: &E| matches!(event, E::PairingsCompleted { .. });
    assert!(change.child.unwrap().1.iter().any(paired));
}

#[test]
fn a_cut_before_any_round_a_draft_and_a_pod_begin_as_they_are_played() {
    let begins = |details: fn(&mut TournamentDetails)| {
        let events = decided(&queue(4, details), Vec::new()).unwrap().child.unwrap().1;
        let round = |event: &E| match event {
            E::RoundAdded { round_type, .. } => {
                Some((*round_type, events.iter().any(|it| matches!(it, E::CutMade { .. }))))
            }
            _ => None,
        };
        (events.iter().find_map(round).unwrap(), events.clone())
    };
    let elimination = begins(|it| (it.swiss_rounds, it.top_cut) = (Some(0), 4)).0;
    assert_eq!(elimination, (RoundType::PlayVsOpponent, true));
    assert_eq!(begins(|it| it.event_format = EventFormat::BoosterDraft).0, (RoundType::DraftPod, false));
    let pod = begins(|it| it.pod_size = 4).1;
    let E::Created { details, .. } = &pod[0] else { panic!("not created") };
    assert_eq!(details.swiss_rounds, Some(1));
}

#[test]
fn a_guest_gets_a_private_link_of_the_new_event() {
    let linked = E::PrivateLinkMade { registration_id: ENTRY, number: 1, sha256: "00".into() };
    let queue = happened(queue(2, |_| ()), &[linked]);
    let events = decided(&queue, Vec::new()).unwrap().child.unwrap().1;
    assert_eq!(events.iter().filter(|event| matches!(event, E::PrivateLinkMade { .. })).count(), 1);
}

#[test]
fn without_tables_players_or_a_queue_there_is_no_event() {
    let code = |queue: &Tournament, taken: Vec<(i32, i32)>| coded(decided(queue, taken));
    assert_eq!(code(&queue(4, |_| ()), vec![(20, 23)]), "registration-queue-no-tables");
    assert_eq!(code(&queue(1, |_| ()), Vec::new()), "registration-queue-too-few");
    assert_eq!(code(&queue(4, |it| it.queue_size = 0), Vec::new()), "registration-queue-none");
    assert_eq!(code(&queue(4, |it| it.is_canceled = true), Vec::new()), "registration-canceled");
    let over = happened(queue(4, |_| ()), &[reached(L::EventFinished)]);
    assert_eq!(code(&over, Vec::new()), "registration-over EVENT_FINISHED");
    let mut shares = queue(4, |_| ());
    shares.organizing.shares_tables = true;
    assert!(decided(&shares, vec![(20, 24)]).is_ok(), "staff lets it share tables");
    let refused = decided_in(ConventionStatus::Canceled, &queue(4, |_| ()), Vec::new());
    assert_eq!(coded(refused), "registration-queue-convention-over CANCELED");
}

#[test]
fn the_staff_of_a_queue_is_that_of_its_events_which_are_no_days_of_a_series() {
    let judge = E::StaffAssigned { user_id: UserId(7), role: Some(Role::Judge) };
    let mut queue = happened(queue(2, |_| ()), std::slice::from_ref(&judge));
    queue.organizing.series = Some(SeriesDay { series_id: 1, day: noon().date_naive() });
    let change = decided(&queue, Vec::new()).unwrap();
    assert_eq!(made(&change).1.series, None);
    assert!(change.child.unwrap().1.contains(&judge));
}

//! Tests: who is called, when an event is made, and what any order of steps in two queues keeps true.

use proptest::prelude::*;
use proto_events::Envelope;

use super::super::step_in_queue::{self, StepInQueue};
use super::*;
use crate::testing::*;

/// The queues of a convention with its clock, which starts at noon. Player 1 is user 1 and registration 1, in each queue.
struct Hall {
    queues: Vec<Tournament>,
    children: Vec<Tournament>,
    convention: Convention,
    now: DateTime<Utc>,
    position: i64,
    ids: Ids,
}

fn envelope(stream: StreamId, position: i64, at: DateTime<Utc>, event: DomainEvent) -> Envelope {
    Envelope {
        position: Position(position),
        stream,
        version: position,
        organization_id: OrganizationId(1),
        occurred_at: at,
        recorded_at: at,
        actor: Actor::System,
        event,
    }
}

impl Hall {
    fn new(size: i32, queues: i64) -> Self {
        let convention = convention(&[]);
        let queue = |id: i64| {
            let mut details = TournamentDetails::new("Draft", EventFormat::Legacy);
            (details.queue_size, details.convention_id) = (size, Some(convention.id));
            let created = E::Created { details, seed: id };
            Tournament::from_events(&[envelope(StreamId::tournament(id.into()), 1, noon(), created.into())]).unwrap()
        };
        let queues = (1_001..).take(usize::try_from(queues).unwrap()).map(queue).collect();
        Self { queues, children: Vec::new(), convention, now: noon(), position: 10, ids: Ids::counting() }
    }

    /// A queue of this size, in which this many players wait.
    fn with_players(size: i32, players: i64) -> Self {
        let mut hall = Self::new(size, 1);
        (1..=players).for_each(|player| hall.joins(0, player));
        hall
    }

    fn happens(&mut self, queue: usize, event: E) {
        self.position += 1;
        let stream = StreamId::tournament(self.queues[queue].id);
        self.queues[queue].apply(&envelope(stream, self.position, self.now, event.into())).unwrap();
    }

    fn joins(&mut self, queue: usize, player: i64) {
        let (registration_id, user_id, status) = (RegistrationId(player), UserId(player), S::Complete);
        match self.queues[queue].registration(registration_id) {
            None => self.happens(queue, E::PlayerRegistered { registration_id, user_id, status }),
            Some(_) => _ = self.steps(queue, player, Q::WaitingForCheckInRequest),
        }
    }

    fn groups(&mut self, queue: usize, group: i64, players: &[i64]) {
        for player in players {
            let role = Some(QueueGroupRole { id: *player, captain: false, queue_group: group });
            self.happens(queue, E::QueueGroupChanged { registration_id: RegistrationId(*player), role });
        }
    }

    fn takes(&mut self, queue: usize, change: QueueChange) {
        change.queue.into_iter().for_each(|event| self.happens(queue, event));
        for event in change.convention {
            self.position += 1;
            let stream = StreamId::convention(self.convention.id);
            self.convention.apply(&envelope(stream, self.position, self.now, event.into())).unwrap();
        }
        if let Some((id, events)) = change.child {
            let wrap = |(event, at): (E, i64)| envelope(StreamId::tournament(id), at, self.now, event.into());
            let events: Vec<_> = events.into_iter().zip(1..).map(wrap).collect();
            self.children.push(Tournament::from_events(&events).unwrap());
        }
    }

    fn steps(&mut self, queue: usize, player: i64, status: Q) -> Result<(), Refusal> {
        self.steps_by(ActingAs::Person(UserId(player)), queue, player, status)
    }

    fn steps_by(&mut self, caller: ActingAs, queue: usize, player: i64, status: Q) -> Result<(), Refusal> {
        let command = StepInQueue { registration_id: RegistrationId(player), status, is_last: None };
        let decided = step_in_queue::decide(&self.queues[queue], Ok(&self.convention), &command, caller, self.now)?;
        self.takes(queue, decided);
        Ok(())
    }

    /// Settles as the task does, and returns how often something was written.
    fn settles(&mut self, queue: usize) -> usize {
        let tournaments = self.queues.iter().chain(&self.children);
        let of = |event: &Tournament| (event.id, Some(folded(event.clone(), StreamId::tournament(event.id))));
        let holders = tournaments.map(of).collect();
        let ended = calls_ended(freed(&self.convention, &holders)).collect();
        self.takes(queue, QueueChange { convention: ended, ..QueueChange::default() });
        (0..TIMES)
            .take_while(|_| {
                let convention = folded(self.convention.clone(), StreamId::convention(self.convention.id));
                let hall = Some(crate::rounds::hall::Hall { convention, others: Others::new() });
                let inputs = QueueInputs { hall, ..QueueInputs::default() };
                let change = settle(&self.queues[queue], &inputs, self.now, &mut self.ids).unwrap();
                let is_change = !change.queue.is_empty();
                self.takes(queue, change);
                is_change
            })
            .count()
    }

    fn with(&self, queue: usize, status: Q) -> Vec<i64> {
        self.queues[queue].queued(&[status]).iter().map(|entry| entry.id.0).collect()
    }

    fn called(&self, queue: usize) -> Vec<i64> {
        self.with(queue, Q::WaitingForPlayerResponse)
    }

    /// All who are called come, and the queue settles.
    fn all_come(&mut self, queue: usize) {
        for player in self.called(queue) {
            self.steps(queue, player, Q::CheckedIn).unwrap();
        }
        self.settles(queue);
    }

    fn ends(&mut self) {
        if let Some(child) = self.children.last_mut() {
            child.lifecycle = LifecycleStatus::EventFinished;
        }
    }

    fn players_of(&self, child: usize) -> Vec<i64> {
        self.children[child].registrations.iter().map(|entry| entry.user_id.0).collect()
    }
}

#[test]
fn a_queue_calls_when_enough_wait_and_makes_an_event_of_those_who_come() {
    let mut hall = Hall::with_players(4, 3);
    assert_eq!((hall.settles(0), hall.called(0)), (0, Vec::new()), "three do not suffice");
    (4..=6).for_each(|player| hall.joins(0, player));
    assert_eq!((hall.settles(0), hall.called(0)), (1, vec![1, 2, 3, 4]));
    assert_eq!(hall.settles(0), 0, "a task that runs again");
    hall.steps(0, 2, Q::Declined).unwrap();
    hall.settles(0);
    assert_eq!(hall.called(0), [1, 3, 4, 5], "the next one is called");
    hall.all_come(0);
    assert_eq!(hall.players_of(0), [1, 3, 4, 5]);
    let child = &hall.children[0];
    assert_eq!((child.details.name.as_str(), child.details.queue_size), ("Draft #1", 0));
    assert_eq!((child.organizing.parent_id, child.rounds().count()), (Some(hall.queues[0].id), 1));
    assert_eq!((hall.with(0, Q::WaitingForCheckInRequest), hall.with(0, Q::Declined)), (vec![6], vec![2]));
}

#[test]
fn a_call_without_an_answer_ends_at_its_deadline_and_the_next_player_is_called() {
    let mut hall = Hall::with_players(2, 3);
    hall.settles(0);
    hall.steps(0, 1, Q::CheckedIn).unwrap();
    hall.now += TimeDelta::minutes(5) - TimeDelta::seconds(1);
    assert_eq!(hall.settles(0), 0);
    hall.now += TimeDelta::seconds(1);
    hall.settles(0);
    assert_eq!((hall.with(0, Q::TimedOut), hall.called(0)), (vec![2], vec![3]));
    hall.joins(0, 2);
    assert_eq!(hall.queues[0].place_in_queue(RegistrationId(2)), Some(1), "the end of a line without others");
}

#[test]
fn who_stands_by_is_called_only_if_the_others_do_not_suffice() {
    let mut hall = Hall::with_players(2, 3);
    hall.steps(0, 1, Q::Standby).unwrap();
    hall.settles(0);
    assert_eq!(hall.called(0), [2, 3]);
    hall.steps(0, 2, Q::Declined).unwrap();
    hall.settles(0);
    assert_eq!(hall.called(0), [1, 3]);
}

#[test]
fn a_group_is_called_together_and_waits_where_its_last_member_came() {
    let mut hall = Hall::with_players(4, 6);
    hall.groups(0, 1, &[1, 5]);
    assert_eq!(hall.queues[0].line().iter().map(|entry| entry.id.0).collect::<Vec<_>>(), [2, 3, 4, 1, 5, 6]);
    hall.settles(0);
    assert_eq!(hall.called(0), [2, 3, 4, 6], "the group does not fit");
    hall.steps(0, 2, Q::Declined).unwrap();
    hall.steps(0, 3, Q::Declined).unwrap();
    hall.settles(0);
    let called: BTreeSet<_> = hall.called(0).into_iter().collect();
    assert_eq!(called, BTreeSet::from([1, 4, 5, 6]));
}

#[test]
fn a_player_who_is_called_or_plays_is_not_called_by_another_queue() {
    let mut hall = Hall::new(2, 2);
    for player in 1..=2 {
        hall.joins(0, player);
        hall.joins(1, player);
    }
    hall.settles(0);
    assert_eq!(hall.settles(1), 0, "both are called");
    hall.all_come(0);
    assert_eq!((hall.children.len(), hall.settles(1)), (1, 0), "both play");
    // They may wait again meanwhile.
    hall.joins(0, 1);
    hall.joins(0, 2);
    assert_eq!(hall.settles(0), 0);
    hall.ends();
    assert_eq!((hall.settles(1), hall.called(1)), (1, vec![1, 2]));
    assert_eq!(hall.settles(0), 0);
}

#[test]
fn a_second_event_of_a_queue_has_the_next_number() {
    let mut hall = Hall::new(2, 1);
    for first in [1, 3] {
        hall.joins(0, first);
        hall.joins(0, first + 1);
        hall.settles(0);
        hall.all_come(0);
    }
    let names: Vec<_> = hall.children.iter().map(|child| child.details.name.as_str()).collect();
    assert_eq!(names, ["Draft #1", "Draft #2"]);
    assert!(hall.convention.calls.values().all(|holder| holder.0 < 1_000), "the events hold the players");
}

#[test]
fn a_queue_that_is_over_and_one_of_a_canceled_convention_call_no_one() {
    let mut hall = Hall::with_players(2, 2);
    hall.convention.status = ConventionStatus::Canceled;
    assert_eq!(hall.settles(0), 0);
    hall.convention.status = ConventionStatus::Scheduled;
    hall.queues[0].details.is_canceled = true;
    assert_eq!(hall.settles(0), 0);
    hall.queues[0].details.is_canceled = false;
    assert_eq!(hall.settles(0), 1);
    hall.queues[0].lifecycle = LifecycleStatus::EventFinished;
    hall.settles(0);
    assert!(hall.convention.calls.is_empty(), "its players are free");
}

#[test]
fn a_queue_that_is_closed_lets_its_players_go_and_its_events_keep_theirs() {
    let mut hall = Hall::with_players(2, 4);
    hall.settles(0);
    hall.all_come(0);
    hall.settles(0);
    assert_eq!((hall.called(0), hall.players_of(0)), (vec![3, 4], vec![1, 2]));
    hall.queues[0].details.queue_size = 0;
    hall.settles(0);
    let held: Vec<_> = hall.convention.calls.keys().map(|id| id.0).collect();
    assert_eq!(held, [1, 2], "those who play");
}

#[test]
fn a_queue_calls_no_one_and_makes_no_event_before_its_start_unless_staff_does() {
    let mut hall = Hall::with_players(2, 5);
    hall.queues[0].details.start_datetime = Some(noon() + TimeDelta::hours(1));
    assert_eq!((hall.settles(0), hall.called(0)), (0, Vec::new()));
    for (player, status) in [(1, Q::WaitingForPlayerResponse), (2, Q::CheckedIn)] {
        hall.steps_by(ActingAs::Staff, 0, player, status).unwrap();
    }
    hall.steps(0, 1, Q::CheckedIn).unwrap();
    assert_eq!((hall.settles(0), hall.children.len()), (0, 0), "both are here");
    hall.now += TimeDelta::hours(1);
    hall.settles(0);
    assert_eq!((hall.players_of(0), hall.called(0)), (vec![1, 2], vec![3, 4]));
}

#[derive(Debug, Clone)]
enum Act {
    Join(usize, i64),
    Step(usize, i64, Q),
    Group(usize, i64, i64),
    Wait(i64),
    Settle(usize),
    End,
}

fn act() -> impl Strategy<Value = Act> {
    let (queue, player) = (0..2usize, 1..9i64);
    let status = prop::sample::select(&[Q::CheckedIn, Q::Declined, Q::Standby, Q::WaitingForCheckInRequest][..]);
    prop_oneof![
        4 => (queue.clone(), player.clone()).prop_map(|(queue, player)| Act::Join(queue, player)),
        6 => (queue.clone(), player.clone(), status).prop_map(|(queue, player, status)| Act::Step(queue, player, status)),
        1 => (queue.clone(), player, 1..4i64).prop_map(|(queue, player, group)| Act::Group(queue, player, group)),
        1 => (1..7i64).prop_map(Act::Wait),
        5 => queue.prop_map(Act::Settle),
        1 => Just(Act::End),
    ]
}

proptest! {
    #[test]
    fn no_player_is_held_twice_and_no_more_are_called_than_needed(acts in prop::collection::vec(act(), 0..80)) {
        let mut hall = Hall::new(3, 2);
        for act in acts {
            match act {
                Act::Join(queue, player) => hall.joins(queue, player),
                Act::Step(queue, player, status) => _ = hall.steps(queue, player, status),
                Act::Group(queue, player, group) => {
                    if hall.queues[queue].registration(RegistrationId(player)).is_some() {
                        hall.groups(queue, group, &[player]);
                    }
                }
                Act::Wait(minutes) => hall.now += TimeDelta::minutes(minutes),
                Act::Settle(queue) => {
                    prop_assert!(hall.settles(queue) < TIMES, "settling ends");
                    let late = hall.queues[queue].called().into_iter().filter(|entry| entry.call_ends <= Some(hall.now));
                    prop_assert_eq!(late.count(), 0);
                }
                Act::End => hall.ends(),
            }
            for queue in &hall.queues {
                prop_assert!(queue.called().len() + queue.here().len() <= 3);
                for entry in queue.registrations.iter().filter(|entry| entry.is_held()) {
                    let holder = hall.convention.calls.get(&entry.user_id).copied();
                    prop_assert_eq!(holder, Some(queue.id), "player {}", entry.user_id);
                }
            }
            let running = hall.children.iter().filter(|child| !child.lifecycle.is_finished());
            let playing: Vec<_> = running.flat_map(|child| child.registrations.iter().map(|it| it.user_id)).collect();
            prop_assert_eq!(playing.iter().collect::<BTreeSet<_>>().len(), playing.len(), "each plays in one event");
            for child in &hall.children {
                prop_assert_eq!(child.registrations.len(), 3);
            }
        }
    }
}

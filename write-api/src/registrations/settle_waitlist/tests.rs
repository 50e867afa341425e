//! Tests: who is offered a place, in which order, and what any order of steps keeps true.

use proptest::prelude::*;

use super::super::answer_offer::{self, AnswerOffer};
use super::super::{drop_player, joining, promote_waitlist};
use super::*;
use crate::testing::*;

/// The event of a test with its clock, which starts at noon.
#[derive(Clone)]
struct Hall {
    event: Tournament,
    now: DateTime<Utc>,
}

fn id(player: i64) -> RegistrationId {
    RegistrationId(player)
}

fn capacity(capacity: Option<i32>) -> E {
    settings(|it| it.capacity = capacity)
}

impl Hall {
    /// An event with so many places, which are taken, and so many players on the waitlist. Offers last two hours.
    fn new(places: i64, waiting: i64) -> Self {
        let event = tournament(&[capacity(i32::try_from(places).ok()), organized(|it| it.offer_minutes = Some(120))]);
        let mut hall = Self { event, now: noon() };
        for player in 1..=places + waiting {
            hall.does(player, registered(player, if player <= places { S::Complete } else { S::OnWaitlist }));
        }
        hall
    }

    /// The same with four places, after player 2 left and player 5 was offered the place.
    fn offering(waiting: i64) -> Self {
        let mut hall = Self::new(4, waiting);
        hall.leaves(2);
        assert_eq!(hall.settled(), [5]);
        hall
    }

    fn done(&mut self, by: &Actor, event: E) {
        self.now += TimeDelta::seconds(1);
        self.event = done_at(self.now, by, self.event.clone(), event);
    }

    fn does(&mut self, player: i64, event: E) {
        self.done(&Actor::User(UserId(90 + player)), event);
    }

    fn happens(&mut self, event: E) {
        self.done(&Actor::System, event);
    }

    fn settle(&mut self) -> Vec<E> {
        let events = settle(&self.event, self.now);
        events.iter().for_each(|event| self.happens(event.clone()));
        events
    }

    /// Settles, and returns who is offered a place then.
    fn settled(&mut self) -> Vec<i64> {
        self.settle();
        self.offered()
    }

    fn offered(&self) -> Vec<i64> {
        let offered = self.event.waitlist().into_iter().filter(|entry| entry.offer.is_some());
        offered.map(|entry| entry.id.0).collect()
    }

    fn line(&self) -> Vec<i64> {
        self.event.waitlist().iter().map(|entry| entry.id.0).collect()
    }

    fn leaves(&mut self, player: i64) {
        let person = ActingAs::Person(UserId(90 + player));
        for event in drop_player::decide(&self.event, id(player), person).unwrap() {
            self.does(player, event);
        }
    }

    fn answers(&mut self, player: i64, is_accepted: bool) -> Result<(), Refusal> {
        let command = AnswerOffer { registration_id: id(player), is_accepted };
        let person = ActingAs::Person(UserId(90 + player));
        for event in answer_offer::decide(&self.event, &command, person, self.now)? {
            self.does(player, event);
        }
        Ok(())
    }

    fn group(&mut self, players: &[i64]) {
        players.iter().for_each(|player| self.joins(*player, 7));
    }

    /// A player comes to a group, or in a team event to a team that players founded.
    fn joins(&mut self, player: i64, group: i64) {
        let registration_id = id(player);
        let is_free = |entry: &Registration| entry.is_expected() && entry.team_id.is_none();
        if !self.event.registration(registration_id).is_some_and(is_free) {
            return;
        }
        if !self.event.is_team_event() {
            let role = QueueGroupRole { id: player, captain: false, queue_group: group };
            return self.happens(E::QueueGroupChanged { registration_id, role: Some(role) });
        }
        let (team_id, member) = (TeamId(group), joining::member(registration_id, 1, &mut Ids::counting()));
        match self.event.team(team_id).cloned() {
            None => {
                let (team_name, invite_hash) = (group.to_string(), String::new());
                self.happens(E::TeamFormed { team_id, team_name, invite_hash, members: vec![member] });
            }
            Some(mut team) if !team.is_dropped && team.members.len() < self.event.team_size() => {
                team.members.push(TeamMember { captain: false, ..member });
                self.happens(joining::changed(&team));
            }
            Some(_) => {}
        }
    }
}

#[test]
fn a_free_place_is_offered_to_the_first_in_line_alone() {
    let mut hall = Hall::new(4, 3);
    assert_eq!(hall.settle(), []);
    hall.leaves(2);
    let until = hall.now + TimeDelta::minutes(120);
    assert_eq!(settle(&hall.event, hall.now), [E::PlaceOffered { registration_id: id(5), until }]);
    assert_eq!(hall.settled(), [5], "not the last in line, and not everybody");
    assert_eq!(hall.event.places_left(), Some(0), "the place is kept");
    assert_eq!(hall.event.next_position(), Some(4));
    assert_eq!(coded(hall.answers(6, true)), "registration-no-offer");
    hall.leaves(1);
    assert_eq!(hall.settled(), [5, 6]);
}

#[test]
fn an_offer_that_expires_goes_to_the_next_and_the_player_to_the_end_of_the_line() {
    let mut hall = Hall::offering(3);
    hall.now = hall.event.registration(id(5)).unwrap().offer.unwrap();
    assert_eq!(coded(hall.answers(5, true)), "registration-no-offer", "the time is over");
    assert_eq!(hall.settle()[0], E::OfferExpired { registration_id: id(5) });
    assert_eq!((hall.offered(), hall.line()), (vec![6], vec![6, 7, 5]));
    hall.happens(registered(8, S::OnWaitlist));
    assert_eq!(hall.line(), [6, 7, 5, 8]);
}

#[test]
fn the_second_offer_that_expires_ends_the_registration() {
    let mut hall = Hall::new(2, 1);
    hall.leaves(2);
    for _ in 0..2 {
        assert_eq!(hall.settled(), [3], "no one else waits");
        hall.now += TimeDelta::minutes(121);
    }
    assert_eq!(hall.settled(), [0; 0]);
    assert_eq!(hall.event.registration(id(3)).unwrap().status, S::Canceled);
    assert_eq!(hall.event.places_left(), Some(1));
}

#[test]
fn who_cancels_during_an_offer_and_comes_back_is_last_and_without_it() {
    let mut hall = Hall::offering(2);
    hall.leaves(5);
    hall.does(5, status_changed(5, S::OnWaitlist));
    assert_eq!((hall.line(), hall.offered()), (vec![6, 5], vec![]));
    assert_eq!(hall.settled(), [6]);
}

#[test]
fn whom_staff_brings_back_has_the_position_as_before() {
    let mut hall = Hall::new(4, 3);
    hall.happens(status_changed(5, S::Canceled));
    hall.happens(status_changed(5, S::OnWaitlist));
    assert_eq!(hall.line(), [5, 6, 7]);
}

#[test]
fn offers_stay_when_the_capacity_is_lowered_and_no_more_are_made() {
    let mut hall = Hall::offering(3);
    hall.happens(capacity(Some(3)));
    assert_eq!(hall.settled(), [5]);
    hall.leaves(1);
    assert_eq!(hall.settled(), [5], "three places: two players, one offer");
    hall.answers(5, true).unwrap();
    hall.happens(capacity(Some(5)));
    assert_eq!(hall.settled(), [6, 7]);
    hall.happens(capacity(None));
    assert_eq!(hall.event.places_left(), None);
}

#[test]
fn staff_promotes_a_player_with_an_offer_and_the_next_who_have_none() {
    let mut hall = Hall::offering(3);
    assert_eq!(promote_waitlist::decide(&hall.event, None).unwrap(), [], "the place is offered");
    hall.happens(status_changed(5, S::Complete));
    assert_eq!((hall.event.registration(id(5)).unwrap().offer, hall.settled()), (None, vec![]));
    assert_eq!(promote_waitlist::decide(&hall.event, Some(1)), Ok(vec![status_changed(6, S::Complete)]));
}

#[test]
fn no_place_is_offered_without_the_setting_or_after_the_cut_off() {
    let mut hall = Hall::new(4, 3);
    hall.leaves(2);
    let after = |change: E| {
        let mut hall = hall.clone();
        hall.happens(change);
        hall.settled().len()
    };
    let soon = hall.now + TimeDelta::seconds(2);
    let starts = settings(|it| (it.capacity, it.start_datetime) = (Some(4), Some(soon)));
    assert_eq!(after(reached(L::WaitlistOnly)), 1);
    assert_eq!(after(starts.clone()), 1);
    for change in [
        organized(|_| ()),
        reached(L::RegistrationClosed),
        reached(L::EventInProgress),
        reached(L::EventFinished),
        settings(|it| (it.capacity, it.is_canceled) = (Some(4), true)),
        settings(|it| (it.capacity, it.registration_closes) = (Some(4), Some(hall.now))),
    ] {
        assert_eq!(after(change.clone()), 0, "{change:?}");
    }
    hall.happens(starts);
    assert_eq!(hall.settle(), [E::PlaceOffered { registration_id: id(5), until: soon }], "at most until the start");
    let mut begun = Hall { event: in_play(), now: noon() };
    begun.happens(registered(9, S::OnWaitlist));
    assert_eq!(begun.settle(), []);
}

#[test]
fn players_who_joined_together_are_offered_places_together() {
    let mut hall = Hall::new(4, 4);
    hall.group(&[5, 7]);
    assert_eq!(hall.line(), [6, 5, 7, 8], "the group waits where its last member came");
    hall.leaves(1);
    assert_eq!(hall.settled(), [6]);
    hall.leaves(2);
    assert_eq!(hall.settled(), [6], "the line waits for two places");
    hall.leaves(3);
    assert_eq!(hall.settled(), [6, 5, 7]);
}

#[test]
fn group_whose_offer_expired_lets_those_who_are_before_it_now_come_first() {
    let mut hall = Hall::offering(3);
    hall.group(&[5, 6]);
    hall.now += TimeDelta::minutes(121);
    assert_eq!(hall.settle(), [E::OfferExpired { registration_id: id(5) }], "one place is not enough for the group");
    assert_eq!((hall.line(), hall.settled()), (vec![7, 6, 5], vec![7]));
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Registers,
    Leaves(i64),
    Answers(i64, bool),
    Capacity(i32),
    Waits(i64),
    Settles,
    Joins(i64, i64),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => Just(Step::Registers),
        2 => (1..30_i64).prop_map(Step::Leaves),
        3 => (1..30_i64, any::<bool>()).prop_map(|(player, yes)| Step::Answers(player, yes)),
        1 => (1..8).prop_map(Step::Capacity),
        1 => (1..200_i64).prop_map(Step::Waits),
        4 => Just(Step::Settles),
    ]
}

fn joins() -> impl Strategy<Value = Step> {
    (1..30_i64, 1..5_i64).prop_map(|(player, group)| Step::Joins(player, group))
}

fn take(hall: &mut Hall, step: Step, registered_so_far: &mut i64) {
    match step {
        Step::Registers => {
            *registered_so_far += 1;
            let status = if hall.event.next_position().is_some() { S::OnWaitlist } else { S::Complete };
            hall.does(*registered_so_far, registered(*registered_so_far, status));
        }
        Step::Leaves(player) if hall.event.registration(id(player)).is_some() => hall.leaves(player),
        Step::Answers(player, is_accepted) => _ = hall.answers(player, is_accepted),
        Step::Capacity(places) => {
            let details = TournamentDetails { capacity: Some(places), ..hall.event.details.clone() };
            hall.happens(E::DetailsChanged { details });
        }
        Step::Waits(minutes) => hall.now += TimeDelta::minutes(minutes),
        Step::Settles => _ = hall.settle(),
        Step::Joins(player, group) => hall.joins(player, group),
        Step::Leaves(_) => {}
    }
}

proptest! {
    #[test]
    fn any_order_of_steps_fills_the_places_in_the_order_of_the_line(steps in proptest::collection::vec(step(), 1..80)) {
        let (mut hall, mut last) = (Hall::new(3, 0), 3);
        for step in steps {
            let (before, line) = (hall.event.clone(), hall.line());
            take(&mut hall, step, &mut last);
            // More places are taken than there are only if the capacity was lowered.
            if !matches!(step, Step::Capacity(_)) {
                let most = before.places_taken().max(hall.event.capacity().unwrap());
                prop_assert!(hall.event.places_taken() <= most);
            }
            let ids: BTreeSet<_> = hall.event.registrations.iter().map(|entry| entry.user_id).collect();
            prop_assert_eq!(ids.len(), hall.event.registrations.len(), "nobody is in twice");
            if let Step::Settles = step {
                prop_assert!(!is_due(&hall.event, hall.now));
                // Those who stayed in line keep the order, and who gets a place stood before all who did not.
                let missed = |player: &i64| {
                    let expired = |event: &Tournament| event.registration(id(*player)).unwrap().offers_expired;
                    expired(&hall.event) != expired(&before)
                };
                let kept: Vec<_> = line.into_iter().filter(|player| !missed(player)).collect();
                prop_assert_eq!(&hall.line()[..kept.len()], &kept[..]);
                let has_offer = |player: &i64| hall.event.registration(id(*player)).unwrap().offer.is_some();
                prop_assert!(hall.line().is_sorted_by_key(|player| !has_offer(player)));
                let is_forgotten = hall.line().iter().any(|player| !has_offer(player));
                prop_assert!(!is_forgotten || hall.event.places_left() == Some(0), "nobody waits while a place is free");
            }
        }
    }

    #[test]
    fn waitlist_of_groups_or_teams_never_stalls(
        steps in proptest::collection::vec(prop_oneof![3 => step(), 1 => joins()], 1..80),
        team_size in 1..4_i32,
    ) {
        let (mut hall, mut last) = (Hall::new(3, 0), 3);
        hall.happens(settings(|it| (it.capacity, it.team_size) = (Some(3), team_size)));
        for step in steps.into_iter().chain([Step::Settles]) {
            take(&mut hall, step, &mut last);
            if let Step::Settles = step {
                // An offer that ended is followed by another task.
                let mut settled_at = hall.now;
                while hall.settle().iter().any(|event| !matches!(event, E::PlaceOffered { .. })) {
                    settled_at = hall.now;
                }
                prop_assert!(!is_due(&hall.event, settled_at));
            }
        }
    }
}

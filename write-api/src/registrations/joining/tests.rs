use proto_events::tournament::TournamentDetails;

use super::*;
use crate::testing::{
    canceled, coded, happened, next_ids, noon, private_links as links, registered as entry, team, tournament,
};
use RegistrationStatus as S;
use TournamentEvent as E;

/// An event of teams of three with this many places: its captain, Ann (1), founded "Moxes", team 1.
fn hall(capacity: Option<i32>) -> Tournament {
    let details =
        TournamentDetails { team_size: 3, capacity, ..TournamentDetails::new("Trios", EventFormat::TriosConstructed) };
    let event = tournament(&[E::DetailsChanged { details }, entry(1, S::Complete)]);
    let founded = joined(&event, 1, &Joining::Found("Moxes".into()), &links()).unwrap();
    happened(event, &founded)
}

fn joined(event: &Tournament, id: i64, how: &Joining, links: &PrivateLinks) -> Result<Vec<E>, Refusal> {
    let next = |used: usize| i64::try_from(used + 1).unwrap();
    let members = event.teams.iter().map(|team| team.members.len()).sum();
    let mut ids = next_ids(&[(Sequence::Team, next(event.teams.len())), (Sequence::TeamPlayer, next(members))]);
    join(event, RegistrationId(id), how, (links, &mut ids))
}

/// Returns the link of a team.
fn link(event: &Tournament, links: &PrivateLinks) -> Joining {
    Joining::ByLink(Invite::current(links, event, GroupId::Team(TeamId(1))).text())
}

/// Person 90 + `id` registers with the number `id` and joins; returns the event afterwards.
fn comes(event: &Tournament, id: i64, how: &Joining, links: &PrivateLinks) -> Result<Tournament, Refusal> {
    let user_id = UserId(90 + id);
    let new = vec![E::PlayerRegistered { registration_id: RegistrationId(id), user_id, status: S::Complete }];
    let entrance = Entrance { caller: ActingAs::Person(user_id), ..Entrance::staff(noon()) };
    let mut ids = next_ids(&[(Sequence::Team, 10 * id), (Sequence::TeamPlayer, 10 * id)]);
    let events = registered(event, new, (user_id, how, false), &entrance, (links, &mut ids))?;
    Ok(happened(event.clone(), &events))
}

fn status(event: &Tournament, id: i64) -> S {
    event.registration(RegistrationId(id)).unwrap().status
}

#[test]
fn founder_is_captain_in_the_first_seat_and_founds_once() {
    let event = hall(None);
    let team = event.team(TeamId(1)).unwrap();
    assert_eq!((team.name.as_str(), team.captain(), team.members.len()), ("Moxes", Some(RegistrationId(1)), 1));
    assert!(team.is_founded && !event.is_complete(team));
    assert_eq!(joined(&event, 1, &Joining::Found("Moxes".into()), &links()).unwrap(), []);
    assert_eq!(coded(joined(&event, 1, &Joining::Found("Others".into()), &links())), "registration-in-team 1 1");
}

#[test]
fn mates_join_with_the_link_until_the_seats_are_taken() {
    let (links, event) = (links(), hall(None));
    let with_bea = comes(&event, 2, &link(&event, &links), &links).unwrap();
    assert_eq!(joined(&with_bea, 2, &link(&event, &links), &links).unwrap(), [], "the same again");
    assert!(!with_bea.is_complete(&with_bea.teams[0]));
    let full = comes(&with_bea, 3, &link(&event, &links), &links).unwrap();
    let seats: Vec<_> = full.teams[0].members.iter().map(|it| (it.registration_id.0, it.seat, it.captain)).collect();
    assert_eq!(seats, [(1, 1, true), (2, 2, false), (3, 3, false)]);
    assert!(full.is_complete(&full.teams[0]));
    let late = comes(&full, 4, &link(&event, &links), &links);
    assert_eq!(coded(late), "team-full Moxes");
}

#[test]
fn link_of_another_event_team_or_number_leads_nowhere() {
    let (links, event) = (links(), hall(None));
    let own = link(&event, &links);
    let renewed = happened(event.clone(), &[changed(&Team { invites_made: 2, ..event.teams[0].clone() })]);
    let dropped = happened(event.clone(), &[E::TeamDropped { team_id: TeamId(1) }]);
    let mut elsewhere = event.clone();
    elsewhere.id = TournamentId(77);
    assert_eq!(coded(comes(&renewed, 2, &own, &links)), "team-wrong-invite");
    assert_eq!(coded(comes(&elsewhere, 2, &own, &links)), "team-wrong-invite");
    assert_eq!(coded(comes(&event, 2, &own, &self::links())), "team-wrong-invite", "another installation");
    assert!(comes(&dropped, 2, &own, &links).unwrap_err().is_not_found());
    assert!(own.admits(&event, &links) && !own.admits(&renewed, &links));
}

#[test]
fn seats_of_a_team_are_kept_for_its_mates() {
    let links = links();
    let event = hall(Some(3));
    assert_eq!(event.places_left(), Some(0), "a team takes all its seats");
    let alone = comes(&event, 2, &Joining::Found("Others".into()), &links).unwrap();
    assert_eq!(status(&alone, 2), S::OnWaitlist);
    let mate = comes(&alone, 3, &link(&alone, &links), &links).unwrap();
    assert_eq!((status(&mate, 3), mate.places_taken()), (S::Complete, 3));
    let small = hall(Some(2));
    assert_eq!(small.places_taken(), 3, "its captain was in before");
    assert_eq!(status(&comes(&small, 2, &link(&small, &links), &links).unwrap(), 2), S::OnWaitlist);
}

#[test]
fn who_was_not_approved_before_the_waitlist_waits_for_approval_on_a_kept_seat() {
    let links = links();
    let waits = E::RegistrationStatusChanged { registration_id: RegistrationId(2), status: S::OnWaitlist };
    let event = happened(hall(Some(3)), &[entry(2, S::InWaitingRoom), waits]);
    let entrance = Entrance { caller: ActingAs::Person(UserId(92)), ..Entrance::staff(noon()) };
    let (how, mut ids) = (link(&event, &links), next_ids(&[(Sequence::TeamPlayer, 9)]));
    let events = registered(&event, Vec::new(), (UserId(92), &how, false), &entrance, (&links, &mut ids)).unwrap();
    let after = happened(event, &events);
    assert!(after.teams[0].has(RegistrationId(2)));
    assert_eq!(status(&after, 2), S::InWaitingRoom);
}

#[test]
fn waiting_team_moves_up_together_where_its_captain_came() {
    let links = links();
    let event = comes(&hall(Some(5)), 2, &Joining::Found("Others".into()), &links).unwrap();
    let third = comes(&event, 3, &Joining::Found("Thirds".into()), &links).unwrap();
    let others = Joining::ByLink(Invite::current(&links, &third, GroupId::Team(event.teams[1].id)).text());
    let event = comes(&third, 4, &others, &links).unwrap();
    let line: Vec<_> = event.waitlist().iter().map(|entry| entry.id.0).collect();
    assert_eq!(line, [2, 4, 3]);
    let holds = |entry: &Registration| entry.has_a_place();
    assert_eq!(event.next_in_line(&event.waitlist(), holds), [], "two places do not hold a team of three");
    let details = TournamentDetails { capacity: Some(6), ..event.details.clone() };
    let larger = happened(event, &[E::DetailsChanged { details }]);
    assert_eq!(larger.next_in_line(&larger.waitlist(), holds), [RegistrationId(2), RegistrationId(4)]);
}

#[test]
fn agent_joins_only_a_team_that_invited_it() {
    let event = happened(hall(None), &[entry(2, S::Complete)]);
    assert_eq!(coded(joined(&event, 2, &Joining::Accept(TeamId(1)), &links())), "team-no-invitation Moxes");
    let invites = changed(&Team { invited: vec![RegistrationId(2)], ..event.teams[0].clone() });
    let event = happened(event, &[invites]);
    let after = happened(event.clone(), &joined(&event, 2, &Joining::Accept(TeamId(1)), &links()).unwrap());
    assert!(after.teams[0].has(RegistrationId(2)) && after.teams[0].invited.is_empty());
}

#[test]
fn team_is_founded_by_registered_players_before_play_under_a_name_of_its_own() {
    let found = |event: &Tournament, name: &str| joined(event, 2, &Joining::Found(name.into()), &links());
    let event = happened(hall(None), &[entry(2, S::Complete)]);
    assert_eq!(found(&event, "MOXES!").unwrap_err().code(), "team-same-name");
    assert!(found(&event, " ").unwrap_err().fields().is_some());
    let gone = happened(hall(None), &[entry(2, S::Canceled)]);
    assert_eq!(coded(found(&gone, "New")), "team-not-registered");
    assert_eq!(coded(found(&tournament(&[entry(2, S::Complete)]), "New")), "team-no-teams");
    let over = happened(event, &[E::LifecycleChanged { status: LifecycleStatus::EventFinished }]);
    assert_eq!(found(&over, "New").unwrap_err().code(), "team-over");
}

#[test]
fn member_who_leaves_frees_the_seat_and_the_next_is_captain() {
    let links = links();
    let event = comes(&hall(None), 2, &link(&hall(None), &links), &links).unwrap();
    let gone = |event: Tournament, id| {
        happened(event, &[E::RegistrationStatusChanged { registration_id: RegistrationId(id), status: S::Canceled }])
    };
    let after = gone(event, 1);
    assert_eq!((after.teams[0].captain(), after.teams[0].members.len()), (Some(RegistrationId(2)), 1));
    let empty = gone(after, 2);
    assert!(empty.teams[0].is_dropped);
    let formed = gone(team(), 1);
    assert_eq!(formed.teams[0].members.len(), 2, "a team that staff formed stays as it is");
}

#[test]
fn group_gets_members_by_its_link_and_moves_up_where_the_last_came() {
    let links = links();
    let details = TournamentDetails { capacity: Some(1), ..canceled().details };
    let details = TournamentDetails { is_canceled: false, ..details };
    let event = tournament(&[E::DetailsChanged { details }, entry(9, S::Complete), entry(1, S::OnWaitlist)]);
    let begun = joined(&event, 1, &Joining::Begin, &links).unwrap();
    let event = happened(event, &begun);
    assert_eq!(joined(&event, 1, &Joining::Begin, &links).unwrap(), []);
    let group = event.group_of(event.registration(RegistrationId(1)).unwrap()).unwrap();
    let invite = Joining::ByLink(Invite::current(&links, &event, group).text());
    let event = happened(event, &[entry(2, S::OnWaitlist)]);
    let event = comes(&event, 3, &invite, &links).unwrap();
    assert_eq!(event.in_group(group).len(), 2);
    let line: Vec<_> = event.waitlist().iter().map(|entry| entry.id.0).collect();
    assert_eq!(line, [2, 1, 3]);
    assert_eq!(coded(joined(&hall(None), 1, &Joining::Begin, &links)), "team-no-groups");
}

#[test]
fn player_with_an_offer_does_not_accept_it_by_making_a_group_and_gets_a_kept_seat() {
    let links = links();
    let joins = |event: &Tournament, how: &Joining| {
        let (user_id, mut ids) = (UserId(92), Ids::imagined(&[(Sequence::Team, 9), (Sequence::TeamPlayer, 9)]));
        let entrance = Entrance { caller: ActingAs::Person(user_id), ..Entrance::staff(noon()) };
        registered(event, Vec::new(), (user_id, how, false), &entrance, (&links, &mut ids)).unwrap()
    };
    let offer = E::PlaceOffered { registration_id: RegistrationId(2), until: noon() };
    let details = TournamentDetails { capacity: Some(1), is_canceled: false, ..canceled().details };
    let single = tournament(&[E::DetailsChanged { details }, entry(2, S::OnWaitlist), offer.clone()]);
    let group = happened(single.clone(), &joins(&single, &Joining::Begin));
    assert_eq!((status(&group, 2), group.places_taken()), (S::OnWaitlist, 1), "the offer stays");
    let teams = happened(hall(Some(4)), &[entry(2, S::OnWaitlist), offer]);
    let seated = happened(teams.clone(), &joins(&teams, &link(&teams, &links)));
    assert_eq!((status(&seated, 2), seated.places_taken()), (S::Complete, 3));
}

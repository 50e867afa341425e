use std::sync::LazyLock;

use super::{registered, *};
use crate::testing::{registered as entry, *};

static LINKS: LazyLock<PrivateLinks> = LazyLock::new(private_links);

/// An event of teams of three with this many places: its captain, Ann (1), founded "Moxes", team 1.
fn hall(capacity: Option<i32>) -> Tournament {
    let event = tournament(&[settings(|it| (it.team_size, it.capacity) = (3, capacity)), entry(1, S::Complete)]);
    let founded = joined(&event, 1, &Joining::Found("Moxes".into())).unwrap();
    happened(event, &founded)
}

fn joined(event: &Tournament, id: i64, how: &Joining) -> Result<Vec<E>, Refusal> {
    let next = |used: usize| i64::try_from(used + 1).unwrap();
    let members = event.teams.iter().map(|team| team.members.len()).sum();
    let mut ids = next_ids(&[(Sequence::Team, next(event.teams.len())), (Sequence::TeamPlayer, next(members))]);
    join(event, RegistrationId(id), how, (&LINKS, &mut ids))
}

fn link_of(event: &Tournament, group: GroupId) -> Joining {
    Joining::ByLink(Invite::current(&LINKS, event, group).text())
}

/// The link of team 1.
fn link(event: &Tournament) -> Joining {
    link_of(event, GroupId::Team(TeamId(1)))
}

/// Person 90 + `id` joins, after these events; returns the event afterwards.
fn joins(event: &Tournament, id: i64, new: Vec<E>, how: &Joining) -> Result<Tournament, Refusal> {
    let user_id = UserId(90 + id);
    let entrance = Entrance { caller: ActingAs::Person(user_id), ..Entrance::staff(noon()) };
    let mut ids = next_ids(&[(Sequence::Team, 10 * id), (Sequence::TeamPlayer, 10 * id)]);
    let events = registered(event, new, (user_id, how, false), &entrance, (&LINKS, &mut ids))?;
    Ok(happened(event.clone(), &events))
}

/// The same with a new registration of this number.
fn comes(event: &Tournament, id: i64, how: &Joining) -> Result<Tournament, Refusal> {
    joins(event, id, vec![entry(id, S::Complete)], how)
}

fn status(event: &Tournament, id: i64) -> S {
    event.registration(RegistrationId(id)).unwrap().status
}

fn line(event: &Tournament) -> Vec<i64> {
    event.waitlist().iter().map(|entry| entry.id.0).collect()
}

#[test]
fn founder_is_captain_in_the_first_seat_and_founds_once() {
    let event = hall(None);
    let team = event.team(TeamId(1)).unwrap();
    assert_eq!((team.name.as_str(), team.captain(), team.members.len()), ("Moxes", Some(ENTRY), 1));
    assert!(team.is_founded && !event.is_complete(team));
    assert_eq!(joined(&event, 1, &Joining::Found("Moxes".into())), Ok(vec![]));
    assert_eq!(coded(joined(&event, 1, &Joining::Found("Others".into()))), "registration-in-team 1 1");
}

#[test]
fn mates_join_with_the_link_until_the_seats_are_taken() {
    let event = hall(None);
    let with_bea = comes(&event, 2, &link(&event)).unwrap();
    assert_eq!(joined(&with_bea, 2, &link(&event)), Ok(vec![]), "the same again");
    assert!(!with_bea.is_complete(&with_bea.teams[0]));
    let full = comes(&with_bea, 3, &link(&event)).unwrap();
    let seats: Vec<_> = full.teams[0].members.iter().map(|it| (it.registration_id.0, it.seat, it.captain)).collect();
    assert_eq!(seats, [(1, 1, true), (2, 2, false), (3, 3, false)]);
    assert!(full.is_complete(&full.teams[0]));
    assert_eq!(coded(comes(&full, 4, &link(&event))), "team-full Moxes");
}

#[test]
fn link_of_another_event_team_or_number_leads_nowhere() {
    let event = hall(None);
    let own = link(&event);
    let renewed = happened(event.clone(), &[changed(&Team { invites_made: 2, ..event.teams[0].clone() })]);
    let dropped = happened(event.clone(), &[E::TeamDropped { team_id: TeamId(1) }]);
    let mut elsewhere = event.clone();
    elsewhere.id = TournamentId(77);
    let of_others = Invite::current(&private_links(), &event, GroupId::Team(TeamId(1))).text();
    assert_eq!(coded(comes(&renewed, 2, &own)), "team-wrong-invite");
    assert_eq!(coded(comes(&elsewhere, 2, &own)), "team-wrong-invite");
    assert_eq!(coded(comes(&event, 2, &Joining::ByLink(of_others))), "team-wrong-invite", "another installation");
    assert!(comes(&dropped, 2, &own).unwrap_err().is_not_found());
    assert!(own.admits(&event, &LINKS) && !own.admits(&renewed, &LINKS));
}

#[test]
fn seats_of_a_team_are_kept_for_its_mates() {
    let event = hall(Some(3));
    assert_eq!(event.places_left(), Some(0), "a team takes all its seats");
    let alone = comes(&event, 2, &Joining::Found("Others".into())).unwrap();
    assert_eq!(status(&alone, 2), S::OnWaitlist);
    let mate = comes(&alone, 3, &link(&alone)).unwrap();
    assert_eq!((status(&mate, 3), mate.places_taken()), (S::Complete, 3));
    let small = hall(Some(2));
    assert_eq!(small.places_taken(), 3, "its captain was in before");
    assert_eq!(status(&comes(&small, 2, &link(&small)).unwrap(), 2), S::OnWaitlist);
}

#[test]
fn who_was_not_approved_before_the_waitlist_waits_for_approval_on_a_kept_seat() {
    let event = happened(hall(Some(3)), &[entry(2, S::InWaitingRoom), status_changed(2, S::OnWaitlist)]);
    let after = joins(&event, 2, Vec::new(), &link(&event)).unwrap();
    assert!(after.teams[0].has(OTHER));
    assert_eq!(status(&after, 2), S::InWaitingRoom);
}

#[test]
fn waiting_team_moves_up_together_where_its_captain_came() {
    let event = comes(&hall(Some(5)), 2, &Joining::Found("Others".into())).unwrap();
    let third = comes(&event, 3, &Joining::Found("Thirds".into())).unwrap();
    let event = comes(&third, 4, &link_of(&third, GroupId::Team(event.teams[1].id))).unwrap();
    assert_eq!(line(&event), [2, 4, 3]);
    let holds = |entry: &Registration| entry.has_a_place();
    assert_eq!(event.next_in_line(&event.waitlist(), holds), [], "two places do not hold a team of three");
    let details = TournamentDetails { capacity: Some(6), ..event.details.clone() };
    let larger = happened(event, &[E::DetailsChanged { details }]);
    assert_eq!(larger.next_in_line(&larger.waitlist(), holds), [OTHER, RegistrationId(4)]);
}

#[test]
fn agent_joins_only_a_team_that_invited_it() {
    let event = happened(hall(None), &[entry(2, S::Complete)]);
    let accepts = |event: &Tournament| joined(event, 2, &Joining::Accept(TeamId(1)));
    assert_eq!(coded(accepts(&event)), "team-no-invitation Moxes");
    let invites = changed(&Team { invited: vec![OTHER], ..event.teams[0].clone() });
    let event = happened(event, &[invites]);
    let after = happened(event.clone(), &accepts(&event).unwrap());
    assert!(after.teams[0].has(OTHER) && after.teams[0].invited.is_empty());
}

#[test]
fn team_is_founded_by_registered_players_before_play_under_a_name_of_its_own() {
    let found = |event: &Tournament, name: &str| joined(event, 2, &Joining::Found(name.into()));
    let event = happened(hall(None), &[entry(2, S::Complete)]);
    assert_eq!(found(&event, "MOXES!").unwrap_err().code(), "team-same-name");
    assert!(found(&event, " ").unwrap_err().fields().is_some());
    let gone = happened(hall(None), &[entry(2, S::Canceled)]);
    assert_eq!(coded(found(&gone, "New")), "team-not-registered");
    assert_eq!(coded(found(&tournament(&[entry(2, S::Complete)]), "New")), "team-no-teams");
    assert_eq!(found(&happened(event, &[reached(L::EventFinished)]), "New").unwrap_err().code(), "team-over");
}

#[test]
fn member_who_leaves_frees_the_seat_and_the_next_is_captain() {
    let event = comes(&hall(None), 2, &link(&hall(None))).unwrap();
    let gone = |event: Tournament, id| happened(event, &[status_changed(id, S::Canceled)]);
    let after = gone(event, 1);
    assert_eq!((after.teams[0].captain(), after.teams[0].members.len()), (Some(OTHER), 1));
    assert!(gone(after, 2).teams[0].is_dropped);
    assert_eq!(gone(team(), 1).teams[0].members.len(), 2, "a team that staff formed stays as it is");
}

#[test]
fn group_gets_members_by_its_link_and_moves_up_where_the_last_came() {
    let one_place = settings(|it| it.capacity = Some(1));
    let event = tournament(&[one_place, entry(9, S::Complete), entry(1, S::OnWaitlist)]);
    let begun = joined(&event, 1, &Joining::Begin).unwrap();
    let event = happened(event, &begun);
    assert_eq!(joined(&event, 1, &Joining::Begin), Ok(vec![]));
    let group = event.group_of(event.registration(ENTRY).unwrap()).unwrap();
    let invite = link_of(&event, group);
    let event = comes(&happened(event, &[entry(2, S::OnWaitlist)]), 3, &invite).unwrap();
    assert_eq!((event.in_group(group).len(), line(&event)), (2, vec![2, 1, 3]));
    assert_eq!(coded(joined(&hall(None), 1, &Joining::Begin)), "team-no-groups");
}

#[test]
fn player_with_an_offer_does_not_accept_it_by_making_a_group_and_gets_a_kept_seat() {
    let offer = E::PlaceOffered { registration_id: OTHER, until: noon() };
    let one_place = settings(|it| it.capacity = Some(1));
    let single = tournament(&[one_place, entry(2, S::OnWaitlist), offer.clone()]);
    let group = joins(&single, 2, Vec::new(), &Joining::Begin).unwrap();
    assert_eq!((status(&group, 2), group.places_taken()), (S::OnWaitlist, 1), "the offer stays");
    let teams = happened(hall(Some(4)), &[entry(2, S::OnWaitlist), offer]);
    let seated = joins(&teams, 2, Vec::new(), &link(&teams)).unwrap();
    assert_eq!((status(&seated, 2), seated.places_taken()), (S::Complete, 3));
}

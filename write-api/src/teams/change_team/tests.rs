use super::*;
use crate::testing::*;

fn decided(event: &Tournament, change: ChangeTeam, caller: ActingAs) -> Result<Vec<E>, Refusal> {
    decide(event, &ChangeTeam { team_id: TeamId(1), ..change }, caller, &mut Ids::counting())
}

fn after(change: ChangeTeam, caller: ActingAs) -> Team {
    happened(team(), &decided(&team(), change, caller).unwrap()).teams[0].clone()
}

fn seats(ids: &[i64]) -> ChangeTeam {
    ChangeTeam { registration_ids: Some(ids.to_vec()), ..ChangeTeam::default() }
}

#[test]
fn captain_renames_the_team_orders_its_seats_and_hands_over() {
    let named = ChangeTeam { team_name: Some(" New  Name ".into()), captain: Some(2), ..seats(&[2, 1]) };
    let team = after(named, ANNA);
    assert_eq!((team.name.as_str(), team.captain()), ("New Name", Some(RegistrationId(2))));
    assert_eq!(team.members.iter().map(|it| (it.registration_id.0, it.seat)).collect::<Vec<_>>(), [(2, 1), (1, 2)]);
    assert_eq!(decided(&self::team(), seats(&[1, 2]), ANNA).unwrap(), [], "as it is");
}

#[test]
fn member_who_is_taken_out_stays_registered_without_a_team() {
    let event = happened(team(), &decided(&team(), seats(&[1]), ANNA).unwrap());
    assert!(!event.is_complete(&event.teams[0]));
    assert!(event.free_agents().any(|entry| entry.id == RegistrationId(2)));
    let dissolved = happened(team(), &decided(&team(), seats(&[]), ActingAs::Staff).unwrap());
    assert!(dissolved.teams[0].is_dropped && dissolved.free_agents().count() == 4);
}

#[test]
fn captain_invites_players_without_a_team_and_staff_puts_them_in() {
    let invite = |ids: &[i64]| ChangeTeam { invited: Some(ids.to_vec()), ..ChangeTeam::default() };
    assert_eq!(after(invite(&[3, 4]), ANNA).invited, [RegistrationId(3), RegistrationId(4)]);
    assert_eq!(coded(decided(&team(), invite(&[2]), ANNA)), "registration-in-team 2 1");
    assert_eq!(coded(decided(&team(), invite(&[99]), ANNA)), "unknown-registration 99");
    assert_eq!(decided(&team(), seats(&[1, 3]), ANNA).unwrap_err().code(), "team-no-member");
    assert_eq!(after(seats(&[1, 3]), ActingAs::Staff).members.len(), 2);
    assert_eq!(decided(&team(), seats(&[1, 2, 3]), ActingAs::Staff).unwrap_err().code(), "team-too-many");
}

#[test]
fn only_captain_and_staff_change_a_team_and_strangers_do_not_find_it() {
    let renews = || ChangeTeam { renews_invite: Some(true), ..ChangeTeam::default() };
    assert_eq!(after(renews(), ANNA).invites_made, 2);
    assert_eq!(after(renews(), ActingAs::Staff).invites_made, 2);
    assert_eq!(coded(decided(&team(), renews(), BEA)), "team-captain-alone");
    assert_eq!(coded(decided(&team(), renews(), ActingAs::Person(UserId(93)))), "not-found team 1");
    let over = happened(team(), &[reached(L::EventFinished)]);
    assert_eq!(decided(&over, renews(), ANNA).unwrap_err().code(), "team-over");
    let more = happened(team(), &[registered(5, S::Complete)]);
    let another = decided(&more, ChangeTeam { captain: Some(5), ..renews() }, ANNA);
    assert_eq!(another.unwrap_err().code(), "team-no-member");
}

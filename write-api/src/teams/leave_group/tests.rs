use proto_events::tournament::TeamMember;

use super::*;
use crate::testing::{coded, happened, in_play, registered, team, tournament};
use TournamentEvent as E;

fn left(event: &Tournament, id: i64, team_id: Option<i64>, caller: ActingAs) -> Result<Vec<E>, Refusal> {
    decide(event, &LeaveGroup { registration_id: RegistrationId(id), team_id }, caller)
}

fn own(id: i64) -> ActingAs {
    ActingAs::Person(UserId(90 + id))
}

#[test]
fn member_leaves_and_keeps_the_registration() {
    let after = happened(team(), &left(&team(), 1, None, own(1)).unwrap());
    let seats: Vec<_> = after.teams[0].members.iter().map(|it| (it.registration_id.0, it.seat, it.captain)).collect();
    assert_eq!(seats, [(2, 1, true)]);
    let entry = after.registration(RegistrationId(1)).unwrap();
    assert_eq!((entry.status, entry.team_id), (RegistrationStatus::Complete, None));
    assert_eq!(left(&after, 1, None, own(1)).unwrap(), [], "the same again");
    assert!(left(&team(), 1, None, own(2)).unwrap_err().is_not_found());
}

#[test]
fn declined_invitation_is_gone_and_one_that_was_never_made_changes_nothing() {
    let event = team();
    let invited = Team { invited: vec![RegistrationId(3)], ..event.teams[0].clone() };
    let after = happened(event, &[changed(&invited)]);
    let declined = happened(after.clone(), &left(&after, 3, Some(1), own(3)).unwrap());
    assert_eq!(declined.teams[0].invited, []);
    for team in [1, 99] {
        assert_eq!(left(&declined, 3, Some(team), own(3)).unwrap(), []);
    }
}

#[test]
fn declining_brings_no_dropped_team_back_and_changes_none_that_is_fixed() {
    let invites = Team { invited: vec![RegistrationId(3)], ..team().teams[0].clone() };
    let event = happened(team(), &[changed(&invites)]);
    let dropped = happened(event.clone(), &[E::TeamDropped { team_id: TeamId(1) }]);
    assert_eq!(left(&dropped, 3, Some(1), own(3)).unwrap(), []);
    let over = happened(event, &[E::LifecycleChanged { status: LifecycleStatus::EventFinished }]);
    assert_eq!(left(&over, 3, Some(1), own(3)).unwrap_err().code(), "team-over");
}

#[test]
fn group_has_another_captain_when_its_captain_leaves() {
    let of = |id: i64, captain| {
        let role = Some(QueueGroupRole { id, captain, queue_group: 7 });
        E::QueueGroupChanged { registration_id: RegistrationId(id), role }
    };
    let waits = |id| registered(id, RegistrationStatus::OnWaitlist);
    let event = tournament(&[waits(1), waits(2), of(1, true), of(2, false)]);
    let gone = E::QueueGroupChanged { registration_id: RegistrationId(1), role: None };
    assert_eq!(left(&event, 1, None, own(1)).unwrap(), [gone, of(2, true)]);
}

#[test]
fn teams_stay_once_play_has_begun() {
    let mut event = in_play();
    event.details.team_size = 2;
    let member =
        TeamMember { team_player_id: TeamPlayerId(1), registration_id: RegistrationId(1), seat: 1, captain: true };
    let (team_id, team_name, members) = (TeamId(1), "Moxes".to_owned(), vec![member]);
    let event = happened(event, &[E::TeamFormed { team_id, team_name, invite_hash: String::new(), members }]);
    assert_eq!(coded(left(&event, 1, None, ActingAs::Staff)), "team-fixed Moxes");
}

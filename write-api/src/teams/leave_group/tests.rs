use super::*;
use crate::testing::*;

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
    let entry = after.registration(ENTRY).unwrap();
    assert_eq!((entry.status, entry.team_id), (S::Complete, None));
    assert_eq!(left(&after, 1, None, own(1)).unwrap(), [], "the same again");
    assert!(left(&team(), 1, None, own(2)).unwrap_err().is_not_found());
}

/// The event of [`team`], in which the team invited registration 3.
fn invited() -> Tournament {
    let invites = Team { invited: vec![RegistrationId(3)], ..team().teams[0].clone() };
    happened(team(), &[changed(&invites)])
}

#[test]
fn declined_invitation_is_gone_and_one_that_was_never_made_changes_nothing() {
    let declined = happened(invited(), &left(&invited(), 3, Some(1), own(3)).unwrap());
    assert_eq!(declined.teams[0].invited, []);
    for team in [1, 99] {
        assert_eq!(left(&declined, 3, Some(team), own(3)).unwrap(), []);
    }
}

#[test]
fn declining_brings_no_dropped_team_back_and_changes_none_that_is_fixed() {
    let dropped = happened(invited(), &[E::TeamDropped { team_id: TeamId(1) }]);
    assert_eq!(left(&dropped, 3, Some(1), own(3)).unwrap(), []);
    let over = happened(invited(), &[reached(L::EventFinished)]);
    assert_eq!(left(&over, 3, Some(1), own(3)).unwrap_err().code(), "team-over");
}

#[test]
fn group_has_another_captain_when_its_captain_leaves() {
    let of = |id: i64, captain| {
        let role = Some(QueueGroupRole { id, captain, queue_group: 7 });
        E::QueueGroupChanged { registration_id: RegistrationId(id), role }
    };
    let waits = |id| registered(id, S::OnWaitlist);
    let event = tournament(&[waits(1), waits(2), of(1, true), of(2, false)]);
    let gone = E::QueueGroupChanged { registration_id: ENTRY, role: None };
    assert_eq!(left(&event, 1, None, own(1)).unwrap(), [gone, of(2, true)]);
}

#[test]
fn teams_stay_once_play_has_begun() {
    let event = happened(in_play(), &[settings(|it| it.team_size = 2), team_formed(1, "Moxes", [1])]);
    assert_eq!(coded(left(&event, 1, None, ActingAs::Staff)), "team-fixed Moxes");
}

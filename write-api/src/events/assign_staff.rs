//! Gives a member of the organization a role for one event, or takes it back. `event_roles.rs` says where it counts.

use domain::permissions::EVENT_ROLES;

use super::document;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "assign_staff",
    summary: "Give a member a role for one event",
    text: "`SCOREKEEPER` or `JUDGE`, for a member of your organization with any role. In this event, the person may do \
           what either role allows, with a token or at the desk. `null` takes the role back. The role in the organization \
           decides about lists from elsewhere, moves to another event and private links. API keys and the reads of \
           programs keep the role in the organization.",
    body: Some(body_schema::<AssignStaff>()),
    answer: Answer::json(200, "OrganizedEvent"),
    is_always_possible: true,
    ..Route::at("PUT", "/api/v1/magic-events/{id}/staff/{user_id}/", Operation::ManageEvents)
};

body! {
    /// The role of a member for one event.
    pub struct AssignStaff as EventStaffRole of user_id: UserId such as r#"{"role": "JUDGE"}"# {
        /// `SCOREKEEPER` or `JUDGE`; null for none.
        role: OrNull<Role>,
    }
}

impl EventCommand for AssignStaff {
    const ROUTE: &'static Route = &ROUTE;

    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem> {
        let api = event.api();
        let organizer =
            |event: Arc<Folded<Tournament>>| async move { api.expect_organization(event.organization_id).await };
        let decide = |tournament: &Tournament, organizer: &Arc<Folded<Organization>>, _: &mut _| {
            decide(tournament, &organizer.state, self)
        };
        event.change_with(organizer, decide).await
    }
}

answers!(AssignStaff => document::answer());

/// Decides the command; `organizer` runs the event. It is refused if the person is no member, and for other roles. The role
/// of a person who is no member any more can be taken back.
pub(crate) fn decide(
    tournament: &Tournament,
    organizer: &Organization,
    command: &AssignStaff,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let AssignStaff { user_id, role: OrNull(role) } = *command;
    let before = tournament.staff.get(&user_id).copied();
    if organizer.member_of(user_id).is_none() && (role.is_some() || before.is_none()) {
        return Err(Refusal::unknown("member", user_id));
    }
    if role.is_some_and(|role| !EVENT_ROLES.contains(&role)) {
        let said = message!("event-no-staff-role", "Must be SCOREKEEPER or JUDGE, or null.");
        return Err(Refusal::at_field("role", said));
    }
    let assigned = TournamentEvent::StaffAssigned { user_id, role };
    Ok((role != before).then_some(assigned).into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    const MEMBER: UserId = UserId(90);

    fn given(role: Option<Role>) -> AssignStaff {
        AssignStaff { user_id: MEMBER, role: OrNull(role) }
    }

    fn assigned(role: Option<Role>) -> TournamentEvent {
        TournamentEvent::StaffAssigned { user_id: MEMBER, role }
    }

    #[test]
    fn a_member_gets_a_role_once_and_loses_it_once() {
        let organizer = organization(&[member(4, Role::ReadOnly)]);
        let event = tournament(&[]);
        assert_eq!(decide(&event, &organizer, &given(None)), Ok(Vec::new()));
        let judge = given(Some(Role::Judge));
        assert_eq!(decide(&event, &organizer, &judge), Ok(vec![assigned(Some(Role::Judge))]));
        let event = happened(event, &[assigned(Some(Role::Judge))]);
        assert_eq!(decide(&event, &organizer, &judge), Ok(Vec::new()));
        let scorekeeper = Some(Role::Scorekeeper);
        assert_eq!(decide(&event, &organizer, &given(scorekeeper)), Ok(vec![assigned(scorekeeper)]));
        assert_eq!(decide(&event, &organizer, &given(None)), Ok(vec![assigned(None)]));
    }

    #[test]
    fn only_members_get_a_role_and_everyone_loses_it() {
        let event = tournament(&[]);
        for command in [given(Some(Role::Judge)), given(None)] {
            assert_eq!(coded(decide(&event, &organization(&[]), &command)), "not-found member 90");
        }
        let removed = OrganizationEvent::MemberRemoved { member_id: MemberId(4) };
        let former = organization(&[member(4, Role::Judge), removed]);
        let event = happened(event, &[assigned(Some(Role::Judge))]);
        assert_eq!(coded(decide(&event, &former, &given(Some(Role::Scorekeeper)))), "not-found member 90");
        assert_eq!(decide(&event, &former, &given(None)), Ok(vec![assigned(None)]));
    }

    #[test]
    fn roles_of_the_organization_alone_are_refused() {
        let organizer = organization(&[member(4, Role::Admin)]);
        for role in [Role::Admin, Role::Organizer, Role::ReadOnly] {
            assert_eq!(coded(decide(&tournament(&[]), &organizer, &given(Some(role)))), "event-no-staff-role");
        }
    }
}

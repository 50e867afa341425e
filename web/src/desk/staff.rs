//! `/desk/events/{id}/staff/`: members of the organization with a role for this event.

use askama::Template;
use domain::permissions::EVENT_ROLES;
use proto_events::ids::UserId;
use proto_events::vocabulary::Role;
use write_api::OrNull;
use write_api::events::assign_staff::AssignStaff;

use crate::desk::event::{Desk, EventFrame};
use crate::parts::control::Choice;
use crate::serving::failures::{PageResult, failed};
use crate::serving::people::organization;

#[derive(Template)]
#[template(path = "desk/staff.html")]
struct StaffPage<'a> {
    frame: EventFrame<'a>,
    /// Each with the name, the role, and whether the person has left the organization, so that the role has no effect.
    rows: Vec<(UserId, String, Role, bool)>,
    members: Vec<Choice>,
    roles: Vec<Choice>,
}

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    let organization = organization(desk).await?;
    let members: Vec<_> =
        organization.state.members.iter().filter(|member| !member.removed).map(|member| member.user_id).collect();
    let staff = &desk.state().staff;
    let people: Vec<_> = members.iter().chain(staff.keys()).copied().collect();
    let names = desk.shared.commands.names_of(&people).await.map_err(failed)?;
    let name = |id: &UserId| names.get(id).cloned().unwrap_or_else(|| format!("#{id}"));
    let row = |(id, role): (&UserId, &Role)| (*id, name(id), *role, !members.contains(id));
    let mut rows: Vec<_> = staff.iter().map(row).collect();
    rows.sort_by_key(|(_, name, ..)| name.to_lowercase());
    let (person, chosen) = (desk.form.exact("person"), desk.form.exact("role"));
    let choice = |id: &UserId| Choice::new(id.to_string(), name(id), person == id.to_string());
    let mut choices: Vec<_> = members.iter().map(choice).collect();
    choices.sort_by_key(|choice| choice.label.to_lowercase());
    let role = |role: &Role| Choice::new(role.wire_name(), desk.texts.term(*role), role.wire_name() == chosen);
    let roles = EVENT_ROLES.iter().rev().map(role).collect();
    desk.page(&StaffPage { frame: desk.frame("settings"), rows, members: choices, roles })
}

pub(crate) async fn send(desk: &Desk<'_>) -> PageResult {
    let field = if desk.form.is_checked("end") { "end" } else { "person" };
    let role = Role::from_wire_name(desk.form.exact("role")).filter(|_| field == "person");
    if field == "person" && role.is_none() {
        return Err(desk.fault("form-choose"));
    }
    // Something else than a number is no one's id.
    let user_id = desk.form.id(field).unwrap_or(UserId(0));
    desk.run(desk.terms(), AssignStaff { user_id, role: OrNull(role) }).await?;
    desk.redirect_with(&desk.address("staff"), "frame-done-saved")
}

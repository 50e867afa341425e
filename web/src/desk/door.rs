//! What the desk's page of players has for those who register themselves: `…/approvals/` approves or declines who
//! waits for it, `…/join-code/` makes another join code.

use api_kit::path::integer;
use domain::permissions::Operation;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::{RegistrationPolicy, RegistrationStatus};
use write_api::registrations::change_registration::ChangeRegistration;
use write_api::registrations::make_join_code::MakeJoinCode;

use crate::desk::event::Desk;
use crate::serving::failures::PageResult;

/// The most players that a page lists who wait, and that are approved together.
pub(crate) const WAITING: usize = 100;

/// How players register themselves.
pub(crate) struct Door {
    pub(crate) code: Option<String>,
    /// The address of the page for it.
    pub(crate) url: String,
}

/// Returns how players register themselves for an event, if they can without an account and the person may know.
pub(crate) fn door(desk: &Desk<'_>) -> Option<Door> {
    let (state, public_url) = (desk.state(), &desk.shared.public_url);
    let policy = state.details.registration_policy;
    let is_on = policy.admits_guests() && !state.lifecycle.is_finished() && !state.details.is_canceled;
    if !is_on || !desk.may(Operation::ManageRegistrations) {
        return None;
    }
    let code = desk.shared.join_codes.current(state).filter(|_| policy == RegistrationPolicy::JoinCode);
    let path = match policy {
        RegistrationPolicy::JoinCode => code.map_or_else(|| "/join/".to_owned(), api_kit::JoinCode::path),
        _ => format!("/join/{}/", state.id),
    };
    Some(Door { code: code.map(api_kit::JoinCode::text), url: format!("{public_url}{path}") })
}

/// Approves or declines the player whose button was pressed, or all whom the page listed.
pub(crate) async fn answer(desk: &Desk<'_>) -> PageResult {
    let (ids, status) = answered(desk);
    if ids.is_empty() {
        return Err(desk.fault("desk-approvals-none"));
    }
    for registration_id in ids {
        let change = ChangeRegistration { registration_status: Some(status), ..ChangeRegistration::default() };
        desk.run(desk.terms(), ChangeRegistration { registration_id, ..change }).await?;
    }
    desk.done_at("players").await
}

/// Returns the players whom a form names and who still wait, and what they become.
fn answered(desk: &Desk<'_>) -> (Vec<RegistrationId>, RegistrationStatus) {
    let form = &desk.form;
    let named: Vec<RegistrationId> = if form.is_checked("all") || form.is_checked("none") {
        form.all("waiting").filter_map(integer).map(RegistrationId).collect()
    } else {
        form.id("approve").or(form.id("decline")).into_iter().collect()
    };
    let is_declined = form.is_checked("none") || (form.is_checked("decline") && !form.is_checked("all"));
    let status = if is_declined { RegistrationStatus::Canceled } else { RegistrationStatus::Complete };
    let waiting = desk.state().waiting_for_approval().take(WAITING).map(|entry| entry.id);
    (waiting.filter(|id| named.contains(id)).collect(), status)
}

pub(crate) async fn make_code(desk: &Desk<'_>) -> PageResult {
    desk.run(desk.terms(), MakeJoinCode {}).await?;
    desk.done_at("players").await
}

//! `GET /api/v1/account/registrations/{id}/matches/`: the caller's matches in an event.

use api_kit::description::{Answer, Description, Tag};
use api_kit::own_registrations::{OWN_REGISTRATIONS, own_registrations};
use api_kit::path::nothing;
use axum::response::Response;
use proto_events::ids::RegistrationId;
use service_kit::problem::Problem;
use storage::ViewKind;

use super::made;
use crate::call::{Call, Caller};

/// The views that it reads.
pub(crate) const DRAWS_ON: &[ViewKind] = OWN_REGISTRATIONS;

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_own_matches",
    tag: Tag::Organizing,
    summary: "List your matches in an event",
    text: "`id` is that of your registration. In playing order, with table, opponents and what was reported. A round \
           whose pairings are not published is left out. In an event with more than 512 seats, this may lag behind by \
           a second.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("OwnMatch"),
};

/// Answers with the list.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let id = RegistrationId(call.id("registration")?);
    let records = own_registrations(&*call.shared.views, caller.user_id).await?;
    let own = records.iter().find(|record| record.registration_id == id);
    made(&call, &own.ok_or_else(|| nothing("registration", call.param("id")))?.matches).await
}

//! `GET /api/v1/account/registrations/`: the caller's registrations.

use std::cmp::Reverse;

use api_kit::description::{Answer, Description, Tag};
use api_kit::own_registrations::{OWN_REGISTRATIONS, own_registrations};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use super::made;
use crate::call::{Call, Caller};

/// The views that it reads.
pub(crate) const DRAWS_ON: &[ViewKind] = OWN_REGISTRATIONS;

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_own_registrations",
    tag: Tag::Organizing,
    summary: "List your registrations",
    text: "Your registrations in the events of all organizations, apart from events that were imported from files, and \
           those of accounts that were merged into yours. Sorted by the start of the event, the latest first, and then by \
           its id; events without a date come first. In an event with more than 512 seats, this may lag behind by a \
           second.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("OwnRegistration"),
};

/// Answers with the list.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let mut records = own_registrations(&*call.shared.views, caller.user_id).await?;
    records.sort_by_key(|record| (record.starts.is_some(), Reverse(record.starts), Reverse(record.tournament_id)));
    made(&call, &records.iter().map(|record| &record.registration).collect::<Vec<_>>()).await
}

//! Penalties and calls for a judge.

use std::cmp::Reverse;

use api_kit::description::{Answer, Parameter, Tag, Values};
use api_kit::store_failed;
use axum::response::Response;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::documents::{JudgeCallDocument, PenaltyDocument};
use domain::permissions::Operation::ReadJudging;
use serde::Deserialize;
use serde_json::value::RawValue;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::call::{Call, Caller};
use crate::endpoint::{Endpoint, Handler};
use crate::stored::Stored;

pub(crate) static ENDPOINTS: &[Endpoint] = &[PENALTIES_OF_EVENT, CALLS, PENALTIES];

const PENALTIES_OF_EVENT: Endpoint = Endpoint {
    template: "/api/v1/magic-events/{id}/penalties/",
    handler: Handler::Stored(ReadJudging, Stored::ListOfEvent(ViewKind::EventPenalties)),
    source_views: &[ViewKind::EventPenalties, ViewKind::Overview],
    id: "list_event_penalties",
    tag: Tag::Organizing,
    summary: "List the penalties of an event",
    text: "In the order in which they were issued; those that were withdrawn are marked. For staff only. Not \
           paginated.",
    answer: Answer::array_of::<PenaltyDocument<'_>>(),
    ..Endpoint::NEW
};

const CALLS: Endpoint = Endpoint {
    template: "/api/v1/magic-events/{id}/calls/",
    handler: Handler::Stored(ReadJudging, Stored::ListOfEvent(ViewKind::JudgeCalls)),
    source_views: &[ViewKind::JudgeCalls, ViewKind::Overview],
    id: "list_calls",
    tag: Tag::Organizing,
    summary: "List the calls for a judge at an event",
    text: "Calls that are not closed come first, both in order of time. For staff only. Not paginated.",
    answer: Answer::array_of::<JudgeCallDocument<'_>>(),
    ..Endpoint::NEW
};

const PENALTIES: Endpoint = Endpoint {
    template: "/api/v1/penalties/",
    handler: Handler::Known(ReadJudging, |call, caller| Box::pin(penalties(call, caller))),
    source_views: &[ViewKind::EventPenalties, ViewKind::PlayerPenalties],
    id: "list_penalties",
    tag: Tag::Organizing,
    summary: "List the penalties of a player in all events of your organization",
    text: "Newest first; those that were withdrawn are marked. Without `user_id`, the penalties of all players. A \
           player without penalties, or whom your organization does not know, has an empty list. For staff only. Not \
           paginated.",
    parameters: &[Parameter {
        name: "user_id",
        text: "Only penalties of this player.",
        values: Values::Integer(1, i64::MAX, None),
        example: "101",
    }],
    answer: Answer::array_of::<PenaltyDocument<'_>>(),
    ..Endpoint::NEW
};

/// The fields of a penalty that order it.
#[derive(Deserialize)]
struct Order {
    id: i64,
    issued_at: DateTime<Utc>,
}

async fn penalties(call: Call, caller: Caller) -> Result<Response, Problem> {
    let organization = caller.organization()?;
    let user_id = call.query().integer("user_id", 1, i64::MAX)?;
    let (kind, prefix) = match user_id {
        Some(user_id) => (ViewKind::PlayerPenalties, format!("{user_id}/")),
        None => (ViewKind::EventPenalties, String::new()),
    };
    // The penalties of all players are sorted in memory, so few requests may do that at the same time.
    let _counted = match user_id {
        Some(_) => None,
        None => Some(call.shared.lists.permit(Some(&caller), call.client)?),
    };
    let events = call.shared.views.documents_under(organization, kind, &prefix).await.map_err(store_failed)?;
    let mut found: Vec<(Order, &RawValue)> = Vec::new();
    let events: Vec<Bytes> = events.iter().map(|event| event.body.for_everyone()).collect();
    for event in &events {
        let of_event: Vec<&RawValue> = serde_json::from_slice(event).map_err(Problem::internal)?;
        for penalty in of_event {
            found.push((serde_json::from_str(penalty.get()).map_err(Problem::internal)?, penalty));
        }
    }
    found.sort_by_key(|(penalty, _)| Reverse((penalty.issued_at, penalty.id)));
    call.answer_made(&found.into_iter().map(|(_, penalty)| penalty).collect::<Vec<_>>()).await
}

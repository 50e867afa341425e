//! `GET /api/v1/penalties/`: the penalties of all the organization's events.

use api_kit::description::{Answer, Description, Parameter, Tag, Values};
use api_kit::store_failed;
use axum::response::Response;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::value::RawValue;
use service_kit::problem::Problem;
use storage::ViewKind;

use super::made;
use crate::call::{Call, Caller};

/// The view that it reads.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::EventPenalties, ViewKind::PlayerPenalties];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
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
    body: None,
    answer: Answer::JsonArray("PlayerPenalty"),
};

/// The fields of a penalty that order it.
#[derive(Deserialize)]
struct Order {
    id: i64,
    issued_at: DateTime<Utc>,
}

/// Answers with the list.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let organization = caller.organization()?;
    let user_id = call.query().integer("user_id", 1, i64::MAX)?;
    let (kind, prefix) = match user_id {
        Some(user_id) => (ViewKind::PlayerPenalties, format!("{user_id}/")),
        None => (ViewKind::EventPenalties, String::new()),
    };
    // The penalties of all players are sorted in memory, so few requests may do that at the same time.
    let _place = match user_id {
        Some(_) => None,
        None => Some(call.shared.lists.take(Some(&caller), call.client)?),
    };
    let events = call.shared.views.documents_under(organization, kind, &prefix).await.map_err(store_failed)?;
    let mut found: Vec<(Order, &RawValue)> = Vec::new();
    for event in &events {
        let penalties: Vec<&RawValue> = serde_json::from_slice(&event.body).map_err(Problem::internal)?;
        for penalty in penalties {
            found.push((serde_json::from_str(penalty.get()).map_err(Problem::internal)?, penalty));
        }
    }
    found.sort_by_key(|(penalty, _)| std::cmp::Reverse((penalty.issued_at, penalty.id)));
    made(&call, &found.into_iter().map(|(_, penalty)| penalty).collect::<Vec<_>>()).await
}

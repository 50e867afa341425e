//! `GET /api/v1/magic-events/{id}/current_standings/`: standings of the active round.

use service_kit::message;
use std::sync::Arc;

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::{CurrentStandings, DocumentKey, ViewKind};
use web::texts::Language;

use crate::Shared;
use crate::answer;
use crate::audience::Audience;
use crate::cache::Entry;
use crate::call::{Call, Caller};
use crate::own_events::Named;

/// The view that names the active round. It is rendered together with the standings of the round.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::CurrentStandings, ViewKind::OwnRegistration];

const REMOVED: &str = "The active round was just removed. Please try again in a second.";

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_current_standings",
    tag: Tag::Events,
    summary: "Get the standings of the active round of an event",
    text: "Sorted by rank. During a round, they contain the results so far. Before the first round, the answer names \
           the coming round and its list is empty. No field is ever null; percentages are fractions from 0 to 1.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "Standings"),
};

/// Answers with the standings.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let found = call.found_of_event(&caller, ViewKind::CurrentStandings, Named::Event).await?;
    let key = DocumentKey::new(found.organization_id, ViewKind::CurrentStandings, call.id("event")?);
    let standings = match of_round(&key, &found.entry) {
        Some(round) => call
            .shared
            .cache
            .get(round, call.audience)
            .await?
            .ok_or_else(|| Problem::unavailable(message!("standings-being-replaced", REMOVED), 1))?,
        None => found.entry,
    };
    answer::entry(&call.headers, &standings, call.form).await
}

/// Returns the standings, if they are in memory.
pub(crate) fn at_hand(shared: &Shared, key: &DocumentKey, audience: Audience, _: Language) -> Option<Arc<Entry>> {
    let found = shared.cache.at_hand(key, audience)?;
    match of_round(key, &found) {
        Some(round) => shared.cache.at_hand(round, audience),
        None => Some(found),
    }
}

/// Returns the key of the standings that the document refers to. Before the first round, it refers to none: it is the
/// standings.
fn of_round<'a>(key: &DocumentKey, found: &'a Entry) -> Option<&'a DocumentKey> {
    found.second_source(|| {
        let current: CurrentStandings = serde_json::from_slice(&found.body).ok()?;
        Some(DocumentKey::new(key.organization_id, ViewKind::RoundStandings, current.round_id))
    })
}

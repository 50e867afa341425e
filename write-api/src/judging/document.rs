//! Answers of penalties and calls.

use std::borrow::Cow;

use domain::documents::{JudgeCallDocument, PenaltyDocument};
use domain::user::nameless;

use crate::prelude::*;

/// Answers with a penalty as it was after the write.
pub(crate) async fn penalty(
    request: &WriteRequest,
    status: StatusCode,
    written: &Folded<Tournament>,
    id: PenaltyId,
) -> Result<Response, Problem> {
    let penalty = written.state.penalty(id).ok_or_else(|| nothing("penalty", &id.to_string()))?;
    let name = name_of(request, &written.state, Some(penalty.issued.registration_id)).await?;
    let document = PenaltyDocument::new(&written.state, penalty, Cow::Owned(name));
    answer::versioned(request, status, written, &document).await
}

/// Answers with a call as it was after the write.
pub(crate) async fn call(
    request: &WriteRequest,
    status: StatusCode,
    written: &Folded<Tournament>,
    id: CallId,
) -> Result<Response, Problem> {
    let call = written.state.call(id).ok_or_else(|| nothing("call", &id.to_string()))?;
    let name = name_of(request, &written.state, call.call.registration_id).await?;
    let document = JudgeCallDocument::new(&written.state, call, Cow::Owned(name));
    answer::versioned(request, status, written, &document).await
}

/// Returns the name of a player; empty if there is none.
async fn name_of(
    request: &WriteRequest,
    tournament: &Tournament,
    player: Option<RegistrationId>,
) -> Result<String, Problem> {
    let Some(entry) = player.and_then(|player| tournament.registration(player)) else { return Ok(String::new()) };
    let user = request.api().user(entry.user_id).await.map_err(problems::unanswered)?;
    Ok(user.map_or_else(|| nameless(entry.user_id).into_owned(), |user| user.state.name().into_owned()))
}

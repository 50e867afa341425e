//! Answers of penalties and calls.

use std::borrow::Cow;

use domain::documents::{JudgeCallDocument, PenaltyDocument};
use domain::user::nameless;

use crate::prelude::*;

/// Answers with a penalty as it was after the write.
pub(crate) async fn penalty(
    request: &WriteRequest,
    written: &Written<Tournament>,
    id: PenaltyId,
) -> Result<Response, Problem> {
    let tournament = &written.folded.state;
    let penalty = tournament.penalty(id).ok_or_else(|| nothing("penalty", &id.to_string()))?;
    let name = name_of(request, tournament, Some(penalty.issued.registration_id)).await?;
    answer::versioned(request, written, &PenaltyDocument::new(tournament, penalty, Cow::Owned(name))).await
}

/// Answers with a call as it was after the write.
pub(crate) async fn call(
    request: &WriteRequest,
    written: &Written<Tournament>,
    id: CallId,
) -> Result<Response, Problem> {
    let tournament = &written.folded.state;
    let call = tournament.call(id).ok_or_else(|| nothing("call", &id.to_string()))?;
    let name = name_of(request, tournament, call.call.registration_id).await?;
    answer::versioned(request, written, &JudgeCallDocument::new(tournament, call, Cow::Owned(name))).await
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

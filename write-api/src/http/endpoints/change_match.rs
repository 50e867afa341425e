//! `PATCH /api/v1/magic-events/{id}/matches/{match_id}/`: changes the judge, time and deck check of a match.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use proto_events::ids::UserId;
use service_kit::problem::Problem;

use crate::commands::matches::change_match::ChangeMatch;
use crate::commands::matches::extend_time::EXTENSION_SECONDS_MAX;
use crate::http::call::Call;
use crate::http::documents::matches;
use crate::http::problems;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "change_match",
    tag: Tag::Organizing,
    summary: "Change a match",
    text: "Fields that are not given stay as they are. A match can be featured at any time; judges, time extensions \
           and deck checks are for matches whose round is not complete (409). `time_extension_seconds` is the sum of \
           all extensions.",
    parameters: &[],
    body: Some("MatchChange"),
    answer: Answer::Json(200, "WrittenMatch"),
};

/// Handles the request.
pub(crate) async fn answer(call: Call, body: Body) -> Result<Response, Problem> {
    let (tournament_id, match_id) = (call.id("event")?, call.id_in("match_id", "match")?);
    let mut sent = Sent::read(&call, body, "{\"is_feature_match\": true}").await?;
    let fields = &mut sent.fields;
    let command = ChangeMatch {
        match_id,
        is_feature_match: fields.boolean("is_feature_match"),
        judge_user_id: fields.id_or_null("assigned_judge").map(|judge| judge.map(UserId)),
        time_extension_seconds: fields.number("time_extension_seconds", 0..=EXTENSION_SECONDS_MAX),
        deck_check_started: fields.boolean("deck_check_started"),
        deck_check_completed: fields.boolean("deck_check_completed"),
    };
    let order = sent.order(&call, tournament_id)?;
    let done = call.shared.commands.change_match(&order, &command).await.map_err(problems::not_done)?;
    matches::answer(&call, &done.folded, match_id).await
}

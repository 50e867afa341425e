//! `GET /api/v1/tournament-rounds/{id}/matches/`: a round's matches in detail, with team matches for `teams=true`.
//!
//! Team matches contain data of registrations (e-mail addresses, payments), so they need the permission to read
//! registrations.

use api_kit::description::{Answer, Description, Parameter, Tag, Values};
use axum::response::Response;
use domain::permissions::Operation::ReadRegistrations;
use service_kit::message;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::answer;
use crate::call::{Call, Caller};
use crate::own_events::Named;

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] =
    &[ViewKind::RoundMatches, ViewKind::RoundTeamMatches, ViewKind::OwnRegistration, ViewKind::RoundEvent];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_round_matches",
    tag: Tag::Rounds,
    summary: "Get a round with its matches in detail",
    text: "Matches are sorted by table number. `winning_player`, `assigned_judge` and `winner` are null if there is \
           none. `team_event_matches` is filled only with `teams=true`, and is empty for events without teams. Team \
           matches contain e-mail addresses and payments, so they need the permission to read registrations.",
    parameters: &[Parameter {
        name: "teams",
        text: "Whether `team_event_matches` is filled.",
        values: Values::Boolean,
        example: "true",
    }],
    body: None,
    answer: Answer::Json(200, "RoundMatches"),
};

/// Answers with the document. Events without teams have only one form of it.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let with_teams = call.query().boolean("teams")?.unwrap_or(false);
    if with_teams && let Some(found) = call.find_of_event(&caller, ViewKind::RoundTeamMatches, Named::Round).await? {
        if found.as_player {
            return Err(Problem::forbidden(message!(
                "team-matches-for-staff",
                "Only the event's staff may read its team matches."
            )));
        }
        caller.authorize(ReadRegistrations)?;
        return answer::entry(&call.headers, &found.entry, call.form).await;
    }
    call.of_event(&caller, ViewKind::RoundMatches, Named::Round).await
}

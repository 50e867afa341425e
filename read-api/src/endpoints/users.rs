//! `GET /api/v1/users/`: the people whom the organization knows, found by name.

use api_kit::description::{Answer, Description, Parameter, Tag, Values};
use api_kit::known_people::{Found, KINDS};
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::limits::SHORT_TEXT;
use proto_events::ids::{TournamentId, UserId};
use serde::Serialize;
use service_kit::problem::Problem;
use storage::ViewKind;
use utoipa::ToSchema;

use super::made;
use crate::call::{Call, Caller};
use crate::query::malformed;

/// The views that it reads.
pub(crate) const DRAWS_ON: &[ViewKind] = KINDS;

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "search_users",
    tag: Tag::Members,
    summary: "Search the people whom your organization knows",
    text: "People whose accounts your organization manages, its members, and people who signed up for one of its events. \
           Each word of `search` must begin a word of the name, or the text the username; case and accents do not \
           matter. At most 20 people, the best matches first; none without a text. Nothing is answered about anyone else.",
    parameters: &[Parameter {
        name: "search",
        text: "The beginning of a name.",
        values: Values::Text(SHORT_TEXT),
        example: "ada la",
    }],
    body: None,
    answer: Answer::JsonArray("KnownPerson"),
};

/// A person whom an organization knows.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = KnownPerson)]
pub(crate) struct KnownPersonDocument<'a> {
    /// Id of the person. Registrations take it as `user_id`.
    #[schema(value_type = i64)]
    id: UserId,
    /// The name that identifies the person best.
    best_identifier: &'a str,
    /// Name for signing in; empty if the person cannot sign in.
    username: &'a str,
    /// The last of your organization's events that the person played in; null if there is none.
    last_event: Option<LastEventDocument<'a>>,
}

/// The last event that a person played in.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LastEvent)]
pub(crate) struct LastEventDocument<'a> {
    /// Id of the event.
    #[schema(value_type = i64)]
    id: TournamentId,
    /// Its name.
    name: &'a str,
    /// When it starts; null if no date is set.
    start_datetime: Option<DateTime<Utc>>,
}

impl<'a> KnownPersonDocument<'a> {
    fn new(found: &'a Found) -> Self {
        let event = |event: &'a api_kit::known_people::LastEvent| LastEventDocument {
            id: event.id,
            name: &event.name,
            start_datetime: event.starts,
        };
        Self {
            id: found.person.user_id,
            best_identifier: &found.person.name,
            username: &found.person.username,
            last_event: found.last_event.as_ref().map(event),
        }
    }
}

/// Answers with the people who were found.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let organization_id = caller.organization()?;
    let query = call.query();
    let text = query.text("search").unwrap_or_default();
    if text.chars().count() > SHORT_TEXT {
        return Err(malformed("search", format!("must have at most {SHORT_TEXT} characters")));
    }
    let found = call.shared.people.search(organization_id, text).await?;
    made(&call, &found.iter().map(KnownPersonDocument::new).collect::<Vec<_>>()).await
}

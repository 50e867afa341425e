//! Conventions: in full form, and in short by time.

use api_kit::description::{Answer, AnswerSchema, Parameter, Tag, Values};
use api_kit::path::short;
use axum::response::Response;
use domain::documents::ConventionDocument;
use domain::permissions::Operation::ReadConventions;
use service_kit::message;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::call::{Call, Caller};
use crate::endpoint::{Endpoint, Handler};
use crate::selection::{self, Selectable, parameters};
use crate::stored::Stored;

pub(crate) static ENDPOINTS: &[Endpoint] = &[LIST, ONE, OF_STORE, OF_KEY];

const LIST: Endpoint = Endpoint {
    template: "/api/v1/conventions/",
    handler: Handler::Stored(ReadConventions, Stored::Selection(Selectable::Conventions)),
    source_views: &[ViewKind::Convention, ViewKind::EventCard, ViewKind::ListedEvent, ViewKind::ConventionSummary],
    id: "list_conventions",
    tag: Tag::Conventions,
    summary: "List the conventions of your organization in full form",
    text: "Sorted by start, undated ones last, then by id. Each convention contains its events in the same order. \
           Without parameters, the whole list is streamed. With any of them, the answer is a page, and `Link` has the \
           address of the next one. A summary lacks the events.",
    parameters: &parameters(|| Selectable::Conventions.statuses(), "SCHEDULED"),
    answer: Answer::JsonArrayOrSummaries(
        AnswerSchema::of::<ConventionDocument<'_>>(),
        AnswerSchema::Documents(ViewKind::ConventionSummary),
    ),
    ..Endpoint::NEW
};

const ONE: Endpoint = Endpoint {
    template: "/api/v1/conventions/{slug}/",
    handler: Handler::Known(ReadConventions, |call, caller| Box::pin(convention(call, caller))),
    source_views: &[ViewKind::Convention, ViewKind::EventCard],
    id: "get_convention",
    tag: Tag::Conventions,
    summary: "Get a convention in full form by its slug",
    text: "Nullable fields are null if nothing is known. `slug` must match exactly.",
    answer: Answer::of::<ConventionDocument<'_>>(200),
    ..Endpoint::NEW
};

async fn convention(call: Call, caller: Caller) -> Result<Response, Problem> {
    let slug = call.param("slug");
    let entry = call.find(caller.organization()?, ViewKind::Convention, slug).await?;
    let entry = entry.ok_or_else(|| {
        let slug = short(slug);
        Problem::not_found(message!(
            "unknown-slug",
            "There is no convention with the slug `{slug}`; see `slug` in the list of conventions.",
            slug
        ))
    })?;
    call.answer(&entry).await
}

const OF_STORE: Endpoint = Endpoint {
    template: "/api/v1/store-profiles/conventions/",
    handler: Handler::Known(ReadConventions, |call, caller| Box::pin(conventions_in_short(call, caller))),
    source_views: &[ViewKind::ConventionSummary],
    id: "list_store_conventions",
    tag: Tag::Conventions,
    summary: "List the conventions of your store in short",
    text: "Sorted by start, undated ones last, then by id. Not paginated. Filters may be combined. Filters by start \
           leave out conventions without a start. Texts without a value are empty, times are null.",
    parameters: &[
        Parameter {
            name: "start_date_after",
            text: "Only conventions that start at this time or later.",
            values: Values::Time,
            example: "2026-03-01 08:00",
        },
        Parameter {
            name: "start_date_before",
            text: "Only conventions that start at this time or earlier.",
            values: Values::Time,
            example: "2026-03-31 20:00",
        },
        Parameter {
            name: "ongoing",
            text: "Whether only conventions that have begun and are not over are listed.",
            values: Values::Boolean,
            example: "true",
        },
    ],
    answer: Answer::documents(ViewKind::ConventionSummary),
    ..Endpoint::NEW
};

/// The same list at a second path: a key belongs to one store.
const OF_KEY: Endpoint = Endpoint {
    template: "/api/v1/api-keys/conventions/",
    id: "list_key_conventions",
    summary: "List the conventions of the store that your key belongs to, in short",
    ..OF_STORE
};

async fn conventions_in_short(call: Call, caller: Caller) -> Result<Response, Problem> {
    let query = call.query();
    let ongoing = query.boolean("ongoing")?.unwrap_or(false);
    let times = [query.time("start_date_after")?, query.time("start_date_before")?];
    selection::conventions_in_short(&call, &caller, times, ongoing.then(|| call.shared.clock.now())).await
}

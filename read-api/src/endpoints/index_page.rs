//! `/` and `/events/`: the index of public events.
//!
//! The page is drawn once for each choice and each state of the list of public events, and is then in memory.

use std::sync::Arc;

use api_kit::description::{Answer, Description, Parameter, Tag, Values};
use api_kit::store_failed;
use axum::response::Response;
use chrono::{DateTime, TimeDelta, Utc};
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::EventFormat;
use service_kit::problem::Problem;
use storage::{ListFilter, Stage, ViewKind};
use web::public::index::{self, Index};
use web::texts::Language;

use super::language::LANGUAGE;
use crate::answer;
use crate::cache::Entry;
use crate::call::Call;
use crate::drawing::Sources;
use crate::form::Form;
use crate::public_lists::{Choice, stores, with_chosen};

/// The views that the page is drawn from.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::PublicEvent];

/// Maximum number of running and of upcoming events on a page, and of finished ones.
const MOST: usize = 50;
const MOST_FINISHED: usize = 25;
/// How long after its planned start an event is upcoming that has not begun. Later it is shown nowhere.
const LATE: TimeDelta = TimeDelta::days(1);
/// The page says which events are upcoming at a moment of this precision.
const STEP: i64 = 60;

/// The filters.
pub(super) const STORE: Parameter = Parameter {
    name: "store",
    text: "Only events of the organization with this id. Empty: all.",
    values: Values::Preferably(|| vec!["1"]),
    example: "1",
};
pub(super) const FORMAT: Parameter = Parameter {
    name: "format",
    text: "Only events of this format. Empty: all.",
    values: Values::Preferably(formats),
    example: "LEGACY",
};
pub(super) const AFTER: Parameter = Parameter {
    name: "after",
    text: "Only events on or after this day, where they take place: `2026-03-01`. Anything else is ignored.",
    values: Values::Preferably(|| vec!["2026-03-01"]),
    example: "2026-03-01",
};
pub(super) const BEFORE: Parameter = Parameter {
    name: "before",
    text: "Only events on or before this day. Anything else is ignored.",
    values: Values::Preferably(|| vec!["2026-03-31"]),
    example: "2026-03-31",
};

/// Returns the parameter with the place in a list that a page goes on from.
const fn place(name: &'static str) -> Parameter {
    Parameter {
        name,
        text: "Where this list goes on, from the link on the page before. Other lists are left out then.",
        values: Values::Preferably(|| vec!["1772877600000.40"]),
        example: "1772877600000.40",
    }
}

fn formats() -> Vec<&'static str> {
    EventFormat::ALL.iter().map(|format| format.wire_name()).collect()
}

/// The parameters of both addresses.
pub(super) const PARAMETERS: &[Parameter] =
    &[STORE, FORMAT, AFTER, BEFORE, place("running"), place("upcoming"), place("finished"), LANGUAGE];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "show_index",
    tag: Tag::Pages,
    summary: "Show the public events, at the address of the service",
    text: "The same page as `/events/`.",
    parameters: PARAMETERS,
    body: None,
    answer: Answer::Html,
};

/// Answers with the page.
pub(crate) async fn answer(call: Call) -> Result<Response, Problem> {
    let choice = Choice::of(&call.query());
    let now = call.shared.clock.now();
    let page = page(&call, &choice, now).await?;
    answer::entry(&call.headers, &page, Form::PUBLIC_PAGE.in_language(call.language())).await
}

/// Returns the sources of something that is determined by the list of public events and by a text.
pub(super) async fn sources(call: &Call, language: Language, text: &str) -> Result<Sources, Problem> {
    let views = &*call.shared.views;
    let state = views.list_state(OrganizationId::SHARED, ViewKind::PublicEvent, ListFilter::default()).await;
    let state = state.map_err(store_failed)?;
    let determined_by = Entry::made(format!("{state:?} {text}").into(), false);
    Ok(Sources::new(ViewKind::PublicEvent, language, &determined_by, [None; 2]))
}

/// Returns the stores to choose from. They are read once for each state of the list.
async fn known_stores(call: &Call) -> Result<Vec<(i64, String)>, Problem> {
    let (views, drawings) = (&*call.shared.views, &call.shared.drawings);
    let sources = sources(call, Language::English, "stores").await?;
    let known = match drawings.at_hand(&sources) {
        Some(known) => known,
        None => {
            let stores = stores(views).await?;
            drawings.get(sources, move || serde_json::to_string(&stores)).await?
        }
    };
    serde_json::from_slice(&known.body).map_err(Problem::internal)
}

async fn page(call: &Call, choice: &Choice, now: DateTime<Utc>) -> Result<Arc<Entry>, Problem> {
    let (shared, language) = (&call.shared, call.language());
    let views = &*shared.views;
    let minute = now.timestamp().div_euclid(STEP);
    let sources = sources(call, language, &format!("index {choice:?} {minute}")).await?;
    if let Some(page) = shared.drawings.at_hand(&sources) {
        return Ok(page);
    }
    let since = DateTime::from_timestamp(minute * STEP, 0).unwrap_or(now) - LATE;
    let is_later = [choice.after_running, choice.after_upcoming, choice.after_finished].iter().any(Option::is_some);
    let shows = |is_named: bool| is_named || !is_later;
    let mut index = Index { filter: choice.filter.clone(), is_later_page: is_later, ..Index::default() };
    index.stores = with_chosen(views, known_stores(call).await?, choice.filter.store).await?;
    if shows(choice.after_running.is_some()) {
        index.running = Some(choice.latest(views, Stage::Running, MOST).await?);
    }
    if shows(choice.after_upcoming.is_some()) {
        index.upcoming = Some(choice.upcoming(views, since, MOST).await?);
    }
    if shows(choice.after_finished.is_some()) {
        index.finished = Some(choice.latest(views, Stage::Finished, MOST_FINISHED).await?);
    }
    let base = shared.settings.base_path().to_owned();
    shared.drawings.get(sources, move || index::draw(language, &base, &index)).await
}

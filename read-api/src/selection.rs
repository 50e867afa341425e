//! Lists of events, rounds and conventions with parameters: filtered, sorted by start, page by page, whole or in short.
//!
//! [`ListedEvent`]s and the summaries of conventions decide what such a list has: they are small and in the order of
//! lists. Whole documents are then read through the cache, as the caller sees them.

use std::collections::BTreeSet;

use api_kit::description::{Parameter, Values};
use api_kit::path::short;
use api_kit::store_failed;
use axum::http::{HeaderValue, Uri, header};
use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::documents::{ListedEvent, to_json};
use domain::limits::{CONVENTION_SLUG, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX};
use futures::{StreamExt, stream};
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::{ConventionStatus, EventFormat, LifecycleStatus, ProgressStatus};
use serde::Deserialize;
use service_kit::message;
use service_kit::problem::Problem;
use sha2::{Digest, Sha256};
use storage::{DocumentBody, ListRange, Snapshot, StoreError, ViewKind};

use crate::call::{Call, Caller};
use crate::listing::{self, Framing, Listed, offset, place};
use crate::query::{Query, event_formats, malformed};

/// Maximum number of whole documents on a page.
const WHOLE_MAX: i64 = 100;
/// Documents that are read first for each entry up to the end of a page.
const READ_AHEAD: i64 = 4;
/// The sort keys of documents with a start, and of those without one.
const DATED: (&str, &str) = ("0", "1");
const UNDATED: (&str, &str) = ("1", "2");

/// The kinds of views that only requests with parameters read. They come last in a list's source views.
const FILTERED_BY: &[ViewKind] = &[ViewKind::ListedEvent, ViewKind::ConventionSummary];

/// Returns those of the kinds that a request reads.
pub(crate) fn source_views(kinds: &'static [ViewKind], uri: &Uri) -> &'static [ViewKind] {
    let without = if uri.query().is_none() { kinds.strip_suffix(FILTERED_BY) } else { None };
    without.unwrap_or(kinds)
}

/// A list that takes parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Selectable {
    Events,
    Rounds,
    Conventions,
}

/// Returns the parameters of a list whose members have these statuses.
pub(crate) const fn parameters(statuses: fn() -> Vec<&'static str>, status: &'static str) -> [Parameter; 9] {
    use Values::{Boolean, Integer, OneOf, Text, Time};
    const SIZES: Values = Integer(1, PAGE_SIZE_MAX, Some(PAGE_SIZE_DEFAULT));
    const fn parameter(name: &'static str, text: &'static str, values: Values, example: &'static str) -> Parameter {
        Parameter { name, text, values, example }
    }
    [
        parameter("status", "Only those with this status.", OneOf(statuses), status),
        parameter(
            "format",
            "Only events of this format, or what belongs to such events.",
            OneOf(event_formats),
            "LEGACY",
        ),
        parameter("start_date_after", "Only those that start at this time or later.", Time, "2026-03-01 08:00"),
        parameter("start_date_before", "Only those that start at this time or earlier.", Time, "2026-03-31 20:00"),
        parameter("convention", "Only those of the convention with this slug.", Text(CONVENTION_SLUG), "spring-open"),
        parameter("page", "Number of the page.", Integer(1, i64::MAX, Some(1)), "2"),
        parameter("page_size", "Entries on a page; at most 100 without `summary=true`.", SIZES, "20"),
        parameter("newest_first", "Whether the latest start comes first. Undated ones are last.", Boolean, "true"),
        parameter("summary", "Whether the entries are summaries.", Boolean, "true"),
    ]
}

/// What a request asks for.
#[derive(Debug, Default)]
struct Choice {
    status: Option<&'static str>,
    format: Option<EventFormat>,
    after: Option<DateTime<Utc>>,
    before: Option<DateTime<Utc>>,
    /// Only conventions that are ongoing at this time.
    ongoing_at: Option<DateTime<Utc>>,
    convention: Option<Convention>,
    number: i64,
    size: i64,
    newest_first: bool,
    in_short: bool,
}

/// A convention as lists are filtered by it.
#[derive(Debug, Clone, Deserialize)]
struct Convention {
    id: i64,
    slug: String,
    status: ConventionStatus,
    start_datetime: Option<DateTime<Utc>>,
    end_datetime: Option<DateTime<Utc>>,
}

impl Convention {
    /// Whether it has begun at a time and is not over.
    fn is_ongoing(&self, now: DateTime<Utc>) -> bool {
        self.start_datetime.is_some_and(|start| start <= now) && self.end_datetime.is_some_and(|end| now < end)
    }
}

/// A member of a list: the key of its document, and the document in short.
struct Member {
    key: String,
    summary: Bytes,
}

/// A page of a list.
struct Page {
    bodies: Vec<Bytes>,
    tag: String,
    link: Option<HeaderValue>,
}

/// Answers a request with parameters; `None` if it has none.
pub(crate) async fn answer(call: &Call, caller: &Caller, of: Selectable) -> Result<Option<Response>, Problem> {
    let query = call.query();
    if call.parameters.iter().all(|parameter| query.text(parameter.name).is_none()) {
        return Ok(None);
    }
    let organization_id = caller.organization()?;
    let choice = Choice::of(call, &query, organization_id, of).await?;
    // There is no such page.
    if choice.number < 1 {
        place(choice.number, choice.size, 0)?;
    }
    // A page that cannot exist is read as an empty page past the end.
    let before = offset(choice.number, choice.size).unwrap_or(i64::MAX);
    let end = before.saturating_add(choice.size);
    let is_more = |members: &[Member]| usize::try_from(end).is_ok_and(|end| members.len() > end);
    let mut members = Vec::new();
    // Most pages are near the beginning, so that the rest of a long list is read only if they are not full.
    for most in [end.saturating_mul(READ_AHEAD), i64::MAX] {
        members = of.members(call, organization_id, &choice, most).await?;
        if is_more(&members) {
            break;
        }
    }
    let count = i64::try_from(members.len()).map_err(Problem::internal)?;
    if choice.number > 1 && count <= before {
        return Err(Problem::not_found(message!(
            "page-after-the-end",
            "There is no page {number}: the list ends before it.",
            number = choice.number
        )));
    }
    let [first, size] = [place(choice.number, choice.size, count)?, choice.size]
        .map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    let link = is_more(&members).then(|| next_page(call, choice.number + 1)).flatten();
    let members: Vec<_> = members.drain(first..).take(size).collect();
    let mut bodies = Vec::with_capacity(members.len());
    for Member { key, summary } in members {
        if choice.in_short {
            bodies.push(summary);
        } else if let Some(entry) = call.find(organization_id, of.kind(), key).await? {
            bodies.push(entry.body.clone());
        }
    }
    answer_with(call, caller, organization_id, bodies, link).await.map(Some)
}

/// Answers with the summaries of the conventions that start within these times, and that are ongoing at a time.
pub(crate) async fn conventions_in_short(
    call: &Call,
    caller: &Caller,
    [after, before]: [Option<DateTime<Utc>>; 2],
    ongoing_at: Option<DateTime<Utc>>,
) -> Result<Response, Problem> {
    let organization_id = caller.organization()?;
    let choice = Choice { after, before, ongoing_at, ..Choice::default() };
    let members = conventions(call, organization_id, &choice, i64::MAX).await?;
    answer_with(call, caller, organization_id, members.into_iter().map(|member| member.summary).collect(), None).await
}

async fn answer_with(
    call: &Call,
    caller: &Caller,
    organization_id: OrganizationId,
    bodies: Vec<Bytes>,
    link: Option<HeaderValue>,
) -> Result<Response, Problem> {
    let page = Page { tag: tag_of(organization_id, &bodies, link.as_ref()), bodies, link };
    listing::answer(call, Some(caller), call.response_headers, &call.shared.lists, &page).await
}

/// Returns the tag of a page: the digest of its bytes.
fn tag_of(organization_id: OrganizationId, bodies: &[Bytes], link: Option<&HeaderValue>) -> String {
    let mut hash = Sha256::new_with_prefix(organization_id.0.to_be_bytes());
    hash.update([u8::from(link.is_some())]);
    for body in bodies {
        hash.update(body.len().to_be_bytes());
        hash.update(body);
    }
    URL_SAFE_NO_PAD.encode(&hash.finalize()[..16])
}

/// Returns the header with the address of the next page.
fn next_page(call: &Call, number: i64) -> Option<HeaderValue> {
    let others = call.uri.query().unwrap_or_default().split('&').filter(|pair| !pair.starts_with("page="));
    let query = others.chain([&*format!("page={number}")]).collect::<Vec<_>>().join("&");
    HeaderValue::try_from(format!("<?{query}>; rel=\"next\"")).ok()
}

impl Choice {
    async fn of(call: &Call, query: &Query, organization: OrganizationId, of: Selectable) -> Result<Self, Problem> {
        let in_short = query.boolean("summary")?.unwrap_or(false);
        let most = if in_short { PAGE_SIZE_MAX } else { WHOLE_MAX };
        let status = |text| {
            let valid = of.statuses();
            let found = valid.iter().copied().find(|known| *known == text);
            found.ok_or_else(|| malformed("status", format!("must be one of {}", valid.join(", "))))
        };
        let format = |text| {
            let wrong = || malformed("format", format!("must be one of {}", event_formats().join(", ")));
            EventFormat::parse_loosely(text).ok_or_else(wrong)
        };
        let convention = match query.text("convention") {
            Some(slug) => Some(convention(call, organization, slug).await?),
            None => None,
        };
        Ok(Self {
            status: query.text("status").map(status).transpose()?,
            format: query.text("format").map(format).transpose()?,
            after: query.time("start_date_after")?,
            before: query.time("start_date_before")?,
            ongoing_at: None,
            convention,
            number: query.integer("page", i64::MIN, i64::MAX)?.unwrap_or(1),
            size: query.integer("page_size", 1, most)?.unwrap_or(PAGE_SIZE_DEFAULT),
            newest_first: query.boolean("newest_first")?.unwrap_or(false),
            in_short,
        })
    }

    /// Returns whether something with this start matches.
    fn has_start(&self, start: Option<DateTime<Utc>>) -> bool {
        let is_within =
            |start| self.after.is_none_or(|after| after <= start) && self.before.is_none_or(|before| start <= before);
        start.map_or(self.after.is_none() && self.before.is_none(), is_within)
    }

    fn has_event(&self, event: &ListedEvent) -> bool {
        let is_there = |convention: &Convention| event.convention.is_some_and(|id| id.0 == convention.id);
        self.format.is_none_or(|format| format == event.format)
            && self.convention.as_ref().is_none_or(is_there)
            && self.has_start(event.start)
    }

    fn has_status(&self, status: &str) -> bool {
        self.status.is_none_or(|wanted| wanted == status)
    }

    /// Reads documents of a kind in the order that is asked for, at most so many.
    async fn read(&self, call: &Call, of: (OrganizationId, ViewKind), limit: i64) -> Result<Vec<Bytes>, Problem> {
        let mut found: Vec<Bytes> = Vec::new();
        for (from, to) in [DATED, UNDATED] {
            let limit = limit.saturating_sub(i64::try_from(found.len()).unwrap_or(i64::MAX));
            let (from, to, is_reverse) = (from.to_owned(), to.to_owned(), self.newest_first);
            let range = ListRange { organization_id: of.0, kind: of.1, from, to, is_reverse, limit };
            let bodies = call.shared.views.range(&range).await.map_err(store_failed)?;
            found.extend(bodies.iter().map(DocumentBody::for_everyone));
        }
        Ok(found)
    }
}

async fn convention(call: &Call, organization_id: OrganizationId, slug: &str) -> Result<Convention, Problem> {
    let found = call.find(organization_id, ViewKind::ConventionSummary, slug).await?;
    let unknown = || malformed("convention", format!("names no convention of your organization: `{}`", short(slug)));
    serde_json::from_slice(&found.ok_or_else(unknown)?.body).map_err(Problem::internal)
}

impl Selectable {
    /// Returns the kind of its whole documents.
    pub(crate) fn kind(self) -> ViewKind {
        match self {
            Self::Events => ViewKind::MagicEvent,
            Self::Rounds => ViewKind::Round,
            Self::Conventions => ViewKind::Convention,
        }
    }

    /// Returns the statuses of its members.
    pub(crate) fn statuses(self) -> Vec<&'static str> {
        match self {
            Self::Events => LifecycleStatus::ALL.iter().map(|status| status.wire_name()).collect(),
            Self::Rounds => ProgressStatus::ALL.iter().map(|status| status.wire_name()).collect(),
            Self::Conventions => ConventionStatus::ALL.iter().map(|status| status.wire_name()).collect(),
        }
    }

    /// Returns the members that match, among those in the first documents.
    async fn members(
        self,
        call: &Call,
        of: OrganizationId,
        choice: &Choice,
        most: i64,
    ) -> Result<Vec<Member>, Problem> {
        match self {
            Self::Events => {
                let events = events(call, of, choice, most).await?;
                let events = events.into_iter().filter(|event| choice.has_status(event.status.wire_name()));
                let member = |event: ListedEvent| {
                    let summary: Box<str> = event.summary.into();
                    Member { key: event.id.to_string(), summary: Bytes::from(String::from(summary)) }
                };
                Ok(events.map(member).collect())
            }
            Self::Rounds => rounds(&events(call, of, choice, most).await?, choice),
            Self::Conventions => conventions(call, of, choice, most).await,
        }
    }
}

/// Returns the events that match, whatever their status.
async fn events(call: &Call, of: OrganizationId, choice: &Choice, limit: i64) -> Result<Vec<ListedEvent>, Problem> {
    let mut events = Vec::new();
    for body in choice.read(call, (of, ViewKind::ListedEvent), limit).await? {
        let event = serde_json::from_slice(&body).map_err(Problem::internal)?;
        if choice.has_event(&event) {
            events.push(event);
        }
    }
    Ok(events)
}

/// Returns the rounds of events, the last ones first if the newest ones are asked for first.
fn rounds(events: &[ListedEvent], choice: &Choice) -> Result<Vec<Member>, Problem> {
    let mut members = Vec::new();
    for event in events {
        let mut rounds = event.rounds.clone();
        if choice.newest_first {
            rounds.reverse();
        }
        for round in rounds.into_iter().filter(|round| choice.has_status(round.status.wire_name())) {
            let summary = to_json(&round).map_err(Problem::internal)?.into();
            members.push(Member { key: round.id.to_string(), summary });
        }
    }
    Ok(members)
}

async fn conventions(call: &Call, of: OrganizationId, choice: &Choice, most: i64) -> Result<Vec<Member>, Problem> {
    let with_format: Option<BTreeSet<i64>> = match choice.format {
        Some(format) => {
            let choice = Choice { format: Some(format), ..Choice::default() };
            let events = events(call, of, &choice, i64::MAX).await?;
            Some(events.iter().filter_map(|event| event.convention).map(|id| id.0).collect())
        }
        None => None,
    };
    let mut members = Vec::new();
    for summary in choice.read(call, (of, ViewKind::ConventionSummary), most).await? {
        let convention: Convention = serde_json::from_slice(&summary).map_err(Problem::internal)?;
        let is_chosen = choice.convention.as_ref().is_none_or(|chosen| chosen.id == convention.id)
            && with_format.as_ref().is_none_or(|ids| ids.contains(&convention.id))
            && choice.has_status(convention.status.wire_name())
            && choice.has_start(convention.start_datetime)
            && choice.ongoing_at.is_none_or(|now| convention.is_ongoing(now));
        if is_chosen {
            members.push(Member { key: convention.slug, summary });
        }
    }
    Ok(members)
}

impl Listed for Page {
    type State = ();

    async fn state(&self) -> Result<(), StoreError> {
        Ok(())
    }

    async fn open(&self) -> Result<Snapshot<()>, StoreError> {
        Ok(Snapshot { state: (), bodies: stream::iter(self.bodies.clone()).map(Ok).boxed() })
    }

    fn framing(&self, (): &()) -> Result<Framing, Problem> {
        let headers = self.link.iter().map(|link| (header::LINK, link.clone())).collect();
        Ok(Framing { tag: Some(self.tag.clone()), headers, ..Framing::array() })
    }
}

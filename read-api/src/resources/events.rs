//! Events and the documents of an event: its state, registrations, standings, lists and audit, and the stream of its
//! changes.
//!
//! Entries of an audit are stored in parts without names. The names of keys and persons are read for each request, so
//! that no audit keeps an old name.

use std::collections::HashMap;
use std::sync::Arc;

use api_kit::Party;
use api_kit::description::{Answer, AnswerSchema, Parameter, Tag, Values};
use api_kit::path::nothing;
use api_kit::streams::{self, StreamRequest, StreamRight};
use axum::body::Body;
use axum::response::Response;
use domain::documents::{
    AUDIT_VERSIONS_PER_PART, ActorDocument, ActorType, ArchetypesDocument, AuditEntry, DecklistDocument, EventInShort,
    OrganizedEvent, RegistrationDocument,
};
use domain::limits::{PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX};
use domain::permissions::Operation::{
    FollowEvents, ReadEventAudit, ReadEventDecklists, ReadEventSettings, ReadEvents, ReadOneEvent, ReadRegistrations,
};
use proto_events::Version;
use proto_events::ids::{OrganizationId, UserId};
use serde::Serialize;
use service_kit::message;
use service_kit::problem::Problem;
use storage::{AuditHead, CurrentStandings, DocumentKey, ViewKind};
use utoipa::ToSchema;

use super::decklists::sees_secret_lists;
use crate::audience::Audience;
use crate::cache::Entry;
use crate::call::{Call, Caller};
use crate::endpoint::{Cached, Endpoint, Handler};
use crate::live::{DOCUMENTS, FactsReader, SentSnapshot, Topic};
use crate::own_events::{Found, Named};
use crate::selection::{Selectable, parameters};
use crate::shared::Shared;
use crate::stored::{Stored, answer_of_event};
use crate::tiebreakers::TIEBREAKERS;

pub(crate) static ENDPOINTS: &[Endpoint] = &[
    LIST,
    ONE,
    OVERVIEW,
    LIVE,
    SETTINGS,
    REGISTRATIONS,
    CURRENT_STANDINGS,
    DECKLISTS,
    ARCHETYPES,
    TAGGED_PLAYERS,
    AUDIT,
];

const LIST: Endpoint = Endpoint {
    template: "/api/v1/magic-events/",
    handler: Handler::Stored(ReadEvents, Stored::Selection(Selectable::Events)),
    source_views: &[ViewKind::MagicEvent, ViewKind::ListedEvent, ViewKind::ConventionSummary],
    id: "list_events",
    tag: Tag::Events,
    summary: "List the events of your organization with everything in them",
    text: "Sorted by start, undated ones last, then by id. Without parameters, the whole list is streamed, \
           which can be long. With any of them, the answer is a page, and `Link` has the address of the next one. A \
           summary lacks players, phases and matches. To follow one event, poll its overview instead.",
    parameters: &parameters(|| Selectable::Events.statuses(), "EVENT_FINISHED"),
    answer: Answer::JsonArrayOrSummaries(
        AnswerSchema::Documents(ViewKind::MagicEvent),
        AnswerSchema::of::<EventInShort<'_>>(),
    ),
    ..Endpoint::NEW
};

const ONE: Endpoint = Endpoint {
    template: "/api/v1/magic-events/{id}/",
    handler: Handler::Stored(ReadOneEvent, Stored::ForPlayers(ViewKind::MagicEvent, Named::Event)),
    source_views: &[ViewKind::MagicEvent, ViewKind::OwnRegistration],
    cached: Some(Cached::document(ViewKind::MagicEvent)),
    id: "get_event",
    tag: Tag::Events,
    summary: "Get an event with everything in it",
    text: "Contains the player status of every registration, every phase with its rounds and matches, and the featured \
           matches of the current round. Phases and rounds are in ascending order. `current_round_number` is 0 before \
           the first round; `start_datetime`, `decklist` and `final_place_in_standings` are null if there is none. In \
           an event with more than 512 seats, this document may lag behind results by a second; rounds, standings and \
           overview do not.",
    answer: Answer::document(ViewKind::MagicEvent),
    ..Endpoint::NEW
};

const OVERVIEW: Endpoint = Endpoint {
    template: "/api/v1/magic-events/{id}/overview/",
    handler: Handler::Stored(ReadOneEvent, Stored::ForPlayers(ViewKind::Overview, Named::Event)),
    source_views: &[ViewKind::Overview, ViewKind::OwnRegistration],
    cached: Some(Cached::document(ViewKind::Overview)),
    id: "get_event_overview",
    tag: Tag::Extensions,
    summary: "Get the state of an event in short",
    text: "Made for polling: lifecycle, current round, phases and rounds without their matches, and how many matches \
           are still to be played. `current_round` is null before the first round. `clock` is that of the current \
           round: it counts down from `length_seconds`, and is null for a round without one.",
    answer: Answer::document(ViewKind::Overview),
    ..Endpoint::NEW
};

const LIVE: Endpoint = Endpoint {
    template: "/api/v1/magic-events/{id}/live/",
    handler: Handler::Known(FollowEvents, |call, caller| Box::pin(live(call, caller))),
    source_views: DOCUMENTS,
    id: "follow_event",
    tag: Tag::Extensions,
    summary: "Follow the changes of an event",
    text: "Server-sent events: `lifecycle`, `registration`, `round`, `pairings`, `result`, `clock` and `standings`. \
           The data is JSON: the `address` of the document that changed, its `etag`, and for a round `round_id` and \
           `round_number`. Fetch the document to see the change. A client that sends the id of its last event, in the \
           header `Last-Event-ID` or as `last_event_id`, first gets what has changed since, the newest change of each \
           document. `reset` means that the id cannot be read: fetch everything again. Roles that may not read \
           registrations get neither `registration` nor the pairings and results of a round before its pairings are \
           published. Every 15 seconds without a change, a comment is sent. The stream ends when the credential is \
           revoked or its role changes, and when the service stops; connect again after the time in `retry`.",
    parameters: &[LAST_EVENT_ID],
    answer: Answer::EventStream,
    ..Endpoint::NEW
};

/// The parameter by which a client resumes where no header can be set.
pub(super) const LAST_EVENT_ID: Parameter = Parameter {
    name: "last_event_id",
    text: "The id of the last event that the client got. The header `Last-Event-ID` takes precedence.",
    values: Values::Text(8_192),
    example: "AQAfk2wFAAH8",
};

async fn live(call: Call, caller: Caller) -> Result<Response, Problem> {
    let (event, organization_id) = (call.id("event")?, caller.organization()?);
    let topic = Topic { members: Some(Audience::of(&caller)), organization_id, event };
    let right = StreamRight::new(&call.shared.gate, FollowEvents, &call.headers, &caller);
    stream(&call, topic, Some(right)).await
}

/// Answers with the stream about a topic. A HEAD request gets the headers alone.
pub(super) async fn stream(call: &Call, topic: Topic, right: Option<StreamRight>) -> Result<Response, Problem> {
    let query = call.query();
    let id = call.headers.get("last-event-id").map(|id| id.to_str().unwrap_or("-"));
    let request = StreamRequest { topic, is_read_again: false, party: Party::at(call.client), right };
    let (shared, id) = (&call.shared, id.or(query.text("last_event_id")));
    let reader = || FactsReader::new(topic, &shared.cache, shared.settings.base_path());
    let begin = |newest: &_| Some(SentSnapshot::begin(newest, topic, id));
    let answer = shared.live.open(request, reader, begin).await?;
    let answer = answer.ok_or_else(|| nothing("event", call.param("id")))?;
    Ok(if call.is_head() { streams::answer(Body::empty()) } else { answer })
}

const SETTINGS: Endpoint = Endpoint {
    template: "/api/v1/magic-events/{id}/settings/",
    handler: Handler::Stored(ReadEventSettings, Stored::OfEvent(ViewKind::OrganizedEvent)),
    source_views: &[ViewKind::OrganizedEvent],
    id: "get_event_settings",
    tag: Tag::Organizing,
    summary: "Get the settings of an event",
    text: "Decklist deadline and grace period, capacity, rules, rounds and cut, and how rounds are paired: the \
           document that is also the answer to a change of the event. Its `ETag` is the tag of this document. The \
           `If-Match` of a change needs the `ETag` of an answer to a write instead.",
    answer: Answer::of::<OrganizedEvent<'_>>(200),
    ..Endpoint::NEW
};

const REGISTRATIONS: Endpoint = Endpoint {
    template: "/api/v1/magic-events/{id}/registrations/",
    handler: Handler::Stored(ReadRegistrations, Stored::OfEvent(ViewKind::Registrations)),
    source_views: &[ViewKind::Registrations],
    cached: Some(Cached::document(ViewKind::Registrations)),
    id: "list_registrations",
    tag: Tag::Events,
    summary: "List the registrations of an event",
    text: "Sorted by time of completion, incomplete ones last, then by id. Not paginated. Times, \
           payment fields, `queue_check_in_status`, `queue_group_role`, `decklist`, `fixed_seat` and \
           `final_place_in_standings` are null without a value; texts are empty instead.",
    answer: Answer::array_of::<RegistrationDocument<'_>>(),
    ..Endpoint::NEW
};

const CURRENT_STANDINGS: Endpoint = Endpoint {
    template: "/api/v1/magic-events/{id}/current_standings/",
    handler: Handler::Known(ReadOneEvent, |call, caller| Box::pin(current_standings(call, caller))),
    // The standings of the round are rendered together with the view that names the active round.
    source_views: &[ViewKind::CurrentStandings, ViewKind::OwnRegistration],
    cached: Some(Cached { kind: ViewKind::CurrentStandings, find: cached_current_standings }),
    id: "get_current_standings",
    tag: Tag::Events,
    summary: "Get the standings of the active round of an event",
    text: "Sorted by rank. During a round, they contain the results so far. Before the first round, the answer names \
           the coming round and its list is empty. No field is ever null; percentages are fractions from 0 to 1.",
    parameters: &[TIEBREAKERS],
    answer: Answer::document(ViewKind::RoundStandings),
};

async fn current_standings(call: Call, caller: Caller) -> Result<Response, Problem> {
    let found = call.find_of_event(&caller, ViewKind::CurrentStandings, Named::Event).await?;
    let Found { organization_id, entry, .. } = found.ok_or_else(|| Named::Event.unknown(&call))?;
    let Some(round) = standings_of_round(organization_id, &entry) else {
        return call.answer_standings(organization_id, "", &entry).await;
    };
    let standings = call.at(Some(round.clone())).await?.ok_or_else(|| {
        let text =
            message!("standings-being-replaced", "The active round was just removed. Please try again in a second.");
        Problem::unavailable(text, 1)
    })?;
    call.answer_standings(organization_id, &round.key, &standings).await
}

fn cached_current_standings(shared: &Shared, key: &DocumentKey, audience: Audience) -> Option<Arc<Entry>> {
    let found = shared.cache.cached(key, audience)?;
    match standings_of_round(key.organization_id, &found) {
        Some(round) => shared.cache.cached(&round, audience),
        None => Some(found),
    }
}

/// Returns the key of the standings that the document refers to. Before the first round, it refers to none: it is the
/// standings.
fn standings_of_round(organization_id: OrganizationId, found: &Entry) -> Option<DocumentKey> {
    let CurrentStandings { round_id } = serde_json::from_slice(&found.body).ok()?;
    Some(DocumentKey::new(organization_id, ViewKind::RoundStandings, round_id))
}

const DECKLISTS: Endpoint = Endpoint {
    template: "/api/v1/magic-events/{id}/decklists/",
    handler: Handler::Known(ReadEventDecklists, |call, caller| Box::pin(decklists(call, caller))),
    source_views: &[ViewKind::EventDecklists, ViewKind::EventDecklistsShown],
    id: "list_event_decklists",
    tag: Tag::Decklists,
    summary: "List the decklists handed in for an event",
    text: "Sorted like their registrations: by time of completion, incomplete ones last, then by id. Not paginated. \
           Texts without a value are empty. Once the event uses a fixed revision of a list, that revision and its \
           picture are shown, even if the list changes. The role `READ_ONLY` gets an empty list until the event \
           publishes its lists.",
    answer: Answer::array_of::<DecklistDocument<'_>>(),
    ..Endpoint::NEW
};

/// Answers with the lists, or with none for callers who may not see them before they are published.
async fn decklists(call: Call, caller: Caller) -> Result<Response, Problem> {
    let (id, organization) = (call.id("event")?, caller.organization()?);
    let is_shown = sees_secret_lists(&caller)
        || call.find(organization, ViewKind::EventDecklistsShown, id).await?.is_some()
        || call.find(organization, ViewKind::EventDecklists, id).await?.is_none();
    if is_shown {
        return answer_of_event(&call, &caller, ViewKind::EventDecklists).await;
    }
    call.answer_empty_list().await
}

const ARCHETYPES: Endpoint = Endpoint {
    template: "/api/v1/magic-events/{id}/archetypes/",
    handler: Handler::Known(ReadEventDecklists, |call, caller| Box::pin(archetypes(call, caller))),
    source_views: &[ViewKind::Archetypes, ViewKind::Overview],
    cached: Some(Cached::document(ViewKind::Archetypes)),
    id: "get_event_archetypes",
    tag: Tag::Extensions,
    summary: "Get the archetypes of an event",
    text: "The share of each archetype, the players who reached the playoff, and the results of archetypes against \
           each other. Archetypes that differ only in case and spaces are the same. Byes, intentional draws, matches \
           between players of the same archetype and matches without a result are in no results. The match-win rate is \
           the share of won matches among those with a winner. Shares and rates have a 95 % confidence interval \
           (Wilson's score interval). Until the event publishes its lists, the answer is 404 for every role. In an \
           event with more than 512 seats, this may lag behind by a second.",
    answer: Answer::of::<ArchetypesDocument<'_>>(200),
    ..Endpoint::NEW
};

async fn archetypes(call: Call, caller: Caller) -> Result<Response, Problem> {
    let (id, organization) = (call.id("event")?, caller.organization()?);
    let is_unpublished = call.find(organization, ViewKind::Archetypes, id).await?.is_none()
        && call.find(organization, ViewKind::Overview, id).await?.is_some();
    if is_unpublished {
        return Err(Problem::not_found(message!(
            "archetypes-not-public",
            "Event {id} has not published its decklists, so its archetypes are not public yet.",
            id
        )));
    }
    answer_of_event(&call, &caller, ViewKind::Archetypes).await
}

const TAGGED_PLAYERS: Endpoint = Endpoint {
    template: "/api/v1/magic-events/{id}/tagged_players/",
    handler: Handler::Stored(ReadRegistrations, Stored::OfEvent(ViewKind::TaggedPlayers)),
    source_views: &[ViewKind::TaggedPlayers],
    cached: Some(Cached::document(ViewKind::TaggedPlayers)),
    id: "list_tagged_players",
    tag: Tag::Events,
    summary: "List the players of an event that the store has tagged",
    text: "Sorted like the registrations: by time of completion, incomplete ones last, then by id. Not paginated.",
    answer: Answer::documents(ViewKind::TaggedPlayers),
    ..Endpoint::NEW
};

const AUDIT: Endpoint = Endpoint {
    template: "/api/v1/magic-events/{id}/audit/",
    handler: Handler::Known(ReadEventAudit, |call, caller| Box::pin(audit(call, caller))),
    // The last two have the names of actors.
    source_views: &[ViewKind::EventAudit, ViewKind::EventAuditPart, ViewKind::Account, ViewKind::ApiKeys],
    id: "list_event_audit",
    tag: Tag::Organizing,
    summary: "List the changes of an event, newest first",
    text: "Shows who changed what and when, with which key, and the values before: status changes, payments, results \
           and corrections, pairings, lists. `before` and `after` contain the values that differ; instead of more than \
           a hundred elements, they contain their number. An import of an event is one entry. `next` is the address of \
           older entries, and null on the last page; new entries do not shift later pages. `version` is the event's \
           `ETag` after the change.",
    parameters: &[
        Parameter {
            name: "before",
            text: "Only entries of an earlier version of the event.",
            values: Values::Integer(1, i64::MAX, None),
            example: "120",
        },
        Parameter {
            name: "page_size",
            text: "Entries on a page.",
            values: Values::Integer(1, PAGE_SIZE_MAX, Some(PAGE_SIZE_DEFAULT)),
            example: "100",
        },
    ],
    answer: Answer::of::<AuditPage>(200),
    ..Endpoint::NEW
};

/// A page of an event's audit.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuditPage {
    /// Address of the page with older entries; null on the last page.
    #[schema(format = "uri")]
    next: Option<String>,
    /// The entries, newest first.
    results: Vec<AuditEntry>,
}

async fn audit(call: Call, caller: Caller) -> Result<Response, Problem> {
    let (id, organization) = (call.id("event")?, caller.organization()?);
    let query = call.query();
    let asked_size = query.integer("page_size", 1, PAGE_SIZE_MAX)?;
    let size = usize::try_from(asked_size.unwrap_or(PAGE_SIZE_DEFAULT)).map_err(Problem::internal)?;
    let before = query.integer("before", 1, i64::MAX)?;

    let head = call.find(organization, ViewKind::EventAudit, id).await?;
    let head = head.ok_or_else(|| nothing("event", call.param("id")))?;
    let AuditHead { parts } = serde_json::from_slice(&head.body).map_err(Problem::internal)?;
    // One entry more than wanted shows whether there are older ones.
    let mut results = newest_entries(&call, organization, id, parts, before, size + 1).await?;
    let is_more = results.len() > size;
    results.truncate(size);
    let oldest = results.last().map(|entry| entry.version);
    let next = oldest.filter(|_| is_more).map(|oldest| {
        let base = call.base_url();
        let size = asked_size.map_or_else(String::new, |size| format!("&page_size={size}"));
        format!("{base}/api/v1/magic-events/{id}/audit/?before={oldest}{size}")
    });
    name_actors(&call, organization, &mut results).await?;
    call.answer_made(&AuditPage { next, results }).await
}

/// Returns the newest entries before a version, newest first.
async fn newest_entries(
    call: &Call,
    organization: OrganizationId,
    event: i64,
    parts: i64,
    before: Option<Version>,
    wanted: usize,
) -> Result<Vec<AuditEntry>, Problem> {
    // Entries before a version are in its part and in earlier parts.
    let last = before.map_or(parts - 1, |before| ((before - 1) / AUDIT_VERSIONS_PER_PART).min(parts - 1));
    let mut entries: Vec<AuditEntry> = Vec::new();
    for part in (0..=last).rev() {
        let Some(part) = call.find(organization, ViewKind::EventAuditPart, format!("{event}/{part}")).await? else {
            continue;
        };
        let part: Vec<AuditEntry> = serde_json::from_slice(&part.body).map_err(Problem::internal)?;
        entries.extend(part.into_iter().rev().filter(|entry| before.is_none_or(|before| entry.version < before)));
        if entries.len() >= wanted {
            break;
        }
    }
    entries.truncate(wanted);
    Ok(entries)
}

/// Adds the names of keys and persons, if they are known.
async fn name_actors(call: &Call, organization: OrganizationId, entries: &mut [AuditEntry]) -> Result<(), Problem> {
    let mut names: HashMap<(bool, i64), Option<String>> = HashMap::new();
    for entry in entries {
        let ActorDocument { kind, id: Some(id), .. } = entry.actor else { continue };
        let is_key = kind == ActorType::ApiKey;
        if is_key && !names.contains_key(&(true, id)) {
            let keys = call.keys_of(organization).await?;
            names.extend(keys.into_iter().map(|key| ((true, key.key_id.0), Some(key.name))));
        }
        if !is_key && !names.contains_key(&(false, id)) {
            names.insert((false, id), call.name_of(UserId(id)).await?);
        }
        entry.actor.name = names.entry((is_key, id)).or_default().clone();
    }
    Ok(())
}

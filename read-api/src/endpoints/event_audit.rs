//! `GET /api/v1/magic-events/{id}/audit/`: the audit of an event, newest first.
//!
//! Entries are stored in parts without names. The names of keys and persons are read for each request, so that no audit
//! keeps an old name.

use std::collections::HashMap;

use api_kit::description::{Answer, Description, Parameter, Tag, Values};
use api_kit::path::nothing;
use axum::response::Response;
use domain::documents::{AUDIT_VERSIONS_PER_PART, ActorDocument, ActorType, AuditEntry};
use domain::limits::{PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX};
use proto_events::Version;
use proto_events::ids::{OrganizationId, UserId};
use serde::Serialize;
use service_kit::problem::Problem;
use storage::{AuditHead, ViewKind};
use utoipa::ToSchema;

use super::made;
use crate::call::{Call, Caller};
use crate::links::base_url;

/// The views that it serves, and those with the names of actors.
pub(crate) const DRAWS_ON: &[ViewKind] =
    &[ViewKind::EventAudit, ViewKind::EventAuditPart, ViewKind::Account, ViewKind::ApiKeys];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
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
    body: None,
    answer: Answer::Json(200, "AuditPage"),
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

/// Answers with the page.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let (id, organization) = (call.id("event")?, caller.organization()?);
    let query = call.query();
    let asked_size = query.integer("page_size", 1, PAGE_SIZE_MAX)?;
    let size = usize::try_from(asked_size.unwrap_or(PAGE_SIZE_DEFAULT)).map_err(Problem::internal)?;
    let before = query.integer("before", 1, i64::MAX)?;

    let head = call.find(organization, ViewKind::EventAudit, id).await?;
    let head = head.ok_or_else(|| nothing("event", call.param("id")))?;
    let AuditHead { parts } = serde_json::from_slice(&head.body).map_err(Problem::internal)?;
    // One entry more than wanted shows whether there are older ones.
    let mut results = newest(&call, organization, id, parts, before, size + 1).await?;
    let is_more = results.len() > size;
    results.truncate(size);
    let oldest = results.last().map(|entry| entry.version);
    let next = oldest.filter(|_| is_more).map(|oldest| {
        let base = base_url(&call.headers, &call.shared.settings.public_url);
        let size = asked_size.map_or_else(String::new, |size| format!("&page_size={size}"));
        format!("{base}/api/v1/magic-events/{id}/audit/?before={oldest}{size}")
    });
    name_actors(&call, organization, &mut results).await?;
    made(&call, &AuditPage { next, results }).await
}

/// Returns the newest entries before a version, newest first.
async fn newest(
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

//! `/admin/`: the organization's newest events, and open tasks.

use api_kit::store_failed;
use askama::Template;
use chrono::{DateTime, Utc};
use domain::organization::{Organization, Webhook};
use domain::permissions::Operation;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::{EventFormat, LifecycleStatus, Role, RoundType, WebhookFault};
use serde::Deserialize;
use service_kit::problem::Problem;
use storage::webhooks::FailingWebhook;
use storage::{DocumentKey, ViewKind};

use crate::panel::account::{OrganizationChoice, choices};
use crate::panel::keys::is_valid;
use crate::panel::webhooks::{WEBHOOKS_PATH, name};
use crate::parts::format::{Moment, SOON, last_day};
use crate::parts::frame::Frame;
use crate::serving::failures::{PageResult, failed};
use crate::serving::people::{invitations, memberships, organization};
use crate::serving::request::PageRequest;
use crate::serving::session::UserRequest;
use crate::texts::Texts;

/// Number of events to show.
const EVENTS: i64 = 10;

#[derive(Template)]
#[template(path = "panel/overview.html")]
struct OverviewPage {
    frame: Frame,
    name: String,
    role: String,
    /// The person's organizations, if there is more than one.
    organizations: Vec<OrganizationChoice>,
    todos: Vec<Todo>,
    events: Vec<EventRow>,
    may_create: bool,
}

/// An open task and its page.
struct Todo {
    text: String,
    path: Option<String>,
}

struct EventRow {
    name: String,
    /// Its pages at the desk, for staff.
    desk: Option<String>,
    /// Its public page, if it has one.
    path: Option<String>,
    format: String,
    status: String,
    starts: Option<Moment>,
    round: Option<String>,
    todo: Option<String>,
}

/// The fields of an event's document that are needed here.
#[derive(Deserialize)]
struct Overview {
    id: i64,
    name: String,
    lifecycle_status: LifecycleStatus,
    #[serde(default)]
    is_canceled: bool,
    event_format: EventFormat,
    start_datetime: Option<DateTime<Utc>>,
    current_round: Option<CurrentRound>,
    number_of_incomplete_matches: usize,
}

#[derive(Deserialize)]
struct CurrentRound {
    round_number: i32,
}

/// Shows the page. People without an organization are redirected to their events, or to an invitation
/// that they have not answered.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let Some(membership) = &request.session.membership else {
        let is_invited = !invitations(request, request.session.caller.user_id).await?.is_empty();
        return request.redirect(if is_invited { "/admin/account/" } else { "/me/" });
    };
    let is_staff = request.may(Operation::ReadDesk);
    let events = events(request, membership.organization_id, is_staff).await?;
    let event_todo = |event: &EventRow| {
        let text = event.todo.as_ref().map(|todo| format!("{}: {todo}", event.name));
        // Results are entered on the desk's page of the round.
        let round = event.desk.as_ref().map(|desk| format!("{desk}round/"));
        text.map(|text| Todo { text, path: round.or_else(|| event.path.clone()) })
    };
    let mut todos: Vec<_> = events.iter().filter_map(event_todo).collect();
    for invitation in invitations(request, request.session.caller.user_id).await? {
        let text = request.texts.with("panel-todo-invited", "name", invitation.store_name);
        todos.push(Todo { text, path: Some("/admin/account/".into()) });
    }
    if request.may(Operation::AdministerKeys) {
        let organization = organization(request).await?;
        todos.extend(administrators_todos(request.texts, &organization.state, request.shared.clock.now()));
        let failing = request.shared.commands.failing_webhooks(organization.state.id).await.map_err(failed)?;
        todos.extend(webhooks_todos(request.texts, &organization.state, &failing));
    }
    let mut organizations =
        choices(request.texts, &memberships(request, request.session.caller.user_id).await?, &request.session);
    if organizations.len() < 2 {
        organizations.clear();
    }
    request.page(&OverviewPage {
        frame: request.frame(),
        name: membership.store_name.clone(),
        role: request.texts.term(membership.role),
        organizations,
        todos,
        events,
        may_create: request.may(Operation::ManageEvents),
    })
}

/// Returns the newest events, newest first; undated ones come first.
async fn events(
    request: &PageRequest,
    organization_id: OrganizationId,
    is_staff: bool,
) -> Result<Vec<EventRow>, Problem> {
    let views = &request.shared.views;
    let bodies = views.last(organization_id, ViewKind::Overview, EVENTS).await.map_err(store_failed)?;
    let mut rows = Vec::new();
    for body in &bodies {
        let event: Overview = serde_json::from_slice(&body.for_everyone()).map_err(Problem::internal)?;
        let page = DocumentKey::new(OrganizationId::SHARED, ViewKind::EventPage, event.id);
        let is_public = views.document(&page).await.map_err(store_failed)?.is_some();
        rows.push(row(request.texts, event, is_public, is_staff));
    }
    Ok(rows)
}

fn row(texts: &Texts, event: Overview, is_public: bool, is_staff: bool) -> EventRow {
    let round = event.current_round.as_ref().map(|round| match round.round_number {
        number if number > 0 => texts.with("term-round", "number", number),
        _ => texts.term(RoundType::PlayerMeeting),
    });
    let is_played = event.lifecycle_status == LifecycleStatus::EventInProgress && !event.is_canceled;
    let missing = event.number_of_incomplete_matches;
    let number = event.current_round.map_or(-1, |round| round.round_number);
    let todo = (is_played && missing > 0)
        .then(|| texts.with_all("panel-todo-results", [("count", missing.into()), ("round", number.into())]));
    EventRow {
        name: event.name,
        desk: is_staff.then(|| format!("/desk/events/{}/", event.id)),
        path: is_public.then(|| format!("/events/{}/", event.id)),
        format: texts.game_format(event.event_format),
        status: match event.is_canceled {
            true => texts.say("desk-canceled"),
            false => texts.term(event.lifecycle_status),
        },
        starts: event.start_datetime.map(|at| Moment::utc(texts, at)),
        round,
        todo,
    }
}

fn administrators_todos(texts: &Texts, organization: &Organization, now: DateTime<Utc>) -> Vec<Todo> {
    let administrators = organization.members.iter().filter(|member| member.role == Role::Admin && !member.removed);
    let alone = (administrators.count() == 1)
        .then(|| Todo { text: texts.say("panel-todo-one-administrator"), path: Some("/admin/members/".into()) });
    let ends_soon = organization.keys.iter().filter(|key| is_valid(key, organization, now));
    let ends_soon = ends_soon.filter_map(|key| {
        let end = key.expires_at.filter(|end| *end <= now + SOON)?;
        let values = [("name", key.name.as_str().into()), ("day", texts.day(last_day(end)).into())];
        let text = texts.with_all("panel-todo-key-ends", values);
        Some(Todo { text, path: Some(format!("/admin/keys/{}/", key.id)) })
    });
    ends_soon.chain(alone).collect()
}

/// Returns notices about webhooks that the service disabled, or whose address accepts nothing.
fn webhooks_todos(texts: &Texts, organization: &Organization, failing: &[FailingWebhook]) -> Vec<Todo> {
    let fails = |webhook: &Webhook| failing.iter().any(|failing| failing.webhook_id == webhook.id);
    let todo = |webhook: &Webhook| {
        let key = match webhook.disabled {
            Some((_, WebhookFault::Gone)) => "panel-todo-webhook-gone",
            Some((_, WebhookFault::Failing)) => "panel-todo-webhook-given-up",
            None if webhook.settings.enabled && fails(webhook) => "panel-todo-webhook-fails",
            None => return None,
        };
        let text = texts.with(key, "name", name(webhook));
        Some(Todo { text, path: Some(format!("{WEBHOOKS_PATH}{}/deliveries/", webhook.id)) })
    };
    organization.webhooks.iter().filter_map(todo).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    fn row_of(event: Overview, is_public: bool, is_staff: bool) -> EventRow {
        row(Texts::of(Language::English), event, is_public, is_staff)
    }

    fn overview(status: LifecycleStatus, round: Option<i32>, missing: usize) -> Overview {
        Overview {
            id: 7,
            name: "Cup".into(),
            lifecycle_status: status,
            is_canceled: false,
            event_format: EventFormat::Pauper,
            start_datetime: None,
            current_round: round.map(|round_number| CurrentRound { round_number }),
            number_of_incomplete_matches: missing,
        }
    }

    #[test]
    fn an_event_that_waits_for_results_is_to_do() {
        let todo = |round, missing| row_of(overview(LifecycleStatus::EventInProgress, round, missing), true, true).todo;
        assert_eq!(todo(Some(4), 2).as_deref(), Some("2 matches have no result yet in round 4"));
        assert_eq!(todo(Some(4), 1).as_deref(), Some("1 match has no result yet in round 4"));
        assert_eq!(todo(Some(4), 0), None);
        assert_eq!(row_of(overview(LifecycleStatus::EventFinished, Some(4), 2), true, true).todo, None);
    }

    #[test]
    fn an_event_without_a_public_page_has_no_link() {
        assert_eq!(row_of(overview(LifecycleStatus::RegistrationOpen, None, 0), false, false).path, None);
        let public = row_of(overview(LifecycleStatus::RegistrationOpen, Some(0), 0), true, true);
        assert_eq!(public.desk.as_deref(), Some("/desk/events/7/"));
        assert_eq!((public.path.as_deref(), public.round.as_deref()), (Some("/events/7/"), Some("Player meeting")));
    }
}

//! `/admin/`: the organization's newest events, and open tasks.

use api_kit::store_failed;
use askama::Template;
use chrono::{DateTime, Utc};
use domain::organization::{Organization, Webhook};
use domain::permissions::Operation;
use domain::time_zone::Zone;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::{EventFormat, LifecycleStatus, Role, RoundType, WebhookFault};
use serde::Deserialize;
use service_kit::problem::Problem;
use storage::webhooks::FailingWebhook;
use storage::{DocumentKey, Membership, ViewKind};

use crate::desk::events::time_zone;
use crate::panel::claims::{self, CLAIMS};
use crate::panel::keys::is_valid;
use crate::panel::set_up;
use crate::panel::webhooks::{WEBHOOKS_PATH, name};
use crate::parts::format::{Moment, SOON, last_day};
use crate::parts::frame::Frame;
use crate::serving::event_roles;
use crate::serving::failures::{PageResult, failed};
use crate::serving::people::{invitations, organization};
use crate::serving::request::{PageRequest, UserRequest};
use crate::texts::Texts;

/// Number of events to show.
const EVENTS: i64 = 10;

#[derive(Template)]
#[template(path = "panel/overview.html")]
struct OverviewPage<'a> {
    frame: Frame,
    request: &'a UserRequest<'a>,
    membership: &'a Membership,
    /// Open tasks, each with its page.
    todos: Vec<(String, Option<String>)>,
    /// Each with whether it has a public page.
    events: Vec<(Overview, bool)>,
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
    /// From the event's settings.
    time_zone: Option<String>,
    current_round: Option<CurrentRound>,
    number_of_incomplete_matches: usize,
}

#[derive(Deserialize)]
struct CurrentRound {
    round_number: i32,
}

/// Shows the page. People without an organization are redirected to their events, or to an invitation
/// that they have not answered.
pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let (texts, person) = (request.texts, request.session.caller.user_id);
    let invitations = invitations(request, person).await?;
    let Some(membership) = &request.session.membership else {
        return request.redirect(if invitations.is_empty() { "/me/" } else { "/admin/account/" });
    };
    let events = events(request, membership.organization_id).await?;
    let is_staff = request.may(Operation::ReadDesk);
    let mut todos: Vec<_> =
        events.iter().filter_map(|(event, is_public)| todo(texts, event, is_staff, *is_public)).collect();
    todos.extend(invitations.into_iter().map(|invitation| {
        (texts.with("panel-todo-invited", "name", invitation.store_name), Some("/admin/account/".into()))
    }));
    if !is_staff {
        let count = event_roles::assigned(&*request.shared.views, &request.session.caller).await?.len();
        todos.extend((count > 0).then(|| (texts.with("panel-todo-staff", "count", count), Some("/desk/".into()))));
    }
    if request.may(Operation::ManageRegistrations) {
        let count = claims::open(request).await?.len();
        todos.extend((count > 0).then(|| (texts.with("panel-todo-claims", "count", count), Some(CLAIMS.into()))));
    }
    if request.may(Operation::AdministerKeys) {
        let organization = organization(request).await?;
        todos.extend(administrators_todos(texts, &organization.state, request.shared.clock.now()));
        let failing = request.shared.commands.failing_webhooks(organization.state.id).await.map_err(failed)?;
        todos.extend(webhooks_todos(texts, &organization.state, &failing));
        todos.extend(set_up::no_tls(request).map(|key| (texts.say(key), Some(set_up::NEXT.into()))));
    }
    request.page(&OverviewPage { frame: request.frame(), request, membership, todos, events })
}

/// Returns the newest events, newest first; undated ones come first.
async fn events(request: &PageRequest, organization_id: OrganizationId) -> Result<Vec<(Overview, bool)>, Problem> {
    let views = &request.shared.views;
    let bodies = views.last(organization_id, ViewKind::Overview, EVENTS).await.map_err(store_failed)?;
    let mut rows = Vec::new();
    for body in &bodies {
        let mut event: Overview = serde_json::from_slice(&body.for_everyone()).map_err(Problem::internal)?;
        event.time_zone = time_zone(request, organization_id, event.id).await?;
        let page = DocumentKey::new(OrganizationId::SHARED, ViewKind::EventPage, event.id);
        rows.push((event, views.document(&page).await.map_err(store_failed)?.is_some()));
    }
    Ok(rows)
}

/// Returns what is to be done at an event, and the page for it: for staff that of the desk where results are entered.
fn todo(texts: &Texts, event: &Overview, is_staff: bool, is_public: bool) -> Option<(String, Option<String>)> {
    let is_played = event.lifecycle_status == LifecycleStatus::EventInProgress && !event.is_canceled;
    let missing = event.number_of_incomplete_matches;
    let number = event.current_round.as_ref().map_or(-1, |round| round.round_number);
    let text = (is_played && missing > 0)
        .then(|| texts.with_all("panel-todo-results", [("count", missing.into()), ("round", number.into())]))?;
    let path = match (is_staff, is_public) {
        (true, _) => Some(format!("/desk/events/{}/round/", event.id)),
        (false, true) => Some(format!("/events/{}/", event.id)),
        (false, false) => None,
    };
    Some((format!("{}: {text}", event.name), path))
}

impl Overview {
    /// Returns the start where the event takes place.
    fn starts(&self, texts: &Texts) -> Option<Moment> {
        Some(Moment::in_zone(texts, self.start_datetime?, Zone::of(self.time_zone.as_deref())))
    }

    fn round(&self, texts: &Texts) -> Option<String> {
        self.current_round.as_ref().map(|round| match round.round_number {
            number if number > 0 => texts.with("term-round", "number", number),
            _ => texts.term(RoundType::PlayerMeeting),
        })
    }
}

fn administrators_todos(
    texts: &Texts,
    organization: &Organization,
    now: DateTime<Utc>,
) -> Vec<(String, Option<String>)> {
    let administrators = organization.members.iter().filter(|member| member.role == Role::Admin && !member.removed);
    let alone = (administrators.count() == 1)
        .then(|| (texts.say("panel-todo-one-administrator"), Some("/admin/members/".into())));
    let ends_soon = organization.keys.iter().filter(|key| is_valid(key, organization, now));
    let ends_soon = ends_soon.filter_map(|key| {
        let end = key.expires_at.filter(|end| *end <= now + SOON)?;
        let values = [("name", key.name.as_str().into()), ("day", texts.day(last_day(end)).into())];
        Some((texts.with_all("panel-todo-key-ends", values), Some(format!("/admin/keys/{}/", key.id))))
    });
    ends_soon.chain(alone).collect()
}

/// Returns notices about webhooks that the service disabled, or whose address accepts nothing.
fn webhooks_todos(
    texts: &Texts,
    organization: &Organization,
    failing: &[FailingWebhook],
) -> Vec<(String, Option<String>)> {
    let fails = |webhook: &Webhook| failing.iter().any(|failing| failing.webhook_id == webhook.id);
    let todo = |webhook: &Webhook| {
        let key = match webhook.disabled {
            Some((_, WebhookFault::Gone)) => "panel-todo-webhook-gone",
            Some((_, WebhookFault::Failing)) => "panel-todo-webhook-given-up",
            None if webhook.settings.enabled && fails(webhook) => "panel-todo-webhook-fails",
            None => return None,
        };
        let path = format!("{WEBHOOKS_PATH}{}/deliveries/", webhook.id);
        Some((texts.with(key, "name", name(webhook)), Some(path)))
    };
    organization.webhooks.iter().filter_map(todo).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    fn todo_of(event: &Overview, is_staff: bool, is_public: bool) -> Option<(String, Option<String>)> {
        todo(Texts::of(Language::English), event, is_staff, is_public)
    }

    fn overview(status: LifecycleStatus, round: Option<i32>, missing: usize) -> Overview {
        Overview {
            id: 7,
            name: "Cup".into(),
            lifecycle_status: status,
            is_canceled: false,
            event_format: EventFormat::Pauper,
            start_datetime: None,
            time_zone: None,
            current_round: round.map(|round_number| CurrentRound { round_number }),
            number_of_incomplete_matches: missing,
        }
    }

    #[test]
    fn an_event_that_waits_for_results_is_to_do() {
        let at = |status, missing| todo_of(&overview(status, Some(4), missing), true, true);
        let todo = |missing| at(LifecycleStatus::EventInProgress, missing).map(|(text, _)| text);
        assert_eq!(todo(2).as_deref(), Some("Cup: 2 matches have no result yet in round 4"));
        assert_eq!(todo(1).as_deref(), Some("Cup: 1 match has no result yet in round 4"));
        assert_eq!(todo(0), None);
        assert_eq!(at(LifecycleStatus::EventFinished, 2), None);
    }

    #[test]
    fn a_task_leads_to_a_page_that_the_person_can_see() {
        let event = overview(LifecycleStatus::EventInProgress, Some(4), 2);
        let path = |is_staff, is_public| todo_of(&event, is_staff, is_public).and_then(|(_, path)| path);
        assert_eq!(path(true, true).as_deref(), Some("/desk/events/7/round/"));
        assert_eq!(path(false, true).as_deref(), Some("/events/7/"));
        assert_eq!(path(false, false), None);
        let meeting = overview(LifecycleStatus::RegistrationOpen, Some(0), 0);
        assert_eq!(meeting.round(Texts::of(Language::English)).as_deref(), Some("Player meeting"));
    }
}

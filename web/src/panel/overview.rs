//! `/admin/`: the organization's newest events, and open tasks.

use askama::Template;
use chrono::{DateTime, Utc};
use domain::organization::{Organization, Webhook};
use domain::permissions::Operation;
use proto_events::vocabulary::{LifecycleStatus, Role, RoundType, WebhookFault};
use storage::Membership;
use storage::webhooks::FailingWebhook;

use crate::panel::claims::{self, CLAIMS};
use crate::panel::keys::is_valid;
use crate::panel::set_up;
use crate::panel::webhooks::{WEBHOOKS_PATH, name};
use crate::parts::format::{Moment, SOON, last_day};
use crate::parts::frame::Frame;
use crate::serving::documents::{KnownEvent, has_page};
use crate::serving::event_roles;
use crate::serving::failures::{PageResult, store_problem};
use crate::serving::people::{invitations, organization};
use crate::serving::request::UserRequest;
use crate::texts::Texts;

const EVENTS: i64 = 10;

/// An open task, with its page.
type Todo = (String, Option<String>);

#[derive(Template)]
#[template(path = "panel/overview.html")]
struct OverviewPage<'a> {
    frame: Frame,
    request: &'a UserRequest<'a>,
    membership: &'a Membership,
    todos: Vec<Todo>,
    /// Each with its start where it takes place, and whether it has a public page.
    events: Vec<(KnownEvent, Option<Moment>, bool)>,
}

/// Shows the page. People without an organization are redirected to their events, or to an invitation
/// that they have not answered.
pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let (texts, person) = (request.texts, request.session.caller.user_id);
    let invitations = invitations(request, person).await?;
    let Some(membership) = &request.session.membership else {
        return request.redirect(if invitations.is_empty() { "/me/" } else { "/admin/account/" });
    };
    let mut events = Vec::new();
    for event in KnownEvent::newest(&*request.shared.views, membership.organization_id, EVENTS).await? {
        let zone = event.zone(&*request.shared.views, membership.organization_id).await?;
        let starts = event.start_datetime.map(|start| Moment::in_zone(texts, start, zone));
        let is_public = has_page(&*request.shared.views, event.id.into()).await?;
        events.push((event, starts, is_public));
    }
    let is_staff = request.may(Operation::ReadDesk);
    let mut todos: Vec<_> =
        events.iter().filter_map(|(event, _, is_public)| todo(texts, event, is_staff, *is_public)).collect();
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
        let failing = request.shared.events.failing_webhooks(organization.state.id).await.map_err(store_problem)?;
        todos.extend(webhooks_todos(texts, &organization.state, &failing));
        todos.extend(set_up::no_tls(request).map(|key| (texts.say(key), Some(set_up::NEXT.into()))));
    }
    request.page(&OverviewPage { frame: request.frame(), request, membership, todos, events })
}

/// Returns what is to be done at an event, and the page for it: for staff that of the desk where results are entered.
fn todo(texts: &Texts, event: &KnownEvent, is_staff: bool, is_public: bool) -> Option<Todo> {
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

fn round(texts: &Texts, event: &KnownEvent) -> Option<String> {
    event.current_round.as_ref().map(|round| match round.round_number {
        number if number > 0 => texts.with("term-round", "number", number),
        _ => texts.term(RoundType::PlayerMeeting),
    })
}

fn administrators_todos(texts: &Texts, organization: &Organization, now: DateTime<Utc>) -> Vec<Todo> {
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
fn webhooks_todos(texts: &Texts, organization: &Organization, failing: &[FailingWebhook]) -> Vec<Todo> {
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
    use proto_events::vocabulary::EventFormat;

    use super::*;
    use crate::serving::documents::CurrentRound;
    use crate::texts::Language;

    fn overview(status: LifecycleStatus, round: Option<i32>, missing: usize) -> KnownEvent {
        KnownEvent {
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
    fn an_event_that_waits_for_results_is_to_do_on_a_page_that_the_person_can_see() {
        let texts = Texts::of(Language::English);
        let at = |status, missing| todo(texts, &overview(status, Some(4), missing), true, true);
        let said = |missing| at(LifecycleStatus::EventInProgress, missing).map(|(text, _)| text);
        assert_eq!(said(2).as_deref(), Some("Cup: 2 matches have no result yet in round 4"));
        assert_eq!(said(1).as_deref(), Some("Cup: 1 match has no result yet in round 4"));
        assert_eq!((said(0), at(LifecycleStatus::EventFinished, 2)), (None, None));
        let event = overview(LifecycleStatus::EventInProgress, Some(4), 2);
        let path = |is_staff, is_public| todo(texts, &event, is_staff, is_public).and_then(|(_, path)| path);
        assert_eq!(path(true, true).as_deref(), Some("/desk/events/7/round/"));
        assert_eq!(path(false, true).as_deref(), Some("/events/7/"));
        assert_eq!(path(false, false), None);
        let meeting = overview(LifecycleStatus::RegistrationOpen, Some(0), 0);
        assert_eq!(round(texts, &meeting).as_deref(), Some("Player meeting"));
    }
}

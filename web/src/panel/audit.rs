//! `/admin/audit/`: the audit log of the organization.

use std::collections::HashMap;

use api_kit::path::integer;
use api_kit::store_failed;
use askama::Template;
use domain::organization::Organization;
use fluent_bundle::FluentValue;
use futures::{StreamExt, TryStreamExt, stream};
use proto_events::ids::{MemberId, UserId, WebhookId};
use proto_events::vocabulary::Role;
use proto_events::{Actor, DomainEvent, Envelope, OrganizationEvent, Position, Recorded, StreamKind};
use serde::Deserialize;
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind};

use crate::panel::audit_words;
use crate::parts::format::Moment;
use crate::parts::frame::Frame;
use crate::serving::failures::PageResult;
use crate::serving::people::{People, organization};
use crate::serving::session::UserRequest;
use crate::texts::Texts;

/// Number of entries on a page.
const ROWS: usize = 50;

#[derive(Template)]
#[template(path = "panel/audit.html")]
struct AuditPage {
    frame: Frame,
    rows: Vec<AuditRow>,
    /// Whether older entries are shown.
    is_older: bool,
    /// Position at which the next page begins.
    older: Option<i64>,
}

struct AuditRow {
    at: Moment,
    who: String,
    key: Option<String>,
    what: String,
    about: String,
}

/// The sources of names.
struct Names<'a> {
    texts: &'static Texts,
    organization: &'a Organization,
    people: People,
    tournaments: HashMap<i64, String>,
}

/// Shows the page.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let id = request.session.organization_id()?;
    let before = request.query("before").and_then(|text| integer(&text)).map(Position);
    let mut events = request.shared.events.happened(id, before, ROWS + 1).await.map_err(store_failed)?;
    let has_older = events.len() > ROWS;
    events.truncate(ROWS);
    let organization = organization(request).await?;
    let decoded: Vec<_> = events.iter().map(|event| event.decode().ok()).collect();
    let names = Names {
        texts: request.texts,
        organization: &organization.state,
        people: People::load(request, people_in(&events, &decoded, &organization.state)).await?,
        tournaments: tournaments(request, &events).await?,
    };
    let rows = events.iter().zip(&decoded).map(|(event, decoded)| row(event, decoded.as_ref(), &names)).collect();
    let older = events.last().filter(|_| has_older).map(|event| event.position.0);
    request.page(&AuditPage { frame: request.frame(), rows, is_older: before.is_some(), older })
}

/// Returns the people that are named: actors and affected people.
fn people_in(events: &[Recorded], decoded: &[Option<Envelope>], organization: &Organization) -> Vec<UserId> {
    let actors = events.iter().filter_map(|event| event.actor.person());
    let of_member = |id| organization.member(id).map(|member| member.user_id);
    let of_invitation = |id| organization.invitation(id).map(|invitation| invitation.user_id);
    let about = decoded.iter().flatten().filter_map(|envelope| match &envelope.event {
        DomainEvent::Organization(
            OrganizationEvent::MemberAdded { user_id, .. } | OrganizationEvent::MemberInvited { user_id, .. },
        ) => Some(*user_id),
        DomainEvent::Organization(
            OrganizationEvent::InvitationDeclined { member_id } | OrganizationEvent::InvitationWithdrawn { member_id },
        ) => of_invitation(*member_id),
        DomainEvent::Organization(
            OrganizationEvent::MemberRoleChanged { member_id, .. } | OrganizationEvent::MemberRemoved { member_id },
        ) => of_member(*member_id),
        _ => None,
    });
    actors.chain(about).collect()
}

/// Returns the names of tournaments.
async fn tournaments(request: &UserRequest, events: &[Recorded]) -> Result<HashMap<i64, String>, Problem> {
    #[derive(Deserialize)]
    struct Named {
        name: String,
    }
    let id = request.session.organization_id()?;
    let of_tournaments = events.iter().filter(|event| event.stream.kind == StreamKind::Tournament);
    let mut ids: Vec<_> = of_tournaments.map(|event| event.stream.id).collect();
    ids.sort_unstable();
    ids.dedup();
    let views = &request.shared.views;
    let read = ids.into_iter().map(|tournament| async move {
        let document =
            views.document(&DocumentKey::new(id, ViewKind::Overview, tournament)).await.map_err(store_failed)?;
        let named = document.map(|document| serde_json::from_slice::<Named>(&document.body.for_everyone()));
        Ok(named.transpose().map_err(Problem::internal)?.map(|named| (tournament, named.name)))
    });
    stream::iter(read).buffered(4).try_filter_map(|named| async { Ok(named) }).try_collect().await
}

fn row(event: &Recorded, decoded: Option<&Envelope>, names: &Names<'_>) -> AuditRow {
    let event_of_organization = decoded.and_then(|envelope| match &envelope.event {
        DomainEvent::Organization(event) => Some(event),
        _ => None,
    });
    let texts = names.texts;
    let (who, key) = match &event.actor {
        // Administrators see only the username of a person who was invited.
        Actor::User(id) if matches!(event_of_organization, Some(OrganizationEvent::InvitationDeclined { .. })) => {
            (names.people.username(*id), None)
        }
        Actor::System => (texts.say("desk-by-service"), None),
        Actor::CommandLine => (texts.say("panel-by-operator"), None),
        Actor::User(id) => (names.people.name(*id), None),
        Actor::PrivateLink(id) => (names.people.name(*id), Some(texts.say("panel-by-private-link"))),
        Actor::ApiKey(id) => {
            let key = names.organization.keys.iter().find(|key| key.id == *id);
            let key = key.map_or_else(
                || texts.with("panel-by-key-number", "number", id.to_string()),
                |key| texts.with("panel-by-key", "name", key.name.as_str()),
            );
            (texts.say("desk-a-program"), Some(key))
        }
    };
    let described = decoded.map(|envelope| match &envelope.event {
        DomainEvent::Organization(event) => names.describe(event),
        event => texts.say(audit_words::key(event)),
    });
    AuditRow {
        at: Moment::utc(texts, event.recorded_at),
        who,
        key,
        // An event of a newer version, for example.
        what: described.unwrap_or_else(|| audit_words::plain(&event.encoded.event_type)),
        about: names.about(event),
    }
}

impl Names<'_> {
    /// Describes a domain event of the organization.
    fn describe(&self, event: &OrganizationEvent) -> String {
        use OrganizationEvent as Event;
        let texts = self.texts;
        match event {
            Event::Created { name } => texts.with("panel-audit-created", "name", name.as_str()),
            Event::Renamed { name } => texts.with("panel-audit-renamed", "name", name.as_str()),
            Event::MemberAdded { user_id, role, .. } => {
                self.with_role("panel-audit-member", self.people.name(*user_id), *role)
            }
            Event::MemberInvited { user_id, role, .. } => {
                self.with_role("panel-audit-invited", self.people.username(*user_id), *role)
            }
            Event::InvitationDeclined { member_id } => {
                texts.with("panel-audit-declined", "name", self.invited(*member_id))
            }
            Event::InvitationWithdrawn { member_id } => {
                texts.with("panel-audit-withdrawn", "name", self.invited(*member_id))
            }
            Event::MemberRoleChanged { member_id, role } => {
                self.with_role("panel-audit-role", self.member(member_id.0), *role)
            }
            Event::MemberRemoved { member_id } => texts.with("panel-audit-removed", "name", self.member(member_id.0)),
            Event::ApiKeyIssued { name, .. } => texts.with("panel-audit-key-created", "key", quoted(texts, name)),
            Event::ApiKeyNarrowed { key_id } => texts.with("panel-audit-key-narrowed", "key", self.key(key_id.0)),
            Event::ApiKeyRenamed { key_id, name } => {
                let values = [("key", key_id.to_string().into()), ("name", name.as_str().into())];
                texts.with_all("panel-audit-key-renamed", values)
            }
            Event::ApiKeyExpirySet { key_id, expires_at: None } => {
                texts.with("panel-audit-key-no-end", "key", self.key(key_id.0))
            }
            Event::ApiKeyExpirySet { key_id, expires_at: Some(end) } => {
                let time = Moment::utc(texts, *end).shown;
                let values = [("key", self.key(key_id.0).into()), ("time", time.into())];
                texts.with_all("panel-audit-key-end", values)
            }
            Event::ApiKeyRevoked { key_id } => texts.with("panel-audit-key-revoked", "key", self.key(key_id.0)),
            Event::ApiKeyUsed { key_id, .. } => texts.with("panel-audit-key-used", "key", self.key(key_id.0)),
            Event::WebhookAdded { settings, .. } => {
                texts.with("panel-audit-webhook-added", "webhook", settings.url.as_str())
            }
            Event::WebhookChanged { webhook_id, settings } => {
                let enabled = ("enabled", if settings.enabled { "yes" } else { "no" }.into());
                texts.with_all("panel-audit-webhook-changed", [("webhook", self.webhook(*webhook_id).into()), enabled])
            }
            Event::WebhookSecretRotated { webhook_id, .. } => {
                texts.with("panel-audit-webhook-rotated", "webhook", self.webhook(*webhook_id))
            }
            Event::WebhookDisabled { webhook_id, .. } => {
                texts.with("panel-audit-webhook-disabled", "webhook", self.webhook(*webhook_id))
            }
            Event::WebhookRemoved { webhook_id } => {
                texts.with("panel-audit-webhook-removed", "webhook", self.webhook(*webhook_id))
            }
        }
    }

    /// Returns the address of a webhook, or its number if it was removed.
    fn webhook(&self, id: WebhookId) -> String {
        let webhook = self.organization.webhook(id);
        let number = || self.texts.with("panel-audit-webhook-number", "number", id.to_string());
        webhook.map_or_else(number, |webhook| webhook.settings.url.clone())
    }

    fn with_role(&self, key: &str, name: String, role: Role) -> String {
        let values: [(_, FluentValue<'_>); 2] = [("name", name.into()), ("role", self.texts.term(role).into())];
        self.texts.with_all(key, values)
    }

    fn member(&self, id: i64) -> String {
        let member = self.organization.members.iter().find(|member| member.id.0 == id);
        member.map_or_else(
            || self.texts.with("panel-audit-member-number", "number", id.to_string()),
            |member| self.people.name(member.user_id),
        )
    }

    /// Returns the username of an invited person.
    fn invited(&self, id: MemberId) -> String {
        let invitation = self.organization.invitation(id);
        invitation.map_or_else(String::new, |invitation| self.people.username(invitation.user_id))
    }

    fn key(&self, id: i64) -> String {
        let key = self.organization.keys.iter().find(|key| key.id.0 == id);
        key.map_or_else(|| id.to_string(), |key| quoted(self.texts, &key.name))
    }

    /// Returns the subject of an entry.
    fn about(&self, event: &Recorded) -> String {
        let id = event.stream.id;
        let numbered = |key| self.texts.with(key, "number", id.to_string());
        match event.stream.kind {
            StreamKind::Organization => String::new(),
            StreamKind::Tournament => {
                self.tournaments.get(&id).map_or_else(|| numbered("panel-audit-event-number"), Clone::clone)
            }
            StreamKind::Convention => numbered("panel-audit-convention-number"),
            StreamKind::Decklist => numbered("panel-audit-decklist-number"),
            StreamKind::User => numbered("panel-audit-user-number"),
        }
    }
}

fn quoted(texts: &Texts, name: &str) -> String {
    texts.with("panel-audit-quoted", "name", name)
}

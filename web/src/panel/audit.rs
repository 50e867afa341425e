//! `/admin/audit/`: the audit log of the organization.

use std::collections::{BTreeSet, HashMap};

use api_kit::path::integer;
use api_kit::store_failed;
use askama::Template;
use domain::organization::Organization;
use proto_events::ids::{ApiKeyId, MemberId, UserId, WebhookId};
use proto_events::{DomainEvent, Envelope, OrganizationEvent, Position, Recorded, StreamKind};
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind};

use crate::desk::audit_words::by;
use crate::panel::common::frame_in_zone;
use crate::parts::format::Moment;
use crate::parts::frame::Frame;
use crate::serving::documents::{KnownEvent, find};
use crate::serving::failures::PageResult;
use crate::serving::people::{People, organization};
use crate::serving::request::UserRequest;
use crate::texts::events::say_event;
use crate::texts::{Texts, key};

const ROWS: usize = 50;

#[derive(Template)]
#[template(path = "panel/audit.html")]
struct AuditPage {
    frame: Frame,
    rows: Vec<AuditRow>,
    is_older: bool,
    /// Position at which the next page begins.
    older: Option<i64>,
}

struct AuditRow {
    at: Moment,
    who: String,
    what: String,
    about: String,
    /// The page of the event's audit that begins with the entry and says more.
    details: Option<String>,
}

/// The sources of names.
struct Names<'a> {
    frame: Frame,
    organization: &'a Organization,
    people: People,
    tournaments: HashMap<i64, String>,
}

pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let id = request.session.organization_id()?;
    let before = request.query("before").and_then(|text| integer(&text)).map(Position);
    let mut events = request.shared.events.happened(id, before, ROWS + 1).await.map_err(store_failed)?;
    let has_older = events.len() > ROWS;
    events.truncate(ROWS);
    let organization = organization(request).await?;
    let decoded: Vec<_> = events.iter().map(|event| event.decode().ok()).collect();
    let names = Names {
        frame: frame_in_zone(request).await?,
        organization: &organization.state,
        people: People::load(request, people_in(&events, &organization.state)).await?,
        tournaments: tournaments(request, &events).await?,
    };
    let rows: Vec<_> =
        events.iter().zip(&decoded).map(|(event, decoded)| row(event, decoded.as_ref(), &names)).collect();
    let older = events.last().filter(|_| has_older).map(|event| event.position.0);
    request.page(&AuditPage { frame: names.frame, rows, is_older: before.is_some(), older })
}

/// Returns the people that may be named: actors, members and invited people.
fn people_in(events: &[Recorded], organization: &Organization) -> Vec<UserId> {
    let actors = events.iter().filter_map(|event| event.actor.person());
    let members = organization.members.iter().map(|member| member.user_id);
    let invited = organization.invitations.iter().map(|invitation| invitation.user_id);
    actors.chain(members).chain(invited).collect()
}

async fn tournaments(request: &UserRequest<'_>, events: &[Recorded]) -> Result<HashMap<i64, String>, Problem> {
    let id = request.session.organization_id()?;
    let of_tournaments = events.iter().filter(|event| event.stream.kind == StreamKind::Tournament);
    let mut names = HashMap::new();
    for tournament in of_tournaments.map(|event| event.stream.id).collect::<BTreeSet<_>>() {
        let key = DocumentKey::new(id, ViewKind::Overview, tournament);
        let known: Option<KnownEvent> = find(&*request.shared.views, key).await?;
        names.extend(known.map(|known| (tournament, known.name)));
    }
    Ok(names)
}

fn row(event: &Recorded, decoded: Option<&Envelope>, names: &Names<'_>) -> AuditRow {
    let event_of_organization = decoded.and_then(|envelope| match &envelope.event {
        DomainEvent::Organization(event) => Some(event),
        _ => None,
    });
    let texts = names.frame.texts;
    // Administrators see only the username of a person who was invited.
    let is_declined = matches!(event_of_organization, Some(OrganizationEvent::InvitationDeclined { .. }));
    let person = |id| if is_declined { names.people.username(id) } else { names.people.name(id) };
    let key = |id| names.organization.key(id).map(|key| key.name.clone());
    AuditRow {
        at: names.frame.moment(&event.recorded_at),
        who: by(texts, &event.actor, person, key),
        what: event_of_organization
            .map_or_else(|| kind(texts, event.stream.kind, &event.encoded.event_type), |event| names.describe(event)),
        about: names.about(event),
        details: Some(event.stream.id)
            .filter(|id| names.tournaments.contains_key(id) && event.stream.kind == StreamKind::Tournament)
            .map(|id| format!("/desk/events/{id}/audit/?before={}", event.version + 1)),
    }
}

impl Names<'_> {
    /// Says what happened. The texts use the fields of the event, and these values in place of ids.
    fn describe(&self, event: &OrganizationEvent) -> String {
        use OrganizationEvent as E;
        let named = match event {
            E::MemberAdded { user_id, .. } => Some(("name", self.people.name(*user_id))),
            E::MemberInvited { user_id, .. } => Some(("name", self.people.username(*user_id))),
            E::InvitationDeclined { member_id } | E::InvitationWithdrawn { member_id } => {
                Some(("name", self.invited(*member_id)))
            }
            E::MemberRoleChanged { member_id, .. }
            | E::MemberRoleProvided { member_id, .. }
            | E::MemberRemoved { member_id } => Some(("name", self.member(*member_id))),
            E::ApiKeyIssued { name, .. } => Some(("key", quoted(self.frame.texts, name))),
            E::ApiKeyNarrowed { key_id }
            | E::ApiKeyExpirySet { key_id, .. }
            | E::ApiKeyRevoked { key_id }
            | E::ApiKeyUsed { key_id, .. } => Some(("key", self.key(*key_id))),
            E::WebhookChanged { webhook_id, .. }
            | E::WebhookSecretRotated { webhook_id, .. }
            | E::WebhookDisabled { webhook_id, .. }
            | E::WebhookRemoved { webhook_id } => Some(("webhook", self.webhook(*webhook_id))),
            E::WebhookAdded { settings, .. } => Some(("webhook", settings.url.clone())),
            _ => None,
        };
        let further = match event {
            E::MemberAdded { role, .. } | E::MemberInvited { role, .. } | E::MemberRoleChanged { role, .. } => {
                Some(("role", self.frame.texts.term(*role)))
            }
            E::ApiKeyExpirySet { expires_at: Some(end), .. } => Some(("time", self.frame.moment(end).shown)),
            _ => None,
        };
        let values = named.into_iter().chain(further).map(|(name, value)| (name, value.into()));
        say_event(self.frame.texts, "panel-organization-{name}", event, values).unwrap_or_default()
    }

    /// Returns the address of a webhook, or its number if it was removed.
    fn webhook(&self, id: WebhookId) -> String {
        let webhook = self.organization.webhook(id);
        let number = || self.frame.texts.with("panel-key-number", "number", id.to_string());
        webhook.map_or_else(number, |webhook| webhook.settings.url.clone())
    }

    fn member(&self, id: MemberId) -> String {
        self.organization.member(id).map_or_else(
            || self.frame.texts.with("panel-audit-member-number", "number", id.to_string()),
            |member| self.people.name(member.user_id),
        )
    }

    fn invited(&self, id: MemberId) -> String {
        let invitation = self.organization.invitation(id);
        invitation.map_or_else(String::new, |invitation| self.people.username(invitation.user_id))
    }

    fn key(&self, id: ApiKeyId) -> String {
        let key = self.organization.key(id);
        key.map_or_else(|| id.to_string(), |key| quoted(self.frame.texts, &key.name))
    }

    fn about(&self, event: &Recorded) -> String {
        let id = event.stream.id;
        let numbered = |key| self.frame.texts.with(key, "number", id.to_string());
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

/// Returns the short words for a kind of event: the text `panel-tournament-round-started`. An event that this version does
/// not know, such as one of a newer version, has its name: "Round started".
fn kind(texts: &Texts, stream: StreamKind, event_type: &str) -> String {
    let key = key(&format!("panel-{}-{{name}}", stream.name()), event_type);
    // The texts of an organization's events need their values.
    if stream != StreamKind::Organization && texts.has(&key) {
        return texts.say(&key);
    }
    let words = event_type.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn quoted(texts: &Texts, name: &str) -> String {
    texts.with("panel-audit-quoted", "name", name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    #[test]
    fn the_name_of_an_unknown_event_is_words() {
        let english = Texts::of(Language::English);
        assert_eq!(kind(english, StreamKind::Tournament, "round_won"), "Round won");
        assert_eq!(kind(english, StreamKind::Tournament, ""), "");
    }
}

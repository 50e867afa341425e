//! An organization: its name, its members, their API keys, and its webhooks.

use chrono::{DateTime, Utc};
use proto_events::ids::{ApiKeyId, MemberId, OrganizationId, UserId, WebhookId, WebhookSecretId};
use proto_events::organization::{SeriesPlan, WebhookSettings};
use proto_events::vocabulary::{Role, WebhookFault};
use proto_events::{Envelope, OrganizationEvent, Picture};

use crate::FoldError;
use crate::webhooks::overlap_end;

/// An organization.
#[derive(Debug, Clone, Default)]
pub struct Organization {
    /// Its id.
    pub id: OrganizationId,
    /// Store name.
    pub name: String,
    /// Its time zone, as an IANA name, if it has set one.
    pub time_zone: Option<String>,
    /// What the store's page shows.
    pub page: StorePage,
    /// Slugs that the page had before, which lead to it.
    pub former_slugs: Vec<String>,
    /// Its logo.
    pub logo: Option<Picture>,
    /// Members, in order of joining. Former members stay and are marked as removed.
    pub members: Vec<Member>,
    /// Keys, in order of issue.
    pub keys: Vec<ApiKey>,
    /// Invitations, in the order in which they were sent, closed ones included.
    pub invitations: Vec<Invitation>,
    /// Webhooks, in the order in which they were added, without removed ones.
    pub webhooks: Vec<Webhook>,
    /// The ids of removed webhooks.
    pub removed_webhooks: Vec<WebhookId>,
    /// Series of events, in the order in which they were planned.
    pub series: Vec<Series>,
}

/// A series of events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// Its number among those of the organization.
    pub id: i64,
    /// The rule by which it makes events.
    pub plan: SeriesPlan,
    /// Whether it makes no more events.
    pub has_ended: bool,
}

/// What a store's page shows. Empty texts are not shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StorePage {
    /// The store's name in addresses; empty until the page is changed for the first time.
    pub slug: String,
    /// What the store says about itself, as Markdown.
    pub about: String,
    /// Postal address.
    pub address: String,
    /// Address of the store's own web page.
    pub website: String,
    /// The colour of buttons and links, as `#rrggbb`.
    pub accent: String,
}

impl StorePage {
    fn set_texts(&mut self, about: &str, address: &str, website: &str) {
        (self.about, self.address, self.website) = (about.to_owned(), address.to_owned(), website.to_owned());
    }
}

/// A subscription to notifications.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// The webhook.
    pub id: WebhookId,
    /// What administrators set.
    pub settings: WebhookSettings,
    /// The secret that signs its messages.
    pub secret_id: WebhookSecretId,
    /// The secret before it, and until when it signs as well.
    pub previous_secret: Option<(WebhookSecretId, DateTime<Utc>)>,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// When and why the service disabled it, until it is enabled again.
    pub disabled: Option<(DateTime<Utc>, WebhookFault)>,
}

/// An invitation to become a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Id of the membership that accepting creates.
    pub id: MemberId,
    /// The person.
    pub user_id: UserId,
    /// The role that the member will have.
    pub role: Role,
    /// When the person was invited.
    pub invited_at: DateTime<Utc>,
    /// Whether the person has answered, and how.
    pub status: InvitationStatus,
}

/// The state of an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvitationStatus {
    /// The person has not answered.
    Open,
    /// The person became a member, by accepting or otherwise.
    Accepted,
    /// The person declined.
    Declined,
    /// The organization withdrew it.
    Withdrawn,
}

/// A person's role in the organization.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub struct Member {
    pub id: MemberId,
    pub user_id: UserId,
    pub role: Role,
    /// The sign-in provider whose claims gave the role, unless it was changed by hand since.
    pub provided_by: Option<String>,
    /// Whether the member left.
    pub removed: bool,
}

/// An API key.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub struct ApiKey {
    pub id: ApiKeyId,
    /// The membership whose role it carries.
    pub member_id: MemberId,
    pub name: String,
    /// SHA-256 of its value, lower-case hex.
    pub sha256: String,
    pub created_at: DateTime<Utc>,
    /// The last reported use.
    pub last_used_at: Option<DateTime<Utc>>,
    pub expires_at: Option<DateTime<Utc>>,
    pub revoked: bool,
    /// Whether it is read-only, even if its role may write.
    pub read_only: bool,
}

impl Webhook {
    fn added(id: WebhookId, settings: &WebhookSettings, secret_id: WebhookSecretId, at: DateTime<Utc>) -> Self {
        let settings = settings.clone();
        Self { id, settings, secret_id, previous_secret: None, created_at: at, disabled: None }
    }

    fn change(&mut self, settings: &WebhookSettings) {
        self.disabled = self.disabled.filter(|_| !settings.enabled);
        self.settings.clone_from(settings);
    }

    fn rotate(&mut self, secret_id: WebhookSecretId, at: DateTime<Utc>) {
        self.previous_secret = Some((self.secret_id, overlap_end(at)));
        self.secret_id = secret_id;
    }

    fn disable(&mut self, reason: WebhookFault, at: DateTime<Utc>) {
        self.settings.enabled = false;
        self.disabled = Some((at, reason));
    }
}

aggregate!(Organization);

impl Organization {
    fn create(event: &OrganizationEvent, first: &Envelope) -> Option<Self> {
        let OrganizationEvent::Created { name } = event else { return None };
        Some(Self { id: OrganizationId(first.stream.id), name: name.clone(), ..Self::default() })
    }

    /// Returns the member with this id.
    pub fn member(&self, id: MemberId) -> Option<&Member> {
        self.members.iter().find(|member| member.id == id)
    }

    /// Returns the person's current membership.
    pub fn member_of(&self, user_id: UserId) -> Option<&Member> {
        self.members.iter().find(|member| member.user_id == user_id && !member.removed)
    }

    /// Returns the API key with this id.
    pub fn key(&self, id: ApiKeyId) -> Option<&ApiKey> {
        self.keys.iter().find(|key| key.id == id)
    }

    /// Returns the webhook with this id.
    pub fn webhook(&self, id: WebhookId) -> Option<&Webhook> {
        self.webhooks.iter().find(|webhook| webhook.id == id)
    }

    /// Returns the invitation with this id.
    pub fn invitation(&self, id: MemberId) -> Option<&Invitation> {
        self.invitations.iter().find(|invitation| invitation.id == id)
    }

    /// Returns the person's open invitation.
    pub fn invitation_of(&self, user_id: UserId) -> Option<&Invitation> {
        self.open_invitations().find(|invitation| invitation.user_id == user_id)
    }

    /// Invitations that await an answer, in the order in which they were sent.
    pub fn open_invitations(&self) -> impl Iterator<Item = &Invitation> {
        self.invitations.iter().filter(|invitation| invitation.status == InvitationStatus::Open)
    }

    fn apply_event(&mut self, event: &OrganizationEvent, envelope: &Envelope) -> Result<(), FoldError> {
        match event {
            OrganizationEvent::Created { .. } => {
                return Err(FoldError::Duplicate { what: "organization", id: self.id.0 });
            }
            OrganizationEvent::Renamed { name } => self.name.clone_from(name),
            OrganizationEvent::TimeZoneSet { time_zone } => self.time_zone = Some(time_zone.clone()),
            OrganizationEvent::StoreTextsChanged { about, address, website } => {
                self.page.set_texts(about, address, website);
            }
            OrganizationEvent::StoreBrandChanged { slug, accent } => self.set_brand(slug, accent),
            OrganizationEvent::LogoSet { logo } => self.logo.clone_from(logo),
            OrganizationEvent::MemberAdded { member_id, user_id, role } => {
                self.add_member(*member_id, *user_id, *role);
            }
            OrganizationEvent::MemberInvited { member_id, user_id, role } => {
                self.invite(*member_id, *user_id, *role, envelope.occurred_at);
            }
            OrganizationEvent::InvitationDeclined { member_id } => {
                self.invitation_mut(*member_id)?.status = InvitationStatus::Declined;
            }
            OrganizationEvent::InvitationWithdrawn { member_id } => {
                self.invitation_mut(*member_id)?.status = InvitationStatus::Withdrawn;
            }
            OrganizationEvent::MemberRoleChanged { member_id, role } => {
                let member = self.member_mut(*member_id)?;
                (member.role, member.provided_by) = (*role, None);
            }
            OrganizationEvent::MemberRoleProvided { member_id, provider } => {
                self.member_mut(*member_id)?.provided_by = Some(provider.clone());
            }
            OrganizationEvent::MemberRemoved { member_id } => self.member_mut(*member_id)?.removed = true,
            OrganizationEvent::ApiKeyIssued { key_id, member_id, name, sha256, expires_at } => {
                self.member_mut(*member_id)?;
                self.keys.push(ApiKey {
                    id: *key_id,
                    member_id: *member_id,
                    name: name.clone(),
                    sha256: sha256.clone(),
                    created_at: envelope.occurred_at,
                    last_used_at: None,
                    expires_at: *expires_at,
                    revoked: false,
                    read_only: false,
                });
            }
            OrganizationEvent::ApiKeyNarrowed { key_id } => self.key_mut(*key_id)?.read_only = true,
            OrganizationEvent::ApiKeyRenamed { key_id, name } => self.key_mut(*key_id)?.name.clone_from(name),
            OrganizationEvent::ApiKeyExpirySet { key_id, expires_at } => {
                self.key_mut(*key_id)?.expires_at = *expires_at;
            }
            OrganizationEvent::ApiKeyRevoked { key_id } => self.key_mut(*key_id)?.revoked = true,
            OrganizationEvent::ApiKeyUsed { key_id, used_at } => self.key_mut(*key_id)?.last_used_at = Some(*used_at),
            OrganizationEvent::WebhookAdded { webhook_id, settings, secret_id } => {
                self.webhooks.push(Webhook::added(*webhook_id, settings, *secret_id, envelope.occurred_at));
            }
            OrganizationEvent::WebhookChanged { webhook_id, settings } => {
                self.webhook_mut(*webhook_id)?.change(settings);
            }
            OrganizationEvent::WebhookSecretRotated { webhook_id, secret_id } => {
                self.webhook_mut(*webhook_id)?.rotate(*secret_id, envelope.occurred_at);
            }
            OrganizationEvent::WebhookDisabled { webhook_id, reason } => {
                self.webhook_mut(*webhook_id)?.disable(*reason, envelope.occurred_at);
            }
            OrganizationEvent::WebhookRemoved { webhook_id } => self.remove_webhook(*webhook_id)?,
            OrganizationEvent::SeriesPlanned { series_id, plan } => self.plan_series(*series_id, plan),
            OrganizationEvent::SeriesEnded { series_id } => self.end_series(*series_id),
        }
        Ok(())
    }

    fn invite(&mut self, id: MemberId, user_id: UserId, role: Role, invited_at: DateTime<Utc>) {
        self.invitations.push(Invitation { id, user_id, role, invited_at, status: InvitationStatus::Open });
    }

    fn add_member(&mut self, id: MemberId, user_id: UserId, role: Role) {
        self.members.push(Member { id, user_id, role, provided_by: None, removed: false });
        for invitation in self.invitations.iter_mut().filter(|invitation| invitation.user_id == user_id) {
            if invitation.status == InvitationStatus::Open {
                invitation.status = InvitationStatus::Accepted;
            }
        }
    }

    fn end_series(&mut self, id: i64) {
        let ended = self.series.iter_mut().filter(|series| series.id == id);
        ended.for_each(|series| series.has_ended = true);
    }

    fn plan_series(&mut self, id: i64, plan: &SeriesPlan) {
        match self.series.iter_mut().find(|series| series.id == id) {
            // A series that had ended goes on.
            Some(series) => *series = Series { id, plan: plan.clone(), has_ended: false },
            None => self.series.push(Series { id, plan: plan.clone(), has_ended: false }),
        }
    }

    fn set_brand(&mut self, slug: &str, accent: &str) {
        accent.clone_into(&mut self.page.accent);
        let before = std::mem::replace(&mut self.page.slug, slug.to_owned());
        if !before.is_empty() && !self.former_slugs.contains(&before) {
            self.former_slugs.push(before);
        }
        self.former_slugs.retain(|former| former != slug);
    }

    fn remove_webhook(&mut self, id: WebhookId) -> Result<(), FoldError> {
        self.webhook_mut(id)?;
        self.webhooks.retain(|webhook| webhook.id != id);
        self.removed_webhooks.push(id);
        Ok(())
    }

    fn webhook_mut(&mut self, id: WebhookId) -> Result<&mut Webhook, FoldError> {
        let webhook = self.webhooks.iter_mut().find(|webhook| webhook.id == id);
        webhook.ok_or(FoldError::Unknown { what: "webhook", id: id.0 })
    }

    fn member_mut(&mut self, id: MemberId) -> Result<&mut Member, FoldError> {
        let member = self.members.iter_mut().find(|member| member.id == id);
        member.ok_or(FoldError::Unknown { what: "member", id: id.0 })
    }

    fn invitation_mut(&mut self, id: MemberId) -> Result<&mut Invitation, FoldError> {
        let invitation = self.invitations.iter_mut().find(|invitation| invitation.id == id);
        invitation.ok_or(FoldError::Unknown { what: "invitation", id: id.0 })
    }

    fn key_mut(&mut self, id: ApiKeyId) -> Result<&mut ApiKey, FoldError> {
        let key = self.keys.iter_mut().find(|key| key.id == id);
        key.ok_or(FoldError::Unknown { what: "API key", id: id.0 })
    }
}

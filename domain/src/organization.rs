//! An organization: its name, its members, their API keys, and its webhooks.

use chrono::{DateTime, Utc};
use proto_events::ids::{ApiKeyId, MemberId, OrganizationId, UserId, WebhookId, WebhookSecretId};
use proto_events::organization::WebhookSettings;
use proto_events::vocabulary::{Role, WebhookFault};
use proto_events::{DomainEvent, Envelope, OrganizationEvent};

use crate::FoldError;
use crate::webhooks::overlap_end;

/// An organization.
#[derive(Debug, Clone)]
pub struct Organization {
    /// Its id.
    pub id: OrganizationId,
    /// Store name.
    pub name: String,
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
pub struct Member {
    /// The membership.
    pub id: MemberId,
    /// The person.
    pub user_id: UserId,
    /// The role.
    pub role: Role,
    /// Whether the member left.
    pub removed: bool,
}

/// An API key.
#[derive(Debug, Clone)]
pub struct ApiKey {
    /// The key.
    pub id: ApiKeyId,
    /// The membership whose role it carries.
    pub member_id: MemberId,
    /// Human-readable name.
    pub name: String,
    /// SHA-256 of its value, lower-case hex.
    pub sha256: String,
    /// When it was issued.
    pub created_at: DateTime<Utc>,
    /// The last reported use.
    pub last_used_at: Option<DateTime<Utc>>,
    /// When it expires, if ever.
    pub expires_at: Option<DateTime<Utc>>,
    /// Whether it was revoked.
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

impl Organization {
    /// Builds an organization from its whole stream.
    ///
    /// # Errors
    /// When the stream does not begin with `Created`, or an event does not fit the earlier ones.
    pub fn from_events<'a>(events: impl IntoIterator<Item = &'a Envelope>) -> Result<Self, FoldError> {
        let mut events = events.into_iter();
        let first = events.next().ok_or(FoldError::NotCreated)?;
        let DomainEvent::Organization(OrganizationEvent::Created { name }) = &first.event else {
            return Err(FoldError::NotCreated);
        };
        let mut organization = Self {
            id: OrganizationId(first.stream.id),
            name: name.clone(),
            members: Vec::new(),
            keys: Vec::new(),
            invitations: Vec::new(),
            webhooks: Vec::new(),
            removed_webhooks: Vec::new(),
        };
        events.try_for_each(|event| organization.apply(event))?;
        Ok(organization)
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

    /// Applies one more event.
    ///
    /// # Errors
    /// When the event does not fit the earlier ones.
    pub fn apply(&mut self, envelope: &Envelope) -> Result<(), FoldError> {
        let DomainEvent::Organization(event) = &envelope.event else {
            return Err(FoldError::WrongKind { expected: "organization", found: envelope.event.stream_kind().name() });
        };
        match event {
            OrganizationEvent::Created { .. } => {
                return Err(FoldError::Duplicate { what: "organization", id: self.id.0 });
            }
            OrganizationEvent::Renamed { name } => self.name.clone_from(name),
            OrganizationEvent::MemberAdded { member_id, user_id, role } => {
                let is_theirs = |invitation: &&mut Invitation| {
                    invitation.user_id == *user_id && invitation.status == InvitationStatus::Open
                };
                let accepted = self.invitations.iter_mut().filter(is_theirs);
                accepted.for_each(|invitation| invitation.status = InvitationStatus::Accepted);
                self.members.push(Member { id: *member_id, user_id: *user_id, role: *role, removed: false });
            }
            OrganizationEvent::MemberInvited { member_id, user_id, role } => self.invitations.push(Invitation {
                id: *member_id,
                user_id: *user_id,
                role: *role,
                invited_at: envelope.occurred_at,
                status: InvitationStatus::Open,
            }),
            OrganizationEvent::InvitationDeclined { member_id } => {
                self.invitation_mut(*member_id)?.status = InvitationStatus::Declined;
            }
            OrganizationEvent::InvitationWithdrawn { member_id } => {
                self.invitation_mut(*member_id)?.status = InvitationStatus::Withdrawn;
            }
            OrganizationEvent::MemberRoleChanged { member_id, role } => self.member_mut(*member_id)?.role = *role,
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
        }
        Ok(())
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

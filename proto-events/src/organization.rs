//! Events of an organization: its name, its members, its API keys, its webhooks.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::{ApiKeyId, MemberId, UserId, WebhookId, WebhookSecretId};
use crate::vocabulary::{Role, WebhookEventType, WebhookFault};

/// What administrators set about a webhook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookSettings {
    /// The address that messages are sent to.
    pub url: String,
    /// The event types to send; none means all of them, also those of later versions.
    pub event_types: Vec<WebhookEventType>,
    /// Description for people.
    pub description: String,
    /// Whether messages are sent.
    pub enabled: bool,
}

/// A domain event of an organization.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrganizationEvent {
    /// The organization was created.
    Created {
        /// Store name, as shown in exports and key lists.
        name: String,
    },
    /// The organization was renamed.
    Renamed {
        /// The new store name.
        name: String,
    },
    /// A person became a member.
    MemberAdded {
        /// The membership.
        member_id: MemberId,
        /// The person.
        user_id: UserId,
        /// The role.
        role: Role,
    },
    /// A person was invited to become a member. Accepting creates a membership with the same id.
    MemberInvited {
        /// The invitation.
        member_id: MemberId,
        /// The person.
        user_id: UserId,
        /// The role that the member will have.
        role: Role,
    },
    /// The person declined an invitation.
    InvitationDeclined {
        /// The invitation.
        member_id: MemberId,
    },
    /// The organization withdrew an invitation.
    InvitationWithdrawn {
        /// The invitation.
        member_id: MemberId,
    },
    /// A member got another role.
    MemberRoleChanged {
        /// The membership.
        member_id: MemberId,
        /// The new role.
        role: Role,
    },
    /// A member left; the member's keys stop working.
    MemberRemoved {
        /// The membership.
        member_id: MemberId,
    },
    /// An API key was issued.
    ApiKeyIssued {
        /// The key.
        key_id: ApiKeyId,
        /// The membership whose role it has.
        member_id: MemberId,
        /// Human-readable name, at most 255 characters.
        name: String,
        /// SHA-256 of the key's value, lower-case hex. The value itself is not stored.
        sha256: String,
        /// When it expires; `None` for never.
        expires_at: Option<DateTime<Utc>>,
    },
    /// An API key became read-only, whatever its role.
    ApiKeyNarrowed {
        /// The key.
        key_id: ApiKeyId,
    },
    /// An API key was renamed.
    ApiKeyRenamed {
        /// The key.
        key_id: ApiKeyId,
        /// The new name.
        name: String,
    },
    /// An API key got another expiry.
    ApiKeyExpirySet {
        /// The key.
        key_id: ApiKeyId,
        /// When it expires; `None` for never.
        expires_at: Option<DateTime<Utc>>,
    },
    /// An API key was revoked.
    ApiKeyRevoked {
        /// The key.
        key_id: ApiKeyId,
    },
    /// An API key was used; recorded at most once a minute per key.
    ApiKeyUsed {
        /// The key.
        key_id: ApiKeyId,
        /// When it was last used.
        used_at: DateTime<Utc>,
    },
    /// A webhook was added. It gets messages about later events.
    WebhookAdded {
        /// The webhook.
        webhook_id: WebhookId,
        /// Its settings.
        settings: WebhookSettings,
        /// The secret that signs its messages. The secret itself is not in the log.
        secret_id: WebhookSecretId,
    },
    /// The settings of a webhook changed. A webhook that was disabled may be enabled again.
    WebhookChanged {
        /// The webhook.
        webhook_id: WebhookId,
        /// The new settings.
        settings: WebhookSettings,
    },
    /// A webhook got another secret. The secret before it signs as well for some time.
    WebhookSecretRotated {
        /// The webhook.
        webhook_id: WebhookId,
        /// The new secret. The secret itself is not in the log.
        secret_id: WebhookSecretId,
    },
    /// The service disabled a webhook because its address does not accept messages.
    WebhookDisabled {
        /// The webhook.
        webhook_id: WebhookId,
        /// Why.
        reason: WebhookFault,
    },
    /// A webhook was removed.
    WebhookRemoved {
        /// The webhook.
        webhook_id: WebhookId,
    },
}

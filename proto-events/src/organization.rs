//! Events of an organization: its name, its members, its API keys, its webhooks.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::{ApiKeyId, MemberId, TournamentId, UserId, WebhookId, WebhookSecretId};
use crate::picture::Picture;
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

/// The rule by which a series makes events: like a template, every week or every few weeks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeriesPlan {
    /// The event whose settings each event of the series gets.
    pub template_id: TournamentId,
    /// The first day, where the events take place. It says the day of the week.
    pub first_day: NaiveDate,
    /// The last day on which there may be one; `None` if it has no end.
    pub last_day: Option<NaiveDate>,
    /// Weeks from one event to the next.
    pub every_weeks: i32,
    /// The time of the start, where the events take place.
    pub starts: NaiveTime,
    /// IANA name of the time zone where they take place.
    pub time_zone: String,
    /// Days without an event: holidays.
    pub skipped: Vec<NaiveDate>,
    /// How many weeks ahead events are made.
    pub weeks_ahead: i32,
}

/// A domain event of an organization. Its ids say what it is about; its other fields hold the whole value after the
/// change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub enum OrganizationEvent {
    /// The organization was created.
    Created {
        /// Store name, as shown in exports and key lists.
        name: String,
    },
    /// The organization was renamed.
    Renamed { name: String },
    /// The organization got another time zone, which its next event has and its pages show.
    TimeZoneSet {
        /// Its IANA name.
        time_zone: String,
    },
    /// The texts of the store's page changed. Empty ones are not shown.
    StoreTextsChanged {
        /// What the store says about itself, as Markdown.
        about: String,
        /// Postal address.
        address: String,
        /// Address of the store's own web page.
        website: String,
    },
    /// What the pages of the store's events show of it changed, too.
    StoreBrandChanged {
        /// The store's name in addresses, which no other organization has or had.
        slug: String,
        /// The colour of buttons and links: `#rrggbb`; empty for the colour of the service.
        accent: String,
    },
    /// The organization got another logo, or has none any more.
    LogoSet { logo: Option<Picture> },
    /// A person became a member.
    MemberAdded { member_id: MemberId, user_id: UserId, role: Role },
    /// A person was invited to become a member. Accepting creates a membership with the same id.
    MemberInvited { member_id: MemberId, user_id: UserId, role: Role },
    /// The person declined an invitation.
    InvitationDeclined { member_id: MemberId },
    /// The organization withdrew an invitation.
    InvitationWithdrawn { member_id: MemberId },
    /// A member got another role.
    MemberRoleChanged { member_id: MemberId, role: Role },
    /// The role of this member follows the claims of a sign-in provider, until it is changed by hand. It comes right after the
    /// event that gave the role.
    MemberRoleProvided {
        member_id: MemberId,
        /// The operator's name for the provider.
        provider: String,
    },
    /// A member left; the member's keys stop working.
    MemberRemoved { member_id: MemberId },
    /// An API key was issued.
    ApiKeyIssued {
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
    ApiKeyNarrowed { key_id: ApiKeyId },
    /// An API key was renamed.
    ApiKeyRenamed { key_id: ApiKeyId, name: String },
    /// An API key got another expiry.
    ApiKeyExpirySet {
        key_id: ApiKeyId,
        /// When it expires; `None` for never.
        expires_at: Option<DateTime<Utc>>,
    },
    /// An API key was revoked.
    ApiKeyRevoked { key_id: ApiKeyId },
    /// An API key was used; recorded at most once a minute per key.
    ApiKeyUsed { key_id: ApiKeyId, used_at: DateTime<Utc> },
    /// A webhook was added. It gets messages about later events.
    WebhookAdded {
        webhook_id: WebhookId,
        settings: WebhookSettings,
        /// The secret that signs its messages. The secret itself is not in the log.
        secret_id: WebhookSecretId,
    },
    /// The settings of a webhook changed. A webhook that was disabled may be enabled again.
    WebhookChanged { webhook_id: WebhookId, settings: WebhookSettings },
    /// A webhook got another secret. The secret before it signs as well for some time.
    WebhookSecretRotated { webhook_id: WebhookId, secret_id: WebhookSecretId },
    /// The service disabled a webhook because its address does not accept messages.
    WebhookDisabled { webhook_id: WebhookId, reason: WebhookFault },
    /// A webhook was removed.
    WebhookRemoved { webhook_id: WebhookId },
    /// A series of events was planned, or its plan changed.
    SeriesPlanned {
        /// Its number among those of the organization, from 1.
        series_id: i64,
        plan: SeriesPlan,
    },
    /// A series ended: it makes no more events. Those that it made stay.
    SeriesEnded { series_id: i64 },
}

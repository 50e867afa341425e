//! Where notifications go, what people want of them, and the secrets of the sender. No event holds any of it.
//!
//! Backups have all of it, and the erasure of a person deletes what is the person's. The ids that a restore issues are new,
//! because a restored log has no messages that name them.

use std::collections::BTreeSet;

use proto_events::ids::{OrganizationId, TournamentId, UserId};
use serde::{Deserialize, Serialize};

use crate::StoreError;
use crate::deliveries::ScheduledTask;
use crate::shows::shows;
use crate::sql::StoreRow;

/// Push subscriptions that a person may have. With a further one, the oldest goes.
pub const MOST_SUBSCRIPTIONS: i64 = 10;

/// A browser that receives a person's push messages.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushSubscription {
    /// Its id, the recipient of messages.
    #[serde(skip)]
    pub id: i64,
    /// The person.
    pub user_id: UserId,
    /// The address at the push service.
    pub endpoint: String,
    /// The browser's public key: base64url of 65 bytes.
    pub public_key: String,
    /// The browser's secret: base64url of 16 bytes.
    pub auth: String,
    /// The language of its messages.
    pub language: String,
}

/// What a person wants to hear of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotificationChoices {
    /// The person.
    pub user_id: UserId,
    /// The language of letters.
    pub language: String,
    /// What is turned off: `mail:registration`, `push:clock`.
    pub off: BTreeSet<String>,
}

/// A secret of the sender.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SenderSecret {
    /// Its name.
    pub name: String,
    /// The secret.
    pub secret: String,
}

/// A Discord channel that an organization has given.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiscordChannel {
    /// Its id, the recipient of messages.
    #[serde(skip)]
    pub id: i64,
    /// The organization.
    pub organization_id: OrganizationId,
    /// The tournament that it is about; `None` for all.
    pub tournament_id: Option<TournamentId>,
    /// The address, which is a secret.
    pub url: String,
    /// The language of its messages.
    pub language: String,
}

/// A part of a backup: one of the types above. Ids are left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotificationItem {
    /// A push subscription.
    Push(PushSubscription),
    /// A person's choices.
    Choices(NotificationChoices),
    /// A task that has not run.
    Task(ScheduledTask),
    /// A secret of the sender.
    Secret(SenderSecret),
    /// A Discord channel.
    Discord(DiscordChannel),
}

shows!(PushSubscription: id, user_id);
shows!(SenderSecret: name);
shows!(DiscordChannel: id, organization_id);

/// Reads a push subscription.
pub(crate) fn push_subscription(row: &impl StoreRow) -> Result<PushSubscription, StoreError> {
    Ok(PushSubscription {
        id: row.column(0)?,
        user_id: UserId(row.column(1)?),
        endpoint: row.column(2)?,
        public_key: row.column(3)?,
        auth: row.column(4)?,
        language: row.column(5)?,
    })
}

/// Reads choices.
pub(crate) fn choices(row: &impl StoreRow) -> Result<NotificationChoices, StoreError> {
    let off: String = row.column(2)?;
    Ok(NotificationChoices {
        user_id: UserId(row.column(0)?),
        language: row.column(1)?,
        off: off.split_terminator(',').map(str::to_owned).collect(),
    })
}

/// Reads a secret of the sender.
pub(crate) fn sender_secret(row: &impl StoreRow) -> Result<SenderSecret, StoreError> {
    Ok(SenderSecret { name: row.column(0)?, secret: row.column(1)? })
}

/// Reads a Discord channel.
pub(crate) fn discord_channel(row: &impl StoreRow) -> Result<DiscordChannel, StoreError> {
    Ok(DiscordChannel {
        id: row.column(0)?,
        organization_id: row.column::<i64>(1)?.into(),
        tournament_id: row.column::<Option<i64>>(2)?.map(Into::into),
        url: row.column(3)?,
        language: row.column(4)?,
    })
}

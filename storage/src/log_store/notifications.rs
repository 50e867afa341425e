//! The statements of what notifications need. Messages are deleted before the rows that they name.

use proto_events::ids::{OrganizationId, UserId};

use super::deliveries;
use super::events::number;
use super::store::{LogStore, LogTables};
use crate::StoreError;
use crate::deliveries::ChannelKind;
use crate::notifications::{
    DiscordChannel, MOST_SUBSCRIPTIONS, NotificationChoices, NotificationItem, PushSubscription, SenderSecret, choices,
    discord_channel, push_subscription, sender_secret,
};
use crate::sql::{Sql, Statement, Value, among, sql};
use crate::store_trait::store_trait;
use crate::tables::{Direct, Purpose};

/// Recipients that have a table: their channel, the table, and the column of their ids.
type Recipients = (ChannelKind, &'static str, &'static str);

const PUSH: Recipients = (ChannelKind::Push, "push_subscriptions", "subscription_id");
const DISCORD: Recipients = (ChannelKind::Discord, "discord_channels", "channel_id");

fn select_push(rest: &str) -> Statement {
    sql(format!("SELECT subscription_id, user_id, endpoint, public_key, auth, language FROM push_subscriptions {rest}"))
}

fn select_choices(rest: &str) -> Statement {
    sql(format!("SELECT user_id, language, turned_off FROM notification_choices {rest}"))
}

fn select_discord(rest: &str) -> Statement {
    sql(format!("SELECT channel_id, organization_id, tournament_id, url, language FROM discord_channels {rest}"))
}

/// Returns the condition that a row is of one of these people.
fn of<C: Sql>(people: &[UserId]) -> (String, Value) {
    let ids = Value::Numbers(people.iter().map(|user| user.0).collect());
    (format!("WHERE {} ORDER BY 1", among::<C>("user_id", "$1")), ids)
}

store_trait! {
    /// The part of an [`EventStore`](crate::EventStore) that stores where notifications go.
    pub trait NotificationStore, for LogStore<T: LogTables>;

    /// Stores a push subscription; its id is ignored. One with the same address is replaced. If that was another person's,
    /// the messages to it are deleted. A person's oldest go if there are more than [`MOST_SUBSCRIPTIONS`]. An erased person
    /// gets none.
    async fn put_push_subscription(&self, subscription: &PushSubscription) -> Result<(), StoreError> {
        self.tables.repeated(Purpose::Write, || replace_push(&*self.tables, subscription)).await
    }

    /// Returns the push subscriptions of these people, by id.
    async fn push_subscriptions(&self, people: &[UserId]) -> Result<Vec<PushSubscription>, StoreError> {
        let (of, ids) = of::<Direct<'_, T>>(people);
        self.tables.show().all(select_push(&of).bind(ids), push_subscription).await
    }

    /// Returns push subscriptions by their ids.
    async fn push_subscriptions_with_ids(&self, ids: &[i64]) -> Result<Vec<PushSubscription>, StoreError> {
        let query = select_push(&format!("WHERE {}", among::<Direct<'_, T>>("subscription_id", "$1")));
        let query = query.bind(Value::Numbers(ids.to_vec()));
        self.tables.show().all(query, push_subscription).await
    }

    /// Returns a push subscription.
    async fn push_subscription(&self, id: i64) -> Result<Option<PushSubscription>, StoreError> {
        Ok(self.push_subscriptions_with_ids(&[id]).await?.pop())
    }

    /// Deletes the push subscription with this address, and all messages to it.
    async fn remove_push_subscription(&self, endpoint: &str) -> Result<(), StoreError> {
        remove(&*self.tables, PUSH, "endpoint = $1", &[endpoint.into()]).await
    }

    /// Deletes all push subscriptions of a person, and ends the messages to them.
    async fn remove_push_subscriptions(&self, of: UserId) -> Result<(), StoreError> {
        remove(&*self.tables, PUSH, "user_id = $1", &[of.0.into()]).await
    }

    /// Returns the choices of those of these people who have made any.
    async fn notification_choices(&self, people: &[UserId]) -> Result<Vec<NotificationChoices>, StoreError> {
        let (of, ids) = of::<Direct<'_, T>>(people);
        self.tables.show().all(select_choices(&of).bind(ids), choices).await
    }

    /// Stores a person's choices. Those of an erased person are not stored.
    async fn put_notification_choices(&self, choices: &NotificationChoices) -> Result<(), StoreError> {
        self.tables.direct(Purpose::Write).execute(put_choices(choices)).await.map(drop)
    }

    /// Adds to what a person has turned off, whatever else is changed at the same time. `language` is for a person without
    /// choices.
    async fn turn_notification_off(&self, of: UserId, name: &str, language: &str) -> Result<(), StoreError> {
        let add = sql("INSERT INTO notification_choices AS known (user_id, language, turned_off)
             SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT 1 FROM erasures WHERE user_id = $1)
             ON CONFLICT (user_id) DO UPDATE SET turned_off =
                 CASE WHEN known.turned_off = '' THEN $3 ELSE known.turned_off || ',' || $3 END
             WHERE ',' || known.turned_off || ',' NOT LIKE '%,' || $3 || ',%'");
        let add = add.bind(of.0).bind(language).bind(name);
        self.tables.direct(Purpose::Write).execute(add).await.map(drop)
    }

    /// Returns a secret of the sender. If there is none yet, `fresh` is stored. All processes get the same one.
    async fn sender_secret(&self, name: &str, fresh: &str) -> Result<String, StoreError> {
        let query = || sql("SELECT name, secret FROM sender_secrets WHERE name = $1").bind(name);
        // Pages read it often: they need not wait for writers.
        if let Some(stored) = self.tables.show().first(query(), sender_secret).await? {
            return Ok(stored.secret);
        }
        let fresh = SenderSecret { name: name.into(), secret: fresh.into() };
        self.tables.direct(Purpose::Write).execute(put_secret(&fresh)).await?;
        Ok(self.tables.show().one(query(), sender_secret).await?.secret)
    }

    /// Stores a new Discord channel, and returns its id. The one that it has is ignored.
    async fn put_discord_channel(&self, channel: &DiscordChannel) -> Result<i64, StoreError> {
        self.tables.direct(Purpose::Write).one(put_discord(channel), number).await
    }

    /// Returns the Discord channels of an organization, by id.
    async fn discord_channels(&self, of: OrganizationId) -> Result<Vec<DiscordChannel>, StoreError> {
        let query = select_discord("WHERE organization_id = $1 ORDER BY channel_id").bind(of.0);
        self.tables.show().all(query, discord_channel).await
    }

    /// Returns a Discord channel.
    async fn discord_channel(&self, id: i64) -> Result<Option<DiscordChannel>, StoreError> {
        let query = select_discord("WHERE channel_id = $1").bind(id);
        self.tables.show().first(query, discord_channel).await
    }

    /// Deletes a Discord channel of an organization, and all messages to it.
    async fn remove_discord_channel(&self, of: OrganizationId, id: i64) -> Result<(), StoreError> {
        remove(&*self.tables, DISCORD, "channel_id = $1 AND organization_id = $2", &[id.into(), of.0.into()]).await
    }
}

async fn replace_push<T: LogTables>(tables: &T, subscription: &PushSubscription) -> Result<(), StoreError> {
    let (user, endpoint) = (subscription.user_id.0, subscription.endpoint.as_str());
    let mut transaction = tables.transaction().await?;
    delete(&mut *transaction, PUSH, "endpoint = $1 AND user_id <> $2", &[endpoint.into(), user.into()]).await?;
    transaction.execute(put_push(subscription)).await?;
    let oldest = "subscription_id IN (SELECT subscription_id FROM push_subscriptions WHERE user_id = $1
                                      ORDER BY subscription_id DESC LIMIT 1000 OFFSET $2)";
    delete(&mut *transaction, PUSH, oldest, &[user.into(), MOST_SUBSCRIPTIONS.into()]).await?;
    transaction.commit().await
}

async fn remove<T: LogTables>(tables: &T, of: Recipients, condition: &str, values: &[Value]) -> Result<(), StoreError> {
    let remove = || async {
        let mut transaction = tables.transaction().await?;
        delete(&mut *transaction, of, condition, values).await?;
        transaction.commit().await
    };
    tables.repeated(Purpose::Write, remove).await
}

/// Deletes the recipients that meet a condition, and all messages to them.
async fn delete(
    connection: &mut impl Sql,
    (channel, table, id): Recipients,
    condition: &str,
    values: &[Value],
) -> Result<(), StoreError> {
    let bound = |text: String| values.iter().cloned().fold(sql(text), Statement::bind);
    for id in connection.all(bound(format!("SELECT {id} FROM {table} WHERE {condition}")), number).await? {
        deliveries::erase(connection, channel.recipient(id)).await?;
    }
    connection.execute(bound(format!("DELETE FROM {table} WHERE {condition}"))).await.map(drop)
}

fn put_push(subscription: &PushSubscription) -> Statement {
    let PushSubscription { id: _, user_id, endpoint, public_key, auth, language } = subscription;
    let put = sql("INSERT INTO push_subscriptions (user_id, endpoint, public_key, auth, language)
         SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (SELECT 1 FROM erasures WHERE user_id = $1)
         ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, public_key = excluded.public_key,
             auth = excluded.auth, language = excluded.language");
    let put = put.bind(user_id.0).bind(endpoint.as_str()).bind(public_key.as_str());
    put.bind(auth.as_str()).bind(language.as_str())
}

fn put_choices(choices: &NotificationChoices) -> Statement {
    let off = choices.off.iter().map(String::as_str).collect::<Vec<_>>().join(",");
    let put = sql("INSERT INTO notification_choices (user_id, language, turned_off)
         SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT 1 FROM erasures WHERE user_id = $1)
         ON CONFLICT (user_id) DO UPDATE SET language = excluded.language, turned_off = excluded.turned_off");
    put.bind(choices.user_id.0).bind(choices.language.as_str()).bind(off)
}

fn put_secret(secret: &SenderSecret) -> Statement {
    let put = sql("INSERT INTO sender_secrets (name, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING");
    put.bind(secret.name.as_str()).bind(secret.secret.as_str())
}

fn put_discord(channel: &DiscordChannel) -> Statement {
    let put = sql("INSERT INTO discord_channels (organization_id, tournament_id, url, language)
                   VALUES ($1, $2, $3, $4) RETURNING channel_id");
    let put = put.bind(channel.organization_id.0).bind(channel.tournament_id.map(|id| id.0));
    put.bind(channel.url.as_str()).bind(channel.language.as_str())
}

/// Deletes what is a person's, and the messages to it.
pub(super) async fn erase(connection: &mut impl Sql, user: UserId) -> Result<(), StoreError> {
    delete(connection, PUSH, "user_id = $1", &[user.0.into()]).await?;
    connection.execute(sql("DELETE FROM notification_choices WHERE user_id = $1").bind(user.0)).await.map(drop)
}

/// Reads everything for a backup, without ids.
pub(super) async fn all(connection: &mut impl Sql) -> Result<Vec<NotificationItem>, StoreError> {
    let push = connection.all(select_push("ORDER BY subscription_id"), push_subscription).await?;
    let choices = connection.all(select_choices("ORDER BY user_id"), choices).await?;
    let secrets = sql("SELECT name, secret FROM sender_secrets ORDER BY name");
    let secrets = connection.all(secrets, sender_secret).await?;
    let discord = connection.all(select_discord("ORDER BY channel_id"), discord_channel).await?;
    let push = push.into_iter().map(|it| NotificationItem::Push(PushSubscription { id: 0, ..it }));
    let discord = discord.into_iter().map(|it| NotificationItem::Discord(DiscordChannel { id: 0, ..it }));
    let choices = choices.into_iter().map(NotificationItem::Choices);
    let tasks = deliveries::tasks(connection).await?.into_iter().map(NotificationItem::Task);
    let secrets = secrets.into_iter().map(NotificationItem::Secret);
    Ok(push.chain(choices).chain(secrets).chain(discord).chain(tasks).collect())
}

/// Stores a part of a backup.
pub(super) async fn restore(connection: &mut impl Sql, item: NotificationItem) -> Result<(), StoreError> {
    let put = match item {
        NotificationItem::Push(subscription) => put_push(&subscription),
        NotificationItem::Choices(choices) => put_choices(&choices),
        NotificationItem::Secret(secret) => put_secret(&secret),
        NotificationItem::Discord(channel) => put_discord(&channel),
        NotificationItem::Task(task) => return deliveries::insert(connection, &[task.queued()], None).await,
    };
    connection.execute(put).await.map(drop)
}

//! Tests of what notifications need: where they go, choices and secrets, which are backed up and erased, and messages for
//! later and to many people.

use proto_events::ids::{OrganizationId, TournamentId, UserId};
use storage::BackupItem;
use storage::deliveries::{ChannelKind, Message, NextAttempt, Pause, Recipient, SettledQueue};
use storage::notifications::{
    DiscordChannel, MOST_SUBSCRIPTIONS, NotificationChoices, NotificationItem, PushSubscription,
};

use super::backup::{items, restore};
use super::erasures::{erase, fill};
use super::given::at;
use super::messages::{claim, claim_these, due, log, message, settled, step};
use super::{Backend, Log};

/// Whose data [`erase`] erases.
const ADA: UserId = UserId(7);
const BEN: UserId = UserId(8);
const STORE: OrganizationId = OrganizationId(3);

fn browser(user_id: UserId, name: &str) -> PushSubscription {
    PushSubscription {
        id: 0,
        user_id,
        endpoint: format!("https://push.example/{name}"),
        public_key: "a public key".into(),
        auth: "a secret".into(),
        language: "de".into(),
    }
}

fn choices(user_id: UserId, off: &[&str]) -> NotificationChoices {
    NotificationChoices { user_id, language: "ja".into(), off: off.iter().map(|it| (*it).to_owned()).collect() }
}

fn discord(organization_id: OrganizationId, tournament_id: Option<TournamentId>) -> DiscordChannel {
    let url = "https://discord.example/a-secret".into();
    DiscordChannel { id: 0, organization_id, tournament_id, url, language: "fr".into() }
}

/// Returns a person's browser as a recipient.
fn push(subscription: &PushSubscription) -> Recipient {
    ChannelKind::Push.recipient(subscription.id)
}

/// Stores subscriptions. Returns those of a person, as they are stored.
async fn put(store: &Log, subscriptions: &[PushSubscription], of: UserId) -> Vec<PushSubscription> {
    for subscription in subscriptions {
        store.put_push_subscription(subscription).await.unwrap();
    }
    store.push_subscriptions(&[of]).await.unwrap()
}

pub(crate) async fn a_push_subscription_is_replaced_by_its_address(store: &Log, backend: &impl Backend) {
    let other = backend.event_store().await;
    let first = put(store, &[browser(ADA, "phone"), browser(BEN, "tablet")], ADA).await;
    assert_eq!(first, [PushSubscription { id: first[0].id, ..browser(ADA, "phone") }]);
    assert_eq!(other.push_subscription(first[0].id).await.unwrap().as_ref(), first.first());
    let renewed = PushSubscription { auth: "another".into(), language: "en".into(), ..browser(ADA, "phone") };
    let renewed = put(store, &[renewed], ADA).await;
    assert_eq!((renewed.len(), renewed[0].id, renewed[0].auth.as_str()), (1, first[0].id, "another"));
    assert_eq!(other.push_subscriptions(&[ADA, BEN, UserId(9)]).await.unwrap().len(), 2);
    assert!(other.push_subscriptions(&[]).await.unwrap().is_empty());

    store.queue_message(&message(push(&first[0]), "for Ada")).await.unwrap();
    let of_ben = put(store, &[browser(BEN, "phone")], BEN).await;
    assert_eq!(of_ben.len(), 2);
    assert!(of_ben.iter().all(|it| it.id != first[0].id), "messages to Ada do not reach Ben");
    assert!(log(store, push(&first[0])).await.is_empty() && due(store, ChannelKind::Push, 99).await.is_empty());
    assert!(other.push_subscriptions(&[ADA]).await.unwrap().is_empty());
}

pub(crate) async fn the_oldest_push_subscription_goes_above_the_limit(store: &Log, _: &impl Backend) {
    let many: Vec<_> = (0..=MOST_SUBSCRIPTIONS).map(|number| browser(ADA, &number.to_string())).collect();
    put(store, &[browser(BEN, "ben")], BEN).await;
    let kept = put(store, &many, ADA).await;
    let endpoints = |these: &[PushSubscription]| these.iter().map(|it| it.endpoint.clone()).collect::<Vec<_>>();
    assert_eq!(endpoints(&kept), endpoints(&many[1..]));
    assert_eq!(store.push_subscriptions(&[BEN]).await.unwrap().len(), 1);
}

pub(crate) async fn removing_a_push_subscription_deletes_its_messages(store: &Log, _: &impl Backend) {
    let both = put(store, &[browser(ADA, "phone"), browser(ADA, "tablet")], ADA).await;
    for subscription in &both {
        store.queue_message(&message(push(subscription), "cause")).await.unwrap();
    }
    assert_eq!(due(store, ChannelKind::Push, 10).await.len(), 2);
    store.remove_push_subscription(&both[0].endpoint).await.unwrap();
    store.remove_push_subscription("https://push.example/unknown").await.unwrap();
    assert_eq!(due(store, ChannelKind::Push, 10).await, [(push(&both[1]), OrganizationId(0))]);
    assert!(claim(store, push(&both[0]), 10).await.is_empty());
    assert_eq!(store.push_subscriptions(&[ADA]).await.unwrap(), both[1..]);
}

pub(crate) async fn choices_and_secrets_are_kept(store: &Log, backend: &impl Backend) {
    let other = backend.event_store().await;
    assert!(store.notification_choices(&[ADA]).await.unwrap().is_empty());
    for chosen in [choices(ADA, &["push:clock"]), choices(BEN, &[]), choices(ADA, &["mail:registration", "push:clock"])]
    {
        store.put_notification_choices(&chosen).await.unwrap();
    }
    let expected = [choices(ADA, &["mail:registration", "push:clock"]), choices(BEN, &[])];
    assert_eq!(other.notification_choices(&[BEN, ADA]).await.unwrap(), expected);
    let off = |name| store.turn_notification_off(ADA, name, "de");
    let (one, two, again) = futures::join!(off("mail:clock"), off("mail:digest"), off("push:clock"));
    [one, two, again].into_iter().for_each(|done| done.unwrap());
    store.turn_notification_off(BEN, "mail:clock", "de").await.unwrap();
    let expected = ["mail:clock", "mail:digest", "mail:registration", "push:clock"];
    let expected = [choices(ADA, &expected), choices(BEN, &["mail:clock"])];
    assert_eq!(other.notification_choices(&[BEN, ADA]).await.unwrap(), expected, "none is lost");
    assert_eq!(store.sender_secret("push", "first").await.unwrap(), "first");
    assert_eq!(other.sender_secret("push", "second").await.unwrap(), "first");
    assert_eq!(other.sender_secret("unsubscribe", "third").await.unwrap(), "third");
}

pub(crate) async fn a_discord_channel_is_its_organizations(store: &Log, _: &impl Backend) {
    let another = OrganizationId(4);
    let about = Some(TournamentId(5));
    let id = store.put_discord_channel(&discord(STORE, about)).await.unwrap();
    let other = store.put_discord_channel(&discord(another, None)).await.unwrap();
    let stored = DiscordChannel { id, ..discord(STORE, about) };
    let [to, rest] = [id, other].map(|id| ChannelKind::Discord.recipient(id));
    assert_eq!(store.discord_channels(STORE).await.unwrap(), std::slice::from_ref(&stored));
    assert_eq!(store.discord_channel(id).await.unwrap(), Some(stored.clone()));

    store.queue_messages(&[to, rest].map(|to| message(to, "it"))).await.unwrap();
    assert_eq!(due(store, ChannelKind::Discord, 10).await.len(), 2);
    assert!(due(store, ChannelKind::Discord, 10).await.contains(&(to, STORE)));
    store.remove_discord_channel(another, id).await.unwrap();
    assert_eq!(store.discord_channels(STORE).await.unwrap().len(), 1, "it is another organization's");
    store.remove_discord_channel(STORE, id).await.unwrap();
    assert_eq!(store.discord_channel(id).await.unwrap(), None);
    assert!(log(store, to).await.is_empty());
    assert_eq!(due(store, ChannelKind::Discord, 10).await, [(rest, another)]);
}

pub(crate) async fn a_pause_of_discord_is_for_an_address_or_for_all(store: &Log, _: &impl Backend) {
    let elsewhere = DiscordChannel { url: "https://discord.example/another".into(), ..discord(STORE, None) };
    let mut to = Vec::new();
    for channel in [discord(STORE, None), discord(STORE, Some(TournamentId(5))), elsewhere] {
        let id = store.put_discord_channel(&channel).await.unwrap();
        to.push(ChannelKind::Discord.recipient(id));
    }
    for to in &to {
        let about = |subject: i64| Message { subject, ..message(*to, &subject.to_string()) };
        store.queue_messages(&[about(0), about(1)]).await.unwrap();
    }
    let pause = async |recipient, until, is_for_all| {
        let taken = claim_these(store, &[(recipient, 0)], 10).await;
        let pause = Some(Pause { until: at(until), is_for_all });
        store.settle_queues(&[SettledQueue { pause, ..settled(&taken[0], NextAttempt::At(at(5))) }]).await.unwrap();
    };
    let due = async |now| due(store, ChannelKind::Discord, now).await;
    pause(to[0], 100, false).await;
    assert_eq!(due(99).await, [(to[2], STORE)]);
    assert_eq!(due(100).await.len(), 3);
    pause(to[2], 200, true).await;
    pause(to[0], 150, false).await;
    assert!(due(199).await.is_empty(), "a shorter pause ends no longer one");
    assert_eq!(due(200).await.len(), 3);
}

pub(crate) async fn an_erasure_deletes_subscriptions_messages_and_choices(store: &Log, _: &impl Backend) {
    fill(store).await;
    let ada = put(store, &[browser(ADA, "phone")], ADA).await.remove(0);
    let ben = put(store, &[browser(BEN, "tablet")], BEN).await.remove(0);
    for person in [&ada, &ben] {
        store.put_notification_choices(&choices(person.user_id, &["push:clock"])).await.unwrap();
        store.queue_message(&message(push(person), "cause")).await.unwrap();
    }
    erase(store).await;
    assert_eq!(store.push_subscriptions(&[ADA, BEN]).await.unwrap(), std::slice::from_ref(&ben));
    assert_eq!(store.notification_choices(&[ADA, BEN]).await.unwrap(), [choices(BEN, &["push:clock"])]);
    assert!(log(store, push(&ada)).await.is_empty());
    assert_eq!(due(store, ChannelKind::Push, 10).await, [(push(&ben), OrganizationId(0))]);
    store.put_notification_choices(&choices(ADA, &[])).await.unwrap();
    store.turn_notification_off(ADA, "mail:clock", "de").await.unwrap();
    assert!(put(store, &[browser(ADA, "phone")], ADA).await.is_empty(), "a late request stores nothing");
    assert!(store.notification_choices(&[ADA]).await.unwrap().is_empty());
}

pub(crate) async fn a_restore_keeps_where_notifications_go_and_sends_nothing<B: Backend>(store: &Log, _: &B) {
    let target = B::empty().await;
    let ada = put(store, &[browser(BEN, "gone"), browser(ADA, "phone")], ADA).await.remove(0);
    store.remove_push_subscription(&browser(BEN, "gone").endpoint).await.unwrap();
    store.put_notification_choices(&choices(ADA, &["push:clock"])).await.unwrap();
    store.sender_secret("push", "a secret").await.unwrap();
    store.put_discord_channel(&discord(STORE, Some(TournamentId(5)))).await.unwrap();
    store.queue_message(&message(push(&ada), "cause")).await.unwrap();

    let kept = items(store).await;
    let of_notifications = |items: &[BackupItem]| -> Vec<NotificationItem> {
        let one = |item: &BackupItem| match item {
            BackupItem::Notification(item) => Some(item.clone()),
            _ => None,
        };
        items.iter().filter_map(one).collect()
    };
    assert_eq!(of_notifications(&kept).len(), 4);
    let shown = format!("{kept:?}");
    assert!(
        !["push.example", "discord.example", "a secret", "a public key"].iter().any(|it| shown.contains(it)),
        "{shown}"
    );
    let restored = target.event_store().await;
    restore(&*restored, kept.clone()).await.unwrap();
    assert_eq!(of_notifications(&items(&*restored).await), of_notifications(&kept));
    assert_eq!(restored.sender_secret("push", "another").await.unwrap(), "a secret");
    for channel in ChannelKind::ALL {
        assert!(due(&*restored, channel, 1_000).await.is_empty(), "messages are not in backups");
    }
    assert!(restore(&*restored, kept).await.is_err(), "it is not empty");
}

pub(crate) async fn a_message_for_later_waits_for_its_time(store: &Log, _: &impl Backend) {
    let to = push(&put(store, &[browser(ADA, "phone")], ADA).await[0]);
    let later = Message { subject: 1, due_at: Some(at(100)), ..message(to, "later") };
    assert!(store.advance_webhooks(&step(0, 1, vec![later, message(to, "now")], 20)).await.unwrap());
    assert!(due(store, ChannelKind::Push, 19).await.is_empty());
    let now = claim(store, to, 20).await;
    assert_eq!(now.iter().flatten().map(|it| it.message.cause.as_str()).collect::<Vec<_>>(), ["now"]);
    let given_up = SettledQueue { taken_until: at(50), ..settled(&now[0], NextAttempt::GivenUp) };
    store.settle_queues(&[given_up]).await.unwrap();
    assert!(due(store, ChannelKind::Push, 99).await.is_empty());
    assert_eq!(due(store, ChannelKind::Push, 100).await.len(), 1);
    let payloads: Vec<_> = log(store, to).await.into_iter().map(|it| (it.message.cause, it.message.payload)).collect();
    assert_eq!(payloads, [("now".into(), String::new()), ("later".into(), "ids".into())], "what is done is deleted");
}

pub(crate) async fn messages_to_two_thousand_are_taken_a_hundred_at_once(store: &Log, _: &impl Backend) {
    let messages = (1..=2_000).map(|id| message(ChannelKind::Push.recipient(id), "round 3")).collect();
    assert!(store.advance_webhooks(&step(0, 1, messages, 10)).await.unwrap());
    let (mut taken, mut results) = (0, Vec::new());
    loop {
        let due = store.due_queues(ChannelKind::Push, at(10)).await.unwrap();
        if due.is_empty() {
            break;
        }
        for some in due.chunks(100) {
            let queues = claim_these(store, &some.iter().map(|due| due.queue).collect::<Vec<_>>(), 10).await;
            assert_eq!(queues.len(), some.len());
            taken += queues.len();
            results.extend(queues.iter().map(|queue| settled(queue, NextAttempt::Delivered)));
        }
    }
    for some in results.chunks(250) {
        store.settle_queues(some).await.unwrap();
    }
    assert_eq!(taken, 2_000);
    assert!(due(store, ChannelKind::Push, 99).await.is_empty());
    assert_eq!(store.oldest_pending_message(ChannelKind::Push).await.unwrap(), None);
}

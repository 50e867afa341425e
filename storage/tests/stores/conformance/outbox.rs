//! Tests of messages that events cause: queued in the transaction of the events and once for each cause, and erased with the
//! person.

use proto_events::ids::{OrganizationId, UserId};
use storage::AppendRequest;
use storage::deliveries::{
    ChannelKind, DeliveryState, LastAttempt, Message, NextAttempt, ScheduledTask, SettledAttempt, SettledQueue,
};

use super::backup::{items, restore};
use super::erasures::{erase, fill};
use super::given::{at, claiming, request, write};
use super::messages::{claim, claim_these, due, log, message, settled};
use super::{Backend, Log};

/// Whose data [`erase`] erases.
const ADA: UserId = UserId(7);

pub(crate) async fn messages_are_queued_with_their_events_and_once(store: &Log, backend: &impl Backend) {
    let other = backend.event_store().await;
    store.append(claiming(1, "slug/3", "name")).await.unwrap();
    let causing = |version, messages| AppendRequest { outbox: messages, ..request(vec![write(1, version, 1)]) };
    let (first, second) = (message(ADA, "first"), message(ADA, "second"));
    store.append(causing(1, vec![first.clone(), second.clone()])).await.unwrap();
    assert!(store.append(causing(1, vec![message(ADA, "refused")])).await.is_err());
    store.append(causing(2, vec![Message { payload: "another".into(), ..first.clone() }])).await.unwrap();
    store.queue_message(&second).await.unwrap();
    let queued: Vec<_> = log(&*other, ADA).await.into_iter().map(|delivery| delivery.message).collect();
    assert_eq!(queued, [second, first], "newest first, each once");

    assert_eq!(due(&*other, ChannelKind::Mail, 10).await, [(ChannelKind::Mail.recipient(ADA.0), OrganizationId(0))]);
    assert!(due(&*other, ChannelKind::Webhook, 10).await.is_empty());
    assert_eq!(other.oldest_pending_message(ChannelKind::Mail).await.unwrap(), Some(at(10)));
}

pub(crate) async fn contents_of_mail_are_deleted_when_it_is_sent_or_given_up(store: &Log, _: &impl Backend) {
    for (to, next) in
        [(ADA, NextAttempt::Delivered), (UserId(8), NextAttempt::GivenUp), (UserId(9), NextAttempt::At(at(50)))]
    {
        store.queue_message(&message(to, "cause")).await.unwrap();
        let taken = claim(store, to, 10).await;
        assert_eq!(taken[0][0].message, message(to, "cause"));
        store.settle_queues(&[settled(&taken[0], next)]).await.unwrap();
    }
    let [sent, given_up, waiting] = [ADA, UserId(8), UserId(9)];
    assert_eq!(log(store, sent).await[0].message.payload, "");
    let given_up = log(store, given_up).await;
    assert_eq!((given_up[0].message.payload.as_str(), given_up[0].state), ("", DeliveryState::Undelivered));
    assert_eq!(log(store, waiting).await[0].message.payload, "ids");
}

pub(crate) async fn failed_messages_about_an_event_keep_their_contents_and_are_found(store: &Log, _: &impl Backend) {
    let about = |id: i64, cause| Message { tournament_id: Some(id.into()), ..message(ADA, cause) };
    for queued in [about(5, "refused"), about(5, "moot"), about(5, "sent"), about(5, "late"), about(6, "another")] {
        store.queue_message(&queued).await.unwrap();
    }
    let taken = claim(store, ADA, 10).await.remove(0);
    let attempts = taken.iter().map(|delivery| {
        let cause = delivery.message.cause.as_str();
        let error = (!["moot", "sent"].contains(&cause)).then(|| "It was refused.".to_owned());
        let next = if cause == "sent" { NextAttempt::Delivered } else { NextAttempt::GivenUp };
        SettledAttempt { delivery_id: delivery.id, attempt: LastAttempt { at: at(20), status: None, error }, next }
    });
    let attempts = attempts.collect();
    store.settle_queues(&[SettledQueue { attempts, ..settled(&taken, NextAttempt::GivenUp) }]).await.unwrap();
    let failed = store.failed_messages(5.into(), None, 9).await.unwrap();
    let kept: Vec<_> = failed.iter().map(|it| (it.message.cause.as_str(), it.message.payload.as_str())).collect();
    assert_eq!(kept, [("late", "ids"), ("refused", "ids")]);
    assert_eq!(store.failed_messages(5.into(), None, 1).await.unwrap(), failed[..1]);
    assert_eq!(store.failed_messages(5.into(), Some(failed[0].id), 9).await.unwrap(), failed[1..]);
    let sent = log(store, ADA).await.into_iter().find(|it| it.message.cause == "sent").unwrap();
    assert_eq!(sent.message.payload, "");
}

pub(crate) async fn messages_are_erased_with_the_person_and_not_restored<B: Backend>(store: &Log, _: &B) {
    let target = B::empty().await;
    fill(store).await;
    for to in [ADA, UserId(8)] {
        store.queue_message(&message(to, "cause")).await.unwrap();
    }
    erase(store).await;
    assert!(log(store, ADA).await.is_empty());
    assert!(claim(store, ADA, 50).await.is_empty());
    assert_eq!(log(store, UserId(8)).await.len(), 1);
    let restored = target.event_store().await;
    restore(&*restored, items(store).await).await.unwrap();
    assert!(log(&*restored, UserId(8)).await.is_empty(), "no old message is sent after a restore");
}

fn task(of: i64, cause: &str) -> ScheduledTask {
    let (due_at, expires_at) = (at(500), Some(at(900)));
    let organization_id = OrganizationId(3);
    ScheduledTask { of, organization_id, cause: cause.into(), due_at, expires_at, task: "ids".into() }
}

pub(crate) async fn tasks_are_restored_once_and_in_time_and_those_that_ran_are_not<B: Backend>(store: &Log, _: &B) {
    let target = B::empty().await;
    fill(store).await;
    let tasks = [task(1, "open"), task(1, "close"), task(2, "done")].map(ScheduledTask::queued);
    store.queue_messages(&tasks).await.unwrap();
    let all = store.due_queues(ChannelKind::Schedule, at(500)).await.unwrap();
    let mut taken = claim_these(store, &all.iter().map(|due| due.queue).collect::<Vec<_>>(), 500).await;
    taken.sort_by_key(|queue| queue[0].message.recipient);
    assert_eq!(taken.iter().map(|queue| queue[0].message.recipient.id).collect::<Vec<_>>(), [1, 2], "one of each");
    let done = SettledQueue { taken_until: at(530), ..settled(&taken[1], NextAttempt::Delivered) };
    store.settle_queues(&[done]).await.unwrap();

    let restored = target.event_store().await;
    restore(&*restored, items(store).await).await.unwrap();
    assert!(due(&*restored, ChannelKind::Schedule, 499).await.is_empty());
    assert_eq!(due(&*restored, ChannelKind::Schedule, 500).await.len(), 1);
    let of_one = ChannelKind::Schedule.recipient(1);
    let kept = log(&*restored, of_one).await;
    let mut kept: Vec<_> = kept.into_iter().map(|it| ScheduledTask::from(it.message)).collect();
    kept.sort_by(|one, other| one.cause.cmp(&other.cause));
    assert_eq!(kept, [task(1, "close"), task(1, "open")]);
    restored.queue_messages(&tasks[..2]).await.unwrap();
    assert_eq!(log(&*restored, of_one).await.len(), 2, "a cause has one task");
    assert_eq!(restored.oldest_pending_message(ChannelKind::Schedule).await.unwrap(), Some(at(500)));
}

pub(crate) async fn the_letters_of_an_organization_in_an_hour_are_found_from_the_newest(store: &Log, _: &impl Backend) {
    let letter = |second, of| Message {
        organization_id: OrganizationId(of),
        recorded_at: at(second),
        ..message(ADA, &second.to_string())
    };
    store.queue_messages(&[letter(10, 3), letter(20, 3), letter(30, 3), letter(40, 4)]).await.unwrap();
    let before = |after, newer| store.letter_before(OrganizationId(3), at(after), newer);
    assert_eq!(before(0, 0).await.unwrap(), Some(at(30)));
    assert_eq!(before(0, 2).await.unwrap(), Some(at(10)));
    assert_eq!(before(10, 2).await.unwrap(), None, "it is too old");
    assert_eq!(before(0, 3).await.unwrap(), None);
}

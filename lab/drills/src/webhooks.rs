//! The drill `webhooks`: events of several organizations become messages to receivers that fail, hang, redirect, ask for
//! pauses, close connections, and go away for a while, and the server is killed again and again. Every message whose
//! receiver answered within the retries must have been accepted, the first deliveries of the messages about one event in
//! order, and each signed.

mod receiver;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use clap::Args;
use domain::tournament::facts::facts;
use e2e::client::{Client, Request};
use e2e::form::Form;
use proto_events::ids::WebhookId;
use proto_events::{DomainEvent, OrganizationEvent, Position};
use rand::RngExt;
use reqwest::Method;
use storage::deliveries::{DeliveryPage, DeliveryState};
use storage::{Access, EventStore, open_events};
use tokio::task::JoinSet;
use tokio::time::sleep;

use self::receiver::{Behaviour, Got, Receiver};
use crate::place::{Door, Place};
use crate::report::{Faults, Report, bar};
use crate::site::Site;
use crate::tally::joined;
use crate::usual::Usual;

/// Times of webhooks are divided by this, so that three days of retries pass in two minutes.
const DIVISOR: &str = "2000";
/// Time for the last messages after the last kill.
const PATIENCE: Duration = Duration::from_secs(240);
/// Time in which clients must make progress between two kills.
const PROGRESS: Duration = Duration::from_secs(60);

/// The size of the drill.
#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Organizations
    #[arg(long, default_value_t = 4)]
    organizations: usize,
    /// Webhooks of each organization
    #[arg(long, default_value_t = 10)]
    webhooks: usize,
    /// Events of each organization
    #[arg(long, default_value_t = 25)]
    events: usize,
    /// Changes of their events, each of which becomes a message to each webhook of the organization
    #[arg(long, default_value_t = 10_000)]
    changes: usize,
    /// How often the server is killed
    #[arg(long, default_value_t = 100)]
    kills: usize,
}

/// A webhook and its receiver.
struct Hook {
    id: i64,
    receiver: Receiver,
}

/// Runs the drill.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let (site, bar) = (&usual.site()?, bar(settings.kills));
    let (faults, mut rng) = (Faults::default(), usual.rng());
    let options = ["--webhook-allow", "127.0.0.0/8", "--webhook-allow-http=true", "--webhook-time-divisor", DIVISOR];
    let server = site.serve_with(&options).await?;
    let (mut hooks, mut events) = (Vec::new(), Vec::new());
    for number in 0..settings.organizations {
        let door = Door { key: site.organization(&format!("Drill {number}"))?.1, ..site.door() };
        let client = door.client()?;
        // A new key is known a moment after it was issued.
        for number in 0..settings.webhooks {
            hooks.push(hook(&client, Behaviour::of(number), rng.random()).await?);
        }
        for number in 0..settings.events {
            let fields = vec![("name", format!("Event {number}")), ("event_format", "LEGACY".to_owned())];
            let made = told(&client, Method::POST, "/api/v1/magic-events/", fields).await?;
            events.push((door.clone(), made["id"].as_i64().context("an event without an id")?));
        }
    }
    faults.note_all(server.kill().await?);

    let changed = Arc::new(AtomicU64::new(0));
    let mut writers = JoinSet::new();
    let each = settings.changes.div_ceil(events.len());
    for (door, event) in events {
        writers.spawn(change(door.client()?, event, each, Arc::clone(&changed)));
    }
    let begun = Instant::now();
    for kill in 0..settings.kills {
        let server = site.serve_with(&options).await?;
        let goal = (settings.changes * kill / settings.kills) as u64;
        let waiting = Instant::now();
        while changed.load(Ordering::Relaxed) < goal {
            ensure!(waiting.elapsed() < PROGRESS, "the clients make no progress: {}", server.last_words());
            sleep(Duration::from_millis(5)).await;
        }
        let delay = Duration::from_secs_f64(0.002 * 400_f64.powf(rng.random()));
        faults.note_all(server.kill_after(delay).await?);
        bar.inc(1);
    }
    let server = site.serve_with(&options).await?;
    joined(writers).await?.into_iter().collect::<anyhow::Result<()>>()?;
    faults.note_all(server.kill().await?);
    let server = site.serve_with(&options).await?;
    settled(site, &hooks).await?;
    let took = begun.elapsed();
    faults.note_all(server.kill().await?);
    let store = open_events(&site.log(), Access::Write).await.context("the log cannot be opened")?;
    let figures = compare(&*store, &hooks, &faults).await?;
    store.close().await;
    let mut lines = vec![format!(
        "{} kills, {} organizations with {} webhooks each, {} changes, seed {}; {:.0} s.",
        settings.kills,
        settings.organizations,
        settings.webhooks,
        changed.load(Ordering::Relaxed),
        usual.seed,
        took.as_secs_f64()
    )];
    lines.extend(figures);
    Ok(Report::new(lines, &faults))
}

/// Adds a webhook with its own receiver.
async fn hook(client: &Client, behaviour: Behaviour, seed: u64) -> anyhow::Result<Hook> {
    let receiver = Receiver::start(behaviour, seed).await?;
    let fields = vec![("url", receiver.url())];
    let added = told(client, Method::POST, "/api/v1/webhooks/", fields).await?;
    receiver.verify_with(added["secret"].as_str().context("a webhook without a secret")?)?;
    Ok(Hook { id: added["id"].as_i64().context("a webhook without an id")?, receiver })
}

async fn told(
    client: &Client,
    method: Method,
    path: &str,
    fields: Vec<(&'static str, String)>,
) -> anyhow::Result<serde_json::Value> {
    let request = Request::new(method, path, Form::Json, fields);
    let waiting = Instant::now();
    loop {
        let answer = client.send(&request, 0).await?;
        match answer.status {
            200..=299 => return Ok(answer.json()),
            // The key was issued a moment ago.
            401 if waiting.elapsed() < PROGRESS => sleep(Duration::from_millis(20)).await,
            _ => bail!("{path}: {}", answer.short()),
        }
    }
}

/// Changes an event again and again. Each change is carried out once, whatever happens to its answer.
async fn change(client: Client, event: i64, changes: usize, changed: Arc<AtomicU64>) -> anyhow::Result<()> {
    for number in 0..changes {
        let fields = vec![("name", format!("Event {event}, change {number}"))];
        let request = Request::new(Method::PATCH, format!("/api/v1/magic-events/{event}/"), Form::Json, fields);
        let key = format!("{event}-change-{number}");
        let asked = client.ask(&request.with("idempotency-key", key), false).await;
        let answer = asked.answer.context("a change was not answered within a minute")?;
        ensure!(answer.status == 200, "a change was refused: {}", answer.short());
        changed.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// Waits until no message is pending.
async fn settled(site: &Site, hooks: &[Hook]) -> anyhow::Result<()> {
    let waiting = Instant::now();
    let mut got = 0;
    loop {
        sleep(Duration::from_secs(2)).await;
        let store = open_events(&site.log(), Access::Write).await.context("the log cannot be opened")?;
        let head = store.head().await?;
        let mut is_over = store.webhook_progress().await?.position == head;
        for hook in hooks {
            let pending = Some(DeliveryState::Pending);
            let page = DeliveryPage { recipient: WebhookId(hook.id).into(), state: pending, before: None, limit: 1 };
            is_over &= store.deliveries(&page).await?.is_empty();
        }
        store.close().await;
        let now: usize = hooks.iter().map(|hook| hook.receiver.got().accepted.len()).sum();
        if is_over && now == got {
            return Ok(());
        }
        got = now;
        ensure!(waiting.elapsed() < PATIENCE, "messages are still pending");
    }
}

/// A message as the log implies it: webhook, position, type.
type Implied = (i64, i64, String);

/// Compares what the log implies with the log of deliveries and with what receivers accepted.
async fn compare(store: &dyn EventStore, hooks: &[Hook], faults: &Faults) -> anyhow::Result<Vec<String>> {
    let implied = implied(store).await?;
    let (mut stored, mut undelivered, mut attempts) = (BTreeMap::new(), 0_usize, 0_i64);
    for hook in hooks {
        let mut before = None;
        loop {
            let page = DeliveryPage { recipient: WebhookId(hook.id).into(), state: None, before, limit: 5_000 };
            let deliveries = store.deliveries(&page).await?;
            let Some(last) = deliveries.last() else { break };
            before = Some(last.id);
            for delivery in deliveries {
                let delivery = delivery.of_webhook()?;
                let message = delivery.message;
                attempts += delivery.attempts;
                undelivered += usize::from(delivery.state == DeliveryState::Undelivered);
                let key = (hook.id, message.position.0, message.event_type.wire_name().to_owned());
                stored.insert(key, (delivery.state, message.message_id));
            }
        }
    }
    let mut arrivals = 0;
    for hook in hooks {
        let got = hook.receiver.got();
        arrivals += got.arrivals;
        faults.note_all(got.faults.iter().map(|fault| format!("webhook {}: {fault}", hook.id)));
        note_order(hook.id, &got, faults);
        for ((_, position, event_type), (state, id)) in
            stored.range((hook.id, 0, String::new())..(hook.id + 1, 0, String::new()))
        {
            if *state == DeliveryState::Delivered && !got.accepted.contains(id) {
                faults.note(format!("webhook {}: {event_type} of {position} was delivered, but not accepted", hook.id));
            }
        }
    }
    for missing in implied.iter().filter(|key| !stored.contains_key(*key)) {
        faults.note(format!("no message for {missing:?}"));
    }
    for extra in stored.keys().filter(|key| !implied.contains(*key)) {
        faults.note(format!("a message for {extra:?}, which nothing implies"));
    }
    let accepted: usize = hooks.iter().map(|hook| hook.receiver.got().accepted.len()).sum();
    Ok(vec![
        format!("Messages: {}, each implied by the log and stored once; {accepted} accepted.", stored.len()),
        format!("Attempts that were answered or failed: {attempts}. Requests that arrived: {arrivals}."),
        format!("Undelivered after all retries: {undelivered}."),
    ])
}

/// Returns the messages that follow from the log.
async fn implied(store: &dyn EventStore) -> anyhow::Result<BTreeSet<Implied>> {
    let (mut implied, mut after) = (BTreeSet::new(), Position::START);
    let mut webhooks: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    loop {
        let events = store.read_from(after, 5_000).await?;
        let Some(last) = events.last() else { return Ok(implied) };
        after = last.position;
        for event in &events {
            let envelope = event.decode()?;
            let known = webhooks.entry(envelope.organization_id.0).or_default();
            match &envelope.event {
                DomainEvent::Organization(OrganizationEvent::WebhookAdded { webhook_id, .. }) => {
                    known.push(webhook_id.0);
                }
                DomainEvent::Tournament(event) => {
                    let types: Vec<_> = facts(event).messages.iter().map(|it| it.wire_name().to_owned()).collect();
                    let of =
                        |id: &i64| types.iter().map(|it| (*id, envelope.position.0, it.clone())).collect::<Vec<_>>();
                    implied.extend(known.iter().flat_map(of));
                }
                _ => {}
            }
        }
    }
}

/// Notes messages about one event whose first deliveries were not in order.
fn note_order(hook: i64, got: &Got, faults: &Faults) {
    for (event, positions) in &got.first {
        if let Some(pair) = positions.windows(2).find(|pair| pair[0] > pair[1]) {
            faults.note(format!("webhook {hook}, event {event}: {} came before {}", pair[0], pair[1]));
        }
    }
}

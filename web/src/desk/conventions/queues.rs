//! `/desk/conventions/{id}/queues/`: the on-demand queues of a convention, each with its line, and what staff does with a
//! player in it.

use askama::Template;
use domain::tournament::{Registration, Tournament};
use proto_events::ids::{RegistrationId, TournamentId};
use proto_events::vocabulary::QueueCheckInStatus::{self, *};
use write_api::OnEvent;
use write_api::queues::fire_queue::FireQueue;
use write_api::queues::step_in_queue::StepInQueue;

use crate::desk::conventions::hall_plan::Slot;
use crate::desk::conventions::hub::{Hub, HubFrame};
use crate::public::tabs::queue_begins;
use crate::serving::failures::{PageResult, failed};
use crate::serving::interface;

/// The steps: the name in a form, the key of the label, and the status that it sets. `last` moves to the end of the line.
const STEPS: &[(&str, &str, QueueCheckInStatus)] = &[
    ("call", "desk-do-queue-call", WaitingForPlayerResponse),
    ("here", "desk-do-queue-here", CheckedIn),
    ("wait", "desk-do-queue-wait", WaitingForCheckInRequest),
    ("last", "desk-do-queue-last", WaitingForCheckInRequest),
    ("standby", "desk-do-queue-standby", Standby),
    ("remove", "desk-do-queue-remove", Declined),
    ("end", "desk-do-queue-end", TimedOut),
];

/// The groups of players: the key of the heading, and their statuses.
const PARTS: &[(&str, &[QueueCheckInStatus])] = &[
    ("desk-queue-called", &[WaitingForPlayerResponse]),
    ("desk-queue-here", &[CheckedIn]),
    ("desk-queue-line", &[WaitingForCheckInRequest, Standby]),
    ("desk-queue-out", &[Declined, TimedOut]),
];

#[derive(Template)]
#[template(path = "desk/conventions/queues.html")]
struct QueuesPage<'a> {
    frame: HubFrame<'a>,
    queues: Vec<Queue<'a>>,
}

struct Queue<'a> {
    event: &'a Tournament,
    /// Says with how many players it begins, how many wait, and when it begins.
    said: String,
    /// Whether as many are here as the queue makes an event of by itself.
    is_full: bool,
    /// How many tables one event needs, if the queue has fewer.
    too_few: Option<i32>,
    /// The key of each heading, with its players.
    parts: Vec<(&'static str, Vec<Row<'a>>)>,
}

struct Row<'a> {
    entry: &'a Registration,
    name: String,
    /// When the call ends, or what the heading does not say of the status; may be empty.
    said: String,
    steps: Vec<(&'static str, &'static str)>,
}

pub(crate) async fn show(hub: &Hub<'_>) -> PageResult {
    let (now, mut queues) = (hub.shared.clock.now(), Vec::new());
    for event in hub.events.iter().map(|event| &event.state).filter(|event| event.calls_players()) {
        let people: Vec<_> = event.registrations.iter().map(|entry| entry.user_id).collect();
        let names = hub.shared.commands.names_of(&people).await.map_err(failed)?;
        let name = |entry: &Registration| names.get(&entry.user_id).cloned().unwrap_or_default();
        let mut parts = Vec::new();
        for (heading, statuses) in PARTS {
            let rows: Vec<_> = event.queued(statuses).into_iter().map(|entry| row(hub, entry, name(entry))).collect();
            parts.extend((!rows.is_empty()).then_some((*heading, rows)));
        }
        let line = [("size", event.queue_size().into()), ("waiting", event.line().len().into())];
        let begins = event.queue_begins(now);
        let slot = Slot::new(event, &hub.state().tables, now);
        let said = begins.map(|start| queue_begins(hub.texts, hub.zone(), start));
        let said = std::iter::once(hub.texts.with_all("public-queue-line", line)).chain(said).collect::<Vec<_>>();
        queues.push(Queue {
            event,
            said: said.join(" · "),
            is_full: begins.is_none() && event.here().len() >= event.queue_size(),
            too_few: slot.is_narrow().then_some(slot.tables),
            parts,
        });
    }
    hub.page(&QueuesPage { frame: hub.frame("queues"), queues })
}

fn row<'a>(hub: &Hub<'_>, entry: &'a Registration, name: String) -> Row<'a> {
    let status = entry.in_queue().unwrap_or(WaitingForCheckInRequest);
    let said = match entry.call_ends {
        Some(end) => {
            let end = hub.zone().local(end).format("%H:%M:%S").to_string();
            hub.texts.with("desk-queue-until", "time", end)
        }
        None => match status {
            Standby => hub.texts.say("desk-do-queue-standby"),
            TimedOut => hub.texts.say("desk-queue-timed-out"),
            _ => String::new(),
        },
    };
    let allowed: &[&str] = match status {
        WaitingForCheckInRequest => &["call", "here", "standby", "last", "remove"],
        Standby => &["call", "here", "wait", "remove"],
        WaitingForPlayerResponse => &["here", "wait", "end"],
        CheckedIn => &["wait", "remove"],
        Declined | TimedOut => &["wait"],
    };
    let steps = STEPS.iter().filter(|(step, ..)| allowed.contains(step)).map(|(step, label, _)| (*step, *label));
    Row { entry, name, said, steps: steps.collect() }
}

pub(crate) async fn send(hub: &Hub<'_>) -> PageResult {
    let unknown = || hub.fault("desk-queue-none");
    let form = &hub.form;
    let id = form.id::<TournamentId>("event").filter(|id| hub.event(*id).is_some()).ok_or_else(unknown)?;
    let step = form.exact("step");
    if step == "fire" {
        interface::run(hub, hub.terms(), &OnEvent(id, FireQueue {})).await?;
        return hub.done_at("queues", "desk-queue-fired").await;
    }
    let registration_id = form.id::<RegistrationId>("registration").ok_or_else(unknown)?;
    let (.., status) = STEPS.iter().find(|(name, ..)| *name == step).ok_or_else(unknown)?;
    let command = StepInQueue { registration_id, status: *status, is_last: Some(step == "last") };
    interface::run(hub, hub.terms(), &OnEvent(id, command)).await?;
    hub.done_at("queues", "frame-done-saved").await
}

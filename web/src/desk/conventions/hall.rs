//! `/desk/conventions/{id}/hall/`: the tables of the events of a day as a plan and as a form, and a proposal of tables that do
//! not collide. A saved change can be taken back.

use std::collections::BTreeSet;

use askama::Template;
use chrono::TimeDelta;
use domain::permissions::Operation;
use domain::tournament::Tournament;
use proto_events::ids::TournamentId;
use serde_json::{Value, json};
use write_api::events::event_fields::EventChange;
use write_api::{OnEvent, Typed as _};

use crate::desk::conventions::hall_plan::{Slot, collisions, drawing, propose, sent};
use crate::desk::conventions::hub::{Hub, HubFrame, UNDATED};
use crate::desk::event_form::number;
use crate::parts::format::Moment;
use crate::serving::failures::{PageError, PageResult};
use crate::serving::form::Form;
use crate::serving::interface::{self, Refused};

#[derive(Template)]
#[template(path = "desk/conventions/hall.html")]
struct HallPage<'a> {
    frame: HubFrame<'a>,
    /// The days with events, as addresses name them.
    days: BTreeSet<String>,
    day: String,
    slots: Vec<Slot>,
    collisions: Vec<String>,
    drawing: String,
    /// The first and the last table of the hall, as they were typed.
    within: [String; 2],
    /// Whether the tables are a proposal that was not saved.
    is_proposal: bool,
    /// The rows that bring back what was changed: event, first and last table, whether it shared them, and its tables now.
    undo: Vec<[String; 5]>,
}

impl HallPage<'_> {
    fn taken(&self, first: i32, last: i32) -> String {
        self.frame.texts.with_all("desk-hall-taken", [("first", first.into()), ("last", last.into())])
    }

    /// Returns when it takes place, with the days that are not that of the page.
    fn time(&self, slot: &Slot) -> String {
        let local = |at| {
            let moment = Moment::in_zone(self.frame.texts, at, self.frame.zone);
            let is_today = self.frame.zone.local(at).date().to_string() == self.day;
            if is_today { moment.time } else { moment.local }
        };
        slot.time.map_or_else(String::new, |(start, end)| format!("{}–{}", local(start), local(end)))
    }
}

pub(crate) async fn show(hub: &Hub<'_>) -> PageResult {
    hub.page(&page(hub, false).map_err(PageError::line)?)
}

pub(crate) async fn send(hub: &Hub<'_>) -> PageResult {
    match hub.form.exact("step") {
        "propose" => hub.page(&page(hub, true).map_err(PageError::line)?),
        _ => save(hub).await,
    }
}

/// Returns the page of a day, with what was typed; refused if a proposal has no room for all events.
fn page<'a>(hub: &'a Hub<'a>, is_proposal: bool) -> Result<HallPage<'a>, String> {
    let texts = hub.texts;
    let now = hub.shared.clock.now();
    let planned = hub.events.iter().map(|event| &event.state).filter(|event| is_open(event));
    let mut slots: Vec<Slot> = planned.map(|event| Slot::new(event, &hub.state().tables, now)).collect();
    let days = slots.iter().flat_map(|slot| days_of(hub, slot)).collect();
    let day = hub.day("day", &days);
    slots.retain(|slot| days_of(hub, slot).contains(&day));
    let form = if is_proposal { Some(&hub.form) } else { hub.typed() };
    let mut within = [String::from("1"), String::new()];
    if let Some(form) = form {
        slots.iter_mut().for_each(|slot| type_over(slot, form));
        within = ["from", "to"].map(|name| form.text(name).to_owned());
    }
    if is_proposal {
        let without_room = propose(&mut slots, (within[0].parse().unwrap_or(1), within[1].parse().ok()));
        if !without_room.is_empty() {
            return Err(texts.with("desk-hall-no-room", "events", without_room.join(", ")));
        }
    }
    let pairs = collisions(&mut slots);
    let said = |(one, other): (usize, usize)| {
        let [one, other] = [one, other].map(|at| slots[at].name.as_str().into());
        texts.with_all("desk-hall-collision", [("one", one), ("other", other)])
    };
    Ok(HallPage {
        collisions: pairs.into_iter().map(said).collect(),
        drawing: drawing(&texts.say("desk-hall-plan"), &slots, hub.zone(), texts),
        frame: hub.frame("hall"),
        days,
        day,
        slots,
        within,
        is_proposal,
        undo: Vec::new(),
    })
}

fn is_open(event: &Tournament) -> bool {
    !event.details.is_canceled && !event.lifecycle.is_finished()
}

/// Returns the days on which an event takes place, as addresses name them.
fn days_of(hub: &Hub<'_>, slot: &Slot) -> Vec<String> {
    let Some((start, end)) = slot.time else { return vec![UNDATED.to_owned()] };
    let [from, to] = [start, (end - TimeDelta::seconds(1)).max(start)].map(|at| hub.zone().local(at).date());
    from.iter_days().take_while(|day| *day <= to).map(|day| day.to_string()).collect()
}

/// The rows of a form: event, first table, last table, and what these and the box were when the page was made.
fn rows(form: &Form) -> impl Iterator<Item = (&str, [&str; 3])> {
    let tables = form.all("first").zip(form.all("last")).zip(form.all("was"));
    form.all("event").zip(tables).map(|(event, ((first, last), was))| (event, [first, last, was]))
}

fn type_over(slot: &mut Slot, form: &Form) {
    let id = slot.id.to_string();
    if let Some((_, [first, last, _])) = rows(form).find(|(event, _)| *event == id) {
        (slot.first, slot.last) = (first.to_owned(), last.to_owned());
        slot.shares = form.all("shares").any(|event| event == id);
    }
}

/// Saves the rows that were changed, and shows the page with a form that brings back what they were.
async fn save(hub: &Hub<'_>) -> PageResult {
    let (form, mut undo, mut faults) = (&hub.form, Vec::new(), Vec::new());
    for (id, [first, last, was]) in rows(form) {
        let shares = form.all("shares").any(|event| event == id);
        if sent(first, last, shares) == was {
            continue;
        }
        let event = api_kit::path::integer(id).and_then(|id| hub.event(TournamentId(id)));
        let event = event.ok_or_else(|| hub.fault("desk-judges-unknown"))?;
        if let Err(refused) = change(hub, event.id, [number(first), number(last), json!(shares)]).await {
            let name = &event.details.name;
            faults.extend(refused.lines.iter().map(|line| format!("{name}: {line}")));
        }
        let mut before = was.split('/').chain([""; 3]).map(str::to_owned);
        let [first_before, last_before, shared] = std::array::from_fn(|_| before.next().unwrap_or_default());
        undo.push([id.to_owned(), first_before, last_before, shared, sent(first, last, shares)]);
    }
    if !faults.is_empty() {
        return Err(PageError::Form(faults.into()));
    }
    hub.wait_for_views().await;
    let hub = Hub::load(hub.request).await?;
    hub.page(&HallPage { undo, ..page(&hub, false).map_err(PageError::line)? })
}

async fn change(hub: &Hub<'_>, event: TournamentId, tables: [Value; 3]) -> Result<(), Refused> {
    let [first, last, shares] = tables;
    let fields = json!({ "first_table": first, "last_table": last, "shares_tables": shares });
    let change = EventChange::typed(fields).map_err(|problem| Refused::by(problem, hub.texts))?;
    interface::run(hub, hub.terms(), &OnEvent(event, change)).await.map(|_| ())
}

//! `/desk/events/{id}/players/several/`: players to tick, to move them to a child event. Another event of the convention becomes
//! a child event by that.

use std::collections::HashSet;
use std::sync::Arc;

use api_kit::path::integer;
use askama::Template;
use domain::permissions::Operation;
use domain::time_zone::Zone;
use domain::tournament::{Registration, Tournament};
use proto_events::ids::{RegistrationId, TournamentId};
use proto_events::vocabulary::RegistrationStatus;
use service_kit::problem::Problem;
use write_api::events::event_fields::EventChange;
use write_api::registrations::move_to_child_event::MoveToChildEvent;
use write_api::{Folded, OnEvent, OrNull};

use crate::desk::event::{Desk, EventFrame};
use crate::parts::format::Moment;
use crate::serving::documents::KnownEvent;
use crate::serving::failures::{PageError, PageResult, failed};
use crate::serving::interface;

/// Maximum number of an organization's events, the last to start, that are looked at for children.
const EVENTS: i64 = 50;
const NAMED: usize = 10;

#[derive(Template)]
#[template(path = "desk/several.html")]
struct SeveralPage<'a> {
    frame: EventFrame<'a>,
    rows: Vec<(String, &'a Registration)>,
    ticked: HashSet<RegistrationId>,
    /// Events that players can be moved to.
    targets: Vec<Arc<Folded<Tournament>>>,
    /// The event that was chosen in a form that is refused.
    target: Option<TournamentId>,
    /// The time zone of the convention, if it names one.
    zone: Option<Zone>,
    /// How many players were moved just now.
    moved: Option<i64>,
}

impl SeveralPage<'_> {
    /// Returns an event's name, with what it becomes and its start in the convention's time zone.
    fn label(&self, event: &Tournament) -> String {
        let (texts, name) = (self.frame.texts, event.details.name.as_str());
        let label = match event.organizing.parent_id == Some(self.frame.id()) {
            true => name.to_owned(),
            false => texts.with("desk-several-becomes-child", "event", name),
        };
        let start = event.details.start_datetime.map(|start| {
            let zone = self.zone.unwrap_or_else(|| Zone::of(event.details.time_zone.as_deref()));
            Moment::in_zone(texts, start, zone).shown
        });
        start.map_or_else(|| label.clone(), |start| format!("{label} · {start}"))
    }
}

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    let moved = desk.query("moved").and_then(|count| integer(&count));
    let ticked = match desk.typed() {
        Some(form) => form.all("registration").filter_map(integer).map(RegistrationId).collect(),
        None => desk.query_id("player").into_iter().collect(),
    };
    let mut rows: Vec<_> = desk.entries().filter(|(_, entry)| is_listed(entry)).collect();
    rows.sort_by_cached_key(|(name, _)| name.to_lowercase());
    let (targets, zone) = targets(desk).await?;
    let target = desk.typed().and_then(|form| form.id("target"));
    desk.page(&SeveralPage { frame: desk.frame("players"), rows, ticked, targets, target, zone, moved })
}

fn is_listed(entry: &Registration) -> bool {
    !matches!(entry.status, RegistrationStatus::Canceled | RegistrationStatus::MovedToChildEvent)
}

/// Returns the events that players can be moved to: children, and other events of the convention, by start, queues last. A role for this event
/// moves no one, and a queue moves its players itself. The zone is that of the convention.
async fn targets(desk: &Desk<'_>) -> Result<(Vec<Arc<Folded<Tournament>>>, Option<Zone>), Problem> {
    if !desk.request.may(Operation::ManageRegistrations) || desk.state().is_queue() {
        return Ok((Vec::new(), None));
    }
    let (commands, own) = (&desk.shared.commands, desk.state());
    let convention = match own.details.convention_id {
        Some(id) => commands.convention_with_id(id).await.map_err(failed)?,
        None => None,
    };
    let mut events = Vec::new();
    if let Some(convention) = &convention {
        events = commands.events_of_convention(&*desk.shared.views, &convention.state).await?;
    } else {
        let organization_id = desk.session.organization_id()?;
        for event in KnownEvent::newest(&*desk.shared.views, organization_id, EVENTS).await? {
            events.extend(commands.tournament(TournamentId(event.id)).await.map_err(failed)?);
        }
    }
    let may_become = |event: &Tournament| {
        let is_free = event.organizing.parent_id.is_none() && own.organizing.parent_id != Some(event.id);
        convention.is_some() && is_free && desk.request.may(Operation::ManageEvents)
    };
    events.retain(|event| {
        let event = &event.state;
        let is_open = event.id != own.id && !event.details.is_canceled && !event.lifecycle.is_finished();
        is_open && (event.organizing.parent_id == Some(own.id) || may_become(event))
    });
    events.sort_by_key(|event| {
        let start = event.state.details.start_datetime;
        (event.state.is_queue(), start.is_none(), start)
    });
    let zone = convention.as_ref().and_then(|known| known.state.details.event_timezone.as_deref());
    Ok((events, zone.and_then(Zone::named)))
}

/// Moves the ticked players to the chosen event, which becomes a child if it is none.
pub(crate) async fn send(desk: &Desk<'_>) -> PageResult {
    let players: Vec<RegistrationId> = match desk.form.is_checked("all") {
        true => desk.state().registrations.iter().filter(|entry| is_listed(entry)).map(|entry| entry.id).collect(),
        false => desk.form.all("registration").filter_map(integer).map(RegistrationId).collect(),
    };
    if players.is_empty() {
        return Err(desk.fault("desk-several-none"));
    }
    let to = desk.form.id::<TournamentId>("target");
    let (targets, _) = targets(desk).await?;
    let target = targets.iter().find(|event| Some(event.state.id) == to);
    let target = target.ok_or_else(|| desk.fault("desk-several-no-target"))?;
    if target.state.organizing.parent_id.is_none() {
        let change = EventChange { parent_id: Some(OrNull(Some(desk.state().id.0))), ..EventChange::default() };
        interface::run(desk, desk.terms(), &OnEvent(target.state.id, change)).await?;
    }
    let mut faults = Vec::new();
    for id in &players {
        let command = MoveToChildEvent { registration_id: *id, event_id: target.state.id };
        if let Err(refused) = desk.run(desk.terms(), command).await {
            let room = NAMED.saturating_sub(faults.len());
            faults.extend(refused.lines.iter().take(room).map(|line| format!("{}: {line}", desk.player(*id))));
        }
    }
    if !faults.is_empty() {
        return Err(PageError::Form(faults.into()));
    }
    let path = format!("{}?moved={}", desk.address("players/several"), players.len());
    desk.completed(&path, "frame-done-saved").await
}

//! `/desk/events/{id}/players/several/`: players to tick, to move them to a child event. Another event of the convention becomes
//! a child event by that.

use std::collections::HashSet;
use std::sync::Arc;

use api_kit::path::integer;
use api_kit::store_failed;
use askama::Template;
use domain::permissions::Operation;
use domain::tournament::{Registration, Tournament};
use proto_events::ids::{RegistrationId, TournamentId};
use proto_events::vocabulary::RegistrationStatus;
use serde::Deserialize;
use service_kit::problem::Problem;
use storage::ViewKind;
use write_api::events::event_fields::EventChange;
use write_api::registrations::move_to_child_event::MoveToChildEvent;
use write_api::{Folded, OnEvent, OrNull};

use crate::desk::event::{Desk, EventFrame};
use crate::serving::failures::{PageError, PageResult, failed};
use crate::serving::interface;

/// Maximum number of an organization's events, the last to start, that are looked at for children.
const EVENTS: i64 = 50;
/// Maximum number of refusals that a page names.
const NAMED: usize = 10;

#[derive(Template)]
#[template(path = "desk/several.html")]
struct SeveralPage<'a> {
    frame: EventFrame<'a>,
    rows: Vec<(String, &'a Registration)>,
    ticked: HashSet<RegistrationId>,
    /// Events that players can be moved to.
    targets: Vec<Arc<Folded<Tournament>>>,
    /// How many players were moved just now.
    moved: Option<i64>,
}

/// The id in an event's document.
#[derive(Deserialize)]
struct Listed {
    id: i64,
}

impl SeveralPage<'_> {
    fn is_child(&self, event: &Tournament) -> bool {
        event.organizing.parent_id == Some(self.frame.id())
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
    desk.page(&SeveralPage { frame: desk.frame("players"), rows, ticked, targets: targets(desk).await?, moved })
}

fn is_listed(entry: &Registration) -> bool {
    !matches!(entry.status, RegistrationStatus::Canceled | RegistrationStatus::MovedToChildEvent)
}

/// Returns the events that players can be moved to: children, and other events of the convention. A role for this event
/// moves no one, and a queue moves its players itself.
async fn targets(desk: &Desk<'_>) -> Result<Vec<Arc<Folded<Tournament>>>, Problem> {
    if !desk.request.may(Operation::ManageRegistrations) || desk.state().is_queue() {
        return Ok(Vec::new());
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
        for body in desk.shared.views.last(organization_id, ViewKind::Overview, EVENTS).await.map_err(store_failed)? {
            let Listed { id } = serde_json::from_slice(&body.for_everyone()).map_err(Problem::internal)?;
            events.extend(commands.tournament(TournamentId(id)).await.map_err(failed)?);
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
    Ok(events)
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
    let targets = targets(desk).await?;
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

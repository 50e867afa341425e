//! `/desk/events/{id}/audit/`: what happened at an event, in words, newest first, and buttons that take changes back.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use askama::Template;
use domain::tournament::Tournament;
use proto_events::{DomainEvent, Envelope, TournamentEvent, Version};
use service_kit::problem::Problem;

use crate::desk::audit_words::Words;
use crate::desk::event::{Desk, EventFrame};
use crate::desk::undo::{self, Undo};
use crate::parts::format::Moment;
use crate::serving::failures::{PageResult, failed};

const CHANGES: Version = 50;

#[derive(Template)]
#[template(path = "desk/audit.html")]
struct AuditPage<'a> {
    frame: EventFrame<'a>,
    actions: Vec<Action>,
    /// Whether newer changes are on another page.
    is_older: bool,
    /// The version before which the next page begins.
    older: Option<Version>,
}

/// What one person did at one moment.
struct Action {
    at: Moment,
    /// Newest first.
    changes: Vec<Change>,
}

struct Change {
    version: Version,
    text: String,
    /// The page of the player or the match that it is about.
    link: Option<String>,
    /// The label of the button that takes it back.
    undo: Option<String>,
}

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    let state = desk.state();
    let newest = desk.version();
    let before = desk.query_id("before");
    let last = before.map_or(newest, |before: Version| (before - 1).clamp(0, newest));
    let first = (last - CHANGES).max(0);
    let mut changes = desk.shared.commands.history_between(state.id, first, last).await.map_err(failed)?;
    let undos = undos(desk, &changes).await?;
    if state.import.is_some() {
        leave_out_import(desk, &mut changes).await?;
    }
    let words = Words::load(desk, &changes).await?;
    desk.page(&AuditPage {
        frame: desk.frame("audit"),
        actions: actions(&words, desk, &changes, undos),
        is_older: last < newest,
        older: (first > 0).then_some(first + 1),
    })
}

pub(crate) async fn send(desk: &Desk<'_>) -> PageResult {
    let moved_on = || desk.fault("desk-audit-moved-on");
    let undo = undo_of(desk).await?.ok_or_else(moved_on)?;
    let taken = undo.command.run(desk, desk.terms().at_version(desk.version())).await;
    taken.map_err(|refusal| refusal.or_changed(moved_on()))?;
    match desk.tab_of_form() {
        Some(tab) => desk.done_at(tab).await,
        None => desk.redirect_with(&desk.address("audit"), "frame-done-taken-back"),
    }
}

/// Returns what takes the change of the form back, if that is still possible.
async fn undo_of(desk: &Desk<'_>) -> Result<Option<Undo>, Problem> {
    let version: Option<Version> = desk.form.id("version");
    let Some(before) = version.filter(|version| *version > 0).map(|version| version - 1) else { return Ok(None) };
    let commands = &desk.shared.commands;
    let changes = commands.history_between(desk.state().id, before, before + 1).await.map_err(failed)?;
    Ok(undos(desk, &changes).await?.remove(&(before + 1)))
}

/// Returns the commands that take these consecutive changes back, by version. The event is folded up to each change, since
/// some are taken back to the state before them.
pub(crate) async fn undos(desk: &Desk<'_>, changes: &[Envelope]) -> Result<HashMap<Version, Undo>, Problem> {
    let (state, commands) = (desk.state(), &desk.shared.commands);
    let Some(first) = changes.first() else { return Ok(HashMap::new()) };
    let folded = commands.tournament_at(state.id, first.version - 1).await.map_err(failed)?;
    let mut before = folded.map(|folded| Arc::unwrap_or_clone(folded).state);
    let mut undos = HashMap::new();
    for change in changes {
        let Some(known) = &mut before else {
            // The first event of the stream, which is never taken back.
            before = Some(Tournament::from_events([change]).map_err(Problem::internal)?);
            continue;
        };
        let undo = tournament_event(change).and_then(|change| undo::of(state, known, change, desk.shared.clock.now()));
        undos.extend(undo.map(|undo| (change.version, undo)));
        known.apply(change).map_err(Problem::internal)?;
    }
    Ok(undos)
}

/// Leaves out what an import wrote, except that it was an import: everything in it was written in one moment.
async fn leave_out_import(desk: &Desk<'_>, changes: &mut Vec<Envelope>) -> Result<(), Problem> {
    let history = desk.shared.commands.history_between(desk.state().id, 0, 1).await.map_err(failed)?;
    let Some(begun) = history.first().map(|first| first.recorded_at) else { return Ok(()) };
    let is_import = |change: &Envelope| matches!(tournament_event(change), Some(TournamentEvent::Imported { .. }));
    changes.retain(|change| change.recorded_at != begun || is_import(change));
    Ok(())
}

/// Returns the changes as actions, newest first. Of several changes that the same command takes back, the newest has the
/// button.
fn actions(words: &Words<'_>, desk: &Desk<'_>, changes: &[Envelope], mut undos: HashMap<Version, Undo>) -> Vec<Action> {
    let mut offered = HashSet::new();
    let mut change = |change: &Envelope| {
        let undo = undos.remove(&change.version).filter(|undo| undo.command.is_allowed(desk));
        let undo = undo.filter(|undo| offered.insert(format!("{:?}", undo.command)));
        Change {
            version: change.version,
            text: words.say(change),
            link: tournament_event(change).and_then(|change| link(desk, change)),
            undo: undo.map(|undo| words.texts.say(undo.label)),
        }
    };
    let is_same = |one: &Envelope, other: &Envelope| one.actor == other.actor && one.recorded_at == other.recorded_at;
    let grouped = changes.chunk_by(is_same).rev();
    let action = |group: &[Envelope]| {
        let changes = group.iter().rev().map(&mut change).collect();
        Some(Action { at: desk.moment(group.first()?.recorded_at), changes })
    };
    grouped.filter_map(action).collect()
}

fn link(event: &Desk<'_>, change: &TournamentEvent) -> Option<String> {
    let about = domain::documents::About::of(event.state(), change);
    match (about.registration_id, about.match_id, about.round_id) {
        (Some(id), _, _) => event.state().registration(id).map(|_| event.address(&format!("players/{id}"))),
        (None, Some(id), _) => event.state().placed(id).map(|_| event.address(&format!("matches/{id}"))),
        (None, None, Some(id)) => event.state().round(id).map(|_| event.address(&format!("rounds/{id}"))),
        (None, None, None) => None,
    }
}

fn tournament_event(change: &Envelope) -> Option<&TournamentEvent> {
    match &change.event {
        DomainEvent::Tournament(event) => Some(event),
        _ => None,
    }
}

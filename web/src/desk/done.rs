//! What a step did, for the page that follows it, and what takes it back.
//!
//! The address of the page names the changes (`?done=12-15`), and the log says what they were, so that no link can make a
//! page show a message about something that did not happen.

use chrono::TimeDelta;
use proto_events::{Actor, DomainEvent, Envelope, TournamentEvent, Version};
use service_kit::problem::Problem;

use crate::desk::audit::undos;
use crate::desk::audit_words::Words;
use crate::desk::event::{Desk, Done};
use crate::serving::failures::failed;

const CHANGES: Version = 100;
const SAID: usize = 5;
/// How long a page says what was done.
const SHOWN: TimeDelta = TimeDelta::minutes(10);

/// Returns what the person did in the changes that the address names; `None` if it names none.
pub(crate) async fn said(desk: &Desk<'_>) -> Result<Option<Done>, Problem> {
    let Some((from, to)) = named(desk) else { return Ok(None) };
    let mut changes = desk.shared.commands.history_between(desk.state().id, from, to).await.map_err(failed)?;
    let mut undos = undos(desk, &changes).await?;
    let (person, now) = (Actor::User(desk.session.caller.user_id), desk.shared.clock.now());
    changes.retain(|change| change.actor == person && now - change.recorded_at < SHOWN);
    keep_last_status(&mut changes);
    let Some(last) = changes.last() else { return Ok(None) };
    let words = Words::load(desk, &changes).await?;
    // Usual changes have words for the person who made them. The log has words for all changes.
    let mut steps: Vec<_> = changes.iter().filter_map(|change| words.say_as("desk-done-{name}", change)).collect();
    steps.dedup();
    let text = match steps.len() {
        0 => words.say(last),
        1..=SAID => steps.join(" "),
        count => desk.texts.with("desk-done-several", "count", count),
    };
    let is_allowed = |change: &&Envelope| undos.get(&change.version).is_some_and(|undo| undo.command.is_allowed(desk));
    let version = changes.iter().rev().find(is_allowed).map(|change| change.version);
    let undo = version.and_then(|version| Some((version, desk.texts.say(undos.remove(&version)?.label))));
    Ok(Some(Done { text, undo }))
}

/// Leaves out each status that the event only passed through.
fn keep_last_status(changes: &mut Vec<Envelope>) {
    let is_status =
        |change: &Envelope| matches!(change.event, DomainEvent::Tournament(TournamentEvent::LifecycleChanged { .. }));
    let last = changes.iter().rev().find(|change| is_status(change)).map(|change| change.version);
    changes.retain(|change| !is_status(change) || Some(change.version) == last);
}

/// Returns the versions before and after the step, as the address names them.
fn named(desk: &Desk<'_>) -> Option<(Version, Version)> {
    let done = desk.query("done")?;
    let (from, to) = done.split_once('-')?;
    let (from, to): (Version, Version) = (api_kit::path::integer(from)?, api_kit::path::integer(to)?);
    (0 < from && from < to && to <= desk.version() && to - from <= CHANGES).then_some((from, to))
}

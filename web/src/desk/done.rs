//! What a step did, for the page that follows it, and what takes it back.
//!
//! The address of the page names the changes (`?done=12-15`), and the log says what they were, so that no link can make a
//! page show a message about something that did not happen.

use chrono::TimeDelta;
use proto_events::ids::RoundId;
use proto_events::{Actor, DomainEvent, Envelope, TournamentEvent, Version};
use service_kit::problem::Problem;

use crate::desk::audit::undos;
use crate::desk::audit_words::Words;
use crate::desk::event::{Desk, Done};
use crate::serving::failures::failed;

/// Maximum number of changes of a step.
const CHANGES: Version = 100;
/// Maximum number of changes that are each said.
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
    let Some(last) = changes.last() else { return Ok(None) };
    let words = Words::load(desk, &changes).await?;
    let mut steps: Vec<_> = changes.iter().filter_map(|change| step(desk, &words, change)).collect();
    steps.dedup();
    let text = match steps.len() {
        0 => words.say(last),
        1..=SAID => steps.join(" "),
        count => desk.texts.with("desk-done-several", "count", count),
    };
    let is_allowed = |change: &&Envelope| undos.get(&change.version).is_some_and(|undo| desk.may(undo.operation));
    let version = changes.iter().rev().find(is_allowed).map(|change| change.version);
    let undo = version.and_then(|version| Some((version, desk.texts.say(undos.remove(&version)?.label))));
    Ok(Some(Done { text, undo }))
}

/// Returns the versions before and after the step, as the address names them.
fn named(desk: &Desk<'_>) -> Option<(Version, Version)> {
    let done = desk.query("done")?;
    let (from, to) = done.split_once('-')?;
    let (from, to): (Version, Version) = (api_kit::path::integer(from)?, api_kit::path::integer(to)?);
    (0 < from && from < to && to <= desk.version() && to - from <= CHANGES).then_some((from, to))
}

/// Says to the person who made a usual change what it did. The log has words for all changes.
fn step(desk: &Desk<'_>, words: &Words<'_>, change: &Envelope) -> Option<String> {
    use TournamentEvent as E;
    let DomainEvent::Tournament(event) = &change.event else { return None };
    let of_round = |key: &'static str, id: RoundId| {
        let (_, round) = desk.state().round(id)?;
        Some(desk.texts.with(key, "round", desk.round_name(round)))
    };
    match event {
        E::RoundCompleted { round_id } => of_round("desk-done-completed", *round_id),
        E::RoundAdded { round_id, .. } => of_round("desk-done-paired", *round_id),
        E::PairingsDiscarded { round_id } => of_round("desk-done-paired-again", *round_id),
        E::PairingsPublished { round_id } => of_round("desk-done-published", *round_id),
        E::RoundStarted { round_id } => of_round("desk-done-started", *round_id),
        E::RoundRemoved { .. } => Some(desk.texts.say("desk-done-removed")),
        E::PlayerRegistered { .. } | E::RegistrationStatusChanged { .. } => {
            Some(words.say_as("desk-done-registration", change))
        }
        E::PlayerDropped { .. } => Some(words.say_as("desk-done-dropped", change)),
        E::LifecycleChanged { .. } => Some(words.say_as("desk-done-lifecycle", change)),
        E::DetailsChanged { .. } | E::OrganizingChanged { .. } => Some(words.say_as("desk-done-settings", change)),
        E::ResultReported { .. } | E::ResultCorrected { .. } => Some(words.say_as("desk-done-result", change)),
        _ => None,
    }
}

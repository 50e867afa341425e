//! What is to be done next at an event: one sentence, and the button that does it.

use domain::permissions::Operation;
use domain::tournament::phases::planned_phases;
use domain::tournament::{Round, Tournament};
use proto_events::vocabulary::{LifecycleStatus, PhaseType, ProgressStatus, RegistrationStatus};

use crate::desk::words::{is_open, round_name};
use crate::texts::Texts;

/// What is to be done next.
pub(crate) struct Step {
    pub(crate) text: String,
    /// `None` if nothing is left to do, if it is done elsewhere, or if the role does not allow it.
    pub(crate) button: Option<Button>,
}

/// A button that sends one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Button {
    /// The page that carries it out: `round`, `status`.
    pub(crate) page: &'static str,
    /// The step: `pair`, `complete`.
    pub(crate) step: &'static str,
    pub(crate) label: String,
}

/// Returns the next step. `may` tells what the role of the signed-in person allows.
pub(crate) fn of(event: &Tournament, texts: &Texts, may: impl Fn(Operation) -> bool) -> Step {
    let step = next(event, texts);
    let allowed = step.button.filter(|button| may(needed(button.page)));
    Step { text: step.text, button: allowed }
}

/// Returns the permission that a page's steps need.
fn needed(page: &str) -> Operation {
    if page == "status" { Operation::ManageEvents } else { Operation::RunRounds }
}

fn next(event: &Tournament, texts: &Texts) -> Step {
    match event.lifecycle {
        LifecycleStatus::EventFinished => {
            step(texts.say("desk-next-publish-lists"), "status", "publish", texts.say("desk-do-publish-lists"))
        }
        LifecycleStatus::DecklistsPublishing => {
            step(texts.say("desk-next-publish-lists"), "status", "publish", texts.say("desk-do-publish-lists"))
        }
        LifecycleStatus::DecklistsPublished => told(texts.say("desk-next-nothing")),
        LifecycleStatus::RegistrationOpen
        | LifecycleStatus::WaitlistOnly
        | LifecycleStatus::RegistrationClosed
        | LifecycleStatus::EventInProgress => match event.rounds().next_back() {
            None => before_play(event, texts),
            Some((_, round)) => in_play(event, round, texts),
        },
    }
}

fn before_play(event: &Tournament, texts: &Texts) -> Step {
    let in_play = event.registrations.iter().filter(|entry| entry.status == RegistrationStatus::Complete).count();
    if event.is_team_event() && event.teams.len() < 2 {
        return told(texts.say("desk-next-teams"));
    }
    if in_play < 2 {
        return told(texts.say("desk-next-players"));
    }
    let text = texts.with("desk-next-first-round", "players", in_play);
    if is_registering(event) {
        return step(text, "status", "first-round", texts.with("desk-do-pair", "number", 1));
    }
    step(text, "round", "pair", texts.with("desk-do-pair", "number", 1))
}

fn is_registering(event: &Tournament) -> bool {
    matches!(event.lifecycle, LifecycleStatus::RegistrationOpen | LifecycleStatus::WaitlistOnly)
}

fn in_play(event: &Tournament, round: &Round, texts: &Texts) -> Step {
    let name = round_name(texts, round);
    match round.status {
        ProgressStatus::Upcoming if round.is_published => {
            let page = if event.lifecycle == LifecycleStatus::EventInProgress { "round" } else { "status" };
            step(
                texts.with("desk-next-start", "round", &name),
                page,
                "start",
                texts.with("desk-do-start", "round", &name),
            )
        }
        ProgressStatus::Upcoming => {
            let text = texts.with("desk-next-publish", "round", &name);
            step(text, "round", "publish", texts.say("desk-do-publish"))
        }
        ProgressStatus::InProgress => match round.all_matches().filter(|table| is_open(round, table)).count() {
            0 => {
                let label = texts.with("desk-do-complete", "round", &name);
                step(texts.with("desk-next-complete", "round", &name), "round", "complete", label)
            }
            open => told(texts.with("desk-next-results", "open", open)),
        },
        ProgressStatus::Complete => between_rounds(event, round, texts),
    }
}

fn between_rounds(event: &Tournament, last: &Round, texts: &Texts) -> Step {
    let number = last.number.max(0) + 1;
    let next_kind = planned_phases(event).first().map(|phase| phase.round_type);
    let has_cut = event.cuts.iter().any(|cut| cut.after_round_number >= last.number);
    let in_playoff = event.round(last.id).is_some_and(|(phase, _)| phase.round_type.is_playoff());
    let goes_on = !last.final_round_in_event && event.details.swiss_rounds.is_none_or(|planned| last.number < planned);
    if in_playoff && last.all_matches().filter(|table| !table.pairing.is_consolation).count() > 1 {
        return step(texts.say("desk-next-playoff"), "round", "playoff", texts.say("desk-do-playoff"));
    }
    if has_cut && !in_playoff {
        return step(texts.say("desk-next-playoff"), "round", "playoff", texts.say("desk-do-playoff"));
    }
    if goes_on && !in_playoff {
        let text = texts.with("desk-next-pair", "number", number);
        return step(text, "round", "pair", texts.with("desk-do-pair", "number", number));
    }
    let wants_cut = matches!(next_kind, Some(PhaseType::SingleElimination | PhaseType::RankedSingleElimination));
    if wants_cut && !in_playoff {
        let size = event.details.top_cut;
        return step(
            texts.with("desk-next-cut", "size", size),
            "round",
            "cut",
            texts.with("desk-do-cut", "size", size),
        );
    }
    step(texts.say("desk-next-finish"), "status", "finish", texts.say("desk-do-finish"))
}

fn told(text: String) -> Step {
    Step { text, button: None }
}

fn step(text: String, page: &'static str, step: &'static str, label: String) -> Step {
    Step { text, button: Some(Button { page, step, label }) }
}

//! The next step of an event: one sentence, and the button that does it; and other ways to go on: a player meeting, draft
//! pods, a Swiss round, the end of the event.

use domain::permissions::Operation;
use domain::tournament::phases::{has_all_rounds_in_pods, planned_phases, was_cut};
use domain::tournament::to_pair::{draft_phase, has_checked_in, plays, plays_on, pods};
use domain::tournament::{Round, Tournament};
use proto_events::vocabulary::{EventFormat, LifecycleStatus, PhaseType, ProgressStatus};

use crate::desk::words::open_matches;
use crate::parts::format::round_name;
use crate::texts::Texts;

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
    /// The step: `pair`, `complete`. Empty if the button only leads to the page.
    pub(crate) step: &'static str,
    pub(crate) label: String,
}

/// Returns the next step. `may` tells what the role of the signed-in person allows.
pub(crate) fn of(event: &Tournament, texts: &Texts, may: impl Fn(Operation) -> bool) -> Step {
    let step = next(event, texts);
    let allowed = step.button.filter(|button| may(needed(button.page)));
    Step { text: step.text, button: allowed }
}

/// Returns the other ways, without the next step itself and without those that the role does not allow.
pub(crate) fn other_ways(
    event: &Tournament,
    texts: &Texts,
    next: &Step,
    may: impl Fn(Operation) -> bool,
) -> Vec<Button> {
    let is_next = |way: &Button| next.button.as_ref().is_some_and(|next| next.step == way.step);
    ways(event, texts).into_iter().filter(|way| !is_next(way) && may(needed(way.page))).collect()
}

/// Returns the permission that a page's steps need.
fn needed(page: &str) -> Operation {
    match page {
        "status" => Operation::ManageEvents,
        "teams" => Operation::ManageRegistrations,
        _ => Operation::RunRounds,
    }
}

fn next(event: &Tournament, texts: &Texts) -> Step {
    if event.details.is_canceled {
        return told(texts.say("desk-next-canceled"));
    }
    match event.lifecycle {
        LifecycleStatus::EventFinished | LifecycleStatus::DecklistsPublishing => {
            step(texts.say("desk-next-publish-lists"), "status", "publish", texts.say("desk-do-publish-lists"))
        }
        LifecycleStatus::DecklistsPublished => told(texts.say("desk-next-nothing")),
        LifecycleStatus::RegistrationOpen
        | LifecycleStatus::WaitlistOnly
        | LifecycleStatus::RegistrationClosed
        | LifecycleStatus::EventInProgress => match event.rounds().next_back() {
            None => with_check_in(event, texts, before_play(event, texts)),
            Some((_, round)) => in_play(event, round, texts),
        },
    }
}

fn before_play(event: &Tournament, texts: &Texts) -> Step {
    let competitors = competitors(event);
    if competitors < 2 && event.is_team_event() {
        return link(texts.say("desk-next-teams"), "teams", texts.say("desk-do-to-teams"));
    }
    if competitors < 2 {
        return told(texts.say("desk-next-players"));
    }
    if event.organizing.check_in_required && checked_in(event).0 < 2 {
        return told(texts.say("desk-next-check-in"));
    }
    let key = if event.is_team_event() { "desk-next-first-round-teams" } else { "desk-next-first-round" };
    let text = texts.with(key, "players", competitors);
    let (page, first) = if is_registering(event) { ("status", "first-round") } else { ("round", "pair") };
    if is_draft(event) {
        return step(text, page, "draft", texts.say("desk-do-pods"));
    }
    step(text, page, first, texts.with("desk-do-pair", "number", 1))
}

/// Returns the number of players that are active, or of teams.
fn competitors(event: &Tournament) -> usize {
    if event.is_team_event() {
        event.teams.iter().filter(|team| plays_on(event, team.id.into())).count()
    } else {
        event.registrations.iter().filter(|entry| plays(entry)).count()
    }
}

/// Returns how many active players have checked in, and how many there are.
fn checked_in(event: &Tournament) -> (usize, usize) {
    let active = event.registrations.iter().filter(|entry| plays(entry));
    (active.clone().filter(|entry| has_checked_in(event, entry)).count(), active.count())
}

/// Adds how many players have checked in to a step that pairs a round, if the event requires it.
fn with_check_in(event: &Tournament, texts: &Texts, mut step: Step) -> Step {
    if event.organizing.check_in_required {
        let (here, players) = checked_in(event);
        let told = texts.with_all("desk-next-checked-in", [("here", here.into()), ("players", players.into())]);
        step.text = format!("{told} {}", step.text);
    }
    step
}

/// Whether registration is open, so that it must be closed before a round is paired.
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
        ProgressStatus::InProgress => match open_matches(round).count() {
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
    let played = last_number(event);
    let next_kind = planned_phases(event).first().map(|phase| phase.round_type);
    let has_cut = event.cuts.iter().any(|cut| cut.after_round_number >= played);
    let in_playoff = is_in_playoff(event);
    if (in_playoff && main_matches(last) > 1) || (has_cut && !in_playoff) {
        return step(texts.say("desk-next-playoff"), "round", "playoff", texts.say("desk-do-playoff"));
    }
    let is_last = event.rounds().any(|(_, round)| round.final_round_in_event);
    if !is_last && !in_playoff && event.details.swiss_rounds.is_none_or(|planned| played < planned) {
        return with_check_in(event, texts, next_round(event, played + 1, texts));
    }
    let wants_cut = matches!(next_kind, Some(PhaseType::SingleElimination | PhaseType::RankedSingleElimination));
    if wants_cut && !in_playoff {
        let size = event.details.top_cut;
        return link(texts.with("desk-next-cut", "size", size), "playoff", texts.say("desk-do-to-cut"));
    }
    step(texts.say("desk-next-finish"), "status", "finish", texts.say("desk-do-finish"))
}

/// Returns the step to the next round before the playoff: in pods if the last phase is a draft.
fn next_round(event: &Tournament, number: i32, texts: &Texts) -> Step {
    let text = texts.with("desk-next-pair", "number", number);
    let label = texts.with("desk-do-pair", "number", number);
    match (draft_phase(event), has_rounds_in_pods(event)) {
        (Some(_), true) => step(text, "round", "draft", label),
        (Some(_), false) => {
            step(texts.with("desk-next-pods", "number", number), "round", "draft", texts.say("desk-do-pods"))
        }
        (None, _) if number == 1 && is_draft(event) => step(text, "round", "draft", texts.say("desk-do-pods")),
        (None, _) => step(text, "round", "pair", label),
    }
}

/// Whether the event begins with a draft in pods.
fn is_draft(event: &Tournament) -> bool {
    event.details.event_format == EventFormat::BoosterDraft && !event.is_team_event()
}

/// Whether the players sit in draft pods that have rounds left.
fn has_rounds_in_pods(event: &Tournament) -> bool {
    let phase = draft_phase(event).filter(|phase| !was_cut(event, phase) && !pods(phase).is_empty());
    phase.is_some_and(|phase| !has_all_rounds_in_pods(phase))
}

/// Returns the number of the last round of play; 0 before the first.
pub(crate) fn last_number(event: &Tournament) -> i32 {
    event.rounds().map(|(_, round)| round.number).max().unwrap_or(0).max(0)
}

/// Whether a round of the playoff was paired.
pub(crate) fn is_in_playoff(event: &Tournament) -> bool {
    event.phases.last().is_some_and(|phase| phase.round_type.is_playoff())
}

/// Returns the number of matches of a playoff round whose winners advance.
fn main_matches(round: &Round) -> usize {
    let of_players = round.matches.iter().filter(|table| !table.pairing.is_consolation).count();
    of_players + round.team_matches.len()
}

/// Returns all ways to go on while no round is open.
fn ways(event: &Tournament, texts: &Texts) -> Vec<Button> {
    let last = event.rounds().next_back().map(|(_, round)| round);
    let is_open = last.is_some_and(|round| round.status != ProgressStatus::Complete);
    if event.lifecycle.is_finished() || is_open || competitors(event) < 2 {
        return Vec::new();
    }
    let played = last_number(event);
    let way = |page, step, label| Button { page, step, label };
    let finish = (played > 0).then(|| way("status", "finish", texts.say("desk-do-finish")));
    if is_in_playoff(event) {
        return finish.into_iter().collect();
    }
    let (page, pair) = if is_registering(event) { ("status", "first-round") } else { ("round", "pair") };
    let number = played + 1;
    let mut ways = vec![way(page, pair, texts.with("desk-do-pair-swiss", "number", number))];
    if !event.is_team_event() && has_rounds_in_pods(event) {
        ways.push(way(page, "draft", texts.with("desk-do-pair-in-pods", "number", number)));
        ways.push(way(page, "new-pods", texts.say("desk-do-pods")));
    } else if !event.is_team_event() {
        ways.push(way(page, "draft", texts.say("desk-do-pods")));
    }
    if played == 0 {
        ways.push(way(page, "meeting", texts.say("desk-do-meeting")));
        ways.push(way(page, "random-meeting", texts.say("desk-do-random-meeting")));
    }
    ways.extend(finish);
    ways
}

/// Returns a step that is taken on another page.
fn link(text: String, page: &'static str, label: String) -> Step {
    step(text, page, "", label)
}

fn told(text: String) -> Step {
    Step { text, button: None }
}

fn step(text: String, page: &'static str, step: &'static str, label: String) -> Step {
    Step { text, button: Some(Button { page, step, label }) }
}

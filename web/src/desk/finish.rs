//! `/desk/events/{id}/finish/`: the end of an event: what is still open, the last steps, and the way back.
//! `/desk/events/{id}/cancel/`: says that an event does not take place, or takes that back.
//! `/desk/events/{id}/delete/`: deletes an event. Both pages say first what will happen.

use askama::Template;
use domain::permissions::Operation;
use domain::tournament::Tournament;
use domain::tournament::phases::bracket_matches;
use domain::tournament::playoff::Playoff;
use domain::tournament::to_pair::plays;
use proto_events::vocabulary::{LifecycleStatus, ProgressStatus};
use write_api::events::delete_event::DeleteEvent;
use write_api::events::event_fields::EventChange;

use crate::desk::event::{Desk, EventFrame};
use crate::desk::lists::has_list;
use crate::desk::undo::{self, Undo};
use crate::desk::{done, meanwhile};
use crate::parts::format::round_name;
use crate::serving::failures::{PageError, PageResult};
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/finish.html")]
struct FinishPage<'a> {
    frame: EventFrame<'a>,
    /// What belongs to a complete event: whether it is done, in words, and its page.
    points: Vec<(bool, String, &'static str)>,
    /// The step forward and its label, if one is possible now.
    forward: Option<(&'static str, String)>,
    /// What the step forward does, in words.
    effect: String,
    back: Option<Undo>,
}

fn export_path(desk: &Desk<'_>) -> String {
    format!("/api/export-decklists/?organization_id={}", desk.state().organization_id)
}

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    let state = desk.state();
    let may = desk.may(Operation::ManageEvents);
    let (forward, effect) = forward(desk.texts, state);
    desk.page(&FinishPage {
        frame: desk.frame("finish").after(done::said(desk).await?),
        points: points(desk.texts, state),
        forward: forward.filter(|_| may),
        effect,
        back: undo::step_back(state, desk.shared.clock.now()).filter(|_| may),
    })
}

pub(crate) async fn send(desk: &Desk<'_>) -> PageResult {
    let mut faults = meanwhile::happened(desk, meanwhile::is_step).await?;
    let Some(back) = undo::step_back(desk.state(), desk.shared.clock.now()).filter(|_| faults.is_empty()) else {
        faults.insert(0, desk.texts.say("desk-round-moved-on"));
        return Err(PageError::Form(faults.into()));
    };
    back.command.run(desk, desk.terms()).await?;
    desk.done_at("finish").await
}

/// Returns the step forward, if the event is at its end, and what comes of it.
fn forward(texts: &Texts, event: &Tournament) -> (Option<(&'static str, String)>, String) {
    if event.details.is_canceled {
        return (None, texts.say("desk-next-canceled"));
    }
    match event.lifecycle {
        LifecycleStatus::RegistrationOpen | LifecycleStatus::WaitlistOnly | LifecycleStatus::RegistrationClosed => {
            (None, texts.say("desk-finish-not-begun"))
        }
        LifecycleStatus::EventInProgress => {
            let is_over = event.rounds().all(|(_, round)| round.status == ProgressStatus::Complete);
            let step = is_over.then(|| ("finish", texts.say("desk-do-finish")));
            (step, texts.say("desk-finish-effect"))
        }
        LifecycleStatus::EventFinished | LifecycleStatus::DecklistsPublishing => {
            (Some(("publish", texts.say("desk-do-publish-lists"))), texts.say("desk-publish-effect"))
        }
        LifecycleStatus::DecklistsPublished => (None, texts.say("desk-next-nothing")),
    }
}

/// Returns what belongs to a complete event.
fn points(texts: &Texts, event: &Tournament) -> Vec<(bool, String, &'static str)> {
    let rounds: Vec<_> = event.rounds().map(|(_, round)| round).filter(|round| round.number > 0).collect();
    let open = event.rounds().find(|(_, round)| round.status != ProgressStatus::Complete);
    let of_rounds = match (open, rounds.is_empty()) {
        (Some((phase, round)), _) => {
            (false, texts.with("desk-finish-round-open", "round", round_name(texts, event, phase, round)), "round")
        }
        (None, true) => (false, texts.say("desk-finish-no-rounds"), "round"),
        (None, false) => (true, texts.with("desk-finish-rounds", "count", rounds.len()), "standings"),
    };
    let mut points = vec![of_rounds];
    if event.details.top_cut > 0 {
        let last = event.rounds().next_back().filter(|(phase, _)| phase.round_type.is_playoff());
        let playoff = Playoff::before(event, i32::MAX);
        let is_final = last.is_some_and(|(phase, round)| {
            let is_last = || bracket_matches(event, phase, round) == Some(1);
            let is_over = playoff.map_or_else(is_last, |playoff| playoff.is_over());
            is_over && round.status == ProgressStatus::Complete
        });
        let key = if is_final { "desk-finish-playoff" } else { "desk-finish-playoff-open" };
        points.push((is_final, texts.with(key, "size", event.details.top_cut), "round"));
    }
    if !event.wants_lists() {
        return points;
    }
    let players = event.registrations.iter().filter(|entry| plays(entry));
    let missing = players.filter(|entry| !has_list(entry)).count();
    points.push((missing == 0, texts.with("desk-finish-lists", "missing", missing), "lists"));
    points
}

#[derive(Template)]
#[template(path = "desk/cancel.html")]
struct CancelPage<'a> {
    frame: EventFrame<'a>,
    /// What will happen, a sentence each.
    effects: Vec<String>,
}

/// Asks whether the event is to be canceled. One that has taken place cannot be canceled.
pub(crate) async fn show_cancel(desk: &Desk<'_>) -> PageResult {
    let (texts, state) = (desk.texts, desk.state());
    let effects = match (state.details.is_canceled, state.lifecycle.is_finished()) {
        (true, _) => vec![texts.say("desk-resume-effect")],
        (false, true) => vec![texts.say("desk-cancel-over")],
        (false, false) => vec![
            texts.say("desk-cancel-visible"),
            texts.say("desk-cancel-closed"),
            texts.with("desk-cancel-players", "players", desk.players_in()),
            texts.say("desk-cancel-back"),
        ],
    };
    desk.page(&CancelPage { frame: desk.frame("settings"), effects })
}

pub(crate) async fn cancel(desk: &Desk<'_>) -> PageResult {
    let is_canceled = desk.form.exact("change") == "cancel";
    let completed = if is_canceled { "frame-done-event-canceled" } else { "frame-done-event-resumed" };
    let change = EventChange { is_canceled: Some(is_canceled), ..EventChange::default() };
    desk.run(desk.terms(), change).await?;
    desk.redirect_with(&desk.address("settings"), completed)
}

#[derive(Template)]
#[template(path = "desk/delete.html")]
struct DeletePage<'a> {
    frame: EventFrame<'a>,
    /// What will happen, a sentence each.
    effects: Vec<String>,
}

/// Asks whether the event is to be deleted, and for its name, because nothing brings it back.
pub(crate) async fn show_delete(desk: &Desk<'_>) -> PageResult {
    let (texts, state) = (desk.texts, desk.state());
    let rounds = state.rounds().filter(|(_, round)| round.number > 0).count();
    let what = [("players", state.registrations.len().into()), ("rounds", rounds.into())];
    let effects = vec![
        texts.with_all("desk-delete-what", what),
        texts.say("desk-delete-everywhere"),
        texts.say("desk-delete-lists"),
        texts.say("desk-delete-for-ever"),
    ];
    desk.page(&DeletePage { frame: desk.frame("settings"), effects })
}

pub(crate) async fn delete(desk: &Desk<'_>) -> PageResult {
    let name = desk.state().details.name.trim();
    if desk.form.text("name") != name {
        return Err(PageError::line(desk.texts.with("desk-delete-name-differs", "name", name)));
    }
    desk.run(desk.terms(), DeleteEvent {}).await?;
    desk.redirect_with("/desk/", "frame-done-event-deleted")
}

#[cfg(test)]
mod tests {
    use proto_events::TournamentEvent;
    use proto_events::ids::RegistrationId;
    use proto_events::tournament::TournamentDetails;
    use proto_events::vocabulary::EventFormat;

    use super::*;
    use crate::desk::testing::{tournament, tournament_with};
    use crate::texts::Language;

    #[test]
    fn open_points_are_named() {
        let with_cut = TournamentDetails { top_cut: 8, ..TournamentDetails::new("Cup", EventFormat::Modern) };
        let points =
            points(Texts::of(Language::English), &tournament_with(with_cut, &[TournamentEvent::ListsUnlocked {}]));
        let open: Vec<_> = points.iter().map(|(is_done, _, page)| (*is_done, *page)).collect();
        assert_eq!(open, [(false, "round"), (false, "round"), (false, "lists")]);
        assert_eq!(points[2].1, "1 decklist is missing.");
        let paper =
            TournamentEvent::PaperDecklistMarked { registration_id: RegistrationId(1), using_paper_decklist: true };
        assert!(super::points(Texts::of(Language::English), &tournament(&[paper])).last().unwrap().0);
    }

    #[test]
    fn the_step_forward_is_offered_when_it_is_possible() {
        let at = |status| {
            forward(Texts::of(Language::English), &tournament(&[TournamentEvent::LifecycleChanged { status }])).0
        };
        let steps: Vec<_> =
            LifecycleStatus::ALL.iter().filter_map(|status| at(*status)).map(|(step, _)| step).collect();
        assert_eq!(steps, ["finish", "publish", "publish"]);
    }
}

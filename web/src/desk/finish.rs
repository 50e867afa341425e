//! `/desk/events/{id}/finish/`: the end of an event: what is still open, the last steps, and the way back.
//! `/desk/events/{id}/cancel/`: says that an event does not take place, or takes that back.
//! `/desk/events/{id}/delete/`: deletes an event. Both pages say first what will happen.

use askama::Template;
use domain::permissions::Operation;
use domain::tournament::Tournament;
use domain::tournament::to_pair::plays;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::{LifecycleStatus, ProgressStatus};
use storage::{DocumentKey, ViewKind};
use write_api::events::change_event::ChangeEvent;
use write_api::events::delete_event::DeleteEvent;
use write_api::events::event_fields::EventChange;

use crate::desk::event::{Desk, EventFrame, status_word};
use crate::desk::{meanwhile, undo};
use crate::parts::format::round_name;
use crate::serving::completed::Completed;
use crate::serving::failures::{PageError, PageResult};
use crate::serving::session::UserRequest;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/finish.html")]
struct FinishPage {
    frame: EventFrame,
    status: String,
    points: Vec<Point>,
    /// The step forward and its label, if one is possible now.
    forward: Option<(&'static str, String)>,
    /// What the step forward does, in words.
    effect: String,
    /// The label of the step back.
    back: Option<String>,
    has_public_page: bool,
    is_exported: bool,
    /// Where programs read the export.
    export_path: String,
}

/// A point of the list: done, or still open.
#[derive(Debug, PartialEq)]
struct Point {
    is_done: bool,
    text: String,
    /// The page where it is done.
    page: &'static str,
}

pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let desk = &Desk::load(request).await?;
    let (texts, state) = (desk.texts, desk.state());
    let may = request.may(Operation::ManageEvents);
    let key = DocumentKey::new(OrganizationId::SHARED, ViewKind::EventPage, state.id);
    let public = request.shared.views.document(&key).await.map_err(api_kit::store_failed)?;
    let (forward, effect) = forward(texts, state);
    request.page(&FinishPage {
        frame: desk.frame("finish"),
        status: status_word(texts, state),
        points: points(texts, state),
        forward: forward.filter(|_| may),
        effect,
        back: undo::step_back(state).filter(|_| may).map(|back| texts.say(back.label)),
        has_public_page: public.is_some(),
        export_path: format!("/api/export-decklists/?organization_id={}", state.organization_id),
        is_exported: state.lifecycle.is_finished() && !state.details.is_test,
    })
}

/// Takes the last step back.
pub(crate) async fn send(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let mut faults = meanwhile::happened(&desk, meanwhile::is_step).await?;
    if let Some(back) = undo::step_back(desk.state()).filter(|_| faults.is_empty()) {
        match back.command.run(&desk, request.terms()).await {
            Ok(()) => return request.redirect_with(&desk.page("finish"), Completed::TakenBack),
            Err(refusal) => faults = refusal.lines,
        }
    } else {
        faults.insert(0, request.texts.say("desk-round-moved-on"));
    }
    Err(PageError::Form(faults.into()))
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
fn points(texts: &Texts, event: &Tournament) -> Vec<Point> {
    let point = |is_done, text, page| Point { is_done, text, page };
    let rounds: Vec<_> = event.rounds().map(|(_, round)| round).filter(|round| round.number > 0).collect();
    let open = event.rounds().map(|(_, round)| round).find(|round| round.status != ProgressStatus::Complete);
    let of_rounds = match (open, rounds.is_empty()) {
        (Some(round), _) => {
            point(false, texts.with("desk-finish-round-open", "round", round_name(texts, round)), "round")
        }
        (None, true) => point(false, texts.say("desk-finish-no-rounds"), "round"),
        (None, false) => point(true, texts.with("desk-finish-rounds", "count", rounds.len()), "standings"),
    };
    let mut points = vec![of_rounds];
    if event.details.top_cut > 0 {
        let last = event.rounds().next_back().filter(|(phase, _)| phase.round_type.is_playoff());
        let is_final = last.is_some_and(|(_, round)| {
            let played = round.matches.iter().filter(|table| !table.pairing.is_consolation).count();
            played.max(round.team_matches.len()) == 1 && round.status == ProgressStatus::Complete
        });
        let key = if is_final { "desk-finish-playoff" } else { "desk-finish-playoff-open" };
        points.push(point(is_final, texts.with(key, "size", event.details.top_cut), "round"));
    }
    let has_list =
        |entry: &&domain::tournament::Registration| entry.decklist_id.is_some() || entry.using_paper_decklist;
    let players = event.registrations.iter().filter(|entry| plays(entry));
    let missing = players.filter(|entry| !has_list(entry)).count();
    points.push(point(missing == 0, texts.with("desk-finish-lists", "missing", missing), "lists"));
    points
}

#[derive(Template)]
#[template(path = "desk/cancel.html")]
struct CancelPage {
    frame: EventFrame,
    /// What will happen, a sentence each.
    effects: Vec<String>,
    is_canceled: bool,
    /// Whether the event has taken place, so that it cannot be canceled.
    is_over: bool,
}

/// Asks whether the event is to be canceled.
pub(crate) async fn show_cancel(request: &UserRequest) -> PageResult {
    let desk = &Desk::load(request).await?;
    let (texts, state) = (desk.texts, desk.state());
    let (is_canceled, is_over) = (state.details.is_canceled, state.lifecycle.is_finished());
    let effects = match (is_canceled, is_over) {
        (true, _) => vec![texts.say("desk-resume-effect")],
        (false, true) => vec![texts.say("desk-cancel-over")],
        (false, false) => vec![
            texts.say("desk-cancel-visible"),
            texts.say("desk-cancel-closed"),
            texts.with("desk-cancel-players", "players", desk.players_in()),
            texts.say("desk-cancel-back"),
        ],
    };
    request.page(&CancelPage { frame: desk.frame("settings"), effects, is_canceled, is_over })
}

/// Cancels the event, or takes that back.
pub(crate) async fn cancel(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let is_canceled = request.form.exact("change") == "cancel";
    let completed = if is_canceled { Completed::EventCanceled } else { Completed::EventResumed };
    let change = EventChange { is_canceled: Some(is_canceled), ..EventChange::default() };
    desk.run(request.terms(), ChangeEvent { change }).await?;
    request.redirect_with(&desk.page("settings"), completed)
}

#[derive(Template)]
#[template(path = "desk/delete.html")]
struct DeletePage {
    frame: EventFrame,
    /// What will happen, a sentence each.
    effects: Vec<String>,
    typed: String,
}

/// Asks whether the event is to be deleted, and for its name, because nothing brings it back.
pub(crate) async fn show_delete(request: &UserRequest) -> PageResult {
    let desk = &Desk::load(request).await?;
    let (texts, state) = (desk.texts, desk.state());
    let rounds = state.rounds().filter(|(_, round)| round.number > 0).count();
    let what = [("players", state.registrations.len().into()), ("rounds", rounds.into())];
    let effects = vec![
        texts.with_all("desk-delete-what", what),
        texts.say("desk-delete-everywhere"),
        texts.say("desk-delete-lists"),
        texts.say("desk-delete-for-ever"),
    ];
    request.page(&DeletePage { frame: desk.frame("settings"), effects, typed: request.form.text("name").to_owned() })
}

/// Deletes the event if its name was typed.
pub(crate) async fn delete(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    let name = desk.state().details.name.trim();
    if request.form.text("name") != name {
        return Err(PageError::line(request.texts.with("desk-delete-name-differs", "name", name)));
    }
    desk.run(request.terms(), DeleteEvent).await?;
    request.redirect_with("/desk/", Completed::EventDeleted)
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
        let points = points(Texts::of(Language::English), &tournament_with(with_cut, &[]));
        let open: Vec<_> = points.iter().map(|point| (point.is_done, point.page)).collect();
        assert_eq!(open, [(false, "round"), (false, "round"), (false, "lists")]);
        assert_eq!(points[2].text, "1 player has handed in no decklist.");
        let paper =
            TournamentEvent::PaperDecklistMarked { registration_id: RegistrationId(1), using_paper_decklist: true };
        assert!(super::points(Texts::of(Language::English), &tournament(&[paper])).last().unwrap().is_done);
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

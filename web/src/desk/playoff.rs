//! `/desk/events/{id}/playoff/`: the cut with a preview, the bracket, and the final places.

use askama::Template;
use domain::permissions::Operation;
use domain::tournament::Tournament;
use domain::tournament::playoff::Playoff;
use domain::tournament::standings::standings_after;
use proto_events::vocabulary::ProgressStatus;
use write_api::rounds::make_cut::{CutTo, MakeCut};

use crate::desk::bracket::{Drawn, draw, entrant};
use crate::desk::cut_preview::{Preview, preview};
use crate::desk::event::{Desk, Event, EventFrame};
use crate::desk::next_step::{is_in_playoff, last_number};
use crate::serving::failures::{PageError, PageResult};
use crate::serving::request::PageRequest;
use crate::serving::session::UserRequest;

/// Size of the cut that is shown first if the event plans none.
const SIZE: usize = 8;

#[derive(Template)]
#[template(path = "desk/playoff.html")]
struct PlayoffPage {
    frame: EventFrame,
    may_report: bool,
    cut: Option<CutForm>,
    bracket: Option<Drawn>,
    /// Whether the last round is one of the playoff that has not started, so that it can be removed.
    can_remove: bool,
    /// The final places, once the playoff is over.
    places: Vec<Place>,
}

/// The form of the cut.
struct CutForm {
    size: usize,
    preview: Preview,
    /// Whether a cut was made already.
    is_again: bool,
}

struct Place {
    rank: i32,
    name: String,
}

/// Shows the playoff.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let desk = &Desk::load(request).await?;
    let state = desk.state();
    let may_run = request.may(Operation::RunRounds);
    let cut = (may_run && can_cut(state)).then(|| {
        let size = size(request, state);
        let is_again = state.cuts.iter().any(|cut| cut.after_round_number == last_number(state));
        CutForm { size, preview: preview(desk, size), is_again }
    });
    let is_upcoming = desk.last_round().is_some_and(|round| round.status == ProgressStatus::Upcoming);
    request.page(&PlayoffPage {
        frame: desk.frame("playoff"),
        may_report: request.may(Operation::ReportResults),
        cut,
        bracket: draw(desk),
        can_remove: may_run && is_in_playoff(state) && is_upcoming,
        places: places(desk),
    })
}

/// Makes the cut. It is refused if the event has changed since the page showed who advances.
pub(crate) async fn send(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    // No number is refused as 0 is.
    let command = MakeCut { to: CutTo::Best(request.form.text("size").parse().unwrap_or_default()) };
    let version = request.form.exact("version").parse().unwrap_or_default();
    let terms = request.terms().at_version(version).once(request.form.exact("form_id"));
    match desk.run(terms, command).await {
        Ok(_) => request.redirect(&desk.page("playoff")),
        Err(refusal) if refusal.is_stale() => Err(PageError::line(request.texts.say("desk-cut-changed"))),
        Err(refusal) => Err(refusal.into()),
    }
}

/// Whether the cut can be made, or made again: all rounds are complete, and the playoff has not started.
fn can_cut(state: &Tournament) -> bool {
    let begun = |round: &domain::tournament::Round| round.status != ProgressStatus::Upcoming;
    let is_open = state.rounds().any(|(phase, round)| match phase.round_type.is_playoff() {
        true => begun(round),
        false => round.status != ProgressStatus::Complete,
    });
    !is_open && !state.lifecycle.is_finished()
}

/// Returns the size of the cut: as chosen, else as planned.
fn size(request: &PageRequest, state: &Tournament) -> usize {
    let sent = Some(request.form.text("size").to_owned()).filter(|size| !size.is_empty());
    let chosen = sent.or_else(|| request.query("size")).and_then(|size| size.trim().parse().ok());
    let planned = usize::try_from(state.details.top_cut).ok().filter(|planned| *planned > 0);
    chosen.or(planned).unwrap_or(SIZE).max(2)
}

/// Returns the final places of those who made the cut; empty before the end of the playoff.
fn places(event: &Event) -> Vec<Place> {
    let state = event.state();
    let playoff = Playoff::before(state, i32::MAX).filter(|playoff| playoff.rounds > 0);
    let last = event.last_round().filter(|round| round.status == ProgressStatus::Complete);
    let (Some(playoff), Some(last)) = (playoff, last) else { return Vec::new() };
    if playoff.survivors.len() > 1 && !state.lifecycle.is_finished() {
        return Vec::new();
    }
    let lines = standings_after(state, last.id).unwrap_or_default().into_iter().take(playoff.seeds.len());
    lines.map(|line| Place { rank: line.rank, name: entrant(event, line.competitor.into()) }).collect()
}

//! `/desk/events/{id}/results/`: enters results of the round in progress, each typed in one line.

use axum::response::Response;
use domain::tournament::{Match, Round};
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::ProgressStatus;
use service_kit::problem::Problem;

use crate::desk::entry::Entry;
use crate::desk::event::Event;
use crate::desk::result;
use crate::desk::round::{self, TypedResults};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

/// Enters the result, and shows the round again for the next one.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let (event, texts) = (Event::load(&request, &session).await?, request.texts);
    let line = request.form.text("entry");
    let refused = |fault: String| {
        round::answer(
            &request,
            &session,
            &event,
            TypedResults { line: line.to_owned(), faults: vec![fault], ..TypedResults::default() },
        )
    };
    let Some(playing) = round_in_play(&request, &event) else { return refused(texts.say("desk-round-moved-on")) };
    let Some(entry) = Entry::read(line) else { return refused(texts.say("desk-result-unreadable")) };
    let is_meant =
        |table: &&Match| table.pairing.table_number == entry.table && table.pairing.kind == PairingKind::Versus;
    let Some(table) = playing.all_matches().find(is_meant) else {
        return refused(texts.with("desk-result-no-table", "table", entry.table));
    };
    let match_id = table.id();
    result::enter(&request, &session, event, match_id, line).await
}

/// Returns the round in progress, if it is the one that the page showed.
fn round_in_play<'a>(request: &PageRequest, event: &'a Event) -> Option<&'a Round> {
    let last = event.last_round().filter(|_| round::is_current(request, event));
    last.filter(|round| round.status == ProgressStatus::InProgress)
}

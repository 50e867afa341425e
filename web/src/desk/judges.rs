//! `/desk/events/{id}/judges/`: calls for a judge, penalties, deck checks and time extensions. `judging.rs` has the parts
//! that the pages of players and matches show, too; `judges_form.rs` reads the forms of all of them.

use askama::Template;
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::permissions::Operation;
use domain::tournament::deck_checks::is_checked;
use domain::tournament::{JudgeCall, Match, Round};
use proto_events::ids::PenaltyId;
use proto_events::vocabulary::{Penalty, ProgressStatus};
use serde_json::Value;
use service_kit::problem::Problem;

use crate::desk::event::{Event, EventHead};
use crate::desk::judges_form::{self, Sent};
use crate::desk::judging::{PenaltyForm, PenaltyRow, by, penalty_row};
use crate::desk::words::round_name;
use crate::parts::frame::Frame;
use crate::serving::interface::ATTEMPTS;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/judges.html")]
struct JudgesPage {
    frame: Frame,
    texts: &'static Texts,
    head: EventHead,
    faults: Vec<String>,
    /// What follows from the penalty that was issued just now.
    issued: Option<Issued>,
    calls: Vec<CallRow>,
    closed_calls: usize,
    form: PenaltyForm,
    penalties: Vec<PenaltyRow>,
    /// The round whose tables can be drawn.
    round: Option<CheckedRound>,
    is_over: bool,
}

/// A penalty that was issued just now, and the step that it calls for.
struct Issued {
    text: String,
    /// The match where a lost game is entered.
    match_id: Option<i64>,
    /// The registration to disqualify, if the person may.
    disqualify: Option<i64>,
}

struct CallRow {
    id: i64,
    place: String,
    caller: String,
    note: String,
    waiting: String,
    taken_by: String,
    match_id: Option<i64>,
}

/// A round, and its deck checks.
struct CheckedRound {
    id: i64,
    name: String,
    checks: Vec<CheckRow>,
}

struct CheckRow {
    match_id: i64,
    table: i32,
    players: String,
    is_done: bool,
}

/// Shows the page.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    request.page(&page(&request, &session, &event, Vec::new()))
}

/// Carries out one of the forms of judges, and goes back to its page.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let mut event = Event::load(&request, &session).await?;
    for _ in 0..ATTEMPTS {
        let Sent { call, back, is_sum } = match judges_form::read(&request, &event) {
            Ok(sent) => sent,
            Err(fault) => return request.refused(&page(&request, &session, &event, vec![fault])),
        };
        match call.send(&request).await {
            Ok(document) => return request.redirect(&back.address(&event, &document)),
            // The first time that this form was sent, the extension was shorter.
            Err(refusal) if is_sum && refusal.is_key_reused() => {
                return request.redirect(&back.address(&event, &Value::Null));
            }
            Err(refusal) if refusal.is_stale() => event = Event::load(&request, &session).await?,
            Err(refusal) => return request.refused(&page(&request, &session, &event, refusal.lines)),
        }
    }
    request.refused(&page(&request, &session, &event, vec![request.texts.say("desk-judges-busy")]))
}

fn page(request: &PageRequest, session: &UserSession, event: &Event, faults: Vec<String>) -> JudgesPage {
    let (texts, state, now) = (event.texts, event.state(), request.shared.clock.now());
    let is_waiting = |call: &&JudgeCall| call.closed.is_none();
    let issued = request.query("issued").and_then(|id| api_kit::path::integer(&id));
    let penalties = state.penalties.iter().rev();
    JudgesPage {
        frame: session.frame(request),
        texts,
        head: event.head(texts, session, "judges"),
        faults,
        issued: issued.and_then(|id| issued_now(event, session, PenaltyId(id))),
        calls: state.calls.iter().filter(is_waiting).map(|call| call_row(event, call, now)).collect(),
        closed_calls: state.calls.iter().filter(|call| call.closed.is_some()).count(),
        form: PenaltyForm::new(request, event),
        penalties: penalties.map(|penalty| penalty_row(event, penalty)).collect(),
        round: event.last_round().filter(|round| round.status != ProgressStatus::Complete).map(checked(event)),
        is_over: state.lifecycle.is_finished(),
    }
}

fn issued_now(event: &Event, session: &UserSession, id: PenaltyId) -> Option<Issued> {
    let (texts, penalty) = (event.texts, &event.state().penalty(id)?.issued);
    let key = match penalty.penalty {
        Penalty::Caution | Penalty::Warning => "desk-issued-recorded",
        Penalty::GameLoss | Penalty::MatchLoss => "desk-issued-loss",
        Penalty::Disqualification => "desk-issued-disqualification",
    };
    let name = event.player(penalty.registration_id);
    let values = [("penalty", texts.term(penalty.penalty).into()), ("player", name.into())];
    let is_loss = matches!(penalty.penalty, Penalty::GameLoss | Penalty::MatchLoss);
    let disqualifies = penalty.penalty == Penalty::Disqualification;
    let may = session.caller.may(Operation::ManageRegistrations);
    Some(Issued {
        text: texts.with_all(key, values),
        match_id: penalty.match_id.filter(|_| is_loss).map(|id| id.0),
        disqualify: (disqualifies && may).then_some(penalty.registration_id.0),
    })
}

fn call_row(event: &Event, call: &JudgeCall, now: DateTime<Utc>) -> CallRow {
    let texts = event.texts;
    let table = call.call.table_number;
    let placed = call.call.match_id.and_then(|id| event.state().placed(id));
    CallRow {
        id: call.id.0,
        place: table.map_or_else(String::new, |table| texts.with("desk-table-number", "table", table)),
        caller: match call.call.registration_id {
            Some(player) => event.player(player),
            None => by(event, &call.by),
        },
        note: call.call.note.clone(),
        waiting: texts.with("desk-call-minutes", "minutes", (now - call.by.at).num_minutes().max(0)),
        taken_by: call.answered.as_ref().map_or_else(String::new, |answered| by(event, answered)),
        match_id: placed.map(|placed| placed.table.id().0),
    }
}

/// Returns a function that lists a round's deck checks: those that are not done first.
fn checked(event: &Event) -> impl Fn(&Round) -> CheckedRound {
    let row = |table: &Match| {
        let players: Vec<_> = table.pairing.players.iter().map(|player| event.player(*player)).collect();
        CheckRow {
            match_id: table.id().0,
            table: table.pairing.table_number,
            players: players.join(" · "),
            is_done: table.deck_check_completed,
        }
    };
    move |round| {
        let mut checks: Vec<_> = round.all_matches().filter(|table| is_checked(table)).map(row).collect();
        checks.sort_by_key(|row| (row.is_done, row.table));
        CheckedRound { id: round.id.0, name: round_name(event.texts, round), checks }
    }
}

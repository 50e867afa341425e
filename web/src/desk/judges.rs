//! `/desk/events/{id}/judges/`: calls for a judge, penalties, deck checks and time extensions. `judging.rs` has the parts
//! that the pages of players and matches show, too; `judges_form.rs` carries out the forms of all of them.

use askama::Template;
use chrono::{DateTime, Utc};
use domain::permissions::Operation;
use domain::tournament::deck_checks::is_checked;
use domain::tournament::{JudgeCall, Match, Round};
use proto_events::ids::PenaltyId;
use proto_events::vocabulary::{Penalty, ProgressStatus};

use crate::desk::event::{Desk, Event, EventFrame};
use crate::desk::judges_form;
use crate::desk::judging::{PenaltyForm, PenaltyRow, by, penalty_row};
use crate::desk::words::round_name;
use crate::serving::failures::PageResult;
use crate::serving::session::UserRequest;

#[derive(Template)]
#[template(path = "desk/judges.html")]
struct JudgesPage {
    frame: EventFrame,
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
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let desk = &Desk::load(request).await?;
    let (state, now) = (desk.state(), request.shared.clock.now());
    let is_waiting = |call: &&JudgeCall| call.closed.is_none();
    let issued = request.query("issued").and_then(|id| api_kit::path::integer(&id));
    let penalties = state.penalties.iter().rev();
    request.page(&JudgesPage {
        frame: desk.frame("judges"),
        issued: issued.and_then(|id| issued_now(desk, PenaltyId(id))),
        calls: state.calls.iter().filter(is_waiting).map(|call| call_row(desk, call, now)).collect(),
        closed_calls: state.calls.iter().filter(|call| call.closed.is_some()).count(),
        form: PenaltyForm::new(desk),
        penalties: penalties.map(|penalty| penalty_row(desk, penalty)).collect(),
        round: desk.last_round().filter(|round| round.status != ProgressStatus::Complete).map(checked(desk)),
        is_over: state.lifecycle.is_finished(),
    })
}

/// Carries out one of the forms of judges, and goes to the page that follows.
pub(crate) async fn send(request: &UserRequest) -> PageResult {
    let page = judges_form::run(Desk::load(request).await?).await?;
    request.redirect(&page)
}

fn issued_now(desk: &Desk<'_>, id: PenaltyId) -> Option<Issued> {
    let (texts, penalty) = (desk.texts, &desk.state().penalty(id)?.issued);
    let key = match penalty.penalty {
        Penalty::Caution | Penalty::Warning => "desk-issued-recorded",
        Penalty::GameLoss | Penalty::MatchLoss => "desk-issued-loss",
        Penalty::Disqualification => "desk-issued-disqualification",
    };
    let name = desk.player(penalty.registration_id);
    let values = [("penalty", texts.term(penalty.penalty).into()), ("player", name.into())];
    let is_loss = matches!(penalty.penalty, Penalty::GameLoss | Penalty::MatchLoss);
    let disqualifies = penalty.penalty == Penalty::Disqualification;
    let may = desk.request.may(Operation::ManageRegistrations);
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

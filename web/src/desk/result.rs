//! `/desk/events/{id}/matches/{match_id}/`: one match, to enter its result with a button and to correct it.
//!
//! The second person to enter a result sees what the first one entered. A correction names the result that the page showed, and is
//! refused if it has changed since.

use std::cmp::Ordering;

use askama::Template;
use axum::http::StatusCode;
use domain::permissions::Operation;
use domain::possible_results::choices;
use domain::tournament::records::records_before;
use domain::tournament::{Placed, PlayerPenalty, Tournament};
use proto_events::ids::MatchId;
use proto_events::tournament::Games;
use proto_events::vocabulary::ProgressStatus;
use service_kit::problem::Problem;
use write_api::Written;
use write_api::matches::correct_result::CorrectResult;
use write_api::matches::effects::{self, Effects};
use write_api::matches::report_result::ReportResult;

use crate::desk::done;
use crate::desk::event::{Desk, EventFrame};
use crate::desk::judging::{MatchJudging, by, extension, of_match, said_of};
use crate::desk::penalties::place_of;
use crate::desk::tables::{Seat, TableRow, points_in, table_row};
use crate::desk::words::{self, Entry, EntryForm};
use crate::parts::control::Choice;
use crate::parts::format::{board_name, games_won};
use crate::serving::failures::{PageError, PageResult, not_found};
use crate::serving::request::UserRequest;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/result.html")]
struct ResultPage<'a> {
    frame: EventFrame<'a>,
    placed: Placed<'a>,
    row: TableRow,
    /// The results to choose from, in columns; none if the person may enter none.
    choices: Vec<Vec<Choice>>,
    form: EntryForm,
    said: Said,
    judging: MatchJudging<'a>,
    /// The penalty that was issued just now.
    issued: Option<&'a PlayerPenalty>,
    /// Whether the person goes back to the floor after the result.
    is_from_floor: bool,
}

/// Names the floor of judges as the page before.
const FLOOR: &str = "floor";

/// What the page of a match shows besides the match.
#[derive(Default)]
struct Said {
    /// What someone else entered in the meantime; may be empty.
    conflict: String,
    faults: Vec<String>,
    /// What follows from a correction, in words.
    effects: Vec<String>,
    /// Whether the next round has pairings from before the correction, and has not started.
    can_pair_again: bool,
    /// The entry that is to replace the result, if there is a conflict.
    wanted: String,
    wanted_score: String,
}

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    let page = page(desk, the_match(desk)?, Said::default()).await?;
    desk.page(&ResultPage { frame: page.frame.after(done::said(desk).await?), ..page })
}

pub(crate) async fn send(desk: &Desk<'_>) -> PageResult {
    enter(desk, the_match(desk)?, desk.form.text("entry")).await
}

/// Enters the result of one match: a report if it has none, else a correction of the result that the page showed.
pub(crate) async fn enter(desk: &Desk<'_>, match_id: MatchId, line: &str) -> PageResult {
    let (request, texts) = (desk.request, desk.texts);
    let placed = desk.state().placed(match_id).ok_or_else(not_found)?;
    let form = EntryForm::of(desk.state(), placed.table);
    let Some(Entry { table, result }) = Entry::read(line, |_| form) else {
        return faulty(desk, match_id, vec![texts.say(form.unreadable())]).await;
    };
    if table != placed.table.pairing.table_number {
        return faulty(desk, match_id, vec![texts.with("desk-result-other-table", "table", table)]).await;
    }
    let score = words::as_score(placed.table, &result);
    let before = placed.table.result.map(|result| words::score(texts, &result)).unwrap_or_default();
    let is_open = placed.round.status == ProgressStatus::InProgress && before.is_empty();
    let done = if is_open {
        desk.run(request.terms(), ReportResult { match_id, score }).await
    } else if before == request.form.exact("seen") || before == words::score(texts, &result) {
        desk.run(request.terms().at_version(desk.version()), CorrectResult { match_id, score }).await
    } else {
        let conflict = conflict(desk, placed, &before);
        let wanted_score = words::score(texts, &result);
        let said = Said { conflict, wanted: line.to_owned(), wanted_score, ..Said::default() };
        return request.refused(&page(desk, match_id, said).await?);
    };
    let refusal = match done {
        Ok(written) => return entered(request, match_id, &written).await,
        Err(refusal) => refusal,
    };
    let may_be_stale = refusal.is_stale() || (is_open && refusal.status == StatusCode::CONFLICT);
    if may_be_stale && Desk::load(request).await?.version() != desk.version() {
        return Err(PageError::Stale);
    }
    faulty(desk, match_id, refusal.lines).await
}

async fn faulty(desk: &Desk<'_>, match_id: MatchId, faults: Vec<String>) -> PageResult {
    let said = Said { faults, ..Said::default() };
    desk.refused(&page(desk, match_id, said).await?)
}

/// Goes back to the entry of results; a correction with effects first shows them.
async fn entered(request: &UserRequest<'_>, match_id: MatchId, written: &Written<Tournament>) -> PageResult {
    let desk = Desk::load(request).await?;
    let upcoming = desk.working_round().filter(|round| round.status == ProgressStatus::Upcoming);
    let upcoming = upcoming.map(|round| round.number);
    let effects = effects::effects(&written.folded.state, match_id);
    let can_pair_again = upcoming.is_some_and(|number| effects.rounds_paired_before.contains(&number));
    let effects = in_words(request.texts, &effects, upcoming);
    if effects.is_empty() && request.form.exact("back") == FLOOR {
        return request.redirect("/desk/floor/");
    }
    if effects.is_empty() && request.form.exact("back") == "playoff" {
        return desk.goes_to("playoff");
    }
    if effects.is_empty() {
        let of_round = desk.state().round_of_match(match_id).ok_or_else(not_found)?;
        let is_last = desk.working_round().is_some_and(|last| last.id == of_round);
        let page = if is_last { desk.address("round") } else { desk.address(&format!("rounds/{of_round}")) };
        return request.redirect(&format!("{page}?entered={match_id}"));
    }
    request.page(&page(&desk, match_id, Said { effects, can_pair_again, ..Said::default() }).await?)
}

/// Says the effects of a correction; `upcoming` is the number of the next round, if it has not started.
fn in_words(texts: &Texts, effects: &Effects, upcoming: Option<i32>) -> Vec<String> {
    let (again, begun): (Vec<i32>, Vec<i32>) =
        effects.rounds_paired_before.iter().partition(|number| upcoming == Some(**number));
    let told = [
        (&effects.standings_of_rounds, "desk-effect-standings"),
        (&begun, "desk-effect-paired"),
        (&again, "desk-effect-pair-again"),
        (&effects.rounds_to_pair, "desk-effect-to-pair"),
    ];
    let line = |(rounds, key): (&Vec<i32>, &str)| {
        let numbers: Vec<_> = rounds.iter().map(ToString::to_string).collect();
        texts.with(key, "rounds", numbers.join(", "))
    };
    let told = told.into_iter().filter(|(rounds, _)| !rounds.is_empty()).map(line);
    told.chain(effects.cut.iter().map(|_| texts.say("desk-effect-cut"))).collect()
}

fn conflict(event: &Desk<'_>, placed: Placed<'_>, result: &str) -> String {
    let texts = event.texts;
    let (table, by) = (placed.table.pairing.table_number, event.reported_by(placed.table));
    let by = if by.is_empty() { texts.say("desk-a-program") } else { by };
    let values = [("by", by.into()), ("result", result.into()), ("table", table.into())];
    texts.with_all("desk-result-conflict", values)
}

fn the_match(desk: &Desk<'_>) -> Result<MatchId, Problem> {
    let id: MatchId = desk.id_of("match_id")?;
    desk.state().placed(id).map(|_| id).ok_or_else(not_found)
}

async fn page<'a>(desk: &'a Desk<'a>, match_id: MatchId, mut said: Said) -> Result<ResultPage<'a>, Problem> {
    let placed = desk.state().placed(match_id).ok_or_else(not_found)?;
    let records = records_before(desk.state(), placed.round.number);
    let row = table_row(desk, placed.round, placed.table, points_in(&records));
    let form = EntryForm::of(desk.state(), placed.table);
    let choices = match form {
        EntryForm::Games => of_games(desk, &row),
        EntryForm::Pod(_) => of_pod(desk, &row),
        EntryForm::Places(_) => vec![of_no_winner(desk, &row)],
        EntryForm::Scores => vec![vec![all_lose(desk, &row)]],
    };
    let may_enter = desk.may(Operation::ReportResults) && row.is_contest;
    Ok(ResultPage {
        frame: desk.frame("round").with(std::mem::take(&mut said.faults)),
        placed,
        choices: if may_enter { choices } else { Vec::new() },
        form,
        row,
        said,
        judging: of_match(desk, placed.table).await?,
        issued: desk.query_id("issued").and_then(|id| desk.state().penalty(id)),
        is_from_floor: desk.query("from").as_deref() == Some(FLOOR) || desk.form.exact("back") == FLOOR,
    })
}

/// Returns the choice of a result that is typed so after the table.
fn choice(desk: &Desk<'_>, row: &TableRow, typed: &str, label: String) -> Choice {
    let value = format!("{} {typed}", row.table);
    let entry =
        Entry::read(
            &value,
            |_| if row.players.len() > 2 { EntryForm::Pod(row.players.len()) } else { EntryForm::Games },
        );
    let is_result = entry.is_some_and(|entry| words::score(desk.texts, &entry.result) == row.result);
    Choice::new(value, label, is_result)
}

fn all_lose(desk: &Desk<'_>, row: &TableRow) -> Choice {
    let label = if row.players.len() > 2 { "desk-all-lose" } else { "desk-both-lose" };
    choice(desk, row, "x", desk.texts.say(label))
}

/// Returns a button for each player who can win a pod, and those for no winner.
fn of_pod(desk: &Desk<'_>, row: &TableRow) -> Vec<Vec<Choice>> {
    let won = |(seat, player): (usize, &Seat)| {
        let values = [("seat", seat.into()), ("player", (&*player.name).into())];
        choice(desk, row, &seat.to_string(), desk.texts.with_all("desk-choice-pod", values))
    };
    vec![(1..).zip(&row.players).map(won).collect(), of_no_winner(desk, row)]
}

fn of_no_winner(desk: &Desk<'_>, row: &TableRow) -> Vec<Choice> {
    vec![choice(desk, row, "d", desk.texts.say("desk-pod-draw")), all_lose(desk, row)]
}

/// Returns the possible games: the first player wins, no one wins, the second player wins.
fn of_games(desk: &Desk<'_>, row: &TableRow) -> Vec<Vec<Choice>> {
    let texts = desk.texts;
    let choice = |Games { first, second, drawn }: Games| {
        let winner = match first.cmp(&second) {
            Ordering::Greater => row.players.first(),
            Ordering::Less => row.players.get(1),
            Ordering::Equal => None,
        };
        let label = match winner {
            Some(seat) => {
                let of_winner = games_won(first.max(second), first.min(second), drawn);
                texts.with_all("desk-choice-won", [("player", (&*seat.name).into()), ("score", of_winner.into())])
            }
            None => texts.with("desk-choice-drawn", "score", games_won(first, second, drawn)),
        };
        choice(desk, row, &format!("{first} {second} {drawn}"), label)
    };
    let mut columns = [const { Vec::new() }; 3];
    for games in choices(desk.state().details.best_of) {
        columns[usize::from(games.first <= games.second) + usize::from(games.first < games.second)].push(choice(games));
    }
    columns[1].push(all_lose(desk, row));
    columns[2].reverse();
    columns.into()
}

#[cfg(test)]
mod tests {
    use write_api::matches::effects::OtherCut;

    use super::*;
    use crate::texts::Language;

    #[test]
    fn the_effects_of_a_correction_are_told_in_words() {
        let texts = Texts::of(Language::English);
        let cut = OtherCut { after_round_number: 4, can_be_made_again: true, would_advance: Vec::new() };
        let effects = Effects {
            standings_of_rounds: vec![3, 4],
            rounds_paired_before: vec![4],
            rounds_to_pair: Vec::new(),
            cut: Some(cut),
        };
        let lines = in_words(texts, &effects, None);
        assert_eq!(lines.len(), 3);
        assert!(lines[0].contains("3, 4") && lines[1].contains('4'), "{lines:?}");
        assert!(in_words(texts, &effects, Some(4))[1].contains("has not started"));
        assert!(in_words(texts, &Effects::default(), None).is_empty());
    }
}

//! `/desk/events/{id}/standings/`: the standings after the last round that was played.

use askama::Template;
use domain::tournament::standings::{Standing, standings_after};

use crate::desk::event::{Desk, Event, EventFrame};
use crate::parts::format::round_name;
use crate::serving::failures::PageResult;
use crate::serving::session::UserRequest;

#[derive(Template)]
#[template(path = "desk/standings.html")]
struct StandingsPage {
    frame: EventFrame,
    /// After which round; empty before the first.
    after: String,
    rows: Vec<StandingsRow>,
}

pub(crate) struct StandingsRow {
    pub(crate) rank: i32,
    pub(crate) name: String,
    pub(crate) points: i32,
    pub(crate) record: String,
    /// Opponents' match wins, game wins, and opponents' game wins.
    pub(crate) percentages: [String; 3],
}

impl StandingsRow {
    pub(crate) fn new(event: &Event, line: &Standing) -> Self {
        let percentages = [line.opponent_match_win, line.game_win, line.opponent_game_win];
        Self {
            rank: line.rank,
            name: event.entrant(line.competitor.into()),
            points: line.match_points,
            record: format!("{}–{}–{}", line.wins, line.losses, line.draws),
            percentages: percentages.map(|fraction| event.texts.percent(fraction.as_f64())),
        }
    }
}

pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let (desk, texts) = (Desk::load(request).await?, request.texts);
    let round = desk.state().current_round().map(|(_, round)| round);
    let lines = round.and_then(|round| standings_after(desk.state(), round.id)).unwrap_or_default();
    request.page(&StandingsPage {
        frame: desk.frame("standings"),
        after: round.map_or_else(String::new, |round| round_name(texts, round)),
        rows: lines.iter().map(|line| StandingsRow::new(&desk, line)).collect(),
    })
}

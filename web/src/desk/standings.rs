//! `/desk/events/{id}/standings/`: the standings after the last round that was played.

use askama::Template;
use domain::tournament::standings::{Competitor, Standing, standings_after};

use crate::desk::event::{Desk, EventFrame};
use crate::desk::words::{percent, round_name};
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

struct StandingsRow {
    rank: i32,
    name: String,
    points: i32,
    record: String,
    opponent_match_win: String,
    game_win: String,
    opponent_game_win: String,
}

/// Shows the standings.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let (desk, texts) = (Desk::load(request).await?, request.texts);
    let round = desk.state().current_round().map(|(_, round)| round);
    let lines = round.and_then(|round| standings_after(desk.state(), round.id)).unwrap_or_default();
    let name = |competitor| match competitor {
        Competitor::Player(player) => desk.player(player),
        Competitor::Team(team) => desk.team(team),
    };
    let row = |line: Standing| StandingsRow {
        rank: line.rank,
        name: name(line.competitor),
        points: line.match_points,
        record: format!("{}–{}–{}", line.wins, line.losses, line.draws),
        opponent_match_win: percent(texts, line.opponent_match_win),
        game_win: percent(texts, line.game_win),
        opponent_game_win: percent(texts, line.opponent_game_win),
    };
    request.page(&StandingsPage {
        frame: desk.frame("standings"),
        after: round.map_or_else(String::new, |round| round_name(texts, round)),
        rows: lines.into_iter().map(row).collect(),
    })
}

//! `…/print/standings/`: the standings after the round; provisional ones while it is played.

use askama::Template;
use axum::response::Response;
use domain::tournament::standings::{Competitor, Standing, standings_after};
use service_kit::problem::Problem;

use crate::desk::print::sheet::{Asked, Sheet};
use crate::desk::words::percent;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

#[derive(Template)]
#[template(path = "desk/print/standings.html")]
struct StandingsSheet {
    sheet: Sheet,
    rows: Vec<Row>,
}

struct Row {
    rank: i32,
    name: String,
    points: i32,
    record: String,
    percentages: [String; 3],
}

/// Shows the sheet.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let asked = Asked::read(&request, &session).await?;
    let lines = asked.round().and_then(|round| standings_after(asked.event.state(), round.id)).unwrap_or_default();
    let row = |line: Standing| Row {
        rank: line.rank,
        name: match line.competitor {
            Competitor::Player(player) => asked.event.player(player),
            Competitor::Team(team) => asked.event.team(team),
        },
        points: line.match_points,
        record: format!("{}–{}–{}", line.wins, line.losses, line.draws),
        percentages: [line.opponent_match_win, line.game_win, line.opponent_game_win].map(percent),
    };
    let rows = lines.into_iter().map(row).collect();
    request.page(&StandingsSheet { sheet: asked.sheet_of_round("desk-paper-standings"), rows })
}

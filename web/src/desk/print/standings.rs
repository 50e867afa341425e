//! `…/print/standings/`: the standings after the chosen round, provisional while it is played. If it has not started, the
//! standings before it.

use askama::Template;
use axum::response::Response;
use domain::tournament::Round;
use domain::tournament::standings::{Competitor, Standing, standings_after};
use proto_events::vocabulary::ProgressStatus;
use service_kit::problem::Problem;

use crate::desk::print::sheet::{Asked, Sheet};
use crate::desk::words::{percent, round_name};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

#[derive(Template)]
#[template(path = "desk/print/standings.html")]
struct StandingsSheet {
    sheet: Sheet,
    rows: Vec<StandingOnPaper>,
}

struct StandingOnPaper {
    rank: i32,
    name: String,
    points: i32,
    record: String,
    percentages: [String; 3],
}

/// Shows the sheet.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let asked = Asked::read(&request, &session).await?;
    let played = last_played_round(&asked);
    let lines = played.and_then(|round| standings_after(asked.event.state(), round.id)).unwrap_or_default();
    let row = |line: Standing| StandingOnPaper {
        rank: line.rank,
        name: match line.competitor {
            Competitor::Player(player) => asked.event.player(player),
            Competitor::Team(team) => asked.event.team(team),
        },
        points: line.match_points,
        record: format!("{}–{}–{}", line.wins, line.losses, line.draws),
        percentages: [line.opponent_match_win, line.game_win, line.opponent_game_win]
            .map(|fraction| percent(asked.event.texts, fraction)),
    };
    let rows = lines.into_iter().map(row).collect();
    let mut sheet = asked.sheet("desk-paper-standings");
    if let Some(round) = played {
        sheet.title = sheet.texts.with("desk-standings-after", "round", round_name(sheet.texts, round));
    }
    request.page(&StandingsSheet { sheet, rows })
}

/// Returns the chosen round, or the last one before it if it has not started.
fn last_played_round(asked: &Asked) -> Option<&Round> {
    let chosen = asked.round()?;
    let up_to_chosen: Vec<_> = asked.event.state().rounds().map(|(_, round)| round).collect();
    let up_to_chosen = up_to_chosen.into_iter().rev().skip_while(|round| round.id != chosen.id);
    up_to_chosen.into_iter().find(|round| round.status != ProgressStatus::Upcoming)
}

//! `…/print/pairings-by-team/`: every team of the round with its tables, its opponent and the seats of its players.

use askama::Template;
use axum::response::Response;
use domain::tournament::{Match, TeamMatch};
use proto_events::ids::TeamId;
use service_kit::problem::Problem;

use crate::desk::print::sheet::{Asked, Points, Sheet, members, table_range};
use crate::names::sort_key;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

#[derive(Template)]
#[template(path = "desk/print/teams.html")]
struct TeamsSheet {
    sheet: Sheet,
    rows: Vec<TeamOnPaper>,
}

struct TeamOnPaper {
    name: String,
    points: i32,
    /// The range of its tables; empty for a bye.
    tables: String,
    opponent: String,
    seats: Vec<Seat>,
}

struct Seat {
    /// Empty for a bye.
    table: String,
    name: String,
}

/// Shows the sheet.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let asked = Asked::read(&request, &session).await?;
    let points = asked.points();
    let matches = asked.round().into_iter().flat_map(|round| &round.team_matches);
    let sides = matches.flat_map(|team_match| team_match.teams.iter().map(move |team| (team_match, *team)));
    let mut rows: Vec<_> = sides.map(|(team_match, team)| row(&asked, &points, team_match, team)).collect();
    rows.sort_by_cached_key(|row| sort_key(&row.name));
    request.page(&TeamsSheet { sheet: asked.sheet_of_pairings("desk-paper-teams"), rows })
}

fn row(asked: &Asked, points: &Points, team_match: &TeamMatch, team: TeamId) -> TeamOnPaper {
    let event = &asked.event;
    let opponent = team_match.teams.iter().find(|other| **other != team);
    let own = members(event, team);
    let at = |table: &Match| {
        let player = table.pairing.players.iter().find(|player| own.contains(player))?;
        Some(Seat { table: table.pairing.table_number.to_string(), name: event.player(*player) })
    };
    let seats: Vec<_> = team_match.seats.iter().filter_map(at).collect();
    let resting = || own.iter().map(|player| Seat { table: String::new(), name: event.player(*player) }).collect();
    TeamOnPaper {
        name: event.team(team),
        points: points.of(team),
        tables: opponent.map_or_else(String::new, |_| table_range(team_match.first_table_number, seats.len())),
        opponent: opponent.map_or_else(|| asked.event.texts.say("desk-bye"), |opponent| event.team(*opponent)),
        seats: if seats.is_empty() { resting() } else { seats },
    }
}

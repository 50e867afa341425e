//! Rows of a round's tables: who met whom and how it ended, or who sat where.

use std::borrow::Cow;

use domain::tournament::{Match, Round, TeamMatch};
use proto_events::ids::RegistrationId;
use proto_events::tournament::{Games, PairingKind, Winner};
use proto_events::vocabulary::ProgressStatus;

use crate::views::TournamentContext;
use crate::views::parts::outcome::{Ending, Outcome};
use crate::views::parts::people;
use crate::views::parts::rounds::tables;

/// A table of pairings under its title.
pub(super) struct PairingTable<'a> {
    pub(super) title: &'static str,
    /// What the first column names.
    pub(super) party: &'static str,
    pub(super) rows: Vec<PairingRow<'a>>,
}

pub(super) struct PairingRow<'a> {
    pub(super) table: i32,
    pub(super) first: Side<'a>,
    pub(super) result: String,
    pub(super) second: Side<'a>,
}

/// A name on one side of a table.
pub(super) struct Side<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) won: bool,
}

pub(super) struct SeatingRow<'a> {
    pub(super) label: String,
    pub(super) names: Vec<Cow<'a, str>>,
}

/// The pairings of a round; in a team event those of the teams, then those of their seats.
pub(super) fn tables_of<'a>(context: &TournamentContext<'a>, round: &Round) -> Vec<PairingTable<'a>> {
    let title = if round.status == ProgressStatus::Complete { "Results" } else { "Pairings" };
    let players = of_players(context, round);
    let tables = if round.team_matches.is_empty() {
        vec![PairingTable { title, party: "Player", rows: players }]
    } else {
        let teams = round.team_matches.iter().map(|team_match| of_teams(context, round, team_match)).collect();
        vec![
            PairingTable { title, party: "Team", rows: teams },
            PairingTable { title: "Seats", party: "Player", rows: players },
        ]
    };
    tables.into_iter().filter(|table| !table.rows.is_empty()).collect()
}

/// Where players sit together without playing each other for a result.
pub(super) fn seatings<'a>(context: &TournamentContext<'a>, round: &Round) -> Vec<SeatingRow<'a>> {
    let seated = tables(round).into_iter().filter(|table| table.pairing.kind == PairingKind::Seating);
    let rows = seated.map(|table| SeatingRow {
        label: match table.pairing.pod_number {
            0 => format!("Table {}", table.pairing.table_number),
            pod => format!("Pod {pod}"),
        },
        names: table.pairing.players.iter().map(|player| name(context, *player)).collect(),
    });
    rows.collect()
}

fn of_players<'a>(context: &TournamentContext<'a>, round: &Round) -> Vec<PairingRow<'a>> {
    let played = tables(round).into_iter().filter(|table| table.pairing.kind != PairingKind::Seating);
    played.map(|table| of_table(context, round, table)).collect()
}

fn of_table<'a>(context: &TournamentContext<'a>, round: &Round, table: &Match) -> PairingRow<'a> {
    let outcome = Outcome::of(table, round.status);
    let opponent = match table.pairing.kind {
        PairingKind::Bye => Cow::Borrowed("Bye"),
        PairingKind::AssignedLoss => Cow::Borrowed("Assigned loss"),
        _ => player_at(context, table, 1),
    };
    PairingRow {
        table: table.pairing.table_number,
        first: Side { name: player_at(context, table, 0), won: outcome.winner() == Some(0) },
        result: score(outcome.ending, outcome.games),
        second: Side { name: opponent, won: outcome.winner() == Some(1) },
    }
}

/// Name of the player in this place; empty where nobody is.
pub(super) fn player_at<'a>(context: &TournamentContext<'a>, table: &Match, place: usize) -> Cow<'a, str> {
    table.pairing.players.get(place).map(|player| name(context, *player)).unwrap_or_default()
}

fn name<'a>(context: &TournamentContext<'a>, player: RegistrationId) -> Cow<'a, str> {
    let entry = context.tournament.registration(player);
    entry.map(|entry| people::name(context.people, entry.user_id)).unwrap_or_default()
}

/// The row of a match of teams.
pub(super) fn of_teams<'a>(context: &TournamentContext<'a>, round: &Round, team_match: &TeamMatch) -> PairingRow<'a> {
    let team = |place: usize| {
        let team = team_match.teams.get(place).and_then(|id| context.tournament.team(*id));
        team.map(|team| Cow::Borrowed(team.name.as_str()))
    };
    let begun = round.status != ProgressStatus::Upcoming;
    let result = team_match.result_in(round.status);
    let ending = match result.map(|result| result.winner) {
        Some(Winner::First) => Ending::Won(0),
        Some(Winner::Second) => Ending::Won(1),
        None if team_match.is_bye && begun => Ending::Won(0),
        None if round.status != ProgressStatus::Complete => Ending::Open,
        _ => Ending::Drawn { intentional: false },
    };
    let games = result.and_then(|result| result.games).unwrap_or(Games { first: 0, second: 0, drawn: 0 });
    PairingRow {
        table: team_match.first_table_number,
        first: Side { name: team(0).unwrap_or_default(), won: ending == Ending::Won(0) },
        result: score(ending, games),
        second: Side { name: team(1).unwrap_or(Cow::Borrowed("Bye")), won: ending == Ending::Won(1) },
    }
}

/// `2–1`, with drawn games `1–1–1`; words where no games are known.
fn score(ending: Ending, games: Games) -> String {
    let known = games.first + games.second + games.drawn > 0;
    match (ending, known) {
        (Ending::Open | Ending::AssignedLoss, _) => String::new(),
        (_, true) if games.drawn > 0 => format!("{}–{}–{}", games.first, games.second, games.drawn),
        (_, true) => format!("{}–{}", games.first, games.second),
        (Ending::Won(_), false) => "won".to_owned(),
        (Ending::Drawn { .. }, false) => "drawn".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_read_as_players_say_them() {
        let games = |first, second, drawn| Games { first, second, drawn };
        assert_eq!(score(Ending::Won(0), games(2, 1, 0)), "2–1");
        assert_eq!(score(Ending::Drawn { intentional: true }, games(0, 0, 3)), "0–0–3");
        assert_eq!(score(Ending::Won(1), games(0, 0, 0)), "won");
        assert_eq!(score(Ending::Open, games(0, 0, 0)), "");
    }
}

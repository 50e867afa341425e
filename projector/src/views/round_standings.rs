//! Renders the standings after each round (16), which of them are those of the active round (10), and the standings with
//! tiebreakers, for events whose tiebreakers are not among the fields of a line.

use std::borrow::Cow;

use domain::documents::TiebreakerValue;
use domain::tournament::standings::Standing;
use proto_events::ids::RoundId;
use serde::Serialize;
use storage::{CurrentStandings, ViewKind};
use utoipa::ToSchema;

use super::output::Output;
use super::parts::json;
use super::parts::rounds::standings_number;
use super::parts::standing_lines::{Party, has_own_tiebreakers, standings};
use super::view::{Scope, TournamentContext};

/// Standings after a round.
#[derive(Serialize, ToSchema)]
pub(super) struct Standings<'a> {
    /// Number of the round; before the first round of play, that of the next round. For a player meeting between
    /// rounds, that of the last round played.
    round_number: i32,
    /// One line for each player, or for each team of a team event; best first. Empty before the first round.
    standings: Vec<Entry<'a>>,
}

/// A line of standings. No field is null. Only Swiss rounds count for points, record, wins, losses, draws and
/// percentages.
#[derive(Serialize, ToSchema)]
#[schema(as = StandingsEntry)]
pub(super) struct Entry<'a> {
    /// Matches won, lost and drawn: `3-1-0`.
    record: String,
    /// Rank in these standings, from 1; after a playoff the final place.
    rank: i32,
    /// Id of the player, or of the team.
    player_id: i64,
    /// Name of the player, or of the team.
    name: Cow<'a, str>,
    /// Match points.
    match_points: i32,
    /// Share of the possible match points: from the floor in the event's rules, usually 0.33, to 1.
    match_win_percentage: f64,
    /// Mean of the opponents' match-win percentages.
    opponent_match_win_percentage: f64,
    /// Share of the possible game points, usually from a floor as well, to 1.
    game_win_percentage: f64,
    /// Mean of the opponents' game-win percentages.
    opponent_game_win_percentage: f64,
    /// Mean of the opponents' match points.
    opponent_average_match_points: f64,
    /// Matches won, including byes.
    wins: i32,
    /// Matches lost.
    losses: i32,
    /// Matches drawn.
    draws: i32,
    /// Games won.
    games_won: i32,
    /// Games lost.
    games_lost: i32,
    /// Games drawn.
    games_drawn: i32,
    /// Playoff matches won.
    playoff_wins: i32,
    /// Playoff matches lost.
    playoff_losses: i32,
    /// Ids of the registrations of the line: the player's, or those of a team's members by seat.
    user_event_status_ids: Vec<i64>,
    /// Only with `tiebreakers=true`: the values of the event's tiebreakers, in their order.
    #[serde(skip_serializing_if = "Option::is_none")]
    tiebreakers: Option<Vec<TiebreakerValue>>,
}

/// Renders the wanted standings, and always a reference to those of the active round. Before the first round, the empty
/// standings themselves take its place.
pub(super) fn render(context: &TournamentContext<'_>, scope: &Scope, out: &mut Output) {
    let tournament = context.tournament;
    scope.remove_rounds(tournament, &[ViewKind::RoundStandings, ViewKind::RoundTiebreakers], out);
    for (_, round) in tournament.rounds().filter(|(_, round)| scope.has_standings(round.id)) {
        let lines = standings(context, round.id);
        let mut document = document(context, Some(round.id), &lines);
        out.put(ViewKind::RoundStandings, round.id, json::to_bytes(&document));
        if has_own_tiebreakers(tournament) {
            let values = lines.iter().map(|line| line.values.iter().map(TiebreakerValue::from).collect());
            document.standings.iter_mut().zip(values).for_each(|(entry, values)| entry.tiebreakers = Some(values));
            out.put(ViewKind::RoundTiebreakers, round.id, json::to_bytes(&document));
        } else if *scope == Scope::Everything {
            out.remove(out.organization_id, ViewKind::RoundTiebreakers, round.id);
        }
    }
    let current = match tournament.begun_round() {
        Some((_, round)) => json::to_bytes(&CurrentStandings { round_id: round.id }),
        None => json::to_bytes(&document(context, None, &[])),
    };
    out.put(ViewKind::CurrentStandings, tournament.id, current);
}

fn document<'a>(context: &TournamentContext<'a>, round: Option<RoundId>, lines: &[Standing]) -> Standings<'a> {
    Standings {
        round_number: standings_number(context.tournament, round),
        standings: lines.iter().filter_map(|line| entry(context, line)).collect(),
    }
}

fn entry<'a>(context: &TournamentContext<'a>, line: &Standing) -> Option<Entry<'a>> {
    let party = Party::of(context.tournament, line.competitor)?;
    Some(Entry {
        record: format!("{}-{}-{}", line.score.wins, line.score.losses, line.score.draws),
        rank: line.rank,
        player_id: party.id(),
        name: party.name(context),
        match_points: line.score.points,
        match_win_percentage: line.match_win.as_f64(),
        opponent_match_win_percentage: line.opponent_match_win.as_f64(),
        game_win_percentage: line.game_win.as_f64(),
        opponent_game_win_percentage: line.opponent_game_win.as_f64(),
        opponent_average_match_points: line.opponent_average_match_points.as_f64(),
        wins: line.score.wins,
        losses: line.score.losses,
        draws: line.score.draws,
        games_won: line.score.games_won,
        games_lost: line.score.games_lost,
        games_drawn: line.score.games_drawn,
        playoff_wins: line.playoff_wins,
        playoff_losses: line.playoff_losses,
        user_event_status_ids: party.entry_ids(),
        tiebreakers: None,
    })
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::RuleSet;
    use serde_json::json;

    use super::super::testing::{EVENT, announced, draft, json, swiss};
    use super::*;

    #[test]
    fn tiebreakers_of_other_rules_are_in_a_document_of_their_own() {
        let mut scene = swiss();
        scene.tournament.details.rules = domain::rule_sets::rules(RuleSet::Pokemon);
        let out = scene.render(render, &Scope::Everything);
        let (plain, mut with) =
            (json(&out, ViewKind::RoundStandings, 201), json(&out, ViewKind::RoundTiebreakers, 201));
        for line in with["standings"].as_array_mut().unwrap() {
            let tiebreakers = line.as_object_mut().unwrap().remove("tiebreakers").unwrap();
            let names: Vec<_> = tiebreakers.as_array().unwrap().iter().map(|it| it["name"].clone()).collect();
            assert_eq!(names, ["omw", "oomw"]);
            assert_eq!(tiebreakers[0]["value"], line["opponent_match_win_percentage"]);
        }
        assert_eq!(plain, with);
        let of_magic = swiss().render(render, &Scope::Everything);
        assert!(of_magic.documents.iter().all(|document| document.key.kind != ViewKind::RoundTiebreakers));
        assert!(of_magic.removed.iter().any(|removal| removal.key.kind == ViewKind::RoundTiebreakers));
    }

    #[test]
    fn the_active_round_is_current_and_before_play_the_coming_one_without_lines() {
        let coming = json!({ "round_number": 1, "standings": [] });
        for (scene, current) in [
            (swiss(), json!({ "round_id": 202 })),
            (announced(), coming.clone()),
            (draft(), json!({ "round_id": 200 })),
        ] {
            assert_eq!(scene.json(render, ViewKind::CurrentStandings, EVENT), current);
        }
        for round in [199, 200, 201] {
            assert_eq!(draft().json(render, ViewKind::RoundStandings, round), coming, "round {round}");
        }
    }
}

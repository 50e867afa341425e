//! Builds playoff brackets: a column for each round, ordered so that winners move to the right.

use std::collections::HashMap;

use domain::documents::{BracketColumn, BracketMatch, BracketSide, Opponent, PageResult};
use domain::pairing::EntrantId;
use domain::pairing::bracket::Part;
use domain::tournament::phases::round_name;
use domain::tournament::playoff::{Node, Playoff, Side};
use domain::tournament::playoff_columns::{drawn_parts, node_of};
use domain::tournament::{Match, Phase, Round, RoundName, TeamMatch};
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::{PhaseType, ProgressStatus};

use super::pairings::{of_teams, page_at, player_at, published_tables, published_team_matches};
use crate::views::parts::outcome::{Ending, Outcome};
use crate::views::view::TournamentContext;

/// A match with the ids of its registrations or teams.
type Identified<'a> = (Vec<i64>, BracketMatch<'a>);

/// The rounds whose pairings are published, with their matches.
type Published<'a, 'r> = Vec<(&'r Round, Vec<Identified<'a>>)>;

/// The seeds of players or teams by the ids of their registrations or teams.
type Seeds = HashMap<i64, usize>;

/// Returns a bracket for every playoff phase that was paired, or one for each part of a double elimination.
pub(super) fn brackets<'a>(context: &TournamentContext<'a>) -> Vec<Vec<BracketColumn<'a>>> {
    let playoffs = context.tournament.phases.iter().filter(|phase| phase.round_type.is_playoff());
    playoffs.flat_map(|phase| of_phase(context, phase)).filter(|columns| !columns.is_empty()).collect()
}

fn of_phase<'a>(context: &TournamentContext<'a>, phase: &Phase) -> Vec<Vec<BracketColumn<'a>>> {
    let seeds = seeds(context, phase);
    let published = phase.rounds.iter().map(|round| (&**round, matches(context, round, &seeds)));
    let published: Published<'a, '_> = published.filter(|(_, matches)| !matches.is_empty()).collect();
    let last = phase.rounds.iter().map(|round| round.number).max().unwrap_or_default();
    let playoff = Playoff::before(context.tournament, last.saturating_add(1));
    let entrants = |ids: &[i64]| ids.iter().map(|id| EntrantId(*id)).collect::<Vec<_>>();
    let played = published.iter().flat_map(|(round, matches)| matches.iter().map(|(ids, _)| (round.number, ids)));
    let all = playoff.filter(|playoff| playoff.is_followed).map(|playoff| playoff.nodes).unwrap_or_default();
    let nodes: Option<Vec<usize>> = played.map(|(number, ids)| node_of(&all, number, &entrants(ids))).collect();
    match nodes.filter(|nodes| !nodes.is_empty()) {
        // Rounds with other matches than the bracket, as imports may have them, are drawn as they are.
        None => vec![columns(context, phase, published)],
        Some(nodes) => {
            let shown = published.into_iter().flat_map(|(_, matches)| matches).map(|(_, shown)| shown);
            parts(&all, last, nodes.into_iter().zip(shown).collect())
        }
    }
}

/// Returns the parts of a playoff of these nodes, with the published matches by node. All others are drawn without players.
fn parts<'a>(
    nodes: &[Node],
    last: i32,
    mut published: HashMap<usize, BracketMatch<'a>>,
) -> Vec<Vec<BracketColumn<'a>>> {
    let open = |node: &Node| {
        let known = node.sides.iter().filter(|side| **side != Side::Empty);
        let sides = known.map(|_| BracketSide::default()).collect();
        BracketMatch { sides, is_consolation: node.part == Part::ThirdPlace, is_unconfirmed: false }
    };
    let mut column = |part, (name, own): (RoundName, Vec<usize>)| {
        let matches = own.into_iter().map(|at| published.remove(&at).unwrap_or_else(|| open(&nodes[at])));
        BracketColumn { name, matches: matches.collect(), is_reseeded: false, part }
    };
    let parts = drawn_parts(nodes, last).into_iter();
    parts.map(|drawn| drawn.columns.into_iter().map(|one| column(drawn.part, one)).collect()).collect()
}

/// Returns the columns of a phase by its rounds. Builds them from the last round back, so that each match is in line with
/// its winner's next match.
fn columns<'a>(context: &TournamentContext<'a>, phase: &Phase, published: Published<'a, '_>) -> Vec<BracketColumn<'a>> {
    let mut later: HashMap<i64, usize> = HashMap::new();
    let mut columns = Vec::new();
    let is_reseeded = phase.round_type == PhaseType::RankedSingleElimination;
    for (round, mut matches) in published.into_iter().rev() {
        matches.sort_by_key(|(ids, shown)| {
            let place = ids.iter().filter_map(|id| later.get(id).copied()).min();
            (shown.is_consolation, place.unwrap_or(usize::MAX))
        });
        later = matches.iter().flat_map(|(ids, _)| ids.iter().copied()).zip(0..).collect();
        let matches = matches.into_iter().map(|(_, shown)| shown).collect();
        let name = round_name(context.tournament, phase, round);
        columns.push(BracketColumn { name, matches, is_reseeded, part: Part::Main });
    }
    columns.reverse();
    columns
}

/// Returns the seeds of the phase's playoff. In an event that was imported without its cut, they are not known.
fn seeds(context: &TournamentContext<'_>, phase: &Phase) -> Seeds {
    let first = phase.rounds.iter().map(|round| round.number).min();
    let playoff = first.and_then(|number| Playoff::before(context.tournament, number));
    let seeds: Vec<EntrantId> = playoff.map(|playoff| playoff.seeds).unwrap_or_default();
    seeds.into_iter().map(|entrant| entrant.0).zip(1..).collect()
}

fn matches<'a>(context: &TournamentContext<'a>, round: &Round, seeds: &Seeds) -> Vec<Identified<'a>> {
    let team_matches = published_team_matches(round);
    let mut matches: Vec<_> = if team_matches.is_empty() {
        published_tables(round).into_iter().map(|table| of_players(context, round, table)).collect()
    } else {
        team_matches.iter().map(|team_match| between_teams(context, round, team_match)).collect()
    };
    for (ids, shown) in &mut matches {
        for (id, side) in ids.iter().zip(&mut shown.sides) {
            side.seed = seeds.get(id).copied();
        }
    }
    matches
}

fn of_players<'a>(context: &TournamentContext<'a>, round: &Round, table: &Match) -> Identified<'a> {
    let outcome = Outcome::of(table, round.status);
    let is_of_two = table.pairing.kind == PairingKind::Versus && table.pairing.players.len() == 2;
    // Some sources tell only who won.
    let is_told = |place: usize| outcome.games_won(place) > 0;
    let is_known = outcome.winner().is_none() || outcome.scores.is_some() || is_told(0) || is_told(1);
    let shows_games = outcome.ending != Ending::Open && is_of_two && is_known;
    let sides = (0..table.pairing.players.len()).map(|place| BracketSide {
        name: player_at(context, table, place),
        page: page_at(context, table, place),
        games: shows_games.then(|| outcome.scores.map_or(outcome.games_won(place), |scores| scores[place.min(1)])),
        won: outcome.winner() == Some(place),
        seed: None,
    });
    let ids = table.pairing.players.iter().map(|player| player.0).collect();
    let is_unconfirmed = round.status != ProgressStatus::Complete && table.is_unconfirmed();
    (ids, BracketMatch { sides: sides.collect(), is_consolation: table.pairing.is_consolation, is_unconfirmed })
}

/// Returns a team match. Its games are its seats.
fn between_teams<'a>(context: &TournamentContext<'a>, round: &Round, team_match: &TeamMatch) -> Identified<'a> {
    let shown = of_teams(context, round, team_match);
    let seats = team_match.result_in(round.status).map_or(shown.games, |result| result.games);
    let first = BracketSide {
        name: shown.first,
        games: seats.map(|seats| seats.first),
        won: shown.result == PageResult::First,
        ..BracketSide::default()
    };
    let second = match shown.second {
        Opponent::Named(name) => Some(BracketSide {
            name,
            games: seats.map(|seats| seats.second),
            won: shown.result == PageResult::Second,
            ..BracketSide::default()
        }),
        Opponent::Bye | Opponent::AssignedLoss => None,
    };
    let ids = team_match.teams.iter().map(|team| team.0).collect();
    let (sides, is_unconfirmed) = ([first].into_iter().chain(second).collect(), shown.is_unconfirmed);
    (ids, BracketMatch { sides, is_consolation: team_match.is_consolation(), is_unconfirmed })
}

#[cfg(test)]
mod tests {
    use PairingKind::Versus;
    use domain::user::PlayerPage;
    use proto_events::TournamentEvent;
    use proto_events::ids::{MatchId, PhaseId, PlayerId, RegistrationId, RoundId, TeamId, TeamMatchId, UserId};
    use proto_events::tournament::{MatchResult, Pairing, TeamPairing, TournamentDetails, Winner};
    use proto_events::vocabulary::{LifecycleStatus, PhaseType, PlayoffKind, RegistrationStatus, RoundType};

    use super::super::super::testing::{Scene, details, finished, table, teams};
    use super::*;

    /// Returns a bracket as text: `Semifinals: Cy–Di, Ann–Bo | Final: Cy–Bo`, winners starred.
    fn drawn(bracket: &[BracketColumn<'_>]) -> String {
        let side = |side: &BracketSide<'_>| format!("{}{}", side.name, if side.won { "*" } else { "" });
        let game = |game: &BracketMatch<'_>| game.sides.iter().map(side).collect::<Vec<_>>().join("-");
        let column = |column: &BracketColumn<'_>| {
            format!("{}: {}", column.name, column.matches.iter().map(game).collect::<Vec<_>>().join(", "))
        };
        bracket.iter().map(column).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn matches_stand_where_their_winners_go() {
        let mut scene = finished();
        scene.people.clear();
        let [bracket] = &brackets(&scene.context())[..] else { panic!("one bracket expected") };
        let expected = "Semifinals: Player 13*-Player 14, Player 11-Player 12* | \
            Final: Player 13-Player 12*, Player 11*-Player 14";
        assert_eq!(drawn(bracket), expected);
    }

    #[test]
    fn sides_have_the_pages_that_players_show() {
        let mut scene = finished();
        let organization_id = scene.organization.id;
        for (id, is_shown) in [(11, true), (12, false)] {
            let page = PlayerPage { organization_id, player_id: PlayerId(id + 60), is_shown };
            scene.people.get_mut(&UserId(id)).unwrap().player_pages.push(page);
        }
        let [bracket] = &brackets(&scene.context())[..] else { panic!("one bracket expected") };
        let sides = bracket.iter().flat_map(|column| &column.matches).flat_map(|shown| &shown.sides);
        let linked: Vec<_> = sides.filter_map(|side| Some((&*side.name, side.page?))).collect();
        assert_eq!(linked, [("Ann Lee", PlayerId(71)); 2]);
    }

    /// A playoff of the best four, in this order, before its first round, which is the second of the event.
    fn playoff_of_four(kind: PlayoffKind) -> Scene {
        let mut scene = Scene::new(TournamentDetails { top_cut: 4, playoff: kind, ..details("Cup") });
        let players: Vec<_> = (11..)
            .zip(["Ann", "Bo", "Cy", "Di"])
            .map(|(id, name)| scene.register(id, name, RegistrationStatus::Complete))
            .collect();
        scene.tell(TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventInProgress });
        let swiss = scene.phase(1, PhaseType::Swiss);
        let round_id = scene.round(swiss, 1, RoundType::PlayVsOpponent);
        let tables = [table(1, 1, Versus, &players[..2]), table(2, 2, Versus, &players[2..])];
        scene.pair_and_start(round_id, tables.into());
        scene.tell(TournamentEvent::RoundCompleted { round_id });
        scene.tell(TournamentEvent::CutMade { after_round_number: 1, advancing: players });
        let phase_type = Playoff::before(&scene.tournament, 2).unwrap().phase_type();
        scene.phase(2, phase_type);
        scene
    }

    /// Pairs the next round and hides it.
    fn pair(scene: &mut Scene, number: i32) -> RoundId {
        let playoff = Playoff::before(&scene.tournament, number).unwrap();
        let round_id = scene.round(PhaseId(22), number, RoundType::PlayVsOpponent);
        let tables = playoff.next_round();
        let pairings = tables.iter().zip(1..).map(|(entrants, at)| {
            let players: Vec<_> = entrants.iter().map(|id| RegistrationId(id.0)).collect();
            let pairing = table(i64::from(number * 10 + at), at, Versus, &players);
            Pairing { is_consolation: playoff.is_for_third_place(entrants), ..pairing }
        });
        scene.tell(TournamentEvent::PairingsHidden { round_id });
        scene.tell(TournamentEvent::MatchesPaired { round_id, pairings: pairings.collect() });
        scene.tell(TournamentEvent::PairingsCompleted { round_id });
        round_id
    }

    /// Plays the next round. The first of each table wins, unless these names the second.
    fn play(scene: &mut Scene, number: i32, upsets: &[i32]) {
        let round_id = pair(scene, number);
        scene.tell(TournamentEvent::RoundStarted { round_id });
        let tables = scene.tournament.round(round_id).unwrap().1.matches.len();
        for at in 1..=i32::try_from(tables).unwrap() {
            let (first, second) = if upsets.contains(&at) { (0, 2) } else { (2, 0) };
            scene.report(MatchId(i64::from(number * 10 + at)), first, second, 0);
        }
        scene.tell(TournamentEvent::RoundCompleted { round_id });
    }

    /// The brackets with their parts, one in a line.
    fn all_drawn(scene: &Scene) -> Vec<String> {
        let shown = brackets(&scene.context());
        shown.iter().map(|bracket| format!("{:?}: {}", bracket[0].part, drawn(bracket))).collect()
    }

    #[test]
    fn third_place_is_played_next_to_the_final() {
        let [mut scene, mut hidden] =
            [playoff_of_four(PlayoffKind::ThirdPlace), playoff_of_four(PlayoffKind::ThirdPlace)];
        pair(&mut hidden, 2);
        assert!(brackets(&hidden.context()).is_empty(), "nothing is published");
        play(&mut scene, 2, &[2]);
        let semifinals = ["Main: Semifinals: Ann*-Di, Bo-Cy* | Final: -, -"];
        assert_eq!(all_drawn(&scene), semifinals);
        pair(&mut scene, 3);
        assert_eq!(all_drawn(&scene), semifinals, "a hidden round is drawn as one to come");
        scene.tell(TournamentEvent::RoundStarted { round_id: RoundId(203) });
        let [bracket] = &brackets(&scene.context())[..] else { panic!("one bracket expected") };
        assert_eq!(drawn(bracket), "Semifinals: Ann*-Di, Bo-Cy* | Final: Ann-Cy, Bo-Di");
        assert_eq!(bracket[1].matches.iter().map(|shown| shown.is_consolation).collect::<Vec<_>>(), [false, true]);
    }

    #[test]
    fn a_double_elimination_has_three_brackets() {
        let mut scene = playoff_of_four(PlayoffKind::DoubleElimination);
        play(&mut scene, 2, &[]);
        let begun =
            ["Main: Round 2: Ann*-Di, Bo*-Cy | Round 3: -", "Losers: Round 3: - | Round 4: -", "Final: Round 5: -"];
        assert_eq!(all_drawn(&scene), begun);
        pair(&mut scene, 3);
        assert_eq!(all_drawn(&scene), begun, "a hidden round is drawn as one to come");
    }

    #[test]
    fn teams_have_a_bracket_too() {
        let mut scene = teams();
        assert!(brackets(&scene.context()).is_empty(), "there is no playoff");
        let phase = scene.phase(2, PhaseType::SingleElimination);
        let round_id = scene.round(phase, 2, RoundType::PlayVsOpponent);
        let last = TeamPairing {
            team_match_id: TeamMatchId(803),
            teams: vec![TeamId(3), TeamId(2)],
            first_table_number: 1,
            pod_number: 0,
            is_bye: false,
            seats: Vec::new(),
        };
        let players = [0, 4].map(|at| scene.tournament.registrations[at].id);
        let seat = Pairing { is_consolation: true, ..table(508, 2, Versus, &players) };
        let third = TeamPairing {
            team_match_id: TeamMatchId(804),
            teams: vec![TeamId(1), TeamId(3)],
            seats: vec![seat],
            ..last.clone()
        };
        scene.tell(TournamentEvent::TeamsPaired { round_id, pairings: vec![last, third] });
        scene.tell(TournamentEvent::RoundStarted { round_id });
        let result = MatchResult::new(Winner::Second, None);
        scene.tell(TournamentEvent::TeamResultReported { team_match_id: TeamMatchId(803), result });
        let [bracket] = &brackets(&scene.context())[..] else { panic!("one bracket expected") };
        assert_eq!(drawn(bracket), "Final: Team 3-Team 2*, Team 1-Team 3");
        assert!(bracket[0].matches[1].is_consolation);
    }
}

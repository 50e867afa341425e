//! Renders a round's matches in detail (15); in a team event also with the team matches.

pub(super) mod teams;

use domain::documents::{Redactor, Reference};
use domain::tournament::{Match, Phase, Round};
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::{GenerationStatus, ProgressStatus, RoundType};
use serde::Serialize;
use storage::ViewKind;
use utoipa::ToSchema;

use self::teams::TeamMatchDocument;
use super::output::Output;
use super::parts::json;
use super::parts::matches::{player_order, seat_id};
use super::parts::outcome::{Ending, Outcome};
use super::parts::rounds::tables;
use super::view::{Scope, TournamentContext};

/// A round with its matches in detail.
#[derive(Serialize, ToSchema)]
pub(super) struct RoundMatches<'a> {
    /// Id of the round.
    id: i64,
    /// Its matches, by table. In a team event, each seat of a team match is one of them. For readers who may not read
    /// registrations, none until the pairings are published.
    matches: Vec<DetailedMatch>,
    /// Its team matches; empty unless they were requested with `teams=true`.
    team_event_matches: Vec<TeamMatchDocument<'a>>,
    /// Id of its phase.
    tournament_phase: i64,
    /// Its number; 0 for a player meeting.
    round_number: i32,
    /// Whether it is the last round of the event.
    final_round_in_event: bool,
    /// Whether the pairings of an earlier round are played again.
    use_old_pairings: bool,
    /// URL of the service that computed the pairings; empty if unknown.
    pairingengine_url: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    astrolabe_url: Option<&'a str>,
    /// Whether the round has pairings that the reader sees.
    pairings_status: GenerationStatus,
    /// Whether the round has standings; `GENERATING` while the round is played, because every result changes them.
    standings_status: GenerationStatus,
    /// Type of the round.
    round_type: RoundType,
    /// Its status.
    status: ProgressStatus,
}

/// A match in detail.
#[derive(Serialize, ToSchema)]
pub(super) struct DetailedMatch {
    /// Id of the match.
    id: i64,
    /// Its players in the order of pairing; one for a bye.
    players: Vec<SeatedPlayer>,
    /// Number of its table.
    table_number: i32,
    /// Number of its draft pod; 0 outside a pod.
    pod_number: i32,
    /// Its status.
    status: ProgressStatus,
    /// Whether it is played only for practice and gives no points.
    is_ghost_match: bool,
    /// Whether it is a feature match.
    is_feature_match: bool,
    /// Whether it is a bye: a win without an opponent.
    match_is_bye: bool,
    /// Whether it is a loss for each of its players: of one without an opponent, or of both.
    match_is_loss: bool,
    /// Whether the players' decks were checked.
    deck_check_completed: bool,
    /// Whether a check of the players' decks has started; false for readers who may not read registrations.
    deck_check_started: bool,
    /// Time extension of the match in seconds.
    time_extension_seconds: i32,
    /// Id of the player who won; null without a winner.
    winning_player: Option<i64>,
    /// Whether the players agreed on a draw. False for a pod: its draws are not told apart.
    match_is_intentional_draw: bool,
    /// Whether it was a draw without agreement, or had no result when its round ended.
    match_is_unintentional_draw: bool,
    /// Games drawn in it.
    games_drawn: i32,
    /// The judge assigned to it; null if there is none, and for readers who may not read registrations.
    assigned_judge: Option<Reference>,
    /// Games that the winner won.
    games_won_by_winner: i32,
    /// Games that the loser won.
    games_won_by_loser: i32,
}

/// A player at a table.
#[derive(Serialize, ToSchema)]
pub(super) struct SeatedPlayer {
    /// Id of the player in this match; unique and stable.
    id: i64,
    /// Id of the match.
    match_id: i64,
    /// The player.
    player: Reference,
    /// The player's registration.
    user_event_status: Reference,
    /// The player's number in the pairing, from 1.
    player_order: i32,
    /// Games that the player won in it.
    games_won: i32,
}

/// Renders the wanted rounds. Only a team event has the second kind of document.
pub(super) fn render(context: &TournamentContext<'_>, scope: &Scope, out: &mut Output) {
    let tournament = context.tournament;
    scope.remove_rounds(tournament, &[ViewKind::RoundMatches, ViewKind::RoundTeamMatches], out);
    for (phase, round) in tournament.rounds().filter(|(_, round)| scope.has_round(round.id)) {
        let versions = json::to_versions(|redactor| document(context, redactor, phase, round));
        out.put_versions(ViewKind::RoundMatches, round.id, &versions);
        if tournament.is_team_event() {
            let versions = json::to_versions(|redactor| RoundMatches {
                team_event_matches: teams::documents(context, redactor, round),
                ..document(context, redactor, phase, round)
            });
            out.put_versions(ViewKind::RoundTeamMatches, round.id, &versions);
        } else if *scope == Scope::Everything {
            out.remove(out.organization_id, ViewKind::RoundTeamMatches, round.id);
        }
    }
}

fn document<'a>(
    context: &TournamentContext<'a>,
    redactor: &Redactor,
    phase: &Phase,
    round: &'a Round,
) -> RoundMatches<'a> {
    let matches: Vec<_> = tables(round).into_iter().map(|table| detailed(context, redactor, round, table)).collect();
    let is_paired = !matches.is_empty();
    let matches = if round.is_published { matches } else { redactor.list_for_staff(matches) };
    let is_hidden = is_paired && matches.is_empty();
    RoundMatches {
        id: round.id.0,
        matches,
        team_event_matches: Vec::new(),
        tournament_phase: phase.id.0,
        round_number: round.number,
        final_round_in_event: round.final_round_in_event,
        use_old_pairings: round.use_old_pairings,
        pairingengine_url: &round.pairingengine_url,
        astrolabe_url: context.settings.vendor_field_names.then_some(&round.pairingengine_url),
        pairings_status: match round.pairings_status {
            GenerationStatus::Generated if is_hidden => GenerationStatus::NotGenerated,
            status => status,
        },
        standings_status: round.standings_status(),
        round_type: round.round_type,
        status: round.status,
    }
}

fn detailed(context: &TournamentContext<'_>, redactor: &Redactor, round: &Round, table: &Match) -> DetailedMatch {
    let (pairing, outcome) = (&table.pairing, Outcome::of(table, round.status));
    let winner = outcome.winner();
    DetailedMatch {
        id: pairing.match_id.0,
        players: seated(context, table, &outcome),
        table_number: pairing.table_number,
        pod_number: pairing.pod_number,
        status: table.status(round.status),
        is_ghost_match: pairing.is_ghost,
        is_feature_match: table.is_feature_match,
        match_is_bye: pairing.kind == PairingKind::Bye,
        match_is_loss: table.is_loss(),
        deck_check_completed: table.deck_check_completed,
        deck_check_started: redactor.for_staff(table.deck_check_started),
        time_extension_seconds: table.time_extension_seconds,
        winning_player: winner
            .and_then(|place| context.tournament.registration(*pairing.players.get(place)?))
            .map(|entry| entry.user_id.0),
        match_is_intentional_draw: outcome.ending == Ending::Drawn { intentional: true },
        match_is_unintentional_draw: outcome.ending == Ending::Drawn { intentional: false },
        games_drawn: outcome.games.drawn,
        assigned_judge: redactor.for_staff(table.judge_user_id).map(|judge| Reference::alone(judge.0)),
        games_won_by_winner: winner.map_or(0, |place| outcome.games_won(place)),
        games_won_by_loser: winner.map_or(0, |place| outcome.games_won(1 - place.min(1))),
    }
}

fn seated(context: &TournamentContext<'_>, table: &Match, outcome: &Outcome) -> Vec<SeatedPlayer> {
    let players = table.pairing.players.iter().enumerate();
    let entries = players.filter_map(|(place, id)| Some((place, context.tournament.registration(*id)?)));
    entries
        .map(|(place, entry)| SeatedPlayer {
            id: seat_id(table.id(), place),
            match_id: table.id().0,
            player: Reference::of(context.tournament, entry, entry.user_id.0),
            user_event_status: Reference::of(context.tournament, entry, entry.id.0),
            player_order: player_order(place),
            games_won: outcome.games_won(place),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proto_events::TournamentEvent;
    use proto_events::ids::MatchId;
    use proto_events::tournament::{MatchResult, Winner};
    use serde_json::{Value, json};

    use super::super::testing::{Scene, draft, keys, swiss, table, teams};
    use super::super::{magic_event, pages};
    use super::*;

    #[test]
    fn a_match_of_teams_is_won_though_a_seat_did_not_report() {
        let mut scene = teams();
        let before_second_seat = scene.length() - 2;
        scene.rewind(before_second_seat);
        let shown = |scene: &Scene| -> [Value; 2] {
            let document = scene.json(render, ViewKind::RoundTeamMatches, 201);
            ["winner", "is_draw"].map(|field| document["team_event_matches"][0][field].clone())
        };
        assert_eq!(shown(&scene), [Value::Null, false.into()], "the other seat still plays");
        let round_id = scene.tournament.begun_round().unwrap().1.id;
        scene.tell(TournamentEvent::RoundCompleted { round_id });
        assert_eq!(shown(&scene), [json!(1), false.into()]);
    }

    #[test]
    fn pod_of_four_has_four_players_everywhere() {
        let mut scene = swiss();
        let round_id = scene.tournament.begun_round().unwrap().1.id;
        scene.tell(TournamentEvent::RoundCompleted { round_id });
        let four: Vec<_> = scene.tournament.registrations[..4].iter().map(|entry| entry.id).collect();
        let phase = scene.tournament.phases[0].id;
        let round = scene.round(phase, 4, RoundType::PlayVsOpponent);
        scene.pair_and_start(round, vec![table(601, 1, PairingKind::Versus, &four)]);
        let result = MatchResult { places: Some([2, 2, 1, 2, 0]), ..MatchResult::new(Winner::Third, None) };
        scene.tell(TournamentEvent::ResultReported { match_id: MatchId(601), result });
        let document = scene.json(render, ViewKind::RoundMatches, 204);
        let pod = &document["matches"][0];
        assert_eq!((pod["players"].as_array().unwrap().len(), &pod["winning_player"]), (4, &13.into()));
        let event = scene.json(magic_event::render, ViewKind::MagicEvent, 40);
        let rounds = event["tournament_phases"][0]["rounds"].as_array().unwrap();
        let last = rounds.iter().find(|round| round["round_number"] == 4).unwrap();
        let seats = &last["matches"][0]["player_match_relationships"];
        let gained: Vec<_> = seats.as_array().unwrap().iter().map(|seat| seat["points_gained"].clone()).collect();
        assert_eq!(gained, [0, 0, 3, 0]);
        let page = scene.json(pages::render, ViewKind::RoundPage, "40/4");
        let shown = page["matches"][0]["pod"].as_array().unwrap();
        let seats: Vec<_> =
            shown.iter().map(|seat| [&seat["name"], &seat["outcome"]].map(|it| it.as_str().unwrap())).collect();
        assert_eq!(seats, [["Ann Lee", "LOST"], ["Bo Kim", "LOST"], ["Cy Roe", "WON"], ["Di Poe", "LOST"]]);
    }

    #[test]
    fn others_have_one_and_lose_the_second() {
        let out = draft().render(render, &Scope::Everything);
        assert_eq!(keys(&out), ["round_matches 199", "round_matches 200", "round_matches 201"]);
        assert_eq!(out.removed.len(), 3);
        assert!(out.removed.iter().all(|removal| removal.key.kind == ViewKind::RoundTeamMatches));
    }
}

//! Answers of matches.

use proto_events::tournament::{Games, PairingKind};

use super::effects::{Effects, effects};
use crate::prelude::*;

/// A match after a write.
#[derive(Serialize, ToSchema)]
pub(crate) struct WrittenMatch {
    /// Id of the match.
    id: i64,
    /// Id of its round.
    round: i64,
    /// Number of its table.
    table_number: i32,
    /// Number of its draft pod; 0 outside every pod.
    pod_number: i32,
    /// Its status.
    status: ProgressStatus,
    /// Whether it is a bye: a win without an opponent.
    match_is_bye: bool,
    /// Whether it is a loss for each of its players: of one without an opponent, or of all.
    match_is_loss: bool,
    /// Its players, in pairing order.
    players: Vec<WrittenPlayer>,
    /// Whether a result was reported.
    is_reported: bool,
    /// Whether the other side or staff confirmed the result.
    is_confirmed: bool,
    /// Whether the other side contested the result, and it is not settled yet.
    is_contested: bool,
    /// Id of the registration that won; null if there is no winner.
    winning_registration: Option<i64>,
    /// Games drawn in it.
    games_drawn: i32,
    /// Whether the players agreed on a draw.
    match_is_intentional_draw: bool,
    /// Whether it is a feature match.
    is_feature_match: bool,
    /// Id of the user who judges it; null if there is none.
    assigned_judge: Option<i64>,
    /// Time extension in seconds.
    time_extension_seconds: i32,
    /// Whether a deck check has started.
    deck_check_started: bool,
    /// Whether the deck check is completed.
    deck_check_completed: bool,
}

/// A player of a match.
#[derive(Serialize, ToSchema)]
struct WrittenPlayer {
    /// Id of the registration.
    registration: i64,
    /// Id of the user.
    user: Option<i64>,
    /// Games won in the match.
    games_won: i32,
    /// Place in a pod, from 1; null in a match of two, and without a result.
    place: Option<u8>,
    /// Score, in an event whose rules count scores; else null.
    score: Option<i32>,
}

/// A match with a corrected result, and the effects of the correction.
#[derive(Serialize, ToSchema)]
pub(crate) struct CorrectedMatch {
    #[serde(flatten)]
    corrected: WrittenMatch,
    /// The effects of the correction.
    effects: Effects,
}

/// Answers with a match as it was after the write.
pub(crate) async fn answer(
    request: &WriteRequest,
    written: &Written<Tournament>,
    match_id: MatchId,
) -> Result<Response, Problem> {
    answer::versioned(request, written, &find(&written.folded.state, match_id)?).await
}

/// Answers with a corrected match and the effects of the correction.
pub(crate) async fn corrected(
    request: &WriteRequest,
    written: &Written<Tournament>,
    match_id: MatchId,
) -> Result<Response, Problem> {
    let tournament = &written.folded.state;
    let document = CorrectedMatch { corrected: find(tournament, match_id)?, effects: effects(tournament, match_id) };
    answer::versioned(request, written, &document).await
}

fn find(tournament: &Tournament, match_id: MatchId) -> Result<WrittenMatch, Problem> {
    let placed = tournament.placed(match_id);
    let placed = placed.ok_or_else(|| nothing("match", &match_id.to_string()))?;
    Ok(WrittenMatch::new(tournament, placed.round, placed.table))
}

impl WrittenMatch {
    /// Returns the document of a match.
    pub(crate) fn new(tournament: &Tournament, round: &Round, table: &Match) -> Self {
        let pairing = &table.pairing;
        let games = table.result.and_then(|result| result.games).unwrap_or(Games { first: 0, second: 0, drawn: 0 });
        let won = table.result.and_then(|result| result.winner.seat());
        let winner = won.or((pairing.kind == PairingKind::Bye).then_some(0)).and_then(|seat| pairing.players.get(seat));
        let places = table.result.and_then(|result| result.places);
        let scores = table.result.and_then(|result| result.scores);
        let games_of = [games.first, games.second];
        let players = pairing.players.iter().enumerate();
        Self {
            id: table.id().0,
            round: round.id.0,
            table_number: pairing.table_number,
            pod_number: pairing.pod_number,
            status: table.status(round.status),
            match_is_bye: pairing.kind == PairingKind::Bye,
            match_is_loss: table.is_loss(),
            players: players
                .map(|(seat, id)| WrittenPlayer {
                    registration: id.0,
                    user: tournament.registration(*id).map(|entry| entry.user_id.0),
                    games_won: games_of.get(seat).copied().unwrap_or(0),
                    place: places.and_then(|places| places.get(seat).copied()),
                    score: scores.and_then(|scores| scores.get(seat).copied()),
                })
                .collect(),
            is_reported: table.result.is_some(),
            is_confirmed: table.confirmed,
            is_contested: table.contested,
            winning_registration: winner.map(|id| id.0),
            games_drawn: games.drawn,
            match_is_intentional_draw: games == Games { first: 0, second: 0, drawn: 3 },
            is_feature_match: table.is_feature_match,
            assigned_judge: table.judge_user_id.map(|judge| judge.0),
            time_extension_seconds: table.time_extension_seconds,
            deck_check_started: table.deck_check_started,
            deck_check_completed: table.deck_check_completed,
        }
    }
}

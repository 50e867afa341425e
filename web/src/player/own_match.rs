//! The player's match on the page: table, opponent, result, the steps that the player can take, and the clock of the round.

use chrono::{DateTime, SecondsFormat, Utc};
use domain::possible_results::choices;
use domain::tournament::clock::{ends_at, remaining_seconds};
use domain::tournament::{Match, Placed, Round, Tournament};
use proto_events::ids::{MatchId, RegistrationId, UserId};
use proto_events::tournament::{PairingKind, RoundClock};
use proto_events::vocabulary::ProgressStatus;

use crate::parts::format::Moment;
use crate::player::words::{outcome, result, round_name};
use crate::texts::Texts;

/// A match of the player.
pub(crate) struct OwnMatch {
    pub(crate) id: MatchId,
    pub(crate) round: String,
    pub(crate) table: i32,
    /// Whether the player goes to this table: not with a bye or an assigned loss.
    pub(crate) has_table: bool,
    /// A bye, a loss without an opponent, or a seat: there is nothing to report.
    pub(crate) alone: Option<String>,
    /// The other players at the table.
    pub(crate) opponents: Vec<String>,
    /// The result from the player's view; none if it was not reported.
    pub(crate) result: Option<String>,
    /// What became of the result, in words.
    pub(crate) state: String,
    /// Results to report.
    pub(crate) choices: Vec<OwnResultChoice>,
    pub(crate) may_confirm: bool,
    pub(crate) may_contest: bool,
    pub(crate) may_call: bool,
    /// Whether a judge is called and has not closed the call.
    pub(crate) is_called: bool,
}

/// A result to report.
pub(crate) struct OwnResultChoice {
    pub(crate) entry: String,
    pub(crate) label: String,
}

/// Returns these matches of a player, the last one first, each with the player's place in it.
pub(crate) fn matches_of<'a>(
    event: &'a Tournament,
    player: RegistrationId,
    matches: &[MatchId],
) -> Vec<(Placed<'a>, usize)> {
    let place = |id: &MatchId| {
        let placed = event.placed(*id)?;
        let place = placed.table.pairing.players.iter().position(|seated| *seated == player)?;
        Some((placed, place))
    };
    matches.iter().rev().filter_map(place).collect()
}

impl OwnMatch {
    /// Returns the match for the page. `name_of` names people.
    pub(crate) fn of(
        texts: &Texts,
        event: &Tournament,
        (placed, place): (Placed<'_>, usize),
        name_of: impl Fn(UserId) -> String,
    ) -> Self {
        let (table, pairing) = (placed.table, &placed.table.pairing);
        // In a pod or at a meeting, everyone at the table is no opponent.
        let is_versus = pairing.kind == PairingKind::Versus;
        let others = pairing.players.iter().enumerate().filter(|(other, _)| is_versus && *other != place);
        let opponents = others.filter_map(|(_, id)| event.registration(*id)).map(|entry| name_of(entry.user_id));
        let own = event.registration(pairing.players[place]).map(|entry| entry.user_id);
        let reporter = reporter(event, &placed);
        let is_played = is_versus && !pairing.is_ghost && pairing.players.len() == 2;
        let is_open = is_played && placed.round.status == ProgressStatus::InProgress;
        let is_reported = table.result.is_some();
        let is_theirs = is_reported && reporter != Reporter::Side(place);
        let may_report = is_open && (!is_reported || (!table.confirmed && is_own_report(table, own)));
        Self {
            id: table.id(),
            round: round_name(texts, placed.round),
            table: pairing.table_number,
            has_table: matches!(pairing.kind, PairingKind::Versus | PairingKind::Seating),
            alone: alone(texts, table),
            opponents: opponents.collect(),
            result: result(texts, table, place),
            state: state(texts, table, reporter, place),
            choices: if may_report { results(texts, event, &placed) } else { Vec::new() },
            may_confirm: is_open && is_theirs && !table.confirmed,
            may_contest: is_open && is_theirs && !table.confirmed && !table.contested,
            may_call: placed.round.status != ProgressStatus::Complete,
            is_called: is_called(event, table.id(), pairing.players[place]),
        }
    }
}

/// Who reported a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reporter {
    Side(usize),
    Staff,
}

fn reporter(event: &Tournament, placed: &Placed<'_>) -> Reporter {
    let person = placed.table.reported_by.as_ref().and_then(proto_events::Actor::person);
    person.and_then(|person| event.side_of(placed, person)).map_or(Reporter::Staff, Reporter::Side)
}

fn is_own_report(table: &Match, own: Option<UserId>) -> bool {
    own.is_some() && table.reported_by.as_ref().and_then(proto_events::Actor::person) == own
}

fn alone(texts: &Texts, table: &Match) -> Option<String> {
    match table.pairing.kind {
        PairingKind::Versus => None,
        PairingKind::Bye => Some(texts.say("player-bye")),
        PairingKind::AssignedLoss => Some(texts.say("player-loss")),
        PairingKind::Seating => Some(texts.say("player-seat")),
    }
}

fn state(texts: &Texts, table: &Match, reporter: Reporter, place: usize) -> String {
    let key = match (table.result, table.confirmed, table.contested, reporter) {
        (None, ..) => return String::new(),
        (_, true, ..) => "player-result-confirmed",
        (_, _, true, _) => "player-result-contested",
        (.., Reporter::Side(side)) if side == place => "player-result-yours",
        (.., Reporter::Side(_)) => "player-result-theirs",
        (.., Reporter::Staff) => "player-result-staffs",
    };
    texts.say(key)
}

/// Returns the results to choose from, the player's games first.
fn results(texts: &Texts, event: &Tournament, placed: &Placed<'_>) -> Vec<OwnResultChoice> {
    let needs_winner = placed.phase.round_type.is_playoff() && placed.team_match.is_none();
    let possible = choices(event.details.best_of).into_iter();
    let possible = possible.filter(|games| !needs_winner || games.first != games.second);
    let choice = possible.map(|games| OwnResultChoice {
        entry: format!("{}-{}-{}", games.first, games.second, games.drawn),
        label: outcome(texts, games, 0),
    });
    choice.collect()
}

fn is_called(event: &Tournament, match_id: MatchId, player: RegistrationId) -> bool {
    let mut open = event.calls.iter().filter(|call| call.closed.is_none());
    open.any(|call| (call.call.match_id, call.call.registration_id) == (Some(match_id), Some(player)))
}

/// What the clock of the round shows.
pub(crate) struct ClockPart {
    /// `42 minutes left`
    pub(crate) left: String,
    /// When it reaches zero; none while it is paused.
    pub(crate) ends: Option<Moment>,
    /// The exact time at which the page was made, so that a script can correct the clock of the phone.
    pub(crate) now: String,
    pub(crate) is_over: bool,
}

impl ClockPart {
    /// Returns the clock of a round, with the extension of one's own match.
    pub(crate) fn of(
        texts: &Texts,
        round: &Round,
        extension: i32,
        now: DateTime<Utc>,
        moment: impl Fn(DateTime<Utc>) -> Moment,
    ) -> Option<Self> {
        let clock = round.clock?;
        let extended = RoundClock { length_seconds: clock.length_seconds.saturating_add(extension.max(0)), ..clock };
        let seconds = remaining_seconds(extended, now);
        let minutes = (seconds + 59) / 60;
        let left = texts.with("player-clock-left", "minutes", minutes);
        let now = now.to_rfc3339_opts(SecondsFormat::Millis, true);
        Some(Self { left, ends: ends_at(extended).map(moment), now, is_over: seconds == 0 })
    }
}

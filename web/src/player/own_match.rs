//! The player's match on the page: table, opponent, result, the steps that the player can take, and the clock of the round;
//! and words about the player's team.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::possible_results::choices;
use domain::tournament::clock::remaining_seconds;
use domain::tournament::{GroupId, Match, Placed, Team, Tournament};
use proto_events::Actor;
use proto_events::ids::{MatchId, RegistrationId, UserId};
use proto_events::tournament::{Games, PairingKind, RoundClock, Winner};
use proto_events::vocabulary::ProgressStatus;

use crate::desk::words::EntryForm;
use crate::parts::control::Choice;
use crate::parts::format::{Moment, ShownClock, games_won, together};
use crate::texts::Texts;

/// A match of a player whose page is shown, with the player's side in it.
#[derive(Clone, Copy)]
pub(crate) struct OwnMatch<'a> {
    event: &'a Tournament,
    pub(crate) placed: Placed<'a>,
    player: RegistrationId,
    place: usize,
}

/// Returns these matches of a player, the last one first.
pub(crate) fn matches_of<'a>(event: &'a Tournament, player: RegistrationId, matches: &[MatchId]) -> Vec<OwnMatch<'a>> {
    let own = |id: &MatchId| {
        let placed = event.placed(*id)?;
        Some(OwnMatch { event, placed, player, place: placed.table.side(player)? })
    };
    matches.iter().rev().filter_map(own).collect()
}

pub(crate) fn name(names: &HashMap<UserId, String>, id: UserId) -> String {
    names.get(&id).cloned().unwrap_or_else(|| format!("#{id}"))
}

pub(crate) fn stage(texts: &Texts, event: &Tournament, team: &Team) -> String {
    match event.team_size().saturating_sub(team.members.len()) {
        _ if event.is_complete(team) => texts.say("player-team-complete"),
        0 => texts.say("player-team-unconfirmed"),
        free => texts.with("player-team-open", "free", free),
    }
}

/// Returns the name of a team; empty for a group.
pub(crate) fn named(event: &Tournament, group: GroupId) -> String {
    match group {
        GroupId::Team(id) => event.team(id).map(|team| team.name.clone()).unwrap_or_default(),
        GroupId::Queue(_) => String::new(),
    }
}

impl OwnMatch<'_> {
    fn is_versus(&self) -> bool {
        self.placed.table.pairing.kind == PairingKind::Versus
    }

    /// Whether the player goes to a table: not with a bye or an assigned loss.
    pub(crate) fn has_table(&self) -> bool {
        matches!(self.placed.table.pairing.kind, PairingKind::Versus | PairingKind::Seating)
    }

    /// Returns the key of the text for a bye, a loss without an opponent, or a seat: there is nothing to report.
    pub(crate) fn alone(&self) -> Option<&'static str> {
        match self.placed.table.pairing.kind {
            PairingKind::Versus => None,
            PairingKind::Bye => Some("player-bye"),
            PairingKind::AssignedLoss => Some("player-loss"),
            PairingKind::Seating => Some("player-seat"),
        }
    }

    /// Returns the seats, from 1, and the names of the opponents, in one text if they play together. In a draft pod or at a
    /// meeting, the others at the table are none.
    pub(crate) fn opponents(&self, names: &HashMap<UserId, String>) -> Vec<(usize, String)> {
        let table = self.placed.table;
        let named = |id| self.event.registration(id).map(|entry| name(names, entry.user_id));
        let sides = (0..table.pairing.players.len()).filter(|side| self.is_versus() && *side != self.place);
        sides.map(|side| (side + 1, together(table.on_side(side).filter_map(named)))).collect()
    }

    /// Returns the clock of the round, with the extension of the match.
    pub(crate) fn clock(&self, texts: &Texts, now: DateTime<Utc>) -> Option<ShownClock> {
        let (clock, extension) = (self.placed.round.clock?, self.placed.table.time_extension_seconds.max(0));
        let clock = RoundClock { length_seconds: clock.length_seconds.saturating_add(extension), ..clock };
        let left = texts.with("player-clock-left", "minutes", (remaining_seconds(clock, now) + 59) / 60);
        Some(ShownClock { left, ..ShownClock::new(clock, now, |at| Moment::of_event(texts, self.event, at)) })
    }

    /// Returns the player's seat, from 1.
    pub(crate) fn seat(&self) -> usize {
        self.place + 1
    }

    /// Whether more than two play against each other.
    pub(crate) fn is_of_pod(&self) -> bool {
        self.is_versus() && self.placed.table.pairing.players.len() > 2
    }

    /// Returns what the result is reported as.
    fn form(&self) -> EntryForm {
        EntryForm::of(self.event, self.placed.table)
    }

    pub(crate) fn may_report_scores(&self) -> bool {
        self.form() == EntryForm::Scores && self.may_report()
    }

    /// Returns the seats, from 1, and the names of the opponents and of the player, whose own is empty, if the player may
    /// report the places of all; else none.
    pub(crate) fn places_to_report(&self, names: &HashMap<UserId, String>) -> Vec<(usize, String)> {
        if !(matches!(self.form(), EntryForm::Places(_)) && self.may_report()) {
            return Vec::new();
        }
        let mut seats = self.opponents(names);
        seats.push((self.seat(), String::new()));
        seats.sort_unstable_by_key(|(seat, _)| *seat);
        seats
    }

    /// Whether the round waits for the result, or for what becomes of it.
    fn is_open(&self) -> bool {
        let pairing = &self.placed.table.pairing;
        let is_played = self.is_versus() && !pairing.is_ghost && pairing.players.len() > 1;
        is_played && self.placed.round.status == ProgressStatus::InProgress
    }

    /// Returns the side that reported the result; `None` for staff.
    fn reporter(&self) -> Option<usize> {
        let person = self.placed.table.reported_by.as_ref().and_then(Actor::person);
        person.and_then(|person| self.event.side_of(&self.placed, person))
    }

    /// Whether the player reported the result, not another on the same side.
    fn is_reporter(&self) -> bool {
        let own = self.event.registration(self.player).map(|entry| entry.user_id);
        own.is_some() && self.placed.table.reported_by.as_ref().and_then(Actor::person) == own
    }

    /// Whether the result is another's and not confirmed.
    pub(crate) fn may_confirm(&self) -> bool {
        let table = self.placed.table;
        self.is_open() && table.result.is_some() && self.reporter() != Some(self.place) && !table.confirmed
    }

    pub(crate) fn may_contest(&self) -> bool {
        self.may_confirm() && !self.placed.table.contested
    }

    pub(crate) fn may_call(&self) -> bool {
        self.placed.round.status != ProgressStatus::Complete
    }

    /// Whether the player has called a judge who has not closed the call.
    pub(crate) fn is_called(&self) -> bool {
        let own = (Some(self.placed.table.id()), Some(self.player));
        let mut open = self.event.calls.iter().filter(|call| call.closed.is_none());
        open.any(|call| (call.call.match_id, call.call.registration_id) == own)
    }

    /// Returns the key of the text that says what became of the result.
    pub(crate) fn state(&self) -> &'static str {
        match (self.placed.table.confirmed, self.placed.table.contested, self.reporter()) {
            (true, ..) => "player-result-confirmed",
            (_, true, _) => "player-result-contested",
            (.., Some(side)) if self.is_of_pod() && side == self.place => "player-result-yours-pod",
            (.., Some(_)) if self.is_of_pod() => "player-result-theirs-pod",
            (.., Some(side)) if side == self.place && !self.is_reporter() => "player-result-yours-side",
            (.., Some(side)) if side == self.place => "player-result-yours",
            (.., Some(_)) => "player-result-theirs",
            (.., None) => "player-result-staffs",
        }
    }

    /// Returns the result from the player's view; `None` if there is none.
    pub(crate) fn result(&self, texts: &Texts, names: &HashMap<UserId, String>) -> Option<String> {
        let result = self.placed.table.result?;
        if !self.is_of_pod() {
            return self::result(texts, self.placed.table, self.place);
        }
        let other = |winner: usize| self.opponents(names).into_iter().find(|(seat, _)| *seat == winner + 1);
        let has_lost = result.places.is_some_and(|places| places.get(self.place).is_some_and(|place| *place > 1));
        Some(match (result.winner, result.winner.seat().and_then(other)) {
            (Winner::Neither, _) => texts.say("player-all-lost"),
            (_, Some((_, name))) => texts.with("player-other-won", "name", name),
            (Winner::Draw, _) if has_lost => texts.say("player-pod-lost"),
            (Winner::Draw, _) => texts.say("player-pod-drew"),
            _ => texts.say("player-pod-won"),
        })
    }

    /// Whether the player may report a result, or another one than before.
    fn may_report(&self) -> bool {
        let table = self.placed.table;
        self.is_open() && (table.result.is_none() || (!table.confirmed && self.reporter() == Some(self.place)))
    }

    /// Returns the results to report, the player's games first; in a pod, the winners by seat. None if the player may not
    /// report one, or reports scores or places.
    pub(crate) fn choices(&self, texts: &Texts, names: &HashMap<UserId, String>) -> Vec<Choice> {
        if !self.may_report() || matches!(self.form(), EntryForm::Scores | EntryForm::Places(_)) {
            return Vec::new();
        }
        let needs_winner = self.placed.needs_winner();
        if self.is_of_pod() {
            let own = Choice::new(self.seat().to_string(), texts.say("player-pod-won"), false);
            let draw = Choice::new("d", texts.say("desk-pod-draw"), false);
            let other = |(seat, name): (usize, String)| {
                Choice::new(seat.to_string(), texts.with("player-other-won", "name", name), false)
            };
            let others = self.opponents(names).into_iter().map(other);
            return [own].into_iter().chain((!needs_winner).then_some(draw)).chain(others).collect();
        }
        let mut possible = choices(self.event.details.best_of);
        possible.retain(|games| !needs_winner || games.first != games.second);
        // Each win is next to the same loss, and draws come last.
        possible.sort_by_key(|Games { first, second, .. }| {
            (first == second, -first.max(second), *first.min(second), first < second)
        });
        let value = |games: Games| format!("{}-{}-{}", games.first, games.second, games.drawn);
        possible.into_iter().map(|games| Choice::new(value(games), outcome(texts, games, 0), false)).collect()
    }
}

/// Writes games from the view of the player in this place: "You won 2–1".
fn outcome(texts: &Texts, games: Games, place: usize) -> String {
    let (own, other) = if place == 0 { (games.first, games.second) } else { (games.second, games.first) };
    let kind = match own.cmp(&other) {
        std::cmp::Ordering::Greater => "won",
        std::cmp::Ordering::Less => "lost",
        std::cmp::Ordering::Equal => "drew",
    };
    let score = games_won(own, other, games.drawn);
    texts.with_all("player-outcome", [("kind", kind.into()), ("score", score.into())])
}

/// Writes the result of a match from the view of the player in this place; `None` if there is none.
fn result(texts: &Texts, table: &Match, place: usize) -> Option<String> {
    let result = table.result?;
    if result.winner == Winner::Neither {
        let lost = if table.partners.is_empty() { "player-both-lost" } else { "player-all-lost" };
        return Some(texts.say(lost));
    }
    let unknown = |first, second| Games { first, second, drawn: 0 };
    let scores = result.scores.map(|[first, second]| unknown(first, second));
    let games = scores.or(result.games).unwrap_or(match result.winner {
        Winner::First => unknown(1, 0),
        Winner::Second => unknown(0, 1),
        _ => unknown(0, 0),
    });
    Some(outcome(texts, games, place))
}

#[cfg(test)]
mod tests {
    use proto_events::ids::RegistrationId;
    use proto_events::tournament::{MatchResult, Pairing};

    use super::*;
    use crate::texts::Language;

    #[test]
    fn each_side_reads_its_own_result() {
        let games = Games { first: 2, second: 1, drawn: 0 };
        let said = |games, place| outcome(Texts::of(Language::English), games, place);
        assert_eq!([0, 1].map(|place| said(games, place)), ["You won 2–1", "You lost 1–2"]);
        assert_eq!(said(Games { first: 1, second: 1, drawn: 1 }, 1), "You drew 1–1–1");
    }

    #[test]
    fn match_that_both_lose_reads_the_same_for_each() {
        let players = vec![RegistrationId(1), RegistrationId(2)];
        let mut table = Match::new(Pairing { players, ..Pairing::default() });
        table.result = Some(MatchResult { scores: Some([90, 150]), ..MatchResult::new(Winner::Second, None) });
        let read = |place| result(Texts::of(Language::English), &table, place).unwrap();
        assert_eq!([0, 1].map(read), ["You lost 90–150", "You won 150–90"]);
        table.result = Some(MatchResult::new(Winner::Neither, None));
        for place in [0, 1] {
            assert_eq!(result(Texts::of(Language::English), &table, place).as_deref(), Some("You both lost"));
        }
        table.partners = vec![RegistrationId(3), RegistrationId(4)];
        assert_eq!(result(Texts::of(Language::English), &table, 0).as_deref(), Some("You all lost"));
    }
}

//! Test support: events that are played by the decisions of commands.

use super::make_cut::{self, MakeCut};
use super::pair_round::{self, PairRound};
use super::{complete_round, create_round, problems_with, replace_pairings, start_round};

pub(crate) use domain::pairing::EntrantId;
pub(crate) use domain::tournament::standings::standings_after;

pub(crate) use super::create_round::{NewRound, RoundKind};
pub(crate) use super::replace_pairings::ProposedTable;
pub(crate) use crate::matches::correct_result::{self, CorrectResult};
pub(crate) use crate::matches::report_result::{self, ReportResult};
pub(crate) use crate::matches::score::Score;
pub(crate) use crate::testing::*;

/// An event in play. Players are registrations 1, 2, 3 … of users 91, 92, 93 …
#[derive(Debug, Clone)]
pub(crate) struct Played {
    pub(crate) events: Vec<TournamentEvent>,
    ids: Ids,
}

/// Details of an event with this many Swiss rounds and this cut.
pub(crate) fn planned(swiss_rounds: i32, top_cut: i32) -> TournamentDetails {
    let swiss_rounds = Some(swiss_rounds);
    TournamentDetails { swiss_rounds, top_cut, ..TournamentDetails::new("Open", EventFormat::Legacy) }
}

impl Played {
    /// An event in progress with this many players.
    pub(crate) fn new(players: i64) -> Self {
        let players = (1..=players).map(|id| registered(id, S::Complete));
        Self { events: players.chain([reached(L::EventInProgress)]).collect(), ids: Ids::counting() }
    }

    /// An event in progress with this many teams of three; team 1 has players 1 to 3.
    pub(crate) fn of_teams(teams: i64) -> Self {
        Self::in_teams(teams, TournamentDetails { team_size: 3, ..planned(3, 4) })
    }

    /// An event in progress with this many teams of two that play together; team 1 has players 1 and 2.
    pub(crate) fn of_pairs(teams: i64) -> Self {
        Self::in_teams(teams, TournamentDetails { team_size: 2, plays_together: true, ..planned(3, 4) })
    }

    fn in_teams(teams: i64, details: TournamentDetails) -> Self {
        let size = i64::from(details.team_size);
        let mut played = Self::new(size * teams).with(details);
        for team in 1..=teams {
            played.then(team_formed(team, &format!("Team {team}"), size * (team - 1) + 1..=size * team));
        }
        played
    }

    /// An event in progress with tables of so many.
    pub(crate) fn of_pods(players: i64, pod_size: i32) -> Self {
        Self::new(players).with(TournamentDetails { pod_size, ..planned(3, 4) })
    }

    pub(crate) fn and(mut self, event: TournamentEvent) -> Self {
        self.then(event);
        self
    }

    pub(crate) fn with(self, details: TournamentDetails) -> Self {
        self.and(TournamentEvent::DetailsChanged { details })
    }

    pub(crate) fn set(self, change: impl FnOnce(&mut TournamentDetails)) -> Self {
        let mut details = self.state().details;
        change(&mut details);
        self.with(details)
    }

    /// Changes the usual way to run an event.
    pub(crate) fn organized(self, change: impl FnOnce(&mut Organizing)) -> Self {
        self.and(organized(change))
    }

    /// Adds a Swiss round.
    pub(crate) fn paired(mut self) -> (Self, RoundId) {
        let round_id = self.add(RoundKind::Swiss);
        (self, round_id)
    }

    /// Adds a Swiss round and starts it.
    pub(crate) fn begun(mut self) -> (Self, RoundId) {
        let round_id = self.begin(RoundKind::Swiss);
        (self, round_id)
    }

    /// Plays a Swiss round.
    pub(crate) fn after_a_round(mut self) -> Self {
        self.play(RoundKind::Swiss);
        self
    }

    /// Plays a Swiss round and cuts to the best players.
    pub(crate) fn cut_to(self, size: i32) -> Self {
        let mut played = self.after_a_round();
        played.cut(size);
        played
    }

    pub(crate) fn then(&mut self, event: TournamentEvent) {
        self.events.push(event);
    }

    pub(crate) fn state(&self) -> Tournament {
        tournament(&self.events)
    }

    pub(crate) fn last_round(&self) -> Round {
        self.state().rounds().next_back().unwrap().1.clone()
    }

    /// Returns the players at each table of the last round, by table number.
    pub(crate) fn tables(&self) -> Vec<Vec<i64>> {
        let round = self.last_round();
        let mut tables: Vec<_> = round.all_matches().map(|table| &table.pairing).collect();
        tables.sort_by_key(|pairing| pairing.table_number);
        tables.iter().map(|pairing| pairing.players.iter().map(|player| player.0).collect()).collect()
    }

    /// Returns the users' numbers as their names.
    fn names(&self) -> HashMap<UserId, String> {
        let state = self.state();
        let people = state.registrations.iter().map(|entry| entry.user_id);
        people.map(|user| (user, format!("{:05}", user.0))).collect()
    }

    /// Adds the decided events and marks their ids as used.
    pub(crate) fn happen(&mut self, events: Vec<TournamentEvent>) {
        for event in &events {
            let mut used = |sequence, count: usize| (0..count).for_each(|_| _ = self.ids.next(sequence));
            match event {
                TournamentEvent::PhaseAdded { .. } => used(Sequence::Phase, 1),
                TournamentEvent::RoundAdded { .. } => used(Sequence::Round, 1),
                TournamentEvent::MatchesPaired { pairings, .. } => used(Sequence::Match, pairings.len()),
                TournamentEvent::TeamsPaired { pairings, .. } => {
                    used(Sequence::TeamMatch, pairings.len());
                    used(Sequence::Match, pairings.iter().map(|pairing| pairing.seats.len()).sum());
                }
                _ => {}
            }
        }
        self.events.extend(events);
    }

    pub(crate) fn try_add(&self, new: &NewRound) -> Result<Vec<TournamentEvent>, Refusal> {
        create_round::decide(&self.state(), new, &self.names(), &mut self.ids.clone())
    }

    /// Returns why a round of this kind is refused: code and arguments.
    pub(crate) fn refused(&self, kind: RoundKind) -> String {
        coded(self.try_add(&NewRound::of_kind(kind)))
    }

    pub(crate) fn problems(&self) -> Vec<domain::pairing::edit::Problem> {
        let state = self.state();
        let (phase, round) = state.rounds().next_back().unwrap();
        problems_with(&state, phase, round)
    }

    /// Adds a round of this kind.
    pub(crate) fn add(&mut self, kind: RoundKind) -> RoundId {
        self.happen(self.try_add(&NewRound::of_kind(kind)).unwrap());
        self.last_round().id
    }

    pub(crate) fn try_pair(&self, round_id: RoundId) -> Result<Vec<TournamentEvent>, Refusal> {
        let command = PairRound { round_id, by_standing: None };
        pair_round::decide(&self.state(), &command, &self.names(), &mut self.ids.clone())
    }

    pub(crate) fn try_replace(&self, round_id: RoundId, tables: &[ProposedTable]) -> Result<Vec<E>, Refusal> {
        replace_pairings::decide(&self.state(), round_id, tables, &mut self.ids.clone())
    }

    pub(crate) fn start(&mut self, round_id: RoundId) {
        self.happen(start_round::decide(&self.state(), round_id, &[], noon()).unwrap());
    }

    pub(crate) fn complete(&mut self, round_id: RoundId) {
        self.happen(complete_round::decide(&self.state(), round_id, None, noon()).unwrap());
    }

    /// Reports that the first player of each open match wins, and completes the round.
    pub(crate) fn finish(&mut self, round_id: RoundId) {
        for (match_id, _) in self.open_matches() {
            self.report(match_id, 2, 0);
        }
        self.complete(round_id);
    }

    /// Adds a round of this kind and starts it.
    pub(crate) fn begin(&mut self, kind: RoundKind) -> RoundId {
        let round_id = self.add(kind);
        self.start(round_id);
        round_id
    }

    /// Plays a whole round of this kind; the lower player number wins each match.
    pub(crate) fn play(&mut self, kind: RoundKind) -> RoundId {
        let round_id = self.begin(kind);
        for (match_id, [first, second]) in self.open_matches() {
            let (won, lost) = if first < second { (2, 0) } else { (0, 2) };
            self.report(match_id, won, lost);
        }
        self.complete(round_id);
        round_id
    }

    /// Plays a whole round of pods; the lowest player number wins each.
    pub(crate) fn play_pods(&mut self, kind: RoundKind) -> RoundId {
        let round_id = self.begin(kind);
        for table in self.last_round().matches.iter().filter(|table| table.pairing.kind == PairingKind::Versus) {
            let winner = table.pairing.players.iter().min().copied().unwrap();
            self.report_winner(table.id(), winner.0);
        }
        self.complete(round_id);
        round_id
    }

    /// Reports the winner of a pod as staff.
    pub(crate) fn report_winner(&mut self, match_id: MatchId, winner: i64) {
        let command = ReportResult { match_id, score: won_by(winner) };
        self.happen(report_result::decide(&self.state(), &command, ActingAs::Staff).unwrap());
    }

    /// Returns the matches of the last round without a result, with their first two players.
    pub(crate) fn open_matches(&self) -> Vec<(MatchId, [i64; 2])> {
        let round = self.last_round();
        let open =
            round.all_matches().filter(|table| table.pairing.kind == PairingKind::Versus && table.result.is_none());
        open.map(|table| (table.id(), [table.pairing.players[0].0, table.pairing.players[1].0])).collect()
    }

    pub(crate) fn match_of(&self, round_id: RoundId, player: i64) -> MatchId {
        let state = self.state();
        let (_, round) = state.round(round_id).unwrap();
        let mut tables = round.all_matches();
        tables.find(|table| table.pairing.players.contains(&RegistrationId(player))).unwrap().id()
    }

    /// Returns a score of a match, in the order of its players.
    pub(crate) fn score(&self, match_id: MatchId, first: i32, second: i32) -> Score {
        let state = self.state();
        let players = &state.placed(match_id).unwrap().table.pairing.players;
        let games_won = vec![(players[0], first), (players[1], second)];
        Score { games_won, ..Score::default() }
    }

    pub(crate) fn report(&mut self, match_id: MatchId, first: i32, second: i32) {
        let command = ReportResult { match_id, score: self.score(match_id, first, second) };
        self.happen(report_result::decide(&self.state(), &command, ActingAs::Staff).unwrap());
    }

    /// Corrects a match as staff so that this player wins.
    pub(crate) fn try_correct(&self, match_id: MatchId, winner: i64) -> Result<Vec<TournamentEvent>, Refusal> {
        let games_won = vec![(RegistrationId(winner), 2)];
        let command = CorrectResult { match_id, score: Score { games_won, ..Score::default() } };
        correct_result::decide(&self.state(), &command)
    }

    pub(crate) fn try_cut(&self, command: &MakeCut) -> Result<Vec<TournamentEvent>, Refusal> {
        make_cut::decide(&self.state(), command)
    }

    /// Cuts to the best `size` players.
    pub(crate) fn cut(&mut self, size: i32) {
        self.happen(self.try_cut(&best(size)).unwrap());
    }

    pub(crate) fn drop(&mut self, player: i64) {
        self.then(TournamentEvent::PlayerDropped { registration_id: RegistrationId(player) });
    }

    pub(crate) fn register(&mut self, player: i64) {
        self.then(registered(player, RegistrationStatus::Complete));
    }

    pub(crate) fn status(&self, player: i64) -> RegistrationStatus {
        self.state().registration(RegistrationId(player)).unwrap().status
    }

    pub(crate) fn user(player: i64) -> UserId {
        UserId(90 + player)
    }
}

pub(crate) fn proposed(entrants: Vec<i64>) -> ProposedTable {
    ProposedTable { table_number: None, pod_number: None, entrants, of_teams: false, is_loss: false }
}

/// The result of a pod that this player won.
pub(crate) fn won_by(player: i64) -> Score {
    Score { places: vec![(RegistrationId(player), 1)], ..Score::default() }
}

/// A cut to the best players, up to this number.
pub(crate) fn best(size: i32) -> MakeCut {
    MakeCut { size: Some(size), match_points: None }
}

//! The players of an event: their strength and their actions. All of it follows from the seed and a player's index,
//! which is the position of the registration's id in ascending order.

use std::collections::{HashMap, HashSet};

use anyhow::ensure;
use crosstable::demo::{Field, INTENTIONAL_DRAW, people, turned};
use domain::pairing::tables_of_many::table_sizes;
use proto_events::tournament::{MatchResult, PODS_SEATS_MAX, Winner};
use proto_events::vocabulary::ShortPods;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use super::client::{Ask, id};
use super::run::Run;

/// Creates an account for each player. Returns their ids.
pub(super) async fn make_accounts(run: &Run) -> anyhow::Result<Vec<i64>> {
    let people = people(run.plan.players, &mut rng(&[run.plan.seed, 0]));
    let made = run.clients.all(people, |profile| async move {
        let body = json!({
            "username": format!("{}-{}", run.name, profile.username), "best_identifier": profile.best_identifier,
            "first_name": profile.first_name, "last_name": profile.last_name, "email": profile.email,
            "pronouns": profile.pronouns,
        });
        id(&run.clients.ask(Ask::post("create_user", "/api/v1/users/", body)).await?.body)
    });
    made.await
}

/// A player's wins so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Won {
    pub(super) points: i32,
    pub(super) playoff_wins: i32,
}

/// The course of a match, from the first player's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Happening {
    /// The correct result.
    pub(super) result: MatchResult,
    /// Whether the result is first reported with the players exchanged, and then corrected by a judge.
    pub(super) is_mistaken: bool,
    /// Whether the opponent confirms the result.
    pub(super) is_confirmed: bool,
}

/// The players of an event.
pub(super) struct Crowd {
    seed: u64,
    /// Registrations by index.
    entries: Vec<i64>,
    places: HashMap<i64, usize>,
    field: Field,
    pub(super) won: Vec<Won>,
    /// How often each player sat in each seat of a Swiss pod.
    seats: Vec<[usize; PODS_SEATS_MAX]>,
    /// Those who met in Swiss pods.
    met: HashSet<[usize; 2]>,
    /// Whether each player is still active.
    playing: Vec<bool>,
}

impl Crowd {
    /// Creates players for `size` registrations, of which these exist from the start.
    pub(super) fn new(seed: u64, size: usize, entries: Vec<i64>) -> Self {
        let field = Field::new(size, &mut rng(&[seed, 1]));
        let mut crowd = Self {
            seed,
            entries: Vec::new(),
            places: HashMap::new(),
            field,
            won: vec![Won::default(); size],
            seats: vec![Default::default(); size],
            met: HashSet::new(),
            playing: vec![true; size],
        };
        crowd.join(entries);
        crowd
    }

    /// Adds late registrations.
    pub(super) fn join(&mut self, mut entries: Vec<i64>) {
        entries.sort_unstable();
        self.places.extend(entries.iter().copied().zip(self.entries.len()..));
        self.entries.extend(entries);
    }

    pub(super) fn place(&self, entry: i64) -> Option<usize> {
        self.places.get(&entry).copied().filter(|place| *place < self.won.len())
    }

    pub(super) fn entries(&self) -> &[i64] {
        &self.entries
    }

    /// Returns the course of a Swiss match; `is_last` if a playoff follows the round.
    pub(super) fn meet(&self, round: i32, first: usize, second: usize, is_last: bool) -> Happening {
        let mut rng = self.rng(2, round, first.min(second), first.max(second));
        // Players with enough points for the playoff may agree to a draw.
        let is_safe = |player: usize| self.won[player].points > 2 * (round - 1);
        let agree = is_last && is_safe(first) && is_safe(second) && rng.random_bool(0.4);
        let (low, high) = (first.min(second), first.max(second));
        let result = if agree { INTENTIONAL_DRAW } else { self.field.play(low, high, &mut rng) };
        let result = if first == low { result } else { turned(result) };
        let is_mistaken = rng.random_bool(0.01) && turned(result) != result;
        Happening { result, is_mistaken, is_confirmed: !is_mistaken && rng.random_bool(0.3) }
    }

    /// Returns the course of a playoff match, which has a winner.
    pub(super) fn meet_to_the_end(&self, round: i32, first: usize, second: usize) -> Happening {
        let (low, high) = (first.min(second), first.max(second));
        let result = self.field.play_to_the_end(low, high, &mut self.rng(2, round, low, high));
        let result = if first == low { result } else { turned(result) };
        Happening { result, is_mistaken: false, is_confirmed: true }
    }

    /// Returns the course of a pod, which has a winner if it is one of a playoff.
    pub(super) fn sit(&self, round: i32, players: &[usize], has_winner: bool) -> Happening {
        let mut sorted = players.to_vec();
        sorted.sort_unstable();
        let mut rng = self.rng(2, round, sorted[0], sorted[1]);
        let winner = sorted[rng.random_range(0..sorted.len())];
        let won = players.iter().position(|player| *player == winner).and_then(Winner::of_seat);
        let winner = won.filter(|_| has_winner || rng.random_bool(0.8)).unwrap_or(Winner::Draw);
        let (result, is_confirmed) = (MatchResult::new(winner, None), rng.random_bool(0.3));
        Happening { result, is_mistaken: false, is_confirmed }
    }

    /// Notes the pods of a Swiss round, and checks them by the rules.
    pub(super) fn note_pods(&mut self, size: usize, pods: &[Vec<usize>]) -> anyhow::Result<()> {
        let players: HashSet<usize> = pods.iter().flatten().copied().collect();
        let mut sizes: Vec<usize> = pods.iter().map(Vec::len).collect();
        ensure!(players.len() == sizes.iter().sum::<usize>(), "a player has two seats");
        let mut wanted = table_sizes(players.len(), size, ShortPods::Last);
        sizes.sort_unstable();
        wanted.sort_unstable();
        ensure!(sizes == wanted, "the tables are {sizes:?} instead of {wanted:?}");
        for pod in pods {
            for (seat, &player) in pod.iter().enumerate() {
                self.seats[player][seat] += 1;
                ensure!(self.seats[player][seat] <= 2, "player {player} had seat {seat} too often");
                for &other in &pod[..seat] {
                    let is_first = self.met.insert([player.min(other), player.max(other)]);
                    ensure!(is_first, "players {player} and {other} meet again");
                }
            }
        }
        Ok(())
    }

    /// Returns the players who drop after a round, by index. Losing players drop more often.
    pub(super) fn leaving(&mut self, round: i32) -> Vec<usize> {
        let leaves = |crowd: &Self, player: usize| {
            let chance = if crowd.won[player].points <= round { 0.12 } else { 0.01 };
            crowd.playing[player] && crowd.rng(3, round, player, 0).random_bool(chance)
        };
        let leaving: Vec<usize> = (0..self.entries.len()).filter(|player| leaves(self, *player)).collect();
        leaving.iter().for_each(|player| self.playing[*player] = false);
        leaving
    }

    /// Picks the player to disqualify, if that player is still active.
    pub(super) fn cheat(&mut self) -> Option<usize> {
        let player = self.rng(4, 0, 0, 0).random_range(0..self.entries.len().max(1));
        let is_there = self.playing.get(player).copied().unwrap_or(false);
        is_there.then(|| self.playing[player] = false).map(|()| player)
    }

    /// Returns a random generator that depends only on the event and these values.
    pub(super) fn rng(&self, what: u64, round: i32, one: usize, other: usize) -> StdRng {
        let place = |place: usize| u64::try_from(place).unwrap_or(u64::MAX);
        rng(&[self.seed, what, round.unsigned_abs().into(), place(one), place(other)])
    }
}

/// Returns a random generator that depends only on these values.
pub(super) fn rng(words: &[u64]) -> StdRng {
    let mix = |seed: u64, word: &u64| (seed ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    StdRng::seed_from_u64(words.iter().fold(0, mix))
}

/// Returns the request body that reports a result of these registrations.
pub(super) fn told(result: MatchResult, players: &[i64]) -> Value {
    if result == INTENTIONAL_DRAW {
        return json!({ "games_won": {}, "intentional_draw": true });
    }
    let (first, second) = match (players, result.winner.seat()) {
        ([first, second], _) => (first, second),
        (_, Some(seat)) => return json!({ "places": { players[seat].to_string(): 1 } }),
        (_, None) => return json!({ "intentional_draw": true }),
    };
    let games = result.games.map_or((0, 0, 0), |games| (games.first, games.second, games.drawn));
    json!({ "games_won": { first.to_string(): games.0, second.to_string(): games.1 }, "games_drawn": games.2 })
}

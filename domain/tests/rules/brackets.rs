//! Brackets that are played to the end with random results: lives, numbers of matches, changes by hand. `BRACKETS=all`
//! plays all sizes up to 256.

use std::collections::{HashMap, HashSet};

use domain::pairing::EntrantId;
use domain::tournament::Tournament;
use domain::tournament::playoff::Playoff;
use domain::tournament::records::places;
use proto_events::TournamentEvent as E;
use proto_events::ids::RegistrationId;
use proto_events::tournament::TournamentDetails;
use proto_events::vocabulary::{PlayoffKind, RegistrationStatus};

use crate::support::{Script, details, envelopes};

/// Players who are not in the cut.
const OTHERS: i64 = 6;

/// What happens besides wins.
#[derive(Clone, Copy, PartialEq)]
enum Course {
    /// Every match has a winner, and each player comes.
    Regular,
    /// Some drop, some matches are lost by both.
    Losses,
    /// Staff also change pairings.
    ByHand,
}

struct Play {
    script: Script,
    kind: PlayoffKind,
    course: Course,
    random: u64,
    number: i32,
    defeats: HashMap<i64, usize>,
    dropped: HashSet<i64>,
    by_hand: HashSet<i64>,
    /// The matches of two, third place included.
    matches: usize,
    /// The rounds: the number of events before each, and its tables.
    rounds: Vec<(usize, Vec<Vec<EntrantId>>)>,
}

impl Play {
    fn new(players: i64, kind: PlayoffKind, course: Course, seed: u64) -> Self {
        let details = TournamentDetails { playoff: kind, ..details() };
        let script = Script::with(players + OTHERS, details).cut(0, &(1..=players).collect::<Vec<_>>());
        let (defeats, rounds, random) = (HashMap::new(), Vec::new(), seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let (dropped, by_hand) = (HashSet::new(), HashSet::new());
        Self { script, kind, course, random, number: 0, defeats, dropped, by_hand, matches: 0, rounds }
    }

    /// Returns a random number below this one.
    fn below(&mut self, end: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 20) as usize % end
    }

    fn playoff(&self) -> Playoff {
        Playoff::before(&self.script.fold(), i32::MAX).unwrap()
    }

    fn lives(&self) -> usize {
        let is_double = matches!(self.kind, PlayoffKind::DoubleElimination | PlayoffKind::DoubleEliminationReset);
        1 + usize::from(is_double)
    }

    fn then(&mut self, event: E) {
        self.script.events.push(event);
    }

    fn set_status(&mut self, player: i64, status: RegistrationStatus) {
        self.then(E::RegistrationStatusChanged { registration_id: RegistrationId(player), status });
    }

    fn play_to_the_end(&mut self) -> Playoff {
        loop {
            let playoff = self.playoff();
            let tables = playoff.next_round();
            if tables.is_empty() {
                return playoff;
            }
            assert!(self.number < 40, "it does not end");
            self.number += 1;
            for loser in playoff.losers.iter().filter(|id| !playoff.third_place.contains(id)) {
                self.set_status(loser.0, RegistrationStatus::Eliminated);
            }
            for dropped in self.dropped.clone() {
                self.then(E::PlayerDropped { registration_id: RegistrationId(dropped) });
            }
            self.rounds.push((self.script.events.len(), tables.clone()));
            self.check(&playoff, &tables);
            self.play(&playoff, tables);
        }
    }

    fn check(&self, playoff: &Playoff, tables: &[Vec<EntrantId>]) {
        let mut seated: Vec<i64> = tables.iter().flatten().map(|id| id.0).collect();
        assert!(seated.iter().all(|id| !self.dropped.contains(id)), "who dropped is paired");
        let main = tables.iter().filter(|table| !playoff.is_for_third_place(table)).flatten();
        let lost = |id: i64| self.defeats.get(&id).copied().unwrap_or(0);
        for id in main.map(|id| id.0).filter(|id| !self.by_hand.contains(id)) {
            assert!(lost(id) < self.lives(), "{id} has no life left: {:?}", self.rounds);
        }
        let players = seated.len();
        seated.sort_unstable();
        seated.dedup();
        assert_eq!(seated.len(), players, "no one plays twice");
    }

    fn play(&mut self, playoff: &Playoff, mut tables: Vec<Vec<EntrantId>>) {
        let third = tables.iter().position(|table| playoff.is_for_third_place(table)).map(|at| tables.remove(at));
        if self.course == Course::ByHand && self.below(3) == 0 {
            self.change(playoff, &mut tables);
        }
        let mut told = Vec::new();
        for table in &tables {
            told.push(self.result(table));
        }
        if let Some([one, other]) = third.as_deref() {
            self.matches += 1;
            told.push(format!("{}v{} 2-0 consolation", one.0, other.0));
        }
        let told: Vec<&str> = told.iter().map(String::as_str).collect();
        self.script = self.script.clone().open(playoff.phase_type(), self.number, &told).complete(self.number);
        for player in tables.concat() {
            if self.course != Course::Regular && self.below(30) == 0 {
                self.dropped.insert(player.0);
                self.then(E::PlayerDropped { registration_id: RegistrationId(player.0) });
            }
        }
    }

    fn result(&mut self, table: &[EntrantId]) -> String {
        let [one, other] = *table else { return format!("{} bye", table[0].0) };
        self.matches += 1;
        let both = self.course != Course::Regular && self.below(12) == 0;
        let wins = self.below(2) == 0;
        let lost = [both || !wins, both || wins];
        for (id, _) in [one, other].into_iter().zip(lost).filter(|(_, lost)| *lost) {
            *self.defeats.entry(id.0).or_default() += 1;
        }
        let result = if both {
            "both-lose"
        } else if wins {
            "2-0"
        } else {
            "1-2"
        };
        format!("{}v{} {result}", one.0, other.0)
    }

    /// Changes tables as staff may: two players change places, or another player comes instead of one.
    fn change(&mut self, playoff: &Playoff, tables: &mut [Vec<EntrantId>]) {
        let (one, other) = (self.below(tables.len()), self.below(tables.len()));
        if self.below(2) == 0 {
            let (seat, other_seat) = (self.below(tables[one].len()), self.below(tables[other].len()));
            let (first, second) = (tables[one][seat], tables[other][other_seat]);
            (tables[one][seat], tables[other][other_seat]) = (second, first);
            return;
        }
        let is_seated = |id: &i64| tables.iter().flatten().any(|seated| seated.0 == *id);
        let is_free =
            |id: &i64| !playoff.survivors.contains(&EntrantId(*id)) && !playoff.third_place.contains(&EntrantId(*id));
        let everyone = 1..=self.script.fold().registrations.len() as i64;
        let newcomers: Vec<i64> =
            everyone.filter(|id| is_free(id) && !is_seated(id) && !self.dropped.contains(id)).collect();
        if newcomers.is_empty() {
            return;
        }
        let newcomer = newcomers[self.below(newcomers.len())];
        self.set_status(newcomer, RegistrationStatus::Complete);
        self.by_hand.insert(newcomer);
        let seat = self.below(tables[one].len());
        tables[one][seat] = EntrantId(newcomer);
    }
}

const KINDS: [PlayoffKind; 4] = [
    PlayoffKind::SingleElimination,
    PlayoffKind::ThirdPlace,
    PlayoffKind::DoubleElimination,
    PlayoffKind::DoubleEliminationReset,
];

/// The sizes to play, with each kind.
fn sizes(few: &[i64]) -> Vec<(i64, PlayoffKind)> {
    let all = std::env::var("BRACKETS").is_ok_and(|sizes| sizes == "all");
    let sizes: Vec<i64> = if all { (2..=256).collect() } else { few.to_vec() };
    sizes.into_iter().flat_map(|players| KINDS.map(|kind| (players, kind))).collect()
}

#[test]
fn each_player_is_out_after_as_many_defeats_as_there_are_lives() {
    for (players, kind) in sizes(&[2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16, 17, 31, 32, 33, 64, 100, 256]) {
        for seed in 0..if players < 20 { 4 } else { 1 } {
            let mut play = Play::new(players, kind, Course::Regular, seed);
            let end = play.play_to_the_end();
            let [winner] = end.survivors[..] else { panic!("{players} {kind}: {:?}", end.survivors) };
            let lost = |id: i64| play.defeats.get(&id).copied().unwrap_or(0);
            let by_one = (1..=players).filter(|id| lost(*id) < play.lives() && *id != winner.0).count();
            // The winner of the winners' bracket may lose the only final.
            let finalist = usize::from(kind == PlayoffKind::DoubleElimination && lost(winner.0) == 1);
            assert_eq!(by_one, finalist, "{players} {kind}");
            assert!(end.is_followed && end.nodes.iter().all(|node| node.is_over), "{players} {kind}");
            let size = usize::try_from(players).unwrap();
            let expected = match kind {
                PlayoffKind::SingleElimination => size - 1,
                PlayoffKind::ThirdPlace => size - 1 + usize::from(size > 3),
                PlayoffKind::DoubleElimination => 2 * size - 2,
                PlayoffKind::DoubleEliminationReset => 2 * size - 2 + lost(winner.0),
            };
            assert_eq!(play.matches, expected, "{players} {kind}");
            let places = places(&play.script.clone().finish().fold());
            assert_eq!(places[&RegistrationId(winner.0)], 1, "{players} {kind}");
        }
    }
}

#[test]
fn with_drops_and_double_losses_no_one_without_a_life_is_paired_and_it_ends() {
    for (players, kind) in sizes(&[2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 17, 24, 33, 64, 129]) {
        for seed in 0..if players < 20 { 8 } else { 2 } {
            let mut play = Play::new(players, kind, Course::Losses, seed);
            let end = play.play_to_the_end();
            assert!(end.survivors.len() <= 1 && end.is_followed, "{players} {kind} {seed}: {:?}", end.survivors);
            for (events, tables) in &play.rounds {
                let log = Tournament::from_events(&envelopes(&play.script.events[..*events])).unwrap();
                let again = Playoff::before(&log, i32::MAX).unwrap();
                assert_eq!(again.next_round(), *tables, "{players} {kind} {seed}");
            }
        }
    }
}

#[test]
fn changes_by_hand_leave_a_bracket_that_ends() {
    for (players, kind) in sizes(&[2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 17, 24, 40]) {
        for seed in 0..if players < 20 { 12 } else { 4 } {
            let mut play = Play::new(players, kind, Course::ByHand, seed);
            let end = play.play_to_the_end();
            assert!(end.survivors.len() <= 1, "{players} {kind} {seed}: {:?}", end.survivors);
        }
    }
}

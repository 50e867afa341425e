//! Random events.

use e2e::generate::Dice;

use super::event::{Event, Outcome, Seat, System};

/// Random numbers, which are the same on every machine.
struct Chance(Dice);

impl Chance {
    fn roll(&mut self, sides: usize) -> usize {
        usize::try_from(self.0.roll(u64::try_from(sides).unwrap())).unwrap()
    }

    fn one_in(&mut self, sides: usize) -> bool {
        self.roll(sides) == 0
    }
}

/// Generates an event of 8 to 40 players and 3 to 9 rounds.
pub(super) fn event(system: System, seed: u64) -> Event {
    let mut dice = Chance(Dice(seed));
    let (players, rounds) = (8 + dice.roll(33), 3 + dice.roll(7));
    let weights = (0..rounds).map(|_| if system == System::Strength && dice.one_in(3) { 2 } else { 1 }).collect();
    let starts_anew = !dice.one_in(3);
    let mut event = Event { exits: vec![None; players], rounds: Vec::new(), weights, cut: None, starts_anew };
    let cut_after = if system == System::Resistance && dice.one_in(2) { 1 + dice.roll(rounds - 1) } else { 0 };
    for number in 1..=rounds {
        let mut field: Vec<usize> = event.players().filter(|player| !event.is_out(*player, number)).collect();
        for place in (1..field.len()).rev() {
            field.swap(place, dice.roll(place + 1));
        }
        event.rounds.push(tables(system, &field, number == 1, &mut dice));
        for player in &field {
            let disqualified = dice.one_in(6);
            event.exits[*player] = dice.one_in(16).then_some((number, disqualified));
        }
        if number == cut_after {
            field.retain(|player| event.exits[*player].is_none() && dice.one_in(2));
            event.cut = Some((number, field));
        }
    }
    event
}

fn tables(system: System, mut field: &[usize], is_first: bool, dice: &mut Chance) -> Vec<Vec<Seat>> {
    let mut tables = Vec::new();
    while let Some(first) = field.first() {
        let seats = if system == System::Pods { 3 + dice.roll(3) } else { 2 };
        let is_alone = field.len() < seats || dice.one_in(30);
        let (seated, waiting) = field.split_at(if is_alone { 1 } else { seats });
        let outcome = if is_first && dice.one_in(2) { Outcome::Lost } else { Outcome::Won };
        let alone = Seat { player: *first, outcome, games_won: 0, games_drawn: 0, score: 0 };
        tables.push(if is_alone { vec![alone] } else { play(system, seated, dice) });
        field = waiting;
    }
    tables
}

fn play(system: System, players: &[usize], dice: &mut Chance) -> Vec<Seat> {
    let (kind, winner, lost_games) = (dice.roll(14), dice.roll(players.len()), dice.roll(2));
    let drawn_games = [[1, 1], [1, 0], [0, 1], [0, 3]][dice.roll(4)];
    let destroyed = [dice.roll(301), dice.roll(301)];
    let seated = players.iter().enumerate().map(|(seat, player)| {
        let outcome = match kind {
            0 => Outcome::Lost,
            // In a pod, players may be out of the game before the others draw.
            1 | 2 if seat > 1 && dice.one_in(3) => Outcome::Lost,
            1 | 2 => Outcome::Drew,
            _ if seat == winner => Outcome::Won,
            _ => Outcome::Lost,
        };
        let [games_won, games_drawn, margin_score, match_score] = match outcome {
            Outcome::Won => [2, 0, destroyed[0].max(destroyed[1]), 6 - 2 * lost_games],
            Outcome::Drew => [drawn_games[0], drawn_games[1], destroyed[0], 3],
            Outcome::Lost if kind > 2 => [lost_games, 0, destroyed[0].min(destroyed[1]), lost_games],
            Outcome::Lost => [0; 4],
        }
        .map(|number| i128::try_from(number).unwrap());
        let score = if system == System::Margin { margin_score } else { match_score };
        Seat { player: *player, outcome, games_won, games_drawn, score }
    });
    seated.collect()
}

//! Pairs a round by standing: first against second, else against third, and so on, as long as this adds neither
//! rematches nor total point difference, or total of its squares if those come first. Opponents not met before are
//! preferred to all others, whatever their standing.
//!
//! Pairs are chosen from the top down. A choice is accepted if the lower bound for the remaining pairs, which follows
//! from parity alone, still adds up to the best total. That is nearly always so. If the choices lead to a dead end, the
//! last ones are taken back. If that does not help soon, and wherever a choice costs more than parity predicts, the
//! engine computes the true cost of the rest. So the first complete pairing is the first in the order of standing among
//! the best.
//!
//! Real fields need a handful of engine calls. A league in which nearly all have met could need minutes, so the number
//! of calls is limited. When it is used up, the engine pairs the rest, starting from the last choice that is known to
//! be right.

use super::engine::{Aim, Pair, cost_of, least_cost_pairs};
use super::entrant::Entrant;
use super::field::{Cost, Field};
use super::random::SeededRandom;

/// Choices taken back without progress before the engine checks which of them were wrong.
const STEPS_BACK: usize = 16;

/// Engine calls that are always allowed.
const QUESTIONS: usize = 64;

/// In small fields, more engine calls are allowed: up to this number of places in all calls together.
const PLACES_IN_QUESTION: usize = 20_000;

/// A pair: two positions in the order of standing.
type Choice = (usize, usize);

/// An opponent's place in the order of preference: first those not met before, then by standing.
type Preference = (bool, usize);

struct Search<'a> {
    field: &'a Field,
    /// Places of the field, by standing.
    order: Vec<usize>,
    /// The score group of each position.
    group_of: Vec<usize>,
    groups: Vec<ScoreGroup>,
    is_taken: Vec<bool>,
    /// The choices, each with the cost of those before it.
    choices: Vec<(Choice, Cost)>,
    /// Cost of the choices.
    spent: Cost,
    /// Least cost of the whole round.
    best: Cost,
    /// Number of choices that are known to be right.
    proven: usize,
    questions_left: usize,
}

#[derive(Debug, Clone, Copy)]
struct ScoreGroup {
    points: i64,
    /// The position after the last of the group.
    end: usize,
    /// Number of its players without an opponent.
    left: usize,
}

/// Returns the pairs of a round by standing. The bye is decided first, by lot.
pub(super) fn pairs(field: &Field, players: &[&Entrant], random: &mut SeededRandom) -> Vec<Pair> {
    let all: Vec<usize> = (0..field.len()).collect();
    let mut best = least_cost_pairs(field, &all, Aim::LeastSum, random);
    let bye = best.iter().position(|pair| field.is_bye(pair.0) || field.is_bye(pair.1)).map(|at| best.swap_remove(at));
    let mut order: Vec<usize> = best.iter().flat_map(|(first, second)| [*first, *second]).collect();
    order.sort_unstable_by_key(|place| (-field.points[*place], players[*place].rank, *place));
    let mut search = Search::new(field, order, cost_of(field, &best).without_last());
    let mut pairs = if search.run() { search.pairs() } else { search.pairs_as_far_as_proven() };
    pairs.extend(bye);
    pairs
}

impl<'a> Search<'a> {
    fn new(field: &'a Field, order: Vec<usize>, best: Cost) -> Self {
        let (mut groups, mut group_of) = (Vec::new(), Vec::with_capacity(order.len()));
        for same in order.chunk_by(|one, other| field.points[*one] == field.points[*other]) {
            group_of.resize(group_of.len() + same.len(), groups.len());
            groups.push(ScoreGroup { points: field.points[same[0]], end: group_of.len(), left: same.len() });
        }
        let is_taken = vec![false; order.len()];
        let (choices, spent) = (Vec::new(), Cost::default());
        let questions_left = QUESTIONS.max(PLACES_IN_QUESTION / order.len().max(1));
        Self { field, order, group_of, groups, is_taken, choices, spent, best, proven: 0, questions_left }
    }

    fn pairs(&self) -> Vec<Pair> {
        self.choices.iter().map(|((first, second), _)| (self.order[*first], self.order[*second])).collect()
    }

    /// Returns the choices that are known to be right, and the engine's pairs for the rest.
    fn pairs_as_far_as_proven(&mut self) -> Vec<Pair> {
        while self.choices.len() > self.proven && self.take_back().is_some() {}
        let mut pairs = self.pairs();
        pairs.extend(self.pairs_of_rest());
        pairs
    }

    /// Makes all choices. Returns false if the engine calls are used up first.
    fn run(&mut self) -> bool {
        let (mut top, mut after, mut farthest, mut steps_back) = (0, None, 0, 0);
        while self.questions_left > 0 {
            while self.is_taken.get(top) == Some(&true) {
                top += 1;
            }
            if top == self.order.len() {
                return true;
            }
            if self.choose(top, after) {
                after = None;
                if self.choices.len() > farthest {
                    (farthest, steps_back) = (self.choices.len(), 0);
                }
                continue;
            }
            steps_back += 1;
            let Some(wrong) = self.step_back(steps_back > STEPS_BACK) else { return false };
            (top, after) = (wrong.0, Some(self.preference(wrong)));
        }
        false
    }

    /// Takes the last choice back and, with the engine's help, all wrong choices before it. Returns the first choice
    /// that was taken back.
    fn step_back(&mut self, with_questions: bool) -> Option<Choice> {
        loop {
            if self.choices.len() == self.proven {
                return None;
            }
            let wrong = self.take_back()?;
            if !with_questions || self.is_possible() {
                return Some(wrong);
            }
        }
    }

    /// Chooses the best opponent for the top player, after the given one in the order of preference.
    fn choose(&mut self, top: usize, after: Option<Preference>) -> bool {
        let parity = self.least_for_rest(None);
        let (mut last, mut is_detour_proven) = (after, false);
        while let Some((preference, cost, rest)) = self.next_opponent(top, last) {
            last = Some(preference);
            // This costs more than parity demands, so the engine first has to confirm that it is necessary.
            let is_detour = cost + rest > parity;
            if is_detour && !is_detour_proven {
                if !self.is_possible() {
                    return false;
                }
                is_detour_proven = true;
            }
            self.take((top, preference.1));
            if !is_detour || self.is_possible() {
                return true;
            }
            self.take_back();
        }
        false
    }

    /// Returns the top player's next opponent that parity allows, with the cost of the pair and the lower bound for the
    /// rest.
    fn next_opponent(&self, top: usize, after: Option<Preference>) -> Option<(Preference, Cost, Cost)> {
        let first_time = if after.is_some_and(|(is_met, _)| is_met) { None } else { Some(false) };
        let again = (self.best.rematches > self.spent.rematches).then_some(true);
        for is_met in first_time.into_iter().chain(again) {
            let from = after.filter(|after| after.0 == is_met).map_or(top, |(_, position)| position);
            let mut position = from + 1;
            while position < self.order.len() {
                let group = self.group_of[position];
                let rest = self.least_for_rest(Some((self.group_of[top], group)));
                let end = self.groups[group].end;
                let steps =
                    self.field.of_difference(self.groups[self.group_of[top]].points - self.groups[group].points);
                let is_hopeless = self.spent + steps.without_last() + rest > self.best;
                for second in (position..end).filter(|second| !is_hopeless && !self.is_taken[*second]) {
                    let cost = self.cost((top, second));
                    if (cost.rematches > 0) == is_met && self.spent + cost + rest <= self.best {
                        return Some(((is_met, second), cost, rest));
                    }
                }
                position = end;
            }
        }
        None
    }

    /// Whether the best total can still be reached. Always false once the engine calls are used up.
    fn is_possible(&mut self) -> bool {
        if self.questions_left == 0 {
            return false;
        }
        self.questions_left -= 1;
        let is_possible = self.spent + cost_of(self.field, &self.pairs_of_rest()).without_last() <= self.best;
        if is_possible {
            // All better alternatives to the choices so far have been found impossible.
            self.proven = self.choices.len();
        }
        is_possible
    }

    fn pairs_of_rest(&self) -> Vec<Pair> {
        let left = (0..self.order.len()).filter(|position| !self.is_taken[*position]);
        let left: Vec<usize> = left.map(|position| self.order[position]).collect();
        // The seed does not matter: only the cost is needed, or pairs whose order by standing is given up.
        least_cost_pairs(self.field, &left, Aim::LeastSum, &mut SeededRandom::new(0))
    }

    fn take(&mut self, choice: Choice) {
        self.mark(choice, true);
        self.choices.push((choice, self.spent));
        self.spent = self.spent + self.cost(choice);
    }

    fn take_back(&mut self) -> Option<Choice> {
        let (choice, before) = self.choices.pop()?;
        self.mark(choice, false);
        self.spent = before;
        Some(choice)
    }

    fn mark(&mut self, (first, second): Choice, is_taken: bool) {
        for position in [first, second] {
            self.is_taken[position] = is_taken;
            let left = &mut self.groups[self.group_of[position]].left;
            *left = if is_taken { *left - 1 } else { *left + 1 };
        }
    }

    fn cost(&self, (first, second): Choice) -> Cost {
        self.field.cost(self.order[first], self.order[second]).without_last()
    }

    fn preference(&self, choice: Choice) -> Preference {
        (self.cost(choice).rematches > 0, choice.1)
    }

    /// Returns the lower bound by parity for all players left, without one player of each of two groups.
    fn least_for_rest(&self, without: Option<(usize, usize)>) -> Cost {
        let (mut above, mut least, mut points) = (0, Cost::default(), 0);
        for (at, group) in self.groups.iter().enumerate() {
            let leaving = without.map_or(0, |(one, other)| usize::from(one == at) + usize::from(other == at));
            // A pair that passes over a group with no one left has the square of the whole difference.
            if group.left == leaving && self.field.squares_first {
                continue;
            }
            if above % 2 == 1 {
                least = least + self.field.of_difference(points - group.points);
            }
            // Only parity counts, so adding a leaving player is the same as subtracting one.
            above += group.left + leaving;
            points = group.points;
        }
        least.without_last()
    }
}

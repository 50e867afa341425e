//! A round by standing: first against second, else against third, and so on, as far as neither rematches nor the total
//! difference of points grow by it. Somebody not met before comes first, whatever the standing.
//!
//! The pairs are chosen from the top down. A choice is taken if the least that the others can cost after it, by parity alone,
//! still adds up to the best total; that is nearly always so. Where the choices come to a dead end, the last ones are taken
//! back; if that does not help soon, and wherever a choice costs more than parity said, the engine tells what the rest costs
//! in truth. So the first pairing that comes out whole is the first in the order of standing among the best.
//!
//! Real fields ask the engine a handful of times. A league in which nearly all have met could ask for minutes, so the number
//! of questions has an end; from the last choice that is known to be right, the engine pairs the rest then.

use super::Entrant;
use super::engine::{Aim, Pair, cost_of, least_cost_pairs};
use super::field::{Cost, Field};
use super::lots::Lots;

/// How often choices are taken back without getting any farther before the engine is asked which of them were wrong.
const STEPS_BACK: usize = 16;

/// How often the engine may be asked, at least.
const QUESTIONS: usize = 64;

/// How many places may be asked about altogether, if that is more.
const PLACES_IN_QUESTION: usize = 20_000;

/// Two positions in the order of standing.
type Choice = (usize, usize);

/// Where an opponent stands in the order of preference: those met before come after all others, then standing counts.
type Preference = (bool, usize);

struct Search<'a> {
    field: &'a Field,
    /// Places by standing.
    order: Vec<usize>,
    /// For each position, its score group.
    group_of: Vec<usize>,
    groups: Vec<ScoreGroup>,
    is_taken: Vec<bool>,
    choices: Vec<Choice>,
    /// What the choices cost.
    spent: Cost,
    /// What everything costs at best.
    best: Cost,
    /// So many of the choices are known to be right.
    proven: usize,
    questions_left: usize,
}

#[derive(Debug, Clone, Copy)]
struct ScoreGroup {
    points: i64,
    /// The position after its last.
    end: usize,
    /// How many of it have no opponent yet.
    left: usize,
}

/// The pairs of a round by standing. Who gets the bye is decided by lot first.
pub(super) fn pairs(field: &Field, players: &[&Entrant], lots: &mut Lots) -> Vec<Pair> {
    let all: Vec<usize> = (0..field.len()).collect();
    let mut best = least_cost_pairs(field, &all, Aim::LeastSum, lots);
    let bye = best.iter().position(|pair| field.is_bye(pair.0) || field.is_bye(pair.1)).map(|at| best.swap_remove(at));
    let mut order: Vec<usize> = best.iter().flat_map(|(first, second)| [*first, *second]).collect();
    order.sort_unstable_by_key(|place| (-field.points[*place], players[*place].rank, *place));
    let mut search = Search::new(field, order, cost_of(field, &best).without_squares());
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
        self.choices.iter().map(|(first, second)| (self.order[*first], self.order[*second])).collect()
    }

    /// The choices that are known to be right, and the engine's for the rest.
    fn pairs_as_far_as_proven(&mut self) -> Vec<Pair> {
        while self.choices.len() > self.proven && self.take_back().is_some() {}
        let mut pairs = self.pairs();
        pairs.extend(self.pairs_of_rest());
        pairs
    }

    /// Makes all choices. False if the questions ran out before.
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

    /// Takes the last choice back, and all before it that were wrong as well, if the engine is to say so. Returns the first
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

    /// Takes the best opponent for whoever is at the top, after the given one.
    fn choose(&mut self, top: usize, after: Option<Preference>) -> bool {
        let parity = self.least_for_rest(None);
        let (mut last, mut is_detour_proven) = (after, false);
        while let Some((preference, cost, rest)) = self.next_opponent(top, last) {
            last = Some(preference);
            // More than parity demands: before that is spent, the engine has to say that it is needed.
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

    /// The next opponent for the top one that parity allows, what the pair costs, and the least that the rest costs then.
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
                let steps = Cost::of_difference(self.groups[self.group_of[top]].points - self.groups[group].points);
                let is_hopeless = self.spent + steps.without_squares() + rest > self.best;
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

    /// Whether the best total can still be reached. After the last question nothing can.
    fn is_possible(&mut self) -> bool {
        if self.questions_left == 0 {
            return false;
        }
        self.questions_left -= 1;
        let is_possible = self.spent + cost_of(self.field, &self.pairs_of_rest()).without_squares() <= self.best;
        if is_possible {
            // Whatever would have been better than one of the choices so far was found impossible before.
            self.proven = self.choices.len();
        }
        is_possible
    }

    fn pairs_of_rest(&self) -> Vec<Pair> {
        let left = (0..self.order.len()).filter(|position| !self.is_taken[*position]);
        let left: Vec<usize> = left.map(|position| self.order[position]).collect();
        // The lots matter to nobody: what is asked for is the cost, or what remains when there is no order any more.
        least_cost_pairs(self.field, &left, Aim::LeastSum, &mut Lots::new(0))
    }

    fn take(&mut self, choice: Choice) {
        self.mark(choice, true);
        self.spent = self.spent + self.cost(choice);
        self.choices.push(choice);
    }

    fn take_back(&mut self) -> Option<Choice> {
        let choice = self.choices.pop()?;
        self.mark(choice, false);
        self.spent = self.spent - self.cost(choice);
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
        self.field.cost(self.order[first], self.order[second]).without_squares()
    }

    fn preference(&self, choice: Choice) -> Preference {
        (self.cost(choice).rematches > 0, choice.1)
    }

    /// The least that all who are left can cost by parity, without one player of each of two groups.
    fn least_for_rest(&self, without: Option<(usize, usize)>) -> Cost {
        let (mut above, mut difference, mut points) = (0, 0, 0);
        for (at, group) in self.groups.iter().enumerate() {
            if above % 2 == 1 {
                difference += points - group.points;
            }
            let leaving = without.map_or(0, |(one, other)| usize::from(one == at) + usize::from(other == at));
            // Only whether it is odd counts, so whoever leaves may as well come twice.
            above += group.left + leaving;
            points = group.points;
        }
        Cost::of_difference(difference).without_squares()
    }
}

//! Other ways to go on than the next step: a player meeting, draft pods, a Swiss round, the end of the event.

use domain::permissions::Operation;
use domain::tournament::Tournament;
use proto_events::vocabulary::ProgressStatus;

use crate::desk::next_step::{
    Button, Step, competitors, has_rounds_in_pods, is_in_playoff, is_registering, last_number, needed,
};
use crate::texts::Texts;

/// Returns the other ways, without the next step itself and without those that the role does not allow.
pub(crate) fn others(event: &Tournament, texts: &Texts, next: &Step, may: impl Fn(Operation) -> bool) -> Vec<Button> {
    let is_next = |way: &Button| next.button.as_ref().is_some_and(|next| next.step == way.step);
    let ways = ways(event, texts).into_iter();
    ways.filter(|way| !is_next(way) && may(needed(way.page))).collect()
}

fn ways(event: &Tournament, texts: &Texts) -> Vec<Button> {
    let last = event.rounds().next_back().map(|(_, round)| round);
    let is_open = last.is_some_and(|round| round.status != ProgressStatus::Complete);
    if event.lifecycle.is_finished() || is_open || competitors(event) < 2 {
        return Vec::new();
    }
    let played = last_number(event);
    let way = |page, step, label| Button { page, step, label };
    let finish = (played > 0).then(|| way("status", "finish", texts.say("desk-do-finish")));
    if is_in_playoff(event) {
        return finish.into_iter().collect();
    }
    let (page, pair) = if is_registering(event) { ("status", "first-round") } else { ("round", "pair") };
    let number = played + 1;
    let mut ways = vec![way(page, pair, texts.with("desk-do-pair-swiss", "number", number))];
    if !event.is_team_event() && has_rounds_in_pods(event) {
        ways.push(way(page, "draft", texts.with("desk-do-pair-in-pods", "number", number)));
        ways.push(way(page, "new-pods", texts.say("desk-do-pods")));
    } else if !event.is_team_event() {
        ways.push(way(page, "draft", texts.say("desk-do-pods")));
    }
    if played == 0 {
        ways.push(way(page, "meeting", texts.say("desk-do-meeting")));
        ways.push(way(page, "random-meeting", texts.say("desk-do-random-meeting")));
    }
    ways.extend(finish);
    ways
}

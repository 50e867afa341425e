//! What a follower has heard of the views, and what it makes of it: no clock, no task and no network of its own.
//!
//! Commits of a shard are numbered. *Heard* is the number up to which nothing a commit changed can still be in a cache:
//! because its notice was posted, or because [`Notice::Everything`] was posted after the commit. Progress is raised to what is
//! heard, and always after the posting that it rests on.
//!
//! * A notice under the next number is posted. One under an older number changes nothing.
//! * Under a later number, some were lost: `Everything`.
//! * What the store says alone decides which generation is served, and how it is divided. A notice of another only asks for a
//!   look at the store.
//! * Where the store is ahead of what was heard, a notice may be on its way: that is waited for, but not for long.
//! * Without a look at the store that bore out what was heard, nothing stays in a cache for longer than [`BLIND`].

use std::collections::HashMap;
use std::time::Duration;

use storage::{Checkpoint, Generation, Notice, Place, Reached, Shard, Told};
use tokio::time::Instant;

/// How long a notice may be on its way after the store was seen to be ahead.
const ON_THE_WAY: Duration = Duration::from_millis(250);
/// What lies at least between two `Everything` for lost notices: emptying a cache costs something.
const APART: Duration = Duration::from_millis(50);
/// After this time without `Everything`, and without a look that bore out what was heard, caches are emptied. What is promised
/// are two seconds.
pub(super) const BLIND: Duration = Duration::from_millis(1_800);
/// Places remembered of what the store does not serve.
const ELSEWHERE: usize = 64;

/// What is to be done, in this order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Output {
    /// Post this on the board.
    Post(Notice),
    /// Say that the views are this far.
    Raise(Reached),
}

/// The number of a shard's commit, and how far the shard was with it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Mark {
    number: i64,
    reached: Reached,
}

impl Mark {
    fn of(place: &Place) -> Self {
        Self { number: place.commits, reached: place.reached }
    }

    /// The later of both.
    fn most(self, other: Self) -> Self {
        if other.number > self.number { other } else { self }
    }
}

/// The generation that is served.
#[derive(Debug)]
struct Active {
    generation: Generation,
    /// What is heard, by shard.
    heard: Vec<Mark>,
    /// What was heard when the look under way began: less than that the store cannot say.
    at_look: Vec<Mark>,
    doubt: Option<Doubt>,
}

/// Commits known of without their notices.
#[derive(Debug)]
struct Doubt {
    /// When `Everything` stands in for the notices.
    due: Instant,
    /// Whether one is lost for sure.
    lost: bool,
    /// Up to where, by shard.
    marks: Vec<Mark>,
    /// When the look that it comes from began.
    began: Option<Instant>,
}

impl Active {
    fn of(checkpoint: &Checkpoint) -> Self {
        let heard: Vec<_> = checkpoint.shards.iter().map(Mark::of).collect();
        Self { generation: checkpoint.generation, at_look: heard.clone(), heard, doubt: None }
    }

    /// The index of a shard, if this generation is divided in that way.
    fn index_of(&self, generation: Generation, shard: Shard) -> Option<usize> {
        let index = usize::try_from(shard.index).ok()?;
        let is_one = generation == self.generation && usize::try_from(shard.of).ok()? == self.heard.len();
        (is_one && index < self.heard.len()).then_some(index)
    }

    /// Whether a checkpoint speaks of the same generation in the same division, and of no earlier state of it.
    fn goes_on_in(&self, checkpoint: &Checkpoint) -> bool {
        let same = checkpoint.generation == self.generation && checkpoint.shards.len() == self.heard.len();
        same && !self.is_after(checkpoint)
    }

    /// Whether a checkpoint of the same generation is from before what was heard: the store was set back, or begun anew.
    fn is_after(&self, checkpoint: &Checkpoint) -> bool {
        let mut places = checkpoint.shards.iter();
        if checkpoint.shards.len() == self.heard.len() {
            let is_before = |(place, mark): (&Place, &Mark)| {
                place.commits < mark.number || place.reached.applied < mark.reached.applied
            };
            return places.zip(&self.at_look).any(is_before);
        }
        // A generation that is divided anew goes on from the highest number, and from where the last of its shards stood.
        let number = self.at_look.iter().map(|mark| mark.number).max().unwrap_or_default();
        let applied = self.at_look.iter().map(|mark| mark.reached.applied).min().unwrap_or_default();
        places.any(|place| place.commits < number || place.reached.applied < applied)
    }

    fn is_behind(&self, marks: &[Mark]) -> bool {
        self.heard.iter().zip(marks).any(|(heard, mark)| mark.number > heard.number)
    }

    /// Notes that the store is ahead. A doubt that is there already keeps its time; where nothing is lost for sure, also what
    /// it is about, since notices of what came later are on their way.
    fn doubt_up_to(&mut self, marks: Vec<Mark>, due: Instant, began: Instant) {
        match &mut self.doubt {
            Some(doubt) => {
                let is_sooner = due < doubt.due;
                doubt.due = doubt.due.min(due);
                if doubt.lost || is_sooner {
                    for (known, mark) in doubt.marks.iter_mut().zip(marks) {
                        *known = known.most(mark);
                    }
                    doubt.began = Some(began);
                }
            }
            None => self.doubt = Some(Doubt { due, lost: false, marks, began: Some(began) }),
        }
    }
    fn reached(&self) -> Reached {
        self.heard.iter().map(|mark| mark.reached).reduce(Reached::least).unwrap_or_default()
    }
}

/// What was heard.
#[derive(Debug)]
pub(super) struct Heard {
    /// Whether notices come in at all.
    listening: bool,
    /// Since when they do again, until a look since then shows what was missed.
    listening_again: Option<Instant>,
    active: Option<Active>,
    /// What was told of generations and divisions that are not served, as far as is known.
    elsewhere: HashMap<(Generation, Shard), Mark>,
    /// Whether that came since the last look began, and whether it came before and no look has cleared it up yet. Until then
    /// the views are not said to be further than before: a division that went on from an earlier place may have begun.
    strange: (bool, bool),
    raised: Reached,
    /// Nothing that was committed before this time is still in a cache as it was before.
    sure_at: Instant,
    everything_at: Option<Instant>,
    /// When the last look that came to an answer began.
    looked_at: Instant,
    wants_look: bool,
}

impl Heard {
    /// Nothing heard.
    pub(super) fn new(now: Instant) -> Self {
        Self {
            listening: false,
            listening_again: None,
            active: None,
            elsewhere: HashMap::new(),
            strange: (false, false),
            raised: Reached::default(),
            sure_at: now,
            everything_at: None,
            looked_at: now,
            wants_look: true,
        }
    }

    /// Whether the store should be looked at without delay.
    pub(super) fn wants_look(&self) -> bool {
        self.wants_look
    }

    /// When [`Heard::tick`] has something to do.
    pub(super) fn due(&self) -> Instant {
        let doubt = self.active.as_ref().and_then(|active| active.doubt.as_ref());
        let blind = self.sure_at + BLIND;
        doubt.map_or(blind, |doubt| doubt.due.min(blind))
    }

    /// Whether the store could not be looked at for so long that what is cached may be older than is promised.
    pub(super) fn is_blind(&self, now: Instant) -> bool {
        now.duration_since(self.looked_at) >= BLIND
    }

    /// A notice came.
    pub(super) fn told(&mut self, told: Told, now: Instant) -> Vec<Output> {
        let Told { generation, shard, number, reached, notice } = told;
        let mark = Mark { number, reached };
        let index = self.active.as_ref().and_then(|active| active.index_of(generation, shard));
        let (Some(active), Some(index)) = (&mut self.active, index) else {
            self.note_elsewhere(generation, shard, mark);
            return Vec::new();
        };
        let heard = &mut active.heard[index];
        let mut outputs = Vec::new();
        if number <= heard.number {
            return outputs;
        }
        if number == heard.number.saturating_add(1) {
            *heard = mark;
            if notice == Notice::Everything {
                self.everything(&mut outputs, now);
            } else {
                outputs.push(Output::Post(notice));
            }
            self.settle_doubt();
            self.raise(&mut outputs);
            return outputs;
        }
        let due = self.everything_at.map_or(now, |last| last + APART).max(now);
        let doubt =
            active.doubt.get_or_insert_with(|| Doubt { due, lost: true, marks: active.heard.clone(), began: None });
        doubt.marks[index] = doubt.marks[index].most(mark);
        doubt.due = doubt.due.min(due);
        doubt.lost = true;
        self.tick(now)
    }

    fn note_elsewhere(&mut self, generation: Generation, shard: Shard, mark: Mark) {
        self.wants_look = true;
        self.strange.0 = true;
        if self.elsewhere.len() >= ELSEWHERE {
            self.elsewhere.clear();
        }
        let known = self.elsewhere.entry((generation, shard)).or_default();
        *known = known.most(mark);
    }

    /// A look at the store begins.
    pub(super) fn looks(&mut self) {
        self.wants_look = false;
        self.strange = (false, self.strange.0 || self.strange.1);
        if let Some(active) = &mut self.active {
            active.at_look.clone_from(&active.heard);
        }
    }

    /// A look that began at this time found this.
    pub(super) fn looked(&mut self, began: Instant, found: Option<&Checkpoint>, now: Instant) -> Vec<Output> {
        let was_blind = self.is_blind(began);
        self.looked_at = began;
        self.strange.1 = false;
        let missed_some = !self.listening || self.listening_again.take_if(|again| *again <= began).is_some();
        let mut outputs = match (found, &mut self.active) {
            (None, None) => self.bear_out(began, now),
            (Some(checkpoint), Some(active)) if active.goes_on_in(checkpoint) => {
                let marks: Vec<_> = checkpoint.shards.iter().map(Mark::of).collect();
                if active.is_behind(&marks) {
                    let due = if missed_some { now } else { now + ON_THE_WAY };
                    active.doubt_up_to(marks, due, began);
                    let mut outputs = self.tick(now);
                    self.raise(&mut outputs);
                    outputs
                } else {
                    self.bear_out(began, now)
                }
            }
            _ => self.turn_to(found, now),
        };
        if was_blind && self.everything_at.is_none_or(|last| last < now) {
            let mut all = Vec::new();
            self.everything(&mut all, now);
            all.append(&mut outputs);
            outputs = all;
        }
        outputs
    }

    /// The store holds nothing that was not heard.
    fn bear_out(&mut self, began: Instant, now: Instant) -> Vec<Output> {
        self.sure_at = self.sure_at.max(began);
        let mut outputs = self.tick(now);
        self.raise(&mut outputs);
        outputs
    }

    /// The store serves something else than before.
    fn turn_to(&mut self, found: Option<&Checkpoint>, now: Instant) -> Vec<Output> {
        let before = self.active.take();
        let known = before.zip(found).filter(|(before, found)| before.generation == found.generation);
        let is_set_back = known.as_ref().is_some_and(|(before, found)| before.is_after(found));
        self.active = found.map(Active::of);
        if let (false, Some(active)) = (is_set_back, &mut self.active) {
            // What was told of it was committed before, so that the `Everything` of now stands for that too.
            let of = u32::try_from(active.heard.len()).unwrap_or(u32::MAX);
            for (index, heard) in (0..).zip(&mut active.heard) {
                let told = self.elsewhere.get(&(active.generation, Shard { index, of })).copied();
                *heard = heard.most(told.unwrap_or_default());
            }
        }
        self.elsewhere.clear();
        let mut outputs = Vec::new();
        self.everything(&mut outputs, now);
        if known.is_some() && !is_set_back {
            self.raise(&mut outputs);
        } else {
            self.raised = self.active.as_ref().map(Active::reached).unwrap_or_default();
            outputs.push(Output::Raise(self.raised));
        }
        outputs
    }

    /// Notices come in from now on; some may have been missed.
    pub(super) fn listens(&mut self, now: Instant) -> Vec<Output> {
        self.listening = true;
        self.listening_again = Some(now);
        self.wants_look = true;
        let mut outputs = Vec::new();
        self.everything(&mut outputs, now);
        outputs
    }

    /// Notices come in no more.
    pub(super) fn no_longer_listens(&mut self, now: Instant) -> Vec<Output> {
        self.listening = false;
        self.listening_again = None;
        self.wants_look = true;
        if let Some(doubt) = self.active.as_mut().and_then(|active| active.doubt.as_mut()) {
            doubt.due = doubt.due.min(now);
        }
        self.tick(now)
    }

    /// Does what is due.
    pub(super) fn tick(&mut self, now: Instant) -> Vec<Output> {
        let mut outputs = Vec::new();
        if self.due() > now {
            return outputs;
        }
        self.everything(&mut outputs, now);
        if let Some(active) = &mut self.active
            && let Some(doubt) = active.doubt.take()
        {
            for (heard, mark) in active.heard.iter_mut().zip(doubt.marks) {
                *heard = heard.most(mark);
            }
            self.raise(&mut outputs);
        }
        outputs
    }

    /// Empties the caches: whatever was committed up to now, they do not hold what was before.
    fn everything(&mut self, outputs: &mut Vec<Output>, now: Instant) {
        outputs.push(Output::Post(Notice::Everything));
        self.everything_at = Some(now);
        self.sure_at = now;
    }

    /// Ends a doubt if all that it was about has been heard meanwhile.
    fn settle_doubt(&mut self) {
        let Some(active) = &mut self.active else { return };
        let doubt = active.doubt.take();
        match doubt {
            Some(doubt) if active.is_behind(&doubt.marks) => active.doubt = Some(doubt),
            Some(Doubt { began: Some(began), .. }) => self.sure_at = self.sure_at.max(began),
            _ => {}
        }
    }

    /// Says how far the views are, if that is further than was said. Within a generation it is never less.
    fn raise(&mut self, outputs: &mut Vec<Output>) {
        let Some(active) = self.active.as_ref().filter(|_| self.strange == (false, false)) else { return };
        let reached = self.raised.most(active.reached());
        if reached != self.raised {
            self.raised = reached;
            outputs.push(Output::Raise(reached));
        }
    }
}

#[cfg(test)]
mod tests;

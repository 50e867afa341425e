//! The state of a follower and the actions that follow from it, without a clock, a task or a network.
//!
//! Commits of a shard are numbered. A commit is *heard* when no cache can hold a document from before it: either its
//! notice was posted, or [`Notice::Everything`] was posted after the commit. The reported progress is that of the heard
//! commits, and it is raised only after these posts.
//!
//! * A notice with the next number is posted. A notice with an older number is ignored.
//! * A notice with a later number shows that some were lost: `Everything` is posted.
//! * Only the store decides which generation is served and how it is divided into shards. A notice of another
//!   generation or division only triggers a read of the store.
//! * If the store is ahead, the notices may still arrive, so the follower waits for them for a short time.
//! * Without a read of the store that confirms the heard commits, no document stays cached for longer than [`BLIND`].

use std::time::Duration;

use storage::{Checkpoint, CommitNotice, Generation, Notice, Reached, Shard, ShardCheckpoint};
use tokio::time::Instant;

/// How long a notice may still arrive after the store was found ahead.
const ON_THE_WAY: Duration = Duration::from_millis(250);
/// Caches are emptied after this time without `Everything` and without a confirming read of the store. Readers are
/// promised two seconds.
pub(super) const BLIND: Duration = Duration::from_millis(1_800);

/// An action of the follower. Actions are carried out in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Output {
    Post(Notice),
    /// Report this progress of the views.
    Raise(Reached),
}

/// The number of a shard's commit, and the positions that the shard reached with it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Mark {
    number: i64,
    reached: Reached,
}

impl Mark {
    fn of(place: &ShardCheckpoint) -> Self {
        Self { number: place.commits, reached: place.reached }
    }

    /// Returns the later mark.
    fn most(self, other: Self) -> Self {
        if other.number > self.number { other } else { self }
    }
}

/// The generation that is served.
#[derive(Debug)]
struct Active {
    generation: Generation,
    /// The last heard commit of each shard.
    heard: Vec<Mark>,
    /// The last heard commits when the current read began. A store that returns less was set back.
    at_look: Vec<Mark>,
    doubt: Option<Doubt>,
}

/// Commits that a read of the store has found, and whose notices have not arrived.
#[derive(Debug)]
struct Doubt {
    /// When `Everything` replaces the notices.
    due: Instant,
    /// The last of these commits, by shard.
    marks: Vec<Mark>,
    /// When the read began.
    began: Instant,
}

impl Active {
    fn of(checkpoint: &Checkpoint) -> Self {
        let heard: Vec<_> = checkpoint.shards.iter().map(Mark::of).collect();
        Self { generation: checkpoint.generation, at_look: heard.clone(), heard, doubt: None }
    }

    /// Returns the index of a shard, if the generation has this division.
    fn index_of(&self, generation: Generation, shard: Shard) -> Option<usize> {
        let index = usize::try_from(shard.index).ok()?;
        let is_one = generation == self.generation && usize::try_from(shard.of).ok()? == self.heard.len();
        (is_one && index < self.heard.len()).then_some(index)
    }

    /// Returns whether a checkpoint has the same generation and division, in the same or a later state.
    fn goes_on_in(&self, checkpoint: &Checkpoint) -> bool {
        let same = checkpoint.generation == self.generation && checkpoint.shards.len() == self.heard.len();
        same && !self.is_after(checkpoint)
    }

    /// Returns whether a checkpoint of the same generation is older than the heard commits, because the store was
    /// reset.
    fn is_after(&self, checkpoint: &Checkpoint) -> bool {
        let mut places = checkpoint.shards.iter();
        if checkpoint.shards.len() == self.heard.len() {
            let is_before = |(place, mark): (&ShardCheckpoint, &Mark)| {
                place.commits < mark.number || place.reached.applied < mark.reached.applied
            };
            return places.zip(&self.at_look).any(is_before);
        }
        // A new division continues from the highest commit number and from the position of the slowest shard.
        let number = self.at_look.iter().map(|mark| mark.number).max().unwrap_or_default();
        let applied = self.at_look.iter().map(|mark| mark.reached.applied).min().unwrap_or_default();
        places.any(|place| place.commits < number || place.reached.applied < applied)
    }

    /// Records that the store is ahead. An earlier doubt stays until it is settled or due, because the notices of later
    /// commits may still arrive.
    fn doubt_up_to(&mut self, marks: Vec<Mark>, due: Instant, began: Instant) {
        if self.doubt.as_ref().is_none_or(|doubt| due < doubt.due) {
            self.doubt = Some(Doubt { due, marks, began });
        }
    }

    fn reached(&self) -> Reached {
        self.heard.iter().map(|mark| mark.reached).reduce(Reached::least).unwrap_or_default()
    }
}

/// Returns whether commits up to these marks were not heard.
fn is_behind(heard: &[Mark], marks: &[Mark]) -> bool {
    heard.iter().zip(marks).any(|(heard, mark)| mark.number > heard.number)
}

#[derive(Debug)]
pub(super) struct FollowerState {
    listening: bool,
    active: Option<Active>,
    /// Whether notices of generations and divisions that are not served have arrived since the current read began, and
    /// whether some arrived earlier and no read has settled them yet. Until then progress is not raised, because a new
    /// division may have begun at an earlier position.
    strange: (bool, bool),
    raised: Reached,
    /// No cache holds a document that was replaced before this time.
    sure_at: Instant,
    /// When the last successful read began.
    looked_at: Instant,
    wants_look: bool,
}

impl FollowerState {
    /// Creates the state of a follower that knows nothing yet.
    pub(super) fn new(now: Instant) -> Self {
        Self {
            listening: false,
            active: None,
            strange: (false, false),
            raised: Reached::default(),
            sure_at: now,
            looked_at: now,
            wants_look: true,
        }
    }

    /// Returns whether the store should be read without delay.
    pub(super) fn wants_look(&self) -> bool {
        self.wants_look
    }

    /// Returns when [`FollowerState::tick`] has something to do.
    pub(super) fn due(&self) -> Instant {
        let doubt = self.active.as_ref().and_then(|active| active.doubt.as_ref());
        let blind = self.sure_at + BLIND;
        doubt.map_or(blind, |doubt| doubt.due.min(blind))
    }

    /// Returns whether the store could not be read for so long that cached documents may be older than promised.
    pub(super) fn is_blind(&self, now: Instant) -> bool {
        now.duration_since(self.looked_at) >= BLIND
    }

    pub(super) fn note(&mut self, commit: CommitNotice, now: Instant) -> Vec<Output> {
        let CommitNotice { generation, shard, number, reached, notice } = commit;
        let mark = Mark { number, reached };
        let index = self.active.as_ref().and_then(|active| active.index_of(generation, shard));
        let (Some(active), Some(index)) = (&mut self.active, index) else {
            self.wants_look = true;
            self.strange.0 = true;
            return Vec::new();
        };
        let heard = &mut active.heard[index];
        let mut outputs = Vec::new();
        if number <= heard.number {
            return outputs;
        }
        let is_next = number == heard.number.saturating_add(1);
        *heard = mark;
        // If a number is missing, its notice is lost.
        if is_next && notice != Notice::Everything {
            outputs.push(Output::Post(notice));
        } else {
            self.everything(&mut outputs, now);
        }
        self.settle_doubt();
        self.raise(&mut outputs);
        outputs
    }

    /// Records that a read of the store begins.
    pub(super) fn looks(&mut self) {
        self.wants_look = false;
        self.strange = (false, self.strange.0 || self.strange.1);
        if let Some(active) = &mut self.active {
            active.at_look.clone_from(&active.heard);
        }
    }

    /// Processes the result of a read that began at `began`.
    pub(super) fn looked(&mut self, began: Instant, found: Option<&Checkpoint>, now: Instant) -> Vec<Output> {
        let was_blind = self.is_blind(began);
        self.looked_at = began;
        self.strange.1 = false;
        let missed_some = !self.listening || was_blind;
        match (found, &mut self.active) {
            (None, None) => self.sure_at = self.sure_at.max(began),
            (Some(checkpoint), Some(active)) if active.goes_on_in(checkpoint) => {
                let marks: Vec<_> = checkpoint.shards.iter().map(Mark::of).collect();
                if is_behind(&active.heard, &marks) {
                    active.doubt_up_to(marks, if missed_some { now } else { now + ON_THE_WAY }, began);
                } else {
                    self.sure_at = self.sure_at.max(began);
                }
            }
            _ => return self.turn_to(found, now),
        }
        let mut outputs = self.tick(now);
        if was_blind && outputs.is_empty() {
            self.everything(&mut outputs, now);
        }
        self.raise(&mut outputs);
        outputs
    }

    /// Switches to another generation, division or earlier state of the store.
    fn turn_to(&mut self, found: Option<&Checkpoint>, now: Instant) -> Vec<Output> {
        let before = self.active.take();
        let known = before.zip(found).filter(|(before, found)| before.generation == found.generation);
        let is_set_back = known.as_ref().is_some_and(|(before, found)| before.is_after(found));
        self.active = found.map(Active::of);
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

    /// Records that notices arrive from now on. Some may have been missed.
    pub(super) fn listens(&mut self, now: Instant) -> Vec<Output> {
        self.listening = true;
        self.wants_look = true;
        let mut outputs = Vec::new();
        self.everything(&mut outputs, now);
        outputs
    }

    /// Records that notices no longer arrive.
    pub(super) fn no_longer_listens(&mut self, now: Instant) -> Vec<Output> {
        self.listening = false;
        self.wants_look = true;
        if let Some(doubt) = self.active.as_mut().and_then(|active| active.doubt.as_mut()) {
            doubt.due = now;
        }
        self.tick(now)
    }

    /// Returns the actions that are due.
    pub(super) fn tick(&mut self, now: Instant) -> Vec<Output> {
        let mut outputs = Vec::new();
        if self.due() <= now {
            self.everything(&mut outputs, now);
            self.raise(&mut outputs);
        }
        outputs
    }

    /// Empties the caches, so that they hold nothing from before the commits up to now. These count as heard.
    fn everything(&mut self, outputs: &mut Vec<Output>, now: Instant) {
        outputs.push(Output::Post(Notice::Everything));
        self.sure_at = now;
        if let Some(active) = &mut self.active
            && let Some(doubt) = active.doubt.take()
        {
            for (heard, mark) in active.heard.iter_mut().zip(doubt.marks) {
                *heard = heard.most(mark);
            }
        }
    }

    /// Ends a doubt if all of its commits have been heard.
    fn settle_doubt(&mut self) {
        let Some(Active { heard, doubt, .. }) = &mut self.active else { return };
        if let Some(doubt) = doubt.take_if(|doubt| !is_behind(heard, &doubt.marks)) {
            self.sure_at = self.sure_at.max(doubt.began);
        }
    }

    /// Raises the reported progress to that of the heard commits. Within a generation it never decreases.
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

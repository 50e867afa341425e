//! How far views are: by generation, and within one by shard.

use proto_events::ids::OrganizationId;
use proto_events::{EventHash, Position};
use serde::{Deserialize, Serialize};

use crate::views::Generation;

/// A part of the organizations: those whose id leaves `index` when divided by `of`. Each shard has a projector of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shard {
    /// Its number, from 0.
    pub index: u32,
    /// How many there are.
    pub of: u32,
}

impl Shard {
    /// All organizations.
    pub const WHOLE: Self = Self { index: 0, of: 1 };

    /// Whether an organization's views are this shard's.
    pub fn owns(self, organization: OrganizationId) -> bool {
        organization.0.rem_euclid(i64::from(self.of.max(1))) == i64::from(self.index)
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {}", self.index, self.of)
    }
}

/// Positions of the log up to which views are true.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    /// Events up to here are taken in, and what they changed themselves is written.
    pub applied: Position,
    /// Every prompt document is true up to here.
    pub prompt: Position,
    /// Every document is, heavy ones of large events among them.
    pub settled: Position,
}

impl Reached {
    /// Everything is true up to this position.
    pub fn all(position: Position) -> Self {
        Self { applied: position, prompt: position, settled: position }
    }

    /// The lesser of each.
    #[must_use]
    pub fn least(self, other: Self) -> Self {
        Self {
            applied: self.applied.min(other.applied),
            prompt: self.prompt.min(other.prompt),
            settled: self.settled.min(other.settled),
        }
    }

    /// The greater of each.
    #[must_use]
    pub fn most(self, other: Self) -> Self {
        Self {
            applied: self.applied.max(other.applied),
            prompt: self.prompt.max(other.prompt),
            settled: self.settled.max(other.settled),
        }
    }
}

/// How far one shard of a generation is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Place {
    /// The positions.
    pub reached: Reached,
    /// Batches written so far. Each is told under its number, so that who listens misses none unnoticed.
    pub commits: i64,
    /// Whether the shard was up to date once: what it lacks since is new.
    pub complete: bool,
    /// Hash of the event at the position applied, by which the log is known again; none in views of an older version.
    pub hash: Option<EventHash>,
}

/// How far a generation has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The generation.
    pub generation: Generation,
    /// The places of its shards, at least one.
    pub shards: Vec<Place>,
    /// What the views depend on beside the events: version of the renderers, public address, field names.
    pub fingerprint: String,
    /// The log that they were made from; empty in views of an older version.
    pub log_id: String,
}

impl Checkpoint {
    /// How far all of its shards are.
    pub fn reached(&self) -> Reached {
        self.shards.iter().map(|place| place.reached).reduce(Reached::least).unwrap_or_default()
    }

    /// The hash of the event that all of its shards have taken in; none where it is not known.
    pub fn hash(&self) -> Option<EventHash> {
        self.shards.iter().min_by_key(|place| place.reached.applied).and_then(|place| place.hash)
    }

    /// Whether every shard was up to date once. Before that, what is not found may still be there.
    pub fn is_complete(&self) -> bool {
        self.shards.iter().all(|place| place.complete)
    }

    /// Events up to here are taken in by all of its shards.
    pub fn position(&self) -> Position {
        self.reached().applied
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_organization_belongs_to_one_shard() {
        for of in 1..7 {
            for organization in -3..40 {
                let owners = (0..of).filter(|index| Shard { index: *index, of }.owns(OrganizationId(organization)));
                assert_eq!(owners.count(), 1, "{organization} of {of}");
            }
        }
        assert!(Shard::WHOLE.owns(OrganizationId(17)));
    }

    #[test]
    fn a_generation_is_as_far_as_the_last_of_its_shards() {
        let place = |applied, prompt, settled| Place {
            reached: Reached { applied: Position(applied), prompt: Position(prompt), settled: Position(settled) },
            commits: 1,
            complete: true,
            hash: None,
        };
        let shards = vec![place(9, 8, 2), place(7, 7, 7)];
        let checkpoint =
            Checkpoint { generation: Generation(1), shards, fingerprint: String::new(), log_id: String::new() };
        assert_eq!(checkpoint.reached(), place(7, 7, 2).reached);
        assert_eq!(checkpoint.position(), Position(7));
    }
}

//! The checkpoints of views, by generation and shard.

use proto_events::ids::OrganizationId;
use proto_events::{EventHash, Position};
use serde::{Deserialize, Serialize};

/// A complete set of views.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Generation(pub i64);

/// A part of the organizations: those whose id modulo `of` is `index`. Each shard has its own projector.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shard {
    /// Its number, from 0.
    pub index: u32,
    /// The number of shards.
    pub of: u32,
}

impl Shard {
    /// All organizations.
    pub const WHOLE: Self = Self { index: 0, of: 1 };

    /// Whether an organization's views belong to this shard.
    pub fn owns(self, organization: OrganizationId) -> bool {
        organization.0.rem_euclid(i64::from(self.of.max(1))) == i64::from(self.index)
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {}", self.index, self.of)
    }
}

/// Positions of the log up to which views are current.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reached {
    /// Events up to here are applied, and the documents that they change directly are written.
    pub applied: Position,
    /// Every prompt document is current up to here.
    pub prompt: Position,
    /// Every document is current up to here, including heavy ones of large events.
    pub settled: Position,
}

impl Reached {
    /// Everything is current up to this position.
    pub fn all(position: Position) -> Self {
        Self { applied: position, prompt: position, settled: position }
    }

    /// Returns the lesser of each position.
    #[must_use]
    pub fn least(self, other: Self) -> Self {
        Self {
            applied: self.applied.min(other.applied),
            prompt: self.prompt.min(other.prompt),
            settled: self.settled.min(other.settled),
        }
    }

    /// Returns the greater of each position.
    #[must_use]
    pub fn most(self, other: Self) -> Self {
        Self {
            applied: self.applied.max(other.applied),
            prompt: self.prompt.max(other.prompt),
            settled: self.settled.max(other.settled),
        }
    }
}

/// The checkpoint of one shard of a generation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ShardCheckpoint {
    /// The positions.
    pub reached: Reached,
    /// Number of batches written so far. A commit notice contains its batch's number, so that listeners notice a
    /// missing one.
    pub commits: i64,
    /// Whether the shard has been up to date once. From then on it lacks only new events.
    pub complete: bool,
    /// Hash of the event at the applied position, which identifies the log; `None` in views of an older version.
    pub hash: Option<EventHash>,
}

/// The checkpoint of a generation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The generation.
    pub generation: Generation,
    /// The checkpoints of its shards, at least one.
    pub shards: Vec<ShardCheckpoint>,
    /// Everything that the views depend on besides events: version of the renderers, public address, field names.
    pub fingerprint: String,
    /// The id of the log that the views were made from; empty in views of an older version.
    pub log_id: String,
}

impl Checkpoint {
    /// Returns the positions that all of its shards have reached.
    pub fn reached(&self) -> Reached {
        self.shards.iter().map(|place| place.reached).reduce(Reached::least).unwrap_or_default()
    }

    /// Returns the hash of the event up to which all shards have applied events, if it is known.
    pub fn hash(&self) -> Option<EventHash> {
        self.shards.iter().min_by_key(|place| place.reached.applied).and_then(|place| place.hash)
    }

    /// Whether every shard has been up to date once. Before that, a document may be missing although it exists.
    pub fn is_complete(&self) -> bool {
        self.shards.iter().all(|place| place.complete)
    }

    /// Returns the position up to which all shards have applied events.
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
}

//! Decides which events a shard takes in. It renders the documents of the organizations that it owns.
//!
//! Streams of users, and lists that belong to no single organization, are under [`OrganizationId::SHARED`]. Documents
//! of any organization may show them, so every shard takes them in. Only the shard that owns organization 0 renders
//! their own documents.
//!
//! A list of another shard's organization may be handed in for an event of this shard. Every shard receives the changes
//! of lists and renders its events again that show the changed list. The content of the list is read from the log.

use proto_events::StreamKind;
use proto_events::ids::OrganizationId;
use storage::Shard;

/// Returns whether a shard takes in the events of streams under this organization.
pub(crate) fn takes_in(shard: Shard, organization: OrganizationId) -> bool {
    organization == OrganizationId::SHARED || shard.owns(organization)
}

/// Returns whether a shard receives the events of such a stream: those that it takes in, and those of any list.
pub(crate) fn hears_of(shard: Shard, organization: OrganizationId, kind: StreamKind) -> bool {
    takes_in(shard, organization) || kind == StreamKind::Decklist
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared_is_taken_in_by_all_and_rendered_by_one() {
        for of in 1..5 {
            let shards = || (0..of).map(|index| Shard { index, of });
            assert!(shards().all(|shard| takes_in(shard, OrganizationId::SHARED)));
            let rendering = shards().filter(|shard| shard.owns(OrganizationId::SHARED));
            assert_eq!(rendering.collect::<Vec<_>>(), [Shard { index: 0, of }]);
        }
    }

    #[test]
    fn what_an_organization_has_is_taken_in_by_the_shard_that_renders_it_alone() {
        for organization in (1..9).map(OrganizationId) {
            let shards = (0..4).map(|index| Shard { index, of: 4 });
            let taking: Vec<_> = shards.filter(|shard| takes_in(*shard, organization)).collect();
            assert_eq!(taking.len(), 1);
            assert!(taking[0].owns(organization));
        }
    }
}

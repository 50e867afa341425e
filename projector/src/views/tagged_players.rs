//! Renders the players whom the organizing store tagged (12).

use proto_events::vocabulary::RegistrationStatus;
use serde::Serialize;
use storage::ViewKind;
use utoipa::ToSchema;

use super::output::Output;
use super::parts::people::NamedUser;
use super::parts::{entries, json};
use super::view::{Scope, TournamentContext};

/// A player whom the organizing store tagged.
#[derive(Serialize, ToSchema)]
pub(super) struct TaggedPlayer<'a> {
    /// Id of the registration.
    id: i64,
    /// The player.
    user: NamedUser<'a>,
    /// The store's tags, as it wrote them.
    tags: &'a [String],
    /// Status of the registration.
    registration_status: RegistrationStatus,
}

/// Renders the players with a tag.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    let tagged = entries::in_order(context.tournament).into_iter().filter(|entry| !entry.tags.is_empty());
    let players: Vec<TaggedPlayer<'_>> = tagged
        .map(|entry| TaggedPlayer {
            id: entry.id.0,
            user: NamedUser::new(context.people, entry.user_id),
            tags: &entry.tags,
            registration_status: entry.status,
        })
        .collect();
    out.put(ViewKind::TaggedPlayers, context.tournament.id, String::new(), json::to_bytes(&players));
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVENT, announced, swiss};
    use super::*;

    #[test]
    fn only_tagged_players_are_listed() {
        insta::assert_snapshot!(swiss().body(render, ViewKind::TaggedPlayers, EVENT));
        assert_eq!(announced().body(render, ViewKind::TaggedPlayers, EVENT), "[]");
    }
}

//! Whose record is rendered, and under which ids it shows players.

use domain::player_ids::player_id;
use domain::tournament::Registration;
use proto_events::ids::RegistrationId;

use super::super::parts::public;
use super::super::view::TournamentContext;

/// Whose record is rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    /// That of members who may read registrations.
    Whole,
    /// That of other readers.
    Public,
}

impl Sight {
    pub(super) fn has_lists(self, context: &TournamentContext<'_>) -> bool {
        self == Self::Whole || public::shows_decklists(context)
    }
}

/// Returns the id under which a player is shown: that of the account that stays, if accounts were merged.
pub(super) fn of_entry(context: &TournamentContext<'_>, entry: &Registration) -> i64 {
    let merged = context.people.get(&entry.user_id).and_then(|user| user.merged_into.as_ref());
    let user = merged.map_or(entry.user_id, |merged| merged.user_id);
    player_id(&context.settings.player_salt, context.tournament.organization_id, user).0
}

/// Returns the id under which the player of a registration is shown.
pub(super) fn of_id(context: &TournamentContext<'_>, id: RegistrationId) -> Option<i64> {
    context.tournament.registration(id).map(|entry| of_entry(context, entry))
}

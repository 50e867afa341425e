//! Brings a registered player to a team or group: the player founds a team, joins with a link, accepts an invitation, or
//! begins a group.

use super::document::{self, WrittenTeam};
use crate::prelude::*;
use crate::registrations::admission::Entrance;
use crate::registrations::entries::entry_for;
use crate::registrations::joining::{Joining, one_of_them, registered};

pub(crate) const ROUTE: Route = Route {
    id: "join_group",
    summary: "Found or join a team or group",
    text: "For a registered player, by the player or staff, until play begins. In a team event, `team_name` founds a team, \
           whose captain the player is; `invite_hash` joins the team of this link, and `team_id` one that invited the \
           player. A team that players founded is paired and listed once all its seats are taken by players who are \
           `COMPLETE`; it takes a place for each seat. In other events, no field begins a group, and `invite_hash` joins \
           one: a group gets its places from the waitlist together. The answer has the `invite_hash` for others, and its \
           address. The same request again changes nothing.",
    body: Some(body_schema::<JoinGroup>()),
    answer: Answer::of::<WrittenTeam<'_>>(200),
    ..Route::at("POST", "/api/v1/magic-events/{id}/registrations/{registration_id}/join-group/", Operation::Register)
};

body! {
    /// The team or group to found or to join: one field, or none to begin a group.
    #[derive(Default)]
    pub struct JoinGroup as GroupToJoin of registration_id: RegistrationId checked by fields {
        /// Name of the team to found.
        team_name: Option<String> => SHORT_TEXT,
        /// Link of the team or group to join, such as `61-t9-…`.
        invite_hash: Option<String> => SHORT_TEXT,
        /// Id of a team that invited the player.
        team_id: Option<i64>,
    }
}

fn fields(body: &JoinGroup, errors: &mut FieldErrors) {
    let given = [body.team_name.is_some(), body.invite_hash.is_some(), body.team_id.is_some()];
    if given.iter().filter(|is_given| **is_given).count() > 1 {
        errors.add("team_id", one_of_them());
    }
}

decided_by_event!(JoinGroup, checked by check_body, |command, tournament, event, ids| decide(tournament, command, event, ids)
    => document::answer_of(registration_id));

fn decide(
    tournament: &Tournament,
    command: &JoinGroup,
    event: &EventRun,
    ids: &mut Ids,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let caller = event.context.acting_as(tournament);
    let entry = entry_for(tournament, command.registration_id, caller)?;
    let joining = match command.team_id {
        Some(team) => Joining::Accept(TeamId(team)),
        None => {
            let joining = Joining::of(command.team_name.as_deref(), command.invite_hash.as_deref())?;
            joining.unwrap_or(Joining::Begin)
        }
    };
    let entrance = Entrance { caller, ..Entrance::staff(event.arrived_at) };
    let links = &event.shared.settings.private_links;
    registered(tournament, Vec::new(), (entry.user_id, &joining, false), &entrance, (links, ids))
}

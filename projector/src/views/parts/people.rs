//! Names of users.

use std::borrow::Cow;
use std::collections::HashMap;

use domain::documents::Redactor;
use domain::tournament::Registration;
use domain::user::{User, nameless};
use proto_events::ids::{PlayerId, RegistrationId, UserId};
use proto_events::user::Profile;
use proto_events::vocabulary::RegistrationStatus;
use serde::Serialize;
use utoipa::ToSchema;

use crate::views::view::TournamentContext;

/// Returns the name that identifies a user best. For an unknown or erased user it is "Player" and the id.
pub(in crate::views) fn name(people: &HashMap<UserId, User>, id: UserId) -> Cow<'_, str> {
    people.get(&id).map_or_else(|| nameless(id), User::name)
}

/// Returns the name of the player with this registration; empty if there is no such registration.
pub(in crate::views) fn name_of_player<'a>(context: &TournamentContext<'a>, id: RegistrationId) -> Cow<'a, str> {
    let entry = context.tournament.registration(id);
    entry.map(|entry| name(context.people, entry.user_id)).unwrap_or_default()
}

/// Returns the id of the page that the player of a registration shows in the event's organization.
pub(in crate::views) fn page_of_player(context: &TournamentContext<'_>, id: RegistrationId) -> Option<PlayerId> {
    let user = context.people.get(&context.tournament.registration(id)?.user_id)?;
    let page = user.player_page(context.tournament.organization_id)?;
    (page.is_shown && user.merged_into.is_none()).then_some(page.player_id)
}

/// A user's id and name.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::views) struct NamedUser<'a> {
    /// Id of the user.
    id: i64,
    /// The name that identifies the user best; `Player` and the id if the user is unknown. Readers who may not read
    /// registrations get an empty text for players on the waitlist.
    best_identifier: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    username: Option<&'a str>,
    /// Readers who may not read registrations get an empty text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    email: Option<&'a str>,
}

impl<'a> NamedUser<'a> {
    /// Returns the user with this id.
    pub(in crate::views) fn new(people: &'a HashMap<UserId, User>, id: UserId) -> Self {
        Self { id: id.0, best_identifier: name(people, id), username: None, email: None }
    }

    /// Returns the player of a registration.
    pub(in crate::views) fn of(context: &TournamentContext<'a>, redactor: &Redactor, entry: &Registration) -> Self {
        let shown = entry.profile_shown(context.tournament.organization_id, context.people.get(&entry.user_id));
        let text = |of: fn(&Profile) -> &str| context.settings.vendor_field_names.then_some(shown.map_or("", of));
        let (best, username) = (name(context.people, entry.user_id), text(|profile| &profile.username));
        let (best_identifier, username) = if entry.status == RegistrationStatus::OnWaitlist {
            (redactor.for_staff(best), username.map(|it| redactor.for_staff(it)))
        } else {
            (best, username)
        };
        let email = text(|profile| &profile.email).map(|email| redactor.contact(email));
        Self { id: entry.user_id.0, best_identifier, username, email }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_goes_by_the_best_name_known() {
        let person = |id, best: &str, username: &str| {
            let profile = Profile { best_identifier: best.into(), username: username.into(), ..Profile::default() };
            (UserId(id), User::new(UserId(id), profile))
        };
        let people = HashMap::from([person(1, "Ann Lee", "ann"), person(2, "", "bo"), person(3, "", "")]);
        let names: Vec<_> = (1..=4).map(|id| name(&people, UserId(id))).collect();
        assert_eq!(names, ["Ann Lee", "bo", "Player 3", "Player 4"]);
    }
}

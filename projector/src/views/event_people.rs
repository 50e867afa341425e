//! The people of an event, for its organization's search for people.

use domain::tournament::Registration;
use storage::{EventPeople, KnownPerson, ViewKind};

use super::output::Output;
use super::parts::json;
use super::view::{Scope, TournamentContext};

/// Renders who played, and the names of those who signed up themselves. Only they are known to the organization by this
/// event; staff may have registered people of others.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    let event = context.tournament;
    let played = event.registrations.iter().filter(|entry| entry.is_enrolled());
    let signed_up = event.registrations.iter().filter(|entry| entry.signed_up);
    let known = |entry: &Registration| {
        let user = context.people.get(&entry.user_id).filter(|user| !user.is_erased)?;
        let (name, username) = (user.name().into_owned(), user.profile.username.clone());
        Some(KnownPerson { user_id: entry.user_id, name, username })
    };
    let people = EventPeople {
        event_id: event.id,
        event: event.details.name.clone(),
        starts: event.details.start_datetime,
        players: played.map(|entry| entry.user_id).collect(),
        signed_up: signed_up.filter_map(known).collect(),
    };
    out.put(ViewKind::EventPeople, event.id, event.id.to_string(), json::to_bytes(&people));
}

#[cfg(test)]
mod tests {
    use proto_events::ids::UserId;

    use super::super::testing::{EVENT, swiss};
    use super::*;

    #[test]
    fn those_who_signed_up_are_named_and_all_who_played_are_counted() {
        let scene = swiss();
        let people: EventPeople = serde_json::from_str(&scene.body(render, ViewKind::EventPeople, EVENT)).unwrap();
        assert_eq!(people.players, [11, 12, 13, 14, 15].map(UserId), "no one who waits or has not paid");
        let names: Vec<_> = people.signed_up.iter().map(|person| person.name.as_str()).collect();
        assert_eq!(names, ["Cy Roe", "Flo Waits"]);
    }
}

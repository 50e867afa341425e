//! Renders the players of an event: the registrations (9), those with tags (12), and those whom the search for people finds.

use domain::documents::{EntryFacts, Redactor, RegistrationDocument};
use domain::tournament::Registration;
use proto_events::vocabulary::RegistrationStatus;
use serde::Serialize;
use storage::{EventPeople, KnownPerson, ViewKind};
use utoipa::ToSchema;

use super::output::Output;
use super::parts::people::NamedUser;
use super::parts::{entries, json, lists};
use super::view::{Scope, TournamentContext};

/// Renders all documents about the players.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    render_registrations(context, out);
    render_tagged(context, out);
    render_people(context, out);
}

/// Renders the registrations by completion, incomplete ones last.
fn render_registrations(context: &TournamentContext<'_>, out: &mut Output) {
    let entries = entries::in_order(context.tournament);
    let versions = json::to_versions(|redactor| {
        let documents = entries.iter().copied().map(|entry| document(context, redactor, entry));
        documents.collect::<Vec<_>>()
    });
    out.put_versions(ViewKind::Registrations, context.tournament.id, &versions);
}

fn document<'a>(
    context: &TournamentContext<'a>,
    redactor: &Redactor,
    entry: &'a Registration,
) -> RegistrationDocument<'a> {
    let facts = EntryFacts {
        tournament: context.tournament,
        entry,
        record: context.record(entry.id),
        place: context.place(entry.id),
        user: context.people.get(&entry.user_id),
        is_own: false,
        is_for_staff: true,
        list: lists::decklist(context, entry).map(|list| &list.body),
        vendor_field_names: context.settings.vendor_field_names,
    };
    RegistrationDocument::new(redactor, &facts)
}

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

fn render_tagged(context: &TournamentContext<'_>, out: &mut Output) {
    let tagged = entries::in_order(context.tournament).into_iter().filter(|entry| !entry.tags.is_empty());
    let players: Vec<TaggedPlayer<'_>> = tagged
        .map(|entry| TaggedPlayer {
            id: entry.id.0,
            user: NamedUser::new(context.people, entry.user_id),
            tags: &entry.tags,
            registration_status: entry.status,
        })
        .collect();
    out.put(ViewKind::TaggedPlayers, context.tournament.id, json::to_bytes(&players));
}

/// Renders who played, and the names of those who signed up themselves. Only they are known to the organization by this
/// event; staff may have registered people of others.
fn render_people(context: &TournamentContext<'_>, out: &mut Output) {
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
    out.put(ViewKind::EventPeople, event.id, json::to_bytes(&people)).sort = event.id.to_string();
}

#[cfg(test)]
mod tests {
    use proto_events::ids::UserId;
    use serde_json::json;

    use super::super::testing::{EVENT, announced, swiss};
    use super::*;

    #[test]
    fn those_who_signed_up_are_named_and_all_who_played_are_counted() {
        let people = swiss().json(render, ViewKind::EventPeople, EVENT);
        let people: EventPeople = serde_json::from_value(people).unwrap();
        assert_eq!(people.players, [11, 12, 13, 14, 15].map(UserId), "no one who waits or has not paid");
        let names: Vec<_> = people.signed_up.iter().map(|person| person.name.as_str()).collect();
        assert_eq!(names, ["Cy Roe", "Flo Waits"]);
    }

    #[test]
    fn without_tags_no_player_is_listed_by_tags() {
        assert_eq!(announced().json(render, ViewKind::TaggedPlayers, EVENT), json!([]));
    }
}

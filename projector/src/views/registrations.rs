//! Renders the registrations of an event (9).

use domain::documents::{EntryFacts, Redactor, RegistrationDocument};
use domain::tournament::Registration;
use storage::ViewKind;

use super::output::Output;
use super::parts::player_status::Achievements;
use super::parts::{entries, json, lists};
use super::view::{Scope, TournamentContext};

/// Renders the registrations by completion, incomplete ones last.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    let achievements = Achievements::of(context);
    let entries = entries::in_order(context.tournament);
    let versions = json::to_versions(|redactor| {
        let documents = entries.iter().copied().map(|entry| document(context, redactor, achievements, entry));
        documents.collect::<Vec<_>>()
    });
    out.put_versions(ViewKind::Registrations, context.tournament.id, String::new(), &versions);
}

fn document<'a>(
    context: &TournamentContext<'a>,
    redactor: &Redactor,
    achievements: &Achievements,
    entry: &'a Registration,
) -> RegistrationDocument<'a> {
    let facts = EntryFacts {
        tournament: context.tournament,
        entry,
        record: achievements.record(entry.id),
        place: achievements.place(entry.id),
        user: context.people.get(&entry.user_id),
        is_own: false,
        list: lists::decklist(context, entry).map(|list| &list.body),
        vendor_field_names: context.settings.vendor_field_names,
    };
    RegistrationDocument::new(redactor, &facts)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVENT, finished, swiss, teams};
    use super::*;

    #[test]
    fn registrations_in_the_order_of_completion() {
        insta::assert_snapshot!(swiss().body(render, ViewKind::Registrations, EVENT));
    }

    #[test]
    fn vendor_names_stand_beside_ours() {
        let mut scene = swiss();
        scene.settings.vendor_field_names = true;
        insta::assert_snapshot!(scene.body(render, ViewKind::Registrations, EVENT));
    }

    #[test]
    fn the_captain_of_a_team_is_named() {
        insta::assert_snapshot!(teams().body(render, ViewKind::Registrations, EVENT));
    }

    #[test]
    fn places_are_known_at_the_end() {
        insta::assert_snapshot!(finished().body(render, ViewKind::Registrations, EVENT));
    }
}

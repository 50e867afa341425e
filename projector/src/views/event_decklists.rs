//! Renders the lists handed in for an event (11) with a marker once they are published, and the archetypes of published lists.

use domain::documents::{ArchetypesDocument, DecklistDocument};
use proto_events::ids::OrganizationId;
use storage::{PublicArchetypes, ViewKind};

use super::output::Output;
use super::parts::{json, lists, public};
use super::view::{Scope, TournamentContext};

pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    render_lists(context, out);
    render_archetypes(context, out);
}

/// Renders the lists in the order of their registrations, each once.
fn render_lists(context: &TournamentContext<'_>, out: &mut Output) {
    let (event, organization) = (context.tournament.id, out.organization_id);
    let lists = lists::in_order(context);
    let documents: Vec<DecklistDocument<'_>> = lists.iter().map(|counting| counting.document(context)).collect();
    out.put(ViewKind::EventDecklists, event, json::to_bytes(&documents));
    if public::shows_decklists(context) {
        out.put(ViewKind::EventDecklistsShown, event, "{}");
    } else {
        out.remove(organization, ViewKind::EventDecklistsShown, event);
    }
}

/// Renders the archetypes, and where everyone may see them, the reference by which the public page finds them.
fn render_archetypes(context: &TournamentContext<'_>, out: &mut Output) {
    let (tournament, organization) = (context.tournament, out.organization_id);
    if public::shows_decklists(context) {
        // Lists of players who left before play are not published.
        let list = |entry| lists::decklist(context, entry).filter(|_| !entry.has_left());
        let document =
            ArchetypesDocument::new(tournament, |entry| list(entry).map(|list| list.body.archetype.as_str()));
        out.put(ViewKind::Archetypes, tournament.id, json::to_bytes(&document));
    } else {
        out.remove(organization, ViewKind::Archetypes, tournament.id);
    }
    if public::publishes_lists(tournament, context.convention) {
        let body = json::to_bytes(&PublicArchetypes { organization_id: organization });
        out.put_under(OrganizationId::SHARED, ViewKind::PublicArchetypes, tournament.id, body);
    } else {
        out.remove(OrganizationId::SHARED, ViewKind::PublicArchetypes, tournament.id);
    }
}

#[cfg(test)]
mod tests {
    mod event_decklists {
        use proto_events::TournamentEvent;
        use proto_events::vocabulary::LifecycleStatus;

        use super::super::*;
        use crate::views::testing::{EVENT, fixed, keys, swiss};

        fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
            render_lists(context, out);
        }

        #[test]
        fn lists_stand_in_the_order_of_registrations() {
            insta::assert_snapshot!(swiss().body(render, ViewKind::EventDecklists, EVENT));
        }

        #[test]
        fn a_list_that_is_not_known_is_left_out() {
            let mut scene = swiss();
            scene.decklists.clear();
            assert_eq!(scene.body(render, ViewKind::EventDecklists, EVENT), "[]");
        }

        #[test]
        fn a_list_that_was_changed_since_is_shown_as_it_was_when_it_was_fixed() {
            insta::assert_snapshot!(fixed().body(render, ViewKind::EventDecklists, EVENT));
        }

        #[test]
        fn it_is_said_when_they_are_published_and_withdrawn() {
            let shown = |scene: &crate::views::testing::Scene| {
                let out = scene.render(render, &Scope::Everything);
                (keys(&out).contains(&"event_decklists_shown 40".to_owned()), out.removed.len())
            };
            let mut scene = swiss();
            for (status, is_shown) in [
                (LifecycleStatus::EventFinished, false),
                (LifecycleStatus::DecklistsPublishing, true),
                (LifecycleStatus::DecklistsPublished, true),
                (LifecycleStatus::EventFinished, false),
            ] {
                scene.tell(TournamentEvent::LifecycleChanged { status });
                assert_eq!(shown(&scene), (is_shown, usize::from(!is_shown)), "{status}");
            }
        }
    }

    mod archetypes {
        use proto_events::TournamentEvent;
        use proto_events::vocabulary::LifecycleStatus;

        use super::super::*;
        use crate::views::testing::{EVENT, Scene, body, crowd, finished, keys, swiss, teams};

        fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
            render_archetypes(context, out);
        }

        fn publish(scene: &mut Scene) {
            scene.tell(TournamentEvent::LifecycleChanged { status: LifecycleStatus::DecklistsPublished });
        }

        #[test]
        fn archetypes_of_a_finished_event() {
            insta::assert_snapshot!(finished().body(render, ViewKind::Archetypes, EVENT));
        }

        #[test]
        fn archetypes_of_teams_are_those_of_the_members_and_their_seats() {
            let mut scene = teams();
            publish(&mut scene);
            insta::assert_snapshot!(scene.body(render, ViewKind::Archetypes, EVENT));
        }

        #[test]
        fn they_exist_only_while_lists_are_published() {
            let mut scene = swiss();
            for (status, is_shown) in [
                (LifecycleStatus::EventFinished, false),
                (LifecycleStatus::DecklistsPublishing, true),
                (LifecycleStatus::DecklistsPublished, true),
                (LifecycleStatus::EventFinished, false),
            ] {
                scene.tell(TournamentEvent::LifecycleChanged { status });
                let out = scene.render(render, &Scope::Everything);
                let expected: &[&str] = if is_shown { &["archetypes 40", "public_archetypes 40"] } else { &[] };
                assert_eq!(
                    (keys(&out), out.removed.len()),
                    (expected.iter().map(|key| (*key).to_owned()).collect(), 2 - expected.len())
                );
            }
        }

        #[test]
        fn those_of_hidden_events_are_for_the_organization_alone() {
            let (mut unlisted, mut trial) = (finished(), finished());
            unlisted.tournament.details.is_unlisted = true;
            trial.tournament.details.is_test = true;
            for scene in [unlisted, trial] {
                assert_eq!(keys(&scene.render(render, &Scope::Everything)), ["archetypes 40"]);
            }
        }

        #[test]
        fn those_of_a_crowd_are_small() {
            let mut scene = crowd(2_000, 15);
            let entries: Vec<_> = scene.tournament.registrations.iter().map(|entry| entry.id).collect();
            for (number, entry) in (1_000..).zip(entries) {
                scene.hand_in(entry, number, &format!("Deck {}", number % 60), "60 Island");
            }
            publish(&mut scene);
            let out = scene.render(render, &Scope::Everything);
            let bytes = body(&out, ViewKind::Archetypes, EVENT).len();
            assert!(bytes < 1_000_000, "{bytes} bytes");
        }
    }
}

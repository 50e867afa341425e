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
    use proto_events::TournamentEvent;
    use proto_events::vocabulary::LifecycleStatus;
    use serde_json::json;

    use super::super::testing::{EVENT, body, crowd, finished, keys, swiss};
    use super::*;

    #[test]
    fn a_list_that_is_not_known_is_left_out() {
        let mut scene = swiss();
        scene.decklists.clear();
        assert_eq!(scene.json(render, ViewKind::EventDecklists, EVENT), json!([]));
    }

    #[test]
    fn archetypes_exist_and_lists_are_marked_as_shown_only_while_lists_are_published() {
        let mut scene = swiss();
        for (status, is_shown) in [
            (LifecycleStatus::EventFinished, false),
            (LifecycleStatus::DecklistsPublishing, true),
            (LifecycleStatus::DecklistsPublished, true),
            (LifecycleStatus::EventFinished, false),
        ] {
            scene.tell(TournamentEvent::LifecycleChanged { status });
            let out = scene.part(render_lists);
            let is_marked = keys(&out).contains(&"event_decklists_shown 40".to_owned());
            assert_eq!((is_marked, out.removed.len()), (is_shown, usize::from(!is_shown)), "{status}");
            let out = scene.part(render_archetypes);
            let expected: &[&str] = if is_shown { &["archetypes 40", "public_archetypes 40"] } else { &[] };
            assert_eq!(keys(&out), expected, "{status}");
            assert_eq!(out.removed.len(), 2 - expected.len(), "{status}");
        }
    }

    #[test]
    fn archetypes_of_hidden_events_are_for_the_organization_alone() {
        let (mut unlisted, mut trial) = (finished(), finished());
        unlisted.tournament.details.is_unlisted = true;
        trial.tournament.details.is_test = true;
        for scene in [unlisted, trial] {
            assert_eq!(keys(&scene.part(render_archetypes)), ["archetypes 40"]);
        }
    }

    #[test]
    fn archetypes_of_a_crowd_are_small() {
        let mut scene = crowd(2_000, 15);
        let entries: Vec<_> = scene.tournament.registrations.iter().map(|entry| entry.id).collect();
        for (number, entry) in (1_000..).zip(entries) {
            scene.hand_in(entry, number, &format!("Deck {}", number % 60), "60 Island");
        }
        scene.tell(TournamentEvent::LifecycleChanged { status: LifecycleStatus::DecklistsPublished });
        let bytes = body(&scene.part(render_archetypes), ViewKind::Archetypes, EVENT).len();
        assert!(bytes < 1_000_000, "{bytes} bytes");
    }
}

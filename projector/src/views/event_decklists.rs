//! Renders the lists handed in for an event (11), and a marker once the event has published them: callers that may only
//! see published lists get none before.

use domain::documents::DecklistDocument;
use storage::ViewKind;

use super::output::Output;
use super::parts::{json, lists, public};
use super::view::{Scope, TournamentContext};

/// Renders the lists in the order of their registrations, each once.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    let (event, organization) = (context.tournament.id, out.organization_id);
    let lists = lists::in_order(context);
    let documents: Vec<DecklistDocument<'_>> = lists.iter().map(|counting| counting.document(context)).collect();
    out.put(ViewKind::EventDecklists, event, String::new(), json::to_bytes(&documents));
    if public::shows_decklists(context) {
        out.put(ViewKind::EventDecklistsShown, event, String::new(), "{}");
    } else {
        out.remove(organization, ViewKind::EventDecklistsShown, event);
    }
}

#[cfg(test)]
mod tests {
    use proto_events::TournamentEvent;
    use proto_events::vocabulary::LifecycleStatus;

    use super::super::testing::{EVENT, fixed, keys, swiss};
    use super::*;

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
        let shown = |scene: &super::super::testing::Scene| {
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

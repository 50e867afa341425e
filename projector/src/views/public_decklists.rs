//! Which lists anybody may see: those handed in for an event that has published its lists and has public pages. Says whose
//! they are, so that whoever has no key finds their pictures.

use std::collections::BTreeSet;

use proto_events::ids::OrganizationId;
use serde::Serialize;
use storage::ViewKind;

use super::parts::{json, public};
use super::{Output, Scope, TournamentContext};

#[derive(Serialize)]
struct PublicDecklist {
    organization_id: i64,
}

/// Renders a document for each list. Those of lists that are no longer shown are removed by whoever calls, who knows them.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    if !public::shows_decklists(context) || !public::has_pages(context) {
        return;
    }
    let lists = context.tournament.registrations.iter().filter_map(|entry| entry.decklist_id);
    let lists: BTreeSet<_> = lists.collect();
    for list in lists.iter().filter_map(|id| context.decklists.get(id)) {
        let body = json::to_bytes(&PublicDecklist { organization_id: list.organization_id.0 });
        out.put_under(OrganizationId::SHARED, ViewKind::PublicDecklist, list.id, String::new(), body);
    }
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::LifecycleStatus;

    use super::super::testing::{Scene, finished, swiss};
    use super::*;

    fn shown(scene: &Scene) -> Vec<(String, String)> {
        let out = scene.render(render, &Scope::Everything);
        let body = |body: &[u8]| String::from_utf8(body.to_vec()).unwrap();
        out.documents.iter().map(|document| (document.key.key.clone(), body(&document.body))).collect()
    }

    #[test]
    fn published_lists_are_shown_with_their_organization() {
        let shown = shown(&finished());
        assert!(!shown.is_empty());
        assert!(shown.iter().all(|(_, body)| body == r#"{"organization_id":3}"#), "{shown:?}");
    }

    #[test]
    fn lists_of_events_that_are_hidden_or_go_on_are_not() {
        let (mut unlisted, mut trial, mut secret) = (finished(), finished(), finished());
        unlisted.tournament.details.is_unlisted = true;
        trial.tournament.details.is_test = true;
        secret.tournament.lifecycle = LifecycleStatus::EventFinished;
        for scene in [unlisted, trial, secret, swiss()] {
            assert_eq!(shown(&scene), []);
        }
    }

    #[test]
    fn a_list_that_is_not_known_is_not_shown() {
        let mut scene = finished();
        scene.decklists.clear();
        assert_eq!(shown(&scene), []);
    }
}

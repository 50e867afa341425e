//! Renders the lists that the public may see: those handed in for an event that has published its lists and has public
//! pages, without those of players who left before play. Each has a document with its organization and the revision
//! that counts, by which callers without a key find its picture, and a document with the published list, for keys that
//! may see no other lists (17, 19).
//!
//! If the revision of a list is not fixed (imported events), its current state is published, so a reference to it is
//! enough.

use std::collections::BTreeMap;

use bytes::Bytes;
use domain::convention::Convention;
use domain::tournament::{Registration, Tournament};
use proto_events::Version;
use proto_events::ids::{DecklistId, OrganizationId};
use storage::{ListElsewhere, PublicList, ViewKind};

use super::output::Output;
use super::parts::lists::{self, Counting};
use super::parts::{entries, json, public, sort};
use super::view::{Scope, TournamentContext};

/// Returns the lists that a tournament publishes, with the revision of each; `None` stands for the newest.
pub(crate) fn published(
    tournament: &Tournament,
    convention: Option<&Convention>,
) -> BTreeMap<DecklistId, Option<Version>> {
    if !public::publishes_lists(tournament, convention) {
        return BTreeMap::new();
    }
    let mut published = BTreeMap::new();
    let entries = entries::in_order(tournament).into_iter().filter(|entry| !entry.has_left());
    for (list, revision) in entries.filter_map(Registration::list) {
        published.entry(list).or_insert(revision);
    }
    published
}

/// Renders documents of each list, when lists changed. The caller removes those of lists that are no longer published.
pub(super) fn render(context: &TournamentContext<'_>, scope: &Scope, out: &mut Output) {
    if !scope.has_lists() || !public::publishes_lists(context.tournament, context.convention) {
        return;
    }
    for counting in lists::in_order(context) {
        let id = counting.list.id;
        let organization_id = counting.list.organization_id;
        let revision = counting.revision();
        let shown = json::to_bytes(&PublicList { organization_id, version: revision });
        if let Some(revision) = revision {
            let key = format!("{id}/{revision}");
            out.put_under(OrganizationId::SHARED, ViewKind::PublicDecklist, key, String::new(), shown.clone());
        }
        out.put_under(OrganizationId::SHARED, ViewKind::PublicDecklist, id, String::new(), shown);
        let body = as_published(context, &counting);
        let mut organizations = vec![context.tournament.organization_id, organization_id];
        organizations.dedup();
        for organization in organizations.into_iter().filter(|id| *id != OrganizationId::SHARED) {
            out.put_under(organization, ViewKind::PublishedDecklist, id, sort::number(id.0), body.clone());
            out.owned_by(counting.list.owner_user_id);
            // The digest tells readers up to which revision the list is published.
            if let Some(revision) = revision {
                out.of_version(revision);
            }
        }
    }
}

fn as_published(context: &TournamentContext<'_>, counting: &Counting<'_>) -> Bytes {
    let list = counting.list;
    let place = ListElsewhere { organization_id: list.organization_id, decklist_id: list.id, version: list.version };
    match counting.revision() {
        Some(_) => counting.document(context).to_json().into(),
        None => place.to_json().into(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proto_events::vocabulary::LifecycleStatus;

    use super::super::testing::{STORE, Scene, Tree, body, finished, fixed, keys, swiss};
    use super::*;

    fn shown(scene: &Scene) -> Vec<(String, String)> {
        let out = scene.render(render, &Scope::Everything);
        let markers = out.documents.iter().filter(|document| document.key.kind == ViewKind::PublicDecklist);
        let body = |body: &[u8]| String::from_utf8(body.to_vec()).unwrap();
        markers.map(|document| (document.key.key.clone(), body(&document.body.for_everyone()))).collect()
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
            assert_eq!(keys(&scene.render(render, &Scope::Everything)), [""; 0]);
            assert_eq!(published(&scene.tournament, None), BTreeMap::new());
        }
    }

    #[test]
    fn a_list_that_is_not_known_is_not_shown() {
        let mut scene = finished();
        scene.decklists.clear();
        assert_eq!(shown(&scene), []);
    }

    #[test]
    fn what_was_fixed_is_published_whatever_the_list_is_now() {
        let mut scene = fixed();
        scene.tournament.lifecycle = LifecycleStatus::DecklistsPublished;
        let out = scene.render(render, &Scope::Everything);
        assert_eq!(
            keys(&out),
            [
                "public_decklist 301/1",
                "public_decklist 301",
                "published_decklist 301",
                "public_decklist 302/1",
                "public_decklist 302",
                "published_decklist 302",
            ]
        );
        assert_eq!(body(&out, ViewKind::PublicDecklist, 301), r#"{"organization_id":3,"version":1}"#);
        insta::assert_snapshot!(Tree::parse(&body(&out, ViewKind::PublishedDecklist, 301)).pretty());
        let digests = out.documents.iter().filter(|document| document.key.kind == ViewKind::PublishedDecklist);
        let digests = digests.map(|document| document.digest.as_str()).collect::<Vec<_>>();
        assert_eq!(digests, ["1", "1"], "which revisions are published");
        assert_eq!(published(&scene.tournament, None).into_values().collect::<Vec<_>>(), [Some(1), Some(1)]);
    }

    #[test]
    fn a_list_of_another_organization_is_published_in_both() {
        let mut scene = finished();
        scene.decklists.get_mut(&DecklistId(301)).unwrap().organization_id = OrganizationId(9);
        scene.decklists.get_mut(&DecklistId(302)).unwrap().organization_id = OrganizationId::SHARED;
        let out = scene.render(render, &Scope::Everything);
        let published = out.documents.iter().filter(|document| document.key.kind == ViewKind::PublishedDecklist);
        let published: Vec<_> =
            published.map(|document| (document.key.organization_id, document.key.key.as_str())).collect();
        assert_eq!(published, [(STORE, "301"), (OrganizationId(9), "301"), (STORE, "302")]);
        assert!(ListElsewhere::of(&body(&out, ViewKind::PublishedDecklist, 302)).is_some());
    }

    #[test]
    fn results_leave_them_alone() {
        let scope = Scope::Rounds { rounds: BTreeSet::new(), standings: BTreeSet::new(), lists: false };
        assert_eq!(keys(&finished().render(render, &scope)), [""; 0]);
    }
}

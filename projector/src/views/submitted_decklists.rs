//! Renders the lists handed in for an event, when lists changed: for the staff of the event's organization those of others,
//! for everyone those that are published, and earlier revisions that count. The caller removes those that are no longer
//! needed.

use std::collections::BTreeMap;

use bytes::Bytes;
use domain::convention::Convention;
use domain::tournament::Tournament;
use proto_events::Version;
use proto_events::ids::{DecklistId, OrganizationId};
use storage::{ListElsewhere, PublicList, ViewKind};

use super::decklist;
use super::output::Output;
use super::parts::lists::{self, Counting};
use super::parts::{entries, json, public, sort};
use super::view::{Scope, TournamentContext};

/// Renders the documents of lists, if they are in the scope.
pub(super) fn render(context: &TournamentContext<'_>, scope: &Scope, out: &mut Output) {
    if scope.has_lists() {
        render_attached(context, out);
        render_published(context, out);
        render_fixed(context, out);
    }
}

/// Returns the lists handed in for a tournament, each with the revision that counts. It is `Version::MAX` if the newest
/// one counts, and 0 for lists that staff attached without a revision, as in older versions.
pub(crate) fn attached(tournament: &Tournament) -> BTreeMap<DecklistId, Version> {
    let mut attached = BTreeMap::new();
    for entry in entries::in_order(tournament) {
        let Some(list) = entry.decklist_id else { continue };
        let without = if entry.list_is_players { Version::MAX } else { 0 };
        attached.entry(list).or_insert(entry.fixed_revision_of(list).unwrap_or(without));
    }
    attached
}

/// Renders documents of each list, when lists changed. The caller removes those of lists that are no longer handed in.
fn render_attached(context: &TournamentContext<'_>, out: &mut Output) {
    for (id, counting) in lists::by_id(context) {
        if counting.list.organization_id == out.organization_id {
            continue;
        }
        let (owner, sort) = (counting.list.owner_user_id, sort::number(id.0));
        match counting.revision() {
            None => {
                let document = out.put(ViewKind::Decklist, id, place(&counting));
                (document.sort, document.owner) = (sort, owner);
            }
            Some(revision) => {
                let document = out.put(ViewKind::Decklist, id, counting.document(context).to_json());
                (document.sort, document.owner, document.digest) = (sort, owner, revision.to_string());
                decklist::render_revisions(counting.list, out);
                out.put(ViewKind::FixedDecklist, format!("{id}/{revision}"), place(&counting));
            }
        }
    }
}

/// Returns a reference to the list at the revision that counts.
fn place(counting: &Counting<'_>) -> Vec<u8> {
    let list = counting.list;
    ListElsewhere { organization_id: list.organization_id, decklist_id: list.id, version: list.version }.to_json()
}

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
    for (entry, list) in entries.filter_map(|entry| Some((entry, entry.decklist_id?))) {
        published.entry(list).or_insert(entry.fixed_revision_of(list));
    }
    published
}

/// Renders documents of each list, when lists changed. The caller removes those of lists that are no longer published.
fn render_published(context: &TournamentContext<'_>, out: &mut Output) {
    if !public::publishes_lists(context.tournament, context.convention) {
        return;
    }
    for counting in lists::in_order(context) {
        let id = counting.list.id;
        let organization_id = counting.list.organization_id;
        let revision = counting.revision();
        let shown = PublicList { organization_id, version: revision, tournament_id: None };
        if let Some(revision) = revision {
            // Every event with this revision renders this document, so it names none of them.
            let key = format!("{id}/{revision}");
            out.put_under(OrganizationId::SHARED, ViewKind::PublicDecklist, key, json::to_bytes(&shown));
        }
        let shown = PublicList { tournament_id: Some(context.tournament.id), ..shown };
        out.put_under(OrganizationId::SHARED, ViewKind::PublicDecklist, id, json::to_bytes(&shown));
        let body: Bytes = match revision {
            Some(_) => counting.document(context).to_json().into(),
            None => place(&counting).into(),
        };
        let mut organizations = vec![context.tournament.organization_id, organization_id];
        organizations.dedup();
        for organization in organizations.into_iter().filter(|id| *id != OrganizationId::SHARED) {
            let document = out.put_under(organization, ViewKind::PublishedDecklist, id, body.clone());
            (document.sort, document.owner) = (sort::number(id.0), counting.list.owner_user_id);
            // The digest tells readers up to which revision the list is published.
            if let Some(revision) = revision {
                document.digest = revision.to_string();
            }
        }
    }
}

/// Renders a document for each such list, when lists changed. The caller removes those that are no longer needed.
fn render_fixed(context: &TournamentContext<'_>, out: &mut Output) {
    for (id, counting) in lists::by_id(context) {
        let list = counting.list;
        if counting.revision().is_some() && context.revisions.contains_key(&(id, list.version)) {
            let key = format!("{id}/{}", list.version);
            let body = context.settings.document_of(list).to_json();
            out.put_under(list.organization_id, ViewKind::FixedDecklist, key, body);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::decklist::Decklist;
    use proto_events::ids::{DecklistId, OrganizationId};
    use proto_events::vocabulary::LifecycleStatus;

    use super::super::testing::{STORE, body, finished, fixed, json, keys, pretty, swiss};
    use super::*;

    fn is_as_fixed(list: &[u8]) -> bool {
        let list = String::from_utf8_lossy(list);
        list.contains("Dark Ritual") && !list.contains("Brainstorm")
    }

    #[test]
    fn a_list_from_elsewhere_is_found_and_one_of_the_organization_is_there_already() {
        let mut scene = swiss();
        assert_eq!(keys(&scene.part(render_attached)), [""; 0]);
        let list = Arc::make_mut(scene.decklists.get_mut(&DecklistId(301)).unwrap());
        (list.organization_id, list.version) = (OrganizationId::SHARED, 4);
        let out = scene.part(render_attached);
        assert_eq!(keys(&out), ["decklist 301"]);
        let body = &out.documents[0].body.for_everyone();
        assert_eq!(body, r#"{"elsewhere":{"organization_id":0,"decklist_id":301,"version":4}}"#);
    }

    #[test]
    fn of_a_list_from_elsewhere_that_is_fixed_there_is_that_revision_and_nothing_newer() {
        let mut scene = fixed();
        let foreign = |list: &mut Decklist| list.organization_id = OrganizationId::SHARED;
        scene.decklists.values_mut().map(Arc::make_mut).for_each(foreign);
        scene.revisions.values_mut().for_each(foreign);
        let out = scene.part(render_attached);
        let of_one = keys(&out).into_iter().filter(|key| key.contains("301")).collect::<Vec<_>>();
        assert_eq!(of_one, ["decklist 301", "decklist_revisions 301", "fixed_decklist 301/1"]);
        assert!(is_as_fixed(&body(&out, ViewKind::Decklist, 301)));
        assert_eq!(json(&out, ViewKind::DecklistRevisions, 301).as_array().unwrap().len(), 1);
        let fixed = ListElsewhere::of(&body(&out, ViewKind::FixedDecklist, "301/1")).unwrap();
        assert_eq!((fixed.organization_id, fixed.version), (OrganizationId::SHARED, 1));
    }

    #[test]
    fn published_lists_are_shown_with_their_organization_if_they_are_known() {
        let mut scene = finished();
        let out = scene.part(render_published);
        for list in [301, 302] {
            let expected = r#"{"organization_id":3,"tournament_id":40}"#;
            assert_eq!(body(&out, ViewKind::PublicDecklist, list), expected);
        }
        scene.decklists.clear();
        assert_eq!(keys(&scene.part(render_published)), [""; 0]);
    }

    #[test]
    fn lists_of_events_that_are_hidden_or_go_on_are_not_shown() {
        let (mut unlisted, mut trial, mut secret) = (finished(), finished(), finished());
        unlisted.tournament.details.is_unlisted = true;
        trial.tournament.details.is_test = true;
        secret.tournament.lifecycle = LifecycleStatus::EventFinished;
        for scene in [unlisted, trial, secret, swiss()] {
            assert_eq!(keys(&scene.part(render_published)), [""; 0]);
            assert_eq!(published(&scene.tournament, None), BTreeMap::new());
        }
    }

    #[test]
    fn what_was_fixed_is_published_whatever_the_list_is_now() {
        let mut scene = fixed();
        scene.tournament.lifecycle = LifecycleStatus::DecklistsPublished;
        let out = scene.part(render_published);
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
        assert_eq!(
            body(&out, ViewKind::PublicDecklist, 301),
            r#"{"organization_id":3,"version":1,"tournament_id":40}"#
        );
        insta::assert_snapshot!(pretty(&body(&out, ViewKind::PublishedDecklist, 301)));
        let digests = out.documents.iter().filter(|document| document.key.kind == ViewKind::PublishedDecklist);
        let digests = digests.map(|document| document.digest.as_str()).collect::<Vec<_>>();
        assert_eq!(digests, ["1", "1"], "which revisions are published");
        assert_eq!(published(&scene.tournament, None).into_values().collect::<Vec<_>>(), [Some(1), Some(1)]);
    }

    #[test]
    fn a_list_of_another_organization_is_published_in_both() {
        let mut scene = finished();
        for (id, organization_id) in [(301, OrganizationId(9)), (302, OrganizationId::SHARED)] {
            Arc::make_mut(scene.decklists.get_mut(&DecklistId(id)).unwrap()).organization_id = organization_id;
        }
        let out = scene.part(render_published);
        let published = out.documents.iter().filter(|document| document.key.kind == ViewKind::PublishedDecklist);
        let published: Vec<_> =
            published.map(|document| (document.key.organization_id, document.key.key.as_str())).collect();
        assert_eq!(published, [(STORE, "301"), (OrganizationId(9), "301"), (STORE, "302")]);
        assert!(ListElsewhere::of(&body(&out, ViewKind::PublishedDecklist, 302)).is_some());
    }

    #[test]
    fn a_list_that_was_changed_since_is_kept_as_it_was_and_an_unchanged_one_needs_no_copy() {
        let out = fixed().part(render_fixed);
        assert_eq!(keys(&out), ["fixed_decklist 301/1"]);
        assert!(is_as_fixed(&body(&out, ViewKind::FixedDecklist, "301/1")));
        assert_eq!(keys(&swiss().part(render_fixed)), [""; 0]);
    }
}

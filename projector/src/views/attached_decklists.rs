//! Lists that belong to other organizations, or to users alone, and are handed in for an event of this organization.
//! They are among this organization's lists, so that its staff finds them (17, 19).
//!
//! While the player may still change a list for the event, staff reads its current state: a reference to it is enough.
//! Once a revision is fixed, staff reads that revision and earlier ones, and none of the player's later changes.

use std::collections::BTreeMap;

use domain::tournament::Tournament;
use proto_events::Version;
use proto_events::ids::DecklistId;
use storage::{ListElsewhere, ViewKind};

use super::decklist_revisions;
use super::output::Output;
use super::parts::lists::{self, Counting};
use super::parts::{entries, sort};
use super::view::{Scope, TournamentContext};

/// Returns the lists handed in for a tournament, each with the revision that counts. It is `Version::MAX` if the newest
/// one counts, and 0 for lists that staff attached without a revision, as in older versions.
pub(crate) fn attached(tournament: &Tournament) -> BTreeMap<DecklistId, Version> {
    let mut attached = BTreeMap::new();
    for entry in entries::in_order(tournament) {
        let Some((list, revision)) = entry.list() else { continue };
        let without = if entry.list_is_players { Version::MAX } else { 0 };
        attached.entry(list).or_insert(revision.unwrap_or(without));
    }
    attached
}

/// Renders documents of each list, when lists changed. The caller removes those of lists that are no longer handed in.
pub(super) fn render(context: &TournamentContext<'_>, scope: &Scope, out: &mut Output) {
    if !scope.has_lists() {
        return;
    }
    for (id, counting) in lists::by_id(context) {
        if counting.list.organization_id == out.organization_id {
            continue;
        }
        let owner = counting.list.owner_user_id;
        match counting.revision() {
            None => {
                out.put(ViewKind::Decklist, id, sort::number(id.0), place(&counting));
                out.owned_by(owner);
            }
            Some(revision) => {
                let body = counting.document(context).to_json();
                out.put_versioned(ViewKind::Decklist, id, sort::number(id.0), revision, body);
                out.owned_by(owner);
                decklist_revisions::render(counting.list, context.settings, out);
                out.put(ViewKind::FixedDecklist, format!("{id}/{revision}"), String::new(), place(&counting));
            }
        }
    }
}

/// Returns a reference to the list at the revision that counts.
fn place(counting: &Counting<'_>) -> Vec<u8> {
    let list = counting.list;
    ListElsewhere { organization_id: list.organization_id, decklist_id: list.id, version: list.version }.to_json()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use domain::decklist::Decklist;
    use proto_events::ids::{DecklistId, OrganizationId};

    use super::super::testing::{body, fixed, keys, swiss};
    use super::*;

    #[test]
    fn a_list_from_elsewhere_is_found_and_one_of_the_organization_is_there_already() {
        let mut scene = swiss();
        assert_eq!(keys(&scene.render(render, &Scope::Everything)), [""; 0]);
        let list = scene.decklists.get_mut(&DecklistId(301)).unwrap();
        (list.organization_id, list.version) = (OrganizationId::SHARED, 4);
        let out = scene.render(render, &Scope::Everything);
        assert_eq!(keys(&out), ["decklist 301"]);
        let body = &out.documents[0].body.for_everyone();
        assert_eq!(body, r#"{"elsewhere":{"organization_id":0,"decklist_id":301,"version":4}}"#);
    }

    #[test]
    fn of_a_list_that_is_fixed_there_is_that_revision_and_nothing_newer() {
        let mut scene = fixed();
        let foreign = |list: &mut Decklist| list.organization_id = OrganizationId::SHARED;
        scene.decklists.values_mut().for_each(foreign);
        scene.revisions.values_mut().for_each(foreign);
        let out = scene.render(render, &Scope::Everything);
        let of_one = keys(&out).into_iter().filter(|key| key.contains("301")).collect::<Vec<_>>();
        assert_eq!(of_one, ["decklist 301", "decklist_revisions 301", "fixed_decklist 301/1"]);
        let list = String::from_utf8(body(&out, ViewKind::Decklist, 301).to_vec()).unwrap();
        assert!(list.contains("Dark Ritual") && !list.contains("Brainstorm"), "{list}");
        let revisions: serde_json::Value =
            serde_json::from_slice(&body(&out, ViewKind::DecklistRevisions, 301)).unwrap();
        assert_eq!(revisions.as_array().unwrap().len(), 1, "{revisions}");
        let fixed = ListElsewhere::of(&body(&out, ViewKind::FixedDecklist, "301/1")).unwrap();
        assert_eq!((fixed.organization_id, fixed.version), (OrganizationId::SHARED, 1));
    }

    #[test]
    fn results_leave_it_alone() {
        let mut scene = swiss();
        scene.decklists.values_mut().for_each(|list| list.organization_id = OrganizationId::SHARED);
        let scope = Scope::Rounds { rounds: BTreeSet::new(), standings: BTreeSet::new(), lists: false };
        assert_eq!(keys(&scene.render(render, &scope)), [""; 0]);
    }
}

//! Lists of other organizations, and of persons alone, that are handed in for an event of this one: what stands for them
//! among this organization's, so that its staff finds them there (17, 19).

use std::collections::BTreeMap;

use storage::{ListElsewhere, ViewKind};

use super::parts::sort;
use super::{Output, Scope, TournamentContext};

/// Renders a document for each, when lists changed. Those of lists that are no longer handed in are removed by whoever calls.
pub(super) fn render(context: &TournamentContext<'_>, scope: &Scope, out: &mut Output) {
    if !scope.has_lists() {
        return;
    }
    let organization = out.organization_id;
    let elsewhere = context.decklists.values().filter(|list| list.organization_id != organization);
    for (id, list) in elsewhere.map(|list| (list.id, list)).collect::<BTreeMap<_, _>>() {
        let place = ListElsewhere { organization_id: list.organization_id, decklist_id: id, version: list.version };
        out.put(ViewKind::Decklist, id, sort::number(id.0), place.to_json());
        out.owned_by(list.owner_user_id);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proto_events::ids::{DecklistId, OrganizationId};

    use super::super::testing::{keys, swiss};
    use super::*;

    #[test]
    fn a_list_from_elsewhere_is_found_and_one_of_the_organization_is_there_already() {
        let mut scene = swiss();
        assert_eq!(keys(&scene.render(render, &Scope::Everything)), [""; 0]);
        let list = scene.decklists.get_mut(&DecklistId(301)).unwrap();
        (list.organization_id, list.version) = (OrganizationId::SHARED, 4);
        let out = scene.render(render, &Scope::Everything);
        assert_eq!(keys(&out), ["decklist 301"]);
        let body = &out.documents[0].body;
        assert_eq!(body, r#"{"elsewhere":{"organization_id":0,"decklist_id":301,"version":4}}"#);
    }

    #[test]
    fn results_leave_it_alone() {
        let mut scene = swiss();
        scene.decklists.values_mut().for_each(|list| list.organization_id = OrganizationId::SHARED);
        let scope = Scope::Rounds { rounds: BTreeSet::new(), standings: BTreeSet::new(), lists: false };
        assert_eq!(keys(&scene.render(render, &scope)), [""; 0]);
    }
}

//! Lists handed in for an event (11).

use std::collections::HashSet;

use domain::decklist::DecklistDocument;
use storage::ViewKind;

use super::parts::{entries, json};
use super::{Output, Scope, TournamentContext};

/// Renders the lists in the order of their registrations, each once.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    let (settings, mut seen) = (context.settings, HashSet::new());
    let lists: Vec<DecklistDocument<'_>> = entries::in_order(context.tournament)
        .into_iter()
        .filter_map(|entry| entries::decklist(context, entry))
        .filter(|list| seen.insert(list.id))
        .map(|list| DecklistDocument::new(list, &settings.public_url, settings.vendor_field_names))
        .collect();
    out.put(ViewKind::EventDecklists, context.tournament.id, String::new(), json::to_bytes(&lists));
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVENT, swiss};
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
}

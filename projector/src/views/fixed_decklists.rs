//! Renders decklists at their fixed revision if they were changed since. The read side renders their pictures from
//! these documents.

use domain::documents::DecklistDocument;
use storage::{ADDRESS_MARK, ViewKind};

use super::output::Output;
use super::parts::lists;
use super::view::{Scope, TournamentContext};

/// Renders a document for each such list, when lists changed. The caller removes those that are no longer needed.
pub(super) fn render(context: &TournamentContext<'_>, scope: &Scope, out: &mut Output) {
    if !scope.has_lists() || context.revisions.is_empty() {
        return;
    }
    for (id, counting) in lists::by_id(context) {
        let list = counting.list;
        if counting.revision().is_some() && context.revisions.contains_key(&(id, list.version)) {
            let key = format!("{id}/{}", list.version);
            let settings = context.settings;
            let body =
                DecklistDocument::new(list, ADDRESS_MARK, &settings.deck_host, settings.vendor_field_names).to_json();
            out.put_under(list.organization_id, ViewKind::FixedDecklist, key, String::new(), body);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{body, fixed, keys, swiss};
    use super::*;

    #[test]
    fn a_list_that_was_changed_since_is_kept_as_it_was() {
        let out = fixed().render(render, &Scope::Everything);
        assert_eq!(keys(&out), ["fixed_decklist 301/1"]);
        let list = String::from_utf8(body(&out, ViewKind::FixedDecklist, "301/1").to_vec()).unwrap();
        assert!(list.contains("Dark Ritual") && !list.contains("Brainstorm"), "{list}");
    }

    #[test]
    fn an_unchanged_list_needs_none() {
        assert_eq!(keys(&swiss().render(render, &Scope::Everything)), [""; 0]);
    }
}

//! Pictures of lists as they were at the revision that an event goes by, where they were changed since.

use storage::ViewKind;

use super::parts::lists;
use super::{Output, Scope, TournamentContext, deck_image};

/// Renders a picture for each, when lists changed. Those that are no longer needed are removed by whoever calls.
pub(super) fn render(context: &TournamentContext<'_>, scope: &Scope, out: &mut Output) {
    if !scope.has_lists() || context.revisions.is_empty() {
        return;
    }
    for (id, counting) in lists::by_id(context) {
        let list = counting.list;
        if counting.revision().is_some() && context.revisions.contains_key(&(id, list.version)) {
            let key = format!("{id}/{}", list.version);
            out.put_under(list.organization_id, ViewKind::DeckImage, key, String::new(), deck_image::svg(list));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{body, fixed, keys, swiss};
    use super::*;

    #[test]
    fn what_was_changed_since_has_a_picture_of_what_it_was() {
        let out = fixed().render(render, &Scope::Everything);
        assert_eq!(keys(&out), ["deck_image 301/1"]);
        let picture = String::from_utf8(body(&out, ViewKind::DeckImage, "301/1").to_vec()).unwrap();
        assert!(picture.contains("Dark Ritual") && !picture.contains("Brainstorm"), "{picture}");
    }

    #[test]
    fn what_is_as_it_was_needs_none() {
        assert_eq!(keys(&swiss().render(render, &Scope::Everything)), [""; 0]);
    }
}

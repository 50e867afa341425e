//! Renders an event for its organizers: deadline, capacity, rules.

use domain::documents::OrganizedEvent;
use storage::ViewKind;

use super::output::Output;
use super::parts::json;
use super::view::{Scope, TournamentContext};

/// Renders the event's settings.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    let slug = context.convention.map(|convention| convention.details.slug.as_str());
    let event = OrganizedEvent::new(context.tournament, slug);
    out.put(ViewKind::OrganizedEvent, context.tournament.id, String::new(), json::to_bytes(&event));
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVENT, announced, waitlist};
    use super::*;

    #[test]
    fn everything_that_was_decided_is_shown() {
        insta::assert_snapshot!(announced().body(render, ViewKind::OrganizedEvent, EVENT));
    }

    #[test]
    fn who_waits_is_counted_apart() {
        insta::assert_snapshot!(waitlist().body(render, ViewKind::OrganizedEvent, EVENT));
    }
}

//! Renders the calls for a judge at an event, for its staff.

use domain::documents::JudgeCallDocument;
use domain::tournament::JudgeCall;
use storage::ViewKind;

use super::output::Output;
use super::parts::{json, people};
use super::view::{Scope, TournamentContext};

/// Renders the calls in the order in which judges work: those that are not closed first. An event without calls has no
/// document.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    let tournament = context.tournament;
    if tournament.calls.is_empty() {
        return;
    }
    let document = |call| document(context, call);
    let documents: Vec<JudgeCallDocument<'_>> = tournament.calls_in_order().into_iter().map(document).collect();
    out.put(ViewKind::JudgeCalls, tournament.id, String::new(), json::to_bytes(&documents));
}

fn document<'a>(context: &TournamentContext<'a>, call: &'a JudgeCall) -> JudgeCallDocument<'a> {
    let player = call.call.registration_id.and_then(|player| context.tournament.registration(player));
    let name = player.map(|entry| people::name(context.people, entry.user_id)).unwrap_or_default();
    JudgeCallDocument::new(context.tournament, call, name)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVENT, judged, swiss};
    use super::*;

    #[test]
    fn calls_that_are_not_closed_come_first() {
        insta::assert_snapshot!(judged().body(render, ViewKind::JudgeCalls, EVENT));
    }

    #[test]
    fn an_event_without_calls_has_no_document() {
        assert!(swiss().render(render, &Scope::Everything).documents.is_empty());
    }
}

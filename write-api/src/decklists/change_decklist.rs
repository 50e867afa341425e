//! Changes some fields of a decklist. The decision is based on the newest revision, so that simultaneous changes to
//! different fields do not overwrite each other.

use proto_events::DecklistEvent;
use proto_events::decklist::DecklistBody;

use super::document;
use super::replace_decklist;
use crate::decklist_fields::{DecklistFields, ListChanges};
use crate::event_lists::list_closed::events_of;
use crate::http::body::described_elsewhere;
use crate::http::headers;
use crate::http::problems::fields as invalid;
use crate::http::request::ListInput;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "change_decklist",
    tag: Tag::Decklists,
    summary: "Change fields of a decklist",
    text: "Fields that are not given stay as they are. Changes apply to the newest revision, so that two clients that \
           change different fields do not undo each other's changes. With `If-Match`, the list is changed only if it \
           has one of the named versions (412 if not). A request that changes nothing makes no new revision.",
    body: Some(described_elsewhere("DecklistChange")),
    answer: Answer::json(200, "Decklist"),
    ..Route::at("PATCH", "/api/v1/decklists/{id}/", Operation::WriteDecklists)
};

/// Changes fields of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeDecklist {
    /// The list.
    pub decklist_id: DecklistId,
    /// The fields that change.
    pub fields: DecklistFields,
}

impl ChangeDecklist {
    async fn checked(self, run: &Run, errors: FieldErrors) -> Result<Written<Decklist>, Problem> {
        let changes = ListChanges::check(self.fields, errors).map_err(|errors| invalid(&errors))?;
        let events = &events_of(run, self.decklist_id).await?;
        let context = &Context { arrived_at: Some(run.arrived_at), ..run.context.clone() };
        let api = run.api();
        let not_taken =
            |list: Arc<Folded<Decklist>>| async move { Ok(api.closed_for(context, &list.state, events).await?) };
        let decide = |list: &Decklist, not_taken: &Option<Refusal>, _: &mut _| {
            let stored = |body| document::stored(run, list, body);
            decide(list, &changes, not_taken.as_ref(), stored).map(Decision::from)
        };
        Ok(api.change_with(context, StreamId::decklist(self.decklist_id), not_taken, decide).await?)
    }
}

impl Command for ChangeDecklist {
    const ROUTE: &'static Route = &ROUTE;
    type Done = Written<Decklist>;

    async fn run(&self, run: &Run) -> Result<Written<Decklist>, Problem> {
        self.clone().checked(run, FieldErrors::default()).await
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let decklist_id: DecklistId = request.id("decklist")?;
    let ListInput { fields, mut run, mut errors } = request.list_input(body).await?;
    run.context.expected = headers::if_match(&request.headers, &mut errors);
    let written = ChangeDecklist { decklist_id, fields }.checked(&run, errors).await?;
    Ok(document::answer(&request, StatusCode::OK, &written.folded).await)
}

/// Decides the command; `not_taken` says why changes are no longer accepted, if so, and `stored` returns the body to
/// store. It is refused if the list would be too large, no longer accepts changes, or has reached the limit of
/// revisions.
fn decide(
    list: &Decklist,
    changes: &ListChanges,
    not_taken: Option<&Refusal>,
    stored: impl FnOnce(DecklistBody) -> DecklistBody,
) -> Result<Vec<DecklistEvent>, Refusal> {
    replace_decklist::decide(list, &stored(changes.made_to(&list.body)?), not_taken)
}

#[cfg(test)]
mod tests {
    use service_kit::message;

    use super::*;
    use crate::decklist_fields::tests::{changes, whole};
    use crate::testing::decklist;

    fn decide(
        list: &Decklist,
        changes: &ListChanges,
        not_taken: Option<&Refusal>,
    ) -> Result<Vec<DecklistEvent>, Refusal> {
        super::decide(list, changes, not_taken, |body| body)
    }

    #[test]
    fn what_is_given_changes_and_the_rest_stays() {
        let before = decklist(&[whole([("name", "Burn"), ("archetype", "Aggro")]).body()]);
        let decision = decide(&before, &changes([("archetype", ""), ("plaintext_list", "4 Shock")]), None).unwrap();
        let body = whole([("name", "Burn"), ("plaintext_list", "4 Shock")]).body().clone();
        assert_eq!(decision, vec![DecklistEvent::Revised { body }]);
    }

    #[test]
    fn what_changes_nothing_is_no_new_revision() {
        let before = decklist(&[whole([("name", "Burn")]).body()]);
        for nothing in [changes([]), changes([("name", "Burn"), ("archetype", "")])] {
            assert_eq!(decide(&before, &nothing, None).unwrap(), Vec::new());
        }
    }

    #[test]
    fn a_list_that_would_be_too_large_is_refused() {
        let half = "x".repeat(250_000);
        let before = decklist(&[whole([("name", "a"), ("plaintext_list", &half)]).body()]);
        let json = format!("\"{half}\"");
        let command = changes([("deckhost_deck_json", &json)]);
        assert_eq!(decide(&before, &command, None).unwrap_err().code(), "list-too-large");
    }

    #[test]
    fn where_no_change_is_taken_the_same_again_is_still_fine() {
        let before = decklist(&[whole([("name", "Burn")]).body()]);
        let closed = Refusal::conflict(message!("test", "The list is locked."));
        let refused = decide(&before, &changes([("name", "Burn 2")]), Some(&closed));
        assert_eq!(refused, Err(closed.clone()));
        let same = decide(&before, &changes([("name", "Burn")]), Some(&closed)).unwrap();
        assert_eq!(same, Vec::new());
    }
}

//! Replaces a decklist. Omitted fields become empty.

use domain::limits::DECKLIST_REVISIONS;
use proto_events::DecklistEvent;
use proto_events::decklist::DecklistBody;

use super::document;
use crate::decklist_fields::WholeList;
use crate::event_lists::list_closed::events_of;
use crate::http::body::described_elsewhere;
use crate::http::headers;
use crate::http::request::ListInput;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "replace_decklist",
    tag: Tag::Decklists,
    summary: "Replace a decklist",
    text: "`name` is required; other fields become empty if not given. The same list again makes no new revision. \
           With `If-Match`, the list is replaced only if it has one of the named versions (412 if not); without it, \
           the newest revision is replaced. Every revision is kept.",
    body: Some(described_elsewhere("DecklistBody")),
    answer: Answer::json(200, "Decklist"),
    ..Route::at("PUT", "/api/v1/decklists/{id}/", Operation::WriteDecklists)
};

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let decklist_id = request.id("decklist")?;
    let ListInput { fields, run, mut errors } = request.list_input(body).await?;
    let expected = headers::if_match(&request.headers, &mut errors);
    let list = WholeList::check(fields, errors)?;
    let handed_in_for = events_of(&request, decklist_id).await?;
    let context = Context { expected, arrived_at: Some(run.arrived_at), ..run.context };
    let command = ReplaceDecklist { decklist_id, list, handed_in_for };
    let stored = |list: &Decklist| document::stored(&request, list, command.list.body().clone());
    let written = request.api().replace_as(&context, &command, stored).await?;
    Ok(document::answer(&request, StatusCode::OK, &written.folded).await)
}

/// Replaces a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplaceDecklist {
    /// The list.
    pub decklist_id: DecklistId,
    /// The new content.
    pub list: WholeList,
    /// Events that the list may be handed in for. Those it is not handed in for have no effect.
    pub handed_in_for: Vec<TournamentId>,
}

/// Decides the command; `not_taken` says why changes are no longer accepted, if so. It is refused if the list no longer
/// accepts changes, or has reached the limit of revisions.
pub(super) fn decide(
    list: &Decklist,
    body: &DecklistBody,
    not_taken: Option<&Refusal>,
) -> Result<Vec<DecklistEvent>, Refusal> {
    if *body == list.body {
        return Ok(Vec::new());
    }
    if let Some(not_taken) = not_taken {
        return Err(not_taken.clone());
    }
    if list.version >= DECKLIST_REVISIONS {
        return Err(Refusal::conflict(message!(
            "decklist-too-many-revisions",
            "This list has {most} revisions, which is the limit. Submit a new list instead.",
            most = DECKLIST_REVISIONS
        )));
    }
    Ok(vec![DecklistEvent::Revised { body: body.clone() }])
}

impl WriteApi {
    /// Replaces a decklist.
    ///
    /// # Errors
    /// If the command is refused, the caller cannot reach the list, it has another version, the idempotency key was
    /// used for another request, or the store fails.
    pub async fn replace_decklist(
        &self,
        context: &Context,
        command: &ReplaceDecklist,
    ) -> Result<Written<Decklist>, CommandError> {
        self.replace_as(context, command, |_| command.list.body().clone()).await
    }

    /// Replaces a decklist by what `stored` makes of the command.
    async fn replace_as(
        &self,
        context: &Context,
        command: &ReplaceDecklist,
        stored: impl Fn(&Decklist) -> DecklistBody + Send + Sync,
    ) -> Result<Written<Decklist>, CommandError> {
        let not_taken = |list: Arc<Folded<Decklist>>| async move {
            Ok(self.closed_for(context, &list.state, &command.handed_in_for).await?)
        };
        let decide = |list: &Decklist, not_taken: &Option<Refusal>, _: &mut _| {
            decide(list, &stored(list), not_taken.as_ref()).map(Decision::from)
        };
        self.change_with(context, StreamId::decklist(command.decklist_id), not_taken, decide).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decklist_fields::tests::whole;
    use crate::testing::{coded, decklist};

    #[test]
    fn what_is_not_given_becomes_empty() {
        let before = decklist(&[whole([("name", "Burn"), ("archetype", "Aggro")]).body()]);
        let list = whole([("name", "Burn"), ("plaintext_list", "4 Lightning Bolt")]);
        let body = list.body().clone();
        assert_eq!(body.archetype, "");
        assert_eq!(decide(&before, list.body(), None).unwrap(), [DecklistEvent::Revised { body }]);
    }

    #[test]
    fn the_very_same_list_is_no_new_revision() {
        let list = whole([("name", "Burn")]);
        let decision = decide(&decklist(&[list.body()]), list.body(), None).unwrap();
        assert_eq!(decision, Vec::new());
    }

    #[test]
    fn a_list_is_revised_up_to_the_limit() {
        let with = |version| Decklist { version, ..decklist(&[&DecklistBody::default()]) };
        let list = whole([("name", "Burn")]);
        assert!(decide(&with(DECKLIST_REVISIONS - 1), list.body(), None).is_ok());
        let full = decide(&with(DECKLIST_REVISIONS), list.body(), None);
        assert_eq!(coded(full), format!("decklist-too-many-revisions {DECKLIST_REVISIONS}"));
    }

    #[test]
    fn where_no_change_is_taken_the_same_again_is_still_fine() {
        let before = decklist(&[whole([("name", "Burn")]).body()]);
        let closed = Refusal::conflict(message!("test", "The list is locked."));
        let refused = decide(&before, whole([("name", "Burn 2")]).body(), Some(&closed));
        assert_eq!(refused, Err(closed.clone()));
        let same = decide(&before, whole([("name", "Burn")]).body(), Some(&closed)).unwrap();
        assert_eq!(same, Vec::new());
    }
}

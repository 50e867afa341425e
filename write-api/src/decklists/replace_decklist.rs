//! Replaces a decklist. Omitted fields become empty.

use proto_events::DecklistEvent;
use proto_events::decklist::DecklistBody;

use super::document;
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
    let ListInput { fields, mut run, mut errors } = request.list_input(body).await?;
    run.context.expected = headers::if_match(&request.headers, &mut errors);
    let body = fields.whole(errors)?;
    let written = revised(&run, decklist_id, |_| Ok(body.clone())).await?;
    document::answer(&request, &written.folded).await
}

/// Stores what `revised` makes of a list. The events that it is handed in for must accept that.
pub(super) async fn revised(
    run: &Run,
    id: DecklistId,
    revised: impl Fn(&Decklist) -> Result<DecklistBody, Refusal> + Send + Sync,
) -> Result<Written<Decklist>, Problem> {
    let events = events_of(run, id).await?;
    let context = Context { arrived_at: Some(run.arrived_at), ..run.context.clone() };
    let (api, context, events) = (run.api(), &context, &events);
    let not_taken =
        |list: Arc<Folded<Decklist>>| async move { Ok(api.closed_for(context, &list.state, events).await?) };
    let decide = |list: &Decklist, not_taken: &Option<Refusal>, _: &mut _| {
        let body = document::stored(run, list, revised(list)?);
        decide(list, &body, not_taken.as_ref())
    };
    Ok(api.change_with(context, StreamId::decklist(id), not_taken, decide).await?)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decklist_fields::tests::whole;
    use crate::testing::*;

    #[test]
    fn a_list_is_revised_up_to_the_limit() {
        let with = |version| Decklist { version, ..decklist(&[&DecklistBody::default()]) };
        let list = whole([("name", "Burn")]);
        assert!(decide(&with(DECKLIST_REVISIONS - 1), &list, None).is_ok());
        let full = decide(&with(DECKLIST_REVISIONS), &list, None);
        assert_eq!(coded(full), format!("decklist-too-many-revisions {DECKLIST_REVISIONS}"));
    }

    #[test]
    fn where_no_change_is_taken_the_same_again_is_still_fine() {
        let before = decklist(&[&whole([("name", "Burn")])]);
        let closed = Refusal::conflict(message!("test", "The list is locked."));
        assert_eq!(decide(&before, &whole([("name", "Burn 2")]), Some(&closed)), Err(closed.clone()));
        assert_eq!(decide(&before, &whole([("name", "Burn")]), Some(&closed)).unwrap(), Vec::new());
    }
}

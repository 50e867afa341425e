//! Submits a decklist.

use proto_events::DecklistEvent;
use proto_events::decklist::DecklistBody;
use service_kit::chain;
use storage::Lists;

use super::document;
use crate::decklist_fields::DecklistFields;
use crate::http::body::described_elsewhere;
use crate::http::request::ListInput;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "create_decklist",
    tag: Tag::Decklists,
    summary: "Submit a decklist",
    text: "`name` is required; other fields are empty if not given. The list is on disk before the answer is sent. \
           With an `Idempotency-Key`, a repeated request creates no second list: it gets the first answer again, for \
           24 hours. `Location` is the address of the new list, `X-Content-SHA256` the hash of its text. A person who \
           submits a list with a token or a session owns it. A person can own a limited number of lists; beyond the \
           limit, 409.",
    body: Some(described_elsewhere("DecklistBody")),
    answer: Answer::json(201, "Decklist"),
    is_always_possible: true,
    ..Route::at("POST", "/api/v1/decklists/", Operation::WriteDecklists)
};

/// Submits a list in the caller's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateDecklist {
    /// The fields of the list.
    pub fields: DecklistFields,
}

impl CreateDecklist {
    async fn checked(&self, run: &Run, errors: FieldErrors) -> Result<Written<Decklist>, Problem> {
        let list = self.fields.whole(errors)?;
        let organization_id = run.caller.organization_for(Operation::WriteDecklists).unwrap_or(OrganizationId::SHARED);
        let owner = run.caller.person();
        let own_lists = own_lists(run, owner).await;
        let decide = |_: Option<&Decklist>, _: &mut _| decide(&list, owner, own_lists);
        Ok(run.api().create(&run.context, StreamKind::Decklist, Some(organization_id), None, decide).await?)
    }
}

impl Command for CreateDecklist {
    const ROUTE: &'static Route = &ROUTE;
    type Done = Written<Decklist>;

    async fn run(&self, run: &Run) -> Result<Written<Decklist>, Problem> {
        self.checked(run, FieldErrors::default()).await
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let ListInput { fields, run, errors } = request.list_input(body).await?;
    let written = CreateDecklist { fields }.checked(&run, errors).await?;
    document::answer(&request, &written.folded).await
}

/// Returns how many lists the person who will own the new one has, and the limit; `None` without a limit. If the views cannot be read, the list is accepted without a
/// limit: writes do not depend on the views.
async fn own_lists(run: &Run, owner: Option<UserId>) -> Option<(i64, u32)> {
    let (owner, most) = owner.zip(run.shared.settings.own_lists)?;
    let own = Lists { list: None, own: Some(owner) };
    match run.shared.views.state_of(own).await {
        Ok(state) => Some((state.count, most)),
        Err(error) => {
            tracing::warn!(
                error = chain(&error),
                "cannot count the lists of a person, so the new one is accepted without a limit"
            );
            None
        }
    }
}

/// Decides the command, which is refused if the owner has reached the limit of lists.
fn decide(
    list: &DecklistBody,
    owner_user_id: Option<UserId>,
    own_lists: Option<(i64, u32)>,
) -> Result<Vec<DecklistEvent>, Refusal> {
    if let Some((_, most)) = own_lists.filter(|(owned, most)| *owned >= i64::from(*most)) {
        return Err(Refusal::conflict(message!(
            "decklist-too-many-lists",
            "You own {value} decklists, which is the limit. Change a list that you no longer need instead.",
            value = most
        )));
    }
    Ok(vec![DecklistEvent::Submitted { owner_user_id, body: list.clone(), deck_url: String::new() }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decklist_fields::tests::whole;
    use crate::testing::*;

    #[test]
    fn a_person_can_own_lists_up_to_the_limit() {
        let decided = |own_lists| decide(&whole([("name", "Burn")]), Some(UserId(9)), own_lists);
        for owned in [3, 4] {
            assert_eq!(coded(decided(Some((owned, 3)))), "decklist-too-many-lists 3");
        }
        assert!(decided(Some((2, 3))).is_ok() && decided(None).is_ok());
    }
}

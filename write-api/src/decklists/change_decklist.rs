//! Changes some fields of a decklist. The decision is based on the newest revision, so that simultaneous changes to
//! different fields do not overwrite each other.

use super::document;
use super::replace_decklist::revised;
use crate::decklist_fields::DecklistFields;
use crate::http::body::described_elsewhere;
use crate::http::headers;
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
    async fn checked(&self, run: &Run, errors: FieldErrors) -> Result<Written<Decklist>, Problem> {
        self.fields.check(errors).map_err(|errors| problems::fields(&errors))?;
        revised(run, self.decklist_id, |list| self.fields.made_to(&list.body)).await
    }
}

impl Command for ChangeDecklist {
    const ROUTE: &'static Route = &ROUTE;
    type Done = Written<Decklist>;

    async fn run(&self, run: &Run) -> Result<Written<Decklist>, Problem> {
        self.checked(run, FieldErrors::default()).await
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let decklist_id = request.id("decklist")?;
    let ListInput { fields, mut run, mut errors } = request.list_input(body).await?;
    run.context.expected = headers::if_match(&request.headers, &mut errors);
    let written = ChangeDecklist { decklist_id, fields }.checked(&run, errors).await?;
    document::answer(&request, &written.folded).await
}

//! `GET /decklists/{id}/`: the page of a decklist, for its organization, its owner and, once it is published, for
//! everybody.

use api_kit::description::{Answer, Description, Tag};
use api_kit::path::integer;
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;
use web::public::decklist;

use super::deck_image::{self, shown};
use super::language::LANGUAGE;
use super::pages::nothing;
use crate::answer;
use crate::call::{Call, Caller};
use crate::drawing::Sources;
use crate::form::Form;

pub(crate) use super::deck_image::needs_credential;

/// The views that the page is drawn from, and those that say who may see it.
pub(crate) const DRAWS_ON: &[ViewKind] = deck_image::DRAWS_ON;

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "show_decklist_page",
    tag: Tag::Pages,
    summary: "Show the page of a decklist",
    text: "The picture of a list and its text. Without a credential, you can see lists handed in for events that have \
           published their lists and have a public page, at the published revision; with a key, a token or a session, \
           also those that you may read. A key or token that is sent must be valid; a session that has ended is \
           ignored.",
    parameters: &[LANGUAGE],
    body: None,
    answer: Answer::Html,
};

/// The headers of the page: as those of the picture, which it loads.
const PUBLIC: Form = Form {
    vary: deck_image::PUBLIC_PICTURE.vary,
    content_security_policy: Some(
        "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    ..Form::PUBLIC_PAGE
};
const PRIVATE: Form = Form { cache_control: "private, no-cache", ..PUBLIC };

/// Answers with the page.
pub(crate) async fn answer(call: Call, caller: Option<Caller>) -> Result<Response, Problem> {
    let Some(id) = integer(call.param("id")) else { return Ok(nothing(call.language())) };
    let Some(list) = shown(&call, caller.as_ref(), id, None).await? else { return Ok(nothing(call.language())) };
    let language = call.language();
    // Pictures are kept under the kind of the list: a page of the same list has another one.
    let sources = Sources::new(ViewKind::PublishedDecklist, language, &list, [None; 2]);
    let base = call.shared.settings.base_path().to_owned();
    let page = call.shared.drawings.get(sources, move || decklist::draw(language, &base, &list.body)).await?;
    let form = if caller.is_some() { PRIVATE } else { PUBLIC };
    answer::entry(&call.headers, &page, form.in_language(language)).await
}

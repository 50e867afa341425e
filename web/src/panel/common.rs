//! Answers and checks that pages of several resources need.

use axum::http::StatusCode;
use domain::limits::TOKENS_ISSUED;
use service_kit::password::Password;
use write_api::accounts::MadeLink;
use write_api::{CommandError, FieldErrors};

use crate::parts::control::Faults;
use crate::parts::format::Moment;
use crate::parts::page_kinds::{Link, MessagePage, SecretPage};
use crate::serving::failures::{PageError, PageResult};
use crate::serving::people::account_not_managed;
use crate::serving::response;
use crate::serving::session::UserRequest;
use crate::texts::{Texts, said};

/// The address of one's own account.
pub(crate) const ACCOUNT: &str = "/admin/account/";

/// Answers a form that was already carried out: nothing is made again, and its value is not shown again. `title` is
/// the key of the title.
pub(crate) fn already_carried_out(request: &UserRequest, title: &str, back: &str) -> PageResult {
    let texts = request.texts;
    let page = MessagePage {
        frame: request.frame(),
        title: texts.say(title),
        lead: ["panel-already-sent", "panel-already-sent-value"].map(|key| texts.say(key)).into(),
        links: vec![Link::new(back, texts.say("panel-continue"))],
    };
    Ok(response::page(StatusCode::CONFLICT, &page)?)
}

/// Answers with the page that shows a new password link once.
pub(crate) fn new_link_page(request: &UserRequest, made: &MadeLink, back: &str) -> PageResult {
    let (texts, profile) = (request.texts, &made.folded.state.profile);
    let names = [("name", profile.best_identifier.as_str().into()), ("username", profile.username.as_str().into())];
    request.page(&SecretPage {
        frame: request.frame(),
        title: texts.say("panel-link-title"),
        lead: vec![texts.with_all("panel-link-give", names)],
        label: texts.say("panel-link"),
        value: format!("{}{}", request.shared.public_url, made.path()),
        points: vec![
            texts.with("panel-link-works", "time", Moment::utc(texts, made.expires_at).shown),
            texts.say("panel-link-first"),
        ],
        next: Link::new(back, texts.say("panel-saved-it")),
    })
}

/// Adds an error if a new password was not typed the same way twice.
pub(crate) fn check_repeated(texts: &Texts, password: &Password, repeated: &str, errors: &mut FieldErrors) {
    if password.expose() != repeated {
        errors.add("repeated", said(texts.say("panel-passwords-differ")));
    }
}

/// Says why an account was not made, changed or erased, or a token of it not made or revoked.
pub(crate) fn account_refused(texts: &Texts, error: CommandError) -> PageError {
    PageError::of_command(error, |refusal| {
        let key = match refusal.code() {
            "account-not-theirs" => return Some(account_not_managed().into()),
            "account-not-a-member" => {
                return Some(Faults::at("organization", texts.say("panel-no-longer-member")).into());
            }
            "account-too-many-tokens" => {
                return Some(Faults::at("name", texts.with("panel-too-many-tokens", "most", TOKENS_ISSUED)).into());
            }
            "account-no-username" => "panel-no-username",
            "account-known-elsewhere" | "account-merged-elsewhere" => "panel-erase-elsewhere",
            "account-merged-into" => "panel-erase-merged",
            "account-last-administrator" => "panel-erase-last-administrator",
            "account-no-erasure-list" => "panel-erase-no-list",
            _ => return None,
        };
        Some(PageError::line(texts.say(key)))
    })
}

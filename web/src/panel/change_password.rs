//! `/admin/account/password/`: changes the signed-in person's password.

use axum::response::Response;
use service_kit::password::Password;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::accounts::ChangePassword;

use crate::panel::common::new_password::check_repeated;
use crate::parts::control::{Control, TextField};
use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::completed::Completed;
use crate::serving::failures::{not_found, refusal};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::serving::{response, session_cookies};

/// Shows the form.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    request.page(&form(&request, &session, &FieldErrors::default()))
}

/// Changes the password. Ends every session and begins a new one in this browser.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let new = Password::from(request.form.exact("new_password").to_owned());
    let mut errors = FieldErrors::default();
    check_repeated(request.texts, &new, request.form.exact("repeated"), &mut errors);
    if let Err(errors) = errors.check() {
        return request.refused(&form(&request, &session, &errors));
    }
    let known = request.confirmed.ok_or_else(not_found)?;
    let command = ChangePassword { known, new };
    match request.shared.commands.change_password(&session.actor(), &command).await {
        Ok(changed) => {
            request.wait_for_views().await?;
            let cookies = session_cookies::renewed(&request, &session, changed.folded.state.session_epoch);
            Ok(response::with_cookies(request.redirect_with("/admin/account/", Completed::PasswordSet)?, cookies))
        }
        Err(error) => {
            let refused = refusal(error)?;
            match refused.fields() {
                Some(errors) => request.refused(&form(&request, &session, errors)),
                None => Err(Problem::internal(refused)),
            }
        }
    }
}

fn form(request: &PageRequest, session: &UserSession, errors: &FieldErrors) -> FormPage {
    let texts = request.texts;
    // Tells password managers which account this is.
    let username = TextField::new("username", texts.say("panel-username"), &session.account.username);
    let username = TextField { autocomplete: "username", fixed: true, ..username };
    let new = TextField::password("new_password", texts.say("panel-new-password"), "new-password");
    let new = TextField { hint: texts.say("panel-new-password-hint"), ..new };
    let repeated = TextField::password("repeated", texts.say("panel-repeat-new-password"), "new-password");
    let controls = [new, repeated].map(|text| Control::Text(text.checked(texts, errors)));
    let controls = [Control::Text(username)].into_iter().chain(controls).collect();
    let path = "/admin/account/password/";
    let mut page = FormPage::new(
        session.frame(request),
        texts.say("panel-change-password"),
        path,
        texts.say("panel-do-change-password"),
    );
    page.lead.push(texts.say("panel-change-password-ends"));
    page.cancel = Some(Link::new("/admin/account/", texts.say("panel-cancel")));
    page.with_controls(controls, errors)
}

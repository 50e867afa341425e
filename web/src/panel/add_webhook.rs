//! `/admin/webhooks/new/`: adds a webhook. Its secret is shown once, in the answer to the form.

use axum::response::Response;
use domain::limits::WEBHOOKS;
use proto_events::organization::WebhookSettings;
use service_kit::problem::Problem;
use write_api::FieldErrors;
use write_api::webhooks::AddWebhook;

use crate::panel::common::already_carried_out::already_carried_out;
use crate::panel::common::webhook_parts::{WEBHOOKS_PATH, controls, find, shown_once, typed};
use crate::parts::control::Control;
use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::failures::refusal;
use crate::serving::form_ids::FormIds;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::said;

const PATH: &str = "/admin/webhooks/new/";

/// Shows the form.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let settings = WebhookSettings { enabled: true, ..typed(&request.form) };
    request.page(&form(&request, &session, &settings, &FieldErrors::default()))
}

/// Adds the webhook and shows its secret.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let settings = typed(&request.form);
    let Some(claim) = request.shared.form_ids.claim(request.form.exact("form_id")) else {
        return already_carried_out(&request, &session, "panel-webhook-was-added", WEBHOOKS_PATH);
    };
    let command = AddWebhook { organization_id: session.organization_id()?, settings };
    match request.shared.commands.add_webhook(&session.actor(), &command).await {
        Ok(added) => {
            claim.complete();
            request.wait_for_views().await?;
            let points = vec![request.texts.say("panel-webhook-starts-now")];
            shown_once(&request, &session, find(&added.folded.state, added.webhook_id)?, &added.secret, points)
        }
        Err(error) => {
            let refused = refusal(error)?;
            let errors = match (refused.code(), refused.fields()) {
                (_, Some(errors)) => errors.clone(),
                ("webhook-too-many", _) => {
                    let mut errors = FieldErrors::default();
                    errors.add("url", said(request.texts.with("panel-too-many-webhooks", "most", WEBHOOKS)));
                    errors
                }
                _ => return Err(Problem::internal(refused)),
            };
            request.refused(&form(&request, &session, &command.settings, &errors))
        }
    }
}

fn form(request: &PageRequest, session: &UserSession, settings: &WebhookSettings, errors: &FieldErrors) -> FormPage {
    let texts = request.texts;
    let mut controls = controls(texts, settings, errors);
    controls.push(Control::Hidden("form_id", FormIds::new_id()));
    let (title, submit) = (texts.say("panel-new-webhook"), texts.say("panel-do-add-webhook"));
    let mut page = FormPage::new(session.frame(request), title, PATH, submit);
    page.lead.push(texts.say("panel-webhook-types-hint"));
    page.cancel = Some(Link::new(WEBHOOKS_PATH, texts.say("panel-cancel")));
    page.with_controls(controls, errors)
}

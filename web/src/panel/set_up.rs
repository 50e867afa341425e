//! `/set-up/{link}/`: sets up an empty installation, for the holder of the link that the server prints; and
//! `/admin/set-up/`: what comes next. To everyone else, an installation only says that it waits.

use api_kit::path::is_local;
use askama::Template;
use axum::http::header;
use domain::time_zone::Zone;
use proto_events::Actor;
use proto_events::user::Profile;
use service_kit::client_address::Scheme;
use service_kit::problem::Problem;
use write_api::CommandError;
use write_api::set_up_installation::SetUpInstallation;

use crate::panel::common::{field, new_password, to_sign_in};
use crate::panel::sign_in::{does_not_open, quiet};
use crate::parts::control::TextField;
use crate::parts::frame::Frame;
use crate::parts::qr::QrCode;
use crate::serving::failures::{PageError, PageResult, store_problem};
use crate::serving::open_settings::{Apply, ChosenSettings};
use crate::serving::passwords::{check_connection, plain_http_warning, wrong_link};
use crate::serving::request::{PageRequest, UserRequest};
use crate::serving::{response, session_cookies};

pub(crate) const NEXT: &str = "/admin/set-up/";

/// The key of why the link of an installation that is set up does not open.
const IS_SET_UP: &str = "panel-is-set-up";

#[derive(Template)]
#[template(path = "panel/set_up.html")]
struct SetUpPage {
    frame: Frame,
    path: String,
    fields: Vec<TextField>,
    /// Whether the form takes the time zone of the browser.
    is_blank: bool,
    has_mail: bool,
}

impl SetUpPage {
    fn all_faults(&self) -> Vec<String> {
        let of_fields = self.fields.iter().filter(|field| !field.fault.is_empty());
        let of_fields = of_fields.map(|field| format!("{}: {}", field.label, field.fault));
        self.frame.faults.lines.iter().cloned().chain(of_fields).collect()
    }
}

pub(crate) async fn show(request: &PageRequest) -> PageResult {
    check_link(request).await?;
    let mut page = page(request);
    page.frame.faults.lines.extend(plain_http_warning(request).filter(|_| page.is_blank));
    Ok(quiet(request.page(&page)?))
}

pub(crate) async fn send(request: &PageRequest) -> PageResult {
    let shared = &request.shared;
    // One after the other, so that the settings are those of the set-up that succeeds.
    let _one = shared.set_up.lock().await;
    check_link(request).await?;
    check_connection(request)?;
    let command = command(request)?;
    if let Err(error) = shared.commands.check_set_up(&command).await {
        return Err(refused(request, error));
    }
    let apply = match &shared.open_settings {
        Some(open) => {
            let wrong = |field| PageError::at(field, request.texts.say("panel-set-up-wrong"));
            Some((open.save)(&chosen(request)).map_err(wrong)?)
        }
        None => None,
    };
    let mut applies = AppliesSettings(apply);
    let done = match shared.commands.carry_out(&Actor::System, &command).await {
        Ok(done) => done,
        Err(error) => {
            applies.0 = None;
            return Err(refused(request, error));
        }
    };
    request.wait_for_views().await;
    let user = &done.administrator;
    let cookies = session_cookies::begin(request, user.id, user.session_epoch).await?;
    let cookies = cookies.into_iter().chain([request.texts.language().cookie()]);
    Ok(response::with_cookies(request.redirect(NEXT)?, cookies))
}

/// Applies the saved settings when the request ends, also if the browser has left: then the set-up may be done.
struct AppliesSettings(Option<Apply>);

impl Drop for AppliesSettings {
    fn drop(&mut self) {
        if let Some(apply) = self.0.take() {
            apply();
        }
    }
}

/// Answers a set-up that is refused: another one may have been first.
fn refused(request: &PageRequest, error: CommandError) -> PageError {
    match &error {
        CommandError::Refused(refused) if refused.code() == "installation-is-set-up" => {
            does_not_open(request, IS_SET_UP)
        }
        _ => PageError::of_command(request.texts, error),
    }
}

fn page(request: &PageRequest) -> SetUpPage {
    let (texts, frame) = (request.texts, request.frame());
    let field = |name, label: &str| field(request, name, label);
    let of_account = |name, label, autocomplete| TextField { autocomplete, ..field(name, label) }.required();
    let password = |name, label: &str| TextField::password(name, texts.say(label), "new-password");
    let mut fields = vec![
        field("organization_name", "panel-set-up-organization").required(),
        field("time_zone", "desk-event-zone").required().hint(texts.say("panel-set-up-zone-hint")),
        of_account("best_identifier", "panel-set-up-name", "name"),
        of_account("username", "panel-username", "username").hint(texts.say("panel-set-up-username-hint")),
        password("password", "panel-password").hint(texts.say("panel-new-password-hint")),
        password("repeated", "panel-repeat-password"),
        TextField { kind: "email", autocomplete: "email", ..field("email", "panel-email") },
    ];
    let is_blank = request.typed().is_none();
    let open = request.shared.open_settings.as_ref();
    if let Some(proposed) = open.and_then(|open| open.public_url.as_ref()) {
        let url = field("public_url", "panel-set-up-address").required().hint(texts.say("panel-set-up-address-hint"));
        let value = if is_blank { public_url(request, proposed.as_deref()) } else { url.value };
        fields.push(TextField { kind: "url", value, ..url });
    }
    if open.is_some_and(|open| open.mail) {
        fields.extend([
            field("smtp_url", "panel-set-up-smtp").hint(texts.say("panel-set-up-smtp-hint")),
            TextField { kind: "email", ..field("mail_from", "panel-set-up-from") },
            field("smtp_user", "panel-set-up-smtp-user"),
            TextField {
                required: false,
                ..TextField::password("smtp_password", texts.say("panel-set-up-smtp-password"), "off")
            },
        ]);
    }
    let fields: Vec<_> = fields.into_iter().map(|field| field.checked(texts, &frame.faults)).collect();
    let has_mail =
        fields.iter().any(|field| field.name == "smtp_url" && !(field.value.is_empty() && field.fault.is_empty()));
    SetUpPage { frame, path: request.path.clone(), fields, is_blank, has_mail }
}

/// Returns the address under which people may reach the service: the one that this browser used, unless that is of this
/// machine and there is another one to propose.
fn public_url(request: &PageRequest, proposed: Option<&str>) -> String {
    let host = request.headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let scheme = if request.scheme == Some(Scheme::Https) { "https" } else { "http" };
    let used = format!("{scheme}://{host}");
    let other = proposed.filter(|_| is_local(&used)).map(str::to_owned);
    other.unwrap_or_else(|| format!("{used}{}", request.shared.base))
}

fn command(request: &PageRequest) -> Result<SetUpInstallation, PageError> {
    let text = |name| request.form.text(name).to_owned();
    let typed = request.form.text("time_zone");
    Ok(SetUpInstallation {
        organization: text("organization_name"),
        time_zone: Zone::found(typed).map_or_else(|| typed.to_owned(), |zone| zone.name().to_owned()),
        administrator: Profile {
            username: text("username"),
            best_identifier: text("best_identifier"),
            email: text("email"),
            ..Profile::default()
        },
        password: Some(new_password(request, "password")?),
    })
}

fn chosen(request: &PageRequest) -> ChosenSettings {
    let text = |name| request.form.text(name).to_owned();
    ChosenSettings {
        public_url: text("public_url").trim_end_matches('/').to_owned(),
        smtp_url: text("smtp_url"),
        mail_from: text("mail_from"),
        smtp_user: text("smtp_user"),
        smtp_password: request.form.exact("smtp_password").to_owned(),
    }
}

/// Answers a link that does not open: with a wrong code, which is counted, or of an installation that is set up.
async fn check_link(request: &PageRequest) -> Result<(), PageError> {
    if request.shared.is_set_up().await.map_err(store_problem)? {
        return Err(does_not_open(request, IS_SET_UP));
    }
    if request.shared.set_up_link.opens(request.param("link")) {
        return Ok(());
    }
    let page = |lead| to_sign_in(request, request.texts.say("panel-no-link"), lead);
    Err(quiet(wrong_link(request, "panel-waits-for-set-up", page).await?).into())
}

#[derive(Template)]
#[template(path = "panel/set_up_done.html")]
struct NextPage {
    frame: Frame,
    code: QrCode,
    /// The key of what does not work at this address.
    warning: Option<&'static str>,
}

/// Returns the key of what does not work from other machines, if the public address has no TLS.
pub(crate) fn no_tls(request: &PageRequest) -> Option<&'static str> {
    let url = &request.shared.public_url;
    (!is_local(url) && !url.starts_with("https://")).then_some("panel-set-up-no-tls")
}

pub(crate) async fn next(request: &UserRequest<'_>) -> PageResult {
    let url = &request.shared.public_url;
    let warning = if is_local(url) { Some("panel-set-up-only-here") } else { no_tls(request) };
    let code = QrCode::draw(format!("{url}/")).map_err(Problem::internal)?;
    request.page(&NextPage { frame: request.frame(), code, warning })
}

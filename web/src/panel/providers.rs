//! `/login/with/{provider}/`: signs in at a provider (OpenID Connect), where the first sign-in makes an account.
//! `/admin/account/providers/`: a person links accounts at providers with the own account, and unlinks them.

use axum::http::StatusCode;
use domain::user::User;
use service_kit::chain;
use service_kit::oidc::{Attempt, Identity, OidcError};
use write_api::accounts::{CreateProvidedAccount, LinkProvider, UnlinkProvider};

use crate::panel::common::{ACCOUNT, form, to_sign_in};
use crate::panel::sign_in::quiet;
use crate::panel::two_step;
use crate::parts::control::{Control, RadioGroup, RadioOption};
use crate::parts::page_kinds::{Link, MessagePage};
use crate::serving::failures::{PageResult, failed, not_found, refusal, store_problem};
use crate::serving::page::local_path;
use crate::serving::passwords::{plain_http_refusal, set_retry_after, too_many};
use crate::serving::people::person;
use crate::serving::providers::{Begun, Kept as _, ToLink, follow, unfollow};
use crate::serving::request::{PageRequest, UserRequest, UserSession};
use crate::serving::sign_in::SignInProvider as Provider;
use crate::serving::{response, session_cookies};

const PATH: &str = "/admin/account/providers/";

pub(crate) async fn begin(request: &PageRequest) -> PageResult {
    let provider = provider(request).ok_or_else(not_found)?;
    if let Some(why) = plain_http_refusal(request) {
        return answer(request, provider, (StatusCode::FORBIDDEN, why));
    }
    let attempt = Attempt::begin();
    let (secret, links) = (attempt.secret.clone(), request.query("link").is_some());
    let next = local_path(&request.query("next").unwrap_or_default()).to_owned();
    let begun = Begun { provider: provider.settings().id.clone(), secret, links, next };
    match provider.client.address(&attempt, &redirect_uri(request, provider)).await {
        Ok(address) => Ok(response::with_cookie(response::see_other(&address)?, begun.keep(request)?)),
        Err(error) => unsuccessful(request, provider, &error),
    }
}

/// Takes the provider's answer: signs in, makes an account, or leads to the page that links the account at the provider.
pub(crate) async fn back(request: &PageRequest) -> PageResult {
    let provider = provider(request).ok_or_else(not_found)?;
    let answered = taken(request, provider).await?;
    Ok(quiet(response::with_cookie(answered, Begun::forget(request))))
}

fn provider(request: &PageRequest) -> Option<&Provider> {
    let id = request.param("provider");
    request.shared.sign_in.providers.iter().find(|provider| provider.settings().id == id)
}

fn redirect_uri(request: &PageRequest, provider: &Provider) -> String {
    format!("{}{}", request.shared.public_url, provider.path_back())
}

async fn taken(request: &PageRequest, provider: &Provider) -> PageResult {
    let (shared, now) = (&request.shared, request.shared.clock.now());
    let state = request.query("state").unwrap_or_default();
    let begun = Begun::read(request).filter(|begun| begun.provider == provider.settings().id);
    let Some(begun) = begun else { return say(request, provider, "panel-provider-again") };
    let attempt = Attempt { secret: begun.secret.clone() };
    let from = (request.address, shared.sessions.known_person(&request.headers, now));
    if attempt.state() != state || !shared.attempts.provider_answer(&state, from, now).await.map_err(store_problem)? {
        return say(request, provider, "panel-provider-again");
    }
    if let Err(error) = provider.client.check_issuer(request.query("iss").as_deref()).await {
        return unsuccessful(request, provider, &error);
    }
    if let Some(code) = request.query("error") {
        let key = if code == "access_denied" { "panel-provider-denied" } else { "panel-provider-failed" };
        return say(request, provider, key);
    }
    let (code, redirect_uri) = (request.query("code").unwrap_or_default(), redirect_uri(request, provider));
    let identity = match provider.client.identity(&attempt, (&code, &redirect_uri), now).await {
        Ok(identity) => identity,
        Err(error) => return unsuccessful(request, provider, &error),
    };
    if begun.links {
        to_link(request, provider, &identity).await
    } else {
        enter(request, provider, &identity, &begun).await
    }
}

/// Signs the person in who has the account at the provider, or makes an account.
async fn enter(request: &PageRequest, provider: &Provider, identity: &Identity, begun: &Begun) -> PageResult {
    let (commands, account) = (&request.shared.commands, provider.account(&identity.subject));
    let user: User = match commands.holder_of_provider_account(&account).await.map_err(failed)? {
        Some(user) if user.state.providers.contains(&account) => user.state.clone(),
        Some(_) => return known(request, provider),
        None => {
            let Some(email) = identity.verified_email() else {
                return say(request, provider, "panel-provider-no-email");
            };
            request.shared.room.for_anybody()?;
            let (attempts, now) = (&request.shared.attempts, request.shared.clock.now());
            if let Some(until) = attempts.new_account(None, request.address, now).await.map_err(store_problem)? {
                let mut page = answer(request, provider, (StatusCode::TOO_MANY_REQUESTS, too_many(request, until)))?;
                set_retry_after(request, &mut page, until);
                return Ok(page);
            }
            let (email, name) = (email.to_owned(), identity.text("name").to_owned());
            let username = identity.text("preferred_username").to_owned();
            let language = request.texts.language().tag();
            let command = CreateProvidedAccount { account, email, name, username, language };
            match command.run(commands).await {
                Ok(created) => {
                    attempts.account_made(now).await.map_err(store_problem)?;
                    created.folded.state.clone()
                }
                Err(error) => {
                    return match refusal(error)?.code() {
                        "account-sign-in-to-link" => known(request, provider),
                        _ => say(request, provider, "panel-provider-no-email"),
                    };
                }
            }
        }
    };
    follow(request, provider, user.id, provider.roles_of(identity)).await;
    request.wait_for_views().await;
    two_step::begin(request, &user, (&begun.next, None)).await
}

/// Lets the person who is signed in confirm the link. Only a form with the password links, so that a stranger's account at
/// the provider, which this browser was led to, is not linked.
async fn to_link(request: &PageRequest, provider: &Provider, identity: &Identity) -> PageResult {
    let Some(session) = UserSession::find(request).await else { return request.redirect("/login/") };
    let names = ["email", "preferred_username", "name"].map(|claim| identity.text(claim));
    let name = names.into_iter().find(|name| !name.is_empty()).unwrap_or(&identity.subject).to_owned();
    let (subject, id) = (identity.subject.clone(), provider.settings().id.clone());
    let link = ToLink { user_id: session.caller.user_id, provider: id, subject, name };
    Ok(response::with_cookie(request.redirect(PATH)?, link.keep(request)?))
}

/// Says that an account here is meant, to which the person signs in first.
fn known(request: &PageRequest, provider: &Provider) -> PageResult {
    let takes_passwords = request.shared.sign_in.takes_passwords;
    say(request, provider, if takes_passwords { "panel-provider-known" } else { "panel-provider-known-link" })
}

fn unsuccessful(request: &PageRequest, provider: &Provider, error: &OidcError) -> PageResult {
    let id = &*provider.settings().id;
    tracing::warn!(provider = id, error = chain(error), "a sign-in at a provider failed");
    let (status, key) = match error {
        OidcError::Unavailable(_) => (StatusCode::SERVICE_UNAVAILABLE, "panel-provider-down"),
        OidcError::Clock => (StatusCode::UNPROCESSABLE_ENTITY, "panel-provider-clock"),
        OidcError::Refused(_) | OidcError::Invalid(_) => (StatusCode::UNPROCESSABLE_ENTITY, "panel-provider-failed"),
    };
    answer(request, provider, (status, text(request, provider, key)))
}

fn say(request: &PageRequest, provider: &Provider, key: &str) -> PageResult {
    answer(request, provider, (StatusCode::UNPROCESSABLE_ENTITY, text(request, provider, key)))
}

fn text(request: &PageRequest, provider: &Provider, key: &str) -> String {
    request.texts.with(key, "name", &*provider.settings().name)
}

fn answer(request: &PageRequest, provider: &Provider, (status, lead): (StatusCode, String)) -> PageResult {
    let page = to_sign_in(request, text(request, provider, "panel-sign-in-with"), lead);
    Ok(response::page(status, &page)?)
}

pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let (texts, title) = (request.texts, request.texts.say("panel-providers"));
    if let Some((link, provider)) = own_link(request) {
        let values = [("account", link.name.as_str().into()), ("name", provider.settings().name.as_str().into())];
        let page = form(request, title, "panel-link-provider-do")
            .lead(texts.with_all("panel-link-provider-lead", values))
            .control(Control::Hidden("action", "link".to_owned()))
            .cancel(ACCOUNT, "desk-cancel");
        return request.page(&page);
    }
    let user = person(request, request.session.caller.user_id).await?;
    let is_linked = |issuer: &str| user.state.providers.iter().any(|known| known.issuer == issuer);
    let others = request.shared.sign_in.providers.iter().filter(|provider| !is_linked(&provider.settings().issuer));
    let links = others.map(|provider| {
        let label = text(request, provider, "panel-link-provider");
        Link::new(format!("/login/with/{}/?link=1", provider.settings().id), label)
    });
    let links: Vec<_> = links.chain([Link::new(ACCOUNT, texts.say("frame-to-account"))]).collect();
    if user.state.providers.is_empty() {
        let lead = vec![texts.say("panel-providers-none")];
        return request.page(&MessagePage { frame: request.frame(), title, lead, links });
    }
    let named = |issuer: &str| {
        let provider = request.shared.sign_in.providers.iter().find(|provider| provider.settings().issuer == issuer);
        provider.map_or(issuer, |provider| &provider.settings().name).to_owned()
    };
    let options = user.state.providers.iter().map(|it| {
        let (value, label) = (it.issuer.clone(), named(&it.issuer));
        RadioOption { value, label, hint: String::new(), checked: false }
    });
    let (options, legend) = (options.collect(), texts.say("panel-providers-linked"));
    let choice = RadioGroup { name: "issuer", legend, options, ..RadioGroup::default() };
    let mut page = form(request, title, "panel-unlink-provider").control(Control::RadioGroup(choice)).danger();
    page.links = links;
    request.page(&page)
}

fn own_link<'a>(request: &'a UserRequest<'_>) -> Option<(ToLink, &'a Provider)> {
    let link = ToLink::read(request).filter(|link| link.user_id == request.session.caller.user_id)?;
    let provider = request.shared.sign_in.providers.iter().find(|provider| provider.settings().id == link.provider)?;
    Some((link, provider))
}

pub(crate) async fn change(request: &UserRequest<'_>) -> PageResult {
    let user_id = request.session.caller.user_id;
    let (done, unlinked) = if request.form.exact("action") == "link" {
        let Some((link, provider)) = own_link(request) else { return request.redirect(PATH) };
        (request.carry_out(&LinkProvider { user_id, account: provider.account(&link.subject) }).await, None)
    } else {
        let issuers =
            request.shared.sign_in.providers.iter().map(|provider| provider.settings().issuer.clone()).collect();
        let (issuer, takes_passwords) =
            (request.form.exact("issuer").to_owned(), request.shared.sign_in.takes_passwords);
        let unlinked = request.shared.sign_in.providers.iter().find(|provider| provider.settings().issuer == issuer);
        (request.carry_out(&UnlinkProvider { user_id, issuer, issuers, takes_passwords }).await, unlinked)
    };
    done?;
    if let Some(provider) = unlinked {
        unfollow(request, provider, user_id).await?;
    }
    request.wait_for_views().await;
    let cookies = [ToLink::forget(request), session_cookies::after_leaving(request, request.session).await?];
    Ok(response::with_cookies(request.redirect_with(ACCOUNT, "frame-done-saved")?, cookies))
}

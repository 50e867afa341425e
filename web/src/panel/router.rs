//! The table of pages, and the steps of every request.

use std::sync::Arc;

use api_kit::description::{Access, Answer as Answered, Description, Route, Tag};
use api_kit::gate::KEY_HEADER;
use api_kit::{Party, same_site, store_failed};
use axum::Router;
use axum::extract::{FromRequestParts, RawPathParams, Request, State};
use axum::http::{Method, header};
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{MethodFilter, MethodRouter};
use domain::permissions::Operation::{
    self, AdministerKeys, AdministerMembers, AdministerOwnMemberships, DeclineInvitations, ManageOwnAccount,
    ManageOwnCredentials, ReadAllKeys, ReadAudit, ReadMembers, ReadOwnAccount,
};
use futures::future::BoxFuture;
use proto_events::ids::OrganizationId;
use service_kit::boundary::boundary;
use service_kit::metrics::requests::Requests;
use service_kit::problem::Problem;
use storage::{Account, DocumentKey, Membership, ViewKind};

use crate::panel::call::{Call, Visitor, nothing};
use crate::panel::completed::Completed;
use crate::panel::form::{self, Form};
use crate::panel::pages::{
    account, add_member, answer_invitation, audit, change_password, change_profile, choose_organization, end_sessions,
    issue_key, issue_token, key, keys, leave_organization, login, logout, member, member_profile, members, new_account,
    overview, password_link, refusals, remove_member, revoke_key, revoke_token, set_password, withdraw_invitation,
};
use crate::panel::passwords::{CURRENT, confirm};
use crate::panel::view::Text;
use crate::panel::{Shared, answer, assets};

type Answer = BoxFuture<'static, Result<Response, Problem>>;

/// A page: a method at an address.
struct Page {
    method: &'static str,
    template: &'static str,
    handler: Handler,
    description: Description,
}

/// The handler of a page.
#[derive(Clone, Copy)]
enum Handler {
    /// For signed-in people whose role allows the operation.
    SignedIn(Operation, fn(Call, Visitor) -> Answer),
    /// For everyone.
    Open(fn(Call) -> Answer),
}

macro_rules! handler {
    (open, $module:ident, $function:ident) => {
        Handler::Open(|call| Box::pin($module::$function(call)))
    };
    ($operation:ident, $module:ident, $function:ident) => {
        Handler::SignedIn($operation, |call, visitor| Box::pin($module::$function(call, visitor)))
    };
}

macro_rules! pages {
    ($($method:ident $template:literal $access:ident $module:ident::$function:ident $summary:literal;)+) => {
        /// Every page. Pages whose path ends with a slash are also served without it. A page for signed-in people
        /// always names its operation in `domain::permissions`.
        const PAGES: &[Page] = &[$(Page {
            method: stringify!($method),
            template: $template,
            handler: handler!($access, $module, $function),
            description: Description {
                id: concat!("panel_", stringify!($module), "_", stringify!($function)),
                tag: Tag::Panel,
                summary: $summary,
                text: "",
                parameters: &[],
                body: None,
                answer: Answered::Html,
            },
        }),+];
    };
}

pages! {
    GET "/login/" open login::show "Show the form to sign in";
    POST "/login/" open login::send "Sign in";
    GET "/logout/" open logout::show "Ask whether to sign out";
    POST "/logout/" open logout::send "Sign out";
    GET "/password/{link}/" open set_password::show "Show the form to set a password with a one-time link";
    POST "/password/{link}/" open set_password::send "Set a password with a one-time link";
    GET "/admin/assets/{file}" open assets::show "Get a file that the panel's pages load";
    GET "/admin/" ReadOwnAccount overview::show "Show events and open tasks";
    POST "/admin/organization/" ManageOwnAccount choose_organization::send "Work in another organization";
    GET "/admin/members/" ReadMembers members::show "Show the members";
    GET "/admin/members/add/" AdministerMembers add_member::show "Show the form to invite a person by username";
    POST "/admin/members/add/" AdministerMembers add_member::send "Invite a person by username";
    GET "/admin/invitations/{id}/withdraw/" AdministerMembers withdraw_invitation::show "Ask whether to withdraw an invitation";
    POST "/admin/invitations/{id}/withdraw/" AdministerMembers withdraw_invitation::send "Withdraw an invitation";
    GET "/admin/members/new/" AdministerMembers new_account::show "Show the form to make a member's account";
    POST "/admin/members/new/" AdministerMembers new_account::send "Make a member's account, with a one-time link";
    GET "/admin/members/{id}/" AdministerMembers member::show "Show a member";
    POST "/admin/members/{id}/" AdministerMembers member::send "Change a member's role";
    GET "/admin/members/{id}/profile/" AdministerMembers member_profile::show "Show the form of a managed account's profile";
    POST "/admin/members/{id}/profile/" AdministerMembers member_profile::send "Change a managed account's profile";
    GET "/admin/members/{id}/password-link/" AdministerMembers password_link::show "Ask whether to make a password link";
    POST "/admin/members/{id}/password-link/" AdministerMembers password_link::send "Make a one-time password link";
    GET "/admin/members/{id}/remove/" AdministerMembers remove_member::show "Ask whether to remove a member";
    POST "/admin/members/{id}/remove/" AdministerMembers remove_member::send "Remove a member";
    GET "/admin/keys/" ReadAllKeys keys::show "Show the organization's keys";
    GET "/admin/keys/new/" AdministerKeys issue_key::show "Show the form to create a key";
    POST "/admin/keys/new/" AdministerKeys issue_key::send "Create a key";
    GET "/admin/keys/{id}/" AdministerKeys key::show "Show a key";
    POST "/admin/keys/{id}/" AdministerKeys key::send "Change a key's name and expiry";
    GET "/admin/keys/{id}/revoke/" AdministerKeys revoke_key::show "Ask whether to revoke a key";
    POST "/admin/keys/{id}/revoke/" AdministerKeys revoke_key::send "Revoke a key";
    GET "/admin/audit/" ReadAudit audit::show "Show the audit log";
    GET "/admin/account/" ReadOwnAccount account::show "Show one's own account";
    GET "/admin/account/invitations/{id}/accept/" AdministerOwnMemberships answer_invitation::ask "Ask whether to accept an invitation";
    POST "/admin/account/invitations/{id}/accept/" AdministerOwnMemberships answer_invitation::accept "Accept an invitation";
    POST "/admin/account/invitations/{id}/decline/" DeclineInvitations answer_invitation::decline "Decline an invitation";
    GET "/admin/account/memberships/{id}/leave/" AdministerOwnMemberships leave_organization::show "Ask whether to leave";
    POST "/admin/account/memberships/{id}/leave/" AdministerOwnMemberships leave_organization::send "Leave an organization";
    GET "/admin/account/profile/" ManageOwnAccount change_profile::show "Show the form of one's own profile";
    POST "/admin/account/profile/" ManageOwnAccount change_profile::send "Change one's own profile";
    GET "/admin/account/password/" ManageOwnCredentials change_password::show "Show the form to change one's password";
    POST "/admin/account/password/" ManageOwnCredentials change_password::send "Change one's password";
    GET "/admin/account/sessions/" ManageOwnCredentials end_sessions::show "Ask whether to sign out everywhere";
    POST "/admin/account/sessions/" ManageOwnCredentials end_sessions::send "Sign out everywhere";
    GET "/admin/account/tokens/new/" ManageOwnCredentials issue_token::show "Show the form to create a token";
    POST "/admin/account/tokens/new/" ManageOwnCredentials issue_token::send "Create a token";
    GET "/admin/account/tokens/{id}/revoke/" ManageOwnCredentials revoke_token::show "Ask whether to revoke a token";
    POST "/admin/account/tokens/{id}/revoke/" ManageOwnCredentials revoke_token::send "Revoke a token";
}

/// Any other address below the panel. It is answered with a page of the panel.
const ELSEWHERE: &str = "/admin/{*rest}";

/// Returns the route table for the documentation.
pub(crate) fn routes() -> Vec<Route> {
    let row = |page: &Page| {
        let access = match page.handler {
            Handler::SignedIn(operation, _) => Access::Key(operation),
            Handler::Open(_) => Access::Open,
        };
        Route { method: page.method, template: page.template, access, description: page.description }
    };
    PAGES.iter().map(row).collect()
}

/// Builds the router with its layers.
pub(crate) fn build(shared: &Arc<Shared>) -> Router {
    let mut router = Router::new();
    let mut templates: Vec<_> = PAGES.iter().map(|page| page.template).collect();
    templates.dedup();
    for template in &templates {
        let methods = methods(template);
        if let Some(bare) = template.strip_suffix('/') {
            router = router.route(bare, methods.clone());
        }
        router = router.route(template, methods);
    }
    let elsewhere = |State(shared): State<Arc<Shared>>, request: Request| async move {
        let (call, _) = called(shared, request).await;
        refusals::page(&call, None, nothing())
    };
    let requests = Requests::at(templates.iter().copied().chain([ELSEWHERE]));
    let router = router.route(ELSEWHERE, axum::routing::any(elsewhere));
    router.route_layer(from_fn_with_state(requests, boundary)).with_state(Arc::clone(shared))
}

/// Returns the methods of an address.
fn methods(template: &'static str) -> MethodRouter<Arc<Shared>> {
    let pages = || PAGES.iter().filter(move |page| page.template == template);
    let mut methods = MethodRouter::new();
    for page in pages() {
        let serve = |State(shared): State<Arc<Shared>>, request: Request| serve(shared, page, request);
        let filter = if page.method == "GET" { MethodFilter::GET } else { MethodFilter::POST };
        methods = methods.on(filter, serve);
    }
    let allow = if pages().any(|page| page.method == "POST") {
        if pages().any(|page| page.method == "GET") { "GET, HEAD, POST" } else { "POST" }
    } else {
        "GET, HEAD"
    };
    methods.fallback(move |State(shared): State<Arc<Shared>>, request: Request| async move {
        let (call, _) = called(shared, request).await;
        refusals::page(&call, None, Problem::method_not_allowed(allow))
    })
}

/// Splits a request into a `Call` without a form, and its body.
async fn called(shared: Arc<Shared>, request: Request) -> (Call, axum::body::Body) {
    let (mut parts, body) = request.into_parts();
    let params = RawPathParams::from_request_parts(&mut parts, &()).await;
    let params = params.map_or_else(
        |_| Vec::new(),
        |params| params.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
    );
    let address = shared.proxies.client(&parts.extensions, &parts.headers);
    let scheme = shared.proxies.scheme(&parts.extensions, &parts.headers);
    let mut headers = parts.headers;
    // Pages need a session. API keys and tokens are ignored: they do not open pages, and do not disturb a session.
    headers.remove(KEY_HEADER);
    headers.remove(header::AUTHORIZATION);
    let (path, query) = (parts.uri.path().to_owned(), parts.uri.query().map(str::to_owned));
    let form = Form::default();
    (Call { shared, path, query, headers, params, address, scheme, form, password: None, confirmed: None }, body)
}

async fn serve(shared: Arc<Shared>, page: &'static Page, request: Request) -> Response {
    let is_write = request.method() == Method::POST;
    let (mut call, body) = called(shared, request).await;
    let visitor = match page.handler {
        Handler::Open(_) => Ok(None),
        Handler::SignedIn(operation, _) => visitor(&call, operation).await.map(Some),
    };
    let visitor = match visitor {
        Ok(visitor) => visitor,
        Err(problem) => return refusals::not_admitted(&call, is_write, problem).await,
    };
    // Counted among the person's concurrent requests until the answer is made.
    let callers = call.shared.gate.callers();
    let present = visitor.as_ref().map(|visitor| callers.enter(Party::of(&visitor.caller), true)).transpose();
    let _present = match present {
        Ok(present) => present,
        Err(problem) => return refusals::page(&call, visitor.as_ref(), problem),
    };
    if is_write {
        match sent(&call, visitor.as_ref(), body).await {
            Ok(form) => call.form = form,
            Err(problem) => return refusals::page(&call, visitor.as_ref(), problem),
        }
    }
    if let (Handler::SignedIn(operation, _), Some(visitor)) = (page.handler, &visitor)
        && operation.asks_for_password()
    {
        call.password = Some(Text::password(CURRENT, "Your current password", "current-password"));
        if is_write && let Some(answer) = unconfirmed(&mut call, visitor, page).await {
            return answer;
        }
    }
    // A failure is shown in the same frame as the page.
    let around = call.outline();
    let said = !is_write && Completed::of(&call.headers).is_some();
    let answered = match (page.handler, visitor.clone()) {
        (Handler::SignedIn(_, handler), Some(visitor)) => handler(call, visitor).await,
        (Handler::Open(handler), _) => handler(call).await,
        (Handler::SignedIn(..), None) => Err(nothing()),
    };
    match answered {
        Ok(response) if said && visitor.is_some() && response.status().is_success() => {
            answer::with_cookie(response, Completed::said())
        }
        Ok(response) => response,
        Err(problem) => refusals::page(&around, visitor.as_ref(), problem),
    }
}

/// Returns the same form again, with its values, if the current password is not right. `None` if it is right.
async fn unconfirmed(call: &mut Call, visitor: &Visitor, page: &'static Page) -> Option<Response> {
    let unconfirmed = match confirm(call, visitor).await {
        Ok(Ok(signed_in)) => {
            call.confirmed = Some(signed_in);
            return None;
        }
        Ok(Err(unconfirmed)) => unconfirmed,
        Err(problem) => return Some(refusals::page(call, Some(visitor), problem)),
    };
    if let Some(password) = &mut call.password {
        password.fault.clone_from(&unconfirmed.fault);
    }
    let around = call.outline();
    let shown = match PAGES.iter().find(|other| other.template == page.template && other.method == "GET") {
        Some(Page { handler: Handler::SignedIn(_, show), .. }) => {
            show(std::mem::replace(call, around), visitor.clone()).await
        }
        _ => Err(Problem::forbidden(unconfirmed.fault.clone())),
    };
    Some(match shown {
        Ok(shown) => unconfirmed.answer(call, shown),
        Err(problem) => refusals::page(call, Some(visitor), problem),
    })
}

/// Reads a form. Checks that it was sent from a page of this service and belongs to this session.
async fn sent(call: &Call, visitor: Option<&Visitor>, body: axum::body::Body) -> Result<Form, Problem> {
    let shared = &call.shared;
    if !same_site::is_ours(&call.headers, &shared.public_url) {
        return Err(Problem::forbidden("This form was sent by a page of another site."));
    }
    let most = if visitor.is_some() { form::SIGNED_IN } else { form::OPEN };
    let form = Form::receive(&call.headers, body, most).await?;
    match visitor {
        Some(visitor) if !shared.sessions.is_form_token(&visitor.session, form.exact("form_token")) => {
            Err(Problem::forbidden(
                "This form belongs to another session: you have since signed in again or changed the organization. Nothing \
                 was done. Go back, load the page again, and send it once more.",
            ))
        }
        _ => Ok(form),
    }
}

/// Returns the signed-in person, if the person's role allows the operation.
pub(crate) async fn visitor(call: &Call, operation: Operation) -> Result<Visitor, Problem> {
    let caller = call.shared.gate.admit(&call.headers, operation).await?;
    let session = *caller.session().ok_or_else(|| Problem::unauthorized("You are not signed in."))?;
    let account = DocumentKey::new(OrganizationId::SHARED, ViewKind::Account, caller.user_id);
    let account: Account = read(call, account).await?.ok_or_else(nothing)?;
    let membership = match caller.organization_id {
        Some(organization_id) => {
            let key = Membership::key(caller.user_id, organization_id);
            read(call, DocumentKey::new(OrganizationId::SHARED, ViewKind::Membership, key)).await?
        }
        None => None,
    };
    Ok(Visitor { caller, session, account, membership })
}

async fn read<T: serde::de::DeserializeOwned>(call: &Call, key: DocumentKey) -> Result<Option<T>, Problem> {
    let document = call.shared.views.document(&key).await.map_err(store_failed)?;
    document.map(|document| serde_json::from_slice(&document.body)).transpose().map_err(Problem::internal)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn what_is_sent_needs_an_operation_that_writes() {
        for page in PAGES {
            if let (Handler::SignedIn(operation, _), "POST") = (page.handler, page.method) {
                assert!(operation.rule().writes, "{}", page.template);
            }
        }
    }

    #[test]
    fn a_form_that_asks_for_the_password_is_shown_by_the_page_that_it_is_sent_to() {
        let asks =
            |page: &Page| matches!(page.handler, Handler::SignedIn(operation, _) if operation.asks_for_password());
        for page in PAGES.iter().filter(|page| asks(page)) {
            let shows = |other: &Page| other.template == page.template && other.method == "GET" && asks(other);
            assert!(PAGES.iter().any(shows), "{}", page.template);
        }
    }

    #[test]
    fn each_page_is_there_once_and_all_of_an_address_stand_together() {
        let mut known = HashSet::new();
        assert!(PAGES.iter().all(|page| known.insert((page.method, page.template))));
        let mut ids = HashSet::new();
        assert!(PAGES.iter().all(|page| ids.insert(page.description.id)));
        let mut templates: Vec<_> = PAGES.iter().map(|page| page.template).collect();
        templates.dedup();
        let mut seen = HashSet::new();
        assert!(templates.into_iter().all(|template| seen.insert(template)));
    }

    #[test]
    fn pages_of_who_is_signed_in_take_a_session() {
        for page in PAGES {
            let Handler::SignedIn(operation, _) = page.handler else { continue };
            assert!(operation.takes(domain::permissions::Scheme::Cookie), "{}", page.template);
        }
    }
}

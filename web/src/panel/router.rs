//! The table of the panel's pages, and their router.

use std::sync::Arc;

use api_kit::description::{Access, Answer, Description, Route, Tag};
use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodFilter, MethodRouter};
use domain::permissions::Operation::{
    AdministerKeys, AdministerMembers, AdministerOwnMemberships, DeclineInvitations, ManageOwnAccount,
    ManageOwnCredentials, ReadAllKeys, ReadAudit, ReadMembers, ReadOwnAccount,
};
use service_kit::boundary::boundary;
use service_kit::metrics::requests::Requests;
use service_kit::problem::Problem;

use crate::panel::{
    account, add_member, answer_invitation, assets, audit, change_password, change_profile, choose_organization,
    end_sessions, issue_key, issue_token, key, keys, leave_organization, login, logout, member, member_profile,
    members, new_account, overview, password_link, remove_member, revoke_key, revoke_token, set_password,
    withdraw_invitation,
};
use crate::serving::failures::not_found;
use crate::serving::page::{Handler, Page, refuse, serve};
use crate::serving::state::Shared;

macro_rules! handler {
    (open, $module:ident, $function:ident) => {
        Handler::Open(|request| Box::pin($module::$function(request)))
    };
    ($operation:ident, $module:ident, $function:ident) => {
        Handler::SignedIn($operation, |request, session| Box::pin($module::$function(request, session)))
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
                answer: Answer::Html,
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
pub fn routes() -> Vec<Route> {
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
    let elsewhere = |State(shared): State<Arc<Shared>>, request: Request| refuse(shared, request, not_found());
    let requests = Requests::at(templates.iter().copied().chain([ELSEWHERE]));
    let router = router.route(ELSEWHERE, axum::routing::any(elsewhere));
    router.route_layer(from_fn_with_state(requests, boundary)).with_state(Arc::clone(shared))
}

/// Returns the methods of an address.
fn methods(template: &'static str) -> MethodRouter<Arc<Shared>> {
    let pages = || PAGES.iter().filter(move |page| page.template == template);
    let mut methods = MethodRouter::new();
    for page in pages() {
        let serve = |State(shared): State<Arc<Shared>>, request: Request| serve(shared, PAGES, page, request);
        let filter = if page.method == "GET" { MethodFilter::GET } else { MethodFilter::POST };
        methods = methods.on(filter, serve);
    }
    let allow = if pages().any(|page| page.method == "POST") {
        if pages().any(|page| page.method == "GET") { "GET, HEAD, POST" } else { "POST" }
    } else {
        "GET, HEAD"
    };
    methods.fallback(move |State(shared): State<Arc<Shared>>, request: Request| {
        refuse(shared, request, Problem::method_not_allowed(allow))
    })
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

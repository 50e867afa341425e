//! The pages, one file each.

pub(crate) mod account;
pub(crate) mod add_member;
pub(crate) mod answer_invitation;
pub(crate) mod audit;
pub(crate) mod change_password;
pub(crate) mod change_profile;
pub(crate) mod choose_organization;
pub(crate) mod end_sessions;
pub(crate) mod issue_key;
pub(crate) mod issue_token;
pub(crate) mod key;
pub(crate) mod keys;
pub(crate) mod leave_organization;
pub(crate) mod login;
pub(crate) mod logout;
pub(crate) mod member;
pub(crate) mod member_profile;
pub(crate) mod members;
pub(crate) mod new_account;
pub(crate) mod overview;
pub(crate) mod password_link;
mod profile_form;
pub(crate) mod refusals;
pub(crate) mod remove_member;
pub(crate) mod revoke_key;
pub(crate) mod revoke_token;
pub(crate) mod set_password;
pub(crate) mod withdraw_invitation;

use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::panel::answer;
use crate::panel::call::{Call, Visitor};
use crate::panel::view::{Link, MessagePage};

/// Answers a form that was already carried out: nothing is made again, and its value is not shown again.
fn already_made(call: &Call, visitor: &Visitor, title: &str, back: &str) -> Result<Response, Problem> {
    let lead = [
        "This form was already sent and carried out. The value was shown in the answer, and is not shown again.",
        "If you did not keep the value, revoke it and make a new one.",
    ];
    let page = MessagePage {
        frame: call.frame(visitor),
        title: title.to_owned(),
        lead: lead.map(str::to_owned).into(),
        links: vec![Link::new(back, "Continue")],
    };
    answer::page(StatusCode::CONFLICT, &page)
}

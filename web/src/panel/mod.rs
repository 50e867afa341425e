//! The panel: pages for the members of an organization, to sign in and to manage members, keys and their own account.
//!
//! Pages are rendered here and work without scripts. Members and keys come from the write side, which is never behind;
//! names and events come from the views. Forms run commands of the write side. `serving` has the steps of a request.
//!
//! # How to add a page
//!
//! 1. Make a file `panel/<name>.rs`: `show` for GET, `send` for POST, each an async function from
//!    `serving::request::PageRequest` and `serving::session::UserSession` to a response. Most pages are a `FormPage`, a
//!    `MessagePage` or a `SecretPage` of `parts::page_kinds`; others have their own template in `templates/panel/`. Code
//!    that two pages need is in `common`.
//! 2. Add its lines to the table in `router.rs`, with the operation of `domain::permissions` that it needs. POST
//!    needs an operation that writes.
//! 3. Test it in `tests/panel/`: who may see it, what it refuses, and that HTML in names is escaped.

mod account;
mod add_member;
mod add_webhook;
mod answer_invitation;
mod assets;
mod audit;
mod audit_words;
mod change_password;
mod change_profile;
mod choose_organization;
mod common;
mod deliveries;
mod end_sessions;
mod erase_person;
mod find_person;
mod issue_key;
mod issue_token;
mod key;
mod keys;
mod leave_organization;
mod login;
mod logout;
mod member;
mod members;
mod new_account;
mod overview;
mod password_link;
mod person_profile;
mod remove_member;
mod remove_webhook;
mod resend_delivery;
mod revoke_key;
mod revoke_token;
mod rotate_webhook;
pub(crate) mod router;
mod set_password;
mod webhook;
mod webhooks;
mod withdraw_invitation;

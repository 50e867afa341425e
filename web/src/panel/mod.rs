//! The panel: pages for the members of an organization, to sign in and to manage members, keys and their own account.
//!
//! Pages are rendered here and work without scripts. Members and keys come from the write side, which is never behind;
//! names and events come from the views. Forms run commands of the write side. `serving` has the steps of a request.
//!
//! # How to add a page
//!
//! 1. Add functions to the file of its resource: one that shows the page, for GET, and one that carries out its form, for
//!    POST. Both take a `serving::session::UserRequest`. Most pages are a `FormPage`, a `MessagePage` or a `SecretPage` of
//!    `parts::page_kinds`; others have their own template in `templates/panel/`. A form is refused with
//!    `serving::failures::PageError::Form`: its page is then shown again, with the faults and what was typed.
//! 2. Add its lines to the table in `router.rs`, with the operation of `domain::permissions` that it needs. POST
//!    needs an operation that writes.
//! 3. Test it in `tests/panel/`: who may see it, what it refuses, and that HTML in names is escaped.

mod account;
mod assets;
mod audit;
mod common;
mod keys;
mod members;
mod overview;
mod people;
pub(crate) mod router;
mod sign_in;
mod webhooks;

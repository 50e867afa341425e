//! Serves pages together with the write side: the steps of a request, sessions, forms, passwords and answers.
//!
//! The gate of `api-kit` identifies the caller and checks permissions. A form is accepted if no other site's page sent
//! it (`api_kit::same_site`) and it carries the token of its session. A value that is shown once is in the answer to the
//! form itself, and in no address, redirect or log; a form that is sent again makes nothing new (`FormIds`).
//! Password attempts are counted (`attempts.rs`), and sensitive forms require the current password (`passwords.rs`).

pub(crate) mod attempts;
pub(crate) mod completed;
pub(crate) mod documents;
pub(crate) mod event_roles;
pub(crate) mod failures;
pub(crate) mod form;
pub(crate) mod interface;
pub(crate) mod live;
pub(crate) mod open_settings;
pub(crate) mod page;
pub(crate) mod passwords;
pub(crate) mod people;
pub(crate) mod providers;
pub(crate) mod request;
pub(crate) mod response;
pub(crate) mod router;
pub(crate) mod second_step;
pub(crate) mod session_cookies;
pub(crate) mod sheets;
pub(crate) mod sign_in;
pub(crate) mod state;

//! Small tournaments, built by folding events, and readable forms of rendered documents.

mod scene;
mod scenes;
mod stages;
mod tree;

pub(super) use scene::{EVENT, STORE, Scene, body, details, envelope, keys, render_organization, start, store, table};
pub(super) use scenes::{announced, convention_of, crowd, draft, finished, fixed, judged, swiss, teams, without_pages};
pub(super) use stages::{cut, paired_again, seated, waitlist};
pub(super) use tree::Tree;

//! Small tournaments, built by folding events, and readable forms of rendered documents.

mod pretty;
mod scene;
mod scenes;

pub(super) use pretty::pretty;
pub(super) use scene::{
    EVENT, STORE, Scene, body, details, envelope, json, keys, removed, render_organization, start, store, table,
};
pub(super) use scenes::{
    announced, convention_of, crowd, cut, draft, finished, fixed, judged, paired_again, seated, swiss, teams, waitlist,
    without_pages,
};

//! The views: one file each, with document type, render function and tests. They are pure: no I/O, no clock, no map
//! order.
//!
//! # How to add a view
//!
//! A view renders one stream, with the names and lists that it shows. So a list or a sum over all events of an
//! organization is one document for each event, put together by the endpoint (`penalties` in
//! `read-api/src/resources/judging.rs`). Only a convention takes in documents of its events: their cards.
//!
//! A new document belongs to the view that renders the same resource (penalties and calls: `judging`), if both are made
//! from the same stream and may lag alike. Then it is one more kind in that view's entry, and its `render` puts it too.
//! Otherwise it gets a view of its own:
//!
//! 1. Write `projector/src/views/<name>.rs` with the document types and `pub(super) fn render`, with `judging.rs` as
//!    the model (other sources: `Render` in `view.rs`). A view of tournaments that may not lag renders only the rounds,
//!    standings and lists that its `Scope` wants; `domain/src/tournament/touched.rs` says which ones an event changes.
//!    All other views are rendered whole when their stream changes. An earlier document stays in the store until it is
//!    removed: for one that may disappear, such as a list that can become empty again, call
//!    `out.remove(out.organization_id, kind, key)` where it is not put. A list is not put while it is empty
//!    (`ListOfEvent` in `read-api` answers `[]` then).
//! 2. Add an entry to `view_registry!` (`storage/src/views/kinds.rs`): name, source, whether it may lag, and the kinds
//!    of documents: who sees them, their names in the store, and the types of answers. The module, [`VIEWS`],
//!    `ViewKind` and the schemas of the OpenAPI document are made from it.
//! 3. Say who sees the documents. The operation of the endpoint decides who may read them at all, so `Everyone` does
//!    not mean public: a document that keys of every role read, also `READ_ONLY`, is `for Everyone` or `for Groups`.
//!    * `for Everyone`: nothing in them is private for those who may read the event.
//!    * `for Permitted`: all of a document is for staff, a person or a key. The view renders everything, and the
//!      endpoint requires an operation that only they may carry out: for staff one with `STAFF` in
//!      `domain::permissions`, such as `ReadJudging`.
//!    * `for Groups`: one document, of which some readers see less. Pass private values to a `Redactor`, and hand the
//!      versions to `Output::put_versions`. All other documents go to `Output::put`. Players' names come from
//!      `NamedUser::of` with the `Redactor`: only staff may read the names of players on the waitlist.
//!
//! A document whose type the write side answers with too has its type in `domain::documents`, others in the view's
//! file. Only the latter are named in the entry: `as [registrations::TaggedPlayer<'_>]`. The endpoint is a route of its
//! own: `read-api/src/lib.rs`. Scenes for tests are in `scenes.rs` of `testing`: `swiss()`, `judged()`; a table in
//! `tests.rs` has the documents of which there are snapshots.
//!
//! # How to add or change a document
//!
//! Raise `RENDERER_VERSION` (`projector/src/settings.rs`), once for each commit that changes what views render: the
//! next start renders all views anew, while the earlier ones are served, so `read-api` must be able to read those too.
//! `just update projector`, run twice, writes the snapshots and their digest.
//!
//! A match is shown by three types: in `projector/src/views/parts/matches.rs`, in
//! `projector/src/views/round_matches.rs`, and in the answers of commands (`write-api/src/matches/document.rs`). A new
//! field of an object in `lab/e2e/src/contract/table.rs` has a row there. If it is one of conventions, their events or
//! registrations, `lab/e2e/tests/interface/fields_in_the_browser.rs` says which form sets it. A private value of
//! `domain/src/documents/registration.rs`, which players get too, passes `for_staff` there; each has a secret in
//! `lab/e2e/tests/access/identity/planted.rs` (`FOR_STAFF`), planted in its `event.rs`.

mod output;
mod parts;
mod view;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use storage::ViewKind;
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

pub(crate) use self::audit::{Part, audit_bytes, audit_entry};
pub(crate) use self::output::Output;
pub(crate) use self::submitted_decklists::{attached, published};
use self::view::View;
pub(crate) use self::view::{OrganizationContext, Render, Scope, Shared, TournamentContext};

/// The schema of a type: its name, and a function that adds it and those inside it.
pub type DocumentSchema = (fn() -> Cow<'static, str>, fn(&mut Vec<(String, RefOr<Schema>)>));

/// Makes the modules of the views, [`VIEWS`] and [`document_schema`] from the registry.
macro_rules! define_views {
    ($($view:ident of $source:ident, may_lag = $may_lag:literal {
        $($(#[$doc:meta])* $kind:ident for $seen_by:ident = $stored:literal $(as [$document:ty $(, $part:ty)*])?,)*
    })+) => {
        $(mod $view;)+

        /// Every view, in rendering order.
        pub(crate) const VIEWS: &[View] = &[$(View {
            name: stringify!($view),
            may_lag: $may_lag,
            render: Render::$source($view::render),
        }),+];

        /// Returns the schema of a kind's documents, if their type is in a view's file.
        pub fn document_schema(kind: ViewKind) -> Option<DocumentSchema> {
            match kind {
                $($($(ViewKind::$kind => Some((<$document as ToSchema>::name, |all| {
                    collect::<$document>(all);
                    $(collect::<$part>(all);)*
                })),)?)*)+
                _ => None,
            }
        }
    };
}

storage::view_registry!(define_views);

/// Adds the schema of a type and those inside it.
fn collect<T: ToSchema>(all: &mut Vec<(String, RefOr<Schema>)>) {
    all.push((T::name().into_owned(), T::schema()));
    T::schemas(all);
}

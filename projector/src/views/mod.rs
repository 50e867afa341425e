//! The views: one file each, with document type, render function and tests. They are pure: no I/O, no clock, no map
//! order.
//!
//! # How to add a view
//!
//! 1. Write `projector/src/views/<name>.rs` with the document types and `pub(super) fn render`. The variant of
//!    `Render` (`projector/src/views/view.rs`) for the source says which parameters it has. A view of tournaments that may
//!    not lag renders only the rounds, standings and lists that its `Scope` wants; `domain/src/tournament/touched.rs` says
//!    which ones an event changes. All other views are rendered whole when their stream changes.
//! 2. Add an entry to `view_registry!` (`storage/src/views/kinds.rs`): name, source, whether it may lag, and the kinds of
//!    documents: who sees them, and their names in the store. The module, [`VIEWS`] and `ViewKind` are made from it. It is in
//!    `storage`, because `read-api` asks for kinds and does not know the projector. If groups of readers see different
//!    things, pass private values to a `Redactor`, and hand the versions to `Output::put_versions`.
//!
//! The endpoint that serves the documents is a route of its own: see `read-api/src/lib.rs`.
//!
//! # How to add or change a document
//!
//! Raise `RENDERER_VERSION` (`projector/src/settings.rs`): the next start renders all views anew, while the earlier ones are
//! served. So `read-api` must be able to read the earlier documents too. `projector/src/views/rendered.txt` has a digest of
//! what the snapshots show: a test fails if it changes and the version does not.

mod output;
mod parts;
mod schemas;
mod view;

#[cfg(test)]
mod interface_keys;
#[cfg(test)]
mod stages;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub(crate) use self::audit::{AuditedChange, Entry, Part};
pub(crate) use self::output::Output;
pub(crate) use self::parts::Shared;
pub use self::schemas::schemas;
pub(crate) use self::submitted_decklists::{attached, published};
pub(crate) use self::view::{OrganizationContext, Render, Scope, TournamentContext, View};

/// Makes the modules of the views and [`VIEWS`] from the registry.
macro_rules! define_views {
    ($($view:ident of $source:ident, may_lag = $may_lag:literal { $($kinds:tt)* })+) => {
        $(mod $view;)+

        /// Every view, in rendering order.
        pub(crate) const VIEWS: &[View] = &[$(View {
            name: stringify!($view),
            may_lag: $may_lag,
            render: Render::$source($view::render),
        }),+];
    };
}

storage::view_registry!(define_views);

//! The views: one file each, with document type, render function and tests. They are pure: no I/O, no clock, no map
//! order.
//!
//! # How to add a view
//!
//! 1. Write `projector/src/views/<name>.rs` with the document type and `pub(super) fn render`. The variant of
//!    `Render` (`projector/src/views/view.rs`) for the source says which parameters it has. A view of tournaments renders
//!    only the rounds, standings, lists and players that its `Scope` wants; `domain/src/tournament/touched.rs` says which ones an
//!    event changes. Every result in a small event renders the view, unless its kinds are in the planner's
//!    `WITHOUT_RESULTS`. All other views are rendered whole when their stream changes.
//! 2. Add an entry to `view_registry!` (`storage/src/views/kinds.rs`): name, source, version 1, whether it may lag, and the
//!    kinds of documents: who sees them, and their names in the store. [`VIEWS`] and `ViewKind` are made from it. It is in
//!    `storage`, because `read-api` asks for kinds and does not know the projector. If groups of readers see different
//!    things, pass private values to a `Redactor`, and hand the versions to `Output::put_versions`.
//! 3. Add `mod <name>;` below, because `cargo fmt` formats only files that such a line names.
//!
//! The next start renders the documents of the new view. The endpoint that serves them is a route of its own: see
//! `read-api/src/lib.rs`.
//!
//! # How to change a view
//!
//! Raise its version in the registry: the next start renders its documents anew, one stream after the other, while earlier
//! ones are served. So `read-api` must be able to read the earlier documents too. If a change concerns most views, such as
//! one of a fold, raise `RENDERER_VERSION` (`projector/src/settings.rs`) instead. `projector/src/views/versions.txt` has the
//! digest of each view's snapshots: a test fails if they change and the version does not.

mod output;
mod parts;
mod schemas;
mod view;

mod account;
mod archetypes;
mod attached_decklists;
mod audit;
mod convention;
mod decklist;
mod decklist_revisions;
mod event_card;
mod event_decklists;
mod event_people;
mod export;
mod export_records;
mod fixed_decklists;
mod invitations;
mod judge_calls;
mod magic_event;
mod managed_person;
mod members;
mod memberships;
mod merged_accounts;
mod organization;
mod organized_event;
mod overview;
mod own_decklist;
mod own_registrations;
mod pages;
mod penalties;
mod player_pages;
mod public_decklists;
mod public_events;
mod registrations;
mod round_matches;
mod round_standings;
mod rounds;
mod standings_sheet;
mod tagged_players;
mod user_tokens;

#[cfg(test)]
mod interface_keys;
#[cfg(test)]
mod recipe;
#[cfg(test)]
mod stages;
#[cfg(test)]
mod testing;

use storage::ViewKind;

pub(crate) use self::attached_decklists::attached;
pub(crate) use self::audit::{AuditedChange, Entry, Part};
pub(crate) use self::output::Output;
pub(crate) use self::parts::Shared;
pub(crate) use self::public_decklists::published;
pub use self::schemas::schemas;
pub(crate) use self::view::{OrganizationContext, Render, Scope, TournamentContext, View};

/// Makes [`VIEWS`] from the registry.
macro_rules! define_views {
    ($($view:ident of $source:ident, version = $version:literal, may_lag = $may_lag:literal {
        $($(#[$doc:meta])* $kind:ident for $seen_by:ident = $stored:literal,)*
    })+) => {
        /// Every view, in rendering order.
        pub(crate) const VIEWS: &[View] = &[$(View {
            name: stringify!($view),
            version: $version,
            may_lag: $may_lag,
            kinds: &[$(ViewKind::$kind),*],
            render: Render::$source($view::render),
        }),+];
    };
}

storage::view_registry!(define_views);

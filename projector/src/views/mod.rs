//! The views: one file each, with document type, render function and tests. They are pure: no I/O, no clock, no map
//! order.
//!
//! # How to add a view of tournaments
//!
//! 1. Write `views/<name>.rs` with the document type and `pub(super) fn render(context, scope, out)`.
//! 2. Add a `ViewKind` in `storage::views`, and a line to [`TOURNAMENT_VIEWS`].

pub(crate) mod attached_decklists;
mod event_card;
mod event_decklists;
mod export;
mod fixed_decklists;
mod magic_event;
mod organized_event;
mod overview;
mod pages;
mod parts;
pub(crate) mod public_decklists;
mod registrations;
mod round_matches;
mod round_standings;
mod rounds;
pub(crate) mod schemas;
mod standings_sheet;
mod tagged_players;

#[cfg(test)]
mod interface_keys;
#[cfg(test)]
mod stages;
#[cfg(test)]
mod testing;

pub mod account;
pub mod convention;
pub mod decklist;
pub mod decklist_revisions;
pub mod invitations;
pub mod members;
pub mod memberships;
pub mod organization;
pub mod own_decklist;
pub mod user;
pub mod user_tokens;

use std::collections::{BTreeSet, HashMap};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::organization::Organization;
use domain::tournament::{RemovedRound, Tournament};
use domain::user::User;
use proto_events::ids::{DecklistId, OrganizationId, RoundId, TournamentId, UserId};
use proto_events::{Position, StreamId, Version};
use storage::{Document, DocumentKey, ExportDocument, Removal, ViewKind};

use crate::settings::ViewSettings;

/// A tournament with everything that its documents use.
pub struct TournamentContext<'a> {
    /// The tournament.
    pub tournament: &'a Tournament,
    /// The organization that runs it.
    pub organization: &'a Organization,
    /// The convention it is part of.
    pub convention: Option<&'a Convention>,
    /// The users in it. Unknown users (erased, or not yet recorded) are missing.
    pub people: &'a HashMap<UserId, User>,
    /// Every list handed in, in its current state.
    pub decklists: &'a HashMap<DecklistId, Decklist>,
    /// The fixed revisions of lists that were changed since.
    pub revisions: &'a HashMap<(DecklistId, Version), Decklist>,
    /// Settings that affect the documents.
    pub settings: &'a ViewSettings,
}

/// The wanted documents of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    Everything,
    /// Only the documents that must show a change in these rounds at once.
    Rounds {
        /// Rounds whose pairings or results changed.
        rounds: BTreeSet<RoundId>,
        /// Rounds whose standings changed.
        standings: BTreeSet<RoundId>,
        /// Whether a list, or the choice of lists that count, may have changed.
        lists: bool,
    },
}

impl Scope {
    /// Returns whether the documents of this round are wanted.
    pub fn has_round(&self, round: RoundId) -> bool {
        match self {
            Self::Everything => true,
            Self::Rounds { rounds, .. } => rounds.contains(&round),
        }
    }

    /// Returns the removed rounds whose documents are to be removed: all of them in a full rendering, otherwise none.
    pub fn removed_rounds(&self, tournament: &Tournament) -> Vec<RemovedRound> {
        match self {
            Self::Everything => tournament.removed_rounds.clone(),
            Self::Rounds { .. } => Vec::new(),
        }
    }

    /// Returns whether documents about lists are wanted.
    pub fn has_lists(&self) -> bool {
        match self {
            Self::Everything => true,
            Self::Rounds { lists, .. } => *lists,
        }
    }

    /// Returns whether the standings after this round are wanted.
    pub fn has_standings(&self, round: RoundId) -> bool {
        match self {
            Self::Everything => true,
            Self::Rounds { standings, .. } => standings.contains(&round),
        }
    }
}

/// Collects the output of views, for one source stream in a batch.
#[derive(Debug)]
pub struct Output {
    /// The stream that the documents are rendered from.
    pub source: StreamId,
    /// The organization they belong to.
    pub organization_id: OrganizationId,
    /// Position up to which they are current.
    pub position: Position,
    /// Rendered documents.
    pub documents: Vec<Document>,
    /// Rendered exports of tournaments.
    pub exports: Vec<ExportDocument>,
    /// Tournaments that are not, or no longer, exported.
    pub unexported: Vec<TournamentId>,
    /// Documents that do not, or no longer, exist.
    pub removed: Vec<Removal>,
}

/// Renders one kind of document into `out`: one document, or one for each round.
pub type RenderTournament = fn(&TournamentContext<'_>, &Scope, &mut Output);

/// A view of tournaments.
pub struct TournamentView {
    /// Its name in error messages.
    pub name: &'static str,
    /// Whether it is rendered at once after a change ([`Scope::Rounds`]). In a large event, other views are rendered
    /// later.
    pub prompt: bool,
    /// The render function.
    pub render: RenderTournament,
}

/// Every view of tournaments, in rendering order.
pub const TOURNAMENT_VIEWS: &[TournamentView] = &[
    TournamentView { name: "overview", prompt: true, render: overview::render },
    TournamentView { name: "round standings", prompt: true, render: round_standings::render },
    TournamentView { name: "round matches", prompt: true, render: round_matches::render },
    TournamentView { name: "rounds", prompt: true, render: rounds::render },
    TournamentView { name: "lists of other organizations", prompt: true, render: attached_decklists::render },
    TournamentView { name: "public decklists", prompt: true, render: public_decklists::render },
    TournamentView { name: "fixed decklists", prompt: true, render: fixed_decklists::render },
    TournamentView { name: "event card", prompt: false, render: event_card::render },
    TournamentView { name: "event", prompt: false, render: magic_event::render },
    TournamentView { name: "organized event", prompt: false, render: organized_event::render },
    TournamentView { name: "registrations", prompt: false, render: registrations::render },
    TournamentView { name: "event decklists", prompt: false, render: event_decklists::render },
    TournamentView { name: "tagged players", prompt: false, render: tagged_players::render },
    TournamentView { name: "export", prompt: false, render: export::render },
    TournamentView { name: "public pages", prompt: false, render: pages::render },
    TournamentView { name: "standings sheet", prompt: false, render: standings_sheet::render },
];

impl Output {
    /// Creates an empty output.
    pub fn new(source: StreamId, organization_id: OrganizationId, position: Position) -> Self {
        Self {
            source,
            organization_id,
            position,
            documents: Vec::new(),
            exports: Vec::new(),
            unexported: Vec::new(),
            removed: Vec::new(),
        }
    }

    /// Adds a document of the organization. `sort` is its sort key in lists of its kind; empty if there are none.
    pub fn put(&mut self, kind: ViewKind, key: impl ToString, sort: String, body: impl Into<Bytes>) {
        self.put_under(self.organization_id, kind, key, sort, body);
    }

    /// Adds a document whose digest is its stream's version, so that its `ETag` is the version that writers compare.
    pub fn put_versioned(
        &mut self,
        kind: ViewKind,
        key: impl ToString,
        sort: String,
        version: Version,
        body: impl Into<Bytes>,
    ) {
        self.put(kind, key, sort, body);
        self.of_version(version);
    }

    /// Sets this stream version as the digest of the last document.
    pub fn of_version(&mut self, version: Version) {
        if let Some(document) = self.documents.last_mut() {
            document.digest = version.to_string();
        }
    }

    /// Sets the owner of the decklist that the last document shows.
    pub fn owned_by(&mut self, owner: Option<UserId>) {
        if let Some(document) = self.documents.last_mut() {
            document.owner = owner;
        }
    }

    /// Adds a document under another organization, such as [`OrganizationId::SHARED`] for public ones.
    pub fn put_under(
        &mut self,
        organization_id: OrganizationId,
        kind: ViewKind,
        key: impl ToString,
        sort: String,
        body: impl Into<Bytes>,
    ) {
        let body = body.into();
        self.documents.push(Document {
            key: DocumentKey::new(organization_id, kind, key),
            source: self.source,
            sort,
            owner: None,
            position: self.position,
            period: None,
            digest: digest(&body),
            body,
            stale: false,
        });
    }

    /// Adds a document of the organization that lists can filter by its start and end.
    pub fn put_with_period(
        &mut self,
        kind: ViewKind,
        key: impl ToString,
        sort: String,
        period: (Option<DateTime<Utc>>, Option<DateTime<Utc>>),
        body: impl Into<Bytes>,
    ) {
        self.put(kind, key, sort, body);
        if let Some(document) = self.documents.last_mut() {
            document.period = Some(period);
        }
    }

    /// Records that a document does not exist.
    pub fn remove(&mut self, organization_id: OrganizationId, kind: ViewKind, key: impl ToString) {
        self.removed.push(Removal { key: DocumentKey::new(organization_id, kind, key), source: self.source });
    }
}

/// Returns the first 128 bits of the body's SHA-256 in URL-safe base64: 22 characters.
pub fn digest(body: &[u8]) -> String {
    use base64::Engine;
    use sha2::{Digest, Sha256};
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(&Sha256::digest(body)[..16])
}

#[cfg(test)]
mod tests {
    use super::testing::{announced, draft, finished, swiss, teams};
    use super::*;

    #[test]
    fn the_kinds_that_may_lag_are_those_of_views_that_are_not_prompt() {
        let mut rendered = BTreeSet::new();
        for view in TOURNAMENT_VIEWS {
            for scene in [announced(), draft(), finished(), swiss(), teams()] {
                let out = scene.render(view.render, &Scope::Everything);
                let kinds = out.documents.iter().map(|document| document.key.kind);
                for kind in kinds.chain(out.removed.iter().map(|removal| removal.key.kind)) {
                    assert_eq!(kind.may_lag(), !view.prompt, "{kind:?} of {}", view.name);
                    rendered.insert(kind);
                }
            }
        }
        let unrendered = ViewKind::ALL.iter().filter(|kind| kind.may_lag() && !rendered.contains(kind));
        assert_eq!(unrendered.count(), 0, "every kind that may lag belongs to a tournament");
    }
}

//! The views: one file each, holding document type, render function and tests. Pure: no I/O, no clock, no map order.
//!
//! # How to add a view of tournaments
//!
//! 1. Write `views/<name>.rs` with the document type and `pub(super) fn render(context, scope, out)`.
//! 2. Add a `ViewKind` in `storage::views`, and a line to [`TOURNAMENT_VIEWS`].

pub(crate) mod attached_decklists;
mod event_card;
mod event_decklists;
mod export;
mod fixed_pictures;
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
pub mod deck_image;
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

/// A tournament with everything its documents draw on.
pub struct TournamentContext<'a> {
    /// The tournament.
    pub tournament: &'a Tournament,
    /// The organization that runs it.
    pub organization: &'a Organization,
    /// The convention it is part of.
    pub convention: Option<&'a Convention>,
    /// Every person named in it. One who is not known (erased, or not yet told) is missing.
    pub people: &'a HashMap<UserId, User>,
    /// Every list handed in, as it is.
    pub decklists: &'a HashMap<DecklistId, Decklist>,
    /// Those of them that were changed since their revision was fixed, as they were at that one.
    pub revisions: &'a HashMap<(DecklistId, Version), Decklist>,
    /// What documents depend on beside the events.
    pub settings: &'a ViewSettings,
}

/// Which of a tournament's documents are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    Everything,
    /// Only what a change in these rounds must show at once.
    Rounds {
        /// Rounds whose pairings or results changed.
        rounds: BTreeSet<RoundId>,
        /// Rounds whose standings changed.
        standings: BTreeSet<RoundId>,
        /// Whether it may have changed which lists count, or a list.
        lists: bool,
    },
}

impl Scope {
    /// Whether the documents of this round are wanted.
    pub fn has_round(&self, round: RoundId) -> bool {
        match self {
            Self::Everything => true,
            Self::Rounds { rounds, .. } => rounds.contains(&round),
        }
    }

    /// Rounds that were taken away: with everything else what was shown of them is withdrawn.
    pub fn removed_rounds(&self, tournament: &Tournament) -> Vec<RemovedRound> {
        match self {
            Self::Everything => tournament.removed_rounds.clone(),
            Self::Rounds { .. } => Vec::new(),
        }
    }

    /// Whether what is said of lists is wanted.
    pub fn has_lists(&self) -> bool {
        match self {
            Self::Everything => true,
            Self::Rounds { lists, .. } => *lists,
        }
    }

    /// Whether the standings after this round are wanted.
    pub fn has_standings(&self, round: RoundId) -> bool {
        match self {
            Self::Everything => true,
            Self::Rounds { standings, .. } => standings.contains(&round),
        }
    }
}

/// Takes what views render. One for each source stream in a batch.
#[derive(Debug)]
pub struct Output {
    /// The stream the documents are rendered from.
    pub source: StreamId,
    /// The organization they belong to.
    pub organization_id: OrganizationId,
    /// Position up to which they are true.
    pub position: Position,
    /// Documents rendered.
    pub documents: Vec<Document>,
    /// Exported tournaments rendered.
    pub exports: Vec<ExportDocument>,
    /// Tournaments that are not exported (any more).
    pub unexported: Vec<TournamentId>,
    /// Documents that do not exist (any more), though they may have before.
    pub removed: Vec<Removal>,
}

/// Renders one kind of document (or several of the kind: one a round) into `out`.
pub type RenderTournament = fn(&TournamentContext<'_>, &Scope, &mut Output);

/// A view of tournaments.
pub struct TournamentView {
    /// Its name, for the log.
    pub name: &'static str,
    /// Whether it is rendered at once after a change ([`Scope::Rounds`]), or may lag in a large event.
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
    TournamentView { name: "lists from elsewhere", prompt: true, render: attached_decklists::render },
    TournamentView { name: "public decklists", prompt: true, render: public_decklists::render },
    TournamentView { name: "pictures of fixed lists", prompt: true, render: fixed_pictures::render },
    TournamentView { name: "event card", prompt: false, render: event_card::render },
    TournamentView { name: "event", prompt: false, render: magic_event::render },
    TournamentView { name: "what organizers decided", prompt: false, render: organized_event::render },
    TournamentView { name: "registrations", prompt: false, render: registrations::render },
    TournamentView { name: "event decklists", prompt: false, render: event_decklists::render },
    TournamentView { name: "tagged players", prompt: false, render: tagged_players::render },
    TournamentView { name: "export", prompt: false, render: export::render },
    TournamentView { name: "public pages", prompt: false, render: pages::render },
    TournamentView { name: "standings sheet", prompt: false, render: standings_sheet::render },
];

impl Output {
    /// An empty output.
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

    /// Takes a document of the organization. `sort` is its place in lists of its kind; empty where there are none.
    pub fn put(&mut self, kind: ViewKind, key: impl ToString, sort: String, body: impl Into<Bytes>) {
        self.put_under(self.organization_id, kind, key, sort, body);
    }

    /// Takes a document whose digest is its stream's version, so that its `ETag` is what writers compare.
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

    /// Makes this version of its stream the digest of the last document.
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

    /// Takes a document under another organization, such as [`OrganizationId::SHARED`] for public ones.
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

    /// Takes a document of the organization that lists can filter by its start and end.
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

    /// Says that a document does not exist.
    pub fn remove(&mut self, organization_id: OrganizationId, kind: ViewKind, key: impl ToString) {
        self.removed.push(Removal { key: DocumentKey::new(organization_id, kind, key), source: self.source });
    }
}

/// The first 128 bits of the body's SHA-256 in URL-safe base64: 22 characters.
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
        assert_eq!(unrendered.count(), 0, "what lags is of a tournament");
    }
}

//! What a view is: its input, which is the state of one stream with everything that its documents use, and its render
//! function.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use bytes::Bytes;
use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::documents::AuditEntry;
use domain::organization::Organization;
use domain::tournament::{RemovedRound, Tournament};
use domain::user::User;
use proto_events::Version;
use proto_events::ids::{DecklistId, RoundId, UserId};
use storage::ViewKind;

use super::audit::Part;
use super::output::Output;
use super::parts::Shared;
use crate::settings::ViewSettings;

/// An organization with everything that its documents use.
#[derive(Clone, Copy)]
pub(crate) struct OrganizationContext<'a> {
    pub(crate) organization: &'a Organization,
    /// Its members and invited users. Unknown users (erased, or not yet recorded) are missing.
    pub(crate) people: &'a HashMap<UserId, User>,
}

/// A tournament with everything that its documents use.
pub(crate) struct TournamentContext<'a> {
    pub(crate) tournament: &'a Tournament,
    /// The organization that runs it.
    pub(crate) organization: &'a Organization,
    /// The convention it is part of.
    pub(crate) convention: Option<&'a Convention>,
    /// The users in it. Unknown users (erased, or not yet recorded) are missing.
    pub(crate) people: &'a HashMap<UserId, User>,
    /// Every list handed in, in its current state.
    pub(crate) decklists: &'a HashMap<DecklistId, Arc<Decklist>>,
    /// The fixed revisions of lists that were changed since.
    pub(crate) revisions: &'a HashMap<(DecklistId, Version), Decklist>,
    pub(crate) settings: &'a ViewSettings,
    /// What several documents show, computed once.
    pub(crate) shared: Shared,
}

/// The wanted documents of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Scope {
    /// All of them.
    Everything,
    /// Only the documents that must show a change in these rounds at once.
    Rounds {
        /// Rounds whose pairings or results changed.
        rounds: BTreeSet<RoundId>,
        standings: BTreeSet<RoundId>,
        /// Whether a list, or the choice of lists that count, may have changed.
        lists: bool,
    },
}

impl Scope {
    pub(crate) fn has_round(&self, round: RoundId) -> bool {
        match self {
            Self::Everything => true,
            Self::Rounds { rounds, .. } => rounds.contains(&round),
        }
    }

    /// Removes the documents of removed rounds.
    pub(crate) fn remove_rounds(&self, tournament: &Tournament, kinds: &[ViewKind], out: &mut Output) {
        for round in self.removed_rounds(tournament) {
            kinds.iter().for_each(|kind| out.remove(out.organization_id, *kind, round.id));
        }
    }

    /// Returns the removed rounds whose documents are to be removed: all of them in a full rendering, otherwise none.
    pub(crate) fn removed_rounds(&self, tournament: &Tournament) -> Vec<RemovedRound> {
        match self {
            Self::Everything => tournament.removed_rounds.clone(),
            Self::Rounds { .. } => Vec::new(),
        }
    }

    /// Returns whether documents about lists are wanted.
    pub(crate) fn has_lists(&self) -> bool {
        match self {
            Self::Everything => true,
            Self::Rounds { lists, .. } => *lists,
        }
    }

    pub(crate) fn has_standings(&self, round: RoundId) -> bool {
        match self {
            Self::Everything => true,
            Self::Rounds { standings, .. } => standings.contains(&round),
        }
    }
}

/// A render function of tournaments. It makes one document, or one for each round.
pub(crate) type RenderTournament = fn(&TournamentContext<'_>, &Scope, &mut Output);

/// A view's render function, by the source that it renders from. It adds the documents to the output.
#[derive(Clone, Copy)]
pub(crate) enum Render {
    User(fn(&User, &mut Output)),
    Organization(fn(&OrganizationContext<'_>, &mut Output)),
    /// Renders a convention. The bytes are the cards of its events, in any order.
    Convention(fn(&Convention, &[Bytes], &mut Output)),
    Decklist(fn(&Decklist, &ViewSettings, &mut Output)),
    Tournament(RenderTournament),
    /// Adds new entries to the last part of a tournament's audit.
    Audit(fn(Part, Vec<AuditEntry>, &mut Output)),
}

/// A view: an entry of the registry.
pub(crate) struct View {
    /// Its file, without the extension.
    pub(crate) name: &'static str,
    /// Whether it may be rendered a moment later in a large event. Otherwise it is rendered with the events that change
    /// it ([`Scope::Rounds`]).
    pub(crate) may_lag: bool,
    pub(crate) render: Render,
}

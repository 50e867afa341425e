//! What a view is: its input, which is the state of one stream with everything that its documents use, and its render
//! function.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::documents::AuditEntry;
use domain::organization::Organization;
use domain::tournament::records::{Record, places, records};
use domain::tournament::standings::{Standing, standings_after};
use domain::tournament::touched::Touched;
use domain::tournament::{RemovedRound, Tournament};
use domain::user::User;
use proto_events::Version;
use proto_events::ids::{DecklistId, RegistrationId, RoundId, UserId};
use storage::ViewKind;

use super::audit::Part;
use super::output::Output;
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

/// What several documents of a tournament show, computed when the first of them is rendered.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    records: OnceCell<HashMap<RegistrationId, Record>>,
    places: OnceCell<HashMap<RegistrationId, i32>>,
    standings: OnceCell<Vec<Standing>>,
}

impl TournamentContext<'_> {
    /// Returns the record of a registration; all zero before its first round.
    pub(crate) fn record(&self, id: RegistrationId) -> Record {
        self.shared.records.get_or_init(|| records(self.tournament)).get(&id).copied().unwrap_or_default()
    }

    /// Returns the place of a registration, from the playoff on.
    pub(crate) fn place(&self, id: RegistrationId) -> Option<i32> {
        self.shared.places.get_or_init(|| places(self.tournament)).get(&id).copied()
    }

    /// Returns the standings of the last round that began, winner first: its ranks are the final places.
    pub(crate) fn final_standings(&self) -> &[Standing] {
        let last = || self.tournament.begun_round().and_then(|(_, round)| standings_after(self.tournament, round.id));
        self.shared.standings.get_or_init(|| last().unwrap_or_default())
    }
}

/// The wanted documents of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Scope {
    /// All of them.
    Everything,
    /// Only the documents that must show a change in these rounds at once.
    Rounds(Touched),
}

impl Scope {
    fn has(&self, is_touched: impl FnOnce(&Touched) -> bool) -> bool {
        match self {
            Self::Everything => true,
            Self::Rounds(touched) => is_touched(touched),
        }
    }

    pub(crate) fn has_round(&self, round: RoundId) -> bool {
        self.has(|touched| touched.rounds.contains(&round))
    }

    pub(crate) fn has_standings(&self, round: RoundId) -> bool {
        self.has(|touched| touched.standings.contains(&round))
    }

    /// Returns whether documents about lists are wanted.
    pub(crate) fn has_lists(&self) -> bool {
        self.has(|touched| touched.lists)
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
            Self::Rounds(_) => Vec::new(),
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

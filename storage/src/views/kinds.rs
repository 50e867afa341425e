//! The registry of views, and the kinds of documents that they make.

use serde::{Deserialize, Serialize};

/// Who sees the documents of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeenBy {
    /// Everyone who may read the event, the convention or the page. Nothing in them is private.
    Everyone,
    /// Readers with a permission, a person, or a key. The code that reads them checks it.
    Permitted,
    /// Everyone who may read the event or the convention. Each group of readers has a version: see
    /// [`DocumentBody`](super::DocumentBody).
    Groups,
}

/// The registry: one entry for each view, in rendering order. Passes all entries to the macro `$define`.
///
/// An entry has the name of the view's file in `projector/src/views`, the source that it is rendered from (a variant of
/// `projector::views::Render`), whether it may lag, and its kinds of documents: who sees them ([`SeenBy`]), their names in
/// the store, and their type in `projector::views`, if the OpenAPI document has it from there: of a list, the type of the
/// elements. Further types in the same documents follow. A view that may lag is rendered up to a second later in a large
/// event. All others are written with the events that change them.
#[macro_export]
macro_rules! view_registry {
    ($define:ident) => {
        $define! {
        user of User, may_lag = false {
            /// A person's account with the profile; key: user id. Under organization 0. For `users/{id}/`.
            Account for Permitted = "account",
            /// A person whose account an organization manages; key: user id. Under that organization, for the search for
            /// people.
            ManagedPerson for Permitted = "managed_person",
            /// Present if an account is merged into another one; key: `id of the account that stays/user id`. Under
            /// organization 0.
            MergedAccount for Permitted = "merged_account",
            /// Present if a guest has an e-mail address; key: see [`GuestAddress`](crate::GuestAddress). Under organization 0,
            /// to find the results of a person who confirmed the address.
            GuestAddress for Permitted = "guest_address",
            /// Open claims of a guest's results; key: user id. Under the organization that manages the account.
            OpenClaims for Permitted = "open_claims",
            /// A player's public page that is shown; key: player id. Under organization 0.
            PlayerPage for Everyone = "player_page",
            /// A person's page in an organization, shown or hidden; key: `user id/organization id`. Under organization 0.
            /// For `account/player-pages/`.
            OwnPlayerPage for Permitted = "own_player_page",
            /// A user's token; key: SHA-256 of its value. Under organization 0.
            UserToken for Permitted = "user_token",
        }
        organization of Organization, may_lag = false {
            /// An API key with its role; key: SHA-256 of the API key's value. Under organization 0.
            Credential for Permitted = "credential",
            /// All API keys of a member's user; key: user id. For `api-keys/api_keys/`.
            ApiKeys for Permitted = "api_keys",
            /// A person's role in an organization; key: `user id/organization id`. Under organization 0.
            Membership for Permitted = "membership",
            /// The members of an organization; key: its id.
            Members for Permitted = "members",
            /// An organization's last invitation to a person; key: `user id/organization id`. Under organization 0.
            Invitation for Permitted = "invitation",
            /// The open invitations of an organization; key: its id.
            Invitations for Permitted = "invitations",
            /// The page of a store; keys: the organization's id, its slug, and its earlier slugs. Under organization 0. For
            /// `store-page/` and `/stores/{slug}/`.
            StorePage for Everyone = "store_page",
        }
        convention of Convention, may_lag = false {
            /// A convention in full form; key: slug. For `conventions/` and `conventions/{slug}/`.
            Convention for Groups = "convention",
            /// A convention's summary; key: slug. For `store-profiles/conventions/` and `api-keys/conventions/`.
            ConventionSummary for Everyone = "convention_summary" as [convention::Summary<'_>],
            /// A public convention in a list; key: see [`PublicConventions`](crate::PublicConventions). Under organization
            /// 0, for `/conventions/` and the page of a convention.
            PublicConvention for Everyone = "public_convention",
        }
        decklist of Decklist, may_lag = false {
            /// A decklist, or a reference to a list of another organization that was submitted here; key: decklist id. (17,
            /// 19)
            Decklist for Permitted = "decklist",
            /// Revisions of a decklist; key: decklist id.
            DecklistRevisions for Permitted = "decklist_revisions" as [decklist::RevisionDocument<'_>],
            /// The organization of a person's decklist; key: `user id/decklist id`. Under organization 0, for the list of
            /// its owner.
            OwnDecklist for Permitted = "own_decklist",
        }
        overview of Tournament, may_lag = false {
            /// A small document for polling an event; key: event id.
            Overview for Everyone = "overview" as [overview::Overview<'_>],
        }
        round_standings of Tournament, may_lag = false {
            /// Standings after a round; key: round id. For `tournament-rounds/{id}/standings/`.
            RoundStandings for Everyone = "round_standings" as [round_standings::Standings<'_>],
            /// The same standings with the event's tiebreakers; key: round id. Only for events whose tiebreakers are not
            /// numbers of every line. For `tournament-rounds/{id}/standings/?tiebreakers=true`, and public pages.
            RoundTiebreakers for Everyone = "round_tiebreakers",
            /// The active round, whose standings are current, or the empty standings before the first round; key: event id.
            /// For `magic-events/{id}/current_standings/`.
            CurrentStandings for Everyone = "current_standings",
        }
        round_matches of Tournament, may_lag = false {
            /// A round's matches in detail; key: round id. For `tournament-rounds/{id}/matches/`.
            RoundMatches for Groups = "round_matches" as [round_matches::RoundMatches<'_>],
            /// A round's matches and team matches in detail; key: round id. Only for team events, for `tournament-rounds/{id}/matches/`.
            RoundTeamMatches for Groups = "round_team_matches",
        }
        rounds of Tournament, may_lag = false {
            /// A round; key: round id. For `tournament-rounds/` and `tournament-rounds/{id}/`.
            Round for Groups = "round" as [parts::matches::RoundSummary<'_>],
            /// The event that a round belongs to; key: round id.
            RoundEvent for Everyone = "round_event",
        }
        judging of Tournament, may_lag = false {
            /// Penalties of an event; key: event id. Only for events with penalties. For `magic-events/{id}/penalties/` and
            /// `penalties/`.
            EventPenalties for Permitted = "event_penalties",
            /// Penalties of a player in an event; key: `user id/event id`. For `penalties/` with a player.
            PlayerPenalties for Permitted = "player_penalties",
            /// Calls for a judge at an event; key: event id. Only for events with calls. For `magic-events/{id}/calls/`.
            JudgeCalls for Permitted = "judge_calls",
        }
        // It also writes documents of `decklist` for other organizations.
        submitted_decklists of Tournament, may_lag = false {
            /// Present if a decklist is public, with its organization; key: decklist id, or `decklist id/revision` if one
            /// revision is public. Under organization 0.
            PublicDecklist for Everyone = "public_decklist",
            /// A decklist as an event has published it, for readers who may see no other; key: decklist id. For `decklists/` and `decklists/{id}/`.
            PublishedDecklist for Everyone = "published_decklist",
            /// A decklist at the earlier revision that counts for an event, or a reference to the organization of a list
            /// that was submitted here; key: `decklist id/revision`.
            FixedDecklist for Permitted = "fixed_decklist",
        }
        event_listing of Tournament, may_lag = true {
            /// The part of a convention about one event; key: event id. Only the projector reads it, to render the
            /// convention.
            EventCard for Everyone = "event_card",
            /// The facts by which lists of events, rounds and conventions are filtered, and the event's summary; key: event
            /// id. For `magic-events/`, `tournament-rounds/` and `conventions/` with parameters.
            ListedEvent for Everyone = "listed_event",
            /// A public event in a list of public events; key: see [`PublicEvents`](crate::PublicEvents). Under organization
            /// 0, for the index of events, for calendars and for the schedule of a convention.
            PublicEvent for Everyone = "public_event",
        }
        magic_event of Tournament, may_lag = true {
            /// An event with everything in it; key: event id. For `magic-events/` and `magic-events/{id}/`.
            MagicEvent for Groups = "magic_event" as [magic_event::Event<'_>],
            /// An event as its organizers see it; key: event id.
            OrganizedEvent for Permitted = "organized_event",
        }
        registrations of Tournament, may_lag = true {
            /// Registrations of an event; key: event id. For `magic-events/{id}/registrations/`.
            Registrations for Groups = "registrations",
            /// Tagged players of an event; key: event id. For `magic-events/{id}/tagged_players/`.
            TaggedPlayers for Permitted = "tagged_players" as [registrations::TaggedPlayer<'_>],
            /// The people of an event; key: event id. For the search for people.
            EventPeople for Permitted = "event_people",
        }
        event_decklists of Tournament, may_lag = true {
            /// Decklists submitted to an event, as its staff sees them; key: event id. For `magic-events/{id}/decklists/`.
            EventDecklists for Permitted = "event_decklists",
            /// Present if an event has published its decklists; key: event id. For `magic-events/{id}/decklists/`.
            EventDecklistsShown for Everyone = "event_decklists_shown",
            /// Archetypes of an event that has published its decklists; key: event id. For `magic-events/{id}/archetypes/`
            /// and the page of archetypes.
            Archetypes for Everyone = "archetypes",
            /// Present if everyone may see the archetypes of an event, with its organization; key: event id. Under
            /// organization 0. For the page of archetypes.
            PublicArchetypes for Everyone = "public_archetypes",
        }
        export of Tournament, may_lag = true {
            /// A finished tournament in the public export; key: event id. Its rows have a table of their own, see
            /// [`ExportDocument`](super::ExportDocument). For `exports/tournaments/`.
            Export for Everyone = "export" as [export::Exported<'_>],
        }
        export_records of Tournament, may_lag = true {
            /// A tournament in the export of changes; key: event id. Its rows have tables of their own, see
            /// [`ExportRecord`](crate::ExportRecord). For `export/tournaments/`.
            ExportRecord for Everyone = "export_record" as [export_records::TournamentRecord<'_>],
        }
        pages of Tournament, may_lag = true {
            /// Data of the public page of an event; key: event id. Under organization 0.
            EventPage for Everyone = "event_page",
            /// Data of the public page of a round; key: `event id/round number`. Under organization 0.
            RoundPage for Everyone = "round_page",
        }
        standings_sheet of Tournament, may_lag = true {
            /// The data from which an event's standings are computed; key: event id.
            StandingsSheet for Groups = "standings_sheet",
        }
        own_registrations of Tournament, may_lag = true {
            /// A person's registration in an event, with the own matches; key: `user id/event id`. Under organization 0.
            /// For `account/registrations/`, for reads of the event by its players, and for players' public pages.
            OwnRegistration for Permitted = "own_registration" as [own_registrations::OwnRegistration<'_>, own_registrations::OwnMatch<'_>],
        }
        audit of Audit, may_lag = false {
            /// The number of parts of an event's audit; key: event id.
            EventAudit for Permitted = "event_audit",
            /// A part of an event's audit; key: `event id/part`, with parts numbered from 0.
            EventAuditPart for Groups = "event_audit_part",
        }
        }
    };
}

/// Defines [`ViewKind`] from the registry.
macro_rules! define_kinds {
    ($($view:ident of $source:ident, may_lag = $may_lag:literal {
        $($(#[$doc:meta])* $kind:ident for $seen_by:ident = $stored:literal $(as [$($document:ty),+])?,)*
    })+) => {
        /// The kinds of documents. Most are the answer of one endpoint.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum ViewKind { $($($(#[$doc])* #[serde(rename = $stored)] $kind,)*)+ }

        impl ViewKind {
            /// Every kind.
            pub const ALL: &'static [Self] = &[$($(Self::$kind,)*)+];

            /// Returns the name in the store.
            pub fn stored_name(self) -> &'static str {
                match self { $($(Self::$kind => $stored,)*)+ }
            }

            /// Returns the kind with this name, if there is one.
            pub fn from_stored_name(name: &str) -> Option<Self> {
                match name { $($($stored => Some(Self::$kind),)*)+ _ => None }
            }

            /// Returns who sees its documents.
            pub fn seen_by(self) -> SeenBy {
                match self { $($(Self::$kind => SeenBy::$seen_by,)*)+ }
            }

            /// Returns whether it may lag behind for a moment in a large event. All other kinds are written with the
            /// events that change them.
            pub fn may_lag(self) -> bool {
                match self { $($(Self::$kind => $may_lag,)*)+ }
            }
        }

        /// The condition that leaves out kinds of documents that only other versions render. They stay in a generation
        /// of such a version until it is dropped.
        macro_rules! known_kinds_sql {
            () => {
                concat!(" AND kind IN (''" $($(, ", '", $stored, "'")*)+, ")")
            };
        }
        pub(crate) use known_kinds_sql;
    };
}

view_registry!(define_kinds);

/// Orders kinds by stored name, as the store does, so that documents streamed by key are in order.
impl Ord for ViewKind {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.stored_name().cmp(other.stored_name())
    }
}

impl PartialOrd for ViewKind {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::ViewKind;

    #[test]
    fn every_kind_has_a_stored_name_of_its_own_and_is_ordered_by_it() {
        let kinds: BTreeSet<ViewKind> = ViewKind::ALL.iter().copied().collect();
        let names: BTreeSet<&str> = ViewKind::ALL.iter().map(|kind| kind.stored_name()).collect();
        assert_eq!(kinds.len(), ViewKind::ALL.len());
        assert!(kinds.iter().map(|kind| kind.stored_name()).eq(names));
        assert!(kinds.iter().all(|kind| ViewKind::from_stored_name(kind.stored_name()) == Some(*kind)));
    }
}

//! Events of a tournament: registrations, payments, phases, rounds, pairings, results, cuts, lifecycle.
//!
//! No event may pass 512 KiB; what is larger (the pairings of a huge round) is told in several.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::envelope::Version;
use crate::ids::{
    ConventionId, DecklistId, MatchId, PhaseId, RegistrationId, RoundId, TeamId, TeamMatchId, TeamPlayerId,
    TournamentId, UserId,
};
use crate::vocabulary::{
    CardPaymentStatus, EventFormat, LifecycleStatus, PaymentMethod, PhaseType, QueueCheckInStatus, RegistrationStatus,
    RoundType, WalletOrderStatus,
};

pub use crate::pairings::{Games, MatchResult, Pairing, PairingKind, StatedGameWin, TeamPairing, Winner};
pub use crate::standings_rules::{Fraction, StandingsRules};

/// Pairings told in one event at most, which keeps it far below 512 KiB.
pub const PAIRINGS_PER_EVENT: usize = 1_000;

/// How an organizer runs a tournament: what no reader of the interface sees, and every command heeds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Organizing {
    /// Until when players may hand in and change their lists.
    pub decklist_deadline: Option<DateTime<Utc>>,
    /// Seconds after the deadline during which a list still counts as in time.
    pub decklist_grace_seconds: i32,
    /// Whether the last Swiss round before a cut is paired by standing.
    pub power_pair_last_round: bool,
    /// Whether the playoff is re-seeded before each of its rounds.
    pub ranked_playoff: bool,
    /// Players of a draft pod, as far as the number of players allows.
    pub draft_pod_size: i32,
    /// The event from which players may be moved into this one.
    pub parent_id: Option<TournamentId>,
}

impl Default for Organizing {
    fn default() -> Self {
        Self {
            decklist_deadline: None,
            decklist_grace_seconds: 0,
            power_pair_last_round: true,
            ranked_playoff: false,
            draft_pod_size: 8,
            parent_id: None,
        }
    }
}

/// The revision of a list that counts for a tournament, whatever is changed later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FixedRevision {
    /// The entry.
    pub registration_id: RegistrationId,
    /// The list.
    pub decklist_id: DecklistId,
    /// Number of the revision: the version of the list's stream.
    pub version: Version,
}

/// What an organizer says about a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TournamentDetails {
    /// Name, at most 200 characters.
    pub name: String,
    /// Game format.
    pub event_format: EventFormat,
    /// Planned start.
    pub start_datetime: Option<DateTime<Utc>>,
    /// The convention it is part of.
    pub convention_id: Option<ConventionId>,
    /// A trial run: never exported, no public page.
    pub is_test: bool,
    /// No public page.
    pub is_unlisted: bool,
    /// Players of a team; 1 where everybody plays alone.
    pub team_size: i32,
    /// Players admitted before the waitlist begins.
    pub capacity: Option<i32>,
    /// Swiss rounds planned.
    pub swiss_rounds: Option<i32>,
    /// Size of the playoff cut; 0 for none.
    pub top_cut: i32,
    /// How it counts and orders.
    pub rules: StandingsRules,
}

impl TournamentDetails {
    /// A public tournament of single players under the usual rules, with nothing else decided.
    pub fn new(name: impl Into<String>, event_format: EventFormat) -> Self {
        Self {
            name: name.into(),
            event_format,
            start_datetime: None,
            convention_id: None,
            is_test: false,
            is_unlisted: false,
            team_size: 1,
            capacity: None,
            swiss_rounds: None,
            top_cut: 0,
            rules: StandingsRules::default(),
        }
    }
}

/// Where an imported tournament came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportSource {
    /// Platform it was played on.
    pub platform: String,
    /// Its id in the source.
    pub source_id: String,
    /// SHA-256 of the imported file, lower-case hex.
    pub sha256: String,
}

/// All that is known of the payment of an entry.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// How it is paid.
    pub method: Option<PaymentMethod>,
    /// State of the card payment.
    pub card_status: Option<CardPaymentStatus>,
    /// State of the wallet order.
    pub wallet_status: Option<WalletOrderStatus>,
    /// The wallet's order id, at most 255 characters.
    pub wallet_order_id: String,
    /// Whether staff marked it as paid.
    pub marked_as_paid: bool,
    /// Whether the player asked to pay later.
    pub deferred_requested: bool,
}

/// An entry's place in a queue that fills a pod or a team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct QueueGroupRole {
    /// Id of the role itself.
    pub id: i64,
    /// Whether the player speaks for the group.
    pub captain: bool,
    /// Id of the group.
    pub queue_group: i64,
}

/// One member of a team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamMember {
    /// The seat's own id.
    pub team_player_id: TeamPlayerId,
    /// Who sits there.
    pub registration_id: RegistrationId,
    /// Seat, from 1.
    pub seat: i32,
    /// Whether this member speaks for the team.
    pub captain: bool,
}

/// What happened in a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TournamentEvent {
    /// The tournament was announced.
    Created {
        /// What is known of it.
        details: TournamentDetails,
        /// Seed of everything random in it: draws, first pairings.
        seed: i64,
    },
    /// It was read from a file of an earlier tournament.
    Imported {
        /// Where it came from.
        source: ImportSource,
    },
    /// What is known of it changed.
    DetailsChanged {
        /// The whole new details.
        details: TournamentDetails,
    },
    /// How it is run changed.
    OrganizingChanged {
        /// The whole new way.
        organizing: Organizing,
    },
    /// It moved on.
    LifecycleChanged {
        /// Where it stands now.
        status: LifecycleStatus,
    },

    /// A person signed up.
    PlayerRegistered {
        /// The entry.
        registration_id: RegistrationId,
        /// The person.
        user_id: UserId,
        /// Where the entry stands.
        status: RegistrationStatus,
    },
    /// An entry moved on.
    RegistrationStatusChanged {
        /// The entry.
        registration_id: RegistrationId,
        /// Where it stands now.
        status: RegistrationStatus,
    },
    /// A player stopped playing; the record stays.
    PlayerDropped {
        /// The entry.
        registration_id: RegistrationId,
    },
    /// A player was disqualified; from the next standings on the player is not listed.
    PlayerDisqualified {
        /// The entry.
        registration_id: RegistrationId,
    },
    /// What is known of an entry's payment changed.
    PaymentChanged {
        /// The entry.
        registration_id: RegistrationId,
        /// All that is known now.
        payment: Payment,
    },
    /// An entry moved in the check-in queue.
    CheckInChanged {
        /// The entry.
        registration_id: RegistrationId,
        /// Where it stands now; absent outside a queue.
        status: Option<QueueCheckInStatus>,
    },
    /// An entry joined or left a queue group.
    QueueGroupChanged {
        /// The entry.
        registration_id: RegistrationId,
        /// Its role there.
        role: Option<QueueGroupRole>,
    },
    /// The store tagged a player.
    TagsChanged {
        /// The entry.
        registration_id: RegistrationId,
        /// All tags now.
        tags: Vec<String>,
    },
    /// Staff wrote a note.
    NotesChanged {
        /// The entry.
        registration_id: RegistrationId,
        /// The whole note.
        internal_notes: String,
    },
    /// A player keeps one table, or no longer does.
    SeatFixed {
        /// The entry.
        registration_id: RegistrationId,
        /// The table.
        fixed_seat: Option<i32>,
    },
    /// A player was awarded byes.
    ByesAwarded {
        /// The entry.
        registration_id: RegistrationId,
        /// All rounds with an awarded bye.
        round_numbers: Vec<i32>,
    },
    /// A player hands in the list on paper, or no longer does.
    PaperDecklistMarked {
        /// The entry.
        registration_id: RegistrationId,
        /// Whether on paper.
        using_paper_decklist: bool,
    },
    /// A list was attached to an entry, or taken off.
    DecklistAttached {
        /// The entry.
        registration_id: RegistrationId,
        /// The list; absent when taken off.
        decklist_id: Option<DecklistId>,
    },

    /// Players may not change their lists any more, whatever the deadline says.
    ListsLocked {},
    /// Players may change their lists, whatever the deadline says.
    ListsUnlocked {},
    /// One player may not change the list any more, whatever holds for the others.
    ListLocked {
        /// The entry.
        registration_id: RegistrationId,
    },
    /// One player may change the list, whatever holds for the others.
    ListUnlocked {
        /// The entry.
        registration_id: RegistrationId,
    },
    /// Lists are taken as they were at the deadline, or as staff accepted them: these revisions count and are published.
    ListRevisionsFixed {
        /// At most [`PAIRINGS_PER_EVENT`] of them.
        revisions: Vec<FixedRevision>,
    },

    /// A team came together.
    TeamFormed {
        /// The team.
        team_id: TeamId,
        /// Its name.
        team_name: String,
        /// Word by which further members join.
        invite_hash: String,
        /// Its members, by seat.
        members: Vec<TeamMember>,
    },
    /// A team stopped playing.
    TeamDropped {
        /// The team.
        team_id: TeamId,
    },

    /// A phase was added behind the others.
    PhaseAdded {
        /// The phase.
        phase_id: PhaseId,
        /// Its place, from 1.
        order_in_phases: i32,
        /// How its rounds are paired.
        round_type: PhaseType,
    },
    /// A round was added behind the others of its phase.
    RoundAdded {
        /// The round.
        round_id: RoundId,
        /// Its phase.
        phase_id: PhaseId,
        /// Number, from 1 on through all phases; 0 and below are player meetings.
        round_number: i32,
        /// What players do in it.
        round_type: RoundType,
        /// Whether none follows.
        final_round_in_event: bool,
        /// Whether an earlier round's pairings are used again.
        use_old_pairings: bool,
        /// What computed the pairings, at most 200 characters.
        pairingengine_url: String,
    },
    /// Tables were paired; a large round takes several of these.
    MatchesPaired {
        /// The round.
        round_id: RoundId,
        /// At most [`PAIRINGS_PER_EVENT`] tables.
        pairings: Vec<Pairing>,
    },
    /// Teams were paired; a large round takes several of these.
    TeamsPaired {
        /// The round.
        round_id: RoundId,
        /// The matches of teams.
        pairings: Vec<TeamPairing>,
    },
    /// The pairings of a round are whole.
    PairingsCompleted {
        /// The round.
        round_id: RoundId,
    },
    /// The pairings of a round that has not started were thrown away.
    PairingsDiscarded {
        /// The round.
        round_id: RoundId,
    },
    /// A round that had not started was taken away, and with it its phase if that had no other.
    RoundRemoved {
        /// The round.
        round_id: RoundId,
    },
    /// Play began.
    RoundStarted {
        /// The round.
        round_id: RoundId,
    },
    /// Play ended; what is not reported counts as a draw, and the round's standings are frozen.
    RoundCompleted {
        /// The round.
        round_id: RoundId,
    },

    /// A result came in.
    ResultReported {
        /// The match.
        match_id: MatchId,
        /// The result.
        result: MatchResult,
    },
    /// A result was wrong and is now right.
    ResultCorrected {
        /// The match.
        match_id: MatchId,
        /// The right result.
        result: MatchResult,
    },
    /// The other player agreed with the result that was reported.
    ResultConfirmed {
        /// The match.
        match_id: MatchId,
    },
    /// A match of teams was decided; games are seats won, lost and drawn.
    TeamResultReported {
        /// The match of teams.
        team_match_id: TeamMatchId,
        /// The result.
        result: MatchResult,
    },
    /// A match became a feature match, or no longer is one.
    MatchFeatured {
        /// The match.
        match_id: MatchId,
        /// Whether it is.
        is_feature_match: bool,
    },
    /// A judge was assigned to a match, or taken off.
    JudgeAssigned {
        /// The match.
        match_id: MatchId,
        /// The judge.
        judge_user_id: Option<UserId>,
    },
    /// A match has more time; the sum of all extensions.
    TimeExtended {
        /// The match.
        match_id: MatchId,
        /// Seconds beyond the end of the round.
        time_extension_seconds: i32,
    },
    /// A deck check went on.
    DeckCheckMarked {
        /// The match.
        match_id: MatchId,
        /// Whether it has started.
        started: bool,
        /// Whether it is done.
        completed: bool,
    },

    /// A cut was made: who is not named plays no further, and keeps the tiebreakers of that moment.
    CutMade {
        /// The last round before the cut.
        after_round_number: i32,
        /// Who goes on, by seed.
        advancing: Vec<RegistrationId>,
    },
    /// The draw among players who are equal in everything was made: earlier is better.
    TiesDrawn {
        /// Every entry, in the order drawn.
        order: Vec<RegistrationId>,
    },
    /// A source published game-win percentages whose games it does not tell; they count from this round on.
    GameWinsStated {
        /// The round after which they hold.
        after_round_number: i32,
        /// The percentages.
        game_wins: Vec<StatedGameWin>,
    },
}

impl TournamentEvent {
    /// The entry an event is about, if it is about one.
    pub fn registration_id(&self) -> Option<RegistrationId> {
        match self {
            Self::PlayerRegistered { registration_id, .. }
            | Self::RegistrationStatusChanged { registration_id, .. }
            | Self::PlayerDropped { registration_id }
            | Self::PlayerDisqualified { registration_id }
            | Self::PaymentChanged { registration_id, .. }
            | Self::CheckInChanged { registration_id, .. }
            | Self::QueueGroupChanged { registration_id, .. }
            | Self::TagsChanged { registration_id, .. }
            | Self::NotesChanged { registration_id, .. }
            | Self::SeatFixed { registration_id, .. }
            | Self::ByesAwarded { registration_id, .. }
            | Self::PaperDecklistMarked { registration_id, .. }
            | Self::DecklistAttached { registration_id, .. }
            | Self::ListLocked { registration_id }
            | Self::ListUnlocked { registration_id } => Some(*registration_id),
            _ => None,
        }
    }
}

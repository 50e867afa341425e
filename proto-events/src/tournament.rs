//! Events of a tournament: registrations, payments, phases, rounds, pairings, results, cuts, lifecycle.
//!
//! An event may have at most 512 KiB; larger data (the pairings of a huge round) is split into several events.

use serde::{Deserialize, Serialize};

use crate::ids::{
    CallId, DecklistId, MatchId, PenaltyId, PhaseId, RegistrationId, RoundId, TeamId, TeamMatchId, UserId,
};
use crate::vocabulary::{LifecycleStatus, PhaseType, QueueCheckInStatus, RegistrationStatus, RoundType};

pub use crate::entries::{FixedRevision, IssuedPenalty, NewCall, Payment, QueueGroupRole, TeamMember};
pub use crate::pairings::{Games, MatchResult, Pairing, PairingKind, RoundClock, StatedGameWin, TeamPairing, Winner};
pub use crate::tournament_settings::{Fraction, Organizing, StandingsRules, TournamentDetails};

/// Maximum number of pairings in one event, which keeps it far below 512 KiB.
pub const PAIRINGS_PER_EVENT: usize = 1_000;

/// The source of an imported tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportSource {
    /// Platform on which it was played.
    pub platform: String,
    /// Its id in the source.
    pub source_id: String,
    /// SHA-256 of the imported file, lower-case hex.
    pub sha256: String,
}

/// A domain event of a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TournamentEvent {
    /// The tournament was created.
    Created {
        /// Its details.
        details: TournamentDetails,
        /// Seed of all randomness: draws and first pairings.
        seed: i64,
    },
    /// The tournament was imported from a file.
    Imported {
        /// The source.
        source: ImportSource,
    },
    /// The tournament was deleted, and nothing follows. Its log stays; views no longer have it.
    Deleted {},
    /// The details changed.
    DetailsChanged {
        /// All details after the change.
        details: TournamentDetails,
    },
    /// The organizer's settings changed.
    OrganizingChanged {
        /// All settings after the change.
        organizing: Organizing,
    },
    /// The status of the tournament changed.
    LifecycleChanged {
        /// The new status.
        status: LifecycleStatus,
    },

    /// A player registered.
    PlayerRegistered {
        /// The registration.
        registration_id: RegistrationId,
        /// The player's user id.
        user_id: UserId,
        /// Status of the registration.
        status: RegistrationStatus,
    },
    /// The status of a registration changed.
    RegistrationStatusChanged {
        /// The registration.
        registration_id: RegistrationId,
        /// The new status.
        status: RegistrationStatus,
    },
    /// A player dropped; the player's results stay.
    PlayerDropped {
        /// The registration.
        registration_id: RegistrationId,
    },
    /// A player was disqualified; the next standings no longer list the player.
    PlayerDisqualified {
        /// The registration.
        registration_id: RegistrationId,
    },
    /// The payment of a registration changed.
    PaymentChanged {
        /// The registration.
        registration_id: RegistrationId,
        /// The payment after the change.
        payment: Payment,
    },
    /// The status of a registration in the check-in queue changed.
    CheckInChanged {
        /// The registration.
        registration_id: RegistrationId,
        /// The new status; `None` outside a queue.
        status: Option<QueueCheckInStatus>,
    },
    /// A registration joined or left a queue group.
    QueueGroupChanged {
        /// The registration.
        registration_id: RegistrationId,
        /// Its role in the group; `None` after it left.
        role: Option<QueueGroupRole>,
    },
    /// The tags of a registration changed.
    TagsChanged {
        /// The registration.
        registration_id: RegistrationId,
        /// All tags after the change.
        tags: Vec<String>,
    },
    /// Staff changed the internal note.
    NotesChanged {
        /// The registration.
        registration_id: RegistrationId,
        /// The whole note.
        internal_notes: String,
    },
    /// A player was assigned a fixed table, or the assignment ended.
    SeatFixed {
        /// The registration.
        registration_id: RegistrationId,
        /// Number of the table; `None` to end the assignment.
        fixed_seat: Option<i32>,
    },
    /// A player was awarded byes.
    ByesAwarded {
        /// The registration.
        registration_id: RegistrationId,
        /// All rounds in which the player has an awarded bye.
        round_numbers: Vec<i32>,
    },
    /// A registration was marked as using a paper decklist, or the mark was removed.
    PaperDecklistMarked {
        /// The registration.
        registration_id: RegistrationId,
        /// Whether the list is on paper.
        using_paper_decklist: bool,
    },
    /// A list was attached to a registration, or removed from it.
    DecklistAttached {
        /// The registration.
        registration_id: RegistrationId,
        /// The list; `None` if it was removed.
        decklist_id: Option<DecklistId>,
    },

    /// A private link was made, with which its holder acts as the player. It replaces an earlier one.
    PrivateLinkMade {
        /// The registration.
        registration_id: RegistrationId,
        /// How many links were made for the registration, this one included.
        number: u32,
        /// SHA-256 of the link's code, lower-case hex.
        sha256: String,
    },
    /// The private link of a registration was revoked.
    PrivateLinkRevoked {
        /// The registration.
        registration_id: RegistrationId,
    },

    /// Staff locked all lists, whatever the deadline.
    ListsLocked {},
    /// Staff unlocked all lists, whatever the deadline.
    ListsUnlocked {},
    /// Staff locked one player's list. This overrides the event's lock and the deadline.
    ListLocked {
        /// The registration.
        registration_id: RegistrationId,
    },
    /// Staff unlocked one player's list. This overrides the event's lock and the deadline.
    ListUnlocked {
        /// The registration.
        registration_id: RegistrationId,
    },
    /// The revisions that count and are published were fixed: those at the deadline, or those that staff accepted.
    ListRevisionsFixed {
        /// At most [`PAIRINGS_PER_EVENT`] revisions.
        revisions: Vec<FixedRevision>,
    },

    /// A team was formed.
    TeamFormed {
        /// The team.
        team_id: TeamId,
        /// Its name.
        team_name: String,
        /// The code with which further members join.
        invite_hash: String,
        /// Its members, by seat.
        members: Vec<TeamMember>,
    },
    /// A team dropped.
    TeamDropped {
        /// The team.
        team_id: TeamId,
    },

    /// A phase was added after the others.
    PhaseAdded {
        /// The phase.
        phase_id: PhaseId,
        /// Its position among the phases, from 1.
        order_in_phases: i32,
        /// How its rounds are paired.
        round_type: PhaseType,
    },
    /// A round was added after the others of its phase.
    RoundAdded {
        /// The round.
        round_id: RoundId,
        /// Its phase.
        phase_id: PhaseId,
        /// Its number, from 1 on across all phases; player meetings have 0 and below.
        round_number: i32,
        /// What players do in it.
        round_type: RoundType,
        /// Whether it is the last round.
        final_round_in_event: bool,
        /// Whether an earlier round's pairings are used again.
        use_old_pairings: bool,
        /// The program that computed the pairings, at most 200 characters.
        pairingengine_url: String,
    },
    /// Matches were paired; a large round has several of these events.
    MatchesPaired {
        /// The round.
        round_id: RoundId,
        /// At most [`PAIRINGS_PER_EVENT`] pairings.
        pairings: Vec<Pairing>,
    },
    /// Teams were paired; a large round has several of these events.
    TeamsPaired {
        /// The round.
        round_id: RoundId,
        /// The matches of the teams.
        pairings: Vec<TeamPairing>,
    },
    /// The pairings of a round are complete.
    PairingsCompleted {
        /// The round.
        round_id: RoundId,
    },
    /// The pairings of a round are hidden from all but staff until they are published or the round starts. Rounds of
    /// earlier versions have no such event: their pairings are published.
    PairingsHidden {
        /// The round.
        round_id: RoundId,
    },
    /// The pairings of a round were published.
    PairingsPublished {
        /// The round.
        round_id: RoundId,
    },
    /// The pairings of a round that has not started were discarded.
    PairingsDiscarded {
        /// The round.
        round_id: RoundId,
    },
    /// A round that had not started was removed, and its phase too if that had no other round.
    RoundRemoved {
        /// The round.
        round_id: RoundId,
    },
    /// A round started.
    RoundStarted {
        /// The round.
        round_id: RoundId,
    },
    /// A round ended. Matches without a result count as draws, and the players listed in its standings are fixed.
    RoundCompleted {
        /// The round.
        round_id: RoundId,
    },

    /// The clock of a round changed: its length, or whether it runs.
    ClockChanged {
        /// The round.
        round_id: RoundId,
        /// The clock after the change.
        clock: RoundClock,
    },

    /// A result was reported.
    ResultReported {
        /// The match.
        match_id: MatchId,
        /// The result.
        result: MatchResult,
    },
    /// A result was corrected.
    ResultCorrected {
        /// The match.
        match_id: MatchId,
        /// The correct result.
        result: MatchResult,
    },
    /// The opponent confirmed the reported result.
    ResultConfirmed {
        /// The match.
        match_id: MatchId,
    },
    /// The opponent contested the reported result. It counts until it is reported again, confirmed or corrected.
    ResultContested {
        /// The match.
        match_id: MatchId,
    },
    /// The result of a team match was reported; its games are the seats won, lost and drawn.
    TeamResultReported {
        /// The team match.
        team_match_id: TeamMatchId,
        /// The result.
        result: MatchResult,
    },
    /// A match became a feature match, or is no longer one.
    MatchFeatured {
        /// The match.
        match_id: MatchId,
        /// Whether it is a feature match.
        is_feature_match: bool,
    },
    /// A judge was assigned to a match, or the assignment ended.
    JudgeAssigned {
        /// The match.
        match_id: MatchId,
        /// The judge; `None` to end the assignment.
        judge_user_id: Option<UserId>,
    },
    /// The time of a match was extended.
    TimeExtended {
        /// The match.
        match_id: MatchId,
        /// Sum of all extensions, in seconds beyond the end of the round.
        time_extension_seconds: i32,
    },
    /// The progress of a deck check changed.
    DeckCheckMarked {
        /// The match.
        match_id: MatchId,
        /// Whether it has started.
        started: bool,
        /// Whether it is done.
        completed: bool,
    },

    /// A judge issued a penalty. It changes no result and no registration.
    PenaltyIssued {
        /// The penalty.
        penalty_id: PenaltyId,
        /// Its details.
        issued: IssuedPenalty,
    },
    /// A penalty was withdrawn: it was issued by mistake.
    PenaltyWithdrawn {
        /// The penalty.
        penalty_id: PenaltyId,
    },
    /// A penalty that was withdrawn applies again.
    PenaltyRestored {
        /// The penalty.
        penalty_id: PenaltyId,
    },
    /// A judge was called.
    JudgeCalled {
        /// The call.
        call_id: CallId,
        /// Its details.
        call: NewCall,
    },
    /// A judge took a call.
    CallAnswered {
        /// The call.
        call_id: CallId,
    },
    /// A call was closed.
    CallClosed {
        /// The call.
        call_id: CallId,
    },

    /// A cut was made. All other players are eliminated and keep their tiebreakers as of the round before the cut.
    CutMade {
        /// The last round before the cut.
        after_round_number: i32,
        /// The players who advance, by seed.
        advancing: Vec<RegistrationId>,
    },
    /// The random order of players who are equal in all tiebreakers was drawn.
    TiesDrawn {
        /// All registrations in the drawn order; earlier is better.
        order: Vec<RegistrationId>,
    },
    /// The source published game-win percentages without the games. They count from this round on.
    GameWinsStated {
        /// The round after which they hold.
        after_round_number: i32,
        /// The percentages.
        game_wins: Vec<StatedGameWin>,
    },
}

//! Events of a tournament: registrations, payments, phases, rounds, pairings, results, cuts, lifecycle.
//!
//! An event may have at most 512 KiB; larger data (the pairings of a huge round) is split into several events.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::{
    CallId, DecklistId, MatchId, PenaltyId, PhaseId, RegistrationId, RoundId, TeamId, TeamMatchId, TeamPlayerId, UserId,
};
use crate::picture::Picture;
use crate::stream::Version;
use crate::vocabulary::{
    CardPaymentStatus, LifecycleStatus, PaymentMethod, Penalty, PhaseType, QueueCheckInStatus, RegistrationStatus,
    Role, RoundType, WalletOrderStatus,
};

pub use crate::match_result::{Games, MatchResult, PODS_SEATS_MAX, Winner};
pub use crate::tournament_settings::{
    AddedOpponents, Fraction, MarginRules, Organizing, ScoreRules, SeriesDay, StandingsRules, TournamentDetails,
};

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

/// A domain event of a tournament. Its ids say what it is about; its other fields hold the whole value after the change,
/// `None` if there is none any more.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub enum TournamentEvent {
    /// The tournament was created.
    Created {
        details: TournamentDetails,
        /// Seed of all randomness: draws and first pairings.
        seed: i64,
    },
    /// The tournament was imported from a file.
    Imported { source: ImportSource },
    /// The tournament was deleted, and nothing follows. Its log stays; views no longer have it.
    Deleted {},
    /// The details changed.
    DetailsChanged { details: TournamentDetails },
    /// The organizer's settings changed.
    OrganizingChanged { organizing: Organizing },
    /// The tournament got another picture, or has none any more.
    PictureSet { picture: Option<Picture> },
    /// A member of the organization got a role for this tournament alone, or no longer has one.
    StaffAssigned { user_id: UserId, role: Option<Role> },
    /// The status of the tournament changed.
    LifecycleChanged { status: LifecycleStatus },

    /// A player registered.
    PlayerRegistered { registration_id: RegistrationId, user_id: UserId, status: RegistrationStatus },
    /// The status of a registration changed.
    RegistrationStatusChanged { registration_id: RegistrationId, status: RegistrationStatus },
    /// A player dropped; the player's results stay.
    PlayerDropped { registration_id: RegistrationId },
    /// A player was disqualified; the next standings no longer list the player.
    PlayerDisqualified { registration_id: RegistrationId },
    /// A place was offered to a player on the waitlist. Until then it is kept for this player.
    PlaceOffered { registration_id: RegistrationId, until: DateTime<Utc> },
    /// A player declined an offered place, which cancels the registration.
    PlaceDeclined { registration_id: RegistrationId },
    /// A player did not answer an offer in time, and is now at the end of the waitlist.
    OfferExpired { registration_id: RegistrationId },
    /// The payment of a registration changed.
    PaymentChanged { registration_id: RegistrationId, payment: Payment },
    /// The status of a registration in the check-in queue changed. Outside of a queue it has none.
    CheckInChanged { registration_id: RegistrationId, status: Option<QueueCheckInStatus> },
    /// A registration joined or left a queue group.
    QueueGroupChanged { registration_id: RegistrationId, role: Option<QueueGroupRole> },
    /// The tags of a registration changed.
    TagsChanged { registration_id: RegistrationId, tags: Vec<String> },
    /// Staff changed the internal note.
    NotesChanged { registration_id: RegistrationId, internal_notes: String },
    /// A player was assigned the table with this number in every round, or the assignment ended.
    SeatFixed { registration_id: RegistrationId, fixed_seat: Option<i32> },
    /// A player was awarded byes.
    ByesAwarded {
        registration_id: RegistrationId,
        /// All rounds in which the player has an awarded bye.
        round_numbers: Vec<i32>,
    },
    /// A registration was marked as using a paper decklist, or the mark was removed.
    PaperDecklistMarked { registration_id: RegistrationId, using_paper_decklist: bool },
    /// A list was attached to a registration, or removed from it.
    DecklistAttached { registration_id: RegistrationId, decklist_id: Option<DecklistId> },

    /// A private link was made, with which its holder acts as the player. It replaces an earlier one.
    PrivateLinkMade {
        registration_id: RegistrationId,
        /// How many links were made for the registration, this one included.
        number: u32,
        /// SHA-256 of the link's code, lower-case hex.
        sha256: String,
    },
    /// The private link of a registration was revoked.
    PrivateLinkRevoked { registration_id: RegistrationId },
    /// A join code was made, with which people register themselves. It replaces an earlier one.
    JoinCodeMade {
        /// How many codes were made for the event, this one included. The code follows from it and the keyring.
        number: u32,
    },

    /// Staff locked all lists, whatever the deadline.
    ListsLocked {},
    /// Staff unlocked all lists, whatever the deadline.
    ListsUnlocked {},
    /// Staff locked one player's list. This overrides the event's lock and the deadline.
    ListLocked { registration_id: RegistrationId },
    /// Staff unlocked one player's list. This overrides the event's lock and the deadline.
    ListUnlocked { registration_id: RegistrationId },
    /// The revisions that count and are published were fixed: those at the deadline, or those that staff accepted.
    ListRevisionsFixed {
        /// At most [`PAIRINGS_PER_EVENT`] revisions.
        revisions: Vec<FixedRevision>,
    },

    /// A team was formed.
    TeamFormed {
        team_id: TeamId,
        team_name: String,
        /// Empty, or what earlier versions wrote.
        invite_hash: String,
        /// Its members, by seat. They are fewer than a team of the event has if players founded it.
        members: Vec<TeamMember>,
    },
    /// A team changed: its name, its members or their seats, its captain, whom it invites, or its link.
    TeamChanged {
        team_id: TeamId,
        team_name: String,
        /// How many links to join it were made, the first one included. The code of a link follows from it and the keyring.
        invites_made: u32,
        /// Its members, by seat. A team without members is dropped.
        members: Vec<TeamMember>,
        /// Players who may join it, and have not answered.
        invited: Vec<RegistrationId>,
    },
    /// A team dropped.
    TeamDropped { team_id: TeamId },

    /// A phase was added after the others.
    PhaseAdded {
        phase_id: PhaseId,
        /// Its position among the phases, from 1.
        order_in_phases: i32,
        /// How its rounds are paired.
        round_type: PhaseType,
    },
    /// A round was added after the others of its phase.
    RoundAdded {
        round_id: RoundId,
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
        round_id: RoundId,
        /// At most [`PAIRINGS_PER_EVENT`] pairings.
        pairings: Vec<Pairing>,
    },
    /// Teams were paired; a large round has several of these events.
    TeamsPaired { round_id: RoundId, pairings: Vec<TeamPairing> },
    /// The pairings of a round are complete.
    PairingsCompleted { round_id: RoundId },
    /// The pairings of a round are hidden from all but staff until they are published or the round starts. Rounds of
    /// earlier versions have no such event: their pairings are published.
    PairingsHidden { round_id: RoundId },
    /// The pairings of a round were published.
    PairingsPublished { round_id: RoundId },
    /// The pairings of a round that has not started were discarded.
    PairingsDiscarded { round_id: RoundId },
    /// A round that had not started was removed, and its phase too if that had no other round.
    RoundRemoved { round_id: RoundId },
    /// A round started.
    RoundStarted { round_id: RoundId },
    /// A round ended. Matches without a result count as draws, and the players listed in its standings are fixed.
    RoundCompleted { round_id: RoundId },

    /// The clock of a round changed: its length, or whether it runs.
    ClockChanged { round_id: RoundId, clock: RoundClock },

    /// A result was reported.
    ResultReported { match_id: MatchId, result: MatchResult },
    /// A result was corrected.
    ResultCorrected { match_id: MatchId, result: MatchResult },
    /// The opponent confirmed the reported result.
    ResultConfirmed { match_id: MatchId },
    /// The opponent contested the reported result. It counts until it is reported again, confirmed or corrected.
    ResultContested { match_id: MatchId },
    /// The result of a team match was reported; its games are the seats won, lost and drawn.
    TeamResultReported { team_match_id: TeamMatchId, result: MatchResult },
    /// A match became a feature match, or is no longer one.
    MatchFeatured { match_id: MatchId, is_feature_match: bool },
    /// A judge was assigned to a match, or the assignment ended.
    JudgeAssigned { match_id: MatchId, judge_user_id: Option<UserId> },
    /// The time of a match was extended.
    TimeExtended {
        match_id: MatchId,
        /// Sum of all extensions, in seconds beyond the end of the round.
        time_extension_seconds: i32,
    },
    /// The progress of a deck check changed.
    DeckCheckMarked { match_id: MatchId, started: bool, completed: bool },

    /// A judge issued a penalty. It changes no result and no registration.
    PenaltyIssued { penalty_id: PenaltyId, issued: IssuedPenalty },
    /// A penalty was withdrawn: it was issued by mistake.
    PenaltyWithdrawn { penalty_id: PenaltyId },
    /// A penalty that was withdrawn applies again.
    PenaltyRestored { penalty_id: PenaltyId },
    /// A judge was called.
    JudgeCalled { call_id: CallId, call: NewCall },
    /// A judge took a call.
    CallAnswered { call_id: CallId },
    /// A call was closed.
    CallClosed { call_id: CallId },

    /// Staff wrote to players.
    StaffMessageSent {
        to: MessageTo,
        /// At most 1,000 characters of plain text.
        text: String,
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
    GameWinsStated { after_round_number: i32, game_wins: Vec<StatedGameWin> },
    /// The source published the final places of the players of the playoff. They count after the last round.
    PlacesStated {
        /// The players, best first; all others come after them.
        order: Vec<RegistrationId>,
    },
}

/// The revision of a list that counts for a tournament, even if the list is changed later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FixedRevision {
    /// The registration.
    pub registration_id: RegistrationId,
    /// The list.
    pub decklist_id: DecklistId,
    /// Number of the revision: the version of the list's stream.
    pub version: Version,
}

/// The payment of a registration.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// The method of payment.
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

/// The role of a registration in a queue group, which becomes a pod or a team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct QueueGroupRole {
    /// Id of the role itself.
    pub id: i64,
    /// Whether the player is the captain of the group.
    pub captain: bool,
    /// Id of the group.
    pub queue_group: i64,
}

/// One member of a team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamMember {
    /// The seat's own id.
    pub team_player_id: TeamPlayerId,
    /// The member's registration.
    pub registration_id: RegistrationId,
    /// Seat, from 1.
    pub seat: i32,
    /// Whether this member is the captain.
    pub captain: bool,
}

/// A penalty as a judge issues it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IssuedPenalty {
    /// The player's registration.
    pub registration_id: RegistrationId,
    /// The round in which the infraction happened, if in one.
    pub round_id: Option<RoundId>,
    /// The match in which it happened, if in one.
    pub match_id: Option<MatchId>,
    /// The infraction, at most 200 characters.
    pub infraction: String,
    /// The penalty for it.
    pub penalty: Penalty,
    /// Staff's note.
    pub note: String,
}

/// A call for a judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewCall {
    /// The player who called; `None` for staff.
    pub registration_id: Option<RegistrationId>,
    /// The match, if the call is about one.
    pub match_id: Option<MatchId>,
    /// Number of the table, if the call is about one.
    pub table_number: Option<i32>,
    /// The reason, as the caller wrote it.
    pub note: String,
}

/// The players whom staff wrote to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageTo {
    /// All who are in the event.
    All,
    /// Those of them with this tag.
    Tag(String),
    /// One player, whatever the registration's status is.
    Registration(RegistrationId),
    /// The players whom an announcement to a whole convention reaches by this event.
    Registrations(Vec<RegistrationId>),
}

/// The kind of a pairing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PairingKind {
    /// A match of two players.
    #[default]
    Versus,
    /// One player, who wins the match.
    Bye,
    /// One player, who loses the match without games.
    AssignedLoss,
    /// Seats only, without a match: a player meeting or a draft pod.
    Seating,
}

/// One pairing of a round.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The match.
    pub match_id: MatchId,
    /// Its kind.
    pub kind: PairingKind,
    /// Number of the table, from 1.
    pub table_number: i32,
    /// Number of the draft pod or the pool, from 1; 0 outside of them.
    pub pod_number: i32,
    /// The players in order: two for a match, one for a bye, up to ten for a pod.
    pub players: Vec<RegistrationId>,
    /// Whether it is a practice match that does not count.
    pub is_ghost: bool,
    /// Whether it is a playoff match for a lower place only.
    pub is_consolation: bool,
}

/// A pairing of two teams, with the matches of their seats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamPairing {
    /// The match of the teams.
    pub team_match_id: TeamMatchId,
    /// Two teams, or one with a bye.
    pub teams: Vec<TeamId>,
    /// Number of the table of the first seats.
    pub first_table_number: i32,
    /// Number of the pool, from 1; 0 outside of pools.
    #[serde(default, skip_serializing_if = "crate::is_usual")]
    pub pod_number: i32,
    /// Whether it is a bye for one team.
    pub is_bye: bool,
    /// The matches of the seats, by seat; empty for a bye.
    pub seats: Vec<Pairing>,
}

/// A published game-win percentage of a player whose games are unknown.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StatedGameWin {
    /// The player.
    pub registration_id: RegistrationId,
    /// Fraction 0..1.
    pub game_win: f64,
}

/// The clock of a round. It shows its length without the time that has elapsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundClock {
    /// Its length in seconds, extensions included.
    pub length_seconds: i32,
    /// Seconds that had elapsed when it last started; if it is paused, all that have.
    pub elapsed_seconds: i32,
    /// When it last started; `None` while it is paused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running_since: Option<DateTime<Utc>>,
}

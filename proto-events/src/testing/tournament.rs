//! Samples of the events of a tournament.

use super::evening::evening;
use crate::ids::{
    CallId, ConventionId, DecklistId, MatchId, PenaltyId, PhaseId, RegistrationId, RoundId, TeamId, TeamMatchId,
    TeamPlayerId, TournamentId, UserId,
};
use crate::tournament::{
    FixedRevision, Fraction, Games, ImportSource, IssuedPenalty, MatchResult, MessageTo, NewCall, Organizing, Pairing,
    PairingKind, Payment, QueueGroupRole, RoundClock, StandingsRules, StatedGameWin, TeamMember, TeamPairing,
    TournamentDetails, Winner,
};
use crate::vocabulary::{
    CardPaymentStatus, EventFormat, LifecycleStatus, PaymentMethod, Penalty, PhaseType, QueueCheckInStatus,
    RegistrationStatus, Role, RoundType, Tiebreaker, WalletOrderStatus,
};
use crate::{Picture, TournamentEvent};

pub(super) fn samples() -> Vec<TournamentEvent> {
    let mut samples = announcements();
    samples.extend(entries());
    samples.extend(marks_of_entries());
    samples.extend(teams());
    samples.extend(rounds());
    samples.extend(tables());
    samples.extend(judging());
    samples.extend(decisions());
    samples.push(TournamentEvent::Deleted {});
    samples
}

fn details() -> TournamentDetails {
    TournamentDetails {
        name: "Legacy Main Event".into(),
        event_format: EventFormat::Legacy,
        start_datetime: Some(evening(11)),
        convention_id: Some(ConventionId(2)),
        is_test: true,
        is_unlisted: true,
        is_canceled: false,
        team_size: 1,
        capacity: Some(256),
        swiss_rounds: Some(8),
        top_cut: 8,
        rules: StandingsRules {
            points_for_win: 3,
            points_for_draw: 1,
            points_for_loss: 0,
            floor: Fraction { numerator: 1, denominator: 3 },
            own_game_win_floored: false,
            game_win_without_games: Some(-0.2),
            tiebreakers: vec![Tiebreaker::GameWin, Tiebreaker::OpponentMatchWin, Tiebreaker::OpponentGameWin],
            decimals: 16,
            ..StandingsRules::default()
        },
        ..TournamentDetails::new(String::new(), EventFormat::Legacy)
    }
}

fn announcements() -> Vec<TournamentEvent> {
    let extended = TournamentDetails { capacity: Some(512), ..details() };
    vec![
        TournamentEvent::Created { details: details(), seed: -4_611_686_018_427_387_904 },
        TournamentEvent::Imported {
            source: ImportSource {
                platform: "melee".into(),
                source_id: "legacy-main-event-2026-04-11".into(),
                sha256: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae".into(),
            },
        },
        TournamentEvent::DetailsChanged { details: extended },
        TournamentEvent::PictureSet {
            picture: Some(Picture {
                sha256: "fcde2b2edba56bf408601fb721fe9b5c338d10ee429ea04fae5511b68fbf8fb9".into(),
                width: 1_600,
                height: 900,
            }),
        },
        TournamentEvent::StaffAssigned { user_id: UserId(9), role: Some(Role::Judge) },
        TournamentEvent::OrganizingChanged {
            organizing: Organizing {
                decklist_deadline: Some(evening(10)),
                decklist_grace_seconds: 300,
                power_pair_last_round: false,
                ranked_playoff: true,
                draft_pod_size: 6,
                parent_id: Some(TournamentId(40)),
                ..Organizing::default()
            },
        },
        TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventInProgress },
    ]
}

const ENTRY: RegistrationId = RegistrationId(801);
const OPPONENT: RegistrationId = RegistrationId(802);

fn entries() -> Vec<TournamentEvent> {
    let registration_id = ENTRY;
    let payment = Payment {
        method: Some(PaymentMethod::Walletpay),
        card_status: Some(CardPaymentStatus::Refunded),
        wallet_status: Some(WalletOrderStatus::Completed),
        wallet_order_id: "5O190127TN364715T".into(),
        marked_as_paid: true,
        deferred_requested: true,
    };
    let role = QueueGroupRole { id: 61, captain: true, queue_group: 9 };
    vec![
        TournamentEvent::PlayerRegistered {
            registration_id,
            user_id: UserId(41),
            status: RegistrationStatus::OnWaitlist,
        },
        TournamentEvent::RegistrationStatusChanged { registration_id, status: RegistrationStatus::Complete },
        TournamentEvent::PlayerDropped { registration_id },
        TournamentEvent::PlayerDisqualified { registration_id },
        TournamentEvent::PlaceOffered { registration_id, until: evening(12) },
        TournamentEvent::PlaceDeclined { registration_id },
        TournamentEvent::OfferExpired { registration_id },
        TournamentEvent::PaymentChanged { registration_id, payment },
        TournamentEvent::CheckInChanged { registration_id, status: Some(QueueCheckInStatus::CheckedIn) },
        TournamentEvent::QueueGroupChanged { registration_id, role: Some(role) },
        TournamentEvent::TagsChanged { registration_id, tags: vec!["judge".into(), "local".into()] },
    ]
}

fn marks_of_entries() -> Vec<TournamentEvent> {
    let registration_id = ENTRY;
    vec![
        TournamentEvent::NotesChanged { registration_id, internal_notes: "Arrives after round 1.".into() },
        TournamentEvent::SeatFixed { registration_id, fixed_seat: Some(12) },
        TournamentEvent::ByesAwarded { registration_id, round_numbers: vec![1, 2] },
        TournamentEvent::PaperDecklistMarked { registration_id, using_paper_decklist: true },
        TournamentEvent::DecklistAttached { registration_id, decklist_id: Some(DecklistId(318)) },
        TournamentEvent::PrivateLinkMade {
            registration_id,
            number: 2,
            sha256: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae".into(),
        },
        TournamentEvent::PrivateLinkRevoked { registration_id },
        TournamentEvent::JoinCodeMade { number: 3 },
        TournamentEvent::ListsLocked {},
        TournamentEvent::ListsUnlocked {},
        TournamentEvent::ListLocked { registration_id },
        TournamentEvent::ListUnlocked { registration_id },
        TournamentEvent::ListRevisionsFixed {
            revisions: vec![FixedRevision { registration_id, decklist_id: DecklistId(318), version: 3 }],
        },
    ]
}

fn teams() -> Vec<TournamentEvent> {
    let member = |seat: i32, registration_id| TeamMember {
        team_player_id: TeamPlayerId(70 + i64::from(seat)),
        registration_id,
        seat,
        captain: seat == 1,
    };
    vec![
        TournamentEvent::TeamFormed {
            team_id: TeamId(5),
            team_name: "Three Lotuses".into(),
            invite_hash: "q7w2e9".into(),
            members: vec![member(1, ENTRY), member(2, OPPONENT), member(3, RegistrationId(803))],
        },
        TournamentEvent::TeamChanged {
            team_id: TeamId(5),
            team_name: "Three Lotuses".into(),
            invites_made: 2,
            members: vec![member(1, OPPONENT), member(2, ENTRY)],
            invited: vec![RegistrationId(804)],
        },
        TournamentEvent::TeamDropped { team_id: TeamId(5) },
    ]
}

fn pairing(match_id: i64, kind: PairingKind, players: &[RegistrationId]) -> Pairing {
    Pairing {
        match_id: MatchId(match_id),
        kind,
        table_number: 1,
        pod_number: 2,
        players: players.to_vec(),
        is_ghost: true,
        is_consolation: true,
    }
}

fn rounds() -> Vec<TournamentEvent> {
    let (round_id, phase_id) = (RoundId(90), PhaseId(31));
    let team_pairing = TeamPairing {
        team_match_id: TeamMatchId(44),
        teams: vec![TeamId(5), TeamId(6)],
        first_table_number: 4,
        pod_number: 0,
        is_bye: true,
        seats: vec![pairing(1_204, PairingKind::Versus, &[ENTRY, OPPONENT])],
    };
    vec![
        TournamentEvent::PhaseAdded { phase_id, order_in_phases: 1, round_type: PhaseType::Swiss },
        TournamentEvent::RoundAdded {
            round_id,
            phase_id,
            round_number: 1,
            round_type: RoundType::PlayVsOpponent,
            final_round_in_event: true,
            use_old_pairings: true,
            pairingengine_url: "crosstable".into(),
        },
        TournamentEvent::MatchesPaired {
            round_id,
            pairings: vec![
                pairing(1_200, PairingKind::Versus, &[ENTRY, OPPONENT]),
                pairing(1_201, PairingKind::Bye, &[ENTRY]),
                pairing(1_202, PairingKind::AssignedLoss, &[ENTRY]),
                pairing(1_203, PairingKind::Seating, &[ENTRY, OPPONENT, RegistrationId(803)]),
            ],
        },
        TournamentEvent::TeamsPaired { round_id, pairings: vec![team_pairing] },
        TournamentEvent::PairingsCompleted { round_id },
        TournamentEvent::PairingsHidden { round_id },
        TournamentEvent::PairingsPublished { round_id },
        TournamentEvent::PairingsDiscarded { round_id },
        TournamentEvent::RoundRemoved { round_id },
        TournamentEvent::RoundStarted { round_id },
        TournamentEvent::RoundCompleted { round_id },
        TournamentEvent::ClockChanged {
            round_id,
            clock: RoundClock { length_seconds: 3_000, elapsed_seconds: 125, running_since: Some(evening(11)) },
        },
    ]
}

fn tables() -> Vec<TournamentEvent> {
    let match_id = MatchId(1_200);
    let result = |winner, first, second, drawn| MatchResult::new(winner, Some(Games { first, second, drawn }));
    vec![
        TournamentEvent::ResultReported { match_id, result: result(Winner::First, 2, 1, 0) },
        TournamentEvent::ResultCorrected { match_id, result: result(Winner::Draw, 1, 1, 1) },
        TournamentEvent::ResultConfirmed { match_id },
        TournamentEvent::ResultContested { match_id },
        TournamentEvent::TeamResultReported { team_match_id: TeamMatchId(44), result: result(Winner::Second, 1, 2, 0) },
        TournamentEvent::MatchFeatured { match_id, is_feature_match: true },
        TournamentEvent::JudgeAssigned { match_id, judge_user_id: Some(UserId(42)) },
        TournamentEvent::TimeExtended { match_id, time_extension_seconds: 300 },
        TournamentEvent::DeckCheckMarked { match_id, started: true, completed: true },
    ]
}

fn judging() -> Vec<TournamentEvent> {
    let (penalty_id, call_id, match_id) = (PenaltyId(51), CallId(61), Some(MatchId(1_200)));
    let issued = IssuedPenalty {
        registration_id: ENTRY,
        round_id: Some(RoundId(90)),
        match_id,
        infraction: "Tardiness".into(),
        penalty: Penalty::GameLoss,
        note: "Twelve minutes late".into(),
    };
    let note = "Which trigger comes first?".into();
    let call = NewCall { registration_id: Some(ENTRY), match_id, table_number: Some(7), note };
    vec![
        TournamentEvent::PenaltyIssued { penalty_id, issued },
        TournamentEvent::PenaltyWithdrawn { penalty_id },
        TournamentEvent::PenaltyRestored { penalty_id },
        TournamentEvent::JudgeCalled { call_id, call },
        TournamentEvent::CallAnswered { call_id },
        TournamentEvent::CallClosed { call_id },
        TournamentEvent::StaffMessageSent { to: MessageTo::Tag("local".into()), text: "Doors open at nine.".into() },
    ]
}

fn decisions() -> Vec<TournamentEvent> {
    vec![
        TournamentEvent::CutMade { after_round_number: 8, advancing: vec![OPPONENT, ENTRY] },
        TournamentEvent::TiesDrawn { order: vec![ENTRY, OPPONENT] },
        TournamentEvent::GameWinsStated {
            after_round_number: 8,
            game_wins: vec![StatedGameWin { registration_id: ENTRY, game_win: 0.571_428_57 }],
        },
        TournamentEvent::PlacesStated { order: vec![OPPONENT, ENTRY] },
    ]
}

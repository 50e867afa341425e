//! Every event has a sample, and every sample matches its golden file when written and read.
//!
//! `UPDATE_GOLDEN=1 cargo nextest run -p proto-events` writes missing files. It never changes an existing one: events
//! of that form may be stored already, and a change needs a new schema number and a conversion.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests")]

use std::collections::BTreeSet;
use std::path::PathBuf;

use proto_events::ids::MatchId;
use proto_events::testing::samples;
use proto_events::tournament::{Games, MatchResult, Winner};
use proto_events::{
    CURRENT_SCHEMA, ConventionEvent, DecklistEvent, DomainEvent, Encoded, OrganizationEvent, StreamKind,
    TournamentEvent, UserEvent,
};

/// Names the variants of an enum. The match has no wildcard, so a new variant does not compile until it is added here.
macro_rules! variants {
    ($name:ident, $enum:ident { $($variant:ident = $wire:literal),+ $(,)? }) => {
        fn $name(event: &$enum) -> &'static str {
            match event { $($enum::$variant { .. } => $wire),+ }
        }
        impl Named for $enum {
            const NAMES: &'static [&'static str] = &[$($wire),+];
        }
    };
}

trait Named {
    const NAMES: &'static [&'static str];
}

variants!(organization_name, OrganizationEvent {
    Created = "created", Renamed = "renamed", MemberAdded = "member_added",
    MemberInvited = "member_invited", InvitationDeclined = "invitation_declined", InvitationWithdrawn = "invitation_withdrawn",
    MemberRoleChanged = "member_role_changed",
    MemberRemoved = "member_removed", ApiKeyIssued = "api_key_issued", ApiKeyNarrowed = "api_key_narrowed", ApiKeyRenamed = "api_key_renamed",
    ApiKeyExpirySet = "api_key_expiry_set", ApiKeyRevoked = "api_key_revoked", ApiKeyUsed = "api_key_used",
    WebhookAdded = "webhook_added", WebhookChanged = "webhook_changed", WebhookSecretRotated = "webhook_secret_rotated",
    WebhookDisabled = "webhook_disabled", WebhookRemoved = "webhook_removed",
});
variants!(user_name, UserEvent {
    Registered = "registered", ProfileChanged = "profile_changed", ManagedBy = "managed_by",
    JoinedElsewhere = "joined_elsewhere", MergedInto = "merged_into", Unmerged = "unmerged",
    PlayerPageShown = "player_page_shown", PlayerPageHidden = "player_page_hidden",
    PasswordLinkMade = "password_link_made", PasswordLinkWithdrawn = "password_link_withdrawn", PasswordSet = "password_set", SessionsEnded = "sessions_ended",
    TokenIssued = "token_issued", TokenRevoked = "token_revoked", Erased = "erased", Redacted = "redacted",
});
variants!(convention_name, ConventionEvent {
    Created = "created", DetailsChanged = "details_changed", StatusChanged = "status_changed",
});
variants!(tournament_name, TournamentEvent {
    Created = "created", Imported = "imported", DetailsChanged = "details_changed",
    OrganizingChanged = "organizing_changed", LifecycleChanged = "lifecycle_changed", PlayerRegistered = "player_registered",
    RegistrationStatusChanged = "registration_status_changed", PlayerDropped = "player_dropped",
    PlayerDisqualified = "player_disqualified", PaymentChanged = "payment_changed",
    CheckInChanged = "check_in_changed", QueueGroupChanged = "queue_group_changed", TagsChanged = "tags_changed",
    NotesChanged = "notes_changed", SeatFixed = "seat_fixed", ByesAwarded = "byes_awarded",
    PaperDecklistMarked = "paper_decklist_marked", DecklistAttached = "decklist_attached",
    PrivateLinkMade = "private_link_made", PrivateLinkRevoked = "private_link_revoked", ListsLocked = "lists_locked", ListsUnlocked = "lists_unlocked", ListLocked = "list_locked",
    ListUnlocked = "list_unlocked", ListRevisionsFixed = "list_revisions_fixed", TeamFormed = "team_formed",
    TeamDropped = "team_dropped", PhaseAdded = "phase_added", RoundAdded = "round_added",
    MatchesPaired = "matches_paired", TeamsPaired = "teams_paired", PairingsCompleted = "pairings_completed",
    PairingsHidden = "pairings_hidden", PairingsPublished = "pairings_published",
    PairingsDiscarded = "pairings_discarded", RoundRemoved = "round_removed", RoundStarted = "round_started", RoundCompleted = "round_completed",
    ClockChanged = "clock_changed",
    ResultReported = "result_reported", ResultCorrected = "result_corrected",
    ResultConfirmed = "result_confirmed", ResultContested = "result_contested", TeamResultReported = "team_result_reported", MatchFeatured = "match_featured", JudgeAssigned = "judge_assigned",
    TimeExtended = "time_extended", DeckCheckMarked = "deck_check_marked",
    PenaltyIssued = "penalty_issued", PenaltyWithdrawn = "penalty_withdrawn", PenaltyRestored = "penalty_restored",
    JudgeCalled = "judge_called", CallAnswered = "call_answered", CallClosed = "call_closed", CutMade = "cut_made",
    TiesDrawn = "ties_drawn", GameWinsStated = "game_wins_stated", Deleted = "deleted",
});
variants!(decklist_name, DecklistEvent { Submitted = "submitted", Revised = "revised", Deleted = "deleted" });

fn name(event: &DomainEvent) -> &'static str {
    match event {
        DomainEvent::Organization(event) => organization_name(event),
        DomainEvent::User(event) => user_name(event),
        DomainEvent::Convention(event) => convention_name(event),
        DomainEvent::Tournament(event) => tournament_name(event),
        DomainEvent::Decklist(event) => decklist_name(event),
    }
}

fn names(kind: StreamKind) -> &'static [&'static str] {
    match kind {
        StreamKind::Organization => OrganizationEvent::NAMES,
        StreamKind::User => UserEvent::NAMES,
        StreamKind::Convention => ConventionEvent::NAMES,
        StreamKind::Tournament => TournamentEvent::NAMES,
        StreamKind::Decklist => DecklistEvent::NAMES,
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden")
}

fn file_name(kind: StreamKind, event_type: &str) -> String {
    format!("{}.{event_type}.v{CURRENT_SCHEMA}.json", kind.name())
}

#[test]
fn every_event_has_exactly_one_sample() {
    for kind in StreamKind::ALL {
        let of_kind = samples().into_iter().filter(|event| event.stream_kind() == kind);
        let sampled: Vec<&str> = of_kind.map(|event| name(&event)).collect();
        assert_eq!(sampled, names(kind), "samples of kind {}", kind.name());
    }
}

#[test]
fn every_sample_writes_and_reads_as_its_golden_file_says() {
    for sample in samples() {
        let event_type = name(&sample);
        assert_golden(&sample, event_type, &file_name(sample.stream_kind(), event_type));
    }
}

#[test]
fn match_that_both_lose_writes_and_reads_as_its_golden_file_says() {
    let result = MatchResult { winner: Winner::Neither, games: Some(Games { first: 0, second: 0, drawn: 0 }) };
    let event = DomainEvent::from(TournamentEvent::ResultReported { match_id: MatchId(1_200), result });
    assert_golden(&event, "result_reported", "tournament.result_reported.v1.neither.json");
}

/// Checks that an event is written and read as its golden file says.
fn assert_golden(event: &DomainEvent, event_type: &str, file: &str) {
    let encoded = event.encode().unwrap();
    assert_eq!(encoded.event_type, event_type);
    assert_eq!(encoded.schema, CURRENT_SCHEMA);
    let path = folder().join(file);
    if std::env::var_os("UPDATE_GOLDEN").is_some() && !path.exists() {
        std::fs::write(&path, pretty(&encoded.payload)).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(pretty(&encoded.payload), golden, "{} is written differently", path.display());
    let stored = Encoded { payload: golden, ..encoded };
    let decoded = DomainEvent::decode(event.stream_kind(), &stored).unwrap();
    assert_eq!(decoded, *event, "{} is read differently", path.display());
}

#[test]
fn result_has_its_winner_by_name() {
    for (winner, name) in
        [(Winner::First, "first"), (Winner::Second, "second"), (Winner::Draw, "draw"), (Winner::Neither, "neither")]
    {
        let result = MatchResult { winner, games: Some(Games { first: 0, second: 0, drawn: 0 }) };
        let event = DomainEvent::from(TournamentEvent::ResultReported { match_id: MatchId(1_200), result });
        let encoded = event.encode().unwrap();
        let payload: serde_json::Value = serde_json::from_str(&encoded.payload).unwrap();
        assert_eq!(payload["result_reported"]["result"]["winner"], name);
        assert_eq!(DomainEvent::decode(StreamKind::Tournament, &encoded).unwrap(), event);
    }
}

#[test]
fn every_golden_file_belongs_to_an_event() {
    let expected: BTreeSet<String> = StreamKind::ALL
        .into_iter()
        .flat_map(|kind| names(kind).iter().map(move |event_type| file_name(kind, event_type)))
        .collect();
    let files = std::fs::read_dir(folder()).unwrap();
    let of_today = format!(".v{CURRENT_SCHEMA}.json");
    let found = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let found: BTreeSet<String> = found.filter(|file| file.ends_with(&of_today)).collect();
    assert_eq!(found, expected);
}

/// Returns the payload as indented JSON with sorted fields, for readers of golden files.
fn pretty(payload: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(payload).unwrap();
    serde_json::to_string_pretty(&value).unwrap() + "\n"
}

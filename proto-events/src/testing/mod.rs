//! For tests: events as the store returns them, and one sample of every event, with every optional field filled. The golden
//! files are written from these samples.
//!
//! `tests/facts/golden.rs` fails if a variant has no sample, or if a sample does not match its golden file.

mod evening;
mod tournament;

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};

use crate::convention::{ConventionDetails, Coordinates};
use crate::decklist::DecklistBody;
use crate::ids::{
    ApiKeyId, MemberId, OrganizationId, PasswordId, PhaseId, PlayerId, RoundId, TournamentId, UserId, UserTokenId,
    WebhookId, WebhookSecretId,
};
use crate::organization::{SeriesPlan, WebhookSettings};
use crate::user::Profile;
use crate::vocabulary::{
    ConventionStatus, EventFormat, RegionalChampionshipRegion, Role, RoundType, WebhookEventType, WebhookFault,
};
use crate::{
    ConventionEvent, DecklistEvent, DomainEvent, Envelope, OrganizationEvent, Picture, StreamId, TournamentEvent,
    UserEvent, Version,
};
use evening::evening;

/// Returns an event of organization 1 as the store returns it. Its position is its version.
pub fn envelope(stream: StreamId, version: Version, at: DateTime<Utc>, event: impl Into<DomainEvent>) -> Envelope {
    Envelope::imagined(stream, version, OrganizationId(1), at, event)
}

/// Returns the addition of a round to a phase.
pub fn round_added(round_id: RoundId, phase_id: PhaseId, round_number: i32, round_type: RoundType) -> TournamentEvent {
    TournamentEvent::RoundAdded {
        round_id,
        phase_id,
        round_number,
        round_type,
        final_round_in_event: false,
        use_old_pairings: false,
        pairingengine_url: String::new(),
    }
}

/// Returns a sample of every event of every kind, in the order of the enums.
pub fn samples() -> Vec<DomainEvent> {
    let mut samples = Vec::new();
    samples.extend(organization().into_iter().map(DomainEvent::from));
    samples.extend(user().into_iter().map(DomainEvent::from));
    samples.extend(convention().into_iter().map(DomainEvent::from));
    samples.extend(tournament::samples().into_iter().map(DomainEvent::from));
    samples.extend(decklist().into_iter().map(DomainEvent::from));
    samples
}

fn organization() -> Vec<OrganizationEvent> {
    let (key_id, member_id, webhook_id) = (ApiKeyId(12), MemberId(3), WebhookId(2));
    vec![
        OrganizationEvent::Created { name: "Moxhall Games".into() },
        OrganizationEvent::Renamed { name: "Moxhall Games & Café".into() },
        OrganizationEvent::TimeZoneSet { time_zone: "Europe/Berlin".into() },
        OrganizationEvent::StoreTextsChanged {
            about: "Cards, coffee and **ten tables**.".into(),
            address: "12 Mill Road, Moxhall".into(),
            website: "https://moxhall.example/".into(),
        },
        OrganizationEvent::StoreBrandChanged { slug: "moxhall-games".into(), accent: "#1f6feb".into() },
        OrganizationEvent::LogoSet { logo: None },
        OrganizationEvent::MemberAdded { member_id, user_id: UserId(41), role: Role::Scorekeeper },
        OrganizationEvent::MemberInvited { member_id, user_id: UserId(41), role: Role::Scorekeeper },
        OrganizationEvent::InvitationDeclined { member_id },
        OrganizationEvent::InvitationWithdrawn { member_id },
        OrganizationEvent::MemberRoleChanged { member_id, role: Role::Organizer },
        OrganizationEvent::MemberRoleProvided { member_id, provider: "club".into() },
        OrganizationEvent::MemberRemoved { member_id },
        OrganizationEvent::ApiKeyIssued {
            key_id,
            member_id,
            name: "Stream overlay".into(),
            sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08".into(),
            expires_at: Some(evening(30)),
        },
        OrganizationEvent::ApiKeyNarrowed { key_id },
        OrganizationEvent::ApiKeyRenamed { key_id, name: "Stream overlay, table 1".into() },
        OrganizationEvent::ApiKeyExpirySet { key_id, expires_at: Some(evening(28)) },
        OrganizationEvent::ApiKeyRevoked { key_id },
        OrganizationEvent::ApiKeyUsed { key_id, used_at: evening(4) },
        OrganizationEvent::WebhookAdded { webhook_id, settings: webhook(true), secret_id: WebhookSecretId(5) },
        OrganizationEvent::WebhookChanged { webhook_id, settings: webhook(false) },
        OrganizationEvent::WebhookSecretRotated { webhook_id, secret_id: WebhookSecretId(6) },
        OrganizationEvent::WebhookDisabled { webhook_id, reason: WebhookFault::Failing },
        OrganizationEvent::WebhookRemoved { webhook_id },
        OrganizationEvent::SeriesPlanned { series_id: 1, plan: weekly() },
        OrganizationEvent::SeriesEnded { series_id: 1 },
    ]
}

fn weekly() -> SeriesPlan {
    let first_day = evening(10).date_naive();
    SeriesPlan {
        template_id: TournamentId(40),
        first_day,
        last_day: Some(first_day + TimeDelta::weeks(20)),
        every_weeks: 1,
        starts: NaiveTime::MIN + TimeDelta::hours(19),
        time_zone: "Europe/Stockholm".into(),
        skipped: vec![first_day + TimeDelta::weeks(2)],
        weeks_ahead: 4,
    }
}

fn webhook(enabled: bool) -> WebhookSettings {
    WebhookSettings {
        url: "https://hooks.moxhall.example/crosstable".into(),
        event_types: vec![WebhookEventType::RoundPublished, WebhookEventType::StandingsFinal],
        description: "Screens in the hall".into(),
        enabled,
    }
}

fn user() -> Vec<UserEvent> {
    let profile = Profile {
        username: "lindqvist".into(),
        best_identifier: "Åsa Lindqvist".into(),
        first_name: "Åsa".into(),
        last_name: "Lindqvist".into(),
        email: "asa.lindqvist@example.org".into(),
        pronouns: "she/her".into(),
        has_used_app: true,
    };
    let renamed = Profile { best_identifier: "Åsa L.".into(), ..profile.clone() };
    let (token_id, organization_id) = (UserTokenId(5), OrganizationId(1));
    vec![
        UserEvent::Registered { profile },
        UserEvent::ProfileChanged { profile: renamed },
        UserEvent::ManagedBy { organization_id },
        UserEvent::JoinedElsewhere { organization_id: OrganizationId(2) },
        UserEvent::MergedInto { user_id: UserId(12), name: "Åsa Lindqvist".into() },
        UserEvent::Unmerged {},
        UserEvent::ClaimMade { by: UserId(12) },
        UserEvent::ClaimRefused { by: UserId(12) },
        UserEvent::PlayerPageShown { organization_id, player_id: PlayerId(4_503_599_627_370_496) },
        UserEvent::PlayerPageHidden { organization_id },
        UserEvent::PasswordLinkMade {
            sha256: "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752".into(),
            expires_at: evening(2),
        },
        UserEvent::PasswordLinkWithdrawn {},
        UserEvent::EmailLinkMade {
            sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08".into(),
            expires_at: evening(3),
        },
        UserEvent::EmailConfirmed {},
        UserEvent::PasswordSet { password_id: PasswordId(9) },
        UserEvent::SessionsEnded {},
        UserEvent::TwoStepEnabled {
            session_epoch: 1,
            recovery_sha256: vec!["2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae".into()],
        },
        UserEvent::TwoStepDisabled {},
        UserEvent::RecoveryCodeUsed {
            sha256: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae".into(),
        },
        UserEvent::ProviderLinked { issuer: "https://id.moxhall.example".into(), subject: "248289761001".into() },
        UserEvent::ProviderUnlinked { issuer: "https://id.moxhall.example".into() },
        UserEvent::TokenIssued {
            token_id,
            name: "Phone".into(),
            sha256: "fd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13".into(),
            organization_id: Some(organization_id),
            expires_at: Some(evening(30)),
        },
        UserEvent::TokenRevoked { token_id },
        UserEvent::Erased {},
        UserEvent::Redacted {},
    ]
}

fn convention() -> Vec<ConventionEvent> {
    let details = ConventionDetails {
        name: "Moxhall Spring Open".into(),
        slug: "moxhall-spring-open-2026".into(),
        regional_championship_region: Some(RegionalChampionshipRegion::Emea),
        description: Some("Three days of Legacy, Premodern and drafts.".into()),
        url: Some("https://example.org/spring-open".into()),
        start_datetime: Some(evening(10)),
        end_datetime: Some(evening(12)),
        name_of_location: Some("Kulturhuset".into()),
        address: Some("Sergels torg 7, Stockholm".into()),
        coordinates: Some(Coordinates { coordinates: vec![18.0649, 59.3326, 28.5] }),
        event_timezone: Some("Europe/Stockholm".into()),
        requires_ticket: true,
        hotel_block_information: Some("Mention the Spring Open when booking.".into()),
        show_game_type_filters: true,
        floor_judge_buzzer_identifier: Some("floor-7".into()),
        header_image: Some("https://example.org/header.png".into()),
        override_headlining_formats: Some(vec![Some(EventFormat::Legacy), None]),
        override_has_regional_championship: true,
        external_site_hub_id: Some("hub-51".into()),
        accent_color_primary_hex: Some("1A7F5A".into()),
        accent_color_secondary_hex: Some("F2C14E".into()),
        series: Some(6),
        product_lists: vec![14, 15],
    };
    let moved = ConventionDetails { name_of_location: Some("Münchenbryggeriet".into()), ..details.clone() };
    vec![
        ConventionEvent::Created { details, status: ConventionStatus::DetailsPending },
        ConventionEvent::DetailsChanged { details: moved },
        ConventionEvent::StatusChanged { status: ConventionStatus::Scheduled },
        ConventionEvent::PictureSet {
            picture: Some(Picture {
                sha256: "fcde2b2edba56bf408601fb721fe9b5c338d10ee429ea04fae5511b68fbf8fb9".into(),
                width: 1_600,
                height: 900,
            }),
        },
        ConventionEvent::AnnouncementPosted { announcement_id: 2, text: "The doors open at nine.".into() },
        ConventionEvent::AnnouncementRemoved { announcement_id: 1 },
        ConventionEvent::TablesTaken { tournament_id: TournamentId(40), first: 101, last: 132 },
        ConventionEvent::PlayersCalled {
            tournament_id: TournamentId(41),
            user_ids: vec![UserId(9), UserId(12)],
            until: evening(10),
        },
        ConventionEvent::CallsEnded { tournament_id: TournamentId(41), user_ids: vec![UserId(9)] },
    ]
}

fn decklist() -> Vec<DecklistEvent> {
    let body = DecklistBody {
        name: "Burn".into(),
        deckhost_deck_json: r#"{"mainboard":{"Lightning Bolt":{"quantity":4}}}"#.into(),
        plaintext_list: "4 Lightning Bolt\n\nSideboard\n2 Pyroblast".into(),
        deckhost_public_id: "b7Xk2".into(),
        archetype: "Red Aggro".into(),
    };
    let revised = DecklistBody { plaintext_list: "4 Lightning Bolt\n\nSideboard\n3 Pyroblast".into(), ..body.clone() };
    vec![
        DecklistEvent::Submitted {
            owner_user_id: Some(UserId(41)),
            body,
            deck_url: "https://decks.example.org/b7Xk2".into(),
        },
        DecklistEvent::Revised { body: revised },
        DecklistEvent::Deleted {},
    ]
}

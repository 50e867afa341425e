//! Views follow the log, documents follow the streams they use, and views with old settings are rebuilt.

use projector::ProjectorError;
use proto_events::convention::ConventionDetails;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::Role;
use proto_events::{ConventionEvent, DomainEvent, OrganizationEvent, Picture, StreamId, TournamentEvent, UserEvent};
use storage::ViewKind;
use storage::ViewReader as _;
use storage::sqlite::SqliteViewStore;
use tokio_util::sync::CancellationToken;

use crate::common::*;

#[tokio::test]
async fn views_follow_the_log_and_the_checkpoint_survives_a_restart() {
    let mut world = World::with_store().await;
    let head = world.play(7, 4, None).await;
    assert_eq!(world.projector().catch_up().await.unwrap(), head);
    let before = world.body(ViewKind::MagicEvent, 7).await.unwrap();
    assert!(before.contains("Player 7000"));

    world.views.close().await;
    let reopened = SqliteViewStore::open(&world.folder.path().join("views.db")).await.unwrap();
    assert_eq!(reopened.active().await.unwrap().unwrap().position(), head);
    world.views = std::sync::Arc::new(reopened);
    let head = world.tournament(7, vec![won(match_id(7, 1, 0))]).await;
    assert_eq!(world.projector().catch_up().await.unwrap(), head);
    assert_ne!(world.body(ViewKind::MagicEvent, 7).await.unwrap(), before);
}

#[tokio::test]
async fn a_person_who_becomes_known_after_signing_up_gets_the_name() {
    let mut world = World::with_store().await;
    world.tournament(7, first_round(7, 2, None)).await;
    let mut projector = world.caught_up().await;
    world.user(7_001, UserEvent::Registered { profile: profile("Known Kim") }).await;
    projector.catch_up().await.unwrap();
    assert!(world.body(ViewKind::MagicEvent, 7).await.unwrap().contains("Known Kim"));
}

#[tokio::test]
async fn only_documents_that_an_event_changes_are_written() {
    let mut world = World::with_store().await;
    let (store, player) = (StreamId::organization(STORE), StreamId::user(7_001.into()));
    let issued = OrganizationEvent::ApiKeyIssued {
        key_id: 1.into(),
        member_id: 1.into(),
        name: "Front desk".into(),
        sha256: "ab".repeat(32),
        expires_at: None,
    };
    let joined = OrganizationEvent::MemberAdded { member_id: 1.into(), user_id: 1.into(), role: Role::Admin };
    world.append(store, STORE, vec![joined.into(), issued.into()]).await;
    world.play(7, 4, None).await;
    let mut projector = world.caught_up().await;
    world.noticed();
    let note = TournamentEvent::NotesChanged { registration_id: 7_000.into(), internal_notes: "late".into() };
    let used = OrganizationEvent::ApiKeyUsed { key_id: 1.into(), used_at: start() };
    let brand = OrganizationEvent::StoreBrandChanged { slug: "moxhall".into(), accent: "#1f6feb".into() };
    let logo = Picture { sha256: "0".repeat(64), width: 64, height: 64 };
    let token = UserEvent::TokenIssued {
        token_id: 5.into(),
        name: "Phone".into(),
        sha256: "cd".repeat(32),
        organization_id: None,
        expires_at: None,
    };
    let link = UserEvent::PasswordLinkMade { sha256: "ef".repeat(32), expires_at: start() };
    let logo_is_shown = [ViewKind::Membership, ViewKind::StorePage, ViewKind::StorePage];
    let events: [(StreamId, DomainEvent, &[ViewKind]); 11] = [
        (StreamId::tournament(7.into()), note.into(), &[ViewKind::Registrations, ViewKind::EventAuditPart]),
        (store, used.into(), &[ViewKind::Credential, ViewKind::ApiKeys]),
        // The page has two addresses.
        (store, brand.into(), &[ViewKind::StorePage; 2]),
        (store, OrganizationEvent::LogoSet { logo: Some(logo) }.into(), &logo_is_shown),
        (store, OrganizationEvent::LogoSet { logo: None }.into(), &logo_is_shown),
        (player, token.into(), &[ViewKind::UserToken]),
        (player, link.into(), &[]),
        (player, UserEvent::SessionsEnded {}.into(), &[ViewKind::Account]),
        (player, UserEvent::PasswordSet { password_id: 1.into() }.into(), &[ViewKind::Account]),
        (player, UserEvent::TokenRevoked { token_id: 5.into() }.into(), &[ViewKind::UserToken]),
        (player, UserEvent::ManagedBy { organization_id: STORE }.into(), &[ViewKind::Account, ViewKind::ManagedPerson]),
    ];
    for (stream, event, written) in events {
        let organization = if stream == player { OrganizationId::SHARED } else { STORE };
        world.append(stream, organization, vec![event.clone()]).await;
        projector.catch_up().await.unwrap();
        let kinds: Vec<ViewKind> = world.noticed().into_iter().map(|key| key.kind).collect();
        assert_eq!(kinds, written, "{event:?}");
    }
    let account = world.body_under(OrganizationId::SHARED, ViewKind::Account, 7_001).await.unwrap();
    assert!(account.contains(r#""managed_by":1,"session_epoch":2"#), "{account}");
    assert!(world.body_under(OrganizationId::SHARED, ViewKind::StorePage, "moxhall").await.is_some());
}

#[tokio::test]
async fn a_member_is_listed_with_the_newest_name_until_leaving() {
    let mut world = World::with_store().await;
    let store = StreamId::organization(STORE);
    let joined = OrganizationEvent::MemberAdded { member_id: 1.into(), user_id: 9.into(), role: Role::Judge };
    world.append(store, STORE, vec![joined.into()]).await;
    let mut projector = world.caught_up().await;
    assert!(world.body(ViewKind::Members, STORE).await.unwrap().contains("Player 9"));
    world.user(9, UserEvent::Registered { profile: profile("Known Kim") }).await;
    projector.catch_up().await.unwrap();
    assert!(world.body(ViewKind::Members, STORE).await.unwrap().contains("Known Kim"));
    world.append(store, STORE, vec![OrganizationEvent::MemberRemoved { member_id: 1.into() }.into()]).await;
    projector.catch_up().await.unwrap();
    assert_eq!(world.body(ViewKind::Members, STORE).await.unwrap(), "[]");
    let membership = world.body_under(OrganizationId::SHARED, ViewKind::Membership, "9/1").await.unwrap();
    assert!(membership.contains(r#""role":"JUDGE","removed":true"#), "{membership}");
}

#[tokio::test]
async fn the_store_s_new_name_shows_in_the_export() {
    let mut world = World::playing(2).await;
    world.tournament(7, vec![FINISHED]).await;
    let mut projector = world.caught_up().await;
    let renamed = OrganizationEvent::Renamed { name: "Moxhall East".into() };
    world.append(StreamId::organization(STORE), STORE, vec![renamed.into()]).await;
    projector.catch_up().await.unwrap();
    let generation = world.generation().await;
    let mut exports = world.views.all_exports(generation);
    let export = futures::StreamExt::next(&mut exports).await.unwrap().unwrap();
    assert!(String::from_utf8(export.body.to_vec()).unwrap().contains("Moxhall East"));
}

#[tokio::test]
async fn a_convention_shows_its_tournaments_as_they_are_now() {
    let mut world = World::with_store().await;
    world.convention(1, convention("Spring", "spring")).await;
    world.convention(2, convention("Autumn", "autumn")).await;
    world.play(7, 2, Some(1)).await;
    world.play(8, 2, Some(1)).await;
    let mut projector = world.caught_up().await;
    let spring = world.body(ViewKind::Convention, "spring").await.unwrap();
    assert!(spring.contains("Event 7") && spring.contains("Event 8"));

    world.tournament(7, vec![TournamentEvent::DetailsChanged { details: details("Renamed Open", Some(1)) }]).await;
    projector.catch_up().await.unwrap();
    let spring = world.body(ViewKind::Convention, "spring").await.unwrap();
    assert!(spring.contains("Renamed Open") && spring.contains("Event 8") && !spring.contains("Event 7"));

    // With nothing in memory, cards come from the store.
    world.tournament(7, vec![TournamentEvent::DetailsChanged { details: details("Renamed Open", Some(2)) }]).await;
    world.catch_up().await;
    let spring = world.body(ViewKind::Convention, "spring").await.unwrap();
    let autumn = world.body(ViewKind::Convention, "autumn").await.unwrap();
    assert!(!spring.contains("Renamed Open") && spring.contains("Event 8"), "{spring}");
    assert!(autumn.contains("Renamed Open") && !autumn.contains("Event 8"), "{autumn}");
}

#[tokio::test]
async fn a_convention_under_a_new_slug_is_gone_under_the_old_one() {
    let mut world = World::with_store().await;
    world.convention(1, convention("Spring", "spring")).await;
    let mut projector = world.caught_up().await;
    let details = ConventionDetails { name: "Spring".into(), slug: "spring-2026".into(), ..Default::default() };
    world.convention(1, ConventionEvent::DetailsChanged { details }).await;
    // Another convention takes the old slug in the same batch.
    world.convention(2, convention("Other", "spring")).await;
    projector.catch_up().await.unwrap();
    assert!(world.body(ViewKind::Convention, "spring-2026").await.unwrap().contains("Spring"));
    assert!(world.body(ViewKind::Convention, "spring").await.unwrap().contains("Other"));
    let details = ConventionDetails { name: "Other".into(), slug: "other".into(), ..Default::default() };
    world.convention(2, ConventionEvent::DetailsChanged { details }).await;
    projector.catch_up().await.unwrap();
    assert_eq!(world.body(ViewKind::Convention, "spring").await, None);
    assert_eq!(world.body(ViewKind::ConventionSummary, "spring").await, None);
}

#[tokio::test]
async fn a_second_projector_on_the_same_views_stops() {
    let mut world = World::with_store().await;
    let (mut first, mut second) = (world.projector(), world.projector());
    first.catch_up().await.unwrap();
    second.catch_up().await.unwrap();
    world.play(7, 2, None).await;
    first.catch_up().await.unwrap();
    let stopped = second.run(CancellationToken::new()).await.unwrap_err();
    assert!(matches!(stopped, ProjectorError::AnotherProjector { .. }), "{stopped}");
    assert!(stopped.to_string().contains("another projector is at work"));
}

#[tokio::test]
async fn a_write_right_after_the_start_does_not_stop_the_views_from_being_served() {
    let mut world = World::playing(2).await;
    world.catch_up().await;
    // The views showed the newest event when the process started; this one came since.
    let head = world.play(8, 2, None).await;
    let projector = world.projector().knowing_complete(true);
    let (complete, mut reached) = (projector.complete(), projector.reached());
    let stop = CancellationToken::new();
    let running = tokio::spawn(projector.run(stop.clone()));
    reached.wait_for(|reached| reached.applied >= head).await.unwrap();
    assert!(*complete.borrow() && !complete.has_changed().unwrap(), "it was never false");
    stop.cancel();
    running.await.unwrap().unwrap();
}

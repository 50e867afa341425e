//! After an upgrade that changes a few views, only their documents are rendered anew, in the generation that is served.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::*;
use futures::TryStreamExt;
use projector::settings::RENDERER_VERSION;
use projector::{Pace, verify};
use proto_events::decklist::DecklistBody;
use proto_events::ids::{DecklistId, OrganizationId, UserId};
use proto_events::vocabulary::LifecycleStatus;
use proto_events::{DecklistEvent, Position, StreamId, TournamentEvent, UserEvent};
use sha2::{Digest, Sha256};
use storage::{Checkpoint, Document, DocumentBody, ExportDocument, ParkedStream, Shard, ViewBatch, ViewKind};
use tokio_util::sync::CancellationToken;

const OTHER: OrganizationId = OrganizationId(2);

/// Defines the views with their versions and kinds of documents.
macro_rules! define_views {
    ($($view:ident of $source:ident, version = $version:literal, may_lag = $may_lag:literal {
        $($(#[$doc:meta])* $kind:ident for $seen_by:ident = $stored:literal,)*
    })+) => {
        const VIEWS: &[(&str, u32, &[ViewKind])] = &[$((stringify!($view), $version, &[$(ViewKind::$kind),*])),+];
    };
}
storage::view_registry!(define_views);

fn kinds_of(view: &str) -> &'static [ViewKind] {
    VIEWS.iter().find(|(name, ..)| *name == view).unwrap().2
}

fn version_of(view: &str) -> u32 {
    VIEWS.iter().find(|(name, ..)| *name == view).unwrap().1
}

/// Creates a world with a convention, a running event with a list of another organization, and a finished event with a
/// published one.
async fn world() -> World {
    let mut world = World::with_store().await;
    world.append(StreamId::organization(OTHER), OTHER, vec![created("Hexham")]).await;
    world.convention(5, convention("Moxhall Weekend", "moxhall")).await;
    for (event, organization) in [(7, OTHER), (8, STORE)] {
        world.play(event, 4, Some(5)).await;
        let list = 300 + event;
        let body = DecklistBody { plaintext_list: "60 Swamp".into(), ..DecklistBody::default() };
        let owner_user_id = Some(UserId(event * 1_000));
        let submitted = DecklistEvent::Submitted { owner_user_id, body, deck_url: String::new() };
        world.append(StreamId::decklist(DecklistId(list)), organization, vec![submitted.into()]).await;
        world.hand_in(event, event * 1_000, list).await;
    }
    for status in [LifecycleStatus::EventFinished, LifecycleStatus::DecklistsPublished] {
        world.tournament(8, vec![TournamentEvent::LifecycleChanged { status }]).await;
    }
    world.projector().catch_up().await.unwrap();
    world
}

impl World {
    async fn active(&self) -> Checkpoint {
        self.views.active().await.unwrap().unwrap()
    }

    /// Records that another version rendered this view, and replaces documents of these kinds by what it rendered.
    async fn rendered_by_another_version(&self, view: &str, kinds: &[ViewKind]) {
        let active = self.active().await;
        let former = active.fingerprint.replace(&format!("{view} {}", version_of(view)), &format!("{view} 0"));
        assert!(self.views.change_fingerprint(active.generation, &active.fingerprint, &former).await.unwrap());
        let documents: Vec<Document> = self.views.all_documents(active.generation).try_collect().await.unwrap();
        let documents = documents.into_iter().filter(|document| kinds.contains(&document.key.kind));
        let former = |document: Document| {
            let body = DocumentBody::same(document.key.kind, r#"{"former":true}"#);
            Document { body, digest: "former".into(), ..document }
        };
        let mut batch = self.batch(&active);
        batch.documents = documents.map(former).collect();
        if kinds.contains(&ViewKind::Export) {
            let exports: Vec<ExportDocument> = self.views.all_exports(active.generation).try_collect().await.unwrap();
            assert!(!exports.is_empty());
            let former = |export| ExportDocument { body: "{}".into(), ..export };
            batch.exports = exports.into_iter().map(former).collect();
        }
        self.views.commit(batch).await.unwrap();
    }

    fn batch(&self, active: &Checkpoint) -> ViewBatch {
        ViewBatch {
            hash: active.hash(),
            ..ViewBatch::new(active.generation, Shard::WHOLE, active.position(), active.reached())
        }
    }

    async fn assert_sound(&self) {
        let report = verify(self.events.clone(), self.views.clone(), &settings(), Default::default()).await.unwrap();
        assert!(report.is_sound() && report.comparison.equal > 0, "{report:?}");
    }
}

#[tokio::test]
async fn documents_of_a_changed_view_are_rendered_anew_and_all_others_stay() {
    let world = world().await;
    let before = world.active().await;
    let round = world.body(ViewKind::Round, round_id(7, 1)).await.unwrap();
    world.rendered_by_another_version("rounds", &[ViewKind::Round, ViewKind::Overview]).await;
    // The other version rendered a document that this one does not.
    let mut batch = world.batch(&world.active().await);
    let documents = world.views.all_documents(before.generation);
    let mut documents: Vec<Document> =
        documents.try_filter(|it| std::future::ready(it.key.kind == ViewKind::Round)).try_collect().await.unwrap();
    documents.truncate(1);
    documents[0].key.key = "999".into();
    batch.documents = documents;
    world.views.commit(batch).await.unwrap();
    world.noticed();

    world.projector().catch_up().await.unwrap();

    let after = world.active().await;
    assert_eq!((after.generation, &after.fingerprint), (before.generation, &settings().fingerprint()));
    assert_eq!(world.body(ViewKind::Round, round_id(7, 1)).await.unwrap(), round);
    assert_eq!(world.body(ViewKind::Round, 999).await, None);
    assert!(world.body(ViewKind::Overview, 7).await.unwrap().contains("former"), "its view has not changed");
    let noticed = world.noticed();
    assert!(!noticed.is_empty() && noticed.iter().all(|key| kinds_of("rounds").contains(&key.kind)), "{noticed:?}");
}

#[tokio::test]
async fn every_view_can_be_rendered_anew_on_its_own() {
    let world = world().await;
    let generation = world.active().await.generation;
    for (view, _, kinds) in VIEWS.iter().filter(|(view, ..)| *view != "audit") {
        world.rendered_by_another_version(view, kinds).await;
        world.projector().catch_up().await.unwrap();
        assert_eq!(world.active().await.generation, generation, "{view}");
        world.assert_sound().await;
    }
}

#[tokio::test]
async fn a_change_of_the_audit_or_a_parked_stream_needs_another_generation() {
    let world = world().await;
    let before = world.active().await.generation;
    world.rendered_by_another_version("audit", kinds_of("audit")).await;
    world.projector().catch_up().await.unwrap();
    let after = world.active().await.generation;
    assert_ne!(before, after);
    world.assert_sound().await;

    let mut batch = world.batch(&world.active().await);
    let stream = StreamId::tournament(tournament_id(7));
    batch.parked = vec![ParkedStream { stream, position: Position(1), error: "a fault of an earlier version".into() }];
    world.views.commit(batch).await.unwrap();
    world.rendered_by_another_version("rounds", kinds_of("rounds")).await;
    world.projector().catch_up().await.unwrap();
    assert_ne!(world.active().await.generation, after);
    world.assert_sound().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_events_are_shown_while_documents_are_rendered_anew() {
    let mut world = world().await;
    for list in 1_000..1_600 {
        let body = DecklistBody { plaintext_list: "60 Island".into(), ..DecklistBody::default() };
        let submitted = DecklistEvent::Submitted { owner_user_id: None, body, deck_url: String::new() };
        world.append(StreamId::decklist(DecklistId(list)), STORE, vec![submitted.into()]).await;
    }
    world.projector().catch_up().await.unwrap();
    world.rendered_by_another_version("decklist", kinds_of("decklist")).await;
    let projector = world.projector().renewing_at(Pace::percent(5));
    let mut applied = projector.applied();
    let stop = CancellationToken::new();
    let running = tokio::spawn(projector.run(stop.clone()));
    let mut meanwhile = 0;
    while world.active().await.fingerprint != settings().fingerprint() {
        let renamed = UserEvent::ProfileChanged { profile: profile(&format!("Name {meanwhile}")) };
        let last = world.user(7_000, renamed).await;
        applied.wait_for(|position| *position >= last).await.unwrap();
        let account = world.body_under(OrganizationId::SHARED, ViewKind::Account, 7_000).await.unwrap();
        assert!(account.contains(&format!("Name {meanwhile}")));
        meanwhile += 1;
    }
    assert!(meanwhile > 1, "nothing was written meanwhile");
    stop.cancel();
    running.await.unwrap().unwrap();
    world.projector().catch_up().await.unwrap();
    world.assert_sound().await;
}

#[test]
fn a_view_whose_snapshots_change_gets_another_version() {
    let file = views_folder().join("versions.txt");
    let recorded = fs::read_to_string(&file).unwrap_or_default();
    let mut current = format!("renderer {RENDERER_VERSION} of all views\n");
    let all_are_new = !recorded.starts_with(&current);
    for (view, version, _) in VIEWS {
        let (name, digest) = (format!("{view} {version} "), digest_of_snapshots(view));
        let same_version = recorded.lines().find_map(|line| line.strip_prefix(&name));
        let is_right = all_are_new || same_version.is_none_or(|recorded| recorded == digest);
        assert!(is_right, "the snapshots of `{view}` changed: raise its version in the registry, `view_registry!`");
        current += &format!("{name}{digest}\n");
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&file, &current).unwrap();
    }
    let recorded = fs::read_to_string(file).unwrap_or_default();
    assert_eq!(recorded, current, "run this test with UPDATE_DOCS=1, which records the new versions");
}

fn views_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/views")
}

/// Returns the digest of what a view's snapshots show, without their heads.
fn digest_of_snapshots(view: &str) -> String {
    let prefix = format!("projector__views__{view}__");
    let files = fs::read_dir(views_folder().join("snapshots")).unwrap().map(|file| file.unwrap().path());
    let is_of_view = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&prefix));
    let mut files: Vec<PathBuf> = files.filter(is_of_view).collect();
    files.sort();
    let mut digest = Sha256::new();
    for file in files {
        let text = fs::read_to_string(file).unwrap();
        digest.update(text.splitn(3, "---\n").nth(2).unwrap_or_default());
    }
    digest.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

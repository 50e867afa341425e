use chrono::Duration;
use proto_events::ids::{ApiKeyId, MemberId, OrganizationId, UserId};
use proto_events::vocabulary::Role;
use proto_events::{Position, StreamId};
use service_kit::clock::ManualClock;
use storage::sqlite::SqliteViewStore;
use storage::{Document, DocumentKey, NoticeBoard, Reached, Shard, ViewBatch, ViewKind, ViewStore};

use super::*;

/// A gate with its store and its clock.
struct Scene {
    gate: Gate,
    views: Arc<SqliteViewStore>,
    clock: ManualClock,
    uses: Arc<KeyUses>,
    _folder: tempfile::TempDir,
}

impl Scene {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let views = Arc::new(SqliteViewStore::open(&folder.path().join("views.sqlite")).await.unwrap());
        let (clock, uses) = (ManualClock::at(DateTime::UNIX_EPOCH), Arc::new(KeyUses::new()));
        let credentials = Credentials::new(views.clone(), &NoticeBoard::new());
        let gate = Gate::new(credentials, Arc::new(clock.clone()), uses.clone());
        Self { gate, views, clock, uses, _folder: folder }
    }

    /// Stores a credential; its key comes back in the headers of a request.
    async fn holder(&self, change: impl FnOnce(&mut Credential)) -> HeaderMap {
        let mut credential = Credential {
            key_id: ApiKeyId(7),
            name: "key".into(),
            organization_id: OrganizationId(1),
            store_name: "Store".into(),
            member_id: MemberId(1),
            role: Role::Judge,
            user_id: UserId(1),
            best_identifier: "Ada Ahorn".into(),
            created_at: DateTime::UNIX_EPOCH,
            last_used_at: None,
            expires_at: None,
            revoked: false,
        };
        change(&mut credential);
        let key = CredentialValue::generate(Kind::ApiKey);
        let generation = self.views.begin_generation("test").await.unwrap();
        let mut batch = ViewBatch::new(generation, Shard::WHOLE, Position(0), Reached::all(Position(1)));
        batch.documents.push(Document {
            key: DocumentKey::new(OrganizationId::SHARED, ViewKind::Credential, key.sha256_hex()),
            source: StreamId::organization(OrganizationId(1)),
            sort: String::new(),
            position: Position(1),
            period: None,
            digest: String::new(),
            body: serde_json::to_vec(&credential).unwrap().into(),
            stale: false,
        });
        self.views.commit(batch).await.unwrap();
        sent(key.expose())
    }

    async fn refusal(&self, headers: &HeaderMap, operation: Operation) -> (u16, String) {
        let refused = self.gate.admit(headers, operation).await.unwrap_err();
        (refused.status().as_u16(), refused.detail().to_owned())
    }
}

fn sent(key: &str) -> HeaderMap {
    [(KEY_HEADER, key.parse().unwrap())].into_iter().collect()
}

#[tokio::test]
async fn the_holder_of_a_key_comes_in_and_the_use_is_noticed() {
    let scene = Scene::start().await;
    let headers = scene.holder(|_| {}).await;
    let caller = scene.gate.admit(&headers, Operation::WriteDecklists).await.unwrap();
    assert_eq!((caller.key_id, caller.role), (ApiKeyId(7), Role::Judge));
    let spaced = sent(&format!(" {} ", headers[KEY_HEADER].to_str().unwrap()));
    assert!(scene.gate.admit(&spaced, Operation::ReadEvents).await.is_ok());
    let told: Vec<_> = scene.uses.drain().into_iter().map(|used| (used.key_id, used.used_at)).collect();
    assert_eq!(told, [(ApiKeyId(7), DateTime::UNIX_EPOCH)]);
}

#[tokio::test]
async fn who_has_no_key_that_opens_is_told_why() {
    let scene = Scene::start().await;
    let known = scene.holder(|_| {}).await;
    let mut mistyped = known[KEY_HEADER].to_str().unwrap().to_owned();
    mistyped.replace_range(5..6, if &mistyped[5..6] == "x" { "y" } else { "x" });
    for (headers, reason) in [
        (HeaderMap::new(), "No API key was sent"),
        (sent(""), "is not an API key"),
        (sent("sk_"), "is not an API key"),
        (sent(&mistyped), "is not an API key"),
        (sent(CredentialValue::generate(Kind::ApiKey).expose()), "is not known"),
    ] {
        let (status, detail) = scene.refusal(&headers, Operation::ReadEvents).await;
        assert!(status == 401 && detail.contains(reason), "{detail}");
        assert_eq!(Gate::is_sent_one(&headers), !headers.is_empty());
    }
    assert_eq!(scene.uses.drain(), [], "nobody came in");
}

#[tokio::test]
async fn a_key_that_was_revoked_or_is_over_does_not_open() {
    let scene = Scene::start().await;
    let revoked = scene.holder(|credential| credential.revoked = true).await;
    assert_eq!(scene.refusal(&revoked, Operation::ReadEvents).await, (401, "This API key was revoked.".to_owned()));

    let scene = Scene::start().await;
    let expiry = DateTime::UNIX_EPOCH + Duration::hours(1);
    let expiring = scene.holder(|credential| credential.expires_at = Some(expiry)).await;
    assert!(scene.gate.admit(&expiring, Operation::ReadEvents).await.is_ok());
    scene.clock.advance(Duration::hours(1));
    let detail = "This API key expired at 1970-01-01T01:00:00Z.";
    assert_eq!(scene.refusal(&expiring, Operation::ReadEvents).await, (401, detail.to_owned()));
}

#[tokio::test]
async fn a_role_that_may_not_is_told_which_may() {
    let scene = Scene::start().await;
    let headers = scene.holder(|credential| credential.role = Role::ReadOnly).await;
    assert!(scene.gate.admit(&headers, Operation::ReadDecklists).await.is_ok());
    let (status, detail) = scene.refusal(&headers, Operation::WriteDecklists).await;
    assert_eq!(status, 403);
    for part in ["READ_ONLY", "write decklists", "ADMIN, ORGANIZER, SCOREKEEPER, JUDGE"] {
        assert!(detail.contains(part), "{detail}");
    }
}

#[tokio::test]
async fn the_last_use_is_the_later_of_what_the_log_and_this_process_know() {
    let scene = Scene::start().await;
    let told = DateTime::UNIX_EPOCH - Duration::hours(1);
    let headers = scene.holder(|credential| credential.last_used_at = Some(told)).await;
    let mut credential = Credential::clone(&*scene.gate.admit(&headers, Operation::ReadEvents).await.unwrap());
    assert_eq!(scene.gate.last_use(&credential), Some(DateTime::UNIX_EPOCH));
    let later = DateTime::UNIX_EPOCH + Duration::hours(1);
    credential.last_used_at = Some(later);
    assert_eq!(scene.gate.last_use(&credential), Some(later), "another process knows more");
}

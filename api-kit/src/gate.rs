//! Who may come in: the key in `X-API-Key`, and what its role may do.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderName};
use chrono::{DateTime, SecondsFormat, Utc};
use domain::permissions::{Operation, may};
use service_kit::api_key::ApiKeyValue;
use service_kit::clock::Clock;
use service_kit::problem::Problem;
use storage::Credential;

use crate::{Credentials, KeyUses};

/// The header that holds the key.
pub const KEY_HEADER: HeaderName = HeaderName::from_static("x-api-key");

/// Who asks.
pub type Caller = Arc<Credential>;

/// Lets callers in, or says why not.
#[derive(Clone)]
pub struct Gate {
    credentials: Credentials,
    clock: Arc<dyn Clock>,
    uses: Arc<KeyUses>,
}

impl Gate {
    /// A gate for the holders of these credentials.
    pub fn new(credentials: Credentials, clock: Arc<dyn Clock>, uses: Arc<KeyUses>) -> Self {
        Self { credentials, clock, uses }
    }

    /// Lets the holder of a key in whose role may do this, and notes the use of the key.
    ///
    /// # Errors
    /// 401 without a valid key, 403 where its role may not.
    pub async fn admit(&self, headers: &HeaderMap, operation: Operation) -> Result<Caller, Problem> {
        let caller = self.authenticate(headers).await?;
        authorize(&caller, operation)?;
        Ok(caller)
    }

    /// Whether a request brings a credential at all, valid or not.
    pub fn is_sent_one(headers: &HeaderMap) -> bool {
        headers.contains_key(KEY_HEADER)
    }

    /// When a key was last used, as far as the log or this process knows.
    pub fn last_use(&self, credential: &Credential) -> Option<DateTime<Utc>> {
        credential.last_used_at.max(self.uses.last(credential.key_id))
    }

    async fn authenticate(&self, headers: &HeaderMap) -> Result<Caller, Problem> {
        let Some(sent) = headers.get(KEY_HEADER) else {
            return Err(Problem::unauthorized("No API key was sent. Send one in the header X-API-Key."));
        };
        let key = sent.to_str().ok().and_then(|text| ApiKeyValue::parse(text.trim()).ok()).ok_or_else(|| {
            Problem::unauthorized(
                "What X-API-Key holds is not an API key: it is mistyped or cut off. A key is `sk_` and 36 letters and digits.",
            )
        })?;
        let credential = self.credentials.find(&key.sha256_hex()).await?;
        let credential = credential.ok_or_else(|| Problem::unauthorized("This API key is not known here."))?;
        let now = self.clock.now();
        refuse_inactive(&credential, now)?;
        service_kit::boundary::note_organization(credential.organization_id.0);
        self.uses.note(credential.organization_id, credential.key_id, now);
        Ok(credential)
    }
}

fn refuse_inactive(credential: &Credential, now: DateTime<Utc>) -> Result<(), Problem> {
    if credential.is_active(now) {
        return Ok(());
    }
    match credential.expires_at {
        Some(expiry) if !credential.revoked => {
            let expiry = expiry.to_rfc3339_opts(SecondsFormat::Secs, true);
            Err(Problem::unauthorized(format!("This API key expired at {expiry}.")))
        }
        _ => Err(Problem::unauthorized("This API key was revoked.")),
    }
}

/// Refuses a caller whose role may not do this.
///
/// # Errors
/// 403, naming the roles that may.
pub fn authorize(caller: &Credential, operation: Operation) -> Result<(), Problem> {
    if may(caller.role, operation) {
        return Ok(());
    }
    let roles: Vec<_> = operation.roles().iter().map(|role| role.wire_name()).collect();
    let (role, phrase, roles) = (caller.role, operation.phrase(), roles.join(", "));
    Err(Problem::forbidden(format!("The role of this API key, {role}, may not {phrase}. These roles may: {roles}.")))
}

#[cfg(test)]
mod tests {
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
            let key = ApiKeyValue::generate();
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
            (sent(ApiKeyValue::generate().expose()), "is not known"),
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
}

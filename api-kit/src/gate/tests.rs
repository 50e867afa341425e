mod scene;

use axum::http::StatusCode;
use chrono::Duration;
use proto_events::Actor;
use proto_events::ids::ApiKeyId;
use proto_events::vocabulary::Role;

use self::scene::{ADA, STORE, Scene, authorization, both, cookie, key, token};
use super::*;

#[tokio::test]
async fn the_holder_of_a_key_comes_in_and_the_use_is_noticed() {
    let scene = Scene::start().await;
    let value = scene.issue_key(|_| {}).await;
    let caller = scene.gate.admit(&key(&value), Operation::WriteDecklists).await.unwrap();
    assert_eq!((caller.user_id, caller.organization_id, caller.role), (ADA, Some(STORE), Some(Role::Judge)));
    assert_eq!((caller.actor(), caller.person()), (Actor::ApiKey(ApiKeyId(7)), None));
    assert!(scene.gate.admit(&key(&format!(" {value} ")), Operation::ReadEvents).await.is_ok());
    let told: Vec<_> = scene.uses.drain().into_iter().map(|used| (used.key_id, used.used_at)).collect();
    assert_eq!(told, [(ApiKeyId(7), DateTime::UNIX_EPOCH)]);
}

#[tokio::test]
async fn a_key_after_bearer_opens_in_either_header() {
    let scene = Scene::start().await;
    let value = scene.issue_key(|_| {}).await;
    let bearer = |value: &str| authorization(&format!("Bearer {value}"));
    let by_bearer = bearer(&value);
    for headers in [&by_bearer, &key(&format!("Bearer {value}")), &key(&format!("bearer  {value}"))] {
        for operation in [Operation::ReadEvents, Operation::WriteDecklists] {
            let caller = scene.gate.admit(headers, operation).await.unwrap();
            assert_eq!((caller.user_id, caller.scheme()), (ADA, Scheme::ApiKey));
        }
    }
    let unknown = bearer(CredentialValue::generate(Kind::ApiKey).expose());
    for (headers, reason) in [
        (bearer("sk_abc"), "The value of Authorization is not an API key"),
        (key("Bearer sk_abc"), "The value of X-API-Key is not an API key"),
        (unknown.clone(), "This API key is not known"),
    ] {
        let (status, detail) = scene.refusal(&headers, Operation::ReadEvents).await;
        assert!(status == 401 && detail.contains(reason), "{detail}");
    }
    // The other header counts.
    assert!(scene.gate.admit(&both(&key(&value), &unknown), Operation::ReadEvents).await.is_ok());
    // An open export ignores the header; where the answer depends on the caller, the key counts.
    for headers in [&by_bearer, &unknown] {
        assert!(scene.gate.admit_known(headers, Operation::ReadExport).await.unwrap().is_none());
    }
    assert!(scene.gate.admit_known(&by_bearer, Operation::ReadDecklists).await.unwrap().is_some());
    assert!(scene.gate.admit_known(&unknown, Operation::ReadDecklists).await.is_err());
}

#[tokio::test]
async fn the_holder_of_a_token_acts_as_the_member_that_it_is_for() {
    let scene = Scene::start().await;
    scene.member(Role::Judge, false).await;
    let (members, own) = (scene.issue_token(Some(STORE), |_| {}).await, scene.issue_token(None, |_| {}).await);
    for scheme in ["Token", "token", "TOKEN", " Token"] {
        let headers = authorization(&format!("{scheme} {members}"));
        let caller = scene.gate.admit(&headers, Operation::WriteDecklists).await.unwrap();
        assert_eq!((caller.user_id, caller.organization_id, caller.role), (ADA, Some(STORE), Some(Role::Judge)));
        assert_eq!((caller.actor(), caller.person()), (Actor::User(ADA), Some(ADA)));
    }
    let caller = scene.gate.admit(&token(&own), Operation::WriteDecklists).await.unwrap();
    assert_eq!((caller.organization_id, caller.role, caller.person()), (None, None, Some(ADA)));
}

#[tokio::test]
async fn who_signed_in_comes_in_by_the_cookie() {
    let scene = Scene::start().await;
    scene.member(Role::Admin, false).await;
    scene.account(2).await;
    let headers = scene.sign_in(Some(STORE), 2);
    let caller = scene.gate.admit(&headers, Operation::AdministerKeys).await.unwrap();
    assert_eq!((caller.role, caller.session().unwrap().epoch), (Some(Role::Admin), 2));
    let ahead = scene.sign_in(None, 3);
    assert!(scene.gate.admit(&ahead, Operation::ReadDecklists).await.is_ok(), "the views do not show the epoch yet");
}

#[tokio::test]
async fn who_has_nothing_that_opens_is_told_why() {
    let scene = Scene::start().await;
    let known = scene.issue_key(|_| {}).await;
    let mut mistyped = known.clone();
    mistyped.replace_range(5..6, if &mistyped[5..6] == "x" { "y" } else { "x" });
    let stranger = |kind| CredentialValue::generate(kind).expose().to_owned();
    for (headers, reason) in [
        (HeaderMap::new(), "No credential was sent"),
        (key(""), "value of X-API-Key is not an API key"),
        (key("sk_"), "value of X-API-Key is not an API key"),
        (key(&mistyped), "value of X-API-Key is not an API key"),
        (key(&stranger(Kind::UserToken)), "value of X-API-Key is not an API key"),
        (key(&stranger(Kind::ApiKey)), "This API key is not known"),
        (token(""), "value of Authorization is not a token"),
        (token(&known), "value of Authorization is not a token"),
        (token(&stranger(Kind::UserToken)), "This token is not known"),
        (authorization("Bearer abc"), "The Authorization header is not understood"),
        (cookie("nonsense"), "Your session is over"),
    ] {
        let (status, detail) = scene.refusal(&headers, Operation::ReadDecklists).await;
        assert!(status == 401 && detail.contains(reason), "{headers:?}: {detail}");
    }
    assert_eq!(scene.refusal(&HeaderMap::new(), Operation::ReadEvents).await.1, missing(Operation::ReadEvents).text());
    assert_eq!(scene.uses.drain(), [], "refused keys are not recorded as used");
}

#[tokio::test]
async fn a_401_names_the_schemes_that_would_do() {
    let scene = Scene::start().await;
    for (operation, schemes) in [
        (Operation::ReadEvents, r#"ApiKey header="X-API-Key""#),
        (
            Operation::ReadDecklists,
            r#"ApiKey header="X-API-Key", Token realm="crosstable", Cookie cookie-name="crosstable_session""#,
        ),
        (Operation::ReadAudit, r#"Cookie cookie-name="crosstable_session""#),
        (Operation::ManageOwnMemberships, r#"Token realm="crosstable""#),
    ] {
        let refused = scene.gate.admit(&HeaderMap::new(), operation).await.unwrap_err();
        let response = axum::response::IntoResponse::into_response(refused);
        assert_eq!(response.headers()[header::WWW_AUTHENTICATE], schemes);
    }
}

#[tokio::test]
async fn what_was_revoked_or_is_over_does_not_open() {
    let scene = Scene::start().await;
    let expiry = DateTime::UNIX_EPOCH + Duration::hours(1);
    let revoked = [
        key(&scene.issue_key(|key| key.revoked = true).await),
        token(&scene.issue_token(None, |token| token.revoked = true).await),
    ];
    let expiring = [
        key(&scene.issue_key(|key| key.expires_at = Some(expiry)).await),
        token(&scene.issue_token(None, |token| token.expires_at = Some(expiry)).await),
    ];
    for (headers, what) in revoked.iter().zip(["API key", "token"]) {
        let refused = scene.refusal(headers, Operation::ReadDecklists).await;
        assert_eq!(refused, (401, format!("This {what} was revoked.")));
    }
    for headers in &expiring {
        assert!(scene.gate.admit(headers, Operation::ReadDecklists).await.is_ok());
    }
    scene.clock.advance(Duration::hours(1));
    for (headers, what) in expiring.iter().zip(["API key", "token"]) {
        let refused = scene.refusal(headers, Operation::ReadDecklists).await;
        assert_eq!(refused, (401, format!("This {what} expired at 1970-01-01T01:00:00Z.")));
    }
}

#[tokio::test]
async fn a_session_ends_by_time_and_by_the_epoch() {
    let scene = Scene::start().await;
    scene.account(2).await;
    let over = (401, "Your session is over. Sign in again at /login/.".to_owned());
    assert_eq!(scene.refusal(&scene.sign_in(None, 1), Operation::ReadDecklists).await, over);
    let session = scene.sign_in(None, 2);
    assert!(scene.gate.admit(&session, Operation::ReadDecklists).await.is_ok());
    scene.clock.advance(session::LIFETIME);
    assert_eq!(scene.refusal(&session, Operation::ReadDecklists).await, over);
    let nobody = Scene::start().await;
    assert_eq!(nobody.refusal(&nobody.sign_in(None, 0), Operation::ReadDecklists).await, over, "no such account");
}

#[tokio::test]
async fn who_left_comes_in_no_more() {
    let scene = Scene::start().await;
    scene.member(Role::Admin, true).await;
    scene.account(0).await;
    let stranger = OrganizationId(9);
    for organization in [STORE, stranger] {
        let by_token = token(&scene.issue_token(Some(organization), |_| {}).await);
        for (headers, what) in [(by_token, "token"), (scene.sign_in(Some(organization), 0), "session")] {
            let refused = scene.refusal(&headers, Operation::ReadDecklists).await;
            let words = format!("You are no longer a member of the organization that this {what} is for.");
            assert_eq!(refused, (401, words));
        }
    }
}

#[tokio::test]
async fn of_several_credentials_the_one_that_was_sent_on_purpose_counts() {
    let scene = Scene::start().await;
    scene.account(0).await;
    let (api_key, user_token) = (scene.issue_key(|_| {}).await, scene.issue_token(None, |_| {}).await);
    let session = scene.sign_in(None, 0);
    let scheme = async |headers: &HeaderMap| {
        scene.gate.admit(headers, Operation::ReadDecklists).await.map(|caller| caller.scheme())
    };
    assert_eq!(scheme(&both(&key(&api_key), &session)).await.unwrap(), Scheme::ApiKey);
    assert_eq!(scheme(&both(&token(&user_token), &session)).await.unwrap(), Scheme::Token);
    let refused = scheme(&both(&key(&api_key), &token(&user_token))).await.unwrap_err();
    assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
    let stray = authorization("Bearer abc");
    assert_eq!(scheme(&both(&stray, &session)).await.unwrap(), Scheme::Cookie);
    for stray in [&stray, &token(&user_token), &session] {
        let caller = scene.gate.admit(&both(&key(&api_key), stray), Operation::ReadEvents).await.unwrap();
        assert_eq!(caller.scheme(), Scheme::ApiKey, "events accept only keys");
    }
}

#[tokio::test]
async fn where_nobody_needs_to_be_known_a_bad_key_is_refused_and_a_bad_session_is_not() {
    let scene = Scene::start().await;
    scene.account(0).await;
    let known = async |headers: HeaderMap| scene.gate.admit_known(&headers, Operation::ReadDecklists).await;
    assert!(known(HeaderMap::new()).await.unwrap().is_none());
    assert!(known(cookie("nonsense")).await.unwrap().is_none());
    assert!(known(scene.sign_in(None, 0)).await.unwrap().is_some());
    assert!(known(key("sk_")).await.is_err());
    assert!(known(token("ut_")).await.is_err());
}

#[tokio::test]
async fn session_that_cannot_be_checked_is_refused_where_nobody_needs_to_be_known() {
    let scene = Scene::start().await;
    scene.member(Role::ReadOnly, true).await;
    scene.account(0).await;
    let (own, former) = (scene.sign_in(None, 0), scene.sign_in(Some(STORE), 0));
    assert!(scene.gate.admit_known(&former, Operation::ReadDecklists).await.unwrap().is_none(), "no longer a member");
    let unchecked = Scene::start().await;
    unchecked.account(0).await;
    unchecked.close_store().await;
    let refused = unchecked.gate.admit_known(&unchecked.sign_in(None, 0), Operation::ReadDecklists).await.unwrap_err();
    assert!(refused.status().is_server_error(), "{}", refused.status());
    assert!(scene.gate.admit_known(&own, Operation::ReadDecklists).await.unwrap().is_some());
}

#[tokio::test]
async fn a_role_that_may_not_is_told_which_may() {
    let scene = Scene::start().await;
    let reader = key(&scene.issue_key(|key| key.role = Role::ReadOnly).await);
    assert!(scene.gate.admit(&reader, Operation::ReadDecklists).await.is_ok());
    let (status, detail) = scene.refusal(&reader, Operation::WriteDecklists).await;
    assert_eq!(status, 403);
    for part in ["READ_ONLY", "write decklists", "ADMIN, ORGANIZER, SCOREKEEPER, JUDGE"] {
        assert!(detail.contains(part), "{detail}");
    }
}

#[tokio::test]
async fn a_key_that_may_only_read_writes_nothing_whatever_its_role() {
    let scene = Scene::start().await;
    let narrow = |key: &mut Credential| (key.role, key.read_only) = (Role::Admin, true);
    let narrow = key(&scene.issue_key(narrow).await);
    for operation in Operation::ALL.iter().filter(|operation| operation.takes(Scheme::ApiKey)) {
        let admitted = scene.gate.admit(&narrow, *operation).await;
        assert_eq!(admitted.is_err(), operation.rule().writes, "{operation:?}");
        if let Err(refused) = admitted {
            assert!(refused.status() == 403 && refused.detail().contains("is read-only"), "{}", refused.detail());
        }
    }
}

#[tokio::test]
async fn a_person_does_what_is_its_own_whatever_the_role() {
    let scene = Scene::start().await;
    scene.member(Role::ReadOnly, false).await;
    for headers in [scene.issue_token(None, |_| {}).await, scene.issue_token(Some(STORE), |_| {}).await] {
        let caller = scene.gate.admit(&token(&headers), Operation::WriteDecklists).await.unwrap();
        let organization = caller.organization_for(Operation::WriteDecklists);
        assert_eq!(organization, None, "the organization's lists are not accessible");
    }
    scene.account(0).await;
    let (status, detail) = scene.refusal(&scene.sign_in(None, 0), Operation::AdministerMembers).await;
    assert_eq!(status, 403);
    assert!(detail.starts_with("Only members of an organization may manage members on the pages"), "{detail}");
}

#[tokio::test]
async fn a_session_alone_joins_and_leaves_no_organization() {
    let scene = Scene::start().await;
    scene.account(0).await;
    let session = scene.sign_in(None, 0);
    let (status, detail) = scene.refusal(&session, Operation::ManageOwnMemberships).await;
    assert!(status == 401 && detail.contains("A session is not enough"), "{detail}");
    assert!(scene.gate.admit(&session, Operation::DeclineInvitations).await.is_ok());
    let by_token = token(&scene.issue_token(None, |_| {}).await);
    assert!(scene.gate.admit(&by_token, Operation::ManageOwnMemberships).await.is_ok());
}

#[tokio::test]
async fn a_page_of_another_site_writes_nothing_in_ones_name() {
    let scene = Scene::start().await;
    scene.account(0).await;
    let foreign = [(header::ORIGIN, "https://evil.example".parse().unwrap())].into_iter().collect();
    let session = both(&scene.sign_in(None, 0), &foreign);
    assert!(scene.gate.admit(&session, Operation::ReadDecklists).await.is_ok());
    assert_eq!(scene.refusal(&session, Operation::WriteDecklists).await.0, 403);
    let by_token = both(&token(&scene.issue_token(None, |_| {}).await), &foreign);
    assert!(scene.gate.admit(&by_token, Operation::WriteDecklists).await.is_ok(), "no browser adds a token by itself");
}

#[tokio::test]
async fn the_last_use_is_the_later_of_what_the_log_and_this_process_know() {
    let scene = Scene::start().await;
    let told = DateTime::UNIX_EPOCH - Duration::hours(1);
    let value = scene.issue_key(|key| key.last_used_at = Some(told)).await;
    let caller = scene.gate.admit(&key(&value), Operation::ReadEvents).await.unwrap();
    let credential = caller.key().unwrap();
    assert_eq!(scene.gate.last_use(credential.key_id, credential.last_used_at), Some(DateTime::UNIX_EPOCH));
    let later = Some(DateTime::UNIX_EPOCH + Duration::hours(1));
    assert_eq!(scene.gate.last_use(credential.key_id, later), later, "another process has recorded a later use");
}

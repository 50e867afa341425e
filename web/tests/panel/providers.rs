//! Tests of people who have linked an account at a sign-in provider. Sign-ins at a real one are in `lab/e2e`.

use api_kit::session::{COOKIE, LIFETIME, Session};
use chrono::Duration;
use domain::user::ProviderAccount;
use proto_events::Actor;
use proto_events::ids::UserId;
use proto_events::vocabulary::Role;
use service_kit::clock::Clock as _;
use service_kit::limits::Limits;
use service_kit::oidc::{Client, ProviderSettings};
use web::site::{SignInProvider, SignInSettings};
use write_api::accounts::LinkProvider;
use write_api::organizations::FollowProvider;

use crate::browser::Browser;
use crate::world::{PUBLIC_URL, World};

const ISSUER: &str = "https://id.example";
const ACCOUNT: &str = "/admin/account/";

async fn start() -> World {
    let settings = ProviderSettings {
        id: "club".into(),
        name: "Club".into(),
        issuer: ISSUER.into(),
        client_id: "crosstable".into(),
        client_secret: None,
        scopes: Vec::new(),
    };
    let provider = SignInProvider { client: Client::new(settings), claim: String::new(), roles: Vec::new() };
    let sign_in = SignInSettings { providers: vec![provider], takes_passwords: true };
    World::with(PUBLIC_URL, &Limits::default(), false, sign_in).await
}

async fn link(world: &World, user_id: UserId) {
    let account = ProviderAccount { issuer: ISSUER.into(), subject: user_id.to_string() };
    world.commands.carry_out(&Actor::User(user_id), &LinkProvider { user_id, account }).await.unwrap();
}

/// Returns a browser in which a person without a password has just signed in at the provider.
async fn signed_in_there(world: &World, user_id: UserId) -> Browser {
    world.settled().await;
    let (now, epoch) = (world.clock.now(), world.commands.user(user_id).await.unwrap().unwrap().state.session_epoch);
    let session = Session { user_id, organization_id: Some(world.store), expires_at: now + LIFETIME, epoch };
    let cookie = world.sessions.begin(&session, now);
    let value = cookie.to_str().unwrap().split(';').next().unwrap().split_once('=').unwrap().1;
    let mut browser = world.browser();
    browser.cookies.insert(COOKIE.to_owned(), value.to_owned());
    browser
}

#[tokio::test]
async fn unlinking_ends_the_role_that_the_provider_gave_and_no_other() {
    let world = start().await;
    let (bea, other) = (world.person("bea", "Bea").await, world.organization("Other").await);
    link(&world, bea).await;
    world.member(other, bea, Role::Judge).await;
    let (organization_id, provider) = (world.store, "club".to_owned());
    let given = FollowProvider { organization_id, user_id: bea, provider, role: Some(Role::Organizer) };
    world.commands.carry_out(&Actor::System, &given).await.unwrap();
    let role = async |organization_id| {
        let organization = world.commands.organization(organization_id).await.unwrap().unwrap();
        organization.state.member_of(bea).map(|member| member.role)
    };
    assert_eq!(role(world.store).await, Some(Role::Organizer));
    let mut browser = world.signed_in("bea").await;
    browser.fill("/admin/account/providers/", &[("issuer", ISSUER)]).await.goes_to(ACCOUNT);
    assert_eq!((role(world.store).await, role(other).await), (None, Some(Role::Judge)));
    browser.get(ACCOUNT).await.shows(200);
}

#[tokio::test]
async fn session_without_a_password_is_not_renewed_by_ending_the_others() {
    let world = start().await;
    let bea = world.stranger("bea", "Bea").await;
    world.member(world.store, bea, Role::Judge).await;
    link(&world, bea).await;
    let mut browser = signed_in_there(&world, bea).await;
    world.clock.advance(Duration::minutes(14));
    browser.fill("/admin/account/sessions/", &[]).await.goes_to(ACCOUNT);
    browser.get("/admin/account/profile/").await.shows(200);
    world.clock.advance(Duration::minutes(2));
    let again = "/login/with/club/?next=%2Fadmin%2Faccount%2Fprofile%2F";
    browser.get("/admin/account/profile/").await.goes_to(again);
}

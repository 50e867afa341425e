//! People in tests: accounts, memberships, passwords, and the three kinds of credentials.

use std::collections::BTreeMap;

use domain::permissions::Scheme;
use domain::user::User;
use proto_events::ids::{ApiKeyId, MemberId, OrganizationId, UserId, UserTokenId};
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use proto_events::{Actor, StreamId};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use service_kit::password::Password;
use write_api::accounts::{IssueToken, IssuedToken, RegisterUser, SetBy, SetPassword};
use write_api::keys::{IssueApiKey, RevokeApiKey};
use write_api::organizations::{AddMember, InviteMember, RemoveMember};

use api_kit::session::{self, Session, Sessions};

use crate::{Reply, TestApp};

/// The password of all people in tests.
pub const PASSWORD: &str = "correct horse battery staple";

/// A person with an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The account.
    pub user_id: UserId,
    /// The username for signing in.
    pub username: String,
}

/// The credential of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Credential {
    /// No credential.
    Nothing,
    /// An API key.
    Key(String),
    /// A person's token.
    Token(String),
    /// The value of a session cookie.
    Cookie(String),
}

impl Credential {
    /// The header with the credential.
    pub fn header(&self) -> Option<(&'static str, String)> {
        match self {
            Self::Nothing => None,
            Self::Key(key) => Some(("x-api-key", key.clone())),
            Self::Token(token) => Some(("authorization", format!("Token {token}"))),
            Self::Cookie(value) => Some(("cookie", format!("{}={value}", session::COOKIE))),
        }
    }

    /// Adds the credential to a request.
    pub fn sign(&self, request: RequestBuilder) -> RequestBuilder {
        self.header().into_iter().fold(request, |request, (name, value)| request.header(name, value))
    }

    /// The scheme of the credential, if any.
    pub fn scheme(&self) -> Option<Scheme> {
        match self {
            Self::Nothing => None,
            Self::Key(_) => Some(Scheme::ApiKey),
            Self::Token(_) => Some(Scheme::Token),
            Self::Cookie(_) => Some(Scheme::Cookie),
        }
    }
}

impl TestApp {
    /// A person without a membership or a password.
    pub async fn person(&self, username: &str) -> Person {
        self.account(username, None).await
    }

    /// A person whose account an organization manages, without a membership or a password.
    pub async fn managed_person(&self, username: &str, organization: OrganizationId) -> Person {
        self.account(username, Some(organization)).await
    }

    /// An account without a username that an organization manages: of a player whom staff registered by name.
    pub async fn double(&self, name: &str, organization: OrganizationId) -> UserId {
        self.registered(Profile { best_identifier: name.into(), ..Profile::default() }, Some(organization)).await
    }

    async fn account(&self, username: &str, managed_by: Option<OrganizationId>) -> Person {
        let profile =
            Profile { username: username.into(), best_identifier: username.to_uppercase(), ..Profile::default() };
        Person { user_id: self.registered(profile, managed_by).await, username: username.into() }
    }

    /// An account with this profile. An organization may manage it.
    pub async fn registered(&self, profile: Profile, managed_by: Option<OrganizationId>) -> UserId {
        let command = RegisterUser { profile, managed_by };
        let done = self.commands().carry_out(&Actor::CommandLine, &command).await.expect("an account");
        self.applied().await;
        done.folded.state.id
    }

    /// Gives a person [`PASSWORD`].
    pub async fn with_password(&self, person: Person) -> Person {
        let (user_id, by) = (person.user_id, SetBy::Operator);
        let command = SetPassword { user_id, password: Password::from(PASSWORD.to_owned()), by };
        self.commands().carry_out(&Actor::CommandLine, &command).await.expect("a password");
        self.applied().await;
        person
    }

    /// A new member of an organization.
    pub async fn member(&self, organization: OrganizationId, username: &str, role: Role) -> Person {
        let person = self.person(username).await;
        self.join(organization, &person, role).await;
        person
    }

    /// Makes a person a member.
    pub async fn join(&self, organization_id: OrganizationId, person: &Person, role: Role) -> MemberId {
        let command = AddMember { organization_id, user_id: person.user_id, role };
        let done = self.commands().carry_out(&Actor::CommandLine, &command).await.expect("a member");
        self.applied().await;
        done.folded.state.member_of(person.user_id).expect("a member").id
    }

    /// Invites a person as a judge.
    pub async fn invite(&self, organization_id: OrganizationId, person: &Person) -> MemberId {
        let command = InviteMember { organization_id, user_id: person.user_id, role: Role::Judge, language: "en" };
        let done = self.commands().carry_out(&Actor::CommandLine, &command).await.expect("an invitation");
        self.applied().await;
        done.folded.state.invitation_of(person.user_id).expect("an invitation").id
    }

    /// Removes a member.
    pub async fn leave(&self, organization_id: OrganizationId, member_id: MemberId) {
        let command = RemoveMember { organization_id, member_id };
        self.commands().carry_out(&Actor::CommandLine, &command).await.expect("a removal");
        self.applied().await;
    }

    /// A key of a role.
    pub async fn key_for(&self, organization_id: OrganizationId, role: Role) -> String {
        self.numbered_key(organization_id, role, false).await.1
    }

    /// A key with its id. It can be a read-only one.
    pub async fn numbered_key(
        &self,
        organization_id: OrganizationId,
        role: Role,
        read_only: bool,
    ) -> (ApiKeyId, String) {
        let name = format!("{} key", role.display_name());
        let command = IssueApiKey { organization_id, name, role, expires_at: None, read_only, issued_by: None };
        let issued = self.commands().carry_out(&Actor::CommandLine, &command).await.expect("a key");
        self.applied().await;
        (issued.key_id, issued.value.expose().to_owned())
    }

    /// Revokes a key, without waiting until any process knows.
    pub async fn revoke_key(&self, organization_id: OrganizationId, key_id: ApiKeyId) {
        let command = RevokeApiKey { organization_id, key_id };
        self.commands().carry_out(&Actor::CommandLine, &command).await.expect("a revocation");
    }

    /// A token of a person, for an organization or without one.
    pub async fn token(&self, person: &Person, organization: Option<OrganizationId>) -> String {
        self.numbered_token(person, organization).await.1
    }

    /// The same with its id.
    pub async fn numbered_token(
        &self,
        person: &Person,
        organization_id: Option<OrganizationId>,
    ) -> (UserTokenId, String) {
        let command = IssueToken { user_id: person.user_id, name: "Phone".into(), organization_id, expires_at: None };
        let actor = Actor::User(person.user_id);
        let IssuedToken { token_id, value, .. } = self.commands().carry_out(&actor, &command).await.expect("a token");
        self.applied().await;
        (token_id, value.expose().to_owned())
    }

    /// Makes the private links of all players of an event. Returns their paths by registration.
    pub async fn private_links(&self, event: i64) -> BTreeMap<i64, String> {
        self.make_private_links(event, &json!({})).await
    }

    /// Makes the private link of a registration. Returns its path.
    pub async fn private_link(&self, event: i64, entry: i64) -> String {
        let made = self.make_private_links(event, &json!({ "registration_id": entry })).await;
        made.get(&entry).expect("a link").clone()
    }

    async fn make_private_links(&self, event: i64, body: &Value) -> BTreeMap<i64, String> {
        let made = self.post(&format!("/api/v1/magic-events/{event}/private-links/"), body).await.list();
        let link = |made: &Value| {
            let path = made["url"].as_str().expect("a link").split_once("/e/").expect("a private link").1;
            (made["registration"].as_i64().expect("an id"), format!("/e/{path}"))
        };
        made.iter().map(link).collect()
    }

    /// A session cookie as `/login/` would set it now, made with the installation's secret.
    pub async fn session(&self, person: &Person, organization_id: Option<OrganizationId>) -> String {
        let events = self.stream(StreamId::user(person.user_id)).await;
        let user = User::from_events(&events).expect("a person");
        let now = self.clock_now();
        let (user_id, expires_at, epoch) = (person.user_id, now + session::LIFETIME, user.session_epoch);
        let sessions = Sessions::new(self.keys(), &self.public_url());
        let set = sessions.begin(&Session { user_id, organization_id, expires_at, epoch }, now);
        let pair = set.to_str().expect("a cookie").split(';').next().expect("a value");
        pair.split_once('=').expect("a value").1.to_owned()
    }

    /// GET with a credential.
    pub async fn ask(&self, credential: &Credential, path: &str) -> Reply {
        self.send(credential.sign(self.anonymous(path))).await
    }

    /// Sends JSON with a credential.
    pub async fn tell(&self, credential: &Credential, method: Method, path: &str, body: &Value) -> Reply {
        self.send(credential.sign(self.anonymous_write(method, path, body))).await
    }
}

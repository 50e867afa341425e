//! New organizations whose keys and members the views know, for tests of administrators' requests.

use axum::http::Method;
use proto_events::Actor;
use proto_events::ids::{OrganizationId, UserId};
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use serde_json::Value;
use storage::{Credential, Membership, ViewKind};
use write_api::accounts::RegisterUser;
use write_api::keys::IssueApiKey;
use write_api::organizations::{AddMember, CreateOrganization};

use crate::harness::{Reply, TestApi};

pub(crate) const MEMBERS: &str = "/api/v1/members/";
pub(crate) const USERS: &str = "/api/v1/users/";
pub(crate) const KEYS: &str = "/api/v1/api-keys/api_keys/";

/// An organization with an administrator's key.
pub(crate) struct Store {
    pub(crate) id: OrganizationId,
    pub(crate) key: String,
}

impl TestApi {
    /// Creates an organization with an administrator's key.
    pub(crate) async fn found(&mut self, name: &str) -> Store {
        let command = CreateOrganization { name: name.into() };
        let created = self.commands().carry_out(&Actor::CommandLine, &command).await.unwrap();
        let id = created.folded.state.id;
        Store { id, key: self.key_for(id, Role::Admin, false).await }
    }

    /// Issues a key that the views know.
    pub(crate) async fn key_for(&mut self, organization_id: OrganizationId, role: Role, read_only: bool) -> String {
        let name = format!("{role} key");
        let command = IssueApiKey { organization_id, name, role, expires_at: None, read_only, issued_by: None };
        let issued = self.commands().carry_out(&Actor::CommandLine, &command).await.unwrap();
        self.publish(organization_id).await;
        issued.value.expose().to_owned()
    }

    /// Registers a user whose account this organization manages, if any.
    pub(crate) async fn register(&self, username: &str, managed_by: Option<OrganizationId>) -> UserId {
        let best_identifier = format!("The {username}");
        let profile = Profile { username: username.into(), best_identifier, ..Profile::default() };
        let command = RegisterUser { profile, managed_by };
        self.commands().carry_out(&Actor::CommandLine, &command).await.unwrap().folded.state.id
    }

    /// Adds a user as a member, also in the views.
    pub(crate) async fn take_in(&mut self, organization_id: OrganizationId, user_id: UserId, role: Role) -> i64 {
        let command = AddMember { organization_id, user_id, role };
        let done = self.commands().carry_out(&Actor::CommandLine, &command).await.unwrap();
        self.publish(organization_id).await;
        done.folded.state.members.last().unwrap().id.0
    }

    /// Brings the views' records of an organization up to date.
    pub(crate) async fn publish(&mut self, organization_id: OrganizationId) {
        let organization = self.commands().organization(organization_id).await.unwrap().unwrap();
        let organization = &organization.state;
        for member in &organization.members {
            let (user_id, role, removed) = (member.user_id, member.role, member.removed);
            let (member_id, store_name) = (member.id, organization.name.clone());
            let membership = Membership { member_id, user_id, organization_id, store_name, logo: None, role, removed };
            self.record(ViewKind::Membership, Membership::key(user_id, organization_id), &membership).await;
        }
        for key in &organization.keys {
            let member = organization.member(key.member_id).unwrap();
            let credential = Credential {
                key_id: key.id,
                name: key.name.clone(),
                organization_id,
                store_name: organization.name.clone(),
                member_id: member.id,
                role: member.role,
                user_id: member.user_id,
                best_identifier: "Key holder".into(),
                created_at: key.created_at,
                last_used_at: None,
                expires_at: key.expires_at,
                revoked: key.revoked || member.removed,
                read_only: key.read_only,
            };
            self.record(ViewKind::Credential, &key.sha256, &credential).await;
        }
    }

    /// Sends JSON with a key.
    pub(crate) async fn as_key(&self, key: &str, method: Method, path: &str, body: &Value) -> Reply {
        self.send_by(&("x-api-key", key.to_owned()), method, path, &[], body).await
    }
}

impl Reply {
    /// Returns the first message for a field of a problem of status 400.
    #[track_caller]
    pub(crate) fn fault(&self, field: &str) -> String {
        let problem = self.problem(400);
        problem["errors"][field][0].as_str().unwrap_or_else(|| panic!("no error for {field}: {problem}")).to_owned()
    }

    /// Checks that this is a 204 without content.
    #[track_caller]
    pub(crate) fn nothing(&self) {
        assert_eq!((self.status, self.text(), self.header("content-type")), (204, "", ""));
        assert_eq!(self.header("cache-control"), "no-store");
        assert!(!self.header("consistency-token").is_empty());
    }
}

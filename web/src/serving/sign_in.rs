//! How people sign in: the settings, and the providers in use.

use domain::user::ProviderAccount;
use form_urlencoded::byte_serialize;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::Role;
use serde::Deserialize;
use service_kit::oidc::{Client, Identity, ProviderSettings};

/// How people sign in.
#[derive(Debug, Clone)]
pub struct SignInSettings {
    /// The providers, in the order in which pages show them.
    pub providers: Vec<SignInProvider>,
    /// Whether people can also sign in with passwords.
    pub takes_passwords: bool,
}

impl Default for SignInSettings {
    fn default() -> Self {
        Self { providers: Vec::new(), takes_passwords: true }
    }
}

/// A provider at which people sign in.
#[derive(Debug, Clone)]
pub struct SignInProvider {
    /// Asks it.
    pub client: Client,
    /// The claim that gives roles; may be empty.
    pub claim: String,
    /// The roles that values of the claim give. Of those of one organization, the first counts.
    pub roles: Vec<ClaimRole>,
}

/// The role that a value of a claim gives.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimRole {
    /// The value.
    pub value: String,
    /// The organization.
    pub organization_id: OrganizationId,
    /// The role there.
    pub role: Role,
}

impl SignInProvider {
    pub(crate) fn settings(&self) -> &ProviderSettings {
        self.client.settings()
    }

    pub(crate) fn account(&self, subject: &str) -> ProviderAccount {
        ProviderAccount { issuer: self.settings().issuer.clone(), subject: subject.to_owned() }
    }

    /// Returns the path of the page that begins a sign-in, which leads to `next` at its end.
    pub(crate) fn path(&self, next: &str) -> String {
        let next: String = byte_serialize(next.as_bytes()).collect();
        format!("/login/with/{}/?next={next}", self.settings().id)
    }

    /// Returns the path of the page that takes the provider's answer. Each provider has its own.
    pub(crate) fn path_back(&self) -> String {
        format!("/login/with/{}/back/", self.settings().id)
    }

    /// Returns each organization in which claims give roles, with the role that those of this person give.
    pub(crate) fn roles_of(&self, identity: &Identity) -> Vec<(OrganizationId, Option<Role>)> {
        let mut organizations: Vec<_> = self.roles.iter().map(|rule| rule.organization_id).collect();
        organizations.sort_unstable();
        organizations.dedup();
        let gives = |rule: &&ClaimRole| identity.has(&self.claim, &rule.value);
        let role = |id| self.roles.iter().filter(|rule| rule.organization_id == id).find(gives).map(|rule| rule.role);
        organizations.into_iter().map(|id| (id, role(id))).collect()
    }
}

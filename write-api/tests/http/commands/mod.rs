//! Commands without the router.

mod key_uses;
mod memory;
mod offers;
mod organizations;
mod people;
mod queues;

use chrono::{DateTime, Utc};
use proto_events::Actor;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::Role;
use service_kit::clock::Clock as _;
use write_api::WriteApi;
use write_api::keys::IssueApiKey;
use write_api::organizations::CreateOrganization;

use crate::harness::TestApi;

struct Scene {
    api: WriteApi,
    server: TestApi,
}

/// A key that never expires, issued without an issuing member.
fn key_for(organization_id: OrganizationId, role: Role) -> IssueApiKey {
    let (name, expires_at) = ("Overlay".into(), None);
    IssueApiKey { organization_id, name, role, expires_at, read_only: false, issued_by: None }
}

impl Scene {
    async fn empty() -> Self {
        let server = TestApi::start().await;
        Self { api: server.commands(), server }
    }

    /// A scene with one organization.
    async fn with_organization() -> (Self, OrganizationId) {
        let scene = Self::empty().await;
        let id = scene.organization("Moxhall").await;
        (scene, id)
    }

    async fn organization(&self, name: &str) -> OrganizationId {
        let command = CreateOrganization { name: name.into() };
        self.api.carry_out(&Actor::CommandLine, &command).await.unwrap().folded.state.id
    }

    /// A write side on the same log that remembers nothing.
    fn another_process(&self) -> WriteApi {
        self.server.commands()
    }

    fn now(&self) -> DateTime<Utc> {
        self.server.clock.now()
    }
}

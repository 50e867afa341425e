//! Other data that an app begins with: the demo, or nothing.

use std::time::Duration;

use proto_events::ids::OrganizationId;
use service_kit::clock::Clock;
use tokio::time::sleep;

use super::ground::Ground;
use super::{Options, TestApp};

impl TestApp {
    /// An app without an organization.
    pub async fn empty() -> Self {
        Self::empty_with(Options::default()).await
    }

    /// An app without an organization, with these options. Its writer and its reader answer.
    pub async fn empty_with(options: Options) -> Self {
        let test = Self::begin(Ground::new().await, options).await;
        for path in ["/login/", "/"] {
            while test.send(test.anonymous(path)).await.status == 503 {
                sleep(Duration::from_millis(20)).await;
            }
        }
        test
    }

    /// An app with the demo's data, and the key that the demo shows.
    pub async fn demo() -> Self {
        Self::demo_with_keys().await.0
    }

    /// The same, with all valid keys.
    pub async fn demo_with_keys() -> (Self, Vec<String>) {
        let mut test = Self::begin(Ground::new().await, Options::default()).await;
        let keys = crosstable::demo::fill(&*test.events, test.clock.now(), 1).await.expect("the demo's data");
        test.applied().await;
        test.organization = OrganizationId(1);
        test.key = keys[0].expose().to_owned();
        let mut open = Vec::new();
        for key in &keys {
            if test.get_as(key.expose(), "/api/v1/api-keys/whoami/").await.status == 200 {
                open.push(key.expose().to_owned());
            }
        }
        (test, open)
    }
}

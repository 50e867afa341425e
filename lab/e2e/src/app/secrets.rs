//! The secrets of the app's installation.

use std::sync::Arc;

use chrono::TimeDelta;
use service_kit::keyring::{Keyring, Secrets};
use service_kit::secret::Secret;
use storage::files::{Readers, write_durably};

use super::TestApp;

impl TestApp {
    /// The keys derived from the installation's secrets.
    pub fn keys(&self) -> Keyring {
        Keyring::new(self.secrets(), Arc::new(self.clock.clone()))
    }

    /// Rotates the secret as `crosstable secret rotate` does, by the app's clock. The new secret signs at once.
    pub fn rotate_secret(&self, accept_former: TimeDelta) {
        let now = self.clock_now();
        let rotated = self.secrets().rotated(Secret::generate(), now, now, now + accept_former);
        let file = self.folder().join("secret");
        write_durably(&file, rotated.expose().as_bytes(), Readers::Owner).expect("a secret");
    }

    fn secrets(&self) -> Secrets {
        let text = std::fs::read_to_string(self.folder().join("secret")).expect("a secret");
        Secrets::parse(&text).expect("a secret")
    }
}

//! Usernames, which are unique in the service.

use std::sync::Arc;

use domain::user::User;

use crate::engine::decision::Failure;
use crate::{Folded, WriteApi};

/// The scope in which usernames are claimed.
pub(crate) const USERNAMES: &str = "username";

impl WriteApi {
    /// Returns the person with exactly this username.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn user_named(&self, username: &str) -> Result<Option<Arc<Folded<User>>>, Failure> {
        if username.is_empty() {
            return Ok(None);
        }
        let Some(holder) = self.holder(USERNAMES, username).await? else { return Ok(None) };
        self.read_on(holder, None).await
    }
}

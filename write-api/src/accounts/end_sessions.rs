//! Ends all sessions of a person: "log out everywhere".

use domain::user::User;
use proto_events::ids::UserId;
use proto_events::{Actor, StreamId, UserEvent};

use crate::engine::context::Context;
use crate::{CommandError, WriteApi, Written};

/// Ends all sessions of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndSessions {
    /// The person.
    pub user_id: UserId,
}

impl WriteApi {
    /// Ends all sessions of a person. A new one begins with the session epoch that is returned.
    ///
    /// # Errors
    /// If the person is unknown or the store fails.
    pub async fn end_sessions(&self, actor: &Actor, command: &EndSessions) -> Result<Written<User>, CommandError> {
        let decide = |_: &User, _: &mut _| Ok(decide());
        self.change(&Context::own(actor), StreamId::user(command.user_id), decide).await
    }
}

/// Decides the command. It is never refused: sessions can be ended any number of times.
fn decide() -> Vec<UserEvent> {
    vec![UserEvent::SessionsEnded {}]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::user;

    #[test]
    fn sessions_end_each_time() {
        let once = user(&decide());
        let twice = user(&[decide(), decide()].concat());
        assert_eq!((user(&[]).session_epoch, once.session_epoch, twice.session_epoch), (0, 1, 2));
    }
}

//! Ends all sessions of a person: "log out everywhere".

use std::convert::Infallible;

use domain::user::User;
use proto_events::ids::{OrganizationId, UserId};
use proto_events::{Actor, StreamId, UserEvent};

use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Ends all sessions of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndSessions {
    /// The person.
    pub user_id: UserId,
}

/// Decides the command. It is never refused: sessions can be ended any number of times.
pub fn decide() -> Decision<UserEvent, ()> {
    Decision::happens(vec![UserEvent::SessionsEnded {}], ())
}

impl WriteApi {
    /// Ends all sessions of a person. A new one begins with the session epoch that is returned.
    ///
    /// # Errors
    /// If the person is unknown or the store fails.
    pub async fn end_sessions(
        &self,
        actor: &Actor,
        command: &EndSessions,
    ) -> Result<Done<User, ()>, CommandError<Infallible>> {
        let decide = |_: &User| Ok(decide());
        self.former_change(actor, OrganizationId::SHARED, StreamId::user(command.user_id), decide).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::user;

    #[test]
    fn sessions_end_each_time() {
        let once = user(&decide().events);
        let twice = user(&[decide().events, decide().events].concat());
        assert_eq!((user(&[]).session_epoch, once.session_epoch, twice.session_epoch), (0, 1, 2));
    }
}

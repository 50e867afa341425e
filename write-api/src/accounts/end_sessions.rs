//! Ends all sessions of a person: "log out everywhere".

use crate::prelude::*;

/// Ends all sessions of a person. A new one begins with the session epoch of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndSessions {
    /// The person.
    pub user_id: UserId,
}

impl DirectCommand for EndSessions {
    type Done = Written<User>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        api.change_person(actor, self.user_id, |_, _| Ok(decide())).await
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

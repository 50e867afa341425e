//! Submits a decklist.

use domain::decklist::Decklist;
use proto_events::ids::{DecklistId, OrganizationId, Sequence, UserId};
use proto_events::{Actor, DecklistEvent, StreamId};

use super::decklist_fields::WholeList;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::engine::legacy::Once;
use crate::engine::legacy::{FurtherWrites, Target, Written};
use crate::{Done, IdempotencyKey, Ids, WriteApi};

/// Submits a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmitDecklist {
    /// The organization through which it is submitted, or [`OrganizationId::SHARED`] for none. The caller has checked
    /// that it exists.
    pub organization_id: OrganizationId,
    /// The person it belongs to, if known.
    pub owner_user_id: Option<UserId>,
    /// The list.
    pub list: WholeList,
    /// The owner's number of lists and its limit; `None` without a limit.
    pub own_lists: Option<OwnLists>,
}

/// The number of a person's lists, and its limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnLists {
    /// The number of lists that the person owns.
    pub owned: i64,
    /// The number of lists that a person may own.
    pub most: u32,
}

/// Why a list is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Its owner has reached the limit of lists.
    #[error("a person can own at most {0} decklists")]
    TooMany(u32),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The list was submitted.
    Submitted,
    /// The idempotency key was used before; the command ran once.
    Repeated,
}

/// Decides the command.
///
/// # Errors
/// If the owner has reached the limit of lists.
pub fn decide(command: &SubmitDecklist) -> Result<Decision<DecklistEvent, Outcome>, Refusal> {
    if let Some(OwnLists { most, .. }) = command.own_lists.filter(|own| own.owned >= i64::from(own.most)) {
        return Err(Refusal::TooMany(most));
    }
    let submitted = DecklistEvent::Submitted {
        owner_user_id: command.owner_user_id,
        body: command.list.body().clone(),
        deck_url: String::new(),
    };
    Ok(Decision::happens(vec![submitted], Outcome::Submitted))
}

impl WriteApi {
    /// Submits a decklist; repeats with the same idempotency key do nothing.
    ///
    /// # Errors
    /// If the list is refused, the key was used for another request, or the store fails.
    pub async fn submit_decklist(
        &self,
        actor: &Actor,
        command: &SubmitDecklist,
        key: Option<&IdempotencyKey>,
    ) -> Result<Done<Decklist, Outcome>, CommandError<Refusal>> {
        let once = key.map(|key| Once { key, repeated: Outcome::Repeated });
        if let Some(done) = self.earlier(once).await? {
            return Ok(done);
        }
        let Decision { events, outcome } = decide(command).map_err(CommandError::Refused)?;
        let mut ids = Ids::reserve(&*self.events, &[(Sequence::Decklist, 1)]).await?;
        let stream = StreamId::decklist(DecklistId(ids.next(Sequence::Decklist)));
        let target = Target { actor, organization_id: command.organization_id, stream, occurred_at: None, once };
        match self.write(target, None, events, FurtherWrites::default()).await? {
            Written::Folded(folded) => Ok(Done { folded, since: 0, outcome }),
            Written::Repeated(answer) if let Some(once) = once => self.again(once, &answer).await,
            Written::Repeated(_) | Written::Overtaken => Err(CommandError::Busy(stream)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::decklists::decklist_fields::tests::whole;

    #[test]
    fn a_list_is_submitted_as_it_came() {
        let list = whole([("name", "Burn"), ("plaintext_list", "4 Lightning Bolt\r\n")]);
        let (organization_id, owner_user_id) = (OrganizationId(1), Some(UserId(9)));
        let own_lists = Some(OwnLists { owned: 2, most: 3 });
        let decision = decide(&SubmitDecklist { organization_id, owner_user_id, list: list.clone(), own_lists });
        let body = list.body().clone();
        let submitted = DecklistEvent::Submitted { owner_user_id, body, deck_url: String::new() };
        assert_eq!(decision, Ok(Decision::happens(vec![submitted], Outcome::Submitted)));
    }

    #[test]
    fn a_person_can_own_lists_up_to_the_limit() {
        let command = |owned| SubmitDecklist {
            organization_id: OrganizationId(1),
            owner_user_id: Some(UserId(9)),
            list: whole([("name", "Burn")]),
            own_lists: Some(OwnLists { owned, most: 3 }),
        };
        for owned in [3, 4] {
            assert_eq!(decide(&command(owned)), Err(Refusal::TooMany(3)));
        }
        assert!(decide(&SubmitDecklist { own_lists: None, ..command(4) }).is_ok());
    }
}

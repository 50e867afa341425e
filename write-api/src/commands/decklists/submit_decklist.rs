//! Submits a decklist.

use std::convert::Infallible;

use domain::decklist::Decklist;
use proto_events::ids::{DecklistId, OrganizationId, Sequence, UserId};
use proto_events::{Actor, DecklistEvent, StreamId};

use super::decklist_fields::WholeList;
use crate::change::{Beside, Target, Written};
use crate::decision::{CommandError, Decision};
use crate::once::Once;
use crate::{Done, IdempotencyKey, Ids, WriteApi};

/// Submits a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmitDecklist {
    /// The organization through which it is submitted, [`OrganizationId::SHARED`] for nobody's. Whoever lets a caller in
    /// knows that it exists.
    pub organization_id: OrganizationId,
    /// The person it belongs to, where known.
    pub owner_user_id: Option<UserId>,
    /// The list.
    pub list: WholeList,
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// There is a new list.
    Submitted,
    /// Its idempotency key came before: there is one list.
    Repeated,
}

/// Decides. Nothing is refused here: what makes no list is no command.
pub fn decide(command: &SubmitDecklist) -> Decision<DecklistEvent, Outcome> {
    let submitted = DecklistEvent::Submitted {
        owner_user_id: command.owner_user_id,
        body: command.list.body().clone(),
        deck_url: String::new(),
    };
    Decision::happens(vec![submitted], Outcome::Submitted)
}

impl WriteApi {
    /// Submits a decklist; with a key once, however often it is asked for.
    ///
    /// # Errors
    /// When the key came before with another request, or the store fails.
    pub async fn submit_decklist(
        &self,
        actor: &Actor,
        command: &SubmitDecklist,
        key: Option<&IdempotencyKey>,
    ) -> Result<Done<Decklist, Outcome>, CommandError<Infallible>> {
        let once = key.map(|key| Once { key, repeated: Outcome::Repeated });
        if let Some(done) = self.earlier(once).await? {
            return Ok(done);
        }
        let mut ids = Ids::reserve(&*self.events, &[(Sequence::Decklist, 1)]).await?;
        let stream = StreamId::decklist(DecklistId(ids.next(Sequence::Decklist)));
        let Decision { events, outcome } = decide(command);
        let target = Target { actor, organization_id: command.organization_id, stream, occurred_at: None, once };
        match self.write(target, None, events, Beside::default()).await? {
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
        let decision = decide(&SubmitDecklist { organization_id, owner_user_id, list: list.clone() });
        let body = list.body().clone();
        let submitted = DecklistEvent::Submitted { owner_user_id, body, deck_url: String::new() };
        assert_eq!(decision, Decision::happens(vec![submitted], Outcome::Submitted));
    }
}

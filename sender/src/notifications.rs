//! Notifications: looks up what one says when it is sent.

use proto_events::ids::UserId;
use service_kit::chain;
use write_api::WriteApi;
use write_api::letters::{Contents, Letter};
use write_api::notifications::NotificationFacts;

use crate::channel::Attempt;

/// Returns the facts that a letter to a person needs now. The error is the attempt, if the letter no longer applies or the
/// facts cannot be read.
pub(crate) async fn facts(api: &WriteApi, letter: &Letter, to: UserId) -> Result<NotificationFacts, Attempt> {
    let Contents::Notification(about) = &letter.contents else { return Ok(NotificationFacts::default()) };
    match api.notification_facts(about, to).await {
        Ok(Some(facts)) => Ok(facts),
        Ok(None) => Err(Attempt::refused("It no longer applies.")),
        Err(error) => Err(Attempt::retry(chain(&error))),
    }
}

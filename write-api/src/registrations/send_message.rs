//! Writes to players: all, those with a tag, or one. Notifications bring the text to them.

use chrono::TimeDelta;
use domain::notifications::NotificationKind;
use proto_events::tournament::MessageTo;

use super::entries::entry_in_body;
use crate::engine::fields::empty;
use crate::prelude::*;

/// The maximum length of a message.
pub const MESSAGE_TEXT: usize = 1_000;
/// Messages of an event in an hour.
const AN_HOUR: usize = 5;
/// How long after the end of an event its staff can write.
const AFTER_THE_END: TimeDelta = TimeDelta::days(7);

pub(crate) const ROUTE: Route = Route {
    id: "send_message",
    summary: "Write to players",
    text: "Sends a text to the players of the event, or to those with `tag`, or to the one of `registration_id`: as \
           mail and to their phones, where they can be reached and have not switched it off. Players who dropped, \
           canceled or were disqualified get only what is sent to them alone. An event sends at most five messages an \
           hour, and none later than seven days after its end (409). The events of an organization send at most 10,000 \
           mails an hour (409). A request that is repeated sends another \
           message; send an `Idempotency-Key`.",
    body: Some(body_schema::<SendMessage>()),
    answer: Answer::of::<WrittenMessage<'_>>(201),
    ..Route::at("POST", "/api/v1/magic-events/{id}/messages/", Operation::ManageRegistrations)
};

body! {
    /// A message to players.
    pub struct SendMessage as NewStaffMessage such as r#"{"text": "Doors open at nine."}"# foreseeing faults {
        /// The text. It is shown as it is: links and marks have no meaning in it.
        text: String => MESSAGE_TEXT,
        /// Only players with this tag.
        tag: Option<String>,
        /// Id of the registration of the only player.
        registration_id: Option<RegistrationId>,
    }
}

/// A message that was sent.
#[derive(Serialize, ToSchema)]
#[schema(as = StaffMessage)]
struct WrittenMessage<'a> {
    /// Id of the event.
    magic_event: i64,
    /// Its text.
    text: &'a str,
    /// Number of players whom it is for.
    players: usize,
}

impl EventCommand for SendMessage {
    const ROUTE: &'static Route = &ROUTE;

    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem> {
        let (api, now) = (event.api(), event.arrived_at);
        let room = |folded: Arc<Folded<Tournament>>| async move {
            let Ok(to) = addressees(&folded.state, self, now) else { return Ok(None) };
            let people: Vec<_> = folded.state.addressed(&to).map(|entry| entry.user_id).collect();
            mail_must_wait(api, folded.organization_id, &people, now).await
        };
        event.change_with(room, |event, wait, _| decide(event, self, now, wait.as_ref())).await
    }
}

answers!(SendMessage => sent());

async fn sent(request: &WriteRequest, written: &Written<Tournament>) -> Result<Response, Problem> {
    let event = &written.folded.state;
    let sent = event.messages.last().ok_or_else(|| nothing("message", ""))?;
    let document =
        WrittenMessage { magic_event: event.id.0, text: &sent.text, players: event.addressed(&sent.to).count() };
    answer::versioned(request, written, &document).await
}

/// Returns a text as it is stored: without blanks at its ends, lines ended in one way.
pub fn plain_text(text: &str) -> String {
    text.trim().replace("\r\n", "\n")
}

/// Returns the players whom a message is for, if it can be sent now.
///
/// # Errors
/// If the text is empty or too long, no player would get it, too many messages were sent in the last hour, or the event
/// ended long ago.
pub fn addressees(tournament: &Tournament, message: &SendMessage, now: DateTime<Utc>) -> Result<MessageTo, Refusal> {
    faults(message).check()?;
    let to = match (&message.tag, message.registration_id) {
        (None, None) => MessageTo::All,
        (Some(tag), None) => MessageTo::Tag(tag.trim().to_owned()),
        (None, Some(id)) => MessageTo::Registration(entry_in_body(tournament, id)?.id),
        (Some(_), Some(_)) => {
            let said = message!("registration-message-for-two", "Give a tag or a registration, not both.");
            return Err(Refusal::at_field("tag", said));
        }
    };
    let is_recent = |at: DateTime<Utc>| now - at < TimeDelta::hours(1);
    let refused = if tournament.addressed(&to).next().is_none() {
        message!("registration-message-for-none", "No player of the event would get this message: choose others.")
    } else if tournament.finished_at.is_some_and(|end| now - end > AFTER_THE_END) {
        message!(
            "registration-message-late",
            "The event ended more than seven days ago: its staff can no longer write to players here."
        )
    } else if tournament.messages.iter().filter(|sent| is_recent(sent.sent.at)).count() >= AN_HOUR {
        message!(
            "registration-messages-many",
            "The event sent {most} messages in the last hour: write later, or put what is to be said into one message.",
            most = AN_HOUR
        )
    } else {
        return Ok(to);
    };
    Err(Refusal::conflict(refused))
}

/// Decides the command, which is refused if the message cannot be sent now, or its mail has to wait.
fn decide(
    tournament: &Tournament,
    message: &SendMessage,
    now: DateTime<Utc>,
    wait: Option<&Refusal>,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let to = addressees(tournament, message, now)?;
    if let Some(refusal) = wait {
        return Err(refusal.clone());
    }
    Ok(vec![TournamentEvent::StaffMessageSent { to, text: plain_text(&message.text) }])
}

impl WriteApi {
    /// Returns how many of these people get a message of staff by mail, and how many on their phones.
    ///
    /// # Errors
    /// When the store fails, or what it has is damaged.
    pub async fn message_reach(&self, people: &[UserId]) -> Result<(usize, usize), Failure> {
        const KIND: NotificationKind = NotificationKind::Message;
        let choices = self.events.notification_choices(people).await?;
        let wants = |person: UserId, off: &str| {
            !choices.iter().any(|choices| choices.user_id == person && choices.off.contains(off))
        };
        let (by_mail, on_phones) = (KIND.off_by_mail(), KIND.off_on_phones());
        let subscriptions = self.events.push_subscriptions(people).await?;
        let phones: HashSet<UserId> = subscriptions.iter().map(|subscription| subscription.user_id).collect();
        let phone = phones.iter().filter(|person| wants(**person, &on_phones)).count();
        let mut mail = 0;
        if self.mail_from.is_some() {
            mail = self.with_addresses(people).await?.iter().filter(|person| wants(**person, &by_mail)).count();
        }
        Ok((mail, phone))
    }
}

/// Refuses a message to these people if the organization has sent so many mails in the last hour that theirs have to wait.
pub(crate) async fn mail_must_wait(
    api: &WriteApi,
    organization_id: OrganizationId,
    people: &[UserId],
    now: DateTime<Utc>,
) -> Result<Option<Refusal>, CommandError> {
    let (letters, _) = api.message_reach(people).await?;
    let (hour_ago, room) = (now - TimeDelta::hours(1), MAIL_AN_HOUR.saturating_sub(letters));
    // When there is room, unless others write before.
    let full = api.events.letter_before(organization_id, hour_ago, room).await?;
    Ok(full.filter(|_| letters > 0).map(|at| must_wait(at - hour_ago)))
}

fn must_wait(wait: TimeDelta) -> Refusal {
    Refusal::conflict(message!(
        "registration-message-mail",
        "The events of your organization send at most {most} mails an hour: write in {minutes} minutes, or to fewer people.",
        most = MAIL_AN_HOUR,
        minutes = wait.num_minutes() + 1
    ))
}

fn faults(message: &SendMessage) -> FieldErrors {
    text_faults(&message.text)
}

/// Returns the faults of the text of a message.
pub(crate) fn text_faults(text: &str) -> FieldErrors {
    let (mut errors, text) = (FieldErrors::default(), plain_text(text));
    if !names::is_visible(&text) {
        errors.add("text", empty());
    }
    errors.text("text", &text, MESSAGE_TEXT);
    errors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn event() -> Tournament {
        let tagged = |registration_id| E::TagsChanged { registration_id, tags: vec!["judge".to_owned()] };
        let players = [registered(1, S::Complete), registered(2, S::OnWaitlist), registered(3, S::Dropped)];
        happened(tournament(&players), &[tagged(OTHER), tagged(RegistrationId(3))])
    }

    fn saying(text: &str) -> SendMessage {
        SendMessage { text: text.into(), tag: None, registration_id: None }
    }

    fn refused(result: Result<Vec<E>, Refusal>) -> &'static str {
        result.unwrap_err().code()
    }

    #[test]
    fn a_message_reaches_all_a_tag_or_one() {
        let (event, to_all) = (event(), saying(" Doors open\r\nat nine. "));
        let tagged = SendMessage { tag: Some("judge".into()), ..to_all.clone() };
        let one = SendMessage { registration_id: Some(RegistrationId(3)), ..to_all.clone() };
        for (command, to, players) in [
            (to_all, MessageTo::All, &[1, 2][..]),
            (tagged, MessageTo::Tag("judge".into()), &[2]),
            (one, MessageTo::Registration(RegistrationId(3)), &[3]),
        ] {
            assert!(event.addressed(&to).map(|entry| entry.id.0).eq(players.iter().copied()), "{to:?}");
            let sent = E::StaffMessageSent { to, text: "Doors open\nat nine.".into() };
            assert_eq!(decide(&event, &command, noon(), None), Ok(vec![sent]));
        }
    }

    #[test]
    fn a_message_for_no_one_is_refused() {
        let event = event();
        let tagged = |tag: &str| SendMessage { tag: Some(tag.into()), ..saying("Hello") };
        assert_eq!(refused(decide(&event, &tagged("vip"), noon(), None)), "registration-message-for-none");
        let both = SendMessage { registration_id: Some(RegistrationId(1)), ..tagged("judge") };
        assert_eq!(refused(decide(&event, &both, noon(), None)), "registration-message-for-two");
        let unknown = SendMessage { registration_id: Some(RegistrationId(9)), ..saying("Hello") };
        assert_eq!(refused(decide(&event, &unknown, noon(), None)), "unknown-registration");
    }

    #[test]
    fn a_text_that_is_empty_or_too_long_is_refused() {
        for text in ["", " \n ", "\u{200b}", &"x".repeat(MESSAGE_TEXT + 1), "a\0b"] {
            assert_eq!(refused(decide(&event(), &saying(text), noon(), None)), "invalid", "{text:?}");
        }
        assert!(decide(&event(), &saying(&"ß".repeat(MESSAGE_TEXT)), noon(), None).is_ok());
    }

    #[test]
    fn a_sixth_message_in_an_hour_is_refused() {
        let sent = E::StaffMessageSent { to: MessageTo::All, text: "Hello".into() };
        let event = happened(event(), &vec![sent; AN_HOUR]);
        let at = event.messages[0].sent.at;
        assert_eq!(refused(decide(&event, &saying("More"), at, None)), "registration-messages-many");
        assert!(decide(&event, &saying("More"), at + TimeDelta::hours(1), None).is_ok());
    }

    #[test]
    fn a_message_whose_mail_is_too_much_for_the_hour_is_refused_with_the_time_that_it_has_to_wait() {
        let refused = decide(&event(), &saying("Hello"), noon(), Some(&must_wait(TimeDelta::seconds(90))));
        assert_eq!(coded(refused), "registration-message-mail 10000 2");
    }

    #[test]
    fn a_message_long_after_the_end_is_refused() {
        let event = happened(event(), &[reached(L::EventFinished), reached(L::DecklistsPublishing)]);
        let end = event.finished_at.unwrap();
        assert!(decide(&event, &saying("Thanks"), end + AFTER_THE_END, None).is_ok());
        let late = end + AFTER_THE_END + TimeDelta::seconds(1);
        assert_eq!(refused(decide(&event, &saying("Thanks"), late, None)), "registration-message-late");
    }
}

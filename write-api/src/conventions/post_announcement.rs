//! Announces something to everyone at a convention. Its players may get it as a message, too: each of them once, however many
//! of its events they are in.

use domain::convention::Announcement;
use proto_events::tournament::MessageTo;

use super::change_convention::check_not_final;
use super::on_convention::{self, ConventionCommand};
use crate::prelude::*;
use crate::registrations::send_message::{MESSAGE_TEXT, mail_must_wait, plain_text, text_faults};

/// Announcements that a convention keeps; the oldest one gives way.
const KEPT: usize = 50;

pub(crate) const ROUTE: Route = Route {
    id: "post_announcement",
    summary: "Announce something at a convention",
    text: "Shows a text on the convention's page, newest first. With `to_players`, the players of its events also get it \
           as a message, each of them once: as mail and to their phones, where they can be reached and have not switched \
           it off. This is refused if the convention is archived (409). The events of an organization send at most 10,000 \
           mails an hour (409). A convention keeps 50 announcements; the oldest one gives way. A request that is repeated \
           makes another announcement; send an `Idempotency-Key`.",
    body: Some(body_schema::<PostAnnouncement>()),
    answer: Answer::of::<WrittenAnnouncement<'_>>(201),
    ..Route::at("POST", "/api/v1/conventions/{slug}/announcements/", Operation::ManageConventions)
};

body! {
    /// An announcement at a convention.
    #[derive(Default)]
    pub struct PostAnnouncement as NewAnnouncement such as r#"{"text": "Doors open at nine."}"# foreseeing faults {
        /// The text. It is shown as it is: links and marks have no meaning in it.
        text: String => MESSAGE_TEXT,
        /// Whether the players of its events get it as a message, too; `false` if not given.
        to_players: Option<bool>,
    }
}

/// An announcement at a convention.
#[derive(Serialize, ToSchema)]
#[schema(as = Announcement)]
struct WrittenAnnouncement<'a> {
    /// Its id among those of the convention.
    id: i64,
    /// When it was posted.
    posted_at: DateTime<Utc>,
    /// Its text.
    text: &'a str,
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let written = on_convention::carried_out::<PostAnnouncement>(&request, body).await?;
    let last = written.folded.state.announcements.last();
    let Announcement { id, at, text } = last.ok_or_else(|| nothing("announcement", ""))?;
    answer::versioned(&request, &written, &WrittenAnnouncement { id: *id, posted_at: *at, text }).await
}

/// An event, and those of its players who get the message by it.
type Addressed = (Arc<Folded<Tournament>>, Vec<RegistrationId>);

impl ConventionCommand for PostAnnouncement {
    const ROUTE: &'static Route = &ROUTE;
    const CHECK: Check<Self> = check_body;

    async fn run(&self, run: &Run, id: ConventionId) -> Result<Written<Convention>, Problem> {
        let (api, now) = (run.api(), run.arrived_at);
        let known = api.convention_with_id(id).await.map_err(problems::failed)?;
        let mut ids = BTreeSet::new();
        if let Some(known) = known.filter(|_| self.to_players == Some(true)) {
            let events = api.events_of_convention(&*run.shared.views, &known.state).await?;
            ids.extend(events.iter().map(|event| event.state.id));
        }
        let load = |convention: Arc<Folded<Convention>>| {
            let ids = ids.clone();
            async move {
                let events = api.each_event(ids).await?.into_values().flatten().collect();
                let (addressed, people) = once_each(events);
                let wait = mail_must_wait(api, convention.organization_id, &people, now).await?;
                Ok((addressed, wait))
            }
        };
        let decide = |convention: &Convention, (addressed, wait): &(Vec<Addressed>, Option<Refusal>), _: &mut Ids| {
            let posted = decide(convention, self, wait.as_ref())?;
            let message = |to: &[RegistrationId]| TournamentEvent::StaffMessageSent {
                to: MessageTo::Registrations(to.to_vec()),
                text: plain_text(&self.text),
            };
            let writes = addressed.iter().map(|(event, to)| api.write_to(event, vec![message(to)])).collect();
            Ok(Decision { writes, ..Decision::from(posted) })
        };
        Ok(api.change_with(&run.context, StreamId::convention(id), load, decide).await?)
    }
}

/// Returns for each person one event that brings the message: the next that is not over, or else any. Also returns the people.
fn once_each(mut events: Vec<Arc<Folded<Tournament>>>) -> (Vec<Addressed>, Vec<UserId>) {
    events.sort_by_key(|event| {
        let Tournament { lifecycle, details, id, .. } = &event.state;
        (details.is_canceled || lifecycle.is_finished(), details.start_datetime, *id)
    });
    let (mut addressed, mut people) = (Vec::new(), BTreeSet::new());
    for event in events {
        let new = event.state.addressed(&MessageTo::All).filter(|entry| people.insert(entry.user_id));
        let to: Vec<_> = new.map(|entry| entry.id).collect();
        if !to.is_empty() {
            addressed.push((event, to));
        }
    }
    (addressed, people.into_iter().collect())
}

fn faults(command: &PostAnnouncement) -> FieldErrors {
    text_faults(&command.text)
}

/// Decides the command, which is refused if the text is empty or too long, its mail has to wait, or it would go to the players
/// of a convention that is archived.
fn decide(
    convention: &Convention,
    command: &PostAnnouncement,
    wait: Option<&Refusal>,
) -> Result<Vec<ConventionEvent>, Refusal> {
    faults(command).check()?;
    if command.to_players == Some(true) {
        check_not_final(convention)?;
    }
    if let Some(refusal) = wait {
        return Err(refusal.clone());
    }
    let oldest = convention.announcements.first().filter(|_| convention.announcements.len() >= KEPT);
    let removed = oldest.map(|oldest| ConventionEvent::AnnouncementRemoved { announcement_id: oldest.id });
    let (announcement_id, text) = (convention.announcements_made + 1, plain_text(&command.text));
    Ok(removed.into_iter().chain([ConventionEvent::AnnouncementPosted { announcement_id, text }]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn posted(announcement_id: i64, text: &str) -> ConventionEvent {
        ConventionEvent::AnnouncementPosted { announcement_id, text: text.into() }
    }

    fn with(made: i64) -> Convention {
        convention(&(1..=made).map(|id| posted(id, "Old")).collect::<Vec<_>>())
    }

    fn saying(text: &str) -> PostAnnouncement {
        PostAnnouncement { text: text.into(), to_players: None }
    }

    #[test]
    fn announcements_are_numbered_and_the_oldest_gives_way() {
        assert_eq!(decide(&with(0), &saying(" Doors\r\nopen "), None), Ok(vec![posted(1, "Doors\nopen")]));
        assert_eq!(decide(&with(49), &saying("New"), None), Ok(vec![posted(50, "New")]));
        let removed = ConventionEvent::AnnouncementRemoved { announcement_id: 1 };
        assert_eq!(decide(&with(50), &saying("New"), None), Ok(vec![removed, posted(51, "New")]));
    }

    #[test]
    fn a_text_that_is_empty_or_too_long_is_refused() {
        for text in ["", " \n", "\u{200b}", &"x".repeat(MESSAGE_TEXT + 1)] {
            assert_eq!(decide(&with(0), &saying(text), None).unwrap_err().code(), "invalid", "{text:?}");
        }
        let wait = Refusal::conflict(message!("registration-message-mail", "Later."));
        assert_eq!(decide(&with(0), &saying("Hello"), Some(&wait)), Err(wait));
    }

    #[test]
    fn players_of_an_archived_convention_get_no_message() {
        let mut over = with(0);
        over.status = ConventionStatus::Archived;
        let to_players = PostAnnouncement { to_players: Some(true), ..saying("Thanks") };
        assert_eq!(decide(&over, &to_players, None).unwrap_err().code(), "convention-final");
        assert_eq!(decide(&over, &saying("Thanks"), None), Ok(vec![posted(1, "Thanks")]));
    }

    #[test]
    fn each_player_gets_one_message_by_the_event_that_is_next() {
        let event = |events: &[TournamentEvent], id: i64, start: DateTime<Utc>| {
            let mut state = tournament(events);
            (state.id, state.details.start_datetime) = (TournamentId(id), Some(start));
            folded(state, StreamId::tournament(TournamentId(id)))
        };
        let (early, late) = (DateTime::UNIX_EPOCH, noon());
        let [one, two, three] = [1, 2, 3].map(|id| registered(id, S::Complete));
        let events = vec![
            event(&[one.clone(), two.clone(), three, reached(L::EventFinished)], 7, early),
            event(&[one.clone(), registered(4, S::Dropped)], 8, late),
            event(&[one, two], 9, early),
        ];
        let (addressed, people) = once_each(events);
        let found: Vec<_> = addressed.iter().map(|(event, to)| (event.state.id.0, to.as_slice())).collect();
        assert_eq!(found, [(9, &[ENTRY, OTHER][..]), (7, &[RegistrationId(3)][..])]);
        assert_eq!(people.len(), 3);
    }
}

//! Notifications: which events of the log cause one, for whom, and when it is sent; and what it says when it is sent.
//!
//! # How to add a notification
//!
//! A variant of [`What`] with its kind and the facts that it needs (`write-api/src/notifications.rs`), an arm of [`caused`]
//! here, and its words (`web/src/letters.rs`).

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, TimeDelta, Utc};
use domain::notifications::NotificationKind;
use domain::permissions::Operation;
use domain::tournament::Tournament;
use domain::tournament::clock::ends_at;
use proto_events::ids::{TournamentId, UserId};
use proto_events::tournament::TournamentDetails;
use proto_events::vocabulary::RegistrationStatus as Status;
use proto_events::{DomainEvent, Envelope, TournamentEvent as E};
use service_kit::chain;
use sha2::{Digest, Sha256};
use storage::StoreError;
use storage::deliveries::{ChannelKind, Delivery, Message};
use storage::notifications::{NotificationChoices, PushSubscription};
use write_api::WriteApi;
use write_api::decision::Failure;
use write_api::letters::{Contents, LANGUAGE, Letter};
use write_api::notifications::{DIGEST, Notification, NotificationFacts, What, is_in, lacks_list, people_in};

use crate::channel::Attempt;

/// An event that is older when it is read causes none: it was imported, or the service did not run.
const OLD: TimeDelta = TimeDelta::minutes(15);
/// Events of the store that began longer ago cause no notifications.
const BEGUN: TimeDelta = TimeDelta::days(2);
/// How long before the deadline of lists those who have none are reminded.
const REMINDER: TimeDelta = TimeDelta::hours(24);
/// How long they have after they registered.
const AT_LEAST: TimeDelta = TimeDelta::hours(1);

/// Changes of start or venue within this time make one notification, as do cancellations.
const TOGETHER: TimeDelta = TimeDelta::minutes(10);

/// A notification to some people.
#[derive(Debug, PartialEq, Eq)]
struct Told {
    people: Vec<UserId>,
    what: What,
    /// Its cause: each person gets one notification for it.
    cause: String,
    /// When it is sent; at once if there is no time.
    due_at: Option<DateTime<Utc>>,
}

/// What a change is judged by: the newest state, the details before they changed, and the members whom it concerns.
struct Seen<'a> {
    envelope: &'a Envelope,
    event: &'a Tournament,
    before: Option<&'a Tournament>,
    staff: &'a [UserId],
}

/// Returns the messages that events of the log cause, for phones and by mail.
pub(crate) async fn messages(api: &WriteApi, events: &[&Envelope]) -> Result<Vec<Message>, StoreError> {
    let (mut messages, mut states) = (Vec::new(), HashMap::new());
    for envelope in events {
        let DomainEvent::Tournament(change) = &envelope.event else { continue };
        let now = api.now();
        if !may_tell(change) || now - envelope.recorded_at.min(envelope.occurred_at) > OLD {
            continue;
        }
        let id = TournamentId(envelope.stream.id);
        if let Entry::Vacant(unknown) = states.entry(id) {
            unknown.insert(read(api.tournament(id).await)?);
        }
        let Some(Some(folded)) = states.get(&id) else { continue };
        let event = &folded.state;
        // Staff may write days later, and in a rehearsal.
        let is_written = matches!(change, E::StaffMessageSent { .. });
        let is_past = event.details.start_datetime.is_some_and(|start| now - start > BEGUN);
        if !is_written && (is_past || event.details.is_test) {
            continue;
        }
        let (mut before, mut staff) = (None, Vec::new());
        match change {
            E::DetailsChanged { .. } | E::RoundStarted { .. } if !event.registrations.is_empty() => {
                before = read(api.tournament_at(id, envelope.version - 1).await)?;
            }
            E::JudgeCalled { .. } => staff = read(api.staff(envelope.organization_id, Operation::JudgeMatches).await)?,
            E::PlayerRegistered { .. } => staff = read(api.staff(envelope.organization_id, DIGEST).await)?,
            _ => {}
        }
        let before = before.as_ref().map(|folded| &folded.state);
        let told = caused(&Seen { envelope, event, before, staff: &staff }, change);
        messages.extend(addressed(api, envelope, told).await?);
    }
    Ok(messages)
}

/// Whether events of this kind may cause a notification. Others cost no read.
fn may_tell(change: &E) -> bool {
    matches!(
        change,
        E::PairingsPublished { .. }
            | E::RoundStarted { .. }
            | E::ResultReported { .. }
            | E::ResultContested { .. }
            | E::JudgeCalled { .. }
            | E::CallAnswered { .. }
            | E::ClockChanged { .. }
            | E::OrganizingChanged { .. }
            | E::PlayerRegistered { .. }
            | E::RegistrationStatusChanged { .. }
            | E::DetailsChanged { .. }
            | E::StaffMessageSent { .. }
    )
}

/// Returns what was read. A damaged stream is like a missing one, so that it does not hold up all others.
fn read<T: Default>(result: Result<T, Failure>) -> Result<T, StoreError> {
    match result {
        Ok(read) => Ok(read),
        Err(Failure::Store(error)) if error.is_unavailable() => Err(error),
        Err(error) => {
            tracing::error!(error = chain(&error), "an event causes no notification");
            Ok(T::default())
        }
    }
}

/// Returns what a change causes.
fn caused(seen: &Seen<'_>, change: &E) -> Vec<Told> {
    let Seen { envelope, event, staff, .. } = seen;
    let actor = envelope.actor.person();
    let here = |people: Vec<UserId>, what| Told { people, what, cause: at(envelope), due_at: None };
    let told = match change {
        E::RoundStarted { round_id } | E::PairingsPublished { round_id } => {
            let before = seen.before.and_then(|before| before.round(*round_id));
            let was_published = before.is_some_and(|(_, round)| round.is_published);
            // The start of a round publishes its pairings, unless they were published before.
            let is_told = !was_published || matches!(change, E::PairingsPublished { .. });
            let round = event.round(*round_id).filter(|(_, round)| is_told && round.is_published);
            round.map(|(_, round)| here(people_in(event, round), What::PairingsPublished { round_id: *round_id }))
        }
        E::ResultReported { match_id, .. } => event.placed(*match_id).and_then(|placed| {
            let own = event.side_of(&placed, actor?)?;
            let players = placed.table.pairing.players.iter().filter_map(|id| event.registration(*id));
            let others =
                players.map(|entry| entry.user_id).filter(|player| event.side_of(&placed, *player) != Some(own));
            Some(here(others.collect(), What::ResultReported { match_id: *match_id }))
        }),
        E::ResultContested { match_id } => event.placed(*match_id).and_then(|placed| {
            let reporter = placed.table.reported_by.as_ref()?.person().filter(|reporter| Some(*reporter) != actor)?;
            Some(here(vec![reporter], What::ResultContested { match_id: *match_id }))
        }),
        E::JudgeCalled { call_id, .. } => {
            let others = staff.iter().copied().filter(|judge| Some(*judge) != actor);
            Some(here(others.collect(), What::JudgeCalled { call_id: *call_id }))
        }
        E::CallAnswered { call_id } => event.call(*call_id).and_then(|call| {
            let caller = event.registration(call.call.registration_id?)?;
            Some(here(vec![caller.user_id], What::CallAnswered { call_id: *call_id }))
        }),
        E::ClockChanged { round_id, clock } => event.round(*round_id).and_then(|(_, round)| {
            let end = ends_at(*clock).filter(|end| *end > envelope.recorded_at)?;
            let cause = format!("clock/{round_id}/{}", end.timestamp_millis());
            let told = here(people_in(event, round), What::ClockEnded { round_id: *round_id, at: end });
            Some(Told { cause, due_at: Some(end), ..told })
        }),
        E::OrganizingChanged { .. } => {
            let without = event.registrations.iter().filter(|entry| lacks_list(entry)).map(|entry| entry.user_id);
            missing_list(seen, without.collect())
        }
        E::PlayerRegistered { user_id, status, .. } => {
            let digest = digest(seen, *user_id);
            return registered(seen, *user_id, *status, None).into_iter().chain(digest).collect();
        }
        E::RegistrationStatusChanged { registration_id, status } => match event.registration(*registration_id) {
            Some(entry) => return registered(seen, entry.user_id, *status, entry.waitlisted_at),
            None => None,
        },
        E::DetailsChanged { details } => changed(seen, details),
        E::StaffMessageSent { to, .. } => {
            let people = event.addressed(to).map(|entry| entry.user_id).collect();
            Some(here(people, What::StaffMessage { position: envelope.position }))
        }
        _ => None,
    };
    told.into_iter().collect()
}

/// Returns the cause that is the event of the log itself.
fn at(envelope: &Envelope) -> String {
    format!("event/{}", envelope.position.0)
}

/// Returns the reminder of a list that is missing, if there is time left for one.
fn missing_list(seen: &Seen<'_>, people: Vec<UserId>) -> Option<Told> {
    let deadline = seen.event.organizing.decklist_deadline?;
    let due = (deadline - REMINDER).max(seen.envelope.recorded_at + AT_LEAST);
    let cause = format!("list/{}/{}", seen.event.id, deadline.timestamp_millis());
    (due < deadline).then_some(Told { people, what: What::ListMissing { deadline }, cause, due_at: Some(due) })
}

/// Returns the notification to a person whose registration got this status: a receipt for an own step, or news of a step of
/// staff. A player whom staff registers is at the desk, and gets none.
fn registered(seen: &Seen<'_>, person: UserId, status: Status, waited: Option<DateTime<Utc>>) -> Vec<Told> {
    let is_own = seen.envelope.actor.person() == Some(person);
    let is_new = matches!(seen.envelope.event, DomainEvent::Tournament(E::PlayerRegistered { .. }));
    let what = match status {
        _ if seen.event.lifecycle.is_finished() => None,
        Status::Complete if is_own || (!is_new && waited.is_none()) => Some(What::Registered),
        Status::Complete if !is_new => Some(What::MovedUp),
        Status::OnWaitlist if is_own => Some(What::Waitlisted),
        Status::Canceled if !is_own => Some(What::RegistrationCanceled),
        _ => None,
    };
    let told = what.map(|what| Told { people: vec![person], what, cause: at(seen.envelope), due_at: None });
    let list = Some(vec![person]).filter(|_| status == Status::Complete).and_then(|people| missing_list(seen, people));
    told.into_iter().chain(list).collect()
}

/// Returns the digest for staff that a sign-up causes: one for an event and day, an hour later, so that it counts more.
fn digest(seen: &Seen<'_>, person: UserId) -> Option<Told> {
    let Seen { envelope, event, staff, .. } = seen;
    let (people, due_at) = (staff.to_vec(), Some(envelope.recorded_at + TimeDelta::hours(1)));
    let cause = format!("digest/{}/{}", event.id, envelope.recorded_at.date_naive());
    let is_own = envelope.actor.person() == Some(person);
    (is_own && !staff.is_empty()).then_some(Told { people, what: What::Digest, cause, due_at })
}

/// Returns the notification about other details of the event, to those who take part.
fn changed(seen: &Seen<'_>, after: &TournamentDetails) -> Option<Told> {
    let before = &seen.before.filter(|_| !seen.event.lifecycle.is_finished())?.details;
    let when_and_where = |it: &TournamentDetails| (it.start_datetime, it.venue_name.clone(), it.venue_address.clone());
    let what = match (before.is_canceled, after.is_canceled) {
        (false, true) => What::EventCanceled,
        (false, false) if when_and_where(before) != when_and_where(after) => What::EventMoved,
        _ => return None,
    };
    let people = seen.event.registrations.iter().filter(|entry| is_in(entry)).map(|entry| entry.user_id).collect();
    // An event may be moved step by step: what is sent a little later tells the newest state, and once.
    let due = seen.envelope.recorded_at + TOGETHER;
    let name = if what == What::EventMoved { "moved" } else { "canceled" };
    let cause = format!("{name}/{}/{}", seen.event.id, due.timestamp() / TOGETHER.num_seconds());
    Some(Told { people, what, cause, due_at: Some(due) })
}

/// Returns until when something is sent that is due at this time.
fn end(what: What, due: DateTime<Utc>) -> DateTime<Utc> {
    let life = match what.kind() {
        NotificationKind::Pairings | NotificationKind::Judge => TimeDelta::minutes(15),
        NotificationKind::Reports => TimeDelta::minutes(10),
        NotificationKind::Clock => TimeDelta::minutes(5),
        _ => TimeDelta::hours(24),
    };
    match what {
        What::ListMissing { deadline } => deadline,
        _ => due + life,
    }
}

/// Returns the messages of notifications.
async fn addressed(api: &WriteApi, envelope: &Envelope, told: Vec<Told>) -> Result<Vec<Message>, StoreError> {
    let mut messages = Vec::new();
    for Told { people, what, cause, due_at } in told {
        let people: Vec<_> = people.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
        let about = Notification { tournament_id: TournamentId(envelope.stream.id), what };
        let kind = what.kind();
        let phones = match kind.is_pushed() {
            true => api.events().push_subscriptions(&people).await?,
            false => Vec::new(),
        };
        let mailed = match kind.is_mailed() && api.mail_from().is_some() {
            true => read(api.with_addresses(&people).await)?,
            false => BTreeSet::new(),
        };
        if phones.is_empty() && mailed.is_empty() {
            continue;
        }
        let choices = api.events().notification_choices(&people).await?;
        let choices: BTreeMap<_, _> = choices.iter().map(|choices| (choices.user_id, choices)).collect();
        let is_off = |person, channel| choices.get(&person).is_some_and(|choices| is_off(choices, channel, kind));
        let phone = |it: &PushSubscription| (ChannelKind::Push.recipient(it.id), it.language.clone());
        let mail = |person: UserId| {
            // Who switched something off by a link in a mail has chosen no language.
            let chosen = choices.get(&person).map(|choices| choices.language.clone()).filter(|it| !it.is_empty());
            let spoken = || phones.iter().find(|phone| phone.user_id == person).map(|phone| phone.language.clone());
            (person.into(), chosen.or_else(spoken).unwrap_or_else(|| LANGUAGE.to_owned()))
        };
        let by_push = phones.iter().filter(|it| !is_off(it.user_id, ChannelKind::Push)).map(phone);
        let by_mail = mailed.iter().copied().filter(|person| !is_off(*person, ChannelKind::Mail)).map(mail);
        let subject = subject(&cause);
        for (recipient, language) in by_push.chain(by_mail) {
            messages.push(Message {
                recipient,
                organization_id: envelope.organization_id,
                subject,
                cause: cause.clone(),
                recorded_at: due_at.unwrap_or(envelope.recorded_at),
                due_at,
                expires_at: Some(end(what, due_at.unwrap_or(envelope.recorded_at))),
                payload: Letter { language, contents: Contents::Notification(about.clone()) }.payload()?,
            });
        }
    }
    Ok(messages)
}

/// Returns the queue of a cause. Each has its own, so that none waits for another one that is sent later or again.
fn subject(cause: &str) -> i64 {
    let hash: [u8; 32] = Sha256::digest(cause).into();
    hash.first_chunk().map_or(0, |first| i64::from_be_bytes(*first))
}

/// Whether a person has switched a kind off on a channel.
fn is_off(choices: &NotificationChoices, channel: ChannelKind, kind: NotificationKind) -> bool {
    let choice = if channel == ChannelKind::Mail { kind.off_by_mail() } else { kind.off_on_phones() };
    choices.off.contains(&choice)
}

/// Reads the letter to a person in a message, and the facts that it needs now. The error is the attempt, if the letter no longer
/// applies, the person has switched it off meanwhile, or something cannot be read.
pub(crate) async fn read_letter(
    api: &WriteApi,
    delivery: &Delivery,
    to: UserId,
) -> Result<(Letter, NotificationFacts), Attempt> {
    let Message { recipient, payload, .. } = &delivery.message;
    let letter = Letter::read(payload).map_err(|error| Attempt::refused(error.to_string()))?;
    let channel = recipient.channel;
    let facts = match &letter.contents {
        Contents::Notification(about) => match api.events().notification_choices(&[to]).await {
            Ok(choices) if choices.iter().any(|choices| is_off(choices, channel, about.what.kind())) => {
                return Err(Attempt::refused("The person has switched this off."));
            }
            Ok(_) => api.notification_facts(about, to, channel == ChannelKind::Push).await,
            Err(error) => return Err(Attempt::retry(chain(&error))),
        },
        Contents::Invitation { organization_id } => api.invitation_facts(*organization_id, to).await,
        _ => Ok(Some(NotificationFacts::default())),
    };
    match facts {
        Ok(Some(facts)) => Ok((letter, facts)),
        Ok(None) => Err(Attempt::refused("It no longer applies.")),
        Err(error) => Err(Attempt::retry(chain(&error))),
    }
}

#[cfg(test)]
mod tests;

//! Notifications: which events of the log cause one, for whom, and when it is sent; and what it says when it is sent.
//!
//! # How to add a notification
//!
//! A variant of [`What`] with its kind and the facts that it needs (`write-api/src/notifications.rs`), an arm of [`caused`]
//! here, or of `tasks` in `schedule.rs` and of [`notify`] if it is sent later, and its words (`web/src/letters.rs`).

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use domain::notifications::NotificationKind;
use domain::permissions::Operation;
use domain::tournament::{Registration, Tournament};
use proto_events::ids::{OrganizationId, RegistrationId, TournamentId, UserId};
use proto_events::tournament::TournamentDetails;
use proto_events::vocabulary::{QueueCheckInStatus as CheckIn, RegistrationStatus as Status};
use proto_events::{DomainEvent, Envelope, TournamentEvent as E};
use service_kit::chain;
use storage::StoreError;
use storage::deliveries::{ChannelKind, Delivery, Message, Recipient, own_subject};
use storage::notifications::{NotificationChoices, PushSubscription};
use write_api::WriteApi;
use write_api::decision::Failure;
use write_api::letters::{Contents, LANGUAGE, Letter};
use write_api::notifications::{DIGEST, Notification, NotificationFacts, What, is_in, lacks_list, people_in};
use write_api::schedule::Task;

use crate::channel::Failed;
use crate::later::{self, AT_LEAST, Later, REMINDER, list_cause, reminder_at};

/// An event that happened longer before it was recorded causes none: it was imported.
pub(crate) const IMPORTED: TimeDelta = TimeDelta::minutes(15);
/// An event that was recorded longer ago causes none, because the service did not run meanwhile.
const OLD: TimeDelta = TimeDelta::hours(24);
/// Events of the store that began longer ago cause no notifications.
const BEGUN: TimeDelta = TimeDelta::days(2);
/// Changes of start or venue within this time make one notification, as do cancellations.
const TOGETHER: TimeDelta = TimeDelta::minutes(10);

/// A notification to some people.
#[derive(Debug, PartialEq, Eq)]
struct Told {
    people: Vec<UserId>,
    what: What,
    /// Its cause: each person gets one notification for it.
    cause: String,
}

/// What a change is judged by: the newest state, the state before it, and the judges.
struct Seen<'a> {
    envelope: &'a Envelope,
    event: &'a Tournament,
    before: Option<&'a Tournament>,
    judges: &'a [UserId],
}

/// Returns the messages that events of the log cause, for phones and by mail.
pub(crate) async fn messages(api: &WriteApi, events: &[&Envelope]) -> Result<Vec<Message>, StoreError> {
    let (mut messages, mut states) = (Vec::new(), HashMap::new());
    for envelope in events {
        let DomainEvent::Tournament(change) = &envelope.event else { continue };
        let now = api.now();
        if envelope.recorded_at - envelope.occurred_at > IMPORTED || now - envelope.recorded_at > OLD {
            continue;
        }
        let id = TournamentId(envelope.stream.id);
        if let Entry::Vacant(unknown) = states.entry(id) {
            unknown.insert(read(api.tournament(id).await)?);
        }
        let Some(Some(folded)) = states.get(&id) else { continue };
        let event = &folded.state;
        // Staff may write days later, and in a rehearsal.
        if is_quiet(event, now) && !matches!(change, E::StaffMessageSent { .. }) {
            continue;
        }
        let needs_before = match change {
            E::DetailsChanged { .. } | E::RoundStarted { .. } => !event.registrations.is_empty(),
            E::RegistrationStatusChanged { .. } | E::PlayerDropped { .. } => event.teams.iter().any(|it| it.is_founded),
            E::TeamChanged { .. } => true,
            _ => false,
        };
        let before = match needs_before {
            true => read(api.tournament_at(id, envelope.version - 1).await)?,
            false => None,
        };
        let before = before.as_ref().map(|folded| &folded.state);
        let judges = match change {
            E::JudgeCalled { .. } => read(api.staff_in(event, Operation::JudgeMatches).await)?,
            _ => Vec::new(),
        };
        let seen = Seen { envelope, event, before, judges: &judges };
        for told in caused(&seen, change).into_iter().chain(of_teams(&seen, change)) {
            messages.extend(addressed(api, (id, envelope.organization_id), told, envelope.recorded_at).await?);
        }
        if let Some(later) = deferred(&seen, change) {
            messages.push(later::queued(envelope, later));
        }
    }
    Ok(messages)
}

/// Returns what was read. A damaged stream is like a missing one, so that it does not hold up all others.
pub(crate) fn read<T: Default>(result: Result<T, Failure>) -> Result<T, StoreError> {
    match result {
        Ok(read) => Ok(read),
        Err(Failure::Store(error)) if error.is_unavailable() => Err(error),
        Err(error) => {
            tracing::error!(error = chain(&error), "an event causes no notification");
            Ok(T::default())
        }
    }
}

/// Whether an event causes no notifications: it is a rehearsal, or from the past.
fn is_quiet(event: &Tournament, now: DateTime<Utc>) -> bool {
    // A queue is open as long as its convention.
    let is_past = event.details.start_datetime.is_some_and(|start| now - start > BEGUN) && !event.is_queue();
    event.details.is_test || is_past
}

/// Returns what a change causes at once.
fn caused(seen: &Seen<'_>, change: &E) -> Option<Told> {
    let Seen { envelope, event, judges, .. } = seen;
    let actor = envelope.actor.person();
    let here = |people: Vec<UserId>, what| Told { people, what, cause: format!("event/{}", envelope.position.0) };
    let to = |entry: RegistrationId, what| Some(here(vec![event.registration(entry)?.user_id], what));
    match change {
        E::RoundStarted { round_id } | E::PairingsPublished { round_id } => {
            let before = seen.before.and_then(|before| before.round(*round_id));
            let was_published = before.is_some_and(|(_, round)| round.is_published);
            // The start of a round publishes its pairings, unless they were published before.
            let (_, round) = event.round(*round_id).filter(|(_, round)| round.is_published && !was_published)?;
            Some(here(people_in(event, round), What::PairingsPublished { round_id: *round_id }))
        }
        E::ResultReported { match_id, .. } => event.placed(*match_id).and_then(|placed| {
            let own = event.side_of(&placed, actor?)?;
            let others = placed.table.seated().filter(|(side, _)| *side != own);
            let others = others.filter_map(|(_, id)| event.registration(id)).map(|entry| entry.user_id);
            Some(here(others.collect(), What::ResultReported { match_id: *match_id }))
        }),
        E::ResultContested { match_id } => event.placed(*match_id).and_then(|placed| {
            let reporter = placed.table.reported_by.as_ref()?.person().filter(|reporter| Some(*reporter) != actor)?;
            Some(here(vec![reporter], What::ResultContested { match_id: *match_id }))
        }),
        E::JudgeCalled { call_id, .. } => {
            let others = judges.iter().copied().filter(|judge| Some(*judge) != actor);
            Some(here(others.collect(), What::JudgeCalled { call_id: *call_id }))
        }
        E::CallAnswered { call_id } => {
            to(event.call(*call_id)?.call.registration_id?, What::CallAnswered { call_id: *call_id })
        }
        E::PlayerRegistered { user_id, status, .. } => {
            registered(seen, *user_id, *status, None).map(|what| here(vec![*user_id], what))
        }
        E::RegistrationStatusChanged { registration_id, status } => {
            let entry = event.registration(*registration_id)?;
            let what = registered(seen, entry.user_id, *status, Some(entry))?;
            let told = here(vec![entry.user_id], what);
            let is_own = actor == Some(entry.user_id);
            let again = || once_a_day(envelope, &format!("registration/{registration_id}/{status}"));
            Some(if is_own { Told { cause: again(), ..told } } else { told })
        }
        E::PlaceOffered { registration_id, until } => to(*registration_id, What::PlaceOffered { until: *until }),
        E::CheckInChanged { registration_id, status: Some(CheckIn::WaitingForPlayerResponse) } if event.is_queue() => {
            to(*registration_id, What::CalledByQueue { until: event.registration(*registration_id)?.call_ends? })
        }
        E::StaffMessageSent { to, .. } => {
            let people = event.addressed(to).map(|entry| entry.user_id).collect();
            Some(here(people, What::StaffMessage { position: envelope.position }))
        }
        _ => None,
    }
}

/// Returns the cause of news that players can bring about as often as they like: each person gets them once a day.
fn once_a_day(envelope: &Envelope, news: &str) -> String {
    format!("{news}/{}", envelope.recorded_at.date_naive())
}

/// Returns what a change of a team causes: an invitation to a player, or news to the captain.
fn of_teams(seen: &Seen<'_>, change: &E) -> Option<Told> {
    let before = seen.before.filter(|before| before.teams_can_change())?;
    let after = before.foreseen(std::slice::from_ref(change)).ok()?;
    let actor = seen.envelope.actor.person();
    let person = |id| after.registration(id).map(|entry| entry.user_id).filter(|person| Some(*person) != actor);
    after.teams.iter().filter(|team| team.is_founded && !team.is_dropped).find_map(|team| {
        let (was, captain) = (before.team(team.id)?, team.captain()?);
        let invited: Vec<_> = team.invited.iter().copied().filter(|id| !was.invited.contains(id)).collect();
        let (is_complete, was_complete) = (after.is_complete(team), before.is_complete(was));
        let (news, what) = match (is_complete, was_complete) {
            _ if !invited.is_empty() => ("invited", What::TeamInvited { team_id: team.id }),
            (true, false) => ("complete", What::TeamComplete { team_id: team.id }),
            _ if team.members.len() < was.members.len() => ("lacks", What::TeamLacks { team_id: team.id }),
            _ => return None,
        };
        let told = if invited.is_empty() { vec![captain] } else { invited };
        let people: Vec<_> = told.into_iter().filter_map(person).collect();
        // A captain who founds one team after another is the same one.
        let cause = once_a_day(seen.envelope, &format!("team/{captain}/{news}"));
        (!people.is_empty()).then_some(Told { people, what, cause })
    })
}

/// Returns the task that a change causes by what the state is: others are in `schedule.rs`.
fn deferred(seen: &Seen<'_>, change: &E) -> Option<Later> {
    let (id, at) = (seen.event.id, seen.envelope.recorded_at);
    match change {
        E::DetailsChanged { details } => changed(seen, details),
        // Those who register when the others were reminded have a little time.
        E::PlayerRegistered { status: Status::Complete, .. }
        | E::RegistrationStatusChanged { status: Status::Complete, .. } => {
            let deadline = seen.event.organizing.decklist_deadline?;
            let due = reminder_at(deadline, at)?;
            let rounded =
                || due.duration_trunc(TOGETHER).map_or(due, |begun| begun + TOGETHER).min(deadline - AT_LEAST / 2);
            let due = if due > deadline - REMINDER { rounded() } else { due };
            Some((Task::Notify(What::ListMissing { deadline }), list_cause(id, deadline, due), due))
        }
        _ => None,
    }
}

/// Returns the notification to a person whose registration got this status: a receipt for an own step, or news of a step of
/// staff. A player whom staff registers is at the desk, and gets none.
fn registered(seen: &Seen<'_>, person: UserId, status: Status, known: Option<&Registration>) -> Option<What> {
    let is_own = seen.envelope.actor.person() == Some(person);
    match status {
        _ if seen.event.lifecycle.is_finished() => None,
        Status::Complete if is_own => Some(What::Registered),
        Status::Complete => known.map(|entry| match entry.waitlisted_at {
            _ if entry.is_approved => What::Approved,
            None => What::Registered,
            Some(_) => What::MovedUp,
        }),
        Status::InWaitingRoom if is_own => Some(What::WaitsForApproval),
        Status::OnWaitlist if is_own => Some(What::Waitlisted),
        Status::Canceled if !is_own => Some(What::RegistrationCanceled),
        _ => None,
    }
}

/// Returns the notification about other details of the event, to those who take part.
fn changed(seen: &Seen<'_>, after: &TournamentDetails) -> Option<Later> {
    let before = &seen.before.filter(|_| !seen.event.lifecycle.is_finished())?.details;
    let when_and_where = |it: &TournamentDetails| (it.start_datetime, it.venue_name.clone(), it.venue_address.clone());
    let what = match (before.is_canceled, after.is_canceled) {
        (false, true) => What::EventCanceled,
        (false, false) if when_and_where(before) != when_and_where(after) => What::EventMoved,
        _ => return None,
    };
    // An event may be moved step by step: what is sent a little later tells the newest state, and once.
    let due = seen.envelope.recorded_at + TOGETHER;
    let name = if what == What::EventMoved { "moved" } else { "canceled" };
    let cause = format!("{name}/{}/{}", seen.event.id, due.timestamp() / TOGETHER.num_seconds());
    Some((Task::Notify(what), cause, due))
}

/// Queues a notification that is due now, for those whom it concerns now.
pub(crate) async fn notify(
    api: &WriteApi,
    (id, organization_id): (TournamentId, OrganizationId),
    what: What,
    Message { cause, recorded_at, .. }: &Message,
) -> Result<(), StoreError> {
    let Some(folded) = read(api.tournament(id).await)?.filter(|folded| !is_quiet(&folded.state, api.now())) else {
        return Ok(());
    };
    let event = &folded.state;
    let entries = |of: fn(&Registration) -> bool| {
        event.registrations.iter().filter(|entry| of(entry)).map(|entry| entry.user_id).collect()
    };
    let people = match what {
        What::ClockEnded { round_id, .. } => {
            event.round(round_id).map(|(_, round)| people_in(event, round)).unwrap_or_default()
        }
        What::ListMissing { .. } => entries(lacks_list),
        What::Digest => read(api.staff(organization_id, DIGEST).await)?,
        _ => entries(is_in),
    };
    let cause = match what {
        What::ListMissing { deadline } => format!("list/{id}/{}", deadline.timestamp_millis()),
        _ => cause.clone(),
    };
    let messages = addressed(api, (id, organization_id), Told { people, what, cause }, *recorded_at).await?;
    api.events().queue_messages(&messages).await
}

/// Returns the messages of a notification that was caused at this time.
async fn addressed(
    api: &WriteApi,
    (tournament_id, organization_id): (TournamentId, OrganizationId),
    Told { people, what, cause }: Told,
    caused_at: DateTime<Utc>,
) -> Result<Vec<Message>, StoreError> {
    let people: Vec<_> = people.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
    let contents = Contents::Notification(Notification { tournament_id, what });
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
        return Ok(Vec::new());
    }
    let choices = api.events().notification_choices(&people).await?;
    let choices: BTreeMap<_, _> = choices.iter().map(|choices| (choices.user_id, choices)).collect();
    let is_off = |person, channel| choices.get(&person).is_some_and(|choices| is_off(choices, channel, kind));
    let phone = |it: &PushSubscription| (ChannelKind::Push.recipient(it.id), it.language.clone());
    let spoken: HashMap<_, _> = phones.iter().rev().map(|phone| (phone.user_id, &phone.language)).collect();
    let mail = |person: UserId| {
        // Who switched something off by a link in a mail has chosen no language.
        let chosen = choices.get(&person).map(|choices| &choices.language).filter(|it| !it.is_empty());
        (person.into(), chosen.or(spoken.get(&person).copied()).map_or(LANGUAGE, String::as_str).to_owned())
    };
    let by_push = phones.iter().filter(|it| !is_off(it.user_id, ChannelKind::Push)).map(phone);
    let by_mail = mailed.iter().copied().filter(|person| !is_off(*person, ChannelKind::Mail)).map(mail);
    let life = later::end(what, caused_at) - caused_at;
    let message = |(recipient, language): (Recipient, String)| {
        let letter = Letter { language, contents: contents.clone() };
        let queued = letter.queued(recipient, cause.clone(), caused_at, life);
        Message { organization_id, subject: own_subject(&cause), ..queued }
    };
    Ok(by_push.chain(by_mail).map(message).collect())
}

/// Whether a person has switched a kind off on a channel.
fn is_off(choices: &NotificationChoices, channel: ChannelKind, kind: NotificationKind) -> bool {
    let choice = if channel == ChannelKind::Mail { kind.off_by_mail() } else { kind.off_on_phones() };
    choices.off.contains(&choice)
}

/// Reads the letter to a person in a message, and the facts that it needs now.
///
/// # Errors
/// If the letter no longer applies, the person has switched it off meanwhile, or something cannot be read.
pub(crate) async fn read_letter(
    api: &WriteApi,
    Delivery { message, .. }: &Delivery,
    to: UserId,
) -> Result<(Letter, NotificationFacts), Failed> {
    let letter = Letter::read(&message.payload)?;
    let channel = message.recipient.channel;
    let facts = match &letter.contents {
        Contents::Notification(about) => {
            let choices = api.events().notification_choices(&[to]).await?;
            match choices.iter().any(|choices| is_off(choices, channel, about.what.kind())) {
                true => None,
                false => api.notification_facts(about, to, channel == ChannelKind::Push).await?,
            }
        }
        Contents::Invitation { organization_id } => api.invitation_facts(*organization_id, to).await?,
        Contents::GuestLink { event_id } => api.guest_link_facts(*event_id, to).await?,
        Contents::ClaimAnswered { organization_id, .. } => api.claim_facts(*organization_id).await?,
        _ => Some(NotificationFacts::default()),
    };
    Ok((letter, facts.ok_or_else(Failed::moot)?))
}

#[cfg(test)]
mod tests;

//! Notifications: which events of the log cause one, for whom, and when it is sent; and what it says when it is sent.
//!
//! # How to add a notification
//!
//! A variant of [`What`] with its kind and the facts that it needs (`write-api/src/notifications.rs`), an arm of [`caused`]
//! here, and its words (`web/src/letters.rs`).

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use domain::notifications::NotificationKind;
use domain::permissions::{Operation, may};
use domain::tournament::Tournament;
use domain::tournament::clock::ends_at;
use proto_events::ids::{OrganizationId, TournamentId, UserId};
use proto_events::tournament::TournamentDetails;
use proto_events::vocabulary::RegistrationStatus as Status;
use proto_events::{DomainEvent, Envelope, TournamentEvent as E};
use service_kit::chain;
use sha2::{Digest, Sha256};
use storage::StoreError;
use storage::deliveries::{ChannelKind, Message};
use storage::notifications::{NotificationChoices, PushSubscription};
use write_api::decision::Failure;
use write_api::letters::{Contents, LANGUAGE, Letter};
use write_api::notifications::{Notification, NotificationFacts, What, is_in, lacks_list, people_in};
use write_api::{Folded, WriteApi};

use crate::channel::Attempt;

/// An event that is older when it is read causes none: it was imported, or the service did not run.
const OLD: TimeDelta = TimeDelta::minutes(15);
/// Nothing is told about an event of the store that began longer ago.
const BEGUN: TimeDelta = TimeDelta::days(2);
/// How long before the deadline of lists those who have none are reminded.
const REMINDER: TimeDelta = TimeDelta::hours(24);
/// How long they have after they registered.
const AT_LEAST: TimeDelta = TimeDelta::hours(1);

/// What some people are told.
#[derive(Debug, PartialEq, Eq)]
struct Told {
    people: Vec<UserId>,
    what: What,
    /// Its cause: each person is told once.
    cause: String,
    /// When it is sent; at once if there is no time.
    due_at: Option<DateTime<Utc>>,
}

/// What a change of an event is judged by.
struct Seen<'a> {
    /// The event of the log.
    envelope: &'a Envelope,
    /// The newest state.
    event: &'a Tournament,
    /// The details before the change, if details changed.
    before: Option<&'a TournamentDetails>,
    /// Those who answer calls, if a judge was called.
    judges: &'a [UserId],
}

/// Returns the messages that events of the log cause, for phones and by mail.
pub(crate) async fn messages(api: &WriteApi, events: &[&Envelope]) -> Result<Vec<Message>, StoreError> {
    let (mut messages, mut states) = (Vec::new(), HashMap::new());
    for envelope in events {
        let DomainEvent::Tournament(change) = &envelope.event else { continue };
        let now = api.now();
        if !is_told(change) || now - envelope.recorded_at.min(envelope.occurred_at) > OLD {
            continue;
        }
        let id = TournamentId(envelope.stream.id);
        let state: &Option<Arc<Folded<Tournament>>> = match states.entry(id) {
            std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::hash_map::Entry::Vacant(place) => place.insert(read(api.tournament(id).await)?),
        };
        let Some(event) = state.as_ref().map(|folded| &folded.state) else { continue };
        if event.details.start_datetime.is_some_and(|start| now - start > BEGUN) {
            continue;
        }
        let (mut before, mut judges) = (None, Vec::new());
        match change {
            E::DetailsChanged { .. } => before = read(api.tournament_at(id, envelope.version - 1).await)?,
            E::JudgeCalled { .. } => judges = judges_of(api, envelope.organization_id).await?,
            _ => {}
        }
        let before = before.as_ref().map(|folded| &folded.state.details);
        let told = caused(&Seen { envelope, event, before, judges: &judges }, change);
        messages.extend(addressed(api, envelope, told).await?);
    }
    Ok(messages)
}

/// Returns what was read. What is damaged is like what is missing, so that one damaged stream does not hold up all others.
fn read<T: Default>(result: Result<T, Failure>) -> Result<T, StoreError> {
    match result {
        Ok(read) => Ok(read),
        Err(Failure::Store(error)) => Err(error),
        Err(error) => {
            tracing::error!(error = chain(&error), "an event causes no notification");
            Ok(T::default())
        }
    }
}

/// Returns the members of an organization who answer calls.
async fn judges_of(api: &WriteApi, id: OrganizationId) -> Result<Vec<UserId>, StoreError> {
    let organization = read(api.organization(id).await)?;
    let members = organization.iter().flat_map(|organization| &organization.state.members);
    let answers = members.filter(|member| !member.removed && may(member.role, Operation::JudgeMatches));
    Ok(answers.map(|member| member.user_id).collect())
}

/// Whether a change may cause a notification.
fn is_told(change: &E) -> bool {
    matches!(
        change,
        E::RoundStarted { .. }
            | E::PairingsPublished { .. }
            | E::ResultReported { .. }
            | E::ResultContested { .. }
            | E::JudgeCalled { .. }
            | E::CallAnswered { .. }
            | E::ClockChanged { .. }
            | E::OrganizingChanged { .. }
            | E::PlayerRegistered { .. }
            | E::RegistrationStatusChanged { .. }
            | E::DetailsChanged { .. }
    )
}

/// Returns what a change causes.
fn caused(seen: &Seen<'_>, change: &E) -> Vec<Told> {
    let Seen { envelope, event, judges, .. } = seen;
    let actor = envelope.actor.person();
    let here = |people: Vec<UserId>, what| Told { people, what, cause: at(envelope), due_at: None };
    let told = match change {
        E::RoundStarted { round_id } | E::PairingsPublished { round_id } => {
            event.round(*round_id).filter(|(_, round)| round.is_published).map(|(_, round)| Told {
                // A round that starts tells nothing new if its pairings were published before.
                cause: format!("pairings/{round_id}/{}", round.times_discarded),
                ..here(people_in(event, round), What::PairingsPublished { round_id: *round_id })
            })
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
            let others = judges.iter().copied().filter(|judge| Some(*judge) != actor);
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
        E::PlayerRegistered { user_id, status, .. } => return registered(seen, *user_id, *status, None),
        E::RegistrationStatusChanged { registration_id, status } => match event.registration(*registration_id) {
            Some(entry) => return registered(seen, entry.user_id, *status, entry.waitlisted_at),
            None => None,
        },
        E::DetailsChanged { details } => changed(seen, details),
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

/// Returns what a person is told whose registration got this status. What one does oneself is confirmed, what staff does is
/// told; staff alone registers people on the spot, who are not told.
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

/// Returns what those who take part are told about other details of the event.
fn changed(seen: &Seen<'_>, after: &TournamentDetails) -> Option<Told> {
    let before = seen.before.filter(|_| !seen.event.lifecycle.is_finished())?;
    let when_and_where = |it: &TournamentDetails| (it.start_datetime, it.venue_name.clone(), it.venue_address.clone());
    let what = match (before.is_canceled, after.is_canceled) {
        (false, true) => What::EventCanceled,
        (false, false) if when_and_where(before) != when_and_where(after) => What::EventMoved,
        _ => return None,
    };
    let people = seen.event.registrations.iter().filter(|entry| is_in(entry)).map(|entry| entry.user_id).collect();
    Some(Told { people, what, cause: at(seen.envelope), due_at: None })
}

/// Returns until when something is sent that is due at this time.
fn end(what: What, due: DateTime<Utc>) -> DateTime<Utc> {
    match what {
        What::PairingsPublished { .. } | What::JudgeCalled { .. } | What::CallAnswered { .. } => {
            due + TimeDelta::minutes(15)
        }
        What::ResultReported { .. } | What::ResultContested { .. } => due + TimeDelta::minutes(10),
        What::ClockEnded { .. } => due + TimeDelta::minutes(5),
        What::ListMissing { deadline } => deadline,
        _ => due + TimeDelta::hours(24),
    }
}

/// Returns the messages with which people are told.
async fn addressed(api: &WriteApi, envelope: &Envelope, told: Vec<Told>) -> Result<Vec<Message>, StoreError> {
    let mut messages = Vec::new();
    for Told { people, what, cause, due_at } in told {
        let people: Vec<_> = people.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
        let about = Notification { tournament_id: TournamentId(envelope.stream.id), what };
        let kind = about.kind();
        let choices: BTreeMap<_, _> = by_person(api.events().notification_choices(&people).await?);
        let is_off = |person, channel| choices.get(&person).is_some_and(|choices| is_off(choices, channel, kind));
        let phones = match kind.is_pushed() {
            true => api.events().push_subscriptions(&people).await?,
            false => Vec::new(),
        };
        let mailed = match kind.is_mailed() && api.mail_from().is_some() {
            true => read(api.with_addresses(&people).await)?,
            false => BTreeSet::new(),
        };
        let phone = |it: &PushSubscription| (it.recipient(), it.language.clone());
        let mail = |person: UserId| {
            let chosen = choices.get(&person).map(|choices| choices.language.clone());
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
                recorded_at: envelope.recorded_at,
                due_at,
                expires_at: Some(end(what, due_at.unwrap_or(envelope.recorded_at))),
                payload: Letter { language, contents: Contents::Notification(about.clone()) }.payload()?,
            });
        }
    }
    Ok(messages)
}

fn by_person(choices: Vec<NotificationChoices>) -> BTreeMap<UserId, NotificationChoices> {
    choices.into_iter().map(|choices| (choices.user_id, choices)).collect()
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

/// Returns the facts that a letter to a person needs now. The error is the attempt, if the letter no longer applies, the person
/// has switched it off meanwhile, or the facts cannot be read.
pub(crate) async fn facts(
    api: &WriteApi,
    letter: &Letter,
    channel: ChannelKind,
    to: UserId,
) -> Result<NotificationFacts, Attempt> {
    let facts = match &letter.contents {
        Contents::Notification(about) => match api.events().notification_choices(&[to]).await {
            Ok(choices) if choices.iter().any(|choices| is_off(choices, channel, about.kind())) => {
                return Err(Attempt::refused("The person has switched this off."));
            }
            Ok(_) => api.notification_facts(about, to).await,
            Err(error) => return Err(Attempt::retry(chain(&error))),
        },
        Contents::Invitation { organization_id } => api.invitation_facts(*organization_id, to).await,
        _ => Ok(Some(NotificationFacts::default())),
    };
    match facts {
        Ok(Some(facts)) => Ok(facts),
        Ok(None) => Err(Attempt::refused("It no longer applies.")),
        Err(error) => Err(Attempt::retry(chain(&error))),
    }
}

#[cfg(test)]
mod tests {
    use proto_events::ids::{CallId, MatchId, PhaseId, RegistrationId, RoundId};
    use proto_events::tournament::{Games, NewCall, Organizing, Pairing, PairingKind, RoundClock};
    use proto_events::vocabulary::{EventFormat, PhaseType, RoundType};
    use proto_events::{Actor, Position, StreamId};

    use super::*;

    const ANN: UserId = UserId(91);
    const BEN: UserId = UserId(92);
    const CARL: UserId = UserId(93);
    const ROUND: RoundId = RoundId(1);
    const MATCH: MatchId = MatchId(1);

    fn noon() -> DateTime<Utc> {
        DateTime::from_timestamp(1_750_000_000, 0).unwrap()
    }

    fn details() -> TournamentDetails {
        TournamentDetails::new("Open", EventFormat::Legacy)
    }

    fn registers(id: i64, status: Status) -> E {
        E::PlayerRegistered { registration_id: RegistrationId(id), user_id: UserId(90 + id), status }
    }

    fn until(deadline: DateTime<Utc>) -> E {
        let organizing = Organizing { decklist_deadline: Some(deadline), ..Organizing::default() };
        E::OrganizingChanged { organizing }
    }

    /// Ann plays Ben at table 1, and Carl has a bye. The round is hidden and has not started.
    fn paired() -> Vec<E> {
        let (phase_id, round_id) = (PhaseId(1), ROUND);
        let table = |id, kind, players: &[i64]| Pairing {
            match_id: MatchId(id),
            kind,
            table_number: 1,
            players: players.iter().copied().map(RegistrationId).collect(),
            ..Pairing::default()
        };
        let pairings = vec![table(1, PairingKind::Versus, &[1, 2]), table(2, PairingKind::Bye, &[3])];
        let mut events: Vec<_> = (1..=3).map(|id| registers(id, Status::Complete)).collect();
        events.extend([
            E::PhaseAdded { phase_id, order_in_phases: 1, round_type: PhaseType::Swiss },
            E::RoundAdded {
                round_id,
                phase_id,
                round_number: 1,
                round_type: RoundType::PlayVsOpponent,
                final_round_in_event: false,
                use_old_pairings: false,
                pairingengine_url: String::new(),
            },
            E::MatchesPaired { round_id, pairings },
            E::PairingsCompleted { round_id },
            E::PairingsHidden { round_id },
        ]);
        events
    }

    /// Returns what the last of these events causes, which this actor does. Judges are Ann and Carl.
    fn told(actor: &Actor, before: &[E], change: &E) -> Vec<Told> {
        let created = E::Created { details: details(), seed: 1 };
        let events = std::iter::once(&created).chain(before).chain(std::iter::once(change));
        let envelopes: Vec<_> = events
            .zip(1..)
            .map(|(event, version)| Envelope {
                position: Position(version),
                stream: StreamId::tournament(TournamentId(3)),
                version,
                organization_id: OrganizationId(1),
                occurred_at: noon(),
                recorded_at: noon(),
                actor: actor.clone(),
                event: event.clone().into(),
            })
            .collect();
        assert!(is_told(change), "{change:?}");
        let event = Tournament::from_events(&envelopes).unwrap();
        let earlier = Tournament::from_events(&envelopes[..envelopes.len() - 1]).unwrap();
        let envelope = envelopes.last().unwrap();
        caused(&Seen { envelope, event: &event, before: Some(&earlier.details), judges: &[ANN, CARL] }, change)
    }

    fn by(person: UserId, before: &[E], change: &E) -> Vec<(Vec<UserId>, What)> {
        told(&Actor::User(person), before, change).into_iter().map(|told| (told.people, told.what)).collect()
    }

    #[test]
    fn published_pairings_are_told_to_everyone_in_the_round_and_once() {
        let (published, started) = (E::PairingsPublished { round_id: ROUND }, E::RoundStarted { round_id: ROUND });
        let first = told(&Actor::System, &paired(), &published);
        assert_eq!((&first[0].people[..], first[0].due_at), (&[ANN, BEN, CARL][..], None));
        let mut log = paired();
        log.push(published.clone());
        assert_eq!(told(&Actor::System, &log, &started)[0].cause, first[0].cause, "a start tells nothing new");
        log.push(E::PairingsDiscarded { round_id: ROUND });
        log.extend(paired().drain(5..6));
        assert_ne!(told(&Actor::System, &log, &published)[0].cause, first[0].cause, "paired again");
    }

    #[test]
    fn a_report_is_told_to_the_opponent_and_its_contest_to_the_reporter() {
        let result = Games { first: 2, second: 0, drawn: 0 }.into();
        let (reported, contested) =
            (E::ResultReported { match_id: MATCH, result }, E::ResultContested { match_id: MATCH });
        let what = What::ResultReported { match_id: MATCH };
        assert_eq!(by(ANN, &paired(), &reported), [(vec![BEN], what)]);
        assert_eq!(by(UserId(7), &paired(), &reported), [], "by staff");
        assert_eq!(told(&Actor::ApiKey(4.into()), &paired(), &reported), []);
        // The helper lets one actor do everything: Ann reported and contested.
        let log: Vec<_> = paired().into_iter().chain([reported]).collect();
        assert_eq!(by(ANN, &log, &contested), []);
    }

    #[test]
    fn a_call_is_told_to_judges_except_the_caller_and_its_answer_to_the_caller() {
        let call_id = CallId(5);
        let call = NewCall {
            registration_id: Some(RegistrationId(1)),
            match_id: Some(MATCH),
            table_number: Some(1),
            note: String::new(),
        };
        let called = E::JudgeCalled { call_id, call };
        assert_eq!(by(ANN, &paired(), &called), [(vec![CARL], What::JudgeCalled { call_id })]);
        let log: Vec<_> = paired().into_iter().chain([called]).collect();
        assert_eq!(by(CARL, &log, &E::CallAnswered { call_id }), [(vec![ANN], What::CallAnswered { call_id })]);
    }

    #[test]
    fn the_end_of_a_clock_is_due_when_it_ends_and_only_while_it_runs() {
        let running = |since| E::ClockChanged {
            round_id: ROUND,
            clock: RoundClock { length_seconds: 60, elapsed_seconds: 0, running_since: since },
        };
        let end = noon() + TimeDelta::seconds(60);
        let due = told(&Actor::System, &paired(), &running(Some(noon())));
        assert_eq!((due[0].due_at, due[0].people.len()), (Some(end), 3));
        assert_eq!(super::end(due[0].what, end), end + TimeDelta::minutes(5));
        assert_eq!(told(&Actor::System, &paired(), &running(None)), []);
        assert_eq!(told(&Actor::System, &paired(), &running(Some(noon() - TimeDelta::hours(1)))), [], "over already");
    }

    #[test]
    fn a_missing_list_is_due_a_day_before_the_deadline_but_an_hour_from_now_at_least() {
        for (hours, due) in [(100, Some(76)), (5, Some(1)), (1, None), (-3, None)] {
            let deadline = noon() + TimeDelta::hours(hours);
            let due = due.map(|due| noon() + TimeDelta::hours(due));
            let set = told(&Actor::System, &[registers(1, Status::Complete)], &until(deadline));
            assert_eq!(set.first().and_then(|told| told.due_at), due, "{hours}");
            let registered = told(&Actor::User(ANN), &[until(deadline)], &registers(1, Status::Complete));
            let reminder = registered.iter().find(|told| told.what == What::ListMissing { deadline });
            assert_eq!(reminder.and_then(|told| told.due_at), due, "{hours}");
            assert_eq!(reminder.map(|told| &told.cause), set.first().map(|told| &told.cause), "told once");
        }
        let on_paper = E::PaperDecklistMarked { registration_id: RegistrationId(1), using_paper_decklist: true };
        let log = [registers(1, Status::Complete), on_paper, registers(2, Status::OnWaitlist)];
        let told = by(UserId(7), &log, &until(noon() + TimeDelta::days(3)));
        assert!(told.iter().all(|(people, _)| people.is_empty()), "{told:?}");
    }

    #[test]
    fn a_registration_is_told_to_the_player_with_what_staff_did_to_it() {
        let to = |status| E::RegistrationStatusChanged { registration_id: RegistrationId(1), status };
        let waits = [registers(1, Status::OnWaitlist)];
        let staff = UserId(7);
        assert_eq!(by(ANN, &[], &registers(1, Status::Complete)), [(vec![ANN], What::Registered)]);
        assert_eq!(by(ANN, &[], &registers(1, Status::OnWaitlist)), [(vec![ANN], What::Waitlisted)]);
        assert_eq!(by(staff, &[], &registers(1, Status::Complete)), [], "staff registers on the spot");
        assert_eq!(by(staff, &waits, &to(Status::Complete)), [(vec![ANN], What::MovedUp)]);
        assert_eq!(by(staff, &waits, &to(Status::Canceled)), [(vec![ANN], What::RegistrationCanceled)]);
        assert_eq!(by(ANN, &waits, &to(Status::Canceled)), []);
    }

    #[test]
    fn a_move_and_a_cancellation_are_told_to_those_who_take_part_and_other_details_are_not() {
        let log = [registers(1, Status::Complete), registers(2, Status::OnWaitlist), registers(3, Status::Canceled)];
        let changed = |details| by(UserId(7), &log, &E::DetailsChanged { details });
        let moved = TournamentDetails { venue_name: "Hall 2".into(), ..details() };
        assert_eq!(changed(moved.clone()), [(vec![ANN, BEN], What::EventMoved)]);
        let canceled = TournamentDetails { is_canceled: true, ..moved };
        assert_eq!(changed(canceled), [(vec![ANN, BEN], What::EventCanceled)]);
        assert_eq!(changed(TournamentDetails { name: "Open II".into(), ..details() }), []);
    }

    #[test]
    fn a_kind_is_off_on_the_channel_where_it_was_switched_off() {
        let off = BTreeSet::from([NotificationKind::ListMissing.off_by_mail()]);
        let choices = NotificationChoices { user_id: ANN, language: "en".into(), off };
        assert!(is_off(&choices, ChannelKind::Mail, NotificationKind::ListMissing));
        assert!(!is_off(&choices, ChannelKind::Push, NotificationKind::ListMissing));
        assert!(!is_off(&choices, ChannelKind::Mail, NotificationKind::Registration));
    }
}

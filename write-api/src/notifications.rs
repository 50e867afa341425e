//! Notifications to players and staff about an event, by mail and on their phones.
//!
//! A queued notification holds ids only. Its facts are looked up when it is sent, from the newest state. What no longer
//! applies is not sent.

use std::collections::BTreeSet;

use chrono::{NaiveDateTime, TimeDelta};
use domain::notifications::NotificationKind;
use domain::permissions::may;
use domain::time_zone::Zone;
use domain::tournament::clock;
use proto_events::Envelope;
use proto_events::tournament::{Pairing, PairingKind};
use serde::Deserialize;

use crate::prelude::*;

/// A notification about an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notification {
    /// The event.
    pub tournament_id: TournamentId,
    /// What happened.
    pub what: What,
}

/// What happened: to the recipient, to the event, or, for staff, in the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the variants are named as what happened")]
pub enum What {
    PairingsPublished { round_id: RoundId },
    ResultReported { match_id: MatchId },
    ResultContested { match_id: MatchId },
    JudgeCalled { call_id: CallId },
    CallAnswered { call_id: CallId },
    ClockEnded { round_id: RoundId, at: DateTime<Utc> },
    ListMissing { deadline: DateTime<Utc> },
    Registered,
    Waitlisted,
    MovedUp,
    RegistrationCanceled,
    EventMoved,
    EventCanceled,
    StaffMessage { position: Position },
    Digest,
}

/// What the words of a notification need. What it does not need is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NotificationFacts {
    /// Name of the event.
    pub event: String,
    /// Start of the event, or the deadline that the notification is about, in the event's time zone.
    pub time: Option<NaiveDateTime>,
    /// Name of the venue.
    pub venue: String,
    /// Number of the round.
    pub round: Option<i32>,
    /// Number of the table; none for a bye.
    pub table: Option<i32>,
    /// Names of the opponents.
    pub opponents: Vec<String>,
    /// What staff wrote.
    pub text: String,
    /// Players who registered in the last 24 hours, and all who are registered.
    pub registrations: (usize, usize),
    /// The page to open, below the public address.
    pub path: String,
    /// In a mail, the address at which the person switches this kind of mail off.
    pub unsubscribe: String,
}

impl What {
    /// Returns its kind, which people can switch off.
    pub fn kind(self) -> NotificationKind {
        use NotificationKind as Kind;
        match self {
            Self::PairingsPublished { .. } => Kind::Pairings,
            Self::ResultReported { .. } | Self::ResultContested { .. } => Kind::Reports,
            Self::JudgeCalled { .. } | Self::CallAnswered { .. } => Kind::Judge,
            Self::ClockEnded { .. } => Kind::Clock,
            Self::ListMissing { .. } => Kind::ListMissing,
            Self::Registered | Self::Waitlisted | Self::MovedUp | Self::RegistrationCanceled => Kind::Registration,
            Self::EventMoved | Self::EventCanceled => Kind::EventChanged,
            Self::StaffMessage { .. } => Kind::Message,
            Self::Digest => Kind::Digest,
        }
    }
}

/// Members who may do this hear of new registrations.
pub const DIGEST: Operation = Operation::ManageRegistrations;

/// What the state of an event says about a notification.
#[derive(Debug, Default, PartialEq, Eq)]
struct Found {
    round: Option<i32>,
    table: Option<i32>,
    opponents: Vec<UserId>,
    time: Option<DateTime<Utc>>,
    text: String,
    registrations: (usize, usize),
}

impl WriteApi {
    /// Returns the facts of a notification for a person as they are now, by phone or by mail; `None` if it no longer
    /// applies.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn notification_facts(
        &self,
        about: &Notification,
        person: UserId,
        is_by_phone: bool,
    ) -> Result<Option<NotificationFacts>, Failure> {
        let Some(event) = self.tournament(about.tournament_id).await? else { return Ok(None) };
        let Some(user) = self.user(person).await? else { return Ok(None) };
        let Some(found) = found(&event.state, about.what, person, self.now()) else { return Ok(None) };
        // The phone of a person without a password was subscribed with a private link, and rings for events with such a link.
        let entry = event.state.registrations.iter().find(|entry| entry.user_id == person);
        if is_by_phone && user.state.password_id.is_none() && entry.is_none_or(|entry| entry.private_link.is_none()) {
            return Ok(None);
        }
        let organization_id = event.state.organization_id;
        let needed = match about.what {
            What::JudgeCalled { .. } => Some(Operation::JudgeMatches),
            What::Digest => Some(DIGEST),
            _ => None,
        };
        if let Some(needed) = needed
            && !self.staff(organization_id, needed).await?.contains(&person)
        {
            return Ok(None);
        }
        let mut names = self.names_of(&found.opponents).await?;
        let details = &event.state.details;
        let path = match about.what {
            What::JudgeCalled { .. } => format!("/desk/events/{}/judges/", event.state.id),
            What::Digest => format!("/desk/events/{}/players/", event.state.id),
            _ if user.state.can_sign_in() => format!("/me/{}/", event.state.id),
            // The private link of a guest is known to the guest alone, and such events have no public page.
            _ if details.is_unlisted || details.is_test => "/".to_owned(),
            _ => format!("/events/{}/", event.state.id),
        };
        Ok(Some(NotificationFacts {
            event: details.name.clone(),
            time: found.time.map(|time| Zone::of(details.time_zone.as_deref()).local(time)),
            venue: details.venue_name.clone(),
            round: found.round,
            table: found.table,
            opponents: found.opponents.iter().filter_map(|id| names.remove(id)).collect(),
            text: found.text,
            registrations: found.registrations,
            path,
            unsubscribe: String::new(),
        }))
    }

    /// Returns the members of an organization who may do something with its events.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn staff(&self, id: OrganizationId, operation: Operation) -> Result<Vec<UserId>, Failure> {
        let organization = self.organization(id).await?;
        let members = organization.iter().flat_map(|organization| &organization.state.members);
        let staff = members.filter(|member| !member.removed && may(member.role, operation));
        Ok(staff.map(|member| member.user_id).collect())
    }

    /// Returns those of these people whose account has an e-mail address.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn with_addresses(&self, people: &[UserId]) -> Result<BTreeSet<UserId>, Failure> {
        let (mut known, now) = (BTreeSet::new(), self.now());
        let ids: Vec<_> = people.iter().map(|id| id.0).collect();
        let take = |stream: StreamId, events: &[Envelope]| {
            // A person whose data is damaged is refused when the letter is sent, and holds up no others.
            let user = User::from_events(events).ok().filter(|user| !user.is_erased);
            if user.is_some_and(|it| !it.profile.email.is_empty() && it.has_held_email(now)) {
                known.insert(UserId(stream.id));
            }
            Ok(())
        };
        self.read_each(StreamKind::User, &ids, take).await?;
        Ok(known)
    }
}

/// Returns everyone who has a seat or a bye in a round.
pub fn people_in(event: &Tournament, round: &Round) -> Vec<UserId> {
    let seated = round.all_matches().flat_map(|table| &table.pairing.players);
    let byes =
        round.team_matches.iter().filter(|team_match| team_match.is_bye).flat_map(|team_match| &team_match.teams);
    let members = byes.filter_map(|id| event.team(*id)).flat_map(|team| &team.members);
    let entries = seated.chain(members.map(|member| &member.registration_id));
    entries.filter_map(|id| event.registration(*id)).map(|entry| entry.user_id).collect()
}

/// Whether a person takes part in an event, or waits for a place.
pub fn is_in(entry: &Registration) -> bool {
    use RegistrationStatus as S;
    matches!(entry.status, S::Complete | S::OnWaitlist | S::InProgress | S::InWaitingRoom)
}

/// Whether the event waits for the list of a registered player.
pub fn lacks_list(entry: &Registration) -> bool {
    let is_registered = entry.status == RegistrationStatus::Complete;
    is_registered && entry.decklist_id.is_none() && !entry.using_paper_decklist
}

/// Returns what the event says about a notification now; `None` if it no longer applies.
fn found(event: &Tournament, what: What, person: UserId, now: DateTime<Utc>) -> Option<Found> {
    let entry = || event.registrations.iter().rev().find(|entry| entry.user_id == person);
    let has_status = |status| entry().is_some_and(|entry| entry.status == status) && !event.details.is_canceled;
    let start = Found { time: event.details.start_datetime, ..Found::default() };
    match what {
        What::PairingsPublished { round_id } => {
            let (_, round) = event.round(round_id).filter(|(_, round)| round.is_published)?;
            seat(event, round, person)
        }
        What::ResultReported { match_id } => {
            let at = event.placed(match_id).filter(|at| at.table.is_unconfirmed() && !at.table.contested)?;
            seat(event, at.round, person)
        }
        What::ResultContested { match_id } => {
            let at = event.placed(match_id).filter(|at| at.table.contested)?;
            seat(event, at.round, person)
        }
        What::JudgeCalled { call_id } => {
            let call = event.call(call_id).filter(|call| call.status() == CallStatus::Open)?;
            let round = call.call.match_id.and_then(|id| event.placed(id)).and_then(|at| number(at.round));
            Some(Found { round, table: call.call.table_number, ..Found::default() })
        }
        What::CallAnswered { call_id } => {
            event.call(call_id).filter(|call| call.status() == CallStatus::Answered)?;
            Some(Found::default())
        }
        What::ClockEnded { round_id, at } => {
            let (_, round) = event.round(round_id).filter(|(_, round)| round.status == ProgressStatus::InProgress)?;
            round.clock.and_then(clock::ends_at).filter(|end| *end == at)?;
            let is_seated = |table: &&Match| is_at(event, table, person);
            let plays_on = |table: &&Match| table.result.is_none() && table.time_extension_seconds == 0;
            round.unreported().find(|table| is_seated(table) && plays_on(table))?;
            Some(Found { round: number(round), ..Found::default() })
        }
        What::ListMissing { deadline } => {
            let is_open = event.organizing.decklist_deadline == Some(deadline) && now < deadline;
            entry().filter(|entry| is_open && !event.details.is_canceled && lacks_list(entry))?;
            Some(Found { time: Some(deadline), ..Found::default() })
        }
        What::Registered | What::MovedUp => has_status(RegistrationStatus::Complete).then_some(start),
        What::Waitlisted => has_status(RegistrationStatus::OnWaitlist).then_some(start),
        What::RegistrationCanceled => has_status(RegistrationStatus::Canceled).then_some(start),
        What::EventMoved => entry().filter(|entry| is_in(entry) && !event.details.is_canceled).map(|_| start),
        What::EventCanceled => entry().filter(|entry| is_in(entry) && event.details.is_canceled).map(|_| start),
        What::StaffMessage { position } => {
            let message = event.messages.iter().find(|message| message.position == position)?;
            event.addressed(&message.to).find(|entry| entry.user_id == person)?;
            Some(Found { text: message.text.clone(), ..Found::default() })
        }
        What::Digest => digest(event, now),
    }
}

/// Returns how many players registered in the last 24 hours and are still in the event, and how many are in all; `None`
/// if none did, or the event is over.
fn digest(event: &Tournament, now: DateTime<Utc>) -> Option<Found> {
    if event.lifecycle.is_finished() || event.details.is_canceled {
        return None;
    }
    let of_today = |at: Option<DateTime<Utc>>| at.is_some_and(|at| now - at < TimeDelta::hours(24));
    let is_first_today = |entry: &&&Registration| {
        let times = [entry.completed_at, entry.waitlisted_at];
        of_today(times.into_iter().flatten().min())
    };
    let entries: Vec<_> = event.registrations.iter().filter(|entry| is_in(entry)).collect();
    let new = entries.iter().filter(is_first_today).count();
    (new > 0).then_some(Found { registrations: (new, entries.len()), ..Found::default() })
}

/// Returns the number of a round that players call by one.
fn number(round: &Round) -> Option<i32> {
    Some(round.number).filter(|number| *number > 0)
}

fn is_at(event: &Tournament, table: &Match, person: UserId) -> bool {
    table.pairing.players.iter().any(|id| event.registration(*id).is_some_and(|entry| entry.user_id == person))
}

/// Returns where a person plays in a round, and against whom. Without a match there is no table.
fn seat(event: &Tournament, round: &Round, person: UserId) -> Option<Found> {
    let here = Found { round: number(round), ..Found::default() };
    let Some(table) = round.all_matches().find(|table| is_at(event, table, person)) else {
        return people_in(event, round).contains(&person).then_some(here);
    };
    let Pairing { kind, table_number, players, .. } = &table.pairing;
    let others = players.iter().filter(|_| *kind == PairingKind::Versus).filter_map(|id| event.registration(*id));
    let opponents = others.map(|entry| entry.user_id).filter(|other| *other != person).collect();
    let is_seated = matches!(kind, PairingKind::Versus | PairingKind::Seating);
    Some(Found { table: is_seated.then_some(*table_number), opponents, ..here })
}

#[cfg(test)]
mod tests {
    use domain::tournament::clock::{new_clock, started};
    use proto_events::TournamentEvent as E;
    use proto_events::tournament::{Games, MessageTo, NewCall, Organizing, TournamentDetails};

    use super::*;
    use crate::testing::{canceled, done_by, happened, in_play, noon, registered, tournament};

    const ANN: UserId = UserId(91);
    const BEN: UserId = UserId(92);
    const ROUND: RoundId = RoundId(1);
    const MATCH: MatchId = MatchId(1);

    #[test]
    fn a_message_of_staff_is_told_to_those_whom_it_is_for() {
        let (to, text) = (MessageTo::Registration(RegistrationId(1)), "Doors open at nine.".to_owned());
        let written = happened(in_play(), &[E::StaffMessageSent { to, text: text.clone() }]);
        let what = What::StaffMessage { position: written.messages[0].position };
        assert_eq!(at(&written, what, ANN).map(|found| found.text), Some(text));
        assert_eq!(at(&written, what, BEN), None);
        assert_eq!(at(&written, What::StaffMessage { position: Position(9_999) }, ANN), None);
    }

    #[test]
    fn a_digest_counts_those_who_registered_in_a_day() {
        use RegistrationStatus::{Canceled, Complete, OnWaitlist};
        let event = tournament(&[registered(1, Complete), registered(2, OnWaitlist), registered(3, Canceled)]);
        let first = event.registrations[0].completed_at.unwrap();
        let at = |hours| found(&event, What::Digest, ANN, first + TimeDelta::hours(hours));
        assert_eq!(at(1).map(|found| found.registrations), Some((2, 2)));
        assert_eq!(at(25), None);
        assert_eq!(found(&canceled(), What::Digest, ANN, first), None);
    }

    fn at(event: &Tournament, what: What, person: UserId) -> Option<Found> {
        found(event, what, person, noon())
    }

    #[test]
    fn pairings_that_are_hidden_again_are_not_told() {
        let pairings = What::PairingsPublished { round_id: ROUND };
        let seat = Found { round: Some(1), table: Some(1), opponents: vec![BEN], ..Found::default() };
        assert_eq!(at(&in_play(), pairings, ANN), Some(seat));
        assert_eq!(at(&in_play(), pairings, UserId(99)), None, "not in the round");
        let hidden = happened(in_play(), &[E::PairingsHidden { round_id: ROUND }]);
        assert_eq!(at(&hidden, pairings, ANN), None);
        let discarded = happened(in_play(), &[E::PairingsDiscarded { round_id: ROUND }]);
        assert_eq!(at(&discarded, pairings, ANN), None);
    }

    #[test]
    fn a_report_is_told_until_it_is_confirmed_or_contested() {
        let (reported, contested) =
            (What::ResultReported { match_id: MATCH }, What::ResultContested { match_id: MATCH });
        let result = Games { first: 2, second: 1, drawn: 0 }.into();
        let by_ann = done_by(&Actor::User(ANN), in_play(), &[E::ResultReported { match_id: MATCH, result }]);
        assert_eq!(at(&by_ann, reported, BEN).unwrap().opponents, [ANN]);
        assert_eq!(at(&by_ann, contested, ANN), None);
        let confirmed = happened(by_ann.clone(), &[E::ResultConfirmed { match_id: MATCH }]);
        assert_eq!(at(&confirmed, reported, BEN), None);
        let denied = happened(by_ann, &[E::ResultContested { match_id: MATCH }]);
        assert_eq!(at(&denied, reported, BEN), None);
        assert_eq!(at(&denied, contested, ANN).unwrap().opponents, [BEN]);
    }

    #[test]
    fn a_call_is_told_while_it_waits() {
        let call_id = CallId(5);
        let call = NewCall { registration_id: None, match_id: Some(MATCH), table_number: Some(1), note: "Help".into() };
        let called = happened(in_play(), &[E::JudgeCalled { call_id, call }]);
        let table = at(&called, What::JudgeCalled { call_id }, UserId(7)).unwrap();
        assert_eq!((table.round, table.table), (Some(1), Some(1)));
        assert_eq!(at(&called, What::CallAnswered { call_id }, ANN), None);
        let answered = happened(called, &[E::CallAnswered { call_id }]);
        assert_eq!(at(&answered, What::JudgeCalled { call_id }, UserId(7)), None);
        assert!(at(&answered, What::CallAnswered { call_id }, ANN).is_some());
    }

    #[test]
    fn the_end_of_a_clock_that_was_moved_or_does_not_matter_is_not_told() {
        let clock = started(new_clock(60), noon());
        let ended = What::ClockEnded { round_id: ROUND, at: noon() + TimeDelta::seconds(60) };
        let running = happened(in_play(), &[E::ClockChanged { round_id: ROUND, clock }]);
        assert!(at(&running, ended, ANN).is_some());
        let longer = started(new_clock(90), noon());
        let moved = happened(running.clone(), &[E::ClockChanged { round_id: ROUND, clock: longer }]);
        assert_eq!(at(&moved, ended, ANN), None);
        let result = Games { first: 2, second: 0, drawn: 0 }.into();
        let reported = happened(running.clone(), &[E::ResultReported { match_id: MATCH, result }]);
        assert_eq!(at(&reported, ended, ANN), None, "the match is over");
        let extended = happened(running, &[E::TimeExtended { match_id: MATCH, time_extension_seconds: 300 }]);
        assert_eq!((at(&extended, ended, ANN), at(&extended, ended, UserId(93)).is_some()), (None, true));
    }

    #[test]
    fn a_list_is_missing_until_it_is_handed_in_or_the_deadline_moves() {
        let deadline = noon() + TimeDelta::hours(20);
        let until = |deadline| E::OrganizingChanged {
            organizing: Organizing { decklist_deadline: Some(deadline), ..Organizing::default() },
        };
        let event = tournament(&[registered(1, RegistrationStatus::Complete), until(deadline)]);
        let missing = What::ListMissing { deadline };
        assert_eq!(at(&event, missing, ANN).unwrap().time, Some(deadline));
        assert_eq!(found(&event, missing, ANN, deadline), None, "too late");
        let registration_id = RegistrationId(1);
        for done in [
            until(deadline + TimeDelta::hours(1)),
            E::DecklistAttached { registration_id, decklist_id: Some(DecklistId(4)) },
            E::PaperDecklistMarked { registration_id, using_paper_decklist: true },
            E::RegistrationStatusChanged { registration_id, status: RegistrationStatus::Canceled },
        ] {
            assert_eq!(at(&happened(event.clone(), std::slice::from_ref(&done)), missing, ANN), None, "{done:?}");
        }
    }

    #[test]
    fn a_registration_is_told_as_it_is_now() {
        let event = tournament(&[registered(1, RegistrationStatus::OnWaitlist)]);
        assert!(at(&event, What::Waitlisted, ANN).is_some() && at(&event, What::MovedUp, ANN).is_none());
        let (registration_id, status) = (RegistrationId(1), RegistrationStatus::Complete);
        let event = happened(event, &[E::RegistrationStatusChanged { registration_id, status }]);
        assert!(at(&event, What::Waitlisted, ANN).is_none() && at(&event, What::MovedUp, ANN).is_some());
        assert!(at(&event, What::EventMoved, ANN).is_some() && at(&event, What::EventCanceled, ANN).is_none());
        let canceled = happened(canceled(), &[registered(1, RegistrationStatus::Complete)]);
        assert!(at(&canceled, What::Registered, ANN).is_none() && at(&canceled, What::EventMoved, ANN).is_none());
        assert!(at(&canceled, What::EventCanceled, ANN).is_some() && at(&canceled, What::EventCanceled, BEN).is_none());
        let again = E::DetailsChanged { details: TournamentDetails::new("Open", EventFormat::Legacy) };
        assert!(at(&happened(canceled, &[again]), What::EventCanceled, ANN).is_none());
    }
}

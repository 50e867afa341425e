//! Notifications to players and staff about an event, by mail and on their phones.
//!
//! A queued notification holds ids only. Its facts are looked up when it is sent, from the newest state. What no longer
//! applies is not sent.

use chrono::TimeDelta;
use domain::notifications::NotificationKind;
use domain::permissions::{in_event, may};
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
    WaitsForApproval,
    Waitlisted,
    MovedUp,
    Approved,
    PlaceOffered { until: DateTime<Utc> },
    CalledByQueue { until: DateTime<Utc> },
    RegistrationCanceled,
    TeamInvited { team_id: TeamId },
    TeamComplete { team_id: TeamId },
    TeamLacks { team_id: TeamId },
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
    /// Start of the event, or the deadline that the notification is about, and the event's time zone.
    pub time: Option<(DateTime<Utc>, Zone)>,
    /// Name of the venue.
    pub venue: String,
    /// Number of the round.
    pub round: Option<i32>,
    /// Number of the table; none for a bye.
    pub table: Option<i32>,
    /// The person's seat in a pod, from 1; none in a match of two.
    pub seat: Option<usize>,
    /// Names of the opponents.
    pub opponents: Vec<String>,
    /// What staff wrote, or the name of the team.
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
            Self::Registered
            | Self::WaitsForApproval
            | Self::Waitlisted
            | Self::MovedUp
            | Self::Approved
            | Self::RegistrationCanceled
            | Self::TeamInvited { .. }
            | Self::TeamComplete { .. }
            | Self::TeamLacks { .. } => Kind::Registration,
            Self::PlaceOffered { .. } | Self::CalledByQueue { .. } => Kind::Offer,
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
    seat: Option<usize>,
    opponents: Vec<UserId>,
    time: Option<DateTime<Utc>>,
    text: String,
    registrations: (usize, usize),
}

impl WriteApi {
    /// Returns the facts of a notification for a person as they are now, by phone or by mail; `None` if it no longer
    /// applies.
    pub async fn notification_facts(
        &self,
        about: &Notification,
        person: UserId,
        is_by_phone: bool,
    ) -> Result<Option<NotificationFacts>, Failure> {
        let Some(event) = self.tournament(about.tournament_id).await? else { return Ok(None) };
        let Some(user) = self.user(person).await? else { return Ok(None) };
        if !is_by_phone && (!is_mailed_to(&user.state, about.what) || self.has_stopped_mail(&user.state).await?) {
            return Ok(None);
        }
        let Some(found) = found(&event.state, about.what, person, self.now()) else { return Ok(None) };
        // The phone of a person without a password was subscribed with a private link, and rings for events with such a link.
        let entry = event.state.registrations.iter().find(|entry| entry.user_id == person);
        if is_by_phone && !user.state.has_way_in() && entry.is_none_or(|entry| entry.private_link.is_none()) {
            return Ok(None);
        }
        let staff = match about.what {
            What::JudgeCalled { .. } => Some(self.staff_in(&event.state, Operation::JudgeMatches).await?),
            What::Digest => Some(self.staff(event.state.organization_id, DIGEST).await?),
            _ => None,
        };
        if staff.is_some_and(|staff| !staff.contains(&person)) {
            return Ok(None);
        }
        let mut names = self.names_of(&found.opponents).await?;
        let details = &event.state.details;
        let zone = Zone::of(details.time_zone.as_deref());
        let path = match about.what {
            What::JudgeCalled { .. } => format!("/desk/events/{}/judges/", event.state.id),
            What::Digest => format!("/desk/events/{}/players/", event.state.id),
            _ if user.state.can_sign_in() => format!("/me/{}/", event.state.id),
            // An offer is answered at once. On a phone, the link of a guest would be on the lock screen.
            What::PlaceOffered { .. } | What::CalledByQueue { .. } | What::TeamInvited { .. } if !is_by_phone => {
                self.guest_path(&event.state, entry)
            }
            _ => public_path(&event.state),
        };
        Ok(Some(NotificationFacts {
            event: details.name.clone(),
            time: found.time.map(|time| (time, zone)),
            venue: details.venue_name.clone(),
            round: found.round,
            table: found.table,
            seat: found.seat,
            opponents: found.opponents.iter().filter_map(|id| names.remove(id)).collect(),
            text: found.text,
            registrations: found.registrations,
            path,
            unsubscribe: String::new(),
        }))
    }

    /// Returns what the words of the letter with a guest's link need; `None` if the link was revoked, or the owner of the
    /// address wants no mail.
    pub async fn guest_link_facts(
        &self,
        id: TournamentId,
        guest: UserId,
    ) -> Result<Option<NotificationFacts>, Failure> {
        let Some(event) = self.tournament(id).await? else { return Ok(None) };
        let Some(user) = self.user(guest).await? else { return Ok(None) };
        if self.has_stopped_mail(&user.state).await? {
            return Ok(None);
        }
        let entry = event.state.registrations.iter().find(|entry| entry.user_id == guest);
        let code = self.private_links.as_ref().zip(entry).and_then(|(links, entry)| links.current(id, entry));
        let event = event.state.details.name.clone();
        Ok(code.map(|code| NotificationFacts { event, path: code.path(id), ..NotificationFacts::default() }))
    }

    /// Returns the path of a guest's own page of an event; that of the public page if the guest has none.
    fn guest_path(&self, event: &Tournament, entry: Option<&Registration>) -> String {
        let code = self.private_links.as_ref().zip(entry).and_then(|(links, entry)| links.current(event.id, entry));
        code.map_or_else(|| public_path(event), |code| code.path(event.id))
    }

    /// Returns the members of an organization who may do something with its events.
    pub async fn staff(&self, id: OrganizationId, operation: Operation) -> Result<Vec<UserId>, Failure> {
        self.members_who_may(operation, id, |_, role| role).await
    }

    /// Returns the members who may do something in an event, with the role in the organization or for the event.
    pub async fn staff_in(&self, event: &Tournament, operation: Operation) -> Result<Vec<UserId>, Failure> {
        let role = |id: UserId, role: Role| in_event(role, event.staff.get(&id).copied());
        self.members_who_may(operation, event.organization_id, role).await
    }

    async fn members_who_may(
        &self,
        operation: Operation,
        id: OrganizationId,
        role: impl Fn(UserId, Role) -> Role + Send,
    ) -> Result<Vec<UserId>, Failure> {
        let organization = self.organization(id).await?;
        let members = organization.iter().flat_map(|organization| &organization.state.members);
        let members = members.filter(|member| !member.removed && may(role(member.user_id, member.role), operation));
        Ok(members.map(|member| member.user_id).collect())
    }

    /// Returns those of these people whose account has an e-mail address.
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

/// Whether a mail about this goes to a person. A stranger may have typed the address of a guest: what other players write and
/// bring about in teams is not mailed there.
fn is_mailed_to(user: &User, what: What) -> bool {
    let is_of_team = matches!(what, What::TeamInvited { .. } | What::TeamComplete { .. } | What::TeamLacks { .. });
    !is_of_team || !user.is_guest() || user.is_email_confirmed
}

/// Returns the path of the public page of an event; that of the start page if it has none.
fn public_path(event: &Tournament) -> String {
    let has_page = !event.details.is_unlisted && !event.details.is_test;
    if has_page { format!("/events/{}/", event.id) } else { "/".to_owned() }
}

/// Returns everyone who has a seat or a bye in a round.
pub fn people_in(event: &Tournament, round: &Round) -> Vec<UserId> {
    let seated = round.all_matches().flat_map(Match::seated).map(|(_, player)| player);
    let byes =
        round.team_matches.iter().filter(|team_match| team_match.is_bye).flat_map(|team_match| &team_match.teams);
    let members = byes.filter_map(|id| event.team(*id)).flat_map(|team| &team.members);
    let entries = seated.chain(members.map(|member| member.registration_id));
    entries.filter_map(|id| event.registration(id)).map(|entry| entry.user_id).collect()
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

/// Returns the round whose clock ended at this time, if the person still plays in it.
fn clock_ended(event: &Tournament, round_id: RoundId, at: DateTime<Utc>, person: UserId) -> Option<Found> {
    let (_, round) = event.round(round_id).filter(|(_, round)| round.status == ProgressStatus::InProgress)?;
    round.clock.and_then(clock::ends_at).filter(|end| *end == at)?;
    let is_seated = |table: &&Match| side_at(event, table, person).is_some();
    let plays_on = |table: &&Match| table.result.is_none() && table.time_extension_seconds == 0;
    round.unreported().find(|table| is_seated(table) && plays_on(table))?;
    Some(Found { round: number(round), ..Found::default() })
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
            Some(reported_by(&at, seat(event, at.round, person)?))
        }
        What::ResultContested { match_id } => {
            let at = event.placed(match_id).filter(|at| at.table.contested)?;
            let found = seat(event, at.round, person)?;
            // The event does not keep who contests. It could be any of several opponents.
            Some(if found.opponents.len() > 1 { Found { opponents: Vec::new(), ..found } } else { found })
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
        What::ClockEnded { round_id, at } => clock_ended(event, round_id, at, person),
        What::ListMissing { deadline } => {
            let is_open = event.organizing.decklist_deadline == Some(deadline) && now < deadline;
            entry().filter(|entry| is_open && !event.details.is_canceled && lacks_list(entry))?;
            Some(Found { time: Some(deadline), ..Found::default() })
        }
        What::Registered | What::MovedUp | What::Approved => has_status(RegistrationStatus::Complete).then_some(start),
        What::WaitsForApproval => has_status(RegistrationStatus::InWaitingRoom).then_some(start),
        What::Waitlisted => has_status(RegistrationStatus::OnWaitlist).then_some(start),
        What::PlaceOffered { until } => {
            let offer = entry().and_then(|entry| event.open_offer(entry, now));
            offer.filter(|offered| *offered == until)?;
            Some(Found { time: Some(until), ..Found::default() })
        }
        What::CalledByQueue { until } => {
            entry().filter(|entry| entry.call_ends == Some(until) && now < until)?;
            Some(Found { time: Some(until), ..Found::default() })
        }
        What::TeamInvited { team_id } => {
            let team = event.team(team_id).filter(|team| event.teams_can_change() && !team.is_dropped)?;
            let invited = team.invited.iter().filter_map(|id| event.registration(*id));
            invited.into_iter().find(|entry| entry.user_id == person && entry.team_id.is_none())?;
            Some(Found { text: team.name.clone(), ..start })
        }
        What::TeamComplete { team_id } | What::TeamLacks { team_id } => {
            let team = event.team(team_id).filter(|team| !team.is_dropped)?;
            event.registration(team.captain()?).filter(|captain| captain.user_id == person)?;
            let applies = event.is_complete(team) == matches!(what, What::TeamComplete { .. });
            applies.then(|| Found { text: team.name.clone(), ..start })
        }
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

/// Returns the side of a person at a table, from 0; `None` for others.
fn side_at(event: &Tournament, table: &Match, person: UserId) -> Option<usize> {
    let is = |id| event.registration(id).is_some_and(|entry| entry.user_id == person);
    table.seated().find(|(_, player)| is(*player)).map(|(side, _)| side)
}

/// Returns where a person plays in a round, and against whom. Without a match there is no table.
fn seat(event: &Tournament, round: &Round, person: UserId) -> Option<Found> {
    let here = Found { round: number(round), ..Found::default() };
    let own = |table| side_at(event, table, person).map(|side| (table, side));
    let Some((table, side)) = round.all_matches().find_map(own) else {
        return people_in(event, round).contains(&person).then_some(here);
    };
    let Pairing { kind, table_number, players, .. } = &table.pairing;
    let is_versus = *kind == PairingKind::Versus;
    let others = table.seated().filter(|(other, _)| is_versus && *other != side);
    let opponents = others.filter_map(|(_, id)| event.registration(id)).map(|entry| entry.user_id).collect();
    let seat = (is_versus && players.len() > 2).then_some(side + 1);
    let is_seated = matches!(kind, PairingKind::Versus | PairingKind::Seating);
    Some(Found { table: is_seated.then_some(*table_number), seat, opponents, ..here })
}

/// Names only the one of several opponents who reported the result.
fn reported_by(at: &Placed<'_>, found: Found) -> Found {
    match at.table.reported_by.as_ref().and_then(Actor::person) {
        Some(reporter) if found.opponents.len() > 1 => Found { opponents: vec![reporter], ..found },
        _ => found,
    }
}

#[cfg(test)]
mod tests;

//! Given: states folded from events, for the tests of decisions, and the names that these tests share.

use std::fmt::{Debug, Display};

use api_kit::PrivateLinks;
use proto_events::convention::ConventionDetails;
use proto_events::{DecklistEvent, Envelope};
use service_kit::keyring::Keyring;
use service_kit::secret::Secret;

pub(crate) use chrono::TimeDelta;
pub(crate) use proto_events::decklist::DecklistBody;
pub(crate) use proto_events::tournament::*;

pub(crate) use crate::accounts::stewardship::tests::administrator;
pub(crate) use crate::prelude::*;
pub(crate) use crate::prelude::{
    LifecycleStatus as L, QueueCheckInStatus as Q, RegistrationStatus as S, TournamentEvent as E,
};

/// The registrations of Anna, who is user 91, and of Bea, who is user 92.
pub(crate) const ENTRY: RegistrationId = RegistrationId(1);
pub(crate) const OTHER: RegistrationId = RegistrationId(2);
pub(crate) const ANNA: ActingAs = ActingAs::Person(UserId(91));
pub(crate) const BEA: ActingAs = ActingAs::Person(UserId(92));

/// The code of the refusal, and the arguments of its sentence: "round-open 1 UPCOMING".
#[track_caller]
pub(crate) fn coded<T: Debug>(result: Result<T, Refusal>) -> String {
    let refusal = result.unwrap_err();
    let arguments = refusal.message().arguments().iter().map(|(_, value)| format!(" {value}"));
    std::iter::once(refusal.code().to_owned()).chain(arguments).collect()
}

/// Checks that each step from one status to another is decided as the machine says.
#[track_caller]
pub(crate) fn assert_steps<T, F>(machine: &Machine<T>, all: &[T], decided: impl Fn(T, T) -> Result<F, Refusal>)
where
    T: Copy + PartialEq + Display + 'static,
{
    for (from, to) in all.iter().flat_map(|from| all.iter().map(move |to| (*from, *to))).filter(|(one, to)| one != to) {
        assert_eq!(decided(from, to).map(|_| ()), machine.check(from, to).map_err(Refusal::from), "{from} {to}");
    }
}

/// Ids of which the next one of each sequence is this one.
pub(crate) fn next_ids(firsts: &[(Sequence, i64)]) -> Ids {
    let mut ids = Ids::counting();
    for &(sequence, first) in firsts {
        (1..first).for_each(|_| _ = ids.next(sequence));
    }
    ids
}

pub(crate) fn private_links() -> PrivateLinks {
    PrivateLinks::new(&Keyring::from(&Secret::generate()))
}

/// The time at which tests run.
pub(crate) fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp(1_750_000_000, 0).unwrap()
}

/// Organization 1, created as "Moxhall", after these events, which occurred before noon, a second apart.
pub(crate) fn organization(events: &[OrganizationEvent]) -> Organization {
    let created = OrganizationEvent::Created { name: "Moxhall".into() };
    let all = std::iter::once(&created).chain(events).cloned();
    Organization::from_events(&envelopes(StreamId::organization(OrganizationId(1)), all)).unwrap()
}

/// A member is added: user 90 as member 4, user 91 as member 5.
pub(crate) fn member(id: i64, role: Role) -> OrganizationEvent {
    OrganizationEvent::MemberAdded { member_id: MemberId(id), user_id: UserId(86 + id), role }
}

/// The same person is invited with this role.
pub(crate) fn invited(id: i64, role: Role) -> OrganizationEvent {
    OrganizationEvent::MemberInvited { member_id: MemberId(id), user_id: UserId(86 + id), role }
}

/// User 9, whose username is "anna", after these events.
pub(crate) fn user(events: &[UserEvent]) -> User {
    let registered = UserEvent::Registered { profile: profile("anna", "Anna A.") };
    let all = std::iter::once(&registered).chain(events).cloned();
    User::from_events(&envelopes(StreamId::user(UserId(9)), all)).unwrap()
}

/// A profile with these two names only.
pub(crate) fn profile(username: &str, best_identifier: &str) -> Profile {
    Profile { username: username.into(), best_identifier: best_identifier.into(), ..Profile::default() }
}

/// Convention 5 of organization 1, which is scheduled, after these events.
pub(crate) fn convention(events: &[ConventionEvent]) -> Convention {
    let (details, status) = (ConventionDetails::default(), ConventionStatus::Scheduled);
    let created = ConventionEvent::Created { details, status };
    let all = std::iter::once(&created).chain(events).cloned();
    Convention::from_events(&envelopes(StreamId::convention(ConventionId(5)), all)).unwrap()
}

/// A state as it is loaded from this stream of organization 1.
pub(crate) fn folded<T>(state: T, stream: StreamId) -> Arc<Folded<T>> {
    let (organization_id, position) = (OrganizationId(1), Position(stream.id));
    Arc::new(Folded { state, stream, organization_id, version: 1, position })
}

/// Decklist 17 of organization 1, with these revisions.
pub(crate) fn decklist(revisions: &[&DecklistBody]) -> Decklist {
    let event = |(body, number): (&&DecklistBody, usize)| match number {
        0 => DecklistEvent::Submitted { owner_user_id: None, body: (*body).clone(), deck_url: String::new() },
        _ => DecklistEvent::Revised { body: (*body).clone() },
    };
    let stream = StreamId::decklist(DecklistId(17));
    Decklist::from_events(&envelopes(stream, revisions.iter().zip(0..).map(event))).unwrap()
}

/// Tournament 3 of organization 1: a Legacy event named "Open" with the seed 7, after these events.
pub(crate) fn tournament(events: &[TournamentEvent]) -> Tournament {
    let created = TournamentEvent::Created { details: TournamentDetails::new("Open", EventFormat::Legacy), seed: 7 };
    let all = std::iter::once(&created).chain(events).cloned();
    Tournament::from_events(&envelopes(StreamId::tournament(TournamentId(3)), all)).unwrap()
}

/// The details of "Open" change to these.
pub(crate) fn settings(change: impl FnOnce(&mut TournamentDetails)) -> TournamentEvent {
    let mut details = TournamentDetails::new("Open", EventFormat::Legacy);
    change(&mut details);
    TournamentEvent::DetailsChanged { details }
}

/// The usual way to run an event changes to this.
pub(crate) fn organized(change: impl FnOnce(&mut Organizing)) -> TournamentEvent {
    let mut organizing = Organizing::default();
    change(&mut organizing);
    TournamentEvent::OrganizingChanged { organizing }
}

pub(crate) fn reached(status: LifecycleStatus) -> TournamentEvent {
    TournamentEvent::LifecycleChanged { status }
}

/// The same tournament, canceled.
pub(crate) fn canceled() -> Tournament {
    tournament(&[settings(|it| it.is_canceled = true)])
}

/// A person registers: user 91 as registration 1, user 92 as registration 2.
pub(crate) fn registered(id: i64, status: RegistrationStatus) -> TournamentEvent {
    TournamentEvent::PlayerRegistered { registration_id: RegistrationId(id), user_id: UserId(90 + id), status }
}

pub(crate) fn status_changed(id: i64, status: RegistrationStatus) -> TournamentEvent {
    TournamentEvent::RegistrationStatusChanged { registration_id: RegistrationId(id), status }
}

pub(crate) fn check_in_changed(id: i64, status: impl Into<Option<QueueCheckInStatus>>) -> TournamentEvent {
    TournamentEvent::CheckInChanged { registration_id: RegistrationId(id), status: status.into() }
}

pub(crate) fn seat_fixed(id: i64, fixed_seat: i32) -> TournamentEvent {
    TournamentEvent::SeatFixed { registration_id: RegistrationId(id), fixed_seat: Some(fixed_seat) }
}

pub(crate) fn byes_awarded(id: i64, round_numbers: &[i32]) -> TournamentEvent {
    TournamentEvent::ByesAwarded { registration_id: RegistrationId(id), round_numbers: round_numbers.to_vec() }
}

/// A table of a round with these registrations.
pub(crate) fn table(match_id: MatchId, kind: PairingKind, table_number: i32, players: &[i64]) -> Pairing {
    let players = players.iter().copied().map(RegistrationId).collect();
    Pairing { match_id, kind, table_number, pod_number: 0, players, is_ghost: false, is_consolation: false }
}

/// Events of so many registrations and a first round with these tables, which has not started.
pub(crate) fn paired(registrations: i64, round_id: RoundId, pairings: Vec<Pairing>) -> Vec<TournamentEvent> {
    let phase_id = PhaseId(1);
    let mut events: Vec<_> = (1..=registrations).map(|id| registered(id, RegistrationStatus::Complete)).collect();
    events.extend([
        reached(LifecycleStatus::EventInProgress),
        TournamentEvent::PhaseAdded { phase_id, order_in_phases: 1, round_type: PhaseType::Swiss },
        TournamentEvent::RoundAdded {
            round_id,
            phase_id,
            round_number: 1,
            round_type: RoundType::PlayVsOpponent,
            final_round_in_event: false,
            use_old_pairings: false,
            pairingengine_url: String::new(),
        },
        TournamentEvent::MatchesPaired { round_id, pairings },
        TournamentEvent::PairingsCompleted { round_id },
    ]);
    events
}

/// The tournament with registrations 1 to 4 and a first round in progress: 1 plays 2 in match 1, 3 plays 4 in match 2.
pub(crate) fn in_play() -> Tournament {
    let round_id = RoundId(1);
    let versus = |number: i32, players: &[i64]| table(MatchId(number.into()), PairingKind::Versus, number, players);
    let mut events = paired(4, round_id, vec![versus(1, &[1, 2]), versus(2, &[3, 4])]);
    events.push(TournamentEvent::RoundStarted { round_id });
    tournament(&events)
}

/// A tournament after these further events.
pub(crate) fn happened(tournament: Tournament, events: &[TournamentEvent]) -> Tournament {
    done_by(&Actor::System, tournament, events)
}

/// The same for events of this actor.
pub(crate) fn done_by(actor: &Actor, tournament: Tournament, events: &[TournamentEvent]) -> Tournament {
    later(tournament, events, |envelope| envelope.actor = actor.clone())
}

/// A tournament after a further event of this actor at this time.
pub(crate) fn done_at(at: DateTime<Utc>, actor: &Actor, tournament: Tournament, event: TournamentEvent) -> Tournament {
    later(tournament, &[event], |envelope| {
        (envelope.actor, envelope.occurred_at, envelope.recorded_at) = (actor.clone(), at, at);
    })
}

/// A tournament after these events, so changed, which follow the last one by which a player joined the waitlist.
fn later(mut tournament: Tournament, events: &[TournamentEvent], change: impl Fn(&mut Envelope)) -> Tournament {
    let last = tournament.registrations.iter().filter_map(|entry| entry.in_line_since).max();
    for mut envelope in envelopes(StreamId::tournament(tournament.id), events.iter().cloned()) {
        envelope.position.0 += last.map_or(0, |last| last.0);
        change(&mut envelope);
        tournament.apply(&envelope).unwrap();
    }
    tournament
}

/// A team is formed of these registrations, in the order of their seats.
pub(crate) fn team_formed(id: i64, name: &str, members: impl IntoIterator<Item = i64>) -> TournamentEvent {
    let member = |(id, seat): (i64, i32)| TeamMember {
        team_player_id: TeamPlayerId(id),
        registration_id: RegistrationId(id),
        seat,
        captain: seat == 1,
    };
    let (team_id, members) = (TeamId(id), members.into_iter().zip(1..).map(member).collect());
    TournamentEvent::TeamFormed { team_id, team_name: name.into(), invite_hash: String::new(), members }
}

/// A tournament of teams of two before play: registrations 1 and 2 are team 1, "The Twos"; 3 and 4 have no team.
pub(crate) fn team() -> Tournament {
    let mut events = vec![settings(|it| it.team_size = 2)];
    events.extend((1..=4).map(|id| registered(id, RegistrationStatus::Complete)));
    events.push(team_formed(1, "The Twos", [1, 2]));
    tournament(&events)
}

fn envelopes<E: Into<DomainEvent>>(stream: StreamId, events: impl Iterator<Item = E>) -> Vec<Envelope> {
    let wrap = |(event, version): (E, i64)| {
        let at = noon() - TimeDelta::hours(1) + TimeDelta::seconds(version);
        Envelope {
            position: Position(version),
            stream,
            version,
            organization_id: OrganizationId(1),
            occurred_at: at,
            recorded_at: at,
            actor: Actor::System,
            event: event.into(),
        }
    };
    events.zip(1..).map(wrap).collect()
}

//! Given: states folded from events, for the tests of decisions.

use std::fmt::Debug;

use api_kit::PrivateLinks;
use chrono::{DateTime, Duration, Utc};
use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::organization::Organization;
use domain::tournament::Tournament;
use domain::user::User;
use proto_events::decklist::DecklistBody;
use proto_events::ids::{
    ConventionId, DecklistId, MatchId, MemberId, OrganizationId, PhaseId, RegistrationId, RoundId, Sequence, TeamId,
    TeamPlayerId, TournamentId, UserId,
};
use proto_events::tournament::{Pairing, PairingKind, TeamMember, TournamentDetails};
use proto_events::user::Profile;
use proto_events::vocabulary::{EventFormat, LifecycleStatus, PhaseType, RegistrationStatus, Role, RoundType};
use proto_events::{
    Actor, ConventionEvent, DecklistEvent, DomainEvent, Envelope, OrganizationEvent, Position, StreamId,
    TournamentEvent, UserEvent,
};
use service_kit::keyring::Keyring;
use service_kit::secret::Secret;

use crate::{Ids, Refusal};

/// The code of the refusal, and the arguments of its sentence: "round-open 1 UPCOMING".
#[track_caller]
pub(crate) fn coded<T: Debug>(result: Result<T, Refusal>) -> String {
    let refusal = result.unwrap_err();
    let arguments = refusal.message().arguments().iter().map(|(_, value)| format!(" {value}"));
    std::iter::once(refusal.code().to_owned()).chain(arguments).collect()
}

/// Ids of which the next one of each sequence is this one.
pub(crate) fn next_ids(firsts: &[(Sequence, i64)]) -> Ids {
    let mut ids = Ids::counting();
    for &(sequence, first) in firsts {
        (1..first).for_each(|_| {
            ids.next(sequence);
        });
    }
    ids
}

/// The private links of an installation of its own.
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

/// Convention 5 of organization 1, after these events.
pub(crate) fn convention(events: &[ConventionEvent]) -> Convention {
    let stream = StreamId::convention(ConventionId(5));
    Convention::from_events(&envelopes(stream, events.iter().cloned())).unwrap()
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

/// The same tournament, canceled.
pub(crate) fn canceled() -> Tournament {
    let open = TournamentDetails::new("Open", EventFormat::Legacy);
    tournament(&[TournamentEvent::DetailsChanged { details: TournamentDetails { is_canceled: true, ..open } }])
}

/// A person registers: user 91 as registration 1, user 92 as registration 2.
pub(crate) fn registered(id: i64, status: RegistrationStatus) -> TournamentEvent {
    TournamentEvent::PlayerRegistered { registration_id: RegistrationId(id), user_id: UserId(90 + id), status }
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
        TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventInProgress },
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
pub(crate) fn done_by(actor: &Actor, mut tournament: Tournament, events: &[TournamentEvent]) -> Tournament {
    for mut envelope in envelopes(StreamId::tournament(tournament.id), events.iter().cloned()) {
        (envelope.actor, envelope.position) = (actor.clone(), behind_the_line(&tournament, envelope.position));
        tournament.apply(&envelope).unwrap();
    }
    tournament
}

/// A tournament after a further event of this actor at this time.
pub(crate) fn done_at(
    at: DateTime<Utc>,
    actor: &Actor,
    mut tournament: Tournament,
    event: TournamentEvent,
) -> Tournament {
    for mut envelope in envelopes(StreamId::tournament(tournament.id), std::iter::once(event)) {
        (envelope.actor, envelope.occurred_at, envelope.recorded_at) = (actor.clone(), at, at);
        envelope.position = behind_the_line(&tournament, envelope.position);
        tournament.apply(&envelope).unwrap();
    }
    tournament
}

/// Returns this position, counted from that of the last player who joined the waitlist.
fn behind_the_line(tournament: &Tournament, position: Position) -> Position {
    let last = tournament.registrations.iter().filter_map(|entry| entry.in_line_since).max();
    Position(last.map_or(0, |last| last.0) + position.0)
}

/// A tournament of teams of two before play: registrations 1 and 2 are team 1, "The Twos"; 3 and 4 have no team.
pub(crate) fn team() -> Tournament {
    let details = TournamentDetails { team_size: 2, ..TournamentDetails::new("Pairs", EventFormat::Legacy) };
    let member = |seat: i32| TeamMember {
        team_player_id: TeamPlayerId(seat.into()),
        registration_id: RegistrationId(seat.into()),
        seat,
        captain: seat == 1,
    };
    let mut events = vec![TournamentEvent::DetailsChanged { details }];
    events.extend((1..=4).map(|id| registered(id, RegistrationStatus::Complete)));
    events.push(TournamentEvent::TeamFormed {
        team_id: TeamId(1),
        team_name: "The Twos".into(),
        invite_hash: String::new(),
        members: vec![member(1), member(2)],
    });
    tournament(&events)
}

fn envelopes<E: Into<DomainEvent>>(stream: StreamId, events: impl Iterator<Item = E>) -> Vec<Envelope> {
    let wrap = |(event, version): (E, i64)| {
        let at = noon() - Duration::hours(1) + Duration::seconds(version);
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

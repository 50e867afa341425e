//! A match as commands find it: whether somebody plays there, who, and whether it is the time for it.

use domain::tournament::{Placed, Tournament};
use proto_events::ids::{MatchId, RegistrationId, UserId};
use proto_events::tournament::PairingKind;
use proto_events::vocabulary::ProgressStatus;

use crate::commands::tournaments::order::Asker;

/// The event has no such match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the event has no match {0}")]
pub struct UnknownMatch(pub MatchId);

/// Nobody plays an opponent there: a bye, a loss without an opponent, a place at a meeting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("nobody plays against somebody in match {0}, so that it has no result to be told")]
pub struct NoContest(pub MatchId);

/// The round is not in the state that this takes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("round {number} is {status}; this takes one that is {}", words(needed))]
pub struct WrongMoment {
    /// Its number.
    pub number: i32,
    /// Where it stands.
    pub status: ProgressStatus,
    /// Where it must stand.
    pub needed: &'static [ProgressStatus],
}

fn words(needed: &[ProgressStatus]) -> String {
    let names: Vec<_> = needed.iter().map(|status| status.wire_name()).collect();
    names.join(" or ")
}

/// A person who has no part in a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is somebody else's match")]
pub struct NotYours;

/// A match of a playoff that would have no winner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a match of a playoff needs a winner")]
pub struct NeedsWinner;

/// The match of this id.
pub(crate) fn placed(tournament: &Tournament, id: MatchId) -> Result<Placed<'_>, UnknownMatch> {
    tournament.placed(id).ok_or(UnknownMatch(id))
}

/// The two who play in a match.
pub(crate) fn players(placed: &Placed<'_>) -> Result<[RegistrationId; 2], NoContest> {
    let pairing = &placed.table.pairing;
    match (pairing.kind, pairing.is_ghost, pairing.players.as_slice()) {
        (PairingKind::Versus, false, [first, second]) => Ok([*first, *second]),
        _ => Err(NoContest(pairing.match_id)),
    }
}

/// Whether the round of a match stands where it must.
pub(crate) fn at_moment(placed: &Placed<'_>, needed: &'static [ProgressStatus]) -> Result<(), WrongMoment> {
    let (number, status) = (placed.round.number, placed.round.status);
    if needed.contains(&status) { Ok(()) } else { Err(WrongMoment { number, status, needed }) }
}

/// On which side of a match a person is, from 0: a player, or in a team event any member of a team.
pub(crate) fn side_of(tournament: &Tournament, placed: &Placed<'_>, person: UserId) -> Option<usize> {
    let is = |id: &RegistrationId| tournament.registration(*id).is_some_and(|entry| entry.user_id == person);
    match placed.team_match {
        None => placed.table.pairing.players.iter().position(is),
        Some(team_match) => team_match.teams.iter().position(|team| {
            let members = tournament.team(*team).map(|team| team.members.as_slice()).unwrap_or_default();
            members.iter().any(|member| is(&member.registration_id))
        }),
    }
}

/// On which side of a match somebody is who speaks for one; staff speaks for none.
pub(crate) fn own_side(tournament: &Tournament, placed: &Placed<'_>, asker: Asker) -> Result<Option<usize>, NotYours> {
    match asker {
        Asker::Staff => Ok(None),
        Asker::Person(person) => side_of(tournament, placed, person).map(Some).ok_or(NotYours),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use proto_events::ids::{PhaseId, RoundId};
    use proto_events::tournament::Pairing;
    use proto_events::vocabulary::{LifecycleStatus, PhaseType, RegistrationStatus, RoundType};
    use proto_events::{Actor, Envelope, Position, StreamId, TournamentEvent as E};

    use super::*;
    use crate::testing::{noon, registered, tournament};

    /// The match of entries 1 and 2, who are users 91 and 92.
    pub(crate) const MATCH: MatchId = MatchId(21);
    /// The bye of entry 3.
    pub(crate) const BYE: MatchId = MatchId(22);
    /// Their round.
    pub(crate) const ROUND: RoundId = RoundId(11);

    /// What comes before play: three entries, and a round in which two of them meet.
    pub(crate) fn paired() -> Vec<E> {
        let table = |match_id, kind, table_number, players: &[i64]| Pairing {
            match_id,
            kind,
            table_number,
            pod_number: 0,
            players: players.iter().copied().map(RegistrationId).collect(),
            is_ghost: false,
            is_consolation: false,
        };
        let mut events: Vec<E> = (1..=3).map(|id| registered(id, RegistrationStatus::Complete)).collect();
        events.extend([
            E::LifecycleChanged { status: LifecycleStatus::EventInProgress },
            E::PhaseAdded { phase_id: PhaseId(5), order_in_phases: 1, round_type: PhaseType::Swiss },
            E::RoundAdded {
                round_id: ROUND,
                phase_id: PhaseId(5),
                round_number: 1,
                round_type: RoundType::PlayVsOpponent,
                final_round_in_event: false,
                use_old_pairings: false,
                pairingengine_url: String::new(),
            },
            E::MatchesPaired {
                round_id: ROUND,
                pairings: vec![table(MATCH, PairingKind::Versus, 1, &[1, 2]), table(BYE, PairingKind::Bye, 2, &[3])],
            },
            E::PairingsCompleted { round_id: ROUND },
        ]);
        events
    }

    /// The round is played, and this happened since.
    pub(crate) fn playing(since: &[E]) -> Tournament {
        let mut events = paired();
        events.push(E::RoundStarted { round_id: ROUND });
        events.extend_from_slice(since);
        tournament(&events)
    }

    /// The round is played, and somebody did this since.
    pub(crate) fn told_by(actor: &Actor, since: &[E]) -> Tournament {
        let mut tournament = playing(&[]);
        for event in since {
            let envelope = Envelope {
                position: Position(1),
                stream: StreamId::tournament(tournament.id),
                version: 1,
                organization_id: tournament.organization_id,
                occurred_at: noon(),
                recorded_at: noon(),
                actor: actor.clone(),
                event: event.clone().into(),
            };
            tournament.apply(&envelope).unwrap();
        }
        tournament
    }

    /// The round is over.
    pub(crate) fn over() -> Tournament {
        playing(&[E::RoundCompleted { round_id: ROUND }])
    }

    #[test]
    fn people_are_found_at_their_tables() {
        let tournament = playing(&[]);
        let (versus, bye) = (placed(&tournament, MATCH).unwrap(), placed(&tournament, BYE).unwrap());
        assert_eq!(players(&versus), Ok([RegistrationId(1), RegistrationId(2)]));
        assert_eq!(players(&bye), Err(NoContest(BYE)));
        let sides = [91, 92, 93].map(|user| side_of(&tournament, &versus, UserId(user)));
        assert_eq!(sides, [Some(0), Some(1), None]);
        assert_eq!(placed(&tournament, MatchId(99)).unwrap_err(), UnknownMatch(MatchId(99)));
    }
}

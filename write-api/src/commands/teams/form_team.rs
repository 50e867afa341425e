//! Forms a team of complete registrations, in the order of their seats. The first member is the captain. A team has all
//! its members from the start; there is no command to join one.

use std::collections::HashSet;

use domain::limits::SHORT_TEXT;
use domain::tournament::{Team, Tournament};
use proto_events::TournamentEvent;
use proto_events::ids::{RegistrationId, Sequence, TeamId, TeamPlayerId};
use proto_events::tournament::TeamMember;
use proto_events::vocabulary::RegistrationStatus;

use crate::commands::tournaments::event_fields::TEAM_SIZE;
use crate::commands::tournaments::field::{Over, check_not_over};
use crate::commands::tournaments::order::Order;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, FieldErrors, Ids, WriteApi};

/// Forms a team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormTeam {
    /// Its name.
    pub team_name: String,
    /// Its members, by seat.
    pub registration_ids: Vec<RegistrationId>,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A field is invalid.
    #[error(transparent)]
    Invalid(#[from] FieldErrors),
    /// The event is not a team event.
    #[error("this is not a team event: its team_size is 1")]
    NoTeams,
    /// The event is over.
    #[error(transparent)]
    Over(#[from] Over),
    /// A member's registration is not complete.
    #[error("registration {registration_id} is {status}; members of a team must be COMPLETE")]
    NotComplete {
        /// The registration.
        registration_id: RegistrationId,
        /// Its status.
        status: RegistrationStatus,
    },
    /// A member is already in a team.
    #[error("registration {registration_id} is in team {team_id}")]
    InTeam {
        /// The registration.
        registration_id: RegistrationId,
        /// Its team.
        team_id: TeamId,
    },
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The team was formed.
    Formed,
    /// The same team existed before.
    Unchanged,
    /// The idempotency key was used before; the command ran once.
    Repeated,
}

/// Ids for a team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamIds {
    /// The team's id.
    pub team_id: TeamId,
    /// Ids of its seats, at least as many as it has.
    pub seats: Vec<TeamPlayerId>,
}

/// Decides the command.
///
/// # Errors
/// If a field is invalid, the event is not a team event or is over, or a member is not complete or is in a team.
pub fn decide(
    tournament: &Tournament,
    command: &FormTeam,
    ids: &TeamIds,
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    if !tournament.is_team_event() {
        return Err(Refusal::NoTeams);
    }
    check_fields(tournament, command)?;
    if tournament.teams.iter().any(|team| is_the_same(team, command)) {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    check_not_over(tournament)?;
    for &registration_id in &command.registration_ids {
        let Some(entry) = tournament.registration(registration_id) else { continue };
        if let Some(team_id) = entry.team_id {
            return Err(Refusal::InTeam { registration_id, team_id });
        }
        if entry.status != RegistrationStatus::Complete {
            return Err(Refusal::NotComplete { registration_id, status: entry.status });
        }
    }
    let members = command.registration_ids.iter().zip(&ids.seats).zip(1..);
    let member = |((&registration_id, &team_player_id), seat)| TeamMember {
        team_player_id,
        registration_id,
        seat,
        captain: seat == 1,
    };
    let formed = TournamentEvent::TeamFormed {
        team_id: ids.team_id,
        team_name: command.team_name.clone(),
        invite_hash: String::new(),
        members: members.map(member).collect(),
    };
    Ok(Decision::happens(vec![formed], Outcome::Formed))
}

/// Returns the faults of a team's name.
pub fn faults(team_name: &str) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.required_text("team_name", team_name, SHORT_TEXT);
    errors
}

fn check_fields(tournament: &Tournament, command: &FormTeam) -> Result<(), FieldErrors> {
    const MEMBERS: &str = "registration_ids";
    let mut errors = faults(&command.team_name);
    let (size, given) = (tournament.details.team_size, command.registration_ids.len());
    if usize::try_from(size) != Ok(given) {
        errors.add(MEMBERS, format!("Must be {size} registrations, in the order of their seats; these are {given}."));
    }
    let mut seen = HashSet::new();
    for id in &command.registration_ids {
        if tournament.registration(*id).is_none() {
            errors.add(MEMBERS, format!("The event has no registration {id}."));
        } else if !seen.insert(id) {
            errors.add(MEMBERS, format!("Registration {id} is named twice."));
        }
    }
    errors.check()
}

fn is_the_same(team: &Team, command: &FormTeam) -> bool {
    let members = team.members.iter().map(|member| member.registration_id);
    !team.is_dropped && team.name == command.team_name && members.eq(command.registration_ids.iter().copied())
}

impl WriteApi {
    /// Forms a team; repeats with the same idempotency key do nothing.
    ///
    /// # Errors
    /// If the command is refused, the event is not found or has another version, or the store fails.
    pub async fn form_team(
        &self,
        order: &Order,
        command: &FormTeam,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        // Teams with too many members are refused, and need no ids.
        let most = usize::try_from(TEAM_SIZE).unwrap_or_default();
        let seats = command.registration_ids.len().min(most);
        let mut ids = Ids::reserve(&*self.events, &[(Sequence::Team, 1), (Sequence::TeamPlayer, seats)]).await?;
        let team_id = TeamId(ids.next(Sequence::Team));
        let seats = (0..seats).map(|_| TeamPlayerId(ids.next(Sequence::TeamPlayer))).collect();
        let ids = TeamIds { team_id, seats };
        self.carry_out(order, Outcome::Repeated, |tournament| decide(tournament, command, &ids)).await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::LifecycleStatus;

    use super::*;
    use crate::testing::{happened, registered, team, tournament};
    use TournamentEvent as E;

    fn of(name: &str, members: &[i64]) -> FormTeam {
        let registration_ids = members.iter().copied().map(RegistrationId).collect();
        FormTeam { team_name: name.into(), registration_ids }
    }

    fn decided(tournament: &Tournament, command: &FormTeam) -> Result<Decision<E, Outcome>, Refusal> {
        let ids = TeamIds { team_id: TeamId(2), seats: vec![TeamPlayerId(21), TeamPlayerId(22)] };
        decide(tournament, command, &ids)
    }

    #[test]
    fn a_team_sits_in_the_order_given_and_the_first_speaks_for_it() {
        let member = |id: i64, entry: i64, seat: i32| TeamMember {
            team_player_id: TeamPlayerId(id),
            registration_id: RegistrationId(entry),
            seat,
            captain: seat == 1,
        };
        let formed = E::TeamFormed {
            team_id: TeamId(2),
            team_name: "Others".into(),
            invite_hash: String::new(),
            members: vec![member(21, 4, 1), member(22, 3, 2)],
        };
        let decision = decided(&team(), &of("Others", &[4, 3])).unwrap();
        assert_eq!(decision, Decision::happens(vec![formed], Outcome::Formed));
    }

    #[test]
    fn the_same_again_is_no_second_team() {
        let again = of("The Twos", &[1, 2]);
        assert_eq!(decided(&team(), &again).unwrap(), Decision::nothing(Outcome::Unchanged));
        let over = happened(team(), &[E::LifecycleChanged { status: LifecycleStatus::EventFinished }]);
        assert_eq!(decided(&over, &again).unwrap(), Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn what_is_no_team_is_told_by_field() {
        for (command, said) in [
            (of(" ", &[3, 4]), "team_name: May not be empty."),
            (of("A", &[3]), "registration_ids: Must be 2 registrations, in the order of their seats; these are 1."),
            (
                of("A", &[1, 3, 4]),
                "registration_ids: Must be 2 registrations, in the order of their seats; these are 3.",
            ),
            (of("A", &[3, 99]), "registration_ids: The event has no registration 99."),
            (of("A", &[3, 3]), "registration_ids: Registration 3 is named twice."),
        ] {
            let Err(Refusal::Invalid(errors)) = decided(&team(), &command) else { panic!("{command:?}") };
            assert_eq!(errors.to_string(), said);
        }
    }

    #[test]
    fn nobody_is_in_two_teams() {
        for members in [[1, 3], [3, 2]] {
            let refused = decided(&team(), &of("A", &members));
            assert!(matches!(refused, Err(Refusal::InTeam { team_id: TeamId(1), .. })), "{refused:?}");
        }
        let dropped = happened(team(), &[E::TeamDropped { team_id: TeamId(1) }]);
        let refused = decided(&dropped, &of("The Twos", &[1, 2]));
        assert!(matches!(refused, Err(Refusal::InTeam { .. })), "members of a dropped team cannot form another");
    }

    #[test]
    fn members_have_a_place() {
        for status in RegistrationStatus::ALL.iter().filter(|status| **status != RegistrationStatus::Complete) {
            let registration_id = RegistrationId(4);
            let moved = happened(team(), &[E::RegistrationStatusChanged { registration_id, status: *status }]);
            let refused = decided(&moved, &of("A", &[3, 4]));
            assert_eq!(refused, Err(Refusal::NotComplete { registration_id, status: *status }));
        }
    }

    #[test]
    fn teams_are_formed_where_teams_play_until_the_event_is_over() {
        let alone = tournament(&[registered(1, RegistrationStatus::Complete)]);
        assert_eq!(decided(&alone, &of("A", &[1])), Err(Refusal::NoTeams));
        let status = LifecycleStatus::EventFinished;
        let over = happened(team(), &[E::LifecycleChanged { status }]);
        assert_eq!(decided(&over, &of("A", &[3, 4])), Err(Refusal::Over(Over(status))));
        let late = happened(team(), &[E::LifecycleChanged { status: LifecycleStatus::EventInProgress }]);
        assert_eq!(decided(&late, &of("A", &[3, 4])).unwrap().outcome, Outcome::Formed);
    }
}

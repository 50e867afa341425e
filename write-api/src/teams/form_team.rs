//! Forms a team of complete registrations, in the order of their seats. The first member is the captain. A team has all
//! its members from the start.

use domain::tournament::Team;

use super::document::{self, WrittenTeam};
use crate::prelude::*;
use crate::registrations::entries::{check_not_over, no_registration};
use crate::registrations::joining::{in_a_team, member, name_faults, no_team_event, team_over};

pub(crate) const ROUTE: Route = Route {
    id: "form_team",
    summary: "Form a team",
    text: "Takes as many registrations as the event's `team_size`, in the order of their seats. Each must be \
           `COMPLETE` and in no other team. The first one is the captain. A team that is formed late plays from the \
           next round on. The same request again is answered with 200.",
    body: Some(body_schema::<NewTeam>()),
    answer: Answer::of::<WrittenTeam<'_>>(201),
    ids: &[NamedId::in_body("registration_ids[]", Thing::Registration, Rule::Within)],
    is_created_once: true,
    ..Route::at("POST", "/api/v1/magic-events/{id}/teams/", Operation::ManageRegistrations)
};

body! {
    /// A new team.
    pub(crate) struct NewTeam such as r#"{"team_name": "Moxes", "registration_ids": [12, 15, 9]}"#
        foreseeing foreseen {
        /// Its name.
        team_name: String => SHORT_TEXT,
        /// Ids of the registrations of its members, in the order of their seats.
        registration_ids: Required<Vec<RegistrationId>>,
    }
}

fn foreseen(team: &NewTeam) -> FieldErrors {
    name_faults(&team.team_name)
}

decided_by_event!(FormTeam, |command, tournament, _, ids| decide(tournament, command, ids));

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let (NewTeam { team_name, registration_ids }, event) = request.on_event(body).await?;
    let command = FormTeam { team_name, registration_ids: registration_ids.get()? };
    let written = command.run(&event).await?;
    let first = command.registration_ids.first().and_then(|first| written.folded.state.registration(*first));
    let team = first.and_then(|entry| entry.team_id).ok_or_else(|| nothing("team", ""))?;
    document::answer(&request, &written, team).await
}

/// Forms a team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormTeam {
    /// Its name.
    pub team_name: String,
    /// The registrations of its members, by seat.
    pub registration_ids: Vec<RegistrationId>,
}

/// Decides the command, which is refused if a field is invalid, the event is not a team event or is over, or a member
/// is not complete or is in a team.
pub(crate) fn decide(
    tournament: &Tournament,
    command: &FormTeam,
    ids: &mut Ids,
) -> Result<Vec<TournamentEvent>, Refusal> {
    if !tournament.is_team_event() {
        return Err(no_team_event());
    }
    check_fields(tournament, command)?;
    if tournament.teams.iter().any(|team| is_the_same(team, command)) {
        return Ok(Vec::new());
    }
    check_not_over(tournament, team_over)?;
    for &registration_id in &command.registration_ids {
        let Some(entry) = tournament.registration(registration_id) else { continue };
        if let Some(team_id) = entry.team_id {
            return Err(in_a_team(registration_id, team_id));
        }
        if entry.status != RegistrationStatus::Complete {
            let said = message!(
                "team-not-complete",
                "Registration {registration_id} is {status}; members of a team must be COMPLETE.",
                registration_id,
                status = entry.status
            );
            return Err(Refusal::conflict(said).with_steps(&REGISTRATION, entry.status));
        }
    }
    let team_id = TeamId(ids.next(Sequence::Team));
    let member = |(&registration_id, seat): (_, i32)| member(registration_id, seat, ids);
    let formed = TournamentEvent::TeamFormed {
        team_id,
        team_name: command.team_name.clone(),
        invite_hash: String::new(),
        members: command.registration_ids.iter().zip(1..).map(member).collect(),
    };
    Ok(vec![formed])
}

fn check_fields(tournament: &Tournament, command: &FormTeam) -> Result<(), FieldErrors> {
    const MEMBERS: &str = "registration_ids";
    let mut errors = name_faults(&command.team_name);
    let (size, given) = (tournament.details.team_size, command.registration_ids.len());
    if usize::try_from(size) != Ok(given) {
        errors.add(
            MEMBERS,
            message!(
                "team-needs-members",
                "Must be {size} registrations, in the order of their seats; these are {given}.",
                size,
                given
            ),
        );
    }
    let mut seen = HashSet::new();
    for id in &command.registration_ids {
        if tournament.registration(*id).is_none() {
            errors.add(MEMBERS, no_registration(*id));
        } else if !seen.insert(id) {
            errors.add(MEMBERS, message!("registration-named-twice", "Registration {id} is named twice.", id));
        }
    }
    errors.check()
}

fn is_the_same(team: &Team, command: &FormTeam) -> bool {
    let members = team.members.iter().map(|member| member.registration_id);
    !team.is_dropped && team.name == command.team_name && members.eq(command.registration_ids.iter().copied())
}

#[cfg(test)]
mod tests {
    use proto_events::tournament::TeamMember;
    use proto_events::vocabulary::LifecycleStatus;

    use super::*;
    use crate::testing::{coded, happened, registered, team, tournament};
    use TournamentEvent as E;

    fn of(name: &str, members: &[i64]) -> FormTeam {
        let registration_ids = members.iter().copied().map(RegistrationId).collect();
        FormTeam { team_name: name.into(), registration_ids }
    }

    fn decided(tournament: &Tournament, command: &FormTeam) -> Result<Vec<E>, Refusal> {
        decide(tournament, command, &mut Ids::counting())
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
            team_id: TeamId(1),
            team_name: "Others".into(),
            invite_hash: String::new(),
            members: vec![member(1, 4, 1), member(2, 3, 2)],
        };
        let decision = decided(&team(), &of("Others", &[4, 3])).unwrap();
        assert_eq!(decision, vec![formed]);
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
            let errors = decided(&team(), &command).unwrap_err().fields().unwrap().clone();
            assert_eq!(errors.to_string(), said);
        }
    }

    #[test]
    fn nobody_is_in_two_teams() {
        for members in [[1, 3], [3, 2]] {
            let refused = decided(&team(), &of("A", &members));
            let refused = refused.unwrap_err().to_string();
            assert!(refused.ends_with(" is in team 1."), "{refused}");
        }
        let dropped = happened(team(), &[E::TeamDropped { team_id: TeamId(1) }]);
        let refused = decided(&dropped, &of("The Twos", &[1, 2]));
        assert_eq!(
            refused.unwrap_err().code(),
            "registration-in-team",
            "members of a dropped team cannot form another"
        );
    }

    #[test]
    fn members_have_a_place() {
        for status in RegistrationStatus::ALL.iter().filter(|status| **status != RegistrationStatus::Complete) {
            let registration_id = RegistrationId(4);
            let moved = happened(team(), &[E::RegistrationStatusChanged { registration_id, status: *status }]);
            let refused = decided(&moved, &of("A", &[3, 4]));
            assert_eq!(coded(refused), format!("team-not-complete {registration_id} {}", *status));
        }
    }

    #[test]
    fn teams_are_formed_where_teams_play_until_the_event_is_over() {
        let alone = tournament(&[registered(1, RegistrationStatus::Complete)]);
        assert_eq!(coded(decided(&alone, &of("A", &[1]))), "team-no-teams");
        let status = LifecycleStatus::EventFinished;
        let over = happened(team(), &[E::LifecycleChanged { status }]);
        assert_eq!(coded(decided(&over, &of("A", &[3, 4]))), format!("team-over {status}"));
        let late = happened(team(), &[E::LifecycleChanged { status: LifecycleStatus::EventInProgress }]);
        assert_eq!(decided(&late, &of("A", &[3, 4])).unwrap().len(), 1);
    }
}

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
    use super::*;
    use crate::testing::*;

    fn of(name: &str, members: &[i64]) -> FormTeam {
        let registration_ids = members.iter().copied().map(RegistrationId).collect();
        FormTeam { team_name: name.into(), registration_ids }
    }

    fn decided(tournament: &Tournament, command: &FormTeam) -> Result<Vec<E>, Refusal> {
        decide(tournament, command, &mut next_ids(&[(Sequence::Team, 2), (Sequence::TeamPlayer, 3)]))
    }

    #[test]
    fn a_team_sits_in_the_order_given_and_the_first_speaks_for_it() {
        let formed = happened(team(), &decided(&team(), &of("Others", &[4, 3])).unwrap());
        let formed = formed.team(TeamId(2)).unwrap();
        let seat = |it: &TeamMember| (it.team_player_id.0, it.registration_id.0, it.seat, it.captain);
        let seats: Vec<_> = formed.members.iter().map(seat).collect();
        assert_eq!((formed.name.as_str(), seats), ("Others", vec![(3, 4, 1, true), (4, 3, 2, false)]));
    }

    #[test]
    fn what_is_no_team_is_told_by_field() {
        let count = |count| format!("Must be 2 registrations, in the order of their seats; these are {count}.");
        for (ids, said) in [
            (&[3][..], count(1)),
            (&[1, 3, 4], count(3)),
            (&[3, 99], "The event has no registration 99.".into()),
            (&[3, 3], "Registration 3 is named twice.".into()),
        ] {
            assert_eq!(coded(decided(&team(), &of("A", ids))), format!("invalid registration_ids: {said}"));
        }
        assert_eq!(coded(decided(&team(), &of(" ", &[3, 4]))), "invalid team_name: May not be empty.");
    }

    #[test]
    fn nobody_is_in_two_teams() {
        let dropped = happened(team(), &[E::TeamDropped { team_id: TeamId(1) }]);
        for (event, command, id) in
            [(&team(), of("A", &[1, 3]), 1), (&team(), of("A", &[3, 2]), 2), (&dropped, of("The Twos", &[1, 2]), 1)]
        {
            assert_eq!(coded(decided(event, &command)), format!("registration-in-team {id} 1"));
        }
    }

    #[test]
    fn members_have_a_place() {
        for status in S::ALL.iter().filter(|status| **status != S::Complete) {
            let moved = happened(team(), &[status_changed(4, *status)]);
            assert_eq!(coded(decided(&moved, &of("A", &[3, 4]))), format!("team-not-complete 4 {status}"));
        }
    }

    #[test]
    fn teams_are_formed_where_teams_play_until_the_event_is_over() {
        let alone = tournament(&[registered(1, RegistrationStatus::Complete)]);
        assert_eq!(coded(decided(&alone, &of("A", &[1]))), "team-no-teams");
        let over = happened(team(), &[reached(L::EventFinished)]);
        assert_eq!(coded(decided(&over, &of("A", &[3, 4]))), "team-over EVENT_FINISHED");
        let late = happened(team(), &[reached(L::EventInProgress)]);
        assert_eq!(decided(&late, &of("A", &[3, 4])).unwrap().len(), 1);
    }
}

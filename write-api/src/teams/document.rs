//! Answers of teams.

use domain::tournament::Team;

use crate::prelude::*;

/// A team after a write.
#[derive(Serialize, ToSchema)]
pub(crate) struct WrittenTeam<'a> {
    /// Id of the team.
    id: i64,
    /// Its name.
    team_name: &'a str,
    /// Whether it dropped.
    is_dropped: bool,
    /// Its members, by seat.
    members: Vec<WrittenTeamMember>,
}

/// A member of a team.
#[derive(Serialize, ToSchema)]
struct WrittenTeamMember {
    /// Id of the seat.
    id: i64,
    /// Id of the registration.
    registration: i64,
    /// Id of the user.
    user: Option<i64>,
    /// Seat, from 1.
    seat: i32,
    /// Whether this member is the captain.
    captain: bool,
}

/// Answers with a team as it was after the write.
pub(crate) async fn answer(
    request: &WriteRequest,
    written: &Written<Tournament>,
    team_id: TeamId,
) -> Result<Response, Problem> {
    let tournament = &written.folded.state;
    let team = tournament.team(team_id).ok_or_else(|| nothing("team", &team_id.to_string()))?;
    answer::versioned(request, written, &WrittenTeam::new(tournament, team)).await
}

impl<'a> WrittenTeam<'a> {
    fn new(tournament: &Tournament, team: &'a Team) -> Self {
        let members = team.members.iter().map(|member| WrittenTeamMember {
            id: member.team_player_id.0,
            registration: member.registration_id.0,
            user: tournament.registration(member.registration_id).map(|entry| entry.user_id.0),
            seat: member.seat,
            captain: member.captain,
        });
        Self { id: team.id.0, team_name: &team.name, is_dropped: team.is_dropped, members: members.collect() }
    }
}

//! Answers of teams and groups.

use api_kit::Invite;
use domain::tournament::GroupId;

use crate::prelude::*;

/// A team, or a group of single players, after a write.
#[derive(Serialize, ToSchema)]
pub(crate) struct WrittenTeam<'a> {
    /// Id of the team or group.
    id: i64,
    /// Its name; empty for a group.
    team_name: &'a str,
    /// Whether it dropped.
    is_dropped: bool,
    /// Its members, by seat.
    members: Vec<WrittenTeamMember>,
    /// Ids of the registrations of the players whom it invited. Only members and staff see them, and the link.
    invited: Vec<i64>,
    /// The link with which others join it; empty if all seats are taken.
    invite_hash: String,
    /// Its address.
    invite_url: String,
}

/// A member of a team or group.
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
    let group = GroupId::Team(team_id);
    let document = WrittenTeam::new(request, &written.folded.state, group);
    let document = document.ok_or_else(|| nothing("team", &team_id.to_string()))?;
    answer::versioned(request, written, &document).await
}

/// Answers with the team or group of a player.
pub(crate) async fn answer_of(
    request: &WriteRequest,
    written: &Written<Tournament>,
    id: RegistrationId,
) -> Result<Response, Problem> {
    let event = &written.folded.state;
    let group = event.registration(id).and_then(|entry| event.group_of(entry));
    let document = group.and_then(|group| WrittenTeam::new(request, event, group));
    answer::versioned(request, written, &document.ok_or_else(|| nothing("team", ""))?).await
}

impl<'a> WrittenTeam<'a> {
    fn new(request: &WriteRequest, event: &'a Tournament, group: GroupId) -> Option<Self> {
        let user = |id| event.registration(id).map(|entry| entry.user_id.0);
        let (id, team) = match group {
            GroupId::Team(id) => (id.0, Some(event.team(id)?)),
            GroupId::Queue(id) => (id, None),
        };
        let of_team = team.into_iter().flat_map(|team| &team.members).map(|member| WrittenTeamMember {
            id: member.team_player_id.0,
            registration: member.registration_id.0,
            user: user(member.registration_id),
            seat: member.seat,
            captain: member.captain,
        });
        let entries = if team.is_some() { Vec::new() } else { event.in_group(group) };
        let roles = entries.into_iter().filter_map(|entry| Some((entry, entry.queue_group.as_ref()?)));
        let of_group = roles.zip(1..).map(|((entry, role), seat)| WrittenTeamMember {
            id: role.id,
            registration: entry.id.0,
            user: Some(entry.user_id.0),
            seat,
            captain: role.captain,
        });
        let members: Vec<_> = of_team.chain(of_group).collect();
        let caller = request.context.acting_as(event);
        let is_member = members.iter().any(|it| it.user.is_some_and(|user| caller.acts_for(UserId(user))));
        let is_open = team.is_none_or(|team| !team.is_dropped && team.members.len() < event.team_size());
        let settings = &request.shared.settings;
        let invite = || Invite::current(&settings.private_links, event, group);
        let invite = (is_open && (is_member || caller == ActingAs::Staff)).then(invite);
        Some(Self {
            id,
            team_name: team.map_or("", |team| &team.name),
            is_dropped: team.is_some_and(|team| team.is_dropped),
            members,
            invited: team.into_iter().flat_map(|team| &team.invited).map(|id| id.0).collect(),
            invite_hash: invite.as_ref().map(Invite::text).unwrap_or_default(),
            invite_url: invite.map(|it| format!("{}{}", settings.public_url, it.path())).unwrap_or_default(),
        })
    }
}

//! `…/team/` below a player's page of an event: the player's team, or the group of friends who wait for places together.
//! Everyone who is registered founds a team, joins one with its link, or answers an invitation; the captain changes it and
//! invites players without a team.

use std::collections::HashMap;

use api_kit::Invite;
use askama::Template;
use domain::tournament::{Registration, Team, Tournament};
use proto_events::ids::{RegistrationId, TeamId, UserId};
use write_api::teams::change_team::ChangeTeam;
use write_api::teams::join_group::JoinGroup;
use write_api::teams::leave_group::LeaveGroup;

use crate::parts::frame::Frame;
use crate::parts::qr::QrCode;
use crate::player::own_match::{name, named, stage};
use crate::player::page::{Player, group_why};
use crate::serving::failures::{PageResult, failed, not_found};
use crate::serving::form::Form;

#[derive(Template)]
#[template(path = "player/team.html")]
struct TeamPage<'a> {
    frame: Frame,
    player: &'a Player<'a>,
    state: &'a Tournament,
    names: HashMap<UserId, String>,
    entry: &'a Registration,
    team: Option<&'a Team>,
    members: Vec<&'a Registration>,
    /// The link to join the team or group, as long as others can.
    link: Option<QrCode>,
    is_captain: bool,
    can_change: bool,
    invites: Vec<&'a Team>,
    agents: Vec<&'a Registration>,
    /// The link with which the player came, and the name of its team; empty for a group.
    asked: Option<(String, String)>,
}

pub(crate) async fn show(player: &Player<'_>) -> PageResult {
    let (shared, state) = (&player.shared, &player.event.state);
    let entry = state.registration(player.entry).ok_or_else(not_found)?;
    let group = state.group_of(entry);
    let team = entry.team_id.and_then(|id| state.team(id)).filter(|team| !team.is_dropped);
    let members = group.map(|group| state.in_group(group)).unwrap_or_default();
    let agents = state.agents_shown_to(entry);
    let can_change = state.teams_can_change() && !state.lifecycle.is_finished();
    let is_open = |team: &Team| can_change && !team.is_dropped && team.members.len() < state.team_size();
    let people: Vec<_> = members.iter().chain(&agents).map(|other| other.user_id).collect();
    let invite = group.filter(|_| team.map_or(!state.play_has_begun(), is_open));
    let invite = invite.map(|group| Invite::current(&shared.private_links, state, group));
    let link = invite.map(|invite| QrCode::draw(format!("{}{}", shared.public_url, invite.path()))).transpose();
    let asked = player.query("invite").and_then(|text| Invite::read(&text));
    let asked = asked.filter(|invite| invite.is_current(&shared.private_links, state) && Some(invite.group) != group);
    player.request.page(&TeamPage {
        frame: player.frame(),
        player,
        state,
        names: shared.commands.names_of(&people).await.map_err(failed)?,
        entry,
        team,
        members,
        link: link.map_err(service_kit::problem::Problem::internal)?,
        is_captain: team.and_then(Team::captain) == Some(entry.id),
        can_change,
        invites: state.teams.iter().filter(|team| team.invited.contains(&entry.id) && is_open(team)).collect(),
        agents,
        asked: asked.map(|invite| (invite.text(), named(state, invite.group))),
    })
}

impl TeamPage<'_> {
    fn is_captain_of(&self, member: &Registration) -> bool {
        let of_group = || member.queue_group.as_ref().is_some_and(|role| role.captain);
        self.team.map_or_else(of_group, |team| team.captain() == Some(member.id))
    }
}

/// Takes the step that the form names, and goes back to the page.
pub(crate) async fn send(player: &Player<'_>) -> PageResult {
    let (registration_id, form) = (player.entry, &player.form);
    let team_id = form.id::<TeamId>("team").map(|team| team.0);
    let typed = |field| Some(form.text(field).to_owned());
    let new = JoinGroup { registration_id, ..JoinGroup::default() };
    match form.exact("step") {
        "found" => player.run_on_event(JoinGroup { team_name: typed("team_name"), ..new }).await?,
        "join" => player.run_on_event(JoinGroup { invite_hash: typed("invite_hash"), ..new }).await?,
        "accept" => player.run_on_event(JoinGroup { team_id, ..new }).await?,
        "begin" => player.run_on_event(new).await?,
        "leave" => player.run_on_event(LeaveGroup { registration_id, team_id: None }).await?,
        "decline" => player.run_on_event(LeaveGroup { registration_id, team_id }).await?,
        step => {
            let state = &player.event.state;
            let team = state.registration(player.entry).and_then(|entry| state.team(entry.team_id?));
            let change = team.and_then(|team| changed(form, team, step));
            player.run_on_event(change.ok_or_else(|| player.fault("player-stale"))?).await?
        }
    };
    player.redirect(&format!("{}team/", player.address))
}

/// Returns the change of a team that the captain's form asks for.
fn changed(form: &Form, team: &Team, step: &str) -> Option<ChangeTeam> {
    let member = || form.id::<RegistrationId>("member");
    let mut seats: Vec<i64> = team.members.iter().map(|member| member.registration_id.0).collect();
    let none = ChangeTeam { team_id: team.id, ..ChangeTeam::default() };
    Some(match step {
        "rename" => ChangeTeam { team_name: Some(form.text("team_name").to_owned()), ..none },
        "renew" => ChangeTeam { renews_invite: Some(true), ..none },
        "captain" => ChangeTeam { captain: Some(member().filter(|id| team.has(*id))?.0), ..none },
        "remove" => {
            let gone = member().filter(|id| team.has(*id))?.0;
            seats.retain(|id| *id != gone);
            ChangeTeam { registration_ids: Some(seats), ..none }
        }
        "up" => {
            let at = seats.iter().position(|id| Some(*id) == member().map(|it| it.0)).filter(|at| *at > 0)?;
            seats.swap(at - 1, at);
            ChangeTeam { registration_ids: Some(seats), ..none }
        }
        "invite" => {
            let invited = team.invited.iter().copied().chain([member()?]).map(|id| id.0).collect();
            ChangeTeam { invited: Some(invited), ..none }
        }
        _ => return None,
    })
}

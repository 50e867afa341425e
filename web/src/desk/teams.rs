//! `/desk/events/{id}/teams/`: forms teams and drops them. A team and its players can be typed in one go: players who are
//! not registered yet are registered first.

use std::collections::HashMap;

use api_kit::spelling::{folded, is_same};
use askama::Template;
use domain::permissions::Operation;
use domain::tournament::records::{Record, records};
use domain::tournament::to_pair::plays;
use domain::tournament::{Registration, Team};
use proto_events::ids::{RegistrationId, TeamId};
use service_kit::problem::Problem;
use write_api::registrations::register_player::NewRegistration;
use write_api::teams::change_team::ChangeTeam;
use write_api::teams::drop_team::DropTeam;
use write_api::teams::form_team::FormTeam;

use crate::desk::event::{Desk, EventFrame};
use crate::desk::players::{self, by_name, named, register};
use crate::parts::format;
use crate::serving::failures::PageResult;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/teams.html")]
struct TeamsPage<'a> {
    frame: EventFrame<'a>,
    may_change: bool,
    rows: Vec<&'a Team>,
    records: HashMap<RegistrationId, Record>,
    /// Players without a team, by name. Those of one name have their number.
    free: Vec<(String, RegistrationId)>,
    typed: TypedTeam,
    /// The fields for players: what was typed, one for each seat.
    seats: Vec<String>,
}

/// The typed values, and why they were refused.
#[derive(Default)]
struct TypedTeam {
    team_name: String,
    members: Vec<String>,
    faults: Vec<String>,
    /// Whether a name may be a known person's, so that the form asks once more.
    is_unclear: bool,
}

impl TypedTeam {
    fn refused(faults: Vec<String>) -> Self {
        Self { faults, ..Self::default() }
    }
}

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    if !desk.state().is_team_event() {
        return desk.goes_to("players");
    }
    desk.page(&page(desk, TypedTeam::default()))
}

pub(crate) async fn send(desk: &Desk<'_>) -> PageResult {
    if !desk.state().is_team_event() {
        return desk.goes_to("players");
    }
    let done = match desk.form.is_checked("team") || desk.form.is_checked("dissolve") {
        true => drop(desk).await.map_err(TypedTeam::refused),
        false => match members(desk).await? {
            Ok(members) => form(desk, members).await.map_err(TypedTeam::refused),
            Err(typed) => Err(typed),
        },
    };
    let typed = match done {
        Ok(_) => return desk.goes_to("teams"),
        Err(typed) => typed,
    };
    // Players of the team may have been registered.
    let desk = &Desk::load(desk.request).await?;
    let members = desk.form.all("member").map(str::to_owned).collect();
    let typed = TypedTeam { team_name: desk.form.text("team_name").to_owned(), members, ..typed };
    desk.refused(&page(desk, typed))
}

async fn drop(desk: &Desk<'_>) -> Result<(), Vec<String>> {
    let named = |field| desk.form.id::<TeamId>(field).filter(|team| desk.state().team(*team).is_some());
    let done = match (named("team"), named("dissolve")) {
        (Some(team_id), _) => desk.run(desk.terms(), DropTeam { team_id }).await,
        // A team without members is dropped, and its players can be in another one.
        (None, Some(team_id)) => {
            let change = ChangeTeam { team_id, registration_ids: Some(Vec::new()), ..ChangeTeam::default() };
            desk.run(desk.terms(), change).await
        }
        (None, None) => return Err(vec![desk.texts.say("desk-teams-unknown")]),
    };
    done.map(|_| ()).map_err(|refusal| refusal.lines)
}

enum NewMember {
    Registered(RegistrationId),
    ToRegister(NewRegistration),
}

/// Returns the players of the seats, or why a name is not clear. No one is registered before all are clear. A name that may
/// be a known person's is a new person's if the form says so.
async fn members(desk: &Desk<'_>) -> Result<Result<Vec<NewMember>, TypedTeam>, Problem> {
    let texts = desk.texts;
    let names: Vec<&str> = desk.form.all("member").collect();
    if desk.form.text("team_name").is_empty() || names.is_empty() || names.iter().any(|name| name.is_empty()) {
        return Ok(Err(TypedTeam::refused(vec![texts.say("desk-teams-incomplete")])));
    }
    let mut members = Vec::with_capacity(names.len());
    for (at, name) in names.iter().enumerate() {
        if names[..at].iter().any(|other| is_same(other, name)) {
            return Ok(Err(TypedTeam::refused(vec![texts.with("desk-teams-twice", "name", *name)])));
        }
        members.push(match known(desk, name) {
            Ok(Some(player)) => NewMember::Registered(player),
            Ok(None) => match named(desk, (*name).to_owned()).await? {
                Ok(body) => NewMember::ToRegister(body),
                Err(_) if desk.form.is_checked("double") => NewMember::ToRegister(by_name(name)),
                Err(asked) => return Ok(Err(unclear(texts, name, asked))),
            },
            Err(fault) => return Ok(Err(TypedTeam::refused(vec![fault]))),
        });
    }
    Ok(Ok(members))
}

/// Says who may be meant by a name, and what to do.
fn unclear(texts: &Texts, name: &str, asked: players::TypedPlayer) -> TypedTeam {
    let mut faults = asked.questions;
    if !asked.offers.is_empty() {
        let people: Vec<_> = asked.offers.iter().map(|person| format!("{} ({})", person.name, person.about)).collect();
        let values = [("name", name.into()), ("people", people.join(", ").into())];
        faults.push(texts.with_all("desk-teams-known", values));
    }
    faults.push(texts.with("desk-teams-new", "name", name));
    TypedTeam { is_unclear: true, ..TypedTeam::refused(faults) }
}

/// Registers the players who are not registered yet, then forms the team.
async fn form(desk: &Desk<'_>, members: Vec<NewMember>) -> Result<(), Vec<String>> {
    let mut ids = Vec::with_capacity(members.len());
    for (at, member) in members.into_iter().enumerate() {
        ids.push(match member {
            NewMember::Registered(player) => player,
            NewMember::ToRegister(new) => {
                register(desk, desk.once(&at.to_string()), new).await.map_err(|refusal| refusal.lines)?
            }
        });
    }
    let form = &desk.form;
    let command = FormTeam { team_name: form.text("team_name").to_owned(), registration_ids: ids };
    let formed = desk.run(desk.terms().once(form.exact("form_id")), command).await;
    formed.map(|_| ()).map_err(|refusal| refusal.lines)
}

/// Returns the players without a team, as they are chosen.
fn free(event: &Desk<'_>) -> Vec<(String, RegistrationId)> {
    let players: Vec<_> = event.state().registrations.iter().filter(|entry| is_free(entry)).collect();
    let mut counts = HashMap::new();
    for entry in &players {
        *counts.entry(folded(&event.name_of(entry.user_id))).or_insert(0) += 1;
    }
    let member = |entry: &&Registration| {
        let name = event.name_of(entry.user_id);
        let is_repeated = counts.get(&folded(&name)).is_some_and(|count| *count > 1);
        (if is_repeated { choice(event, entry) } else { name }, entry.id)
    };
    let mut members: Vec<_> = players.iter().map(member).collect();
    members.sort_by_cached_key(|(name, _)| name.to_lowercase());
    members
}

/// Returns the registration of a player of this name who has no team yet; `None` if no one of this name is registered.
fn known(event: &Desk<'_>, typed: &str) -> Result<Option<RegistrationId>, String> {
    let texts = event.texts;
    let players = || event.state().registrations.iter();
    if let Some(chosen) = players().find(|entry| is_free(entry) && choice(event, entry) == typed) {
        return Ok(Some(chosen.id));
    }
    let named: Vec<_> = players().filter(|entry| is_same(&event.name_of(entry.user_id), typed)).collect();
    let free: Vec<_> = named.iter().filter(|entry| is_free(entry)).collect();
    match free.as_slice() {
        [player] => Ok(Some(player.id)),
        [] if named.is_empty() => Ok(None),
        [] => Err(texts.with("desk-teams-taken", "name", typed)),
        several => {
            let choices: Vec<_> = several.iter().map(|entry| choice(event, entry)).collect();
            let values = [("name", typed.into()), ("choices", choices.join(", ").into())];
            Err(texts.with_all("desk-teams-several", values))
        }
    }
}

/// Returns what tells players of one name apart in a field.
fn choice(event: &Desk<'_>, entry: &Registration) -> String {
    format!("{} #{}", event.name_of(entry.user_id), entry.id)
}

fn is_free(entry: &Registration) -> bool {
    plays(entry) && entry.team_id.is_none()
}

fn page<'a>(desk: &'a Desk<'a>, typed: TypedTeam) -> TeamsPage<'a> {
    let state = desk.state();
    let mut rows: Vec<_> = state.teams.iter().collect();
    rows.sort_by_cached_key(|team| (team.is_dropped, team.name.to_lowercase()));
    let size = usize::try_from(state.details.team_size).unwrap_or_default();
    let may = desk.may(Operation::ManageRegistrations) && desk.may(Operation::Register);
    TeamsPage {
        frame: desk.frame("teams").with(typed.faults.clone()),
        may_change: may && !state.lifecycle.is_finished(),
        rows,
        records: records(state),
        free: free(desk),
        seats: (0..size).map(|at| typed.members.get(at).cloned().unwrap_or_default()).collect(),
        typed,
    }
}

impl TeamsPage<'_> {
    fn playing(&self) -> usize {
        self.rows.iter().filter(|team| !team.is_dropped && self.lacks(team).is_none()).count()
    }

    /// Returns the name of a seat, from 1, with its format if it has one of its own.
    fn seat(&self, seat: usize) -> String {
        let desk = self.frame.desk;
        match desk.state().details.seat_formats.get(seat - 1) {
            Some(format) => desk.texts.seat_format((seat, *format)),
            None => desk.texts.with("desk-team-seat", "seat", seat),
        }
    }

    /// Says what a team lacks that does not play.
    fn lacks(&self, team: &Team) -> Option<String> {
        let (texts, event) = (self.frame.desk.texts, self.frame.desk.state());
        let free = event.team_size().saturating_sub(team.members.len());
        match free {
            _ if team.is_dropped || event.is_complete(team) => None,
            0 => Some(texts.say("desk-team-waits")),
            free => Some(texts.with("desk-team-lacks", "free", free)),
        }
    }

    /// Returns the record of a team, which is that of each of its members.
    fn record(&self, team: &Team) -> String {
        let record = team.members.first().and_then(|captain| self.records.get(&captain.registration_id));
        record.map_or_else(String::new, format::record)
    }
}

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
use write_api::registrations::register_player::NewRegistration;
use write_api::teams::change_team::ChangeTeam;
use write_api::teams::drop_team::DropTeam;
use write_api::teams::form_team::FormTeam;

use crate::desk::event::{Desk, EventFrame};
use crate::desk::players::{TypedPlayer, by_name, named, register};
use crate::parts::format;
use crate::serving::failures::{PageError, PageResult};
use crate::serving::form::Form;
use crate::serving::interface::Refused;
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
    team_name: String,
    /// The fields for players: what was typed, one for each seat.
    seats: Vec<String>,
    /// Whether a name may be a known person's, so that the form asks once more.
    is_unclear: bool,
}

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    if !desk.state().is_team_event() {
        return desk.goes_to("players");
    }
    desk.page(&page(desk, desk.typed()))
}

pub(crate) async fn send(desk: &Desk<'_>) -> PageResult {
    if !desk.state().is_team_event() {
        return desk.goes_to("players");
    }
    if desk.form.is_checked("team") || desk.form.is_checked("dissolve") {
        drop(desk).await?;
        return desk.goes_to("teams");
    }
    match members(desk).await? {
        Ok(members) => form(desk, members).await?,
        Err(questions) => {
            let page = page(desk, Some(&desk.form));
            return desk.refused(&TeamsPage { frame: page.frame.with(questions), is_unclear: true, ..page });
        }
    }
    desk.goes_to("teams")
}

async fn drop(desk: &Desk<'_>) -> Result<(), PageError> {
    let named = |field| desk.form.id::<TeamId>(field).filter(|team| desk.state().team(*team).is_some());
    match (named("team"), named("dissolve")) {
        (Some(team_id), _) => desk.run(desk.terms(), DropTeam { team_id }).await?,
        // A team without members is dropped, and its players can be in another one.
        (None, Some(team_id)) => {
            let change = ChangeTeam { team_id, registration_ids: Some(Vec::new()), ..ChangeTeam::default() };
            desk.run(desk.terms(), change).await?
        }
        (None, None) => return Err(desk.fault("desk-teams-unknown")),
    };
    Ok(())
}

enum NewMember {
    Registered(RegistrationId),
    ToRegister(NewRegistration),
}

/// Returns the players of the seats, or who may be meant by a name that is not clear. No one is registered before all are
/// clear. A name that may be a known person's is a new person's if the form says so.
async fn members(desk: &Desk<'_>) -> Result<Result<Vec<NewMember>, Vec<String>>, PageError> {
    let texts = desk.texts;
    let names: Vec<&str> = desk.form.all("member").collect();
    if desk.form.text("team_name").is_empty() || names.is_empty() || names.iter().any(|name| name.is_empty()) {
        return Err(desk.fault("desk-teams-incomplete"));
    }
    let mut members = Vec::with_capacity(names.len());
    for (at, name) in names.iter().enumerate() {
        if names[..at].iter().any(|other| is_same(other, name)) {
            return Err(PageError::line(texts.with("desk-teams-twice", "name", *name)));
        }
        members.push(match known(desk, name).map_err(PageError::line)? {
            Some(player) => NewMember::Registered(player),
            None => match named(desk, (*name).to_owned()).await? {
                Ok(body) => NewMember::ToRegister(body),
                Err(_) if desk.form.is_checked("double") => NewMember::ToRegister(by_name(name)),
                Err(asked) => return Ok(Err(unclear(texts, name, asked))),
            },
        });
    }
    Ok(Ok(members))
}

/// Says who may be meant by a name, and what to do.
fn unclear(texts: &Texts, name: &str, asked: TypedPlayer) -> Vec<String> {
    let mut questions = asked.questions;
    if !asked.offers.is_empty() {
        let people: Vec<_> = asked.offers.iter().map(|person| format!("{} ({})", person.name, person.about)).collect();
        let values = [("name", name.into()), ("people", people.join(", ").into())];
        questions.push(texts.with_all("desk-teams-known", values));
    }
    questions.push(texts.with("desk-teams-new", "name", name));
    questions
}

/// Registers the players who are not registered yet, then forms the team.
async fn form(desk: &Desk<'_>, members: Vec<NewMember>) -> Result<(), Refused> {
    let mut registration_ids = Vec::with_capacity(members.len());
    for (at, member) in members.into_iter().enumerate() {
        registration_ids.push(match member {
            NewMember::Registered(player) => player,
            NewMember::ToRegister(new) => register(desk, desk.once(&at.to_string()), new).await?,
        });
    }
    let command = FormTeam { team_name: desk.form.text("team_name").to_owned(), registration_ids };
    desk.run(desk.terms().once(desk.form.exact("form_id")), command).await.map(|_| ())
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

fn page<'a>(desk: &'a Desk<'a>, typed: Option<&Form>) -> TeamsPage<'a> {
    let state = desk.state();
    let mut rows: Vec<_> = state.teams.iter().collect();
    rows.sort_by_cached_key(|team| (team.is_dropped, team.name.to_lowercase()));
    let size = usize::try_from(state.details.team_size).unwrap_or_default();
    let may = desk.may(Operation::ManageRegistrations) && desk.may(Operation::Register);
    let members = typed.into_iter().flat_map(|form| form.all("member"));
    TeamsPage {
        frame: desk.frame("teams"),
        may_change: may && !state.lifecycle.is_finished(),
        rows,
        records: records(state),
        free: free(desk),
        team_name: typed.map_or("", |form| form.text("team_name")).to_owned(),
        seats: members.chain(std::iter::repeat("")).take(size).map(str::to_owned).collect(),
        is_unclear: false,
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

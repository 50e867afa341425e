//! `/desk/events/{id}/teams/`: forms teams and drops them. A team and its players can be typed in one go: players who are
//! not registered yet are registered first.

use api_kit::spelling::is_same;
use askama::Template;
use axum::http::Method;
use axum::response::Response;
use domain::permissions::Operation;
use domain::tournament::records::records;
use domain::tournament::to_pair::plays;
use domain::tournament::{Registration, Team};
use proto_events::ids::{RegistrationId, TeamId};
use serde_json::{Value, json};
use service_kit::problem::Problem;

use crate::desk::event::{Event, EventHead};
use crate::desk::interface::{Call, Refused};
use crate::parts::frame::Frame;
use crate::serving::failures::not_found;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::{Texts, english};

#[derive(Template)]
#[template(path = "desk/teams.html")]
struct TeamsPage {
    frame: Frame,
    texts: &'static Texts,
    head: EventHead,
    may_change: bool,
    count: String,
    rows: Vec<Row>,
    /// Players without a team, by name.
    free: Vec<Member>,
    typed: Typed,
    /// The fields for players: what was typed, one for each seat.
    seats: Vec<String>,
}

struct Row {
    id: i64,
    name: String,
    is_dropped: bool,
    record: String,
    /// The members by seat.
    members: Vec<Member>,
}

struct Member {
    registration: i64,
    name: String,
}

/// The typed values, and why they were refused.
#[derive(Default)]
struct Typed {
    team_name: String,
    members: Vec<String>,
    faults: Vec<String>,
}

/// Shows the teams.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    if !event.state().is_team_event() {
        return request.redirect(&event.page("players"));
    }
    let page = page(&request, &session, &event, Typed::default())?;
    request.page(&page)
}

/// Forms a team or drops one.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    if !event.state().is_team_event() {
        return request.redirect(&event.page("players"));
    }
    let done =
        if request.form.is_checked("team") { drop(&request, &event).await } else { form(&request, &event).await };
    let faults = match done {
        Ok(_) => return request.redirect(&event.page("teams")),
        Err(faults) => faults,
    };
    // Players of the team may have been registered.
    let event = Event::load(&request, &session).await?;
    let members = request.form.all("member").map(str::to_owned).collect();
    let typed = Typed { team_name: request.form.text("team_name").to_owned(), members, faults };
    let page = page(&request, &session, &event, typed)?;
    request.refused(&page)
}

async fn drop(request: &PageRequest, event: &Event) -> Result<Value, Vec<String>> {
    let team = api_kit::path::integer(request.form.exact("team")).map(TeamId);
    let team = team.filter(|team| event.state().team(*team).is_some());
    let Some(team) = team else { return Err(vec![english().say("desk-teams-unknown")]) };
    let call = Call::new(Method::POST, event.address(&format!("teams/{team}/drop/")), Value::Null);
    call.send(request).await.map_err(|refusal| refusal.lines)
}

/// Registers the players who are not registered yet, then forms the team.
async fn form(request: &PageRequest, event: &Event) -> Result<Value, Vec<String>> {
    let texts = english();
    let names: Vec<&str> = request.form.all("member").collect();
    if request.form.text("team_name").is_empty() || names.is_empty() || names.iter().any(|name| name.is_empty()) {
        return Err(vec![texts.say("desk-teams-incomplete")]);
    }
    for (at, name) in names.iter().enumerate() {
        if names[..at].iter().any(|other| is_same(other, name)) {
            return Err(vec![texts.with("desk-teams-twice", "name", *name)]);
        }
    }
    let known = names.iter().map(|name| known(event, name)).collect::<Result<Vec<_>, _>>()?;
    let mut members = Vec::with_capacity(names.len());
    for (at, (name, known)) in names.iter().zip(known).enumerate() {
        let member = match known {
            Some(id) => id.0,
            None => registered(request, event, at, name).await.map_err(|refusal| refusal.lines)?,
        };
        members.push(member);
    }
    let body = json!({ "team_name": request.form.text("team_name"), "registration_ids": members });
    let call = Call::new(Method::POST, event.address("teams/"), body);
    call.once(request.form.exact("form_id")).send(request).await.map_err(|refusal| refusal.lines)
}

/// Returns the registration of a player of this name who has no team yet; `None` if no one of this name is registered.
fn known(event: &Event, name: &str) -> Result<Option<RegistrationId>, Vec<String>> {
    let mut named = event.state().registrations.iter().filter(|entry| is_same(&event.name_of(entry.user_id), name));
    let first = named.clone().next();
    match (named.find(|entry| is_free(entry)), first) {
        (Some(free), _) => Ok(Some(free.id)),
        (None, None) => Ok(None),
        (None, Some(_)) => Err(vec![english().with("desk-teams-taken", "name", name)]),
    }
}

async fn registered(request: &PageRequest, event: &Event, at: usize, name: &str) -> Result<i64, Refused> {
    let form_id = request.form.exact("form_id");
    let key = if form_id.is_empty() { String::new() } else { format!("{form_id}-{at}") };
    let call = Call::new(Method::POST, event.address("registrations/"), json!({ "name": name }));
    let document = call.once(&key).send(request).await?;
    Ok(document["id"].as_i64().unwrap_or_default())
}

/// Whether a player can become a member of a team.
fn is_free(entry: &Registration) -> bool {
    plays(entry) && entry.team_id.is_none()
}

fn page(request: &PageRequest, session: &UserSession, event: &Event, typed: Typed) -> Result<TeamsPage, Problem> {
    let (texts, state) = (english(), event.state());
    if !state.is_team_event() {
        return Err(not_found());
    }
    let records = records(state);
    let member = |id: RegistrationId| Member { registration: id.0, name: event.player(id) };
    let row = |team: &Team| {
        let record = team.members.first().and_then(|captain| records.get(&captain.registration_id));
        Row {
            id: team.id.0,
            name: team.name.clone(),
            is_dropped: team.is_dropped,
            record: record
                .map_or_else(String::new, |record| format!("{}–{}–{}", record.won, record.lost, record.drawn)),
            members: team.members.iter().map(|one| member(one.registration_id)).collect(),
        }
    };
    let mut rows: Vec<_> = state.teams.iter().map(row).collect();
    rows.sort_by_cached_key(|row| (row.is_dropped, row.name.to_lowercase()));
    let mut free: Vec<_> =
        state.registrations.iter().filter(|entry| is_free(entry)).map(|entry| member(entry.id)).collect();
    free.sort_by_cached_key(|member| member.name.to_lowercase());
    let size = usize::try_from(state.details.team_size).unwrap_or_default();
    let may = session.caller.may(Operation::ManageRegistrations) && session.caller.may(Operation::Register);
    Ok(TeamsPage {
        frame: session.frame(request),
        texts,
        head: event.head(texts, session, "teams"),
        may_change: may && !state.lifecycle.is_finished(),
        count: texts.with("desk-teams-count", "count", rows.iter().filter(|row| !row.is_dropped).count()),
        rows,
        free,
        seats: (0..size).map(|at| typed.members.get(at).cloned().unwrap_or_default()).collect(),
        typed,
    })
}

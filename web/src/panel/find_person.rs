//! `/admin/people/?q=`: finds a person whom the organization knows, to invite the person or to look after the account.

use askama::Template;
use axum::response::Response;
use domain::organization::Organization;
use domain::user::User;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use service_kit::problem::Problem;

use crate::parts::frame::Frame;
use crate::serving::people::{People, organization};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "panel/find_person.html")]
struct FindPersonPage {
    frame: Frame,
    /// The text in the search field; may be empty.
    asked: String,
    rows: Vec<PersonRow>,
}

struct PersonRow {
    name: String,
    username: String,
    /// The role of a member; empty for others.
    role: String,
    actions: Vec<Action>,
}

struct Action {
    /// The path, without the base path.
    path: String,
    label: String,
}

/// Shows the people who were found.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let asked = request.query("q").unwrap_or_default();
    let organization = organization(&request, &session).await?;
    let found = request.shared.people.search(organization.state.id, &asked).await?;
    let ids: Vec<_> = found.iter().map(|found| found.person.user_id).collect();
    let people = People::load(&request, ids.iter().copied()).await?;
    let rows: Vec<_> = ids
        .into_iter()
        .filter_map(|id| people.get(id))
        .map(|user| row(request.texts, &organization.state, user))
        .collect();
    request.page(&FindPersonPage { frame: session.frame(&request), asked, rows })
}

fn row(texts: &Texts, organization: &Organization, user: &User) -> PersonRow {
    let (member, username) = (organization.member_of(user.id), &user.profile.username);
    let action = |path, label| Action { path, label: texts.say(label) };
    let of_account = |page: &str, label| action(format!("/admin/people/{}/{page}/", user.id), label);
    let mut actions = Vec::new();
    match member {
        Some(member) => {
            actions.push(action(format!("/admin/members/{}/", member.id), "panel-show-member"));
        }
        None if username.is_empty() => {}
        None => {
            let path = format!("/admin/members/add/?username={}", utf8_percent_encode(username, NON_ALPHANUMERIC));
            actions.push(action(path, "panel-invite"));
        }
    }
    if user.is_managed_by(organization.id) {
        actions.push(of_account("profile", "panel-do-change-profile"));
        if !username.is_empty() {
            actions.push(of_account("password-link", "panel-new-link"));
        }
        actions.push(of_account("erase", "panel-erase"));
    }
    PersonRow {
        name: user.name().into_owned(),
        username: username.clone(),
        role: member.map_or_else(String::new, |member| texts.term(member.role)),
        actions,
    }
}

//! `/admin/people/?q=`: finds a person whom the organization knows, to invite the person or to look after the account.

use askama::Template;
use axum::response::Response;
use domain::organization::Organization;
use domain::user::User;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use service_kit::problem::Problem;

use crate::parts::format::count;
use crate::parts::frame::Frame;
use crate::serving::people::{People, organization};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

#[derive(Template)]
#[template(path = "panel/find_person.html")]
struct FindPersonPage {
    frame: Frame,
    /// The text in the search field; may be empty.
    asked: String,
    /// The number of people who were found, in words.
    status: String,
    rows: Vec<Row>,
}

struct Row {
    name: String,
    username: String,
    /// The role of a member; empty for others.
    role: &'static str,
    actions: Vec<Action>,
}

struct Action {
    /// The path, without the base path.
    path: String,
    label: &'static str,
}

/// Shows the people who were found.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let asked = request.query("q").unwrap_or_default();
    let organization = organization(&request, &session).await?;
    let found = request.shared.people.search(organization.state.id, &asked).await?;
    let ids: Vec<_> = found.iter().map(|found| found.person.user_id).collect();
    let people = People::load(&request, ids.iter().copied()).await?;
    let rows: Vec<_> =
        ids.into_iter().filter_map(|id| people.get(id)).map(|user| row(&organization.state, user)).collect();
    request.page(&FindPersonPage {
        frame: session.frame(&request),
        status: format!("{} found.", count(rows.len(), "person", "people")),
        asked,
        rows,
    })
}

fn row(organization: &Organization, user: &User) -> Row {
    let (member, username) = (organization.member_of(user.id), &user.profile.username);
    let of_account = |page: &str, label| Action { path: format!("/admin/people/{}/{page}/", user.id), label };
    let mut actions = Vec::new();
    match member {
        Some(member) => {
            actions.push(Action { path: format!("/admin/members/{}/", member.id), label: "Show the member" });
        }
        None if username.is_empty() => {}
        None => {
            let path = format!("/admin/members/add/?username={}", utf8_percent_encode(username, NON_ALPHANUMERIC));
            actions.push(Action { path, label: "Invite" });
        }
    }
    if user.is_managed_by(organization.id) {
        actions.push(of_account("profile", "Change the profile"));
        if !username.is_empty() {
            actions.push(of_account("password-link", "Create a password link"));
        }
    }
    Row {
        name: user.name().into_owned(),
        username: username.clone(),
        role: member.map_or("", |member| member.role.display_name()),
        actions,
    }
}

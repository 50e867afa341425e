//! `/admin/members/{id}/password-link/`: makes a link where a member sets a password. The answer to the form shows it
//! once.

use axum::response::Response;
use service_kit::problem::Problem;
use write_api::accounts::{MadeLink, MakePasswordLink, Refusal};

use super::already_made;
use crate::call::{Call, Visitor};
use crate::command::refusal;
use crate::form_ids::FormIds;
use crate::people::{Known, not_theirs};
use crate::view::words::Moment;
use crate::view::{Control, FormPage, Link, SecretPage};

/// Asks for confirmation.
pub(crate) async fn show(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let known = Known::of(&call, &visitor).await?;
    check(&known)?;
    call.page(&form(&call, &visitor, &known))
}

/// Makes the link.
pub(crate) async fn send(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let known = Known::of(&call, &visitor).await?;
    let path = known.path();
    let Some(turn) = call.shared.form_ids.take(call.form.exact("form_id")) else {
        return already_made(&call, &visitor, "The link was made", &path);
    };
    let command = MakePasswordLink { user_id: known.member.user_id, steward: known.steward() };
    match call.shared.commands.make_password_link(&visitor.actor(), &command).await {
        Ok(made) => {
            turn.keep();
            shown_once(&call, &visitor, &made, &path)
        }
        Err(error) => match refusal(error)? {
            Refusal::NotTheirs => Err(not_theirs()),
            Refusal::NoUsername(_) => call.refused(&form(&call, &visitor, &known).refused_for(NAMELESS)),
            other => Err(Problem::internal(other)),
        },
    }
}

const NAMELESS: &str = "The account has no username to sign in with. Give it one in its profile first.";

/// Returns the page that shows a link.
pub(super) fn shown_once(call: &Call, visitor: &Visitor, made: &MadeLink, back: &str) -> Result<Response, Problem> {
    let profile = &made.folded.state.profile;
    call.page(&SecretPage {
        frame: call.frame(visitor),
        title: "A link to set a password".into(),
        lead: vec![format!(
            "Give it to {} in a way that no one else can read. The username is “{}”.",
            profile.best_identifier, profile.username
        )],
        label: "Link",
        value: format!("{}{}", call.shared.public_url, made.path()),
        points: vec![
            format!("It works once, until {}.", Moment::from(made.expires_at).shown),
            "The first person who opens it sets the password.".into(),
        ],
        next: Link::new(back, "I have kept it"),
    })
}

fn check(known: &Known) -> Result<(), Problem> {
    known.steward().check(&known.user.state).map_err(|_| not_theirs())
}

fn form(call: &Call, visitor: &Visitor, known: &Known) -> FormPage {
    let action = format!("{}password-link/", known.path());
    let title = format!("Make a password link for {}?", known.name());
    let mut page = FormPage::new(call.frame(visitor), title, action, "Make the link");
    page.lead
        .push("With it, the person sets a new password, once, within a day. An earlier link stops working.".into());
    page.lead.push("The current password stays valid until the link is used; then every session ends.".into());
    page.cancel = Some(Link::new(known.path(), "Cancel"));
    page.controls.push(Control::Hidden("form_id", FormIds::fresh()));
    page
}

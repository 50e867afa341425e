//! `/admin/members/{id}/remove/`: removes a member.

use axum::response::Response;
use domain::user::UserToken;
use proto_events::ids::MemberId;
use service_kit::problem::Problem;
use write_api::organizations::{Refusal, RemoveMember};

use super::keys::is_open;
use super::member::LAST;
use crate::call::{Call, Visitor, nothing};
use crate::command::refusal;
use crate::completed::Completed;
use crate::people::Known;
use crate::view::words::count;
use crate::view::{FormPage, Link};
use crate::{answer, sessions};

/// Asks for confirmation, and lists what stops working.
pub(crate) async fn show(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let known = Known::of(&call, &visitor).await?;
    call.page(&form(&call, &visitor, &known))
}

/// Removes the member.
pub(crate) async fn send(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let id: MemberId = call.id()?;
    let known = match Known::of(&call, &visitor).await {
        Ok(known) => known,
        // If the form is sent twice, the member is already removed, as requested.
        Err(problem) => return again(&call, &visitor, id, problem).await,
    };
    let command = RemoveMember { organization_id: visitor.organization_id()?, member_id: id };
    if let Err(error) = call.shared.commands.remove_member(&visitor.actor(), &command).await {
        return match refusal(error)? {
            Refusal::LastAdministrator(_) => call.refused(&form(&call, &visitor, &known).refused_for(LAST)),
            Refusal::UnknownMember(_) => Err(nothing()),
            other => Err(Problem::internal(other)),
        };
    }
    call.settled().await?;
    if known.member.user_id != visitor.caller.user_id {
        return call.go_having("/admin/members/", Completed::MemberRemoved);
    }
    // The session of a person who left continues in another organization, or without one.
    let cookie = sessions::elsewhere(&call, &visitor).await?;
    Ok(answer::with_cookie(call.go_having("/admin/", Completed::MemberRemoved)?, cookie))
}

async fn again(call: &Call, visitor: &Visitor, id: MemberId, problem: Problem) -> Result<Response, Problem> {
    let organization = crate::people::organization(call, visitor).await?;
    match organization.state.member(id) {
        Some(member) if member.removed => call.go_having("/admin/members/", Completed::MemberRemoved),
        _ => Err(problem),
    }
}

fn form(call: &Call, visitor: &Visitor, known: &Known) -> FormPage {
    let organization = &known.organization.state;
    let now = call.shared.clock.now();
    let title = format!("Remove {}?", known.name());
    let mut page = FormPage::new(call.frame(visitor), title, format!("{}remove/", known.path()), "Remove the member");
    page.lead.push(format!(
        "{} will no longer be a member of {}. These stop working at once:",
        known.name(),
        organization.name
    ));
    let keys =
        organization.keys.iter().filter(|key| key.member_id == known.member.id && is_open(key, organization, now));
    page.points.extend(keys.map(|key| format!("the key “{}”", key.name)));
    let is_here = |token: &&UserToken| token.organization_id == Some(organization.id) && !token.revoked;
    let tokens = known.user.state.tokens.iter().filter(is_here).count();
    if tokens > 0 {
        page.points.push(format!("{} of this person for the organization", count(tokens, "token", "tokens")));
    }
    page.points.push("this person's sessions in the organization".into());
    if known.member.user_id == visitor.caller.user_id {
        page.points.push("this is you: you will no longer see these pages".into());
    }
    page.danger = true;
    page.cancel = Some(Link::new(known.path(), "Keep the member"));
    page
}

//! `/desk/conventions/{id}/announcements/`: announces something on the convention's page, and to its players if they are to get
//! it as a message. The first answer is a preview.

use std::collections::BTreeSet;

use askama::Template;
use proto_events::tournament::MessageTo;
use write_api::conventions::on_convention::OnConvention;
use write_api::conventions::post_announcement::PostAnnouncement;
use write_api::conventions::remove_announcement::RemoveAnnouncement;
use write_api::registrations::send_message::MESSAGE_TEXT;

use crate::desk::conventions::hub::{Hub, HubFrame};
use crate::desk::messages::counts;
use crate::serving::failures::{PageError, PageResult, not_found};
use crate::serving::interface;

#[derive(Template)]
#[template(path = "desk/conventions/announcements.html")]
struct AnnouncementsPage<'a> {
    frame: HubFrame<'a>,
    text: String,
    to_players: bool,
    /// Whom it reaches, in words, in a preview.
    preview: Option<String>,
}

pub(crate) async fn show(hub: &Hub<'_>) -> PageResult {
    hub.page(&page(hub))
}

pub(crate) async fn send(hub: &Hub<'_>) -> PageResult {
    let (id, page) = (hub.state().id, page(hub));
    match hub.form.exact("step") {
        "post" => {
            let command = PostAnnouncement { text: page.text, to_players: Some(page.to_players) };
            let terms = hub.terms().once(hub.form.exact("form_id"));
            interface::run(hub, terms, &OnConvention(id, command)).await?;
            hub.done_at("announcements", "frame-done-announced").await
        }
        "remove" => {
            let announcement_id = hub.form.id("announcement").ok_or_else(not_found)?;
            interface::run(hub, hub.terms(), &OnConvention(id, RemoveAnnouncement { announcement_id })).await?;
            hub.done_at("announcements", "frame-done-announcement-removed").await
        }
        "change" => hub.page(&page),
        _ if page.text.is_empty() => Err(hub.fault("desk-announcement-empty")),
        _ => hub.page(&AnnouncementsPage { preview: Some(reach(hub, page.to_players).await?), ..page }),
    }
}

/// Says where an announcement is shown, and how many players get it.
async fn reach(hub: &Hub<'_>, to_players: bool) -> Result<String, PageError> {
    let on_page = hub.texts.say("desk-announcement-page");
    if !to_players {
        return Ok(on_page);
    }
    let entries = hub.events.iter().flat_map(|event| event.state.addressed(&MessageTo::All));
    let people: BTreeSet<_> = entries.map(|entry| entry.user_id).collect();
    let counts = counts(hub, &people.into_iter().collect::<Vec<_>>()).await?;
    Ok(format!("{on_page} {counts}"))
}

fn page<'a>(hub: &'a Hub<'a>) -> AnnouncementsPage<'a> {
    let (text, to_players) = (hub.form.lines("text"), hub.form.is_checked("to_players"));
    AnnouncementsPage { frame: hub.frame("announcements"), text, to_players, preview: None }
}

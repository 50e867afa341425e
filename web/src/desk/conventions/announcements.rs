//! `/desk/conventions/{id}/announcements/`: announces something on the convention's page, and to its players if they are to get
//! it as a message.

use askama::Template;
use write_api::conventions::on_convention::OnConvention;
use write_api::conventions::post_announcement::{ANNOUNCEMENT_TEXT, PostAnnouncement};
use write_api::conventions::remove_announcement::RemoveAnnouncement;

use crate::desk::conventions::hub::{Hub, HubFrame};
use crate::serving::failures::{PageResult, not_found};
use crate::serving::interface;

#[derive(Template)]
#[template(path = "desk/conventions/announcements.html")]
struct AnnouncementsPage<'a> {
    frame: HubFrame<'a>,
    text: String,
    to_players: bool,
}

pub(crate) async fn show(hub: &Hub<'_>) -> PageResult {
    let (text, to_players) = (hub.form.lines("text"), hub.form.is_checked("to_players"));
    hub.page(&AnnouncementsPage { frame: hub.frame("announcements"), text, to_players })
}

/// Posts an announcement, or takes one back.
pub(crate) async fn send(hub: &Hub<'_>) -> PageResult {
    let id = hub.state().id;
    if hub.form.exact("step") == "remove" {
        let announcement_id = hub.form.id("announcement").ok_or_else(not_found)?;
        interface::run(hub, hub.terms(), &OnConvention(id, RemoveAnnouncement { announcement_id })).await?;
        return hub.done_at("announcements", "frame-done-announcement-removed").await;
    }
    let (text, to_players) = (hub.form.lines("text"), Some(hub.form.is_checked("to_players")));
    if text.is_empty() {
        return Err(hub.fault("desk-announcement-empty"));
    }
    let terms = hub.terms().once(hub.form.exact("form_id"));
    interface::run(hub, terms, &OnConvention(id, PostAnnouncement { text, to_players })).await?;
    hub.done_at("announcements", "frame-done-announced").await
}

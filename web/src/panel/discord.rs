//! `/admin/discord/`: the organization's channels at Discord: lists, adds and removes them. Their addresses are secrets, and
//! are not shown again.

use api_kit::path::integer;
use storage::notifications::DiscordChannel;

use crate::panel::common::{field, form};
use crate::panel::mail::line;
use crate::parts::control::TextField;
use crate::parts::page_kinds::Link;
use crate::serving::failures::{PageError, PageResult, not_found, store_problem};
use crate::serving::request::UserRequest;
use crate::texts::Texts;

const PATH: &str = "/admin/discord/";
/// Characters at the end of an address that tell channels apart.
const END: usize = 4;

pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let texts = request.texts;
    let url = TextField::new("url", texts.say("panel-discord-url"), "").required();
    let url = TextField { kind: "url", hint: texts.say("panel-discord-url-hint"), ..url };
    let event = field(request, "event", "panel-event");
    let mut page = form(request, texts.say("panel-discord"), "panel-discord-add")
        .lead(texts.say("panel-discord-lead"))
        .controls([url, event.hint(texts.say("panel-discord-event-hint"))]);
    for channel in channels(request).await? {
        let last = request.shared.commands.last_discord_post(&channel).await.map_err(store_problem)?;
        let last = last.map_or_else(String::new, |post| format!(" – {}", line(request, &post)));
        let (name, path) = (name(texts, &channel), format!("{PATH}{}/remove/", channel.id));
        page.points.push(format!("{name}{last}"));
        page.links.push(Link::new(path, texts.with("panel-discord-remove", "name", name)));
    }
    request.page(&page)
}

async fn channels(request: &UserRequest<'_>) -> Result<Vec<DiscordChannel>, PageError> {
    let organization_id = request.session.organization_id()?;
    Ok(request.shared.events.discord_channels(organization_id).await.map_err(store_problem)?)
}

fn name(texts: &Texts, channel: &DiscordChannel) -> String {
    let end = channel.url.get(channel.url.len().saturating_sub(END)..).unwrap_or_default();
    let event = channel.tournament_id.map_or_else(
        || texts.say("panel-discord-all-events"),
        |event| texts.with("panel-audit-event-number", "number", event.0),
    );
    format!("…{end}, {event}")
}

pub(crate) async fn add(request: &UserRequest<'_>) -> PageResult {
    let (texts, event) = (request.texts, request.form.text("event"));
    let channel = DiscordChannel {
        id: 0,
        organization_id: request.session.organization_id()?,
        tournament_id: (!event.is_empty()).then(|| integer(event).unwrap_or_default().into()),
        url: request.form.text("url").to_owned(),
        language: texts.language().tag().to_owned(),
    };
    let hello = texts.with("panel-discord-hello", "site", request.shared.public_url.as_str());
    let added = request.shared.commands.add_discord_channel(&channel, &hello).await;
    added.map_err(|error| PageError::of_command(texts, error))?;
    request.redirect_with(PATH, "frame-done-saved")
}

pub(crate) async fn ask_to_remove(request: &UserRequest<'_>) -> PageResult {
    let (texts, channel) = (request.texts, find(request).await?);
    let title = texts.with("panel-remove-webhook-title", "name", name(texts, &channel));
    let page = form(request, title, "panel-do-remove-webhook").cancel(PATH, "panel-keep-it");
    request.page(&page.lead(texts.say("panel-remove-webhook-means")).danger())
}

pub(crate) async fn remove(request: &UserRequest<'_>) -> PageResult {
    let DiscordChannel { organization_id, id, .. } = find(request).await?;
    request.shared.events.remove_discord_channel(organization_id, id).await.map_err(store_problem)?;
    request.redirect_with(PATH, "frame-done-webhook-removed")
}

async fn find(request: &UserRequest<'_>) -> Result<DiscordChannel, PageError> {
    let id: i64 = request.id()?;
    Ok(channels(request).await?.into_iter().find(|channel| channel.id == id).ok_or_else(not_found)?)
}

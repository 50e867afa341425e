//! `/desk/events/{id}/picture/`: the picture of an event.

use proto_events::Picture;
use write_api::pictures::{RemoveEventPicture, SetEventPicture, Upload};

use crate::desk::event::Desk;
use crate::parts::page_kinds::{Link, PicturePage, REMOVE};
use crate::serving::failures::PageResult;
use crate::serving::request::PageRequest;

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    let state = desk.state();
    desk.page(&page(desk, &state.details.name, state.picture.as_ref(), desk.address("settings")))
}

/// Returns the page of a picture. `name` is that of its event or convention.
pub(super) fn page<'a>(
    request: &PageRequest,
    name: &str,
    picture: Option<&'a Picture>,
    back: String,
) -> PicturePage<'a> {
    let texts = request.texts;
    let (title, hint) = (texts.with("desk-picture-of", "event", name), texts.say("desk-picture-hint"));
    let back = Link::new(back, texts.say("desk-do-to-settings"));
    PicturePage { frame: request.frame(), title, action: request.path.clone(), picture, hint, back }
}

pub(crate) async fn save(desk: &Desk<'_>) -> PageResult {
    if desk.form.exact("step") == REMOVE {
        desk.run(desk.terms(), RemoveEventPicture {}).await?;
    } else {
        desk.run(desk.terms(), SetEventPicture { upload: Upload(desk.form.file()) }).await?;
    }
    desk.redirect_with(&desk.address("picture"), "frame-done-saved")
}

//! `/desk/events/{id}/picture/`: the picture of an event.

use write_api::pictures::{RemoveEventPicture, SetEventPicture, Upload};

use crate::desk::event::Desk;
use crate::parts::page_kinds::{Link, PicturePage, REMOVE};
use crate::serving::failures::PageResult;

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    let (texts, state) = (desk.texts, desk.state());
    desk.page(&PicturePage {
        frame: desk.request.frame(),
        title: texts.with("desk-picture-of", "event", state.details.name.as_str()),
        action: desk.address("picture"),
        picture: state.picture.as_ref(),
        hint: texts.say("desk-picture-hint"),
        back: Link::new(desk.address("settings"), texts.say("desk-do-to-settings")),
    })
}

pub(crate) async fn save(desk: &Desk<'_>) -> PageResult {
    if desk.form.exact("step") == REMOVE {
        desk.run(desk.terms(), RemoveEventPicture {}).await?;
    } else {
        desk.run(desk.terms(), SetEventPicture { upload: Upload(desk.form.file()) }).await?;
    }
    desk.redirect_with(&desk.address("picture"), "frame-done-saved")
}

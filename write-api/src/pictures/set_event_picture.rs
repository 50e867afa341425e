//! Sets the picture of an event.

use proto_events::Picture;

use super::upload::{EVENT, FILE, Upload};
use crate::events::document;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "set_event_picture",
    summary: "Set the picture of an event",
    text: "The body is the file: JPEG, PNG or WebP, at most 5 MiB and 40 megapixels. It is shrunk to fit into 1600 × 900 \
           pixels and encoded anew; nothing else of the file is kept, such as the place where a photo was taken. The \
           answer names the picture, which is shown at `/pictures/{sha256}`.",
    body: Some(FILE),
    answer: Answer::json(200, "OrganizedEvent"),
    is_always_possible: true,
    ..Route::at("PUT", "/api/v1/magic-events/{id}/picture/", Operation::ManageEvents)
};

/// Sets the picture of an event.
#[derive(Debug, Clone)]
pub struct SetEventPicture {
    /// The file.
    pub upload: Upload,
}

impl EventCommand for SetEventPicture {
    const ROUTE: &'static Route = &ROUTE;

    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem> {
        let picture = event.api().store_picture(&self.upload, EVENT).await?;
        event.change(|tournament, _| Ok(decide(tournament, Some(&picture)))).await
    }
}

/// Gives an event the picture of another one, for the page that copies events.
#[derive(Debug, Clone)]
pub struct ReuseEventPicture {
    /// The picture.
    pub picture: Picture,
}

impl EventCommand for ReuseEventPicture {
    const ROUTE: &'static Route = &ROUTE;

    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem> {
        event.change(|tournament, _| Ok(decide(tournament, Some(&self.picture)))).await
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let event_id = request.id("event")?;
    let (upload, run) = Upload::read(&request, body).await?;
    let written = SetEventPicture { upload }.run(&run.on_event(event_id)).await?;
    document::answer(&request, &written).await
}

pub(super) fn decide(tournament: &Tournament, picture: Option<&Picture>) -> Vec<TournamentEvent> {
    if tournament.picture.as_ref() == picture {
        return Vec::new();
    }
    vec![TournamentEvent::PictureSet { picture: picture.cloned() }]
}

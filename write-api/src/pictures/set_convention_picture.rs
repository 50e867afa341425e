//! Sets the header image of a convention.

use proto_events::Picture;

use super::upload::{EVENT, FILE, Upload};
use crate::conventions::document;
use crate::conventions::on_convention::ConventionCommand;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "set_convention_picture",
    summary: "Set the header image of a convention",
    text: "The body is the file: JPEG, PNG or WebP, at most 5 MiB and 40 megapixels. It is shrunk to fit into 1600 × 900 \
           pixels and encoded anew; nothing else of the file is kept, such as the place where a photo was taken. \
           `header_image` of the convention is its path, unless an address was set there.",
    body: Some(FILE),
    answer: Answer::json(200, "Convention"),
    is_always_possible: true,
    ..Route::at("PUT", "/api/v1/conventions/{slug}/picture/", Operation::ManageConventions)
};

/// Sets the header image of a convention.
#[derive(Debug, Clone)]
pub struct SetConventionPicture {
    /// The file.
    pub upload: Upload,
}

impl ConventionCommand for SetConventionPicture {
    const ROUTE: &'static Route = &ROUTE;

    async fn run(&self, run: &Run, id: ConventionId) -> Result<Written<Convention>, Problem> {
        let picture = run.api().store_picture(&self.upload, EVENT).await?;
        let decide = |convention: &Convention, _: &mut _| Ok(decide(convention, Some(&picture)));
        Ok(run.api().change(&run.context, StreamId::convention(id), decide).await?)
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let (upload, run) = Upload::read(&request, body).await?;
    let convention_id = document::named(&request).await?;
    let written = SetConventionPicture { upload }.run(&run, convention_id).await?;
    document::answer(&request, &written).await
}

/// Decides that a convention has this header image.
pub(super) fn decide(convention: &Convention, picture: Option<&Picture>) -> Vec<ConventionEvent> {
    if convention.picture.as_ref() == picture {
        return Vec::new();
    }
    vec![ConventionEvent::PictureSet { picture: picture.cloned() }]
}

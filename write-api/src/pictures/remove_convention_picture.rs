//! Removes the header image of a convention.

use super::set_convention_picture;
use crate::conventions::document;
use crate::conventions::on_convention::ConventionCommand;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "remove_convention_picture",
    summary: "Remove the header image of a convention",
    text: "Its address answers with 404 from then on, unless an event, a store or another convention has the same picture. \
           A convention without a header image stays as it is.",
    answer: Answer::json(200, "Convention"),
    is_always_possible: true,
    ..Route::at("DELETE", "/api/v1/conventions/{slug}/picture/", Operation::ManageConventions)
};

/// Removes the header image of a convention.
#[derive(Debug, Clone)]
pub struct RemoveConventionPicture {}

impl ConventionCommand for RemoveConventionPicture {
    const ROUTE: &'static Route = &ROUTE;

    async fn run(&self, run: &Run, id: ConventionId) -> Result<Written<Convention>, Problem> {
        let decide = |convention: &Convention, _: &mut _| Ok(set_convention_picture::decide(convention, None));
        Ok(run.api().change(&run.context, StreamId::convention(id), decide).await?)
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let (NoFields {}, run) = request.input(body).await?;
    let written = RemoveConventionPicture {}.run(&run, document::named(&request).await?).await?;
    document::answer(&request, &written).await
}

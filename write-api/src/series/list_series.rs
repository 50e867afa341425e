//! Lists the series of the organization.

use super::document::{SeriesDocument, document};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "list_series",
    summary: "List series of events",
    text: "The series of your organization in the order in which they were planned, each with its coming days and the events \
           that were made for them.",
    answer: Answer::array_of::<SeriesDocument>(),
    ..Route::at("GET", "/api/v1/series/", Operation::ReadEventSettings)
};

pub(crate) async fn answer(request: WriteRequest, _: Body) -> Result<Response, Problem> {
    let (api, organization_id) = (request.api(), request.caller.organization()?);
    let organization = api.organization(organization_id).await.map_err(problems::unanswered)?;
    let mut documents = Vec::new();
    for series in organization.iter().flat_map(|organization| &organization.state.series) {
        documents.push(document(api, organization_id, series).await?);
    }
    answer::read(&documents)
}

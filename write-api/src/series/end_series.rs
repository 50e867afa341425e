//! Ends a series. Events that were made stay.

use super::document::{self, SeriesDocument};
use super::series_fields::{SeriesId, series_of};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "end_series",
    summary: "End a series of events",
    text: "The series makes no more events. Those that it made stay. A change of its plan takes the series up again.",
    answer: Answer::of::<SeriesDocument>(200),
    is_always_possible: true,
    ..Route::at("POST", "/api/v1/series/{id}/end/", Operation::ManageEvents)
};

/// Ends a series.
#[derive(Debug, Clone)]
pub struct EndSeries {
    /// The series.
    pub series_id: SeriesId,
}

#[async_trait]
impl Command for EndSeries {
    const ROUTE: &'static Route = &ROUTE;
    type Done = Written<Organization>;

    async fn run(&self, run: &Run) -> Result<Written<Organization>, Problem> {
        let decide = |organization: &Organization, _: &mut _| {
            let series = series_of(organization, self.series_id)?;
            let ended = OrganizationEvent::SeriesEnded { series_id: series.id };
            Ok::<Vec<_>, Refusal>((!series.has_ended).then_some(ended).into_iter().collect())
        };
        Ok(run.api().change(&run.context, StreamId::organization(run.caller.organization()?), decide).await?)
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let series_id = SeriesId(request.id("series")?);
    let (NoFields {}, run) = request.input(body).await?;
    let written = EndSeries { series_id }.run(&run).await?;
    document::answer(&request, &written, |series| series.id == series_id.0).await
}

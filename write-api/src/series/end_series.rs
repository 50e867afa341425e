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

body! {
    /// Ends a series.
    pub struct EndSeries of series_id: SeriesId {}
}

answers!(run EndSeries => document::answer(series_id));

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

//! Ends a series. Events that were made stay, unless staff cancels those to come without players.

use domain::organization::Series;

use super::document::{self, SeriesDocument};
use super::made::Made;
use super::series_fields::{SeriesFields, SeriesId};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "end_series",
    summary: "End a series of events",
    text: "The series makes no more events. Those that it made stay; with `cancel_empty`, those to come that have no players are \
           canceled. A change of its plan takes the series up again.",
    body: Some(body_schema::<EndSeries>()),
    answer: Answer::of::<SeriesDocument>(200),
    is_always_possible: true,
    ..Route::at("POST", "/api/v1/series/{id}/end/", Operation::ManageEvents)
};

body! {
    /// How a series ends.
    pub struct EndSeries as SeriesEnd of series_id: SeriesId {
        /// Whether events to come that have no players are canceled.
        cancel_empty: Option<bool>,
    }
}

#[async_trait]
impl Command for EndSeries {
    const ROUTE: &'static Route = &ROUTE;
    type Done = Written<Organization>;

    async fn run(&self, run: &Run) -> Result<Written<Organization>, Problem> {
        let decide = |series: &Series, made: &Made| {
            let canceled = made.values().filter(|_| self.cancel_empty == Some(true));
            let ended = OrganizationEvent::SeriesEnded { series_id: series.id };
            // A series that has ended ends again if events are canceled with it.
            let is_due = !series.has_ended || self.cancel_empty == Some(true);
            let events = is_due.then_some(ended).into_iter().collect();
            Ok((events, canceled.map(|event| (Arc::clone(event), true)).collect()))
        };
        run.change_series(self.series_id, &SeriesFields::default(), decide).await
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let (end, run) = request.input::<EndSeries>(body).await?;
    let written = end.run(&run).await?;
    document::answer(&request, &written, |series| series.id == end.series_id.0).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::series::series_fields::series_of;
    use crate::series::series_fields::tests::{fridays, planned};
    use crate::testing::organization;

    #[test]
    fn a_series_that_has_ended_goes_on_when_it_is_planned_again() {
        let ended = OrganizationEvent::SeriesEnded { series_id: 1 };
        let has_ended = |events: &[OrganizationEvent]| organization(events).series[0].has_ended;
        assert!(!has_ended(&[planned(fridays())]) && has_ended(&[planned(fridays()), ended.clone()]));
        assert!(!has_ended(&[planned(fridays()), ended, planned(fridays())]));
    }

    #[test]
    fn an_unknown_series_is_refused() {
        let organization = organization(&[planned(fridays())]);
        assert_eq!(series_of(&organization, SeriesId(1)).unwrap().id, 1);
        assert!(series_of(&organization, SeriesId(2)).unwrap_err().is_not_found());
    }
}

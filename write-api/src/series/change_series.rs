//! Changes the plan of a series. Events that were made stay, apart from those of holidays.

use chrono::NaiveDate;
use domain::organization::Series;
use domain::series::planned_days;

use super::document::{self, SeriesDocument};
use super::made::Made;
use super::series_fields::{SeriesFields, SeriesId, faults};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "change_series",
    summary: "Change a series of events",
    text: "Fields that are not given stay as they are; `skipped` replaces all days. The change counts for events that are not \
           made yet. If a day is skipped for which an event was made, the event is canceled if it has no players; otherwise \
           `days` shows it, and you decide. If it is not skipped any more, that is taken back. A series that has ended goes on, \
           and canceled events of its days take place again if they have no players.",
    body: Some(body_schema::<SeriesFields>()),
    answer: Answer::of::<SeriesDocument>(200),
    ids: &[NamedId::in_body("template_id", Thing::Event, Rule::Organization)],
    is_always_possible: true,
    ..Route::at("PATCH", "/api/v1/series/{id}/", Operation::ManageEvents)
};

/// Changes the plan of a series.
#[derive(Debug, Clone)]
pub struct ChangeSeries {
    /// The series.
    pub series_id: SeriesId,
    /// The changes.
    pub fields: SeriesFields,
}

#[async_trait]
impl Command for ChangeSeries {
    const ROUTE: &'static Route = &ROUTE;
    type Done = Written<Organization>;

    fn check(&self, errors: &mut FieldErrors) {
        check_body(&self.fields, errors);
    }

    async fn run(&self, run: &Run) -> Result<Written<Organization>, Problem> {
        let organization_id = run.caller.organization()?;
        let template = match self.fields.template_id {
            Some(id) => run.api().own_event(organization_id, id).await.map_err(problems::failed)?.is_some(),
            None => true,
        };
        let decide = |series: &Series, made: &Made| {
            let events = decide(series, &self.fields, template)?;
            Ok((events, of_holidays(series, &self.fields, made)))
        };
        run.change_series(self.series_id, &self.fields, decide).await
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let series_id = SeriesId(request.id("series")?);
    let (fields, run) = request.input::<SeriesFields>(body).await?;
    let written = ChangeSeries { series_id, fields }.run(&run).await?;
    document::answer(&request, &written, |series| series.id == series_id.0).await
}

/// Decides the command, which is refused if a field is invalid.
fn decide(series: &Series, fields: &SeriesFields, has_template: bool) -> Result<Vec<OrganizationEvent>, Refusal> {
    let plan = fields.made_to(&series.plan);
    faults(&plan, has_template).check()?;
    let is_new = plan != series.plan || series.has_ended;
    Ok(is_new.then_some(OrganizationEvent::SeriesPlanned { series_id: series.id, plan }).into_iter().collect())
}

/// Returns the events of days that are skipped now and were not, or the other way round, with whether they are skipped. If
/// the series had ended, those of all its days that are not skipped take place again.
fn of_holidays(series: &Series, fields: &SeriesFields, made: &Made) -> Vec<(Arc<Folded<Tournament>>, bool)> {
    let plan = fields.made_to(&series.plan);
    let goes_on = |day: NaiveDate| series.has_ended && !planned_days(&plan, day, day).is_empty();
    let days = made
        .iter()
        .map(|(day, event)| (event, plan.skipped.contains(day), series.plan.skipped.contains(day), goes_on(*day)));
    days.filter(|(_, now, before, goes_on)| now != before || (*goes_on && !now))
        .map(|(event, now, ..)| (Arc::clone(event), now))
        .collect()
}

#[cfg(test)]
mod tests {
    use proto_events::organization::SeriesPlan;

    use super::*;
    use crate::series::series_fields::tests::{fridays, planned};

    #[test]
    fn the_same_plan_changes_nothing_unless_the_series_has_ended() {
        let series = |has_ended| Series { id: 1, plan: fridays(), has_ended };
        let nothing = SeriesFields::default();
        assert_eq!(decide(&series(false), &nothing, true), Ok(Vec::new()));
        assert_eq!(decide(&series(true), &nothing, true), Ok(vec![planned(fridays())]));
        let more = SeriesFields { weeks_ahead: Some(8), ..nothing };
        let plan = SeriesPlan { weeks_ahead: 8, ..fridays() };
        assert_eq!(decide(&series(false), &more, true), Ok(vec![planned(plan)]));
    }

    #[test]
    fn a_plan_with_faults_is_refused() {
        let series = Series { id: 1, plan: fridays(), has_ended: false };
        let wrong = SeriesFields { time_zone: Some("Mars".into()), ..SeriesFields::default() };
        assert_eq!(decide(&series, &wrong, true).unwrap_err().code(), "invalid");
    }
}

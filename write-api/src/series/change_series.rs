//! Changes the plan of a series. Events that were made stay, apart from those of holidays.

use domain::organization::Series;
use storage::Claim;

use super::document::{self, SeriesDocument};
use super::made::{Made, canceled, claim_of_template, today};
use super::series_fields::{SeriesFields, SeriesId, faults, series_of};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "change_series",
    summary: "Change a series of events",
    text: "Fields that are not given stay as they are; `skipped` replaces all days. The change counts for events that are not \
           made yet. If a day is skipped for which an event was made, the event is canceled if it has no players; otherwise \
           `days` shows it, and you decide. If it is not skipped any more, that is taken back. A series that has ended goes on.",
    body: Some(body_schema::<ChangeSeries>()),
    answer: Answer::of::<SeriesDocument>(200),
    is_always_possible: true,
    ..Route::at("PATCH", "/api/v1/series/{id}/", Operation::ManageEvents)
};

body! {
    /// Changes of the plan of a series. Fields that are not given stay as they are.
    pub struct ChangeSeries as SeriesChange of series_id: SeriesId such as r#"{"weeks_ahead": 8}"# {
        ..fields: SeriesFields,
    }
}

answers!(run ChangeSeries => document::answer(series_id));

/// The events that were made, the claim of the template's day if it is free, and whether there is such a template.
type MadeAndTemplate = (Made, Option<Claim>, bool);

impl Command for ChangeSeries {
    const ROUTE: &'static Route = &ROUTE;
    const CHECK: Check<Self> = check_body;
    type Done = Written<Organization>;

    async fn run(&self, run: &Run) -> Result<Written<Organization>, Problem> {
        let (api, organization_id, now) = (run.api(), run.caller.organization()?, run.arrived_at);
        let load = |organization: Arc<Folded<Organization>>| async move {
            let series = series_of(&organization.state, self.series_id)?;
            let made = api.made_from(organization_id, series, today(&series.plan, now)).await?;
            let plan = self.fields.made_to(&series.plan);
            let template = api.own_event(organization_id, plan.template_id).await?;
            let has_template = self.fields.template_id.is_none() || template.is_some();
            let mut claim = template.and_then(|event| claim_of_template(organization_id, (series.id, &plan), &event));
            if let Some(Claim { scope, name, .. }) = &claim
                && api.holder(scope, name).await?.is_some()
            {
                claim = None;
            }
            Ok((made, claim, has_template))
        };
        let decide = |organization: &Organization, (made, claim, has_template): &MadeAndTemplate, _: &mut _| {
            let series = series_of(organization, self.series_id)?;
            let events = decide(series, &self.fields, *has_template)?;
            let mut writes = Vec::new();
            for (event, is_skipped) in of_holidays(series, &self.fields, made) {
                let events = canceled(&event.state, is_skipped, now)?;
                writes.extend((!events.is_empty()).then(|| api.write_to(event, events)));
            }
            let claims = claim.iter().filter(|_| !events.is_empty()).cloned().collect();
            Ok::<_, Refusal>(Decision { writes, claims, ..Decision::from(events) })
        };
        Ok(api.change_with(&run.context, StreamId::organization(organization_id), load, decide).await?)
    }
}

/// Decides the command, which is refused if a field is invalid.
fn decide(series: &Series, fields: &SeriesFields, has_template: bool) -> Result<Vec<OrganizationEvent>, Refusal> {
    let plan = fields.made_to(&series.plan);
    faults(&plan, has_template).check()?;
    let is_new = plan != series.plan || series.has_ended;
    Ok(is_new.then_some(OrganizationEvent::SeriesPlanned { series_id: series.id, plan }).into_iter().collect())
}

/// Returns the events of days that are skipped now and were not, or the other way round, with whether they are skipped.
fn of_holidays<'a>(series: &Series, fields: &SeriesFields, made: &'a Made) -> Vec<(&'a Folded<Tournament>, bool)> {
    let (before, plan) = (&series.plan.skipped, fields.made_to(&series.plan));
    let changed = made.iter().filter(|(day, _)| plan.skipped.contains(day) != before.contains(day));
    changed.map(|(day, event)| (&**event, plan.skipped.contains(day))).collect()
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
}

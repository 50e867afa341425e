//! Plans a series of events. The same plan again plans no second one.

use domain::organization::Series;
use domain::time_zone::Zone;
use proto_events::organization::SeriesPlan;

use super::document::{self, SeriesDocument};
use super::made::claim_of_template;
use super::series_fields::{SeriesFields, SeriesId, faults};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "plan_series",
    summary: "Plan a series of events",
    text: "The service makes the events of the next `weeks_ahead` weeks at once, and later ones by itself. Each gets the \
           settings and the picture of the event `template_id`, and its times: they are as far from the start as there, on \
           clocks in `time_zone`, also when daylight saving begins or ends. There is none on the day of the template itself. \
           Without `time_zone`, it is that of the template; without `every_weeks` and `weeks_ahead`, they are 1 and 4. The \
           same plan again is answered with 200 and plans no second series.",
    body: Some(body_schema::<NewSeries>()),
    answer: Answer::of::<SeriesDocument>(201),
    is_always_possible: true,
    is_created_once: true,
    ..Route::at("POST", "/api/v1/series/", Operation::ManageEvents)
};

/// For how many weeks events are made ahead, if the plan does not say.
pub const WEEKS: i32 = 4;

body! {
    /// A new series of events.
    pub struct NewSeries such as r#"{"template_id": 61, "first_day": "2026-03-20", "starts": "18:30"}"# {
        ..plan: SeriesFields => [template_id, first_day, starts],
    }
}

impl Command for NewSeries {
    const ROUTE: &'static Route = &ROUTE;
    const CHECK: Check<Self> = check_body;
    type Done = Written<Organization>;

    async fn run(&self, run: &Run) -> Result<Written<Organization>, Problem> {
        let (api, organization_id) = (run.api(), run.caller.organization()?);
        let template = |_: Arc<Folded<Organization>>| async move {
            Ok(api.own_event(organization_id, self.plan.template_id.unwrap_or(TournamentId(0))).await?)
        };
        let decide = |organization: &Organization, template: &Option<Arc<Folded<Tournament>>>, _: &mut _| {
            let events = decide(organization, &self.plan, template.as_deref().map(|template| &template.state))?;
            let claim = match (&events[..], template) {
                ([OrganizationEvent::SeriesPlanned { series_id, plan }], Some(template)) => {
                    claim_of_template(organization_id, (*series_id, plan), template)
                }
                _ => None,
            };
            Ok::<_, Refusal>(Decision { claims: claim.into_iter().collect(), ..Decision::from(events) })
        };
        // A condition would be about the organization, which is no part of the answer.
        let context = Context { expected: None, ..run.context.clone() };
        Ok(api.change_with(&context, StreamId::organization(organization_id), template, decide).await?)
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let (new, run) = request.input::<NewSeries>(body).await?;
    let written = new.run(&run).await?;
    let is_new = |series: &&Series| new.plan.made_to(&series.plan) == series.plan;
    let planned = written.folded.state.series.iter().rev().find(is_new).ok_or_else(|| nothing("series", ""))?;
    document::answer(&request, &written, SeriesId(planned.id)).await
}

/// Decides the command. `template` is the event of the organization with the given id, if there is one. It is refused if a
/// field is invalid.
fn decide(
    organization: &Organization,
    fields: &SeriesFields,
    template: Option<&Tournament>,
) -> Result<Vec<OrganizationEvent>, Refusal> {
    let zone = template.and_then(|template| template.details.time_zone.clone());
    let time_zone = zone.unwrap_or_else(|| Zone::UTC.name().to_owned());
    let usual = SeriesPlan { every_weeks: 1, time_zone, weeks_ahead: WEEKS, ..SeriesPlan::default() };
    let plan = fields.made_to(&usual);
    faults(&plan, template.is_some()).check()?;
    if organization.series.iter().any(|series| !series.has_ended && series.plan == plan) {
        return Ok(Vec::new());
    }
    let series_id = organization.series.iter().map(|series| series.id).max().unwrap_or_default() + 1;
    Ok(vec![OrganizationEvent::SeriesPlanned { series_id, plan }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::series::series_fields::tests::{day, fridays, planned};
    use crate::testing::*;

    fn every_friday() -> SeriesFields {
        SeriesFields {
            template_id: Some(TournamentId(3)),
            first_day: Some(day("2025-06-20")),
            starts: Some(fridays().starts),
            time_zone: Some("Europe/Berlin".into()),
            ..SeriesFields::default()
        }
    }

    #[test]
    fn a_series_gets_the_next_number_and_the_same_plan_again_none() {
        let event = tournament(&[]);
        let decided =
            |before: &[OrganizationEvent]| decide(&organization(before), &every_friday(), Some(&event)).unwrap();
        assert_eq!(decided(&[]), [planned(fridays())]);
        assert_eq!(decided(&[planned(fridays())]), []);
        let second = OrganizationEvent::SeriesPlanned { series_id: 2, plan: fridays() };
        let ended = OrganizationEvent::SeriesEnded { series_id: 1 };
        assert_eq!(decided(&[planned(fridays()), ended]), [second]);
    }

    #[test]
    fn a_series_without_a_zone_has_that_of_its_template() {
        let fields = SeriesFields { time_zone: None, ..every_friday() };
        for (of_template, time_zone) in [(None, "UTC"), (Some("Asia/Tokyo"), "Asia/Tokyo")] {
            let template = tournament(&[settings(|it| it.time_zone = of_template.map(Into::into))]);
            let plan = SeriesPlan { time_zone: time_zone.into(), ..fridays() };
            assert_eq!(decide(&organization(&[]), &fields, Some(&template)), Ok(vec![planned(plan)]));
        }
    }

    #[test]
    fn an_unknown_template_is_refused() {
        let refused = decide(&organization(&[]), &every_friday(), None);
        assert_eq!(coded(refused), "invalid template_id: Your organization has no event with this id.");
    }
}

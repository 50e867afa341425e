//! `/desk/series/`: the series of events. `/desk/series/{id}/`: a series with its coming days; skips days, and takes that
//! back, and ends the series. `/desk/series/{id}/change/`: changes the plan of a series.
//! `/desk/events/{id}/series/`: plans a series of events like this one.

use std::sync::Arc;

use askama::Template;
use chrono::{Datelike as _, NaiveDate, NaiveTime, TimeDelta};
use domain::organization::{Organization, Series};
use domain::permissions::Operation::ManageEvents;
use domain::time_zone::Zone;
use proto_events::organization::SeriesPlan;
use serde_json::{Value, json};
use service_kit::problem::Problem;
use write_api::series::{ChangeSeries, EndSeries, NewSeries, SeriesDayDocument, SeriesFields, SeriesId, WEEKS};
use write_api::{FieldErrors, Folded, Typed as _};

use crate::desk::event::Desk;
use crate::desk::event_form::{Group, Kind, Setting, SettingsForm, row, weeks_until};
use crate::parts::control::{Control, TextField};
use crate::parts::frame::Frame;
use crate::parts::page_kinds::FormPage;
use crate::serving::failures::{PageError, PageResult, failed, not_found};
use crate::serving::interface::{self, Refused};
use crate::serving::people::organization;
use crate::serving::request::UserRequest;
use crate::texts::{Texts, said};

const PATH: &str = "/desk/series/";

/// The fields of a plan.
pub(crate) const FIELDS: &[Setting] = &[
    row(Group::FIRST, "first_day", Kind::Day, "", "desk-series-first-day"),
    row(Group::FIRST, "last_day", Kind::Day, "", "desk-series-last-day"),
    row(Group::FIRST, "every_weeks", Kind::Number, "", "desk-series-every-weeks").without_hint(),
    row(Group::FIRST, "starts", Kind::Clock, "", "desk-event-starts").without_hint(),
    row(Group::FIRST, "time_zone", Kind::Zone, "", "desk-event-zone").without_hint(),
    row(Group::FIRST, "weeks_ahead", Kind::Number, "", "desk-series-weeks-ahead"),
];

#[derive(Template)]
#[template(path = "desk/series_list.html")]
struct SeriesListPage {
    frame: Frame,
    rows: Vec<SeriesRow>,
}

struct SeriesRow {
    id: i64,
    name: String,
    rule: String,
    has_ended: bool,
}

/// Shows all series, those that have ended last.
pub(crate) async fn list(request: &UserRequest<'_>) -> PageResult {
    let mut rows = Vec::new();
    for series in &organization(request).await?.state.series {
        rows.push(series_row(request, series).await?);
    }
    rows.sort_by_key(|row| row.has_ended);
    request.page(&SeriesListPage { frame: request.frame(), rows })
}

async fn series_row(request: &UserRequest<'_>, series: &Series) -> Result<SeriesRow, Problem> {
    let template = request.shared.commands.tournament(series.plan.template_id).await.map_err(failed)?;
    let name = template.map_or_else(String::new, |template| template.state.details.name.clone());
    Ok(SeriesRow { id: series.id, name, rule: rule(request.texts, &series.plan), has_ended: series.has_ended })
}

/// Says on which days a series has events, and when.
fn rule(texts: &Texts, plan: &SeriesPlan) -> String {
    let until = plan.last_day.map_or_else(|| "never".to_owned(), |day| texts.day(day));
    let values = [
        ("weekday", plan.first_day.weekday().number_from_monday().into()),
        ("time", plan.starts.format("%H:%M").to_string().into()),
        ("zone", plan.time_zone.as_str().into()),
        ("weeks", plan.every_weeks.into()),
        ("until", until.into()),
    ];
    texts.with_all("desk-series-rule", values)
}

#[derive(Template)]
#[template(path = "desk/series.html")]
struct SeriesPage {
    frame: Frame,
    row: SeriesRow,
    may_change: bool,
    days: Vec<SeriesDayDocument>,
}

pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let (organization, series) = load(request).await?;
    let days = request.shared.commands.series_days(organization.state.id, &series).await.map_err(failed)?;
    let (frame, row, may_change) = (request.frame(), series_row(request, &series).await?, request.may(ManageEvents));
    request.page(&SeriesPage { frame, row, may_change, days })
}

/// Skips a day, takes that back, or takes up a series that has ended.
pub(crate) async fn send(request: &UserRequest<'_>) -> PageResult {
    let (organization, series) = load(request).await?;
    let day = |name| request.form.exact(name).parse::<NaiveDate>().ok();
    if series.has_ended && (day("skip").is_some() || day("keep").is_some()) {
        return Err(request.fault("desk-series-over"));
    }
    let mut skipped = series.plan.skipped;
    skipped.extend(day("skip"));
    skipped.retain(|skipped| day("keep") != Some(*skipped));
    let fields = SeriesFields { skipped: Some(skipped), ..SeriesFields::default() };
    let command = ChangeSeries { series_id: SeriesId(series.id), fields };
    interface::run(request, request.terms().at_version(organization.version), &command).await?;
    request.redirect_with(&format!("{PATH}{}/", series.id), "frame-done-saved")
}

/// Reads the series in the path, and its organization.
async fn load(request: &UserRequest<'_>) -> Result<(Arc<Folded<Organization>>, Series), Problem> {
    let (id, organization): (i64, _) = (request.id()?, organization(request).await?);
    let series = organization.state.series.iter().find(|series| series.id == id).cloned();
    Ok((organization, series.ok_or_else(not_found)?))
}

pub(crate) async fn change_form(request: &UserRequest<'_>) -> PageResult {
    let (organization, series) = load(request).await?;
    let (title, back) = (series_row(request, &series).await?.name, format!("{PATH}{}/", series.id));
    let page = FormPage::new(request.frame(), title, format!("{back}change/"), "desk-do-save");
    let version = request.form.id("version").unwrap_or(organization.version);
    let page = page.lead(request.texts.say("desk-series-change-means"));
    let page = page.control(Control::Hidden("version", version.to_string()));
    request.page(&with_plan(page, request, back, &series.plan))
}

/// Changes the plan, unless another person has changed the organization since the page was made.
pub(crate) async fn change(request: &UserRequest<'_>) -> PageResult {
    let (organization, series) = load(request).await?;
    if series.has_ended {
        return Err(request.fault("desk-series-over"));
    }
    let fields = typed(request, SettingsForm::sent(FIELDS, &request.form).body())?;
    let command = ChangeSeries { series_id: SeriesId(series.id), fields };
    let terms = request.terms().at_version(request.form.id("version").unwrap_or(organization.version));
    interface::run(request, terms, &command).await.map_err(refused)?;
    request.redirect_with(&format!("{PATH}{}/", series.id), "frame-done-saved")
}

pub(crate) async fn end(request: &UserRequest<'_>) -> PageResult {
    let series_id: i64 = request.id()?;
    interface::run(request, request.terms(), &EndSeries { series_id: SeriesId(series_id) }).await?;
    request.redirect_with(&format!("{PATH}{series_id}/"), "frame-done-saved")
}

/// Shows the form of a new series like an event. The first day that is proposed is the next one of the same weekday.
pub(crate) async fn new_form(template: &Desk<'_>) -> PageResult {
    let (details, now) = (&template.state().details, template.shared.clock.now());
    let own_zone = organization(template).await?.state.time_zone.clone();
    let zone = Zone::of(details.time_zone.as_deref().or(own_zone.as_deref()));
    let evening = zone.local(now).date().and_time(NaiveTime::MIN + TimeDelta::hours(18));
    let start = details.start_datetime.map_or(evening, |start| zone.local(start));
    let plan = SeriesPlan {
        template_id: template.state().id,
        first_day: start.date().checked_add_signed(weeks_until(start, zone.local(now))).unwrap_or(start.date()),
        every_weeks: 1,
        starts: start.time(),
        time_zone: zone.name().to_owned(),
        weeks_ahead: WEEKS,
        ..SeriesPlan::default()
    };
    let title = template.texts.with("desk-series-like", "name", details.name.as_str());
    let page = FormPage::new(template.request.frame(), title, template.address("series"), "desk-series-plan");
    let page = page.lead(template.texts.say("desk-series-means"));
    template.page(&with_plan(page, template, template.address("settings"), &plan))
}

pub(crate) async fn plan(template: &Desk<'_>) -> PageResult {
    let mut fields = SettingsForm::sent(FIELDS, &template.form).body();
    fields["template_id"] = json!(template.state().id);
    let new = NewSeries { plan: typed(template, fields)? };
    let written = interface::run(template, template.terms(), &new).await.map_err(refused)?;
    let series = &written.folded.state.series;
    let id = series.iter().rev().find(|series| series.plan.template_id == template.state().id).map_or(0, |it| it.id);
    template.redirect_with(&format!("{PATH}{id}/"), "frame-done-saved")
}

/// Adds the controls of a plan to a page, with what was typed if the form was refused.
fn with_plan(page: FormPage, request: &UserRequest<'_>, back: String, plan: &SeriesPlan) -> FormPage {
    let shown = match request.typed() {
        Some(form) => SettingsForm::sent(FIELDS, form),
        None => SettingsForm::of(FIELDS, &json!(plan), Zone::UTC),
    };
    let texts = request.texts;
    let control = |(setting, value): (&'static Setting, &String)| TextField {
        kind: setting.kind.type_of_field(),
        required: setting.name != "last_day",
        hint: if setting.has_hint { texts.say(&setting.hint()) } else { String::new() },
        ..TextField::new(setting.name, texts.say(setting.label), value)
    };
    page.cancel(back, "desk-cancel").controls(shown.lines(Group::FIRST).map(control))
}

fn typed(request: &UserRequest<'_>, fields: Value) -> Result<SeriesFields, PageError> {
    SeriesFields::typed(fields).map_err(|problem| refused(Refused::by(problem, request.texts)))
}

/// Says each fault at its field.
fn refused(refused: Refused) -> PageError {
    if refused.fields.is_empty() {
        return refused.into();
    }
    let mut errors = FieldErrors::default();
    for (field, line) in refused.fields.into_iter().zip(refused.lines) {
        errors.add(field, said(line));
    }
    errors.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serving::form::Form;
    use crate::texts::Language;

    #[test]
    fn a_plan_is_sent_as_the_interface_takes_it() {
        let sent = [
            ("first_day", "2026-03-20"),
            ("last_day", ""),
            ("every_weeks", "2"),
            ("starts", "18:30:00"),
            ("time_zone", "berlin"),
            ("weeks_ahead", "many"),
        ];
        let expected = json!({
            "first_day": "2026-03-20", "last_day": null, "every_weeks": 2, "starts": "18:30",
            "time_zone": "Europe/Berlin", "weeks_ahead": "many",
        });
        assert_eq!(SettingsForm::sent(FIELDS, &Form::of(&sent)).body(), expected);
        let fields =
            SeriesFields::typed(json!({ "first_day": "2026-03-20", "starts": "18:30", "every_weeks": 2 })).unwrap();
        assert_eq!((fields.every_weeks, fields.first_day), (Some(2), "2026-03-20".parse().ok()));
    }

    #[test]
    fn the_rule_is_said_in_a_sentence() {
        let mut plan = SeriesPlan {
            template_id: proto_events::ids::TournamentId(3),
            first_day: "2026-03-20".parse().unwrap(),
            last_day: None,
            every_weeks: 1,
            starts: chrono::NaiveTime::from_hms_opt(18, 30, 0).unwrap(),
            time_zone: "Europe/Berlin".into(),
            skipped: Vec::new(),
            weeks_ahead: 4,
        };
        let texts = Texts::of(Language::English);
        assert_eq!(rule(texts, &plan), "Friday, 18:30 (Europe/Berlin), every week");
        (plan.every_weeks, plan.last_day) = (2, "2026-12-18".parse().ok());
        assert_eq!(rule(texts, &plan), "Friday, 18:30 (Europe/Berlin), every 2 weeks, until 18 Dec 2026");
    }
}

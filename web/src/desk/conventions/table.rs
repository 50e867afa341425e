//! `/desk/conventions/{id}/events/`: creates events from a table that was pasted. The first row names the columns, by the labels
//! of an event's form or by the names of its fields. The first answer is a preview; only a table without faults is carried out.

use askama::Template;
use chrono::{Datelike, NaiveDate, NaiveDateTime, NaiveTime};
use importers::PastedTable;
use proto_events::ids::TournamentId;
use proto_events::vocabulary::EventFormat;

use crate::desk::conventions::create::{Planned, create_all, is_there, made, made_query};
use crate::desk::conventions::hub::{Hub, HubFrame};
use crate::desk::event_form::{Kind, SETTINGS, Setting, SettingsForm, written};
use crate::desk::paste::of_list;
use crate::serving::failures::{PageError, PageResult};
use crate::texts::{Language, Texts};

const MOST: usize = 100;

#[derive(Template)]
#[template(path = "desk/conventions/table.html")]
struct TablePage<'a> {
    frame: HubFrame<'a>,
    text: String,
    unread: String,
    /// The lines of the preview; none before it.
    lines: Vec<Line>,
    /// Events that were made before, and can be deleted again.
    made: Vec<TournamentId>,
}

impl TablePage<'_> {
    fn is_sound(&self) -> bool {
        self.lines.iter().all(|line| line.faults.is_empty())
    }

    fn new_events(&self) -> usize {
        self.lines.iter().filter(|line| self.is_sound() && !line.is_there).count()
    }
}

struct Line {
    /// The typed texts of the columns that are read, with their names.
    cells: Vec<(String, String)>,
    planned: Planned,
    faults: Vec<String>,
    /// Whether the convention has this event already, so that it is not created.
    is_there: bool,
}

impl Line {
    fn starts(&self, texts: &Texts) -> String {
        self.planned.fields.start().map_or_else(String::new, |at| texts.long_time(at))
    }
}

/// Columns that are no settings. Others are named as settings are, and the time is the start.
const DAY: &str = "day";
const TIME: &str = "starts";
const TABLES: &str = "tables";

/// The keys of further names of columns.
const LABELS: [(&str, &str); 6] = [
    ("desk-convention-day", DAY),
    ("desk-hall-time", TIME),
    ("desk-tables", TABLES),
    ("desk-convention-room", "venue_name"),
    ("desk-event-name", "name"),
    ("desk-event-format", "format"),
];

pub(crate) async fn show(hub: &Hub<'_>) -> PageResult {
    let text = hub.form.exact("text").to_owned();
    hub.page(&TablePage { frame: hub.frame("events"), text, unread: String::new(), lines: Vec::new(), made: made(hub) })
}

pub(crate) async fn send(hub: &Hub<'_>) -> PageResult {
    if hub.form.exact("step") == "change" {
        return show(hub).await;
    }
    let text = hub.form.exact("text");
    let table = PastedTable::read(text);
    let mut faults: Vec<_> = table.problems.iter().map(|problem| of_list(hub.texts, problem)).collect();
    let columns: Vec<_> = table.header.iter().map(|name| column(hub.texts, name)).collect();
    if faults.is_empty() && !columns.contains(&Some("name")) {
        faults.push(hub.texts.say("desk-table-no-name"));
    }
    if table.rows.len() > MOST {
        faults.push(hub.texts.with("desk-table-too-long", "most", MOST));
    }
    if !faults.is_empty() {
        return Err(PageError::Form(faults.into()));
    }
    let lines: Vec<_> = table.rows.iter().map(|(number, cells)| line(hub, &table, &columns, *number, cells)).collect();
    let unread = table.header.iter().zip(&columns).filter(|(_, column)| column.is_none());
    let unread = unread.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
    let page = TablePage { frame: hub.frame("events"), text: text.to_owned(), unread, lines, made: Vec::new() };
    if hub.form.exact("step") == "create" && page.is_sound() { create(hub, page).await } else { hub.page(&page) }
}

/// Creates the events. If some are refused, the table stays in the field; sent again, it creates only those that are missing.
async fn create(hub: &Hub<'_>, page: TablePage<'_>) -> PageResult {
    let planned: Vec<_> = page.lines.into_iter().map(|line| line.planned).collect();
    let (made, refused) = create_all(hub, &planned).await;
    if refused.is_empty() {
        return hub
            .completed(&format!("{}?made={}", hub.address("events"), made_query(&made)), "frame-done-events-created")
            .await;
    }
    hub.wait_for_views().await;
    let fault = |(line, why): (&Planned, String)| {
        hub.texts.with_all("desk-paste-at-line", [("line", line.key.as_str().into()), ("why", why.into())])
    };
    let mut frame = page.frame;
    frame.frame.faults.lines.extend(refused.into_iter().map(fault));
    hub.refused(&TablePage { frame, text: page.text, unread: String::new(), lines: Vec::new(), made })
}

/// Returns the meaning of a column's name: the label of a field in the language of the page or in English, or the field's name.
fn column(texts: &Texts, name: &str) -> Option<&'static str> {
    let plain = |name: &str| -> String {
        name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let asked = plain(name);
    let is_asked = |known: &str| plain(known) == asked;
    let is_said = |key: &str| [texts, Texts::of(Language::English)].iter().any(|texts| is_asked(&texts.say(key)));
    let label = LABELS.iter().find(|(key, _)| is_said(key));
    let is_named = |setting: &&Setting| {
        let has_label = !setting.label.is_empty() && is_said(setting.label);
        has_label || is_asked(setting.name) || is_asked(setting.field)
    };
    label.map(|(_, column)| *column).or_else(|| SETTINGS.iter().find(is_named).map(|setting| setting.name))
}

fn line(hub: &Hub<'_>, table: &PastedTable, columns: &[Option<&'static str>], number: usize, cells: &[String]) -> Line {
    let named = table.header.iter().zip(columns).zip(cells).filter(|(_, cell)| !cell.is_empty());
    let cells: Vec<_> = named.filter_map(|((name, column), cell)| Some((name, (*column)?, cell))).collect();
    let start = hub.state().details.start_datetime.unwrap_or_else(|| hub.shared.clock.now());
    let read: Vec<_> = cells.iter().map(|(_, column, cell)| (*column, cell.as_str())).collect();
    let (fields, mut faults) = fields(hub.texts, hub.zone().name(), hub.zone().local(start).year(), &read);
    let planned = Planned { key: number.to_string(), fields, like: None };
    let mut exists = false;
    if faults.is_empty() {
        match planned.checked(hub) {
            Ok(new) => exists = is_there(hub.details(), &new),
            Err(why) => faults = why,
        }
    }
    let cells = cells.into_iter().map(|(name, _, cell)| (name.clone(), cell.clone())).collect();
    Line { cells, planned, faults, is_there: exists }
}

/// Reads cells as the form of an event has them. A day without a year is in the given one. Returns what cannot be read, too.
fn fields(texts: &Texts, zone: &str, year: i32, cells: &[(&str, &str)]) -> (SettingsForm, Vec<String>) {
    let (mut form, mut faults) = (SettingsForm::of_new_event().with("time_zone", zone), Vec::new());
    let of = |wanted: &str| cells.iter().find(|(column, _)| *column == wanted).map(|(_, cell)| *cell);
    let (day, time) = (of(DAY), of(TIME));
    let date = day.and_then(|day| date(day, year, texts.language()));
    match (day, time.unwrap_or_default()) {
        (None, "") => {}
        (Some(day), _) if date.is_none() => faults.push(texts.with("desk-table-bad-day", "day", day)),
        (day, time) => match when(time, date, year, texts.language()) {
            Some(at) => form = form.with("starts", &written(at)),
            None if day.is_none() => faults.push(texts.say("desk-table-no-day")),
            None => faults.push(texts.with("desk-table-bad-time", "time", time)),
        },
    }
    for (column, cell) in cells {
        match *column {
            DAY | TIME => {}
            TABLES => match numbers(cell)[..] {
                [first, last] => {
                    form = form.with("first_table", &first.to_string()).with("last_table", &last.to_string());
                }
                _ => faults.push(texts.with("desk-table-bad-tables", "tables", *cell)),
            },
            name => {
                let setting = SETTINGS.iter().find(|setting| setting.name == name);
                match setting.map(|setting| value(texts, setting, cell, (date, year))) {
                    Some(Ok(value)) => form = form.with(name, &value),
                    Some(Err(fault)) => faults.push(fault),
                    None => {}
                }
            }
        }
    }
    (form, faults)
}

/// Returns the text of a cell as the field of a form has it, or what is wrong.
fn value(texts: &Texts, setting: &Setting, cell: &str, day: (Option<NaiveDate>, i32)) -> Result<String, String> {
    let is = |name: &str| name.to_lowercase() == cell.to_lowercase();
    if setting.name == "format" {
        let by_word = || EventFormat::ALL.iter().copied().find(|format| is(&texts.game_format(*format)));
        let format = EventFormat::parse_loosely(cell).or_else(by_word);
        return format
            .map(|format| format.wire_name().to_owned())
            .ok_or_else(|| texts.with("desk-table-bad-format", "format", cell));
    }
    match setting.kind {
        Kind::Time => {
            let at = when(cell, day.0, day.1, texts.language());
            at.map(written).ok_or_else(|| texts.with("desk-table-bad-time", "time", cell))
        }
        Kind::Yes => {
            let says = |words: [&str; 5], own: &str| words.into_iter().any(is) || is(&texts.say(own));
            match says(["yes", "y", "1", "true", "x"], "desk-value-yes") {
                true => Ok("yes".to_owned()),
                false if says(["no", "n", "0", "false", "-"], "desk-value-no") => Ok(String::new()),
                false => Err(texts.with("desk-table-bad-yes", "value", cell)),
            }
        }
        Kind::Choice(_) | Kind::Term(..) | Kind::RuleSet => {
            let chosen = setting.kind.options(texts, "").into_iter().find(|option| is(&option.label));
            Ok(chosen.map_or_else(|| cell.to_owned(), |option| option.value))
        }
        _ => Ok(cell.to_owned()),
    }
}

fn when(text: &str, day: Option<NaiveDate>, year: i32, language: Language) -> Option<NaiveDateTime> {
    let whole =
        text.split_once([' ', 'T']).and_then(|(day, time)| Some(date(day, year, language)?.and_time(clock(time)?)));
    whole.or_else(|| Some(day?.and_time(clock(text)?)))
}

/// Reads a day: year first, or else as people write it: the month first with slashes in English, the day first elsewhere.
fn date(text: &str, year: i32, language: Language) -> Option<NaiveDate> {
    let numbers = numbers(text);
    let (first, second, year) = match numbers[..] {
        [year, month, day] if year >= 1000 => return NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day),
        [first, second, year] => (first, second, i32::try_from(if year < 100 { 2000 + year } else { year }).ok()?),
        [first, second] => (first, second, year),
        _ => return None,
    };
    let is_month_first = (language == Language::English && text.contains('/')) || language == Language::Japanese;
    let (day, month) = if is_month_first && first <= 12 || second > 12 { (second, first) } else { (first, second) };
    NaiveDate::from_ymd_opt(year, month, day)
}

/// Reads a time of the clock: `10:00`, `10.30`, `10`, `9:30 pm`, `10h`.
fn clock(text: &str) -> Option<NaiveTime> {
    let text = text.trim().to_lowercase();
    let (hour, minute) = match numbers(&text)[..] {
        [hour] => (hour, 0),
        [hour, minute] | [hour, minute, _] => (hour, minute),
        _ => return None,
    };
    let half = text.chars().filter(char::is_ascii_alphabetic).collect::<String>();
    let hour = match half.as_str() {
        "am" if hour == 12 => 0,
        "pm" if hour < 12 => hour + 12,
        _ => hour,
    };
    NaiveTime::from_hms_opt(hour, minute, 0)
}

fn numbers(text: &str) -> Vec<u32> {
    text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(header: &[&str], cells: &[&str], language: Language) -> (SettingsForm, Vec<String>) {
        let texts = Texts::of(language);
        let cells = header.iter().zip(cells).filter_map(|(name, cell)| Some((column(texts, name)?, *cell)));
        fields(texts, "Europe/Berlin", 2026, &cells.collect::<Vec<_>>())
    }

    #[test]
    fn columns_are_known_by_labels_and_names() {
        let texts = Texts::of(Language::German);
        for (header, meaning) in [
            ("Name", "name"),
            ("event_format", "format"),
            ("Runden", "?"),
            (texts.say("desk-event-rounds").as_str(), "rounds"),
            ("Room", "venue_name"),
            (texts.say("desk-convention-room").as_str(), "venue_name"),
            (texts.say("desk-convention-day").as_str(), "day"),
            ("time", "starts"),
            ("top_cut", "cut"),
            ("Entry fee", "fee_note"),
            ("Tables", "tables"),
            ("Notes", "?"),
        ] {
            assert_eq!(column(texts, header).unwrap_or("?"), meaning, "{header}");
        }
    }

    #[test]
    fn a_row_becomes_the_form_of_an_event() {
        let header = ["name", "format", "day", "time", "ends", "room", "capacity", "tables", "needs_approval"];
        let cells = ["Cup", "legacy", "24.10.2026", "10:00", "18:30", "Hall A", "64", "1-32", "no"];
        let (form, faults) = read(&header, &cells, Language::German);
        assert_eq!(faults, [""; 0]);
        let values =
            ["format", "starts", "ends", "venue_name", "capacity", "first_table", "last_table", "needs_approval"];
        let expected = ["LEGACY", "2026-10-24T10:00", "2026-10-24T18:30", "Hall A", "64", "1", "32", ""];
        assert_eq!(values.map(|name| form.value(name)), expected);
        assert_eq!(form.body()["start_datetime"], "2026-10-24T08:00:00+00:00");
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let faults = |header: &[&str], cells: &[&str]| read(header, cells, Language::English).1.len();
        let header = ["name", "format", "day", "time", "tables"];
        assert_eq!(faults(&header, &["Cup", "Chess", "31.2.", "25:00", "many"]), 3);
        assert_eq!(faults(&["day", "time"], &["2026-10-24", "late"]), 1);
        assert_eq!(faults(&["time"], &["10:00"]), 1);
        assert_eq!(faults(&["day"], &["2026-10-24"]), 1);
        assert_eq!(["n", "N", "x", "kein"].map(|cell| faults(&["needs_approval"], &[cell])), [0, 0, 0, 1]);
    }

    #[test]
    fn days_and_times_are_read_as_people_write_them() {
        let day = |text: &str, language| date(text, 2026, language).map(|day| day.to_string());
        for (text, language) in [
            ("2026-10-24", Language::English),
            ("24.10.2026", Language::German),
            ("24.10.", Language::German),
            ("24/10/26", Language::French),
            ("10/24/2026", Language::English),
            ("24/10/2026", Language::English),
            ("2026年10月24日", Language::Japanese),
            ("10月24日", Language::Japanese),
        ] {
            assert_eq!(day(text, language).as_deref(), Some("2026-10-24"), "{text}");
        }
        assert_eq!(day("Saturday", Language::English), None);
        let time = |text: &str| clock(text).map(|time| time.format("%H:%M").to_string());
        for (text, expected) in
            [("10:00", "10:00"), ("9.30", "09:30"), ("9:30 PM", "21:30"), ("12 am", "00:00"), ("10h", "10:00")]
        {
            assert_eq!(time(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!((time("24:00"), time("noon")), (None, None));
        let at = when("10/24/2026 9:30 AM", None, 2026, Language::English).map(written);
        assert_eq!(at.as_deref(), Some("2026-10-24T09:30"));
    }
}

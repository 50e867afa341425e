use proto_events::vocabulary::EventFormat;

use super::*;
use crate::texts::Language;

fn form(given: &[(&str, &str)]) -> SettingsForm {
    let mut form = SettingsForm::of_new_event();
    for (name, value) in given.iter().chain(&[("name", "Friday")]) {
        let at = SETTINGS.iter().position(|setting| setting.name == *name).unwrap();
        form.values[at] = (*value).to_owned();
    }
    form
}

#[test]
fn the_form_is_sent_as_the_interface_takes_it() {
    let form = form(&[
        ("starts", "2026-11-27T18:30"),
        ("time_zone", "Europe/Berlin"),
        ("fee_note", "10 €"),
        ("rounds", "4"),
        ("cut", ""),
        ("best_of", "3"),
        ("capacity", "many"),
        ("check_in_required", "yes"),
    ]);
    let body = form.body();
    let expected = json!({
        "name": "Friday", "event_format": "MODERN", "start_datetime": "2026-11-27T17:30:00+00:00",
        "time_zone": "Europe/Berlin", "fee_note": "10 €", "swiss_rounds": 4, "top_cut": 0, "best_of": 3,
        "capacity": "many", "team_size": 1, "decklist_deadline": null, "check_in_required": true,
        "round_minutes": null, "power_pair_last_round": true, "is_unlisted": false,
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(body[field], *value, "{field}");
    }
}

#[test]
fn without_a_zone_times_are_in_utc() {
    let starts = |zone| form(&[("starts", "2026-07-03T18:30"), ("time_zone", zone)]).body();
    assert_eq!(starts("")["start_datetime"], "2026-07-03T18:30:00+00:00");
    let unknown = starts("Atlantis");
    assert_eq!(unknown["time_zone"], "Atlantis", "the interface refuses it");
    assert_eq!(starts("")["time_zone"], Value::Null);
}

#[test]
fn times_on_the_clock_stay_over_a_change_of_daylight_saving() {
    let form = form(&[("starts", "2026-10-24T10:00"), ("time_zone", "Europe/Berlin")]);
    let moved = form.moved_by(Some(TimeDelta::days(1))).body();
    assert_eq!(moved["start_datetime"], "2026-10-25T09:00:00+00:00", "an hour later in UTC");
}

#[test]
fn a_time_is_shown_as_it_was_typed() {
    let zone = Zone::of(Some("America/New_York"));
    let Value::String(at) = instant("2026-11-27T18:30", zone) else { panic!("no time") };
    assert_eq!((at.as_str(), time(&at, zone).as_str()), ("2026-11-27T23:30:00+00:00", "2026-11-27T18:30"));
    assert_eq!((instant("", zone), instant("soon", zone)), (Value::Null, json!("soon")));
}

#[test]
fn every_setting_is_in_a_group_that_the_form_shows() {
    let form = SettingsForm::of_new_event();
    let shown: usize =
        Group::FOLDED.into_iter().chain([Group::WHEN, Group::SIZE]).map(|group| form.lines(group).count()).sum();
    assert_eq!(shown, SETTINGS.iter().filter(|setting| !setting.label.is_empty()).count());
}

#[test]
fn a_summary_says_what_is_not_usual() {
    let texts = Texts::of(Language::English);
    let said = form(&[("best_of", "3"), ("round_minutes", "50"), ("power_pair_last_round", "")]);
    let expected = "Best of three · Minutes in a round: 50 · Pair the last round before a playoff by standing: no";
    assert_eq!(said.summary(texts, Group::PLAY), expected);
    let nothing = SettingsForm::of_new_event();
    assert_eq!(nothing.summary(texts, Group::PLAY), texts.say("desk-group-play-hint"));
}

#[test]
fn only_rules_that_were_typed_are_sent_with_another_rule_set() {
    let shown = form(&[("rules.points_for_win", "5"), ("capacity", "8")]);
    let typed = |given: &[(&str, &str)]| form(given).rules_typed_over(&shown);
    let other = [("rules.rule_set", "POKEMON"), ("rules.points_for_win", "5"), ("rules.points_for_draw", "1")];
    assert_eq!(typed(&other), [("rules.points_for_draw".to_owned(), json!(1))]);
    assert_eq!(typed(&[("rules.points_for_win", "5"), ("capacity", "16")]), []);
}

#[test]
fn a_copy_is_in_the_first_week_that_has_not_begun() {
    let at = |text: &str| local(text).unwrap();
    for (start, now, next) in [
        ("2026-11-27T18:30", "2026-11-28T17:00", "2026-12-04T18:30"),
        ("2026-11-27T18:30", "2026-12-04T18:29", "2026-12-04T18:30"),
        ("2026-11-27T18:30", "2026-12-04T18:31", "2026-12-11T18:30"),
        ("2026-12-04T18:30", "2026-11-28T17:00", "2026-12-11T18:30"),
    ] {
        assert_eq!(at(start) + weeks_until(at(start), at(now)), at(next), "{start} {now}");
    }
}

#[test]
fn a_new_event_keeps_what_is_usual() {
    let last = json!({"name": "Cup", "event_format": "PAUPER", "time_zone": "Europe/Berlin", "top_cut": 8,
        "start_datetime": "2026-11-27T18:30:00Z", "round_minutes": 50, "is_test": true, "team_size": 3, "fee_note": "5"});
    let form = SettingsForm::like_last(&last);
    let kept = ["format", "time_zone", "round_minutes", "name", "starts", "cut", "is_test", "team_size", "fee_note"];
    assert_eq!(kept.map(|name| form.value(name)), ["PAUPER", "Europe/Berlin", "50", "", "", "0", "", "1", ""]);
}

#[test]
fn a_new_event_of_a_convention_has_no_tables_and_the_place_of_the_last_one_in_the_same_convention() {
    let last = json!({"name": "Cup", "event_format": "PAUPER", "convention_slug": "open", "venue_name": "Hall 2",
        "venue_address": "1 Road", "first_table": 1, "last_table": 40, "round_minutes": 50});
    let taken = ["venue_name", "venue_address", "first_table", "last_table", "round_minutes"];
    for (convention, expected) in [
        (None, ["Hall 2", "1 Road", "1", "40", "50"]),
        (Some("open"), ["Hall 2", "1 Road", "", "", "50"]),
        (Some("other"), ["", "", "", "", "50"]),
    ] {
        let form = SettingsForm::like_last_in(&last, convention);
        assert_eq!(taken.map(|name| form.value(name)), expected, "{convention:?}");
    }
}

#[test]
fn a_start_that_clocks_skip_is_the_one_that_is_created() {
    let start = |zone| form(&[("time_zone", zone), ("starts", "2026-03-29T02:30")]).start().unwrap().to_string();
    assert_eq!(["Europe/Berlin", "UTC"].map(start), ["2026-03-29 03:30:00", "2026-03-29 02:30:00"]);
}

#[test]
fn formats_of_seats_are_typed_with_commas_or_blanks_and_in_small_letters_too() {
    let sent = |typed| form(&[("seat_formats", typed)]).body()["seat_formats"].clone();
    assert_eq!(sent("STANDARD, PIONEER, MODERN"), sent("standard pioneer  Modern"));
    let sent_codes = sent("Standard PIONEER");
    let codes = sent_codes.as_array().unwrap().iter().filter_map(Value::as_str);
    let read: Vec<_> = codes.filter_map(EventFormat::parse_loosely).collect();
    assert_eq!(read, [EventFormat::Standard, EventFormat::Pioneer], "as the interface reads them");
    assert_eq!(sent(""), json!([]));
}

use domain::documents::{PublicConvention, PublicEvent};
use proto_events::vocabulary::EventFormat;
use serde_json::{Value, json};

use super::schedule::{self, Choice, headliners};
use super::{Hub, draw_agenda, draw_hub, draw_queues};
use crate::public::files::FILES;
use crate::public::tests::packed;
use crate::texts::Language;

const ADDRESSES: [&str; 2] = ["https://events.example/shop", "/shop"];

fn convention() -> Value {
    json!({
        "id": 9, "organization_id": 3, "status": "SCHEDULED",
        "details": {
            "name": "Mox <Con>", "slug": "mox-con", "start_datetime": "2026-03-28T08:00:00Z",
            "end_datetime": "2026-03-30T18:00:00Z", "event_timezone": "Europe/Berlin", "name_of_location": "Old Hall",
            "address": "1 Mill Road", "coordinates": { "coordinates": [13.4, 52.5] }, "requires_ticket": true,
            "hotel_block_information": "Ask for **Mox**.", "show_game_type_filters": true,
            "accent_color_primary_hex": "1f6feb",
        },
        "announcements": [{ "id": 1, "at": "2026-03-28T07:00:00Z", "text": "Doors <open>." }],
    })
}

fn event(id: i64, start: &str, end: &str) -> Value {
    json!({
        "id": id, "name": format!("Event <{id}>"), "organization_id": 3, "store": "Moxhall", "format": "LEGACY",
        "start": start, "end": end, "status": "REGISTRATION_OPEN", "capacity": 8, "taken": 2, "place": "Hall 1",
    })
}

fn events(events: &[Value]) -> String {
    let bodies: Vec<_> = events.iter().map(|event| event.to_string().into_bytes()).collect();
    schedule::shown(&bodies).unwrap()
}

fn hub_of(convention: &Value, shown: &[Value], choice: &Choice) -> String {
    let (convention, events) = (convention.to_string(), events(shown));
    let hub = Hub::read(convention.as_bytes(), None, events.as_bytes()).unwrap();
    draw_hub(Language::English, ADDRESSES, &hub, choice)
}

fn hub(shown: &[Value]) -> String {
    hub_of(&convention(), shown, &Choice::default())
}

fn agenda(shown: &[Value], chosen: &[i64]) -> String {
    let (convention, events) = (convention().to_string(), events(shown));
    let hub = Hub::read(convention.as_bytes(), None, events.as_bytes()).unwrap();
    draw_agenda(Language::English, ADDRESSES, &hub, chosen)
}

/// Checks that the parts are on the page in this order.
#[track_caller]
fn assert_in_order(page: &str, parts: &[&str]) {
    let mut rest = page;
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part} in {rest}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn days_are_those_of_the_conventions_zone_across_a_change_of_clocks() {
    let night = |id, start: &str| event(id, start, "2026-03-30T23:00:00Z");
    let page = hub(&[
        night(1, "2026-03-28T22:30:00Z"),
        night(2, "2026-03-28T23:30:00Z"),
        night(3, "2026-03-29T00:30:00Z"),
        night(4, "2026-03-29T01:30:00Z"),
        night(5, "2026-03-29T21:30:00Z"),
        night(6, "2026-03-29T22:30:00Z"),
    ]);
    let parts = [
        ">Saturday, 28 March 2026<",
        ">23:30–",
        ">Sunday, 29 March 2026<",
        ">00:30–",
        ">01:30–",
        ">03:30–",
        ">23:30–",
        ">Monday, 30 March 2026<",
        ">00:30–",
    ];
    assert_in_order(&page.replace("Main event", ""), &parts);
    assert!(page.contains("data-zone=\"Europe/Berlin\"") && page.contains("All times are those of Berlin."), "{page}");
}

#[test]
fn the_page_says_what_the_convention_is() {
    let mut full = event(1, "2026-03-28T10:00:00Z", "2026-03-28T14:00:00Z");
    full["taken"] = 8.into();
    let mut running = event(2, "2026-03-28T09:00:00Z", "2026-03-28T14:00:00Z");
    (running["status"], running["round"]) = ("EVENT_IN_PROGRESS".into(), json!({ "number": 3 }));
    let mut undated = event(3, "", "");
    (undated["start"], undated["end"], undated["queue_size"]) = (Value::Null, Value::Null, 8.into());
    let page = hub(&[running, full, undated]);
    for part in [
        "Mox &#60;Con&#62;",
        "28 March 2026 – 30 March 2026",
        "Old Hall, 1 Mill Road",
        "mlat=52.5&#38;mlon=13.4",
        "Visitors need a ticket",
        "<strong>Mox</strong>",
        "Doors &#60;open&#62;.",
        "28 March 2026, 08:00 (Berlin)",
        "All 8 places are taken",
        "Round 3",
        "No date yet",
        "Starts with 8 players. In line: 0",
        " · Hall 1<",
        "href=\"/shop/colors/1f6feb.css\"",
        "<link rel=\"canonical\" href=\"https://events.example/shop/conventions/mox-con/?store=3\">",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("<Con>") && !page.contains("Event <") && !page.contains("<open>"), "{page}");
}

#[test]
fn headliners_are_of_the_chosen_formats_or_else_the_largest_of_a_day() {
    let sized = |id, start: &str, capacity: Option<i32>| {
        let mut event = event(id, start, "2026-03-30T23:00:00Z");
        event["capacity"] = json!(capacity);
        event
    };
    let (first, second) = ("2026-03-28T10:00:00Z", "2026-03-29T10:00:00Z");
    let mut canceled = sized(4, first, Some(900));
    canceled["is_canceled"] = true.into();
    let mut draft = sized(6, first, None);
    draft["format"] = "BOOSTER_DRAFT".into();
    let mut queue = draft.clone();
    (queue["id"], queue["queue_size"]) = (7.into(), 8.into());
    let shown = events(&[
        sized(1, first, Some(8)),
        sized(2, first, Some(64)),
        sized(3, first, Some(64)),
        canceled,
        sized(5, second, Some(512)),
        draft,
        queue,
    ]);
    let ids = |convention: Value| {
        let convention: PublicConvention = serde_json::from_value(convention).unwrap();
        let events: Vec<PublicEvent<'_>> = serde_json::from_str(&shown).unwrap();
        headliners(&convention, &events).into_iter().map(|id| id.0).collect::<Vec<_>>()
    };
    assert_eq!(ids(convention()), [2], "the only event of a day is none");
    let mut chosen = convention();
    chosen["details"]["override_headlining_formats"] = json!(["BOOSTER_DRAFT"]);
    assert_eq!(ids(chosen), [6]);
}

#[test]
fn headliners_come_first_on_their_day() {
    let mut large = event(2, "2026-03-28T12:00:00Z", "2026-03-28T18:00:00Z");
    large["capacity"] = 64.into();
    let page = hub(&[event(1, "2026-03-28T09:00:00Z", "2026-03-28T12:00:00Z"), large]);
    assert_in_order(&page, &["class=\"headliner\"", "Event &#60;2&#62;", "Main event", "Event &#60;1&#62;"]);
}

#[test]
fn filters_choose_events() {
    let mut other = event(2, "2026-03-29T10:00:00Z", "2026-03-29T14:00:00Z");
    (other["place"], other["format"]) = ("Hall 2".into(), "MODERN".into());
    let shown = [event(1, "2026-03-28T10:00:00Z", "2026-03-28T14:00:00Z"), other];
    let day = |text: &str| Some(text.parse().unwrap());
    for choice in [
        Choice { day: day("2026-03-29"), ..Choice::default() },
        Choice { format: Some(EventFormat::Modern), ..Choice::default() },
        Choice { place: "Hall 2".into(), ..Choice::default() },
    ] {
        let page = hub_of(&convention(), &shown, &choice);
        assert!(page.contains("Event &#60;2&#62;") && !page.contains("Event &#60;1&#62;"), "{choice:?}: {page}");
        assert!(page.contains("Show the whole schedule") && page.contains(" selected>"), "{choice:?}");
    }
    let hall = Choice { place: "Hall 2".into(), format: Some(EventFormat::Modern), ..Choice::default() };
    let page = hub_of(&convention(), &shown, &hall);
    let query = "?store=3&#38;format=MODERN&#38;place=%48%61%6C%6C%20%32&#38;lang=de";
    assert!(page.contains(&format!("href=\"{query}\"")), "{page}");
    let mut without = convention();
    without["details"]["show_game_type_filters"] = false.into();
    assert!(!hub_of(&without, &shown, &Choice::default()).contains("name=\"format\""));
}

#[test]
fn an_agenda_has_the_chosen_events_and_warns_of_overlaps() {
    let shown = [
        event(1, "2026-03-28T09:00:00Z", "2026-03-28T12:00:00Z"),
        event(2, "2026-03-28T11:30:00Z", "2026-03-28T14:00:00Z"),
        event(3, "2026-03-28T14:00:00Z", "2026-03-28T16:00:00Z"),
    ];
    let page = agenda(&shown, &[1, 2, 99]);
    assert!(page.contains("Event &#60;1&#62; and Event &#60;2&#62; overlap."), "{page}");
    assert!(
        page.contains("agenda.ics?store=3&#38;event=1&#38;event=2\"") && !page.contains("Event &#60;3&#62;"),
        "{page}"
    );
    assert!(page.contains("href=\"?store=3&#38;event=1&#38;event=2&#38;lang=de\""), "{page}");
    assert_eq!(page.matches("checked").count(), 2);
    assert!(!agenda(&shown, &[2, 3]).contains("overlap"), "one begins when the other ends");
    let mut canceled = shown.clone();
    canceled[1]["is_canceled"] = true.into();
    assert!(!agenda(&canceled, &[1, 2]).contains("overlap"));
    assert!(agenda(&shown, &[]).contains("Your agenda is empty."));
    let page = agenda(&shown, &[1]);
    assert!(page.contains("name=\"store\" value=\"3\"") && page.contains("agenda.ics?store=3&#38;event=1"), "{page}");
    assert!(page.contains("href=\"https://events.example/shop/conventions/mox-con/agenda/?store=3\""), "{page}");
}

#[test]
fn an_agenda_warns_of_some_overlaps() {
    let shown: Vec<_> = (1..=100).map(|id| event(id, "2026-03-28T09:00:00Z", "2026-03-28T12:00:00Z")).collect();
    let page = agenda(&shown, &(1..=100).collect::<Vec<_>>());
    assert_eq!(page.matches(" overlap.").count(), 20);
}

#[test]
fn queues_of_a_convention_that_is_canceled_or_over_are_not_joined() {
    let mut queue = event(1, "2026-03-28T09:00:00Z", "2026-03-28T12:00:00Z");
    queue["queue_size"] = 8.into();
    for (status, note) in
        [("SCHEDULED", ""), ("CANCELED", "This convention is canceled."), ("ARCHIVED", "This convention is over.")]
    {
        let mut convention = convention();
        convention["status"] = status.into();
        let (text, events) = (convention.to_string(), events(std::slice::from_ref(&queue)));
        let read = Hub::read(text.as_bytes(), None, events.as_bytes()).unwrap();
        let page = draw_queues(Language::English, ADDRESSES, &read);
        assert_eq!(page.contains("Join the queue"), note.is_empty(), "{status}: {page}");
        assert!(page.contains(note), "{status}: {page}");
        let hub = hub_of(&convention, std::slice::from_ref(&queue), &Choice::default());
        assert_eq!(hub.contains("/queues/?store=3"), note.is_empty(), "{status}: {hub}");
    }
    assert!(hub(std::slice::from_ref(&queue)).contains("In line: 0"));
    queue["status"] = "EVENT_FINISHED".into();
    let page = hub(&[queue]);
    assert!(!page.contains("In line") && !page.contains("/queues/"), "{page}");
}

#[test]
fn times_are_those_of_the_events_if_the_convention_has_no_known_zone() {
    let mut night = event(1, "2026-03-27T23:30:00Z", "2026-03-28T02:00:00Z");
    night["time_zone"] = "Europe/Berlin".into();
    for zone in [Value::Null, "Europe/Nowhere".into()] {
        let mut convention = convention();
        convention["details"]["event_timezone"] = zone;
        let page = hub_of(&convention, std::slice::from_ref(&night), &Choice::default());
        assert!(page.contains(">Saturday, 28 March 2026<") && page.contains(">00:30–03:00<"), "{page}");
        assert!(page.contains("All times are those of Berlin."), "{page}");
    }
}

#[test]
fn an_event_of_two_days_says_on_which_it_ends() {
    let main = event(1, "2026-03-28T08:00:00Z", "2026-03-29T16:00:00Z");
    assert!(hub(&[main]).contains(">09:00–29 March 2026, 18:00<"));
    let night = event(1, "2026-03-28T21:00:00Z", "2026-03-29T01:30:00Z");
    assert!(hub(&[night]).contains(">22:00–03:30<"));
    let until_midnight = event(1, "2026-03-28T10:00:00Z", "2026-03-28T23:10:00Z");
    assert!(hub(&[until_midnight]).contains(">11:00–00:10<"), "less than a day later is a time");
}

#[test]
fn the_first_view_of_300_events_is_small() {
    const FORMATS: [&str; 5] = ["LEGACY", "MODERN", "PIONEER", "BOOSTER_DRAFT", "COMMANDER2"];
    const WORDS: &str = "Open Trial Cup Classic Scramble Championship Qualifier Pods Clash Night Series";
    let words: Vec<_> = WORDS.split(' ').collect();
    let shown = (0..300_usize).map(|id| {
        let (hour, minute) = (8 + id % 13, 15 * (id % 4));
        let at = |hour: usize| format!("2026-03-{}T{hour:02}:{minute:02}:00Z", 27 + id % 4);
        let mut shown = event(i64::try_from(1_000 + id).unwrap(), &at(hour), &at(hour + 3));
        let name = format!("{} {} {}", words[id % 11], words[(id / 11 + id * 3) % 11], id * 7 % 301);
        (shown["name"], shown["format"]) = (name.into(), FORMATS[id % 5].into());
        (shown["capacity"], shown["taken"]) = ((32 + id * 13 % 97).into(), (id * 11 % 31).into());
        shown["place"] = format!("Hall {}", id % 6).into();
        shown
    });
    let page = hub(&shown.collect::<Vec<_>>());
    assert_eq!(page.matches("name=\"event\"").count(), 300);
    let files = ["style.css", "person.js", "times.js", "agenda.js", "icon.svg"];
    let files = FILES.iter().filter(|(name, ..)| files.contains(name)).map(|(.., content)| packed(content));
    let (page, files) = (packed(page.as_bytes()), files.sum::<usize>());
    assert!(page + files < 60_000 && page < 30_000, "{page} + {files}");
}

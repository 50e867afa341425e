//! Series of events: planned like an event, changed, skipped and ended.

use proto_events::ids::TournamentId;
use proto_events::vocabulary::Role;
use write_api::schedule::Task;

use super::{event_with, page};
use crate::browser::Browser;
use crate::world::World;

fn plan<'a>(every: &'a str, starts: &'a str, zone: &'a str, ahead: &'a str) -> [(&'a str, &'a str); 5] {
    let first = ("first_day", "2026-03-20");
    [first, ("every_weeks", every), ("starts", starts), ("time_zone", zone), ("weeks_ahead", ahead)]
}

/// Creates an event on Friday, 6 March 2026, and a series like it: the first that a series makes is on 20 March.
async fn planned(desk: &mut Browser) -> TournamentId {
    let start =
        [("name", "Cup <1>"), ("format", "MODERN"), ("time_zone", "Europe/Berlin"), ("starts", "2026-03-06T18:30")];
    let cup = event_with(desk, &start).await;
    let form = desk.get(&page(cup, "series")).await;
    form.says(200, &["Repeat Cup &#60;1&#62;", "value=\"2026-03-20\"", "type=\"time\" value=\"18:30\""]);
    let wrong = [("first_day", "2026-03-20"), ("every_weeks", "0"), ("starts", "18:30"), ("time_zone", "Mars")];
    let wrong = desk.fill_in(&form, &page(cup, "series"), &wrong).await;
    wrong.says(422, &["value=\"2026-03-20\"", "value=\"Mars\"", "id=\"every_weeks-fault\""]);
    desk.fill_in(&form, &page(cup, "series"), &plan("1", "18:30", "berlin", "2")).await.goes_to("/desk/series/1/");
    cup
}

impl World {
    async fn makes_events(&self) {
        let task = Task::MakeSeriesEvents { series_id: 1 };
        self.commands.run_task(self.store.0, self.store, &task).await.unwrap();
    }
}

#[tokio::test]
async fn a_series_is_planned_skips_a_day_and_ends() {
    let (world, mut desk) = World::with_admin().await;
    planned(&mut desk).await;
    let series = "/desk/series/1/";
    desk.get("/desk/series/").await.says(200, &["Cup &#60;1&#62;", "Friday, 18:30 (Europe/Berlin), every week"]);
    desk.get(series).await.says(200, &["20 Mar 2026", "27 Mar 2026", "Not made yet"]);
    world.makes_events().await;
    let shown = desk.get(series).await;
    shown.says(200, &["0 players", "Skip 27 Mar 2026"]);
    desk.fill_in(&shown, series, &[("skip", "2026-03-27")]).await.goes_to(series);
    desk.get(series).await.says(200, &["No event", "Do not skip 27 Mar 2026"]);
    desk.fill(series, &[("keep", "2026-03-27")]).await.goes_to(series);
    let shown = desk.get(series).await;
    assert!(!shown.body.contains("No event"), "{}", shown.body);
    let change = format!("{series}change/");
    desk.get(&change).await.says(200, &["name=\"weeks_ahead\" type=\"number\" value=\"2\""]);
    desk.fill(&change, &plan("2", "19:00", "Europe/Berlin", "4")).await.goes_to(series);
    let shown = desk.get(series).await;
    shown.says(200, &["Friday, 19:00 (Europe/Berlin), every 2 weeks", "3 Apr 2026"]);
    let stale = desk.get(&change).await;
    desk.fill_in(&shown, &format!("{series}end/"), &[]).await.goes_to(series);
    let over = ["This series has ended. Take it up again first."];
    desk.fill_in(&shown, series, &[("skip", "2026-04-03")]).await.says(422, &over);
    desk.fill_in(&stale, &change, &[("weeks_ahead", "8")]).await.says(422, &over);
    let ended = desk.get(series).await;
    ended.says(200, &["Ended", "Take the series up again"]).lacks(&[&change]);
    desk.fill_in(&ended, series, &[]).await.goes_to(series);
    let resumed = desk.get(series).await;
    assert!(!resumed.body.contains("Take the series up again"));
}

#[tokio::test]
async fn settings_change_in_this_event_or_in_all_that_follow() {
    let (world, mut desk) = World::with_admin().await;
    let cup = planned(&mut desk).await;
    world.makes_events().await;
    let organization = world.commands.organization(world.store).await.unwrap().unwrap();
    let days = world.commands.series_days(world.store, &organization.state.series[0]).await.unwrap();
    let [first, second]: [TournamentId; 2] =
        days.iter().filter_map(|day| day.event_id).collect::<Vec<_>>().try_into().unwrap();
    desk.get(&page(cup, "settings")).await.says(200, &["name=\"following\"", "href=\"/desk/series/1/\""]);
    let settings = page(first, "settings");
    let form = desk.get(&settings).await;
    let usual =
        [("name", "Cup <1>"), ("format", "MODERN"), ("time_zone", "Europe/Berlin"), ("starts", "2026-03-20T18:30")];
    let with = |more: &[(&'static str, &'static str)]| [&usual[..], more].concat();
    desk.fill_in(&form, &settings, &with(&[("capacity", "16")])).await.goes_to(&settings);
    assert_eq!(world.details(second).await["capacity"], serde_json::Value::Null);
    let form = desk.get(&settings).await;
    let all = with(&[("capacity", "16"), ("prizes", "Store credit"), ("following", "yes")]);
    desk.fill_in(&form, &settings, &all).await.goes_to(&settings);
    let second = world.details(second).await;
    assert_eq!((&second["prizes"], &second["capacity"]), (&"Store credit".into(), &serde_json::Value::Null));
    assert_eq!(world.details(cup).await["prizes"], serde_json::Value::Null, "an earlier event");
}

#[tokio::test]
async fn who_may_not_manage_events_sees_series_without_buttons() {
    let (world, mut admin) = World::with_admin().await;
    planned(&mut admin).await;
    let mut judge = world.browser_of("ida", Role::Judge).await;
    judge.get("/desk/series/1/").await.says(200, &["20 Mar 2026"]).lacks(&["name=\"skip\"", "End the series"]);
    assert_eq!(judge.get("/desk/series/7/").await.status, 404);
}

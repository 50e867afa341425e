//! Steps of an event, of a round and of judges that are sent twice, late, or by a page that has changed.

use proto_events::vocabulary::{LifecycleStatus, ProgressStatus};

use super::{event_with, page, playing, register, registered};
use crate::world::World;

#[tokio::test]
async fn extra_time_is_granted_once_by_each_form_listed_and_undone() {
    let (world, mut desk, cup) = playing(&["Finn Park", "Bo Reed"]).await;
    let judges = page(cup, "judges");
    let seconds = async || {
        let event = world.tournament(cup).await;
        let (_, round) = event.rounds().next().unwrap();
        round.all_matches().next().unwrap().time_extension_seconds
    };
    let open = desk.get(&judges).await;
    let five = [("table", "1"), ("minutes", "5")];
    let given = desk.fill_in(&open, &judges, &five).await;
    desk.fill_in(&open, &judges, &five).await.goes_to(&judges);
    assert_eq!(seconds().await, 300);
    let listed = desk.follow(&given).await;
    listed.says(200, &["Ada Ahorn gave 5 extra minutes to table 1 of round 1.", "Undo: Take the extra time back"]);
    listed.says(200, &["<td role=\"cell\" data-label=\"Extra minutes\"><span>5</span>"]);
    let version = listed.between("<button name=\"version\" value=\"", "\"");
    let undone = desk.fill_in(&listed, &page(cup, "audit"), &[("version", &version)]).await;
    desk.follow_to(&undone, &judges).await.says(200, &["No table has extra time."]);
    assert_eq!(seconds().await, 0);
    for _ in 0..2 {
        desk.fill(&judges, &five).await.goes_to(&judges);
    }
    assert_eq!(seconds().await, 600, "another form is another extension");
}

#[tokio::test]
async fn a_step_that_is_not_known_does_nothing() {
    let (world, mut desk, cup) = playing(&["Finn Park", "Bo Reed"]).await;
    let (round, status) = (page(cup, "round"), page(cup, "status"));
    desk.fill_on(&round, &page(cup, "results"), &[("entry", "1 2 0")]).await;
    let shown = desk.get(&round).await;
    assert_eq!(desk.fill_in(&shown, &round, &[("step", "tidy")]).await.status, 422);
    assert_eq!(world.tournament(cup).await.rounds().next().unwrap().1.status, ProgressStatus::InProgress);
    desk.fill_in(&shown, &round, &[("step", "complete")]).await.goes_to(&round);
    let shown = desk.get(&round).await;
    assert_eq!(desk.fill_in(&shown, &status, &[("step", "tidy")]).await.status, 422);
    assert_eq!(world.tournament(cup).await.lifecycle, LifecycleStatus::EventInProgress);
    desk.fill_in(&shown, &status, &[("step", "finish")]).await.goes_to(&page(cup, "standings"));
}

#[tokio::test]
async fn two_clicks_lead_to_the_next_round_and_its_page_undoes_the_last_step() {
    let (_world, mut desk, cup) = registered(&["Finn Park", "Bo Reed", "Cy Marsh", "Di Holm"]).await;
    let (round, status, audit) = (page(cup, "round"), page(cup, "status"), page(cup, "audit"));
    for step in ["first-round", "start"] {
        desk.fill_on(&round, &status, &[("step", step)]).await.goes_to(&round);
    }
    for entry in ["120", "220"] {
        assert_eq!(desk.fill_on(&round, &page(cup, "results"), &[("entry", entry)]).await.status, 303);
    }
    let shown = desk.get(&round).await;
    shown.says(200, &[">Complete Round 1 and pair the next round</button>", ">Complete Round 1</button>"]);
    let done = desk.fill_in(&shown, &round, &[("step", "complete-pair")]).await;
    let paired = desk.follow_to(&done, &round).await;
    paired.says(200, &["Round 1 completed. Round 2 paired.", "aria-label=\"Undo: Remove the round\""]);
    paired.says(200, &["name=\"from\" value=\"round\"", ">Publish and start Round 2</button>"]);
    let added = paired.between("<button name=\"version\" value=\"", "\"");
    let undone = desk.fill_in(&paired, &audit, &[("version", &added)]).await;
    desk.follow_to(&undone, &round)
        .await
        .says(200, &["Round removed.", ">Pair Round 2</button>", ">Reopen the round</button>"]);
    let nothing = desk.get(&format!("{round}?done=1-999999")).await;
    assert!(!nothing.body.contains("note good undo"), "{}", nothing.body);
}

#[tokio::test]
async fn after_a_correction_the_next_round_is_paired_again_while_it_has_not_started() {
    let (world, mut desk, cup) = playing(&["Finn Park", "Bo Reed", "Cy Marsh", "Di Holm"]).await;
    let round = page(cup, "round");
    let shown = desk.get(&round).await;
    let table = page(cup, &format!("matches/{}", shown.between("/matches/", "/")));
    for entry in ["120", "220"] {
        assert_eq!(desk.fill_in(&shown, &page(cup, "results"), &[("entry", entry)]).await.status, 303);
    }
    desk.fill(&round, &[("step", "complete-pair")]).await.goes_to(&round);
    let corrected = desk.fill(&table, &[("entry", "1 0 2")]).await;
    corrected.says(200, &["has not started.", ">Pair again</button>"]);
    desk.fill_in(&corrected, &round, &[("step", "again")]).await.goes_to(&round);
    desk.fill(&round, &[("step", "start")]).await.goes_to(&round);
    let corrected = desk.fill(&table, &[("entry", "1 2 1")]).await;
    corrected.says(200, &["have begun: 2. They stay as they are."]).lacks(&["Pair again"]);
    let asked = desk.fill(&round, &[("step", "complete-draws")]).await;
    asked.says(200, &["Missing results count as draws.", ">Yes, complete the round</button>"]);
    let event = world.tournament(cup).await;
    assert_eq!(event.rounds().last().unwrap().1.status, ProgressStatus::InProgress, "it asks first");
}

#[tokio::test]
async fn pods_are_seated_anew_while_registration_is_open_again() {
    let (_world, mut desk) = World::with_admin().await;
    let draft = event_with(&mut desk, &[("name", "Draft"), ("format", "BOOSTER_DRAFT")]).await;
    register(&mut desk, draft, &["Finn Park", "Bo Reed", "Cy Marsh", "Di Holm"]).await;
    let (round, status) = (page(draft, "round"), page(draft, "status"));
    for (form, step) in [(&status, "draft"), (&round, "publish"), (&status, "start"), (&round, "complete")] {
        desk.fill_on(&round, form, &[("step", step)]).await.goes_to(&round);
    }
    let finish = page(draft, "finish");
    for _ in 0..2 {
        desk.fill(&finish, &[("step", "back")]).await.goes_to(&finish);
    }
    let shown = desk.get(&round).await;
    shown.says(200, &["value=\"new-pods\""]);
    desk.fill_in(&shown, &status, &[("step", "new-pods")]).await.goes_to(&round);
}

#[tokio::test]
async fn the_desk_copies_no_styles_of_fields_because_its_policy_forbids_them() {
    let (_world, mut desk, cup) = registered(&[]).await;
    desk.get(&page(cup, "players")).await.says(200, &["\"attributesToSettle\": []"]);
}

#[tokio::test]
async fn a_cut_is_made_of_the_standings_that_were_shown() {
    let (world, mut desk, cup) = playing(&["Finn Park", "Bo Reed", "Cy Marsh", "Di Holm"]).await;
    let round = page(cup, "round");
    desk.fill(&round, &[("step", "complete-draws"), ("sure", "yes")]).await.goes_to(&round);
    let playoff = page(cup, "playoff");
    let old = desk.get(&format!("{playoff}?size=2")).await.at_post(&playoff);
    let finn = world.player_page(cup, "Finn Park").await;
    desk.fill(&finn, &[("change", "drop")]).await.goes_to(&page(cup, "players"));
    let late = desk.fill_in(&old, &playoff, &[]).await;
    late.says(422, &["The event has changed since this page was shown", "Cut to the top 2"]);
    late.says(422, &["<tr role=\"row\" class=\"cut\">", "<abbr title=\"Opponents’ match-win percentage\">"]);
    assert!(world.tournament(cup).await.cuts.is_empty());
    let late = late.at_post(&playoff);
    desk.fill_in(&late, &playoff, &[("size", "two")]).await.says(422, &["Must be a whole number from 2 to"]);
    desk.fill_in(&late, &playoff, &[]).await.goes_to(&playoff);
    assert_eq!(world.tournament(cup).await.cuts[0].advancing.len(), 2);
}

#[tokio::test]
async fn city_as_time_zone_is_its_zone_and_a_fault_names_its_field() {
    let (world, mut desk) = World::with_admin().await;
    let fields = [("name", "Cup"), ("format", "MODERN"), ("time_zone", "new york")];
    let cup = event_with(&mut desk, &fields).await;
    assert_eq!(world.details(cup).await["time_zone"], "America/New_York");
    let wrong = desk.fill("/desk/events/new/", &[("name", "Open"), ("format", "MODERN"), ("capacity", "0")]).await;
    wrong.says(422, &["Places: Must be a whole number"]);
}

#[tokio::test]
async fn match_page_has_buttons_that_name_the_winner() {
    let (_world, mut desk, cup) = playing(&["Finn Park", "Bo Reed"]).await;
    let round = desk.get(&page(cup, "round")).await;
    let table = page(cup, &format!("matches/{}", round.between("/matches/", "/")));
    let shown = desk.get(&table).await;
    shown.says(200, &[">Draw 1–1–1</button>"]);
    for name in ["Finn Park", "Bo Reed"] {
        let is_named = ["2–0", "0–2"].iter().any(|score| shown.body.contains(&format!(">{name} {score}</button>")));
        assert!(is_named, "{}", shown.body);
    }
}

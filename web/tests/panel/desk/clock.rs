//! The clock of a round at the desk.

use proto_events::vocabulary::Role;

use super::{page, playing};

#[tokio::test]
async fn the_clock_starts_pauses_and_gets_more_time() {
    let (world, mut ada, cup) = playing(&["Finn Park", "Bo Reed"]).await;
    let (round, clock) = (page(cup, "round"), page(cup, "clock"));
    let without = ada.get(&round).await;
    without.says(200, &["Start the clock"]).lacks(&["role=\"timer\""]);
    for minutes in ["", "an hour", "99999999"] {
        let fields = [("minutes", minutes), ("clock", "start")];
        ada.fill_in(&without, &clock, &fields).await.says(422, &["Type the minutes as a number, such as 50."]);
    }
    ada.fill_in(&without, &clock, &[("minutes", "50"), ("clock", "start")]).await.goes_to(&round);
    let running = ada.get(&round).await;
    running.says(200, &["role=\"timer\" data-ends=\"", ">50:00<", "Ends at", "Pause the clock"]);
    ada.fill_in(&running, &clock, &[("minutes", "3")]).await.goes_to(&round);
    ada.get(&round).await.says(200, &[">53:00<"]);
    ada.fill_on(&round, &clock, &[("clock", "pause")]).await.goes_to(&round);
    ada.get(&round).await.says(200, &["The clock is paused.", ">53:00<", "Start the clock"]);

    let jud = world.browser_of("jud", Role::Judge).await.get(&round).await;
    jud.says(200, &["The clock is paused."]).lacks(&["Start the clock"]);
}

//! The decklists of an event.

use super::{page, registered, start_round};

const LIST: &str = "4 Lightning Bolt\n56 Mountain\n\nSideboard\n15 Pyroblast\n\nhello there, this is prose\n";

#[tokio::test]
async fn lists_are_counted_and_locked_one_by_one_and_are_fixed_once_they_are_published() {
    let (world, mut desk, cup) = registered(&["Finn Park", "Bo Reed"]).await;
    world.hand_in(cup, "Finn Park", LIST).await;
    let lists = desk.get(&page(cup, "lists")).await;
    let said =
        ["1 of 2 decklists handed in", "Main deck 60, Sideboard 15", "1 line was not understood", "Only staff can see"];
    lists.says(200, &said);
    let list = world.player_page(cup, "Finn Park").await.replace("/players/", "/lists/");
    let shown = desk.get(&list).await;
    shown.says(200, &["4 Lightning Bolt", "15 Pyroblast", "hello there, this is prose", "Lock this list"]);
    desk.fill(&list, &[("change", "lock")]).await.goes_to(&list);
    desk.get(&list).await.says(200, &["Unlock this list", "This version counts"]);
    let missing = world.player_page(cup, "Bo Reed").await.replace("/players/", "/lists/");
    desk.get(&missing).await.says(200, &["This player has not handed in a list."]);
    assert_eq!(desk.get(&format!("{}99/", page(cup, "lists"))).await.status, 404);

    start_round(&mut desk, cup).await;
    let (round, status) = (page(cup, "round"), page(cup, "status"));
    desk.fill(&round, &[("step", "complete-draws"), ("sure", "yes")]).await.goes_to(&round);
    desk.fill_on(&round, &status, &[("step", "finish")]).await.goes_to(&page(cup, "standings"));
    let done = desk.fill_on(&page(cup, "standings"), &status, &[("step", "publish")]).await;
    let lists = desk.follow(&done).await;
    lists.says(200, &["The event is now: Decklists published.", "The lists are published and fixed."]);
    lists.lacks(&["Decklists publishing", ">Lock all</button>", "hand in and change", "No deadline"]);
    desk.get(&list).await.says(200, &["The lists are published and fixed."]).lacks(&["Unlock this list"]);
}

//! The decklists of an event.

use super::{page, registered};

const LIST: &str = "4 Lightning Bolt\n56 Mountain\n\nSideboard\n15 Pyroblast\n\nhello there, this is prose\n";

#[tokio::test]
async fn lists_are_counted_and_lines_that_no_one_understands_are_shown() {
    let (world, mut desk, cup) = registered(&["Finn Park", "Bo Reed"]).await;
    world.hand_in(cup, "Finn Park", LIST).await;
    let lists = desk.get(&page(cup, "lists")).await;
    lists.says(
        200,
        &[
            "1 of 2 decklists handed in",
            "Main deck 60, Sideboard 15",
            "1 line was not understood",
            "Only staff can see",
        ],
    );
    let list = world.player_page(cup, "Finn Park").await.replace("/players/", "/lists/");
    let shown = desk.get(&list).await;
    shown.says(200, &["4 Lightning Bolt", "15 Pyroblast", "hello there, this is prose", "Lock this list"]);
    desk.fill(&list, &[("change", "lock")]).await.goes_to(&list);
    desk.get(&list).await.says(200, &["Unlock this list", "This version counts"]);
    let missing = world.player_page(cup, "Bo Reed").await.replace("/players/", "/lists/");
    desk.get(&missing).await.says(200, &["This player has not handed in a list."]);
    assert_eq!(desk.get(&format!("{}99/", page(cup, "lists"))).await.status, 404);
}

//! The decklists of an event.

use proto_events::vocabulary::Role;

use super::{event, page, register};
use crate::world::World;

const LIST: &str = "4 Lightning Bolt\n56 Mountain\n\nSideboard\n15 Pyroblast\n\nhello there, this is prose\n";

#[tokio::test]
async fn lists_are_counted_and_lines_that_no_one_understands_are_shown() {
    let world = World::start().await;
    let mut desk = world.admin().await;
    let cup = event(&mut desk, "Cup").await;
    register(&mut desk, cup, &["Finn Park", "Bo Reed"]).await;
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

#[tokio::test]
async fn only_staff_of_the_organization_sees_lists() {
    let world = World::start().await;
    let mut desk = world.admin().await;
    let cup = event(&mut desk, "Cup").await;
    register(&mut desk, cup, &["Finn Park"]).await;
    world.hand_in(cup, "Finn Park", LIST).await;
    let list = world.player_page(cup, "Finn Park").await.replace("/players/", "/lists/");
    let mut reader = world.browser_of("rob", Role::ReadOnly).await;
    let other = world.organization("Other").await;
    let eve = world.person("eve", "Eve Elm").await;
    world.member(other, eve, Role::Admin).await;
    let mut theirs = world.signed_in("eve").await;
    for path in [page(cup, "lists"), list.clone()] {
        assert_eq!(reader.get(&path).await.status, 403, "{path}");
        assert_eq!(theirs.get(&path).await.status, 404, "{path}");
    }
    let mut judge = world.browser_of("jo", Role::Judge).await;
    let seen = judge.get(&list).await;
    seen.says(200, &["Lightning Bolt"]);
    assert!(!seen.body.contains("Lock this list"), "judges read");
}

//! Tests of the form of the store's page.

use crate::world::World;

const STORE: &str = "/admin/store/";

#[tokio::test]
async fn an_administrator_writes_the_page_of_the_store() {
    let (world, mut admin) = World::with_admin().await;
    admin.get(STORE).await.says(200, &["Store page", "value=\"#1b5fc1\""]);
    let fields = [
        ("slug", "the-store"),
        ("about", "<b>Cards</b>\r\nand coffee"),
        ("address", "12 Mill Road"),
        ("website", "https://store.example/"),
        ("accent", "#0f766e"),
    ];
    admin.fill(STORE, &fields).await.goes_to(STORE);
    let page = world.stored().await.page;
    assert_eq!((&*page.slug, &*page.about, &*page.accent), ("the-store", "<b>Cards</b>\nand coffee", "#0f766e"));
    admin.get(STORE).await.says(200, &["href=\"/stores/the-store/\"", "&#60;b&#62;Cards", "value=\"#0f766e\""]);

    let refused = admin.fill(STORE, &[("website", "javascript:alert(1)"), ("about", "kept")]).await;
    refused.says(422, &["Must be an address", "kept"]);
    admin.fill(STORE, &[("accent", "#1b5fc1")]).await.goes_to(STORE);
    assert_eq!(world.stored().await.page.accent, "", "the colour of the service is none of its own");
}

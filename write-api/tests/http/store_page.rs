//! The page of a store: its slug belongs to one store of the whole service.

use axum::http::Method;
use serde_json::json;

use crate::harness::TestApi;

const PAGE: &str = "/api/v1/store-page/";

#[tokio::test]
async fn a_slug_is_made_from_the_name_and_stays_the_stores() {
    let mut api = TestApi::start().await;
    let (moxhall, other) = (api.found("Moxhall Games").await, api.found("Other").await);
    let first = api.as_key(&moxhall.key, Method::PATCH, PAGE, &json!({ "about": "Cards." })).await.json(200);
    assert_eq!((&first["slug"], &first["about"]), (&json!("moxhall-games"), &json!("Cards.")));
    let moved = json!({ "slug": "moxhall", "accent": "#1F6FEB" });
    let moved = api.as_key(&moxhall.key, Method::PATCH, PAGE, &moved).await.json(200);
    assert_eq!(
        (&moved["slug"], &moved["accent"], &moved["about"]),
        (&json!("moxhall"), &json!("#1f6feb"), &json!("Cards."))
    );
    for slug in ["moxhall", "moxhall-games"] {
        let taken = api.as_key(&other.key, Method::PATCH, PAGE, &json!({ "slug": slug })).await;
        assert_eq!(taken.fault("slug"), "This address belongs to another store.", "{slug}");
    }
    let back = api.as_key(&moxhall.key, Method::PATCH, PAGE, &json!({ "slug": "moxhall-games" })).await;
    assert_eq!(back.json(200)["slug"], "moxhall-games");
}

#[tokio::test]
async fn a_store_of_a_name_that_another_one_took_gets_its_id_as_well() {
    let mut api = TestApi::start().await;
    let (first, second) = (api.found("Moxhall").await, api.found("Möxhall!").await);
    let nothing = json!({ "website": "https://moxhall.example/" });
    assert_eq!(api.as_key(&first.key, Method::PATCH, PAGE, &nothing).await.json(200)["slug"], "moxhall");
    let slug = format!("store-{}", second.id);
    assert_eq!(api.as_key(&second.key, Method::PATCH, PAGE, &nothing).await.json(200)["slug"], slug);
}

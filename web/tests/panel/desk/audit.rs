//! The audit of an event in words, and taking changes back.

use proto_events::vocabulary::Role;

use super::{page, playing, registered};

#[tokio::test]
async fn an_audit_says_who_did_what_and_takes_a_drop_back() {
    let (world, mut desk, cup) = playing(&["Finn Park", "Bo Reed", "Cy Marsh", "Di Holm"]).await;
    let entered = [("entry", "1 2 1")];
    let results = page(cup, "results");
    let round = desk.get(&page(cup, "round")).await;
    assert_eq!(desk.fill_in(&round, &results, &entered).await.status, 303);
    let finn = world.player_page(cup, "Finn Park").await;
    desk.fill(&finn, &[("change", "drop")]).await.goes_to(&page(cup, "players"));
    let audit = desk.get(&page(cup, "audit")).await;
    let said = [
        "Ada Ahorn created the event.",
        "Ada Ahorn registered Finn Park.",
        "Ada Ahorn paired 2 tables of round 1.",
        "Ada Ahorn reported 2–1 at table 1 of round 1: ",
        "Ada Ahorn dropped Finn Park.",
        ">Bring back into the event</button>",
    ];
    audit.says(200, &said);
    let place = |text: &str| audit.body.find(text).unwrap();
    assert!(place("dropped Finn Park") < place("reported 2–1"), "newest first");
    assert!(place("paired 2 tables") < place("Ada Ahorn added round 1."), "also of one moment");
    let version = world.version(cup).await.to_string();
    let back = desk.fill_in(&audit, &page(cup, "audit"), &[("version", &version)]).await;
    let after = desk.follow_to(&back, &page(cup, "audit")).await;
    after.says(200, &["The change was taken back.", "changed the registration of Finn Park to “Registered”."]);
    assert!(!after.body.contains(">Bring back into the event</button>"), "it is undone");
    let again = desk.fill_in(&audit, &page(cup, "audit"), &[("version", &version)]).await;
    again.says(422, &["This can no longer be undone"]);
}

#[tokio::test]
async fn buttons_are_for_roles_that_may_use_them() {
    let (world, mut desk, cup) = registered(&["Finn Park"]).await;
    desk.get(&page(cup, "audit")).await.says(200, &["Undo the registration"]);
    let mut judge = world.browser_of("jo", Role::Judge).await;
    let seen = judge.get(&page(cup, "audit")).await;
    seen.says(200, &["Ada Ahorn registered Finn Park."]).lacks(&["Undo the registration"]);
}

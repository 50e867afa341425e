//! The audit of an event in words, and taking changes back.

use proto_events::vocabulary::Role;

use super::{page, playing, registered, start_round};

#[tokio::test]
async fn an_audit_says_who_did_what_and_takes_a_drop_back() {
    let (world, mut desk, cup) = playing(&["Finn Park", "Bo Reed", "Cy Marsh", "Di Holm"]).await;
    let entered = [("entry", "1 2 1")];
    let results = page(cup, "results");
    let round = desk.get(&page(cup, "round")).await;
    let status = desk.fill_in(&round, &results, &entered).await.status;
    assert_eq!(status, 303);
    let finn = world.player_page(cup, "Finn Park").await;
    desk.fill(&finn, &[("change", "drop")]).await.goes_to(&page(cup, "players"));
    let audit = desk.get(&page(cup, "audit")).await;
    audit.says(
        200,
        &[
            "Ada Ahorn created the event.",
            "Ada Ahorn registered Finn Park.",
            "Ada Ahorn paired 2 tables of round 1.",
            "Ada Ahorn reported 2–1 at table 1 of round 1: ",
            "Ada Ahorn dropped Finn Park.",
            ">Bring back into the event</button>",
        ],
    );
    let place = |text: &str| audit.body.find(text).unwrap();
    assert!(place("dropped Finn Park") < place("reported 2–1"), "newest first");
    assert!(place("paired 2 tables") < place("Ada Ahorn added round 1."), "also of one moment");
    let version = world.version(cup).await.to_string();
    let back = desk.fill_in(&audit, &page(cup, "audit"), &[("version", &version)]).await;
    back.goes_to(&page(cup, "audit"));
    let after = desk.follow(&back).await;
    after.says(200, &["The change was taken back.", "changed the registration of Finn Park to “Registered”."]);
    assert!(!after.body.contains(">Bring back into the event</button>"), "it is undone");
    let again = desk.fill_in(&audit, &page(cup, "audit"), &[("version", &version)]).await;
    again.says(422, &["This can no longer be undone"]);
}

#[tokio::test]
async fn match_that_both_lose_is_named_in_audit() {
    let (_world, mut desk, cup) = playing(&["Finn Park", "Bo Reed"]).await;
    let round = desk.get(&page(cup, "round")).await;
    assert_eq!(desk.fill_in(&round, &page(cup, "results"), &[("entry", "1 x")]).await.status, 303);
    let said = ["Ada Ahorn reported L–L at table 1 of round 1: ", " vs "];
    desk.get(&page(cup, "audit")).await.says(200, &said);
}

#[tokio::test]
async fn a_round_is_reopened_and_lists_are_unlocked_from_the_audit() {
    let (world, mut desk, cup) = registered(&["Finn Park", "Bo Reed"]).await;
    for change in ["unlock", "lock"] {
        desk.fill(&page(cup, "lists"), &[("change", change)]).await.goes_to(&page(cup, "lists"));
    }
    let locked = world.version(cup).await.to_string();
    start_round(&mut desk, cup).await;
    desk.fill(&page(cup, "round"), &[("step", "complete-draws"), ("sure", "yes")]).await.goes_to(&page(cup, "round"));
    let audit = desk.get(&page(cup, "audit")).await;
    audit.says(200, &["Ada Ahorn completed round 1.", ">Reopen the round</button>", ">Unlock</button>"]);
    let completed = world.version(cup).await.to_string();
    for version in [&completed, &locked] {
        desk.fill(&page(cup, "audit"), &[("version", version)]).await.goes_to(&page(cup, "audit"));
    }
    let audit = desk.get(&page(cup, "audit")).await;
    audit.says(200, &["Ada Ahorn unlocked all decklists.", ">Lock</button>"]);
    assert!(!audit.body.contains(">Reopen the round</button>"));
}

#[tokio::test]
async fn buttons_are_for_roles_that_may_use_them() {
    let (world, mut desk, cup) = registered(&["Finn Park"]).await;
    desk.get(&page(cup, "audit")).await.says(200, &["Undo the registration"]);
    let mut judge = world.browser_of("jo", Role::Judge).await;
    let seen = judge.get(&page(cup, "audit")).await;
    seen.says(200, &["Ada Ahorn registered Finn Park."]);
    assert!(!seen.body.contains("Undo the registration"));
}

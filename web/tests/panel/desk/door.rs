//! Players who register themselves, as the desk sees them: who waits for approval, and the join code.

use proto_events::ids::TournamentId;
use proto_events::vocabulary::{RegistrationStatus, Role};

use super::{event_with, page, register};
use crate::browser::Browser;
use crate::world::World;

/// Creates an event for which people register by this policy, with approval.
async fn approved_event(desk: &mut Browser, policy: &str) -> TournamentId {
    let fields = [("name", "Cup"), ("format", "MODERN"), ("registration_policy", policy), ("needs_approval", "yes")];
    event_with(desk, &fields).await
}

async fn join(world: &World, event: TournamentId, names: &[&str]) {
    for name in names {
        let joined = world.browser().post(&format!("/join/{event}/"), &[("name", name)]).await;
        assert_eq!(joined.status, 303, "{}", joined.body);
        let mut phone = world.browser();
        phone.follow(&joined).await.says(200, &["the organizer must confirm your registration"]);
    }
}

#[tokio::test]
async fn staff_approves_one_declines_one_and_approves_all_whom_the_page_listed() {
    use RegistrationStatus::{Canceled, Complete, InWaitingRoom};
    let (world, mut desk) = World::with_admin().await;
    let cup = approved_event(&mut desk, "EVERYONE").await;
    join(&world, cup, &["Ann", "Bo", "Cy", "Di"]).await;
    let (players, approvals) = (page(cup, "players"), page(cup, "approvals"));
    let shown = desk.get(&players).await;
    shown.says(200, &["4 players wait for your approval", "Approve Ann", "Decline Bo", "Approve all"]);
    let id = async |name| world.player(cup, name).await.to_string();
    let status = async |name| world.entry(cup, name).await.status;
    assert_eq!(desk.fill_in(&shown, &approvals, &[("approve", &id("Ann").await)]).await.status, 303);
    assert_eq!(desk.fill_in(&shown, &approvals, &[("decline", &id("Bo").await)]).await.status, 303);
    assert_eq!((status("Ann").await, status("Bo").await), (Complete, Canceled));
    let old = desk.get(&players).await;
    join(&world, cup, &["Eve"]).await;
    assert_eq!(desk.fill_in(&old, &approvals, &[("all", "yes")]).await.status, 303);
    assert_eq!((status("Cy").await, status("Di").await), (Complete, Complete));
    assert_eq!(status("Eve").await, InWaitingRoom, "no one has seen this name");
    for wrong in ["", "x", "999999", &id("Ann").await] {
        desk.fill_in(&old, &approvals, &[("approve", wrong)]).await.says(422, &["does not wait for approval any more"]);
    }
    world.browser_of("judy", Role::Judge).await.get(&players).await.says(200, &[]).lacks(&["Approve"]);
}

#[tokio::test]
async fn desk_shows_the_join_code_and_makes_another() {
    let (world, mut desk) = World::with_admin().await;
    let cup = approved_event(&mut desk, "JOIN_CODE").await;
    let players = page(cup, "players");
    let shown = desk.get(&players).await;
    let address = format!("/join/{cup}-");
    let first = shown.between(&address, "/");
    assert_eq!(desk.fill_in(&shown, &page(cup, "join-code"), &[]).await.status, 303);
    let second = desk.get(&players).await.between(&address, "/");
    assert_ne!(first, second);
    let mut phone = world.browser();
    assert_eq!(phone.get(&format!("/join/{cup}-{first}/")).await.status, 404, "the earlier one has ended");
    assert_eq!(phone.post(&format!("/join/{cup}-{second}/"), &[("name", "Ann")]).await.status, 303);
    world.browser_of("judy", Role::Judge).await.get(&players).await.says(200, &[]).lacks(&[&second]);
    let closed = approved_event(&mut desk, "ACCOUNTS").await;
    desk.get(&page(closed, "players")).await.says(200, &[]).lacks(&["/join/"]);
}

#[tokio::test]
async fn first_round_is_paired_without_players_who_wait_only_after_a_question() {
    let (world, mut desk) = World::with_admin().await;
    let cup = approved_event(&mut desk, "EVERYONE").await;
    join(&world, cup, &["Ann"]).await;
    register(&mut desk, cup, &["Bo Reed", "Cy Marsh"]).await;
    let (round, status) = (page(cup, "round"), page(cup, "status"));
    let shown = desk.get(&round).await;
    shown.says(200, &["One player waits for your approval and will not be paired.", ">See who waits</a>"]);
    let asked = desk.fill_in(&shown, &status, &[("step", "first-round")]).await;
    asked.says(200, &["Pair it anyway?", ">Yes, pair without them</button>", "name=\"sure\" value=\"yes\""]);
    desk.fill_in(&asked, &status, &[("step", "first-round"), ("sure", "yes")]).await.goes_to(&round);
    desk.get(&round).await.says(200, &[]).lacks(&["will not be paired"]);
}

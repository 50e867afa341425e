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

impl World {
    async fn status(&self, event: TournamentId, name: &str) -> RegistrationStatus {
        self.entry(event, name).await.status
    }
}

#[tokio::test]
async fn staff_approves_one_declines_one_and_approves_all_whom_the_page_listed() {
    use RegistrationStatus::{Canceled, Complete, InWaitingRoom};
    let world = World::start().await;
    let mut desk = world.admin().await;
    let cup = approved_event(&mut desk, "EVERYONE").await;
    join(&world, cup, &["Ann", "Bo", "Cy", "Di"]).await;
    let (players, approvals) = (page(cup, "players"), page(cup, "approvals"));
    let shown = desk.get(&players).await;
    shown.says(200, &["4 players wait for your approval", "Approve Ann", "Decline Bo", "Approve all"]);
    let id = async |name| world.player(cup, name).await.to_string();
    assert_eq!(desk.fill_in(&shown, &approvals, &[("approve", &id("Ann").await)]).await.status, 303);
    assert_eq!(desk.fill_in(&shown, &approvals, &[("decline", &id("Bo").await)]).await.status, 303);
    assert_eq!((world.status(cup, "Ann").await, world.status(cup, "Bo").await), (Complete, Canceled));
    let old = desk.get(&players).await;
    join(&world, cup, &["Eve"]).await;
    assert_eq!(desk.fill_in(&old, &approvals, &[("all", "yes")]).await.status, 303);
    assert_eq!((world.status(cup, "Cy").await, world.status(cup, "Di").await), (Complete, Complete));
    assert_eq!(world.status(cup, "Eve").await, InWaitingRoom, "nobody has seen this name");
    for wrong in ["", "x", "999999", &id("Ann").await] {
        let refused = desk.fill_in(&old, &approvals, &[("approve", wrong)]).await;
        refused.says(422, &["does not wait for approval any more"]);
    }
    let mut judge = world.browser_of("judy", Role::Judge).await;
    assert!(!judge.get(&players).await.shows(200).contains("Approve"));
    assert_eq!(judge.fill_in(&old, &approvals, &[("approve", &id("Eve").await)]).await.status, 403);
}

#[tokio::test]
async fn desk_shows_the_join_code_and_makes_another() {
    let world = World::start().await;
    let mut desk = world.admin().await;
    let cup = approved_event(&mut desk, "JOIN_CODE").await;
    let players = page(cup, "players");
    let code = |body: &str| {
        let (_, rest) = body.split_once(&format!("/join/{cup}-")).expect("a code");
        rest.split_once('/').unwrap().0.to_owned()
    };
    let first = code(desk.get(&players).await.shows(200));
    let shown = desk.get(&players).await;
    assert_eq!(desk.fill_in(&shown, &page(cup, "join-code"), &[]).await.status, 303);
    let second = code(desk.get(&players).await.shows(200));
    assert_ne!(first, second);
    let mut phone = world.browser();
    assert_eq!(phone.get(&format!("/join/{cup}-{first}/")).await.status, 404, "the earlier one has ended");
    assert_eq!(phone.post(&format!("/join/{cup}-{second}/"), &[("name", "Ann")]).await.status, 303);
    let mut judge = world.browser_of("judy", Role::Judge).await;
    assert!(!judge.get(&players).await.shows(200).contains(&second));
    let closed = approved_event(&mut desk, "ACCOUNTS").await;
    assert!(!desk.get(&page(closed, "players")).await.shows(200).contains("/join/"));
}

#[tokio::test]
async fn first_round_is_paired_without_players_who_wait_only_after_a_question() {
    let world = World::start().await;
    let mut desk = world.admin().await;
    let cup = approved_event(&mut desk, "EVERYONE").await;
    join(&world, cup, &["Ann"]).await;
    register(&mut desk, cup, &["Bo Reed", "Cy Marsh"]).await;
    let (round, status) = (page(cup, "round"), page(cup, "status"));
    let shown = desk.get(&round).await;
    shown.says(200, &["One player waits for your approval and will not be paired.", ">See who waits</a>"]);
    let asked = desk.fill_in(&shown, &status, &[("step", "first-round")]).await;
    asked.says(200, &["Pair it anyway?", ">Yes, pair without them</button>", "name=\"sure\" value=\"yes\""]);
    desk.fill_in(&asked, &status, &[("step", "first-round"), ("sure", "yes")]).await.goes_to(&round);
    assert!(!desk.get(&round).await.shows(200).contains("will not be paired"));
}

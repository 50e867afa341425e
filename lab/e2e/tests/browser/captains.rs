//! Captains found teams on their phones and share the link; mates join without scripts, and the desk pairs the teams.

use e2e::TestApp;
use e2e::browser::{Browser, Look};
use e2e::crawl::id;
use proto_events::vocabulary::Role;
use serde_json::json;

use crate::given::{member, signed_in};

/// Registers a guest on a phone of its own, at a page of the event, with the name of a team or without.
async fn phone(app: &TestApp, path: &str, name: &str, team: Option<&str>) -> Browser {
    let phone = Browser::start(&app.address()).await;
    phone.scripts(false).await;
    phone.look(Look::Phone).await;
    phone.open(path).await;
    phone.fill("Your name", name).await;
    if let Some(team) = team {
        phone.fill("Name of the team (optional)", team).await;
    }
    phone.press("Register").await;
    phone.sees("Keep this page: it is your key").await;
    phone
}

/// Opens the page of the team, and returns the path of its link.
async fn link(phone: &Browser) -> String {
    phone.follow("To the team").await;
    assert!(!phone.is_too_wide().await, "the page of the team");
    let links = phone.links().await;
    let link = links.iter().find_map(|link| link.find("/join/").map(|at| link[at..].to_owned()));
    link.expect("a link for mates")
}

#[tokio::test(flavor = "multi_thread")]
async fn two_teams_found_themselves_on_phones_and_a_round_is_paired() {
    let app = TestApp::start().await;
    let details =
        json!({ "name": "Pairs", "event_format": "LEGACY", "team_size": 2, "registration_policy": "EVERYONE" });
    let event = id(&app.post("/api/v1/magic-events/", &details).await.created());
    let door = format!("/join/{event}/");
    let ann = phone(&app, &door, "Ann Lee", Some("Moxes")).await;
    ann.sees("One seat is free").await;
    let mates = link(&ann).await;
    let bo = phone(&app, &mates, "Bo Reed", None).await;
    bo.sees("Team Moxes").await;
    let late = Browser::start(&app.address()).await;
    late.scripts(false).await;
    late.open(&mates).await;
    late.fill("Your name", "Dee Moor").await;
    late.press("Register").await;
    late.sees("All seats of the team Moxes are taken.").await;
    let desk = signed_in(&app, &member(&app, "olga", Role::Admin).await).await;
    let cy = phone(&app, &door, "Cy Marsh", Some("Lotuses")).await;
    desk.open(&format!("/desk/events/{event}/teams/")).await;
    desk.sees("One seat is free").await;
    // Di has no team, is invited, and agrees.
    let di = phone(&app, &door, "Di Nash", None).await;
    link(&cy).await;
    cy.press("Invite").await;
    cy.sees("Invited").await;
    di.follow("To the team").await;
    di.sees("The team Lotuses invites you.").await;
    di.press("Join the team").await;
    di.sees("The team is complete.").await;
    desk.open(&format!("/desk/events/{event}/teams/")).await;
    desk.press("Pair Round 1").await;
    desk.comes_to_show("Round 1: the pairings are ready.").await;
    assert_eq!(desk.rows("Matches of the teams").await.len(), 1);
    ann.open(&mates).await;
    ann.sees("Teams can no longer change.").await;
    app.stop().await;
}

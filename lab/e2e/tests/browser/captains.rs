//! Captains found teams on their phones and share the link; mates join without scripts. The desk forms two more teams, and
//! runs a round by mouse.

use e2e::TestApp;
use e2e::browser::Browser;
use proto_events::vocabulary::Role;
use serde_json::json;

use crate::evening::Evening;
use crate::given::{event, member, phone, signed_in};

const PLAYERS: [&str; 8] =
    ["Ann Lee", "Bo Reed", "Cy Marsh", "Di Nash", "Auroras Ada", "Auroras Bo", "Badgers Ada", "Badgers Bo"];

/// Registers a guest on a phone of its own, at a page of the event, with the name of a team or without.
async fn registers(app: &TestApp, path: &str, name: &str, team: Option<&str>) -> Browser {
    let phone = phone(app, path, false).await;
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

/// Forms two teams of players who are not registered yet, and enters the results of a round seat by seat.
async fn the_desk_forms_a_team_and_runs_a_round(app: &TestApp, browser: &Browser, event: i64) {
    let desk = Evening::of(app, browser, &["Moxes", "Lotuses", "Auroras", "Badgers"]);
    browser.open(&format!("/desk/events/{event}/teams/")).await;
    for (team, count) in [("Auroras", "3 teams"), ("Badgers", "4 teams")] {
        browser.fill("Team name", team).await;
        browser.fill("Seat 1", &format!("{team} Ada")).await;
        browser.fill("Seat 2", &format!("{team} Bo")).await;
        desk.taps("Form the team", count).await;
    }
    browser.look_at("teams").await;
    desk.taps("Pair Round 1", "Round 1: the pairings are ready.").await;
    let matches = desk.tables("Matches of the teams").await;
    assert_eq!((matches.len(), browser.rows("Round 1").await.len()), (2, 4));
    desk.taps("Publish the pairings", "Round 1: the pairings are published.").await;
    desk.taps("Start Round 1", "4 tables have not reported").await;
    for (table, row) in (1..).zip(browser.rows("Round 1").await) {
        let (_, winner) = PLAYERS.iter().filter_map(|name| Some((row[1].find(name)?, name))).min().expect("a player");
        browser.follow(&format!("Table {table}")).await;
        desk.taps(&format!("{winner} 2–0"), &format!("Table {table}:")).await;
    }
    let decided = browser.rows("Matches of the teams").await.into_iter().filter(|row| row[3] == "Decided").count();
    assert_eq!(decided, 2);
    browser.look_at("teams-results").await;
    desk.taps("Complete Round 1", "Round 2 comes next.").await;
    browser.open(&format!("/desk/events/{event}/standings/")).await;
    assert_eq!(browser.rows("Standings after Round 1").await.len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_teams_found_themselves_on_phones_and_a_round_is_paired() {
    let app = TestApp::start().await;
    let details = json!({ "name": "Pairs", "event_format": "LEGACY", "team_size": 2, "swiss_rounds": 2,
                "registration_policy": "EVERYONE" });
    let event = event(&app, &details, &[""; 0]).await;
    let door = format!("/join/{event}/");
    let ann = registers(&app, &door, "Ann Lee", Some("Moxes")).await;
    ann.sees("One seat is free").await;
    let mates = link(&ann).await;
    let bo = registers(&app, &mates, "Bo Reed", None).await;
    bo.sees("Team Moxes").await;
    let late = phone(&app, &mates, false).await;
    late.fill("Your name", "Dee Moor").await;
    late.press("Register").await;
    late.sees("All seats of the team Moxes are taken.").await;
    let desk = signed_in(&app, &member(&app, "olga", Role::Admin).await).await;
    let cy = registers(&app, &door, "Cy Marsh", Some("Lotuses")).await;
    desk.open(&format!("/desk/events/{event}/teams/")).await;
    desk.sees("One seat is free").await;
    // Di has no team, is invited, and agrees.
    let di = registers(&app, &door, "Di Nash", None).await;
    link(&cy).await;
    cy.press("Invite").await;
    cy.sees("Invited").await;
    di.follow("To the team").await;
    di.sees("The team Lotuses invites you.").await;
    di.press("Join the team").await;
    di.sees("The team is complete.").await;
    the_desk_forms_a_team_and_runs_a_round(&app, &desk, event).await;
    ann.open(&mates).await;
    ann.sees("Teams can no longer change.").await;
    app.stop().await;
}

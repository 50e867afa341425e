//! Strangers at the counter: the flyer is printed, three phones register by it without scripts, and the desk sees them.

use e2e::TestApp;
use proto_events::vocabulary::Role;
use serde_json::json;

use crate::given::{event, member, phone, signed_in};

#[tokio::test(flavor = "multi_thread")]
async fn three_guests_register_by_the_flyer_without_scripts_and_the_desk_sees_them() {
    let app = TestApp::start().await;
    let details =
        json!({ "name": "Friday", "event_format": "LEGACY", "capacity": 2, "registration_policy": "JOIN_CODE" });
    let event = event(&app, &details, &[""; 0]).await;
    let desk = signed_in(&app, &member(&app, "olga", Role::Admin).await).await;
    let mut code = String::new();
    for paper in ["a4", "letter"] {
        desk.open(&format!("/desk/events/{event}/print/flyer/?paper={paper}")).await;
        let printed = desk.print(&format!("flyer-{paper}")).await;
        assert_eq!(printed.pages.len(), 1, "{paper}");
        code = desk.text_of(".key").await;
        assert!(printed.text().contains(&code), "{paper}");
    }
    let phones = [
        ("Ann Lee", format!("/join/{code}/"), "Register", "The event has not begun."),
        ("Bo Reed", format!("/join/{}/", code.to_lowercase()), "Register", "The event has not begun."),
        ("Cy Marsh", "/join/".to_owned(), "Join the waitlist", "You are number 1"),
    ];
    for (name, path, button, said) in &phones {
        let phone = phone(&app, path, false).await;
        if path == "/join/" {
            phone.fill("Join code", &code).await;
            phone.press("Next").await;
        }
        assert!(!phone.is_too_wide().await, "{path}");
        phone.fill("Your name", name).await;
        phone.press(button).await;
        phone.sees("Keep this page: it is your key").await;
        phone.sees(said).await;
        assert!(!phone.is_too_wide().await, "the own page");
        let own = phone.path().await;
        phone.open(&format!("/join/{code}/")).await;
        assert_eq!(phone.path().await, own, "the phone finds the page again");
    }
    desk.open(&format!("/desk/events/{event}/players/")).await;
    for (name, ..) in &phones {
        desk.sees(name).await;
    }
    desk.open(&format!("/events/{event}/screen/")).await;
    desk.sees("Register with your phone").await;
    assert!(!desk.source().await.contains(&code[code.len() - 5..]), "the wall is public and does not show the code");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn page_to_register_is_for_everybody_and_leads_on_from_the_event() {
    let app = TestApp::start().await;
    let details = json!({ "name": "Friday", "event_format": "LEGACY", "registration_policy": "EVERYONE" });
    let event = event(&app, &details, &[""; 0]).await;
    let phone = phone(&app, &format!("/events/{event}/"), true).await;
    phone.follow("Register").await;
    phone.look_at("join").await;
    phone.is_for_everybody().await;
    phone.fill("Your name", "Ann Lee").await;
    phone.press("Register").await;
    phone.look_at("join-own").await;
    phone.is_for_everybody().await;
    phone.follow("Register another person").await;
    phone.fill("Your name", "ann LEE").await;
    phone.press("Register").await;
    phone.sees("A player named ann LEE is registered already. Is that you?").await;
    phone.look_at("join-same-name").await;
    phone.fill("Your name", "Ann Lee B.").await;
    phone.press("Register").await;
    phone.open(&format!("/join/{event}/")).await;
    phone.sees("Each has a page.").await;
    app.stop().await;
}

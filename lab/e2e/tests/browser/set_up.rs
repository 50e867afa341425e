//! The set-up of an empty installation in the browser: from the printed link to the first event.

use api_kit::SetUpLink;
use e2e::TestApp;
use e2e::browser::Browser;

/// The fields that must be filled in; each counts as a click.
const FIELDS: [(&str, &str); 5] = [
    ("Name of your store or club", "Corner Store"),
    ("Your name", "Ada L."),
    ("Username", "ada"),
    ("Password", "correct horse battery"),
    ("Repeat the password", "correct horse battery"),
];

#[tokio::test(flavor = "multi_thread")]
async fn the_printed_link_leads_to_an_event_in_few_fields_and_without_scripts() {
    for has_scripts in [true, false] {
        let app = TestApp::empty().await;
        let browser = Browser::start(&app.address()).await;
        browser.scripts(has_scripts).await;
        browser.window(360, 780).await;
        browser.open(&SetUpLink::new(&app.keys(), app.commands().log_id()).path()).await;
        if has_scripts {
            browser.look_at("set-up").await;
        }
        let mut clicks = FIELDS.len();
        for (name, value) in FIELDS {
            browser.fill(name, value).await;
        }
        if !has_scripts {
            browser.fill("Time zone", "berlin").await;
            clicks += 1;
        }
        browser.press("Set up").await;
        browser.arrives_at("/admin/set-up/").await;
        browser.comes_to_show("Next steps").await;
        if has_scripts {
            browser.look_at("set-up-next").await;
        }
        browser.follow("Create an event").await;
        browser.arrives_at("/desk/events/new/").await;
        browser.fill("Name", "Friday").await;
        browser.press("Create an event").await;
        browser.comes_to_show("Friday").await;
        clicks += 4;
        assert!(clicks <= 10, "{clicks} clicks from the link to an event");
        app.stop().await;
    }
}

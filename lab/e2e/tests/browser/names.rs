//! Names from right to left: Chromium draws what is around them where it is for other names.

use e2e::TestApp;
use proto_events::vocabulary::Role;
use serde_json::json;

use crate::given::{event, member, published, signed_in};

/// A Hebrew name that ends with a number, an Arabic one in brackets, and one that begins with Latin letters.
const NAMES: [&str; 4] =
    ["\u{5d0}\u{5d1}\u{5d9} 12", "(\u{645}\u{62d}\u{645}\u{62f})", "Amir (\u{627}\u{645}\u{6cc}\u{631})", "Ann Berg"];

#[tokio::test(flavor = "multi_thread")]
async fn names_from_right_to_left_move_nothing_around_them() {
    let app = TestApp::start().await;
    let ada = member(&app, "ada", Role::Admin).await;
    let browser = signed_in(&app, &ada).await;
    let event = event(&app, &json!({ "name": "Cup", "event_format": "MODERN" }), &NAMES).await;
    let round = published(&app, event).await;
    let desk = format!("/desk/events/{event}/");
    for path in [
        format!("{desk}print/slips/?round={round}&paper=a4"),
        format!("{desk}print/pairings-by-name/?round={round}&paper=a4"),
        format!("{desk}print/pairings-by-table/?round={round}&paper=a4"),
        format!("{desk}audit/"),
        format!("{desk}players/"),
        format!("{desk}round/"),
        format!("/events/{event}/"),
        format!("/events/{event}/rounds/1/"),
    ] {
        browser.open(&path).await;
        for name in NAMES {
            // Public pages list people by the last name.
            let shown =
                if path.starts_with("/events/") { name.replace("Ann Berg", "Berg, Ann") } else { name.to_owned() };
            let (count, wrong) = browser.moved_around(&shown).await;
            assert!(count > 0, "{path} does not show {name}");
            assert!(wrong.is_empty(), "{path}: {wrong:?}");
        }
    }
    app.stop().await;
}

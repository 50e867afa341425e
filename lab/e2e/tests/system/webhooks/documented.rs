//! The page for receivers lists what the code sends.

use domain::webhooks::RETRIES;
use proto_events::vocabulary::WebhookEventType;

#[test]
fn the_page_for_receivers_lists_every_type_and_every_pause() {
    let page = include_str!("../../../../../docs/webhooks.md");
    let (_, rest) = page.split_once("<!-- types: made from proto-events/src/vocabulary.rs -->\n").expect("the table");
    let (table, _) = rest.split_once("<!-- end -->").expect("its end");
    let row = |sent: &WebhookEventType| format!("| `{}` | {} |\n", sent.wire_name(), sent.display_name());
    let rows: String = WebhookEventType::ALL.iter().map(row).collect();
    assert_eq!(table, format!("| Type | Sent when |\n|---|---|\n{rows}"));

    assert!(page.contains("tries again after 5 seconds, 5 minutes, 30 minutes, 2, 5, 10, 14, 20 and 24 hours."));
    let hours = [2, 5, 10, 14, 20, 24].map(|hours| hours * 60 * 60);
    assert_eq!(RETRIES, [&[5, 5 * 60, 30 * 60][..], &hours].concat());
}

//! Checks of every answer with all of the demo's data: they are as the document and the interface say, and come back to the
//! byte after the views were deleted.

use e2e::crawl::{Crawl, addresses, assert_same, crawl, seen};
use e2e::find::holds;
use e2e::{Options, TestApp};

use crate::contract::assert_as_the_interface_says;
use crate::openapi::checker::Checker;
use crate::openapi::template_of;

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_is_as_documented_has_no_mark_and_comes_back_to_the_byte() {
    let mut checker = Checker::new();
    let (app, keys) = TestApp::demo_with_keys().await;
    assert_as_the_interface_says(&app, &keys).await;
    let (mut before, mut marked, mut with_address) = (Crawl::new(), Vec::new(), 0);
    for path in addresses(&app).await {
        let reply = app.get(&path).await;
        checker.check("GET", &template_of(&checker.document, &path), &reply);
        with_address += usize::from(holds(reply.text(), app.public_url()));
        if reply.has_mark() {
            marked.push(reply.asked.clone());
        }
        before.insert(path, seen(&app, &reply));
    }
    checker.assert_none();
    assert_eq!(marked, [""; 0]);
    assert!(with_address > 50, "only {with_address} answers contain the address");
    assert!(before.len() > 500, "only {} addresses", before.len());
    let app = app.restart_without_views(Options::default()).await;
    assert_same(&before, &crawl(&app).await);
    app.stop().await;
}

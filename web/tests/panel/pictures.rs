//! Tests of pictures: forms with files, what they refuse, and the pictures that everyone sees.

use proto_events::vocabulary::Role;

use crate::desk::event_with;
use crate::world::World;

/// A picture of two pixels.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x02\0\0\0\x01\x08\0\0\0\0\xd1\x49\x20\x56\0\0\0\x0bIDAT\
    \x78\xda\x63\x70\x38\0\0\x01\x43\x01\x01\x96\xb5\0\x9b\0\0\0\0IEND\xae\x42\x60\x82";

const LOGO: &str = "/admin/logo/";

#[tokio::test]
async fn a_picture_is_set_shown_and_removed() {
    let world = World::start().await;
    let mut admin = world.admin().await;
    let event = event_with(&mut admin, &[("name", "Friday"), ("format", "MODERN")]).await;
    for path in [format!("/desk/events/{event}/picture/"), LOGO.to_owned()] {
        admin.upload(&path, PNG).await.goes_to(&path);
        let page = admin.get(&path).await;
        page.says(200, &["width=\"2\" height=\"1\"", "Saved."]);
        let (_, rest) = page.body.split_once("/pictures/").unwrap();
        let address = format!("/pictures/{}", rest.split_once('"').unwrap().0);

        let picture = world.browser().get(&address).await;
        assert_eq!((picture.status, picture.header("content-type")), (200, "image/png"));
        assert_eq!(picture.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(picture.header("content-security-policy"), "default-src 'none'; sandbox");
        assert_eq!(picture.header("x-content-type-options"), "nosniff");

        admin.fill(&path, &[("step", "remove")]).await.goes_to(&path);
        assert!(!admin.get(&path).await.body.contains("/pictures/"));
        world.browser().get(&address).await.shows(404);
    }
    world.browser().get("/pictures/nothing").await.shows(404);
}

#[tokio::test]
async fn a_file_that_is_no_picture_is_refused_with_a_reason() {
    let world = World::start().await;
    let mut admin = world.admin().await;
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    for (file, reason) in [
        (&svg[..], "Choose a picture in the format JPEG, PNG or WebP."),
        (&[], "Choose a picture in the format JPEG, PNG or WebP."),
        (&PNG[..40], "The picture is damaged or incomplete."),
    ] {
        let refused = admin.upload(LOGO, file).await;
        refused.says(422, &["This was not saved", reason]);
        assert!(!refused.body.contains("alert(1)"));
    }
    let head = world.at();
    admin.post(LOGO, &[("step", "remove")]).await.says(403, &["another session"]);
    assert_eq!(world.at(), head, "nothing was stored");

    let mut judge = world.browser_of("judge", Role::Judge).await;
    judge.get(LOGO).await.shows(403);
}

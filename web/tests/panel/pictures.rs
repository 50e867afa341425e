//! Tests of pictures: forms with files, what they refuse, and the pictures that everyone sees.

use crate::desk::event_with;
use crate::world::World;

/// A picture of two pixels.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x02\0\0\0\x01\x08\0\0\0\0\xd1\x49\x20\x56\0\0\0\x0bIDAT\
    \x78\xda\x63\x70\x38\0\0\x01\x43\x01\x01\x96\xb5\0\x9b\0\0\0\0IEND\xae\x42\x60\x82";

const LOGO: &str = "/admin/logo/";

#[tokio::test]
async fn a_picture_is_set_shown_and_removed_and_another_file_is_refused() {
    let (world, mut admin) = World::with_admin().await;
    let event = event_with(&mut admin, &[("name", "Friday"), ("format", "MODERN")]).await;
    for path in [format!("/desk/events/{event}/picture/"), LOGO.to_owned()] {
        admin.upload(&path, PNG).await.goes_to(&path);
        let page = admin.get(&path).await;
        page.says(200, &["width=\"2\" height=\"1\"", "Saved."]);
        let address = format!("/pictures/{}", page.between("/pictures/", "\""));

        let picture = world.browser().get(&address).await;
        assert_eq!((picture.status, picture.header("content-type")), (200, "image/png"));
        assert_eq!(picture.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(picture.header("content-security-policy"), "default-src 'none'; sandbox");
        assert_eq!(picture.header("x-content-type-options"), "nosniff");

        admin.fill(&path, &[("step", "remove")]).await.goes_to(&path);
        admin.get(&path).await.lacks(&["/pictures/"]);
        world.browser().get(&address).await.shows(404);
    }
    world.browser().get("/pictures/nothing").await.shows(404);
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    let reason = "Choose a picture in the format JPEG, PNG or WebP.";
    admin.upload(LOGO, svg).await.says(422, &["This was not saved", reason]).lacks(&["alert(1)"]);
}

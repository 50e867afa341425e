//! Addresses of accounts: confirming one, the letter to an earlier one, invitations, and abuse of all of them.

use e2e::people::{PASSWORD, Person};

use super::*;

async fn change_address(scene: &Scene, person: &Person, email: &str) {
    let mut visitor = Visitor::signed_in(&scene.app, person).await;
    let fields = [("best_identifier", "Eve"), ("email", email)];
    assert_eq!(visitor.fill("/admin/account/profile/", &fields).await.status, 303);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_creates_an_account_confirms_it_and_registers() {
    let scene = Scene::start().await;
    let register = format!("/me/{}/sign-up/", event(&scene.app, json!({})).await);
    scene.app.applied().await;
    let create = async |username: &str, email: &str| {
        let mut visitor = Visitor::new(&scene.app);
        let fields = [("best_identifier", "Pia"), ("username", username), ("email", email), ("password", PASSWORD)];
        let made = visitor.fill("/account/", &fields).await;
        assert_eq!(made.status, 303, "{}", made.text());
        visitor
    };
    let mut pia = create("pia", "pia@players.example").await;
    let refused = pia.fill(&register, &[]).await;
    assert!(refused.status != 303 && refused.text().contains("is not confirmed yet"), "{}", refused.text());

    let letter = scene.next_to("pia@players.example");
    let confirmed = pia.fill(&link_below("/confirm/", &letter), &[]).await;
    assert_eq!((confirmed.status, confirmed.header("location")), (303, "/me/"));
    let registered = pia.fill(&register, &[]).await;
    assert_eq!(registered.status, 303, "{}", registered.text());

    // The same address again, in other letters: its owner reads of the first account.
    create("pia2", "Pia@Players.example").await;
    // The receipt of the registration comes as well, in any order.
    let letters = [(); 2].map(|()| scene.next_to("pia@players.example"));
    let texts = letters.map(|letter| letter["parts"]["text/plain"].as_str().unwrap().to_owned());
    let text = texts.iter().find(|text| text.contains("/password/")).expect("a letter about the first account");
    assert!(text.contains("“pia”") && texts.iter().all(|text| !text.contains("/confirm/")), "{texts:?}");
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_confirmed_address_gets_links_at_once_and_a_letter_when_it_is_changed() {
    let scene = Scene::start().await;
    let eve = scene.app.with_password(scene.app.person("eve").await).await;
    let mut thief = Visitor::signed_in(&scene.app, &eve).await;
    let fields = [("best_identifier", "Eve"), ("email", "thief@a.example"), ("current_password", "a stolen cookie")];
    assert_eq!(thief.fill("/admin/account/profile/", &fields).await.status, 422, "a cookie alone changes no address");

    change_address(&scene, &eve, "eve@players.example").await;
    let letter = scene.next_to("eve@players.example");
    let path = link_below("/confirm/", &letter);
    assert!(letter["parts"]["text/html"].as_str().unwrap().contains(&path));
    let mut visitor = Visitor::new(&scene.app);
    let page = visitor.open(&format!("{path}?next=https://evil.example/")).await;
    assert!(page.status == 200 && page.text().contains("eve@players.example"), "{}", page.text());
    assert!(!page.text().contains("=\"https://evil"), "{}", page.text());
    let confirmed = visitor.fill(&path, &[("next", "https://evil.example/")]).await;
    assert!(confirmed.status == 200 && confirmed.text().contains("is confirmed"), "{}", confirmed.text());
    assert_eq!(visitor.open(&path).await.status, 404, "it opens once");
    assert_eq!(visitor.open(&path.replace("/confirm/", "/password/")).await.status, 404, "it sets no password");
    scene.forgets("eve").await;
    assert_eq!(visitor.open(&link_below("/password/", &scene.server.next())).await.status, 200);

    change_address(&scene, &eve, "eve@elsewhere.example").await;
    // Each kind of letter is a queue of its own, so they come in any order.
    let mut letters = [scene.server.next(), scene.server.next()];
    letters.sort_by_key(|letter| letter["to"][0].to_string());
    let [confirmation, notice] = &letters;
    assert_eq!(
        (&confirmation["to"][0], &notice["to"][0]),
        (&json!("eve@elsewhere.example"), &json!("eve@players.example"))
    );
    let text = notice["parts"]["text/plain"].as_str().unwrap();
    assert!(text.contains("was changed") && !text.contains("elsewhere"), "{text}");
    let before = scene.app.letters(eve.user_id).await.len();
    scene.forgets("eve").await;
    scene.person("zoe", "zoe@players.example").await;
    scene.forgets("zoe").await;
    scene.next_to("zoe@players.example");
    assert_eq!(scene.app.letters(eve.user_id).await.len(), before, "the new address is not confirmed");
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_cannot_be_used_to_flood_mailboxes() {
    let scene = Scene::start().await;
    let eve = scene.app.with_password(scene.app.person("eve").await).await;
    for number in 0..5 {
        change_address(&scene, &eve, &format!("victim{number}@a.example")).await;
        if number < 3 {
            scene.next_to(&format!("victim{number}@a.example"));
        }
    }
    assert_eq!(scene.app.letters(eve.user_id).await.len(), 3, "a person's limit");
    let mut sharing = Vec::new();
    for number in 0..9 {
        let name = format!("player{number}");
        sharing.push(scene.person(&name, "shared@a.example").await);
        scene.forgets(&name).await;
    }
    let mut got = Vec::new();
    while got.len() < 6 {
        got.push(scene.server.next()["to"][0].clone());
    }
    scene.person("zoe", "zoe@players.example").await;
    scene.forgets("zoe").await;
    assert_eq!(scene.server.next()["to"][0], "zoe@players.example", "a mailbox's limit: {got:?}");
    let mut queued = 0;
    for person in sharing {
        queued += scene.app.letters(person).await.len();
    }
    assert_eq!(queued, 6);
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_is_mailed_once_a_day() {
    let scene = Scene::start().await;
    let ada = scene.person("ada", "ada@players.example").await;
    let invite = async || {
        let invited = scene.app.post("/api/v1/members/", &json!({ "username": "ada", "role": "JUDGE" })).await;
        assert_eq!(invited.status, 202, "{}", invited.text());
        invited.any_json()["id"].clone()
    };
    let invitation = invite().await;
    let letter = scene.next_to("ada@players.example");
    assert!(letter["headers"]["subject"].as_str().unwrap().starts_with("Invitation to "));
    assert!(letter["parts"]["text/plain"].as_str().unwrap().contains("/admin/account/"));
    let withdraw = scene.app.request(reqwest::Method::DELETE, &format!("/api/v1/invitations/{invitation}/"));
    assert_eq!(scene.app.send(withdraw).await.status, 204);
    invite().await;
    assert_eq!(scene.app.letters(ada).await.len(), 1);
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_begins_with_the_public_address_whatever_host_a_request_names() {
    let scene = Scene::start().await;
    scene.person("ada", "ada@players.example").await;
    let request = scene.app.anonymous_request(reqwest::Method::POST, "/password/");
    let request = e2e::with_form(request, &[("username", "ada")]);
    let request = request.header("host", "evil.example").header("x-forwarded-host", "evil.example");
    assert_eq!(scene.app.send(request.header("forwarded", "host=evil.example")).await.status, 200);
    let letter = scene.server.next();
    let text = letter["parts"]["text/plain"].as_str().unwrap();
    assert!(text.contains(&format!("{}/password/", scene.app.public_url())) && !text.contains("evil"), "{text}");
    scene.app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_waits_while_the_server_refuses_the_address_that_mail_comes_from() {
    let scene = Scene::with("refuse-sender").await;
    let ada = scene.person("ada", "ada@players.example").await;
    scene.forgets("ada").await;
    let waiting = scene.until(ada, |letter| letter.attempts == 1).await;
    assert_eq!((waiting.state, waiting.last.unwrap().status), (DeliveryState::Pending, Some(550)));
    scene.app.clock.advance(Span::seconds(6));
    scene.next_to("ada@players.example");
    scene.app.stop().await;
}

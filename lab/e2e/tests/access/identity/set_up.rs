//! The set-up of an empty installation: only the holder of the link can do it, once, whichever process answers.

use api_kit::SetUpLink;
use e2e::people::Credential;
use e2e::visitor::Visitor;
use e2e::{Options, Reply, TestApp, with_form};
use proto_events::StreamKind;
use reqwest::Method;

const PASSWORD: &str = "correct horse battery";

const FORM: [(&str, &str); 6] = [
    ("organization_name", "Corner Store"),
    ("time_zone", "Berlin"),
    ("best_identifier", "Ada L."),
    ("username", "ada"),
    ("password", PASSWORD),
    ("repeated", PASSWORD),
];

fn link(app: &TestApp) -> String {
    SetUpLink::new(&app.keys(), app.commands().log_id()).path()
}

fn form(changes: &[(&str, &str)]) -> Vec<(String, String)> {
    let changed = |name: &str| changes.iter().find(|(changed, _)| *changed == name).map(|(_, value)| *value);
    let fields = FORM.map(|(name, value)| (name.to_owned(), changed(name).unwrap_or(value).to_owned()));
    fields.into()
}

async fn send(app: &TestApp, path: &str, form: &[(String, String)]) -> Reply {
    Visitor::new(app).send(path, form).await
}

async fn organizations(app: &TestApp) -> usize {
    app.log().await.iter().filter(|event| event.stream.kind == StreamKind::Organization && event.version == 1).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_holder_of_the_link_sets_up_once_and_is_signed_in() {
    let app = TestApp::empty().await;
    let (link, mut ada) = (link(&app), Visitor::new(&app));
    let set_up = ada.send(&link, &form(&[])).await;
    assert_eq!((set_up.status, set_up.header("location")), (303, "/admin/set-up/"), "{}", set_up.text());
    app.applied().await;
    let next = ada.open("/admin/set-up/").await;
    assert!(next.status == 200 && next.text().contains("/desk/events/new/"), "{}", next.text());
    let event = ada.open("/desk/events/new/").await;
    assert!(event.text().contains("value=\"Europe/Berlin\""), "the zone of the store: {}", event.text());

    // The link is dead: neither shown nor carried out again, also for its holder and with other names.
    for path in [link.as_str(), "/set-up/AAAA/"] {
        let shown = app.ask(&Credential::Nothing, path).await;
        assert!(shown.status == 404 && !shown.text().contains("<form class=\"card\""), "{}", shown.text());
    }
    let other = form(&[("organization_name", "Other Store"), ("username", "eve")]);
    for again in [form(&[]), other] {
        assert_eq!(send(&app, &link, &again).await.status, 404);
    }
    assert_eq!(organizations(&app).await, 1);
    assert_eq!(Visitor::new(&app).sign_in("ada", PASSWORD).await.status, 303);
    assert!(!app.heard().contains(link.trim_matches('/').split_once('/').unwrap().1), "no log has the code");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_without_the_code_sets_nothing_up_and_guesses_slowly() {
    let app = TestApp::empty().await;
    let code = link(&app);
    let code = code.strip_prefix("/set-up/").unwrap().trim_end_matches('/').to_owned();
    let login = app.ask(&Credential::Nothing, "/login/").await;
    assert!(login.text().contains("waits to be set up") && !login.text().contains(&code), "{}", login.text());
    let front = app.ask(&Credential::Nothing, "/").await;
    assert!(front.text().contains("set-up-link") && !front.text().contains(&code), "{}", front.text());
    let wrong = format!("/set-up/{}/", code.chars().rev().collect::<String>());
    for path in ["/set-up/x/", "/set-up/", &wrong, &format!("/set-up/{}/", &code[..20])] {
        let (shown, sent) = (app.ask(&Credential::Nothing, path).await, send(&app, path, &form(&[])).await);
        assert_eq!((shown.status, sent.status), (404, if path == "/set-up/" { sent.status } else { 404 }), "{path}");
        assert!(!shown.text().contains(&code) && !sent.text().contains(&code));
    }
    let foreign = app.anonymous_request(Method::POST, &link(&app)).header("origin", "https://evil.example");
    assert_eq!(app.send(with_form(foreign, &form(&[]))).await.status, 403, "a form of another site");
    for (field, wrong, said) in [
        ("organization_name", " ", "May not be empty."),
        ("time_zone", "Atlantis", "is not a time zone"),
        ("username", "", "May not be empty."),
        ("password", "short", "differ"),
    ] {
        let refused = send(&app, &link(&app), &form(&[(field, wrong)])).await;
        assert!(refused.status == 422 && refused.text().contains(said), "{field}: {}", refused.text());
        assert!(!refused.text().contains(PASSWORD), "a password is not shown again");
    }
    for _ in 0..100 {
        app.ask(&Credential::Nothing, &wrong).await;
    }
    let slowed = app.ask(&Credential::Nothing, &wrong).await;
    assert_eq!((slowed.status, slowed.header("retry-after")), (429, "600"), "{}", slowed.text());
    assert_eq!(app.log().await.len(), 0);
    // The holder of the link is not slowed down.
    assert_eq!(send(&app, &link(&app), &form(&[])).await.status, 303);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_at_once_one_sets_up_and_the_others_are_told() {
    let app = TestApp::empty_with(Options { writers: 2, ..Options::default() }).await;
    let link = link(&app);
    let forms: Vec<_> = (0..8)
        .map(|number| {
            let (name, username) = (format!("Store {number}"), format!("ada{number}"));
            form(&[("organization_name", &name), ("username", &username)])
        })
        .collect();
    // One of two processes may be starting still: a client asks again.
    let answered = async |form: &Vec<(String, String)>| loop {
        let answer = send(&app, &link, form).await;
        if answer.status != 503 {
            return answer;
        }
    };
    let answers = futures::future::join_all(forms.iter().map(answered)).await;
    let winners = answers.iter().filter(|answer| answer.status == 303).count();
    let told = answers.iter().filter(|answer| answer.status == 404 && answer.text().contains("is set up")).count();
    let statuses: Vec<_> = answers.iter().map(|answer| answer.status).collect();
    assert_eq!((winners, told), (1, 7), "{statuses:?}");
    assert_eq!(organizations(&app).await, 1);
    let people =
        app.log().await.iter().filter(|event| event.stream.kind == StreamKind::User && event.version == 1).count();
    assert_eq!(people, 1, "the others left no account behind");
    app.stop().await;
}

//! The panel in German.

use proto_events::vocabulary::Role;

use crate::browser::Browser;
use crate::world::{PASSWORD, World};

fn german(mut browser: Browser) -> Browser {
    browser.headers.push(("accept-language", "de-AT,de;q=0.9,en;q=0.5".into()));
    browser
}

#[tokio::test]
async fn signing_in_is_in_the_language_of_the_browser_or_of_the_link() {
    let world = World::start().await;
    let mut browser = german(world.browser());
    let page = browser.get("/login/?next=/admin/keys/").await;
    page.says(200, &["<html lang=\"de\">", "<h1>Einloggen</h1>", "Benutzername", "?next=/admin/keys/&#38;lang=en"]);
    let fields = [("username", "ada"), ("password", "wrong password")];
    let refused = browser.post("/login/", &fields).await;
    refused.says(422, &["Benutzername und Passwort passen nicht zusammen", "<title>Fehler: Einloggen"]);
    browser.post("/login/", &[]).await.says(422, &["Das Feld darf nicht leer sein.", "Sie sind nicht eingeloggt"]);
    browser.get("/login/?next=/admin/keys/&lang=en").await.says(200, &["<h1>Sign in</h1>", "&#38;lang=de\""]);
    browser.get("/login/").await.says(200, &["<h1>Sign in</h1>"]);
    browser.get("/password/1-pl_x/?lang=de").await.says(404, &["Dieser Link funktioniert nicht mehr"]);
    browser.sign_in("ada", PASSWORD).await.goes_to("/admin/");
    browser.get("/admin/").await.says(200, &["Neueste Turniere", "Administrator", "Übersicht"]);
}

#[tokio::test]
async fn what_is_wrong_is_said_in_german() {
    let world = World::start().await;
    let mut admin = german(world.admin().await);
    let new = "/admin/members/new/";
    let fields = [("best_identifier", "Bert"), ("username", "ada"), ("role", "JUDGE")];
    admin.fill(new, &fields).await.says(422, &["Das wurde nicht gespeichert", "Dieser Name ist schon vergeben."]);
    let long = "x".repeat(201);
    let fields = [("best_identifier", long.as_str()), ("username", "bert")];
    let refused = admin.fill(new, &fields).await;
    refused.says(422, &["Höchstens 200 Zeichen sind möglich; das sind 201.", "Wählen Sie eine dieser Möglichkeiten."]);
    let path = "/admin/account/password/";
    let short = [("new_password", "short"), ("repeated", "short")];
    admin.fill(path, &short).await.says(422, &["Nötig sind 10 bis 128 Zeichen; das sind 5."]);
    let wrong = [("current_password", "wrong password"), ("new_password", "x"), ("repeated", "x")];
    admin.fill(path, &wrong).await.says(422, &["Das ist nicht Ihr Passwort."]);
    admin.post(path, &[]).await.says(403, &["Nicht erlaubt", "Dieses Formular gehört zu einer anderen Sitzung"]);
    let mut judge = german(world.browser_of("jo", Role::Judge).await);
    let refused = judge.get("/admin/members/").await;
    refused.says(403, &["Ihre Rolle in dieser Organisation ist Judge.", "Mitglieder verwalten", "Administrator"]);
    let player = world.person("pia", "Pia Platane").await;
    assert!(player.0 > 0);
    let mut player = german(world.signed_in("pia").await);
    player.get("/admin/keys/").await.says(403, &["Das ist nur Mitgliedern einer Organisation erlaubt"]);
}

#[tokio::test]
async fn keys_and_the_audit_are_in_german() {
    let world = World::start().await;
    let mut admin = german(world.admin().await);
    let fields = [("name", "Kasse"), ("role", "JUDGE"), ("expires_at", "2026-03-20")];
    let made = admin.fill("/admin/keys/new/", &fields).await;
    made.says(200, &["Ihr neuer Schlüssel", "Gültig bis zum Ende des 20.03.2026 (UTC).", "data-copied=\"Kopiert.\""]);
    admin.get("/admin/keys/").await.says(200, &["Läuft bald ab", "15.03.2026", "data-label=\"Letzter Tag\""]);
    let todo = "Der Schlüssel „Kasse“ gilt bis zum Ende des 20.03.2026 (UTC).";
    admin.get("/admin/").await.says(200, &[todo, "Es gibt nur einen Administrator."]);
    let key = world.only_key().await.id;
    admin.get(&format!("/admin/keys/{key}/")).await.says(200, &["Erstellt: 15.03.2026, 10:20 UTC"]);
    let audit = admin.get("/admin/audit/").await;
    let words = ["Schlüssel „Kasse“ erstellt", "wurde Mitglied: Administrator", "Wer den Server betreibt"];
    audit.says(200, &words);
    admin
        .get("/admin/members/")
        .await
        .says(200, &["Verwaltet das Konto selbst", "1 Schlüssel", "Mit Benutzernamen einladen"]);
}

#[tokio::test]
async fn what_roles_may_is_a_table() {
    let (_world, mut admin) = World::with_admin().await;
    let words = ["What each role may do", ">manage members</th><td>✓</td><td></td>"];
    admin.get("/admin/members/new/").await.says(200, &words);
}

//! `init`, `users`, `members`, `keys` and `tokens` as people use them: their output, their refusals, and their effect
//! on a running server.

use std::path::Path;
use std::process::Output;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::Value;
use tempfile::{TempDir, tempdir};
use test_servers::Postgres;

use crate::common::{Server, done, mode, refused, run, run_with_input, said, stderr, stdout};

const INIT: &[&str] = &["init", "--organization", "Corner Store", "--username", "ada"];
const PASSWORD: &str = "correct horse battery";

fn list(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    serde_json::from_str(&done(folder, &[arguments, &["--json"]].concat())).unwrap()
}

fn with_password(folder: &Path, arguments: &[&str], password: &str) -> Output {
    run_with_input(folder, &[arguments, &["--password-stdin"]].concat(), format!("{password}\n").as_bytes())
}

/// Returns a folder with the organization 1 and its administrator ada; and the printed key.
fn begun() -> (TempDir, String) {
    let folder = tempdir().unwrap();
    let key = done(folder.path(), INIT);
    (folder, key)
}

/// Repeats the request until the answer has this status, for at most a second.
async fn within_a_second(status: StatusCode, request: impl Fn() -> RequestBuilder) {
    let asked = tokio::time::timeout(Duration::from_secs(1), async {
        while request().send().await.unwrap().status() != status {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    assert!(asked.await.is_ok(), "{status} was not answered within a second");
}

fn browser() -> Client {
    Client::builder().redirect(Policy::none()).build().unwrap()
}

/// Signs in. Returns the cookie if that succeeded.
async fn signed_in(address: &str, username: &str, password: &str) -> Option<String> {
    let form = format!("username={username}&password={}", password.replace(' ', "+"));
    let request = browser().post(format!("{address}/login/")).body(form);
    let answer = request.header("Content-Type", "application/x-www-form-urlencoded").send().await.unwrap();
    let cookie = answer.headers().get("set-cookie").map(|cookie| cookie.to_str().unwrap().to_owned())?;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    cookie.split(';').next().map(str::to_owned)
}

#[test]
fn init_makes_an_organization_its_administrator_and_a_key_and_prints_the_key_alone() {
    let folder = tempdir().unwrap();
    let made = run(folder.path(), &[INIT, &["--name", "Ada L."]].concat());
    let (key, said) = (stdout(&made), stderr(&made));
    assert!(key.starts_with("sk_") && key.len() == 40 && key.ends_with('\n'), "{key} {said}");
    assert!(!said.contains("sk_") && said.contains("http://127.0.0.1:8080/password/1-pl_"), "{said}");

    let members = list(folder.path(), &["members", "list", "--organization", "1"]);
    assert_eq!(members.len(), 1);
    assert_eq!(["username", "role", "name"].map(|column| &members[0][column]), ["ada", "ADMIN", "Ada L."]);
    let keys = list(folder.path(), &["keys", "list", "--organization", "1"]);
    assert_eq!(["whose", "role", "state"].map(|column| &keys[0][column]), ["ada", "ADMIN", "active"]);
    assert_eq!(list(folder.path(), &["users", "list"])[0]["sign_in"], "link");
}

#[test]
fn init_is_done_once_and_scripts_may_say_that_this_is_well() {
    let (folder, _) = begun();
    let again = refused(folder.path(), INIT);
    assert!(again.contains("there is an organization already, 1: Corner Store"), "{again}");
    let other = ["init", "--organization", "Other Store", "--username", "bea"];
    refused(folder.path(), &other);
    for arguments in [INIT, &other] {
        assert_eq!(done(folder.path(), &[arguments, &["--if-empty"]].concat()), "");
    }
    assert_eq!(list(folder.path(), &["organizations", "list"]).len(), 1);
    assert_eq!(list(folder.path(), &["users", "list", "--all"]).len(), 1);
}

#[test]
fn init_that_was_interrupted_is_taken_up_again() {
    let folder = tempdir().unwrap();
    done(folder.path(), &["users", "create", "--username", "ada"]);
    done(folder.path(), &["organizations", "create", "--name", "Corner Store"]);
    let alone = refused(folder.path(), INIT);
    assert!(alone.contains("there is an organization already"), "{alone}");
    done(folder.path(), &["members", "add", "--organization", "1", "--username", "ada", "--role", "ADMIN"]);
    assert!(done(folder.path(), INIT).starts_with("sk_"));
    assert_eq!(list(folder.path(), &["organizations", "list"]).len(), 1);
    assert_eq!(list(folder.path(), &["members", "list", "--organization", "1"]).len(), 1);
    refused(folder.path(), INIT);
}

#[test]
fn init_takes_a_password_that_is_long_enough_before_it_makes_an_organization() {
    let folder = tempdir().unwrap();
    let short = with_password(folder.path(), INIT, "secret");
    assert_eq!((short.status.code(), stdout(&short).as_str()), (Some(1), ""));
    assert!(stderr(&short).contains("10 to 128 characters"), "{}", stderr(&short));
    assert!(list(folder.path(), &["organizations", "list"]).is_empty());

    let made = with_password(folder.path(), INIT, PASSWORD);
    assert!(stdout(&made).starts_with("sk_"), "{}", stderr(&made));
    assert!(!stderr(&made).contains("/password/") && stderr(&made).contains("/login/"), "{}", stderr(&made));
    assert!(!stderr(&made).contains(PASSWORD));
    assert_eq!(list(folder.path(), &["users", "list"])[0]["sign_in"], "password");
}

#[test]
fn a_user_is_known_once_and_changed_field_by_field() {
    let (folder, _) = begun();
    let create = ["users", "create", "--username", "bea", "--name", "Bea B.", "--managed-by", "1"];
    let id = done(folder.path(), &create);
    assert_eq!(done(folder.path(), &create), id, "repeating the command changes nothing");
    let taken = refused(folder.path(), &["users", "create", "--username", "bea", "--name", "Another"]);
    assert!(taken.contains("username: This name is taken."), "{taken}");
    let nowhere = refused(folder.path(), &["users", "create", "--username", "cy", "--managed-by", "9"]);
    assert!(nowhere.contains("no organization 9"), "{nowhere}");

    done(folder.path(), &["users", "change", "--user", &id, "--email", "bea@example.org"]);
    done(folder.path(), &["users", "change", "--username", "bea", "--name", "Bea Brandt"]);
    let bea = list(folder.path(), &["users", "list"]).pop().unwrap();
    assert_eq!((&bea["name"], &bea["managed_by"], &bea["sign_in"]), (&"Bea Brandt".into(), &1.into(), &Value::Null));
    let renamed = refused(folder.path(), &["users", "change", "--user", &id, "--new-username", "beatrix"]);
    assert!(renamed.contains("cannot be changed"), "{renamed}");
    let nobody = refused(folder.path(), &["users", "change", "--username", "Bea", "--name", "x"]);
    assert!(nobody.contains("no user has the username `Bea`"), "{nobody}");
}

#[test]
fn who_has_no_username_is_given_one_and_can_sign_in_only_then() {
    let (folder, _) = begun();
    let id = done(folder.path(), &["users", "create", "--name", "Guest"]);
    assert_eq!(list(folder.path(), &["users", "list"]).len(), 1, "only people with a username");
    assert_eq!(list(folder.path(), &["users", "list", "--all"]).len(), 2);
    let early = refused(folder.path(), &["users", "password-link", "--user", &id]);
    assert!(early.contains("needs a username"), "{early}");
    done(folder.path(), &["users", "change", "--user", &id, "--new-username", "guest"]);
    let public = ["--public-url", "https://events.example/"];
    let link = done(folder.path(), &[&["users", "password-link", "--username", "guest"], &public[..]].concat());
    assert!(link.starts_with(&format!("https://events.example/password/{id}-pl_")), "{link}");
}

#[test]
fn members_come_change_and_go_but_the_last_administrator_stays() {
    let (folder, _) = begun();
    done(folder.path(), &["users", "create", "--username", "bea"]);
    let add = ["members", "add", "--organization", "1", "--username", "bea", "--role"];
    let member = done(folder.path(), &[&add[..], &["judge"]].concat());
    let again = done(folder.path(), &[&add[..], &["JUDGE"]].concat());
    assert_eq!(again, member, "repeating the command changes nothing");
    assert!(refused(folder.path(), &[&add[..], &["ADMIN"]].concat()).contains("members role"));

    let last = refused(folder.path(), &["members", "remove", "--organization", "1", "--username", "ada"]);
    assert!(last.contains("last one with the role ADMIN"), "{last}");
    done(folder.path(), &["members", "role", "--organization", "1", "--member", &member, "--role", "ADMIN"]);
    done(folder.path(), &["members", "role", "--organization", "1", "--username", "ada", "--role", "READ_ONLY"]);
    done(folder.path(), &["members", "remove", "--organization", "1", "--username", "ada"]);
    let left = list(folder.path(), &["members", "list", "--organization", "1"]);
    assert_eq!((left.len(), &left[0]["username"]), (1, &"bea".into()));
    let keys = list(folder.path(), &["keys", "list", "--organization", "1"]);
    assert_eq!(keys[0]["state"], "revoked", "the former member's key");
    let gone = refused(folder.path(), &["members", "remove", "--organization", "1", "--username", "ada"]);
    assert!(gone.contains("ada is no member of organization 1"), "{gone}");
}

#[test]
fn keys_are_issued_for_a_member_listed_and_revoked() {
    let (folder, _) = begun();
    done(folder.path(), &["users", "create", "--username", "bea"]);
    done(folder.path(), &["members", "add", "--organization", "1", "--username", "bea", "--role", "SCOREKEEPER"]);
    let issue = ["keys", "issue", "--organization", "1", "--name", "Table", "--username", "bea", "--read-only"];
    assert!(done(folder.path(), &issue).starts_with("sk_"));
    let other = refused(folder.path(), &[&issue[..], &["--role", "ADMIN"]].concat());
    assert!(other.contains("SCOREKEEPER"), "{other}");

    let newest = || list(folder.path(), &["keys", "list", "--organization", "1"]).pop().unwrap();
    let key = newest();
    assert_eq!(["whose", "role"].map(|column| &key[column]), ["bea", "SCOREKEEPER"]);
    assert_eq!(key["read_only"], true);
    for _ in 0..2 {
        done(folder.path(), &["keys", "revoke", "--organization", "1", "--key", &key["id"].to_string()]);
    }
    assert_eq!(newest()["state"], "revoked");
    refused(folder.path(), &["keys", "revoke", "--organization", "1", "--key", "999999"]);
}

#[test]
fn tokens_are_for_the_person_or_for_an_organization_that_the_person_works_for() {
    let (folder, _) = begun();
    done(folder.path(), &["users", "create", "--username", "bea"]);
    let issue = ["tokens", "issue", "--username", "bea", "--name", "Deck editor", "--expires-in-days", "30"];
    let token = done(folder.path(), &issue);
    assert!(token.starts_with("ut_") && token.len() == 39, "{token}");
    let stranger = refused(folder.path(), &[&issue[..], &["--organization", "1"]].concat());
    assert!(stranger.contains("not a member of organization 1"), "{stranger}");
    let tokens = list(folder.path(), &["tokens", "list", "--username", "bea"]);
    assert_eq!((tokens.len(), &tokens[0]["state"], &tokens[0]["organization"]), (1, &"active".into(), &Value::Null));
    let id = tokens[0]["id"].to_string();
    done(folder.path(), &["tokens", "revoke", "--username", "bea", "--token", &id]);
    assert_eq!(list(folder.path(), &["tokens", "list", "--username", "bea"])[0]["state"], "revoked");
    refused(folder.path(), &["tokens", "revoke", "--username", "ada", "--token", &id]);
}

#[test]
fn a_list_is_lines_of_columns_and_their_names_are_no_data() {
    let (folder, _) = begun();
    let users = run(folder.path(), &["users", "list"]);
    assert_eq!(stdout(&users), "1\tada\tada\t-\tlink\n");
    assert_eq!(stderr(&users), "id\tusername\tname\tmanaged_by\tsign_in\n");
}

#[tokio::test]
async fn who_is_made_at_the_command_line_beside_a_server_signs_in_within_a_second() {
    let folder = tempdir().unwrap();
    let (_server, address) = Server::at_address(folder.path());
    assert_eq!(with_password(folder.path(), INIT, PASSWORD).status.code(), Some(0));
    assert_eq!(signed_in(&address, "ada", "wrong horse battery").await, None);
    let cookie = signed_in(&address, "ada", PASSWORD).await.expect("a session");
    let panel = || browser().get(format!("{address}/admin/keys/")).header("Cookie", &cookie);
    within_a_second(StatusCode::OK, panel).await;

    done(folder.path(), &["users", "sign-out", "--username", "ada"]);
    within_a_second(StatusCode::SEE_OTHER, panel).await;
    let other = with_password(folder.path(), &["users", "set-password", "--username", "ada"], "another horse battery");
    assert_eq!(other.status.code(), Some(0), "{}", stderr(&other));
    assert_eq!(signed_in(&address, "ada", PASSWORD).await, None);
    assert!(signed_in(&address, "ada", "another horse battery").await.is_some());
}

#[tokio::test]
async fn a_link_that_is_printed_opens_at_the_server() {
    let (folder, key) = begun();
    let (_server, address) = Server::at_address(folder.path());
    let link = done(folder.path(), &["users", "password-link", "--username", "ada"]);
    assert!(link.starts_with(&format!("{address}/password/1-pl_")), "{link}");
    within_a_second(StatusCode::OK, || browser().get(&link)).await;
    let later = done(folder.path(), &["users", "password-link", "--username", "ada"]);
    assert_eq!(browser().get(&link).send().await.unwrap().status(), StatusCode::NOT_FOUND, "a newer link replaced it");
    assert_eq!(browser().get(&later).send().await.unwrap().status(), StatusCode::OK);

    let token = done(folder.path(), &["tokens", "issue", "--username", "ada", "--name", "x", "--organization", "1"]);
    let lists = || browser().get(format!("{address}/api/v1/decklists/"));
    within_a_second(StatusCode::OK, || lists().header("Authorization", format!("Token {token}"))).await;
    within_a_second(StatusCode::OK, || lists().header("X-API-Key", &key)).await;
    done(folder.path(), &["tokens", "revoke", "--username", "ada", "--token", "1"]);
    within_a_second(StatusCode::UNAUTHORIZED, || lists().header("Authorization", format!("Token {token}"))).await;
}

#[tokio::test]
async fn on_postgresql_everything_is_the_same_but_links_need_the_address_of_the_service() {
    let folder = tempdir().unwrap();
    let events = Postgres::shared().unwrap().database().await.unwrap();
    let place = ["--database-url", &events.url()];
    let unnamed = refused(folder.path(), &[INIT, &place].concat());
    assert!(unnamed.contains("--public-url"), "{unnamed}");
    let place = [&place[..], &["--public-url", "https://events.example"]].concat();
    let made = run(folder.path(), &[INIT, &place].concat());
    assert!(stdout(&made).starts_with("sk_"), "{}", stderr(&made));
    assert!(stderr(&made).contains("https://events.example/password/1-pl_"), "{}", stderr(&made));
    refused(folder.path(), &[INIT, &place].concat());
    let set = [&["users", "set-password", "--username", "ada"], &place[..]].concat();
    let set = with_password(folder.path(), &set, PASSWORD);
    assert_eq!(set.status.code(), Some(0), "{}", stderr(&set));
    let users = done(folder.path(), &[&["users", "list"], &place[..]].concat());
    assert_eq!(users, "1\tada\tada\t-\tpassword");
    assert!(!folder.path().join("data").exists());
}

#[tokio::test]
async fn the_panel_stands_where_the_write_side_is_and_nowhere_else() {
    let folder = tempdir().unwrap();
    let postgres = Postgres::shared().unwrap();
    let (events, views) = (postgres.database().await.unwrap(), postgres.database().await.unwrap());
    let (events, views) = (events.url(), views.url());
    let place = ["--database-url", &events, "--views-database-url", &views];
    done(folder.path(), &[&["migrate"], &place[..]].concat());
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "s".repeat(44)).unwrap();
    let address = ["--public-url", "https://events.example", "--secret-file", secret.to_str().unwrap()];
    for (roles, status) in [("projector,read-api", StatusCode::NOT_FOUND), ("write-api,projector", StatusCode::OK)] {
        let server = Server::serve(folder.path(), &[&["--roles", roles], &place[..], &address].concat(), &[]);
        let address = server.lines.last().and_then(|line| line.rsplit(" on ").next()?.split(". ").next()).unwrap();
        for path in ["/login/", "/login"] {
            let page = || browser().get(format!("{address}{path}"));
            within_a_second(status, page).await;
        }
        let read = browser().get(format!("{address}/api/schema/")).send().await.unwrap();
        assert_eq!(read.status(), StatusCode::OK, "{roles}");
    }
}

#[tokio::test]
async fn whatever_a_command_makes_is_known_to_the_server_when_it_returns() {
    let folder = tempdir().unwrap();
    let (_server, address) = Server::at_address(folder.path());
    let whoami = || browser().get(format!("{address}/api/v1/api-keys/whoami/"));
    let lists = || browser().get(format!("{address}/api/v1/decklists/"));
    let status = async |request: RequestBuilder| request.send().await.unwrap().status();
    let first = done(folder.path(), INIT);
    assert_eq!(status(whoami().header("X-API-Key", &first)).await, StatusCode::OK, "the first key");
    for number in 0..8 {
        let name = format!("number {number}");
        let issue = ["keys", "issue", "--organization", "1", "--name", &name, "--role", "JUDGE"];
        let key = done(folder.path(), &issue);
        assert_eq!(status(whoami().header("X-API-Key", &key)).await, StatusCode::OK, "key {name}");
        let token = done(folder.path(), &["tokens", "issue", "--username", "ada", "--name", &name]);
        let authorization = format!("Token {token}");
        assert_eq!(status(lists().header("Authorization", authorization)).await, StatusCode::OK, "token {name}");
    }
}

#[test]
fn init_names_its_folder_and_warns_where_another_installation_may_be_meant() {
    let folder = tempdir().unwrap();
    let made = said(folder.path(), &[INIT, &["--listen", "127.0.0.1:0"]].concat());
    let path = folder.path().canonicalize().unwrap().join("data");
    assert!(made.contains(&format!("New data folder: {}\n", path.display())), "{made}");
    assert!(!made.contains("Warning"), "{made}");
    let again = said(folder.path(), &[INIT, &["--if-empty"]].concat());
    assert!(again.contains(&format!("Data folder: {}\n", path.display())), "{again}");

    let (_server, address) = Server::at_address(folder.path());
    let listen = address.strip_prefix("http://").unwrap();
    let elsewhere = ["--data-dir", "crosstable-data", "--listen", listen];
    let made = said(folder.path(), &[INIT, &elsewhere].concat());
    let warning = format!("Warning: A server answers at {address}, and it does not serve this folder");
    assert!(made.contains(&warning) && made.contains("--data-dir"), "{made}");

    let made = said(folder.path(), &[INIT, &["--data-dir", "third"]].concat());
    let other = folder.path().canonicalize().unwrap().join("crosstable-data");
    assert!(made.contains(&format!("Warning: There is an installation in {} already", other.display())), "{made}");
}

/// Starts an installation and signs in to its first organization.
async fn served() -> (TempDir, Server, String, String) {
    let folder = tempdir().unwrap();
    let (server, address) = Server::at_address(folder.path());
    assert_eq!(with_password(folder.path(), INIT, PASSWORD).status.code(), Some(0));
    let cookie = signed_in(&address, "ada", PASSWORD).await.expect("a session");
    (folder, server, address, cookie)
}

#[tokio::test]
async fn a_rotated_secret_is_taken_up_by_the_running_server() {
    let (folder, _server, address, cookie) = served().await;
    let panel = || browser().get(format!("{address}/admin/keys/")).header("Cookie", &cookie);
    let secret = || std::fs::read_to_string(folder.path().join("data/secret")).unwrap();
    let first = secret();
    let rotate = |more: &[&str]| said(folder.path(), &[&["secret", "rotate"], more].concat());

    let rotated = rotate(&["--start-in", "0"]);
    assert!(rotated.contains("holds a new secret") && rotated.contains("is accepted until"), "{rotated}");
    let kept = secret();
    let lines: Vec<_> = kept.lines().collect();
    assert!(lines.len() == 2 && !lines[0].contains(&first), "{kept}");
    assert!(lines[1].starts_with(&format!("{first} until=")), "{kept}");
    assert_eq!(mode(&folder.path().join("data/secret")), 0o600);
    assert_eq!(panel().send().await.unwrap().status(), StatusCode::OK);

    let rotated = rotate(&["--accept-former", "0"]);
    assert!(rotated.contains("every session has ended"), "{rotated}");
    let ended = tokio::time::timeout(Duration::from_secs(60), async {
        while panel().send().await.unwrap().status() != StatusCode::SEE_OTHER {
            tokio::task::yield_now().await;
        }
    });
    assert!(ended.await.is_ok(), "the server did not read the new secret");
    assert!(signed_in(&address, "ada", PASSWORD).await.is_some());
}

#[tokio::test]
async fn signing_in_over_plain_http_is_explained_unless_the_operator_allows_it() {
    let (folder, server, address, _) = served().await;
    let sign_in = |address: &str| {
        let form = format!("username=ada&password={}", PASSWORD.replace(' ', "+"));
        let request = browser().post(format!("{address}/login/")).body(form);
        let request = request.header("Origin", "http://192.168.1.5:8080").header("Host", "192.168.1.5:8080");
        request.header("Content-Type", "application/x-www-form-urlencoded").send()
    };
    let refused = sign_in(&address).await.unwrap();
    assert_eq!((refused.status(), refused.headers().get("set-cookie")), (StatusCode::FORBIDDEN, None));
    let page = refused.text().await.unwrap();
    assert!(page.contains("over plain HTTP") && page.contains("--allow-plain-http"), "{page}");
    drop(server);

    let server = Server::serve(folder.path(), &["--allow-plain-http"], &[]);
    assert!(server.lines.iter().any(|line| line.contains("plain HTTP")), "{:?}", server.lines);
    let allowed = sign_in(&server.told(" on ").unwrap()).await.unwrap();
    assert_eq!(allowed.status(), StatusCode::SEE_OTHER);
    let cookies: Vec<_> = allowed.headers().get_all("set-cookie").iter().map(|it| it.to_str().unwrap()).collect();
    assert!(!cookies.is_empty() && cookies.iter().all(|cookie| !cookie.contains("Secure")), "{cookies:?}");
}

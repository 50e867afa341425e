//! Friday night: 24 players and four rounds, from the new event to published decklists, with the keyboard alone and
//! without scripts.

use e2e::TestApp;
use e2e::browser::{Browser, Key};
use e2e::generate::Dice;
use e2e::people::Credential;
use e2e::source::read;
use proto_events::vocabulary::Role;

use crate::evening::{Evening, pictures};
use crate::given::{member, sign_in};

const PLAYERS: &str = "Ada Lowe, Bo Reed, Cleo Fox, Dan Hill, Eve Moss, Finn Park, Gia Stone, Hal Brook, Ines Vale, Jon Marsh, \
    Kim Dale, Lea Ford, Max Glen, Noa Heath, Otis Lake, Pia Wood, Quin Shaw, Ria Field, Sam Cole, Tess Bay, Uma Frost, \
    Vic Thorn, Wen Ash, Zoe Birch";
const ROUNDS: usize = 4;
/// The most keys for a result, with Enter.
const KEYS_OF_RESULT: usize = 5;

/// Creates the event on the open list of events, and registers everyone.
async fn opens_registration(evening: &mut Evening<'_>, browser: &Browser, players: &[&str]) {
    browser.open("/desk/").await;
    evening.tabs_to("Create an event").await;
    evening.hits(Key::Enter).await;
    browser.arrives_at("/desk/events/new/").await;
    evening.types("Friday Night").await;
    evening.tabs_to("Swiss rounds").await;
    evening.types("4").await;
    evening.hits(Key::Enter).await;
    browser.comes_to_show("Add players").await;
    for (at, name) in players.iter().enumerate() {
        evening.types(name).await;
        evening.hits(Key::Enter).await;
        let counted = if at == 0 { "1 player".to_owned() } else { format!("{} players", at + 1) };
        browser.comes_to_show(&counted).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_friday_night_is_run_by_the_keyboard_alone_without_scripts() {
    let app = TestApp::start().await;
    let ada = member(&app, "ada", Role::Organizer).await;
    let browser = Browser::start(&app.address()).await;
    browser.open("/login/").await;
    sign_in(&browser, &ada).await;
    browser.scripts(false).await;
    let players: Vec<_> = PLAYERS.split(", ").collect();
    let mut evening = Evening::of(&app, &browser, &players);
    opens_registration(&mut evening, &browser, &players).await;
    let event = browser.path().await.trim_matches('/').split('/').nth(2).unwrap().to_owned();
    let mut dice = Dice(24);
    pictures(&browser, "players").await;
    browser.look_at("friday-players").await;
    evening.tabs_to("Pair Round 1").await;
    evening.goes_on("Pair Round 1", "Round 1: the pairings are ready.").await;
    for number in 1..=ROUNDS {
        let round = format!("Round {number}");
        let tables = evening.tables(&round).await;
        evening.papers_agree(&event, number, &tables).await;
        browser.open(&format!("/desk/events/{event}/round/")).await;
        let public = format!("/events/{event}/rounds/{number}/");
        let name = players[tables[0].players[0]];
        let is_public = async || app.ask(&Credential::Nothing, &public).await.text().contains(name);
        assert!(!is_public().await, "the pairings of {round} are not published");
        if number == 2 {
            pictures(&browser, "paired").await;
            browser.look_at("friday-paired").await;
        }
        evening.goes_on(&format!("Publish and start {round}"), "12 tables have not reported").await;
        assert!(is_public().await, "the pairings of {round} are published");
        for (at, table) in tables.iter().enumerate() {
            if (number, at) == (2, 5) {
                pictures(&browser, "results").await;
                browser.look_at("friday-results").await;
            }
            let score = [[2, 0], [2, 1], [1, 2], [0, 2]][usize::try_from(dice.roll(4)).unwrap()];
            let keys = evening.enters(table, score).await;
            assert!(keys <= KEYS_OF_RESULT, "{keys} keys for a result");
        }
        if number < ROUNDS {
            let next = format!("Round {}: the pairings are ready.", number + 1);
            evening.goes_on(&format!("Complete {round} and pair the next round"), &next).await;
        } else {
            evening.goes_on(&format!("Complete {round}"), "All rounds are").await;
        }
        evening.standings_agree(&event, number).await;
    }
    evening.goes_on("Finish the event", "Final standings").await;
    evening.standings_agree(&event, ROUNDS).await;
    pictures(&browser, "standings").await;
    browser.look_at("friday-finished").await;
    browser.comes_to_show("The event is finished.").await;
    let names: usize = players.iter().map(|name| name.chars().count()).sum();
    let counted = format!("take {} keys", evening.keys);
    let page = read("docs/organizer.md").replace('\n', " ");
    assert!(
        page.contains(&counted) && page.contains(&format!("{names} of them")),
        "{counted}, {names} of them for names"
    );
    app.stop().await;
}

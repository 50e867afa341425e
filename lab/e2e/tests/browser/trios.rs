//! Eight teams of three, by mouse: from the new event to the finish.

use e2e::TestApp;
use e2e::browser::Browser;
use e2e::generate::Dice;
use proto_events::vocabulary::Role;

use crate::evening::{Evening, Table};
use crate::given::{member, signed_in};

const TEAMS: [&str; 8] = ["Auroras", "Badgers", "Comets", "Dragons", "Eagles", "Falcons", "Golems", "Hydras"];
const MEMBERS: [&str; 3] = ["Ada", "Bo", "Cy"];
const ROUNDS: usize = 3;
const SEATS: usize = 3;

/// Creates the event, and forms the teams of players who are not registered yet.
async fn forms_teams(evening: &Evening<'_>, browser: &Browser) {
    browser.open("/desk/").await;
    browser.follow("Create an event").await;
    browser.fill("Name", "Trios Night").await;
    browser.fill("Swiss rounds", "3").await;
    browser.touch("Rounds and matches Length of rounds, best of three, teams").await;
    browser.fill("Team size", "3").await;
    evening.taps("Create an event", "Form teams: at least two are needed.").await;
    browser.follow("Form teams").await;
    for (at, team) in TEAMS.iter().enumerate() {
        browser.fill("Team name", team).await;
        for seat in 1..=SEATS {
            browser.fill(&format!("Seat {seat}"), &format!("{team} {}", MEMBERS[seat - 1])).await;
        }
        let count = if at == 0 { "1 team".to_owned() } else { format!("{} teams", at + 1) };
        evening.taps("Form the team", &count).await;
        assert_eq!(browser.rows(&count).await.len(), at + 1);
    }
}

/// Enters the results of a match of teams by mouse, seat by seat, until it is decided. Returns the seats won.
async fn plays(browser: &Browser, dice: &mut Dice, of_teams: &Table) -> [i64; 2] {
    let first: usize = of_teams.number.split('–').next().unwrap().parse().unwrap();
    let mut won = [0_i64, 0];
    for table in first..first + SEATS {
        if won[0].abs_diff(won[1]) == 2 {
            break;
        }
        let score = ["2–0", "2–1", "1–2", "0–2"][usize::try_from(dice.roll(4)).unwrap()];
        browser.follow(&format!("Table {table}")).await;
        let is_second = score == "1–2" || score == "0–2";
        let team = TEAMS[of_teams.players[usize::from(is_second)]];
        let of_winner = if is_second { score.chars().rev().collect() } else { score.to_owned() };
        browser.press(&format!("{team} {} {of_winner}", MEMBERS[table - first])).await;
        browser.comes_to_show(&format!("Table {table}:")).await;
        won[usize::from(is_second)] += 1;
    }
    won
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_teams_of_three_play_an_evening_run_by_mouse() {
    let app = TestApp::start().await;
    let ada = member(&app, "ada", Role::Organizer).await;
    let browser = signed_in(&app, &ada).await;
    let mut evening = Evening::of(&browser, &TEAMS);
    forms_teams(&evening, &browser).await;
    browser.look_at("trios-teams").await;
    let event = browser.path().await.trim_matches('/').split('/').nth(2).unwrap().to_owned();
    let mut dice = Dice(24);
    evening.taps("Pair Round 1", "Round 1: the pairings are ready.").await;
    for number in 1..=ROUNDS {
        let round = format!("Round {number}");
        let matches = evening.tables("Matches of the teams").await;
        evening.are_paired_well(&matches);
        let seats = browser.rows(&round).await;
        assert_eq!(seats.len(), TEAMS.len() / 2 * SEATS);
        for of_teams in &matches {
            let [one, other] = [0, 1].map(|side| TEAMS[of_teams.players[side]]);
            let meets = |row: &&Vec<String>| row[1].contains(one) && row[1].contains(other);
            assert_eq!(seats.iter().filter(meets).count(), SEATS, "{one} against {other}");
        }
        evening.papers_agree(&event, "pairings-by-team", &matches).await;
        browser.open(&format!("/desk/events/{event}/round/")).await;
        evening.taps("Publish the pairings", &format!("{round}: the pairings are published.")).await;
        let unreported = format!("{} tables have not reported", seats.len());
        evening.taps(&format!("Start {round}"), &unreported).await;
        let mut scores = Vec::new();
        for of_teams in matches {
            let won = plays(&browser, &mut dice, &of_teams).await;
            scores.push((of_teams, won));
        }
        for (row, (_, [first, second])) in browser.rows("Matches of the teams").await.iter().zip(&scores) {
            assert_eq!((row[2].as_str(), row[3].as_str()), (format!("{first}–{second}").as_str(), "Decided"));
        }
        evening.notes(&scores);
        if number == 1 {
            browser.look_at("trios-results").await;
        }
        let next = if number < ROUNDS { format!("Round {} comes next.", number + 1) } else { "All rounds are".into() };
        evening.taps(&format!("Complete {round}"), &next).await;
        evening.standings_agree(&event).await;
        if number < ROUNDS {
            let next = number + 1;
            evening.taps(&format!("Pair Round {next}"), &format!("Round {next}: the pairings are ready.")).await;
        }
    }
    evening.taps("Finish the event", "Final standings").await;
    evening.standings_agree(&event).await;
    app.stop().await;
}

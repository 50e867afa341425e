//! The players of an event: at the door, pasted, late, and in teams.

use proto_events::Actor;
use proto_events::vocabulary::{ProgressStatus, QueueCheckInStatus, Role};
use service_kit::password::Password;
use write_api::accounts::{SetBy, SetPassword};

use super::{event_with, page, playing, registered, start_round};
use crate::world::{PASSWORD, World};

#[tokio::test]
async fn a_button_at_the_door_does_what_its_page_showed_however_often_it_is_pressed() {
    let (world, mut ada, cup) = registered(&["Finn Park"]).await;
    let mut lee = world.browser_of("lee", Role::Scorekeeper).await;
    let door = page(cup, "check-in");
    for is_in in [true, false] {
        let [of_ada, of_lee] = [ada.get(&door).await.at_post(&door), lee.get(&door).await.at_post(&door)];
        let [one, other] = [&of_ada, &of_lee].map(|door| door.between("name=\"registration\" value=\"", "\""));
        let back = format!("{door}?page=1#in-{}", one.trim_end_matches(" out"));
        ada.fill_in(&of_ada, &door, &[("registration", &one)]).await.goes_to(&back);
        lee.fill_in(&of_lee, &door, &[("registration", &other)]).await.goes_to(&back);
        let count = if is_in { "1 of 1 checked in" } else { "0 of 1 checked in" };
        ada.get(&door).await.says(200, &[count]);
        let check_in = world.entry(cup, "Finn Park").await.check_in;
        assert_eq!(check_in == Some(QueueCheckInStatus::CheckedIn), is_in);
    }
    let shown = ada.get(&door).await.at_post(&door);
    for wrong in ["", "99", "99 out", " out", "in"] {
        ada.fill_in(&shown, &door, &[("registration", wrong)]).await.says(422, &["No player by that name."]);
    }
}

#[tokio::test]
async fn lines_of_a_pasted_list_keep_their_numbers_and_those_that_are_refused_stay() {
    let (_world, mut desk, cup) = registered(&[]).await;
    let paste = page(cup, "players/paste");
    let preview = desk.fill(&paste, &[("text", "\r\nAda Lowe\r\nBo Reed\r\nCy Marsh")]).await;
    preview.says(200, &["name=\"line\" value=\"2\"", "name=\"line\" value=\"4\""]);
    let text = preview.textarea("text");
    let fields = [("text", text.as_str()), ("line", "2"), ("line", "3-999999"), ("line", "4"), ("step", "register")];
    let done = desk.fill_in(&preview, &paste, &fields).await;
    done.says(200, &["2 players were registered. 1 line was not registered.", "Line 3, Bo Reed: "]);
    assert_eq!(done.textarea("text"), "Bo Reed");
    let rest = desk.fill_in(&done, &paste, &[("text", "Bo Reed")]).await;
    let fields = [("text", "Bo Reed"), ("line", "1"), ("step", "register")];
    desk.fill_in(&rest, &paste, &fields).await.says(200, &["1 player was registered."]).lacks(&["<textarea"]);
}

#[tokio::test]
async fn the_longest_list_fits_into_a_form() {
    let (_world, mut desk, cup) = registered(&[]).await;
    let paste = page(cup, "players/paste");
    let list = |lines: usize| (0..lines).map(|n| format!("Екатерина Александровна {n}\r\n")).collect::<String>();
    desk.fill(&paste, &[("text", &list(300))]).await.says(200, &["name=\"line\" value=\"300\""]);
    desk.fill(&paste, &[("text", &list(301))]).await.says(422, &["A list may have at most 300 lines."]);
}

#[tokio::test]
async fn a_late_player_whose_award_is_refused_is_registered_and_shown() {
    let (_world, mut desk, cup) = playing(&["Finn Park", "Bo Reed"]).await;
    let players = page(cup, "players");
    let late = desk.fill(&players, &[("name", "Cy Marsh"), ("award", "PRIZE")]).await;
    late.says(422, &["Cy Marsh is registered, but the byes or losses were not given.", ">Cy Marsh</a>"]);
    assert!(!late.body.contains("value=\"Cy Marsh\""), "the field is free for the next name");
    let late = desk.fill(&players, &[("name", "Di Holm"), ("award", "LOSS")]).await;
    desk.follow_to(&late, &players).await.says(200, &["role=\"status\">The player is registered.", ">Di Holm</a>"]);
}

#[tokio::test]
async fn near_name_is_a_question_that_counts_for_that_name_only() {
    let (world, mut desk, cup) = registered(&["Finn Park", "Bo Reed"]).await;
    let players = page(cup, "players");
    let asked = desk.fill(&players, &[("name", "Finn Parks")]).await;
    let question = "Is Finn Parks someone else? Finn Park is registered already. Press Enter to add Finn Parks";
    asked.says(422, &[question, "value=\"Finn Parks\"", " data-select", "name=\"double\" value=\"yes\""]);
    assert!(!asked.body.contains("This was not done"), "a question is not an error");
    let typed_over = desk.fill_in(&asked, &players, &[("name", "Bo Reeds"), ("double", "yes")]).await;
    typed_over.says(422, &["Is Bo Reeds someone else? Bo Reed is registered already."]);
    desk.fill_in(&asked, &players, &[("name", "Gil Moss"), ("double", "yes")]).await.goes_to(&players);
    let asked = desk.fill(&players, &[("name", "Finn Parks")]).await;
    desk.fill_in(&asked, &players, &[("name", "Finn Parks"), ("double", "yes")]).await.goes_to(&players);
    let names = ["Finn Park", "Finn Parks", "Bo Reed", "Gil Moss"];
    let shown = desk.get(&players).await;
    assert!(names.iter().all(|name| shown.body.contains(&format!(">{name}</a>"))));
    assert_eq!(world.tournament(cup).await.registrations.len(), names.len());
}

#[tokio::test]
async fn page_of_a_player_in_play_shows_the_rounds_and_folds_disqualification() {
    let (world, mut desk, cup) = registered(&["Finn Park", "Bo Reed"]).await;
    let player = page(cup, &format!("players/{}", world.entry(cup, "Finn Park").await.id));
    desk.get(&player).await.says(200, &[">Check in</button>"]).lacks(&[&page(cup, "standings"), "id=\"played\""]);
    start_round(&mut desk, cup).await;
    let shown = desk.get(&player).await;
    shown.says(200, &[&page(cup, "standings"), ">Round 1</a>", "Bo Reed", "<summary>Disqualify</summary>"]);
    assert!(!shown.body.contains(">Check in</button>"));
}

#[tokio::test]
async fn a_team_takes_known_people_and_asks_if_a_name_is_not_clear() {
    let (world, mut desk) = World::with_admin().await;
    let bo = world.managed("bo", "Bo Reed").await;
    world.managed("finn", "Finn Parker").await;
    for username in ["ed", "ed2"] {
        world.managed(username, "Ed Vale").await;
    }
    world.settled().await;
    let cup = event_with(&mut desk, &[("name", "Trios"), ("format", "MODERN"), ("team_size", "2")]).await;
    let (teams, players) = (page(cup, "teams"), page(cup, "players"));
    let team = |members: [&'static str; 2]| [("team_name", "Foxes"), ("member", members[0]), ("member", members[1])];
    desk.fill(&teams, &team(["bo reed", "Cy Marsh"])).await.goes_to(&teams);
    assert_eq!(world.entry(cup, "Bo Reed").await.user_id, bo);
    for (name, offer) in [("Finn Parkr", "Finn Parker"), ("Ed Vale", "Ed Vale")] {
        let asked = desk.fill(&teams, &team(["Gil Moss", name])).await;
        asked.says(422, &[&format!("{name} may be someone you know already: {offer}")]);
    }
    assert_eq!(world.tournament(cup).await.registrations.len(), 2, "none is new");
    let asked = desk.fill(&teams, &team(["Gil Moss", "Ed Vale"])).await;
    asked.says(422, &["name=\"double\""]);
    let fields = [("team_name", "Elks"), ("member", "Hal Nye"), ("member", "Ed Vale"), ("double", "yes")];
    desk.fill_in(&asked, &teams, &fields).await.goes_to(&teams);

    desk.fill(&players, &[("name", "Di Holm")]).await.goes_to(&players);
    desk.fill(&players, &[("name", "Di Holm"), ("double", "yes")]).await.goes_to(&players);
    let asked = desk.fill(&teams, &team(["Di Holm", "Gil Moss"])).await;
    let second = world.tournament(cup).await.registrations.last().unwrap().id;
    let chosen = format!("Di Holm #{second}");
    let said = ["Several players without a team are called Di Holm.", &format!("<option value=\"{chosen}\"></option>")];
    asked.says(422, &said);
    let fields = [("team_name", "Owls"), ("member", chosen.as_str()), ("member", "Gil Moss")];
    desk.fill(&teams, &fields).await.goes_to(&teams);
    assert!(world.tournament(cup).await.registration(second).unwrap().team_id.is_some());
}

#[tokio::test]
async fn each_member_of_a_team_that_plays_together_has_its_one_match_on_the_phone() {
    let world = World::start().await;
    for (username, name) in [("bo", "Bo Reed"), ("cy", "Cy Marsh"), ("di", "Di Holm"), ("ed", "Ed Vale")] {
        let user_id = world.managed(username, name).await;
        let command = SetPassword { user_id, password: Password::from(PASSWORD.to_owned()), by: SetBy::Operator };
        world.commands.carry_out(&Actor::CommandLine, &command).await.unwrap();
    }
    let mut desk = world.admin().await;
    let fields = [("name", "Giants"), ("format", "MODERN"), ("team_size", "2"), ("plays_together", "yes")];
    let games = [("best_of", "1"), ("seat_formats", "STANDARD PAUPER")];
    let cup = event_with(&mut desk, &[&fields[..], &games].concat()).await;
    let (teams, phone) = (page(cup, "teams"), format!("/me/{cup}/"));
    desk.get(&teams).await.says(200, &["Seat 1: Standard", "Seat 2: Pauper"]);
    for [name, one, other] in [["Foxes", "Bo Reed", "Cy Marsh"], ["Owls", "Di Holm", "Ed Vale"]] {
        desk.fill(&teams, &[("team_name", name), ("member", one), ("member", other)]).await.goes_to(&teams);
    }
    start_round(&mut desk, cup).await;
    let (foxes, owls) = ("Bo Reed &#38; Cy Marsh", "Di Holm &#38; Ed Vale");
    desk.get(&page(cup, "round")).await.says(200, &["Foxes", foxes, owls]).lacks(&["Seats won"]);
    desk.get(&page(cup, "print/slips")).await.says(200, &[foxes, owls]);

    let [mut bo, mut cy, mut ed] =
        [world.signed_in("bo").await, world.signed_in("cy").await, world.signed_in("ed").await];
    cy.get(&phone).await.says(200, &["Table 1", &format!("against {owls}")]);
    cy.get(&format!("{phone}team/")).await.says(200, &["Seat 2: Pauper"]);
    cy.fill(&phone, &[("entry", "1-0-0")]).await.goes_to(&phone);
    let own = bo.get(&phone).await;
    own.says(200, &["You won 1–0", "Your side reported this", "value=\"0-1-0\""]).lacks(&["value=\"confirm\""]);
    for entry in ["0-1-0", "1-0-0"] {
        bo.fill(&phone, &[("entry", entry)]).await.goes_to(&phone);
    }
    ed.get(&phone).await.says(200, &["You lost 0–1"]);
    ed.fill(&phone, &[("step", "confirm")]).await.goes_to(&phone);
    let event = world.tournament(cup).await;
    let (_, round) = event.rounds().next_back().unwrap();
    assert!(round.team_matches[0].counted_result(ProgressStatus::InProgress).is_some());
}

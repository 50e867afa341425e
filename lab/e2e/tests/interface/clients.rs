//! Behaviour that existing clients rely on: one test for each numbered line of the list.

use e2e::archive::own_fixtures;
use e2e::crawl::{addresses, id, text};
use e2e::{Options, TestApp, scenario, scene};
use proto_events::{StreamId, TournamentEvent};
use reqwest::Method;
use serde_json::{Value, json};

const EXPORT: &str = "/api/export-decklists/?num_days=36500";

#[tokio::test]
async fn line_1_both_forms_of_an_address_are_served_directly() {
    let (app, _, _) = scene::with_finished_event().await;
    for path in addresses(&app).await {
        let bare = match path.split_once("/?") {
            Some((path, query)) => format!("{path}?{query}"),
            None => path.trim_end_matches('/').to_owned(),
        };
        let (with, without) = (app.get(&path).await, app.get(&bare).await);
        assert_eq!((without.status, &without.body), (with.status, &with.body), "{bare}");
        assert_eq!(without.header("etag"), with.header("etag"), "{bare}");
    }
    app.stop().await;
}

#[tokio::test]
async fn line_2_formats_are_read_as_clients_write_them() {
    let (app, _, _) = scene::with_finished_event().await;
    for (format, found) in [
        ("Pauper", 1),
        ("PAUPER", 1),
        ("pauper", 1),
        ("Commander", 0),
        ("Premodern", 0),
        ("Legacy", 0),
        ("COMMANDER", 0),
        ("COMMANDER2", 0),
    ] {
        assert_eq!(app.get(&format!("{EXPORT}&event_format={format}")).await.list().len(), found, "{format}");
    }
    app.stop().await;
}

#[tokio::test]
async fn line_3_ndjson_is_selected_by_query_or_header_and_has_no_blank_line() {
    let (app, _, _) = scene::with_finished_event().await;
    app.import(&own_fixtures()[0]).await;
    let array = app.get(EXPORT).await.list();
    let query = app.get(&format!("{EXPORT}&format=ndjson")).await;
    let header = app.send(app.request(Method::GET, EXPORT).header("accept", "application/x-ndjson")).await;
    for reply in [query, header] {
        assert_eq!(reply.header("content-type"), "application/x-ndjson");
        assert!(reply.text().ends_with('\n') && !reply.text().contains("\n\n"));
        let lines: Vec<Value> = reply.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(lines, array);
    }
    let none = app.get("/api/export-decklists/?format=ndjson&num_days=0").await;
    assert_eq!((none.status, none.text()), (200, ""));
    app.stop().await;
}

#[tokio::test]
async fn line_4_a_stray_authorization_header_does_no_harm_to_the_export() {
    let (app, _, _) = scene::with_finished_event().await;
    let keyed = app.request(Method::GET, EXPORT).header("authorization", "Bearer something");
    assert_eq!(app.send(keyed).await.list().len(), 1);
    app.stop().await;

    let open = TestApp::with(Options { anonymous_export: true, ..Options::default() }).await;
    open.import(&own_fixtures()[1]).await;
    for request in [open.anonymous(EXPORT), open.anonymous(EXPORT).header("authorization", "Bearer something")] {
        assert_eq!(open.send(request).await.list().len(), 1);
    }
    open.send(open.anonymous(EXPORT).header("x-api-key", "sk_wrong")).await.problem(401);
    open.stop().await;
}

#[tokio::test]
async fn line_5_export_fields_are_never_absent_or_null() {
    let (app, _, event) = scene::with_finished_event().await;
    app.import(&own_fixtures()[0]).await;
    for tournament in app.get(EXPORT).await.list() {
        assert!(tournament["bracketUrl"].is_string() && tournament["TID"].is_string());
        for field in ["startDate", "players", "swissRounds", "topCut"] {
            assert!(tournament[field].as_i64().is_some_and(|number| i32::try_from(number).is_ok()), "{field}");
        }
        for entry in tournament["standings"].as_array().expect("entries") {
            assert!(entry["name"].is_string() && entry["decklist"].is_string());
            for field in ["draws", "winsSwiss", "lossesSwiss", "winsBracket", "lossesBracket"] {
                assert!(entry[field].is_i64() || entry[field].is_u64(), "{field} in {entry}");
            }
        }
    }
    let exported = app.get(EXPORT).await.list();
    let exported =
        exported.iter().find(|tournament| tournament["TID"].as_str() == Some(&event.to_string())).expect("the event");
    assert_eq!(exported["format"], "Pauper");
    assert_eq!(exported["standings"][0]["decklist"], "https://decks.example/edda");
    let lists: Vec<&str> =
        exported["standings"].as_array().expect("entries").iter().map(|entry| text(&entry["decklist"])).collect();
    assert!(lists[1].starts_with(&format!("{}/decklists/", app.public_url())), "a list without another address");
    assert!(lists.contains(&""), "no list is an empty string");
    app.stop().await;
}

#[tokio::test]
async fn line_6_the_place_in_the_export_is_the_rank() {
    let (app, _, _) = scene::with_finished_event().await;
    let exported = app.get(EXPORT).await.list();
    let names: Vec<_> =
        exported[0]["standings"].as_array().expect("entries").iter().map(|entry| text(&entry["name"])).collect();
    let expected = [
        "Edda Erle",
        "Cleo Dorn",
        "Ada Ahorn",
        "Bela Birke",
        "Dino Eiche",
        "Gret Ginster",
        "Finn Fichte",
        "Hugo Hasel",
    ];
    assert_eq!(names, expected);
    let winner = &exported[0]["standings"][0];
    let record =
        ["winsSwiss", "lossesSwiss", "draws", "winsBracket", "lossesBracket"].map(|field| winner[field].as_i64());
    assert_eq!(record, [2, 0, 1, 2, 0].map(Some));
    app.stop().await;
}

#[tokio::test]
async fn line_7_imported_oddities_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut archive = e2e::archive::Archive::read(&own_fixtures()[0]);
    archive.id = "short-on-paper".into();
    archive.swiss_rounds = 2;
    let app = TestApp::start().await;
    app.import(&archive.write_into(folder.path())).await;
    let exported = app.get(EXPORT).await.list();
    assert_eq!(exported[0]["swissRounds"], 2, "the number of rounds is that of the file");
    let most = exported[0]["standings"].as_array().expect("entries").iter().map(|entry| {
        ["winsSwiss", "lossesSwiss", "draws"].iter().filter_map(|field| entry[field].as_i64()).sum::<i64>()
    });
    assert_eq!(most.max(), Some(3), "results are those of the matches");
    app.stop().await;
}

#[tokio::test]
async fn line_8_before_the_first_round_standings_name_the_coming_round_and_nobody() {
    let (app, scene, _) = scene::with_finished_event().await;
    let current = format!("/api/v1/magic-events/{}/current_standings/", scene.open_event);
    let meeting = format!("/api/v1/tournament-rounds/{}/standings/", scene.meeting_round);
    for path in [current, meeting] {
        assert_eq!(app.get(&path).await.json(), serde_json::json!({"round_number": 1, "standings": []}), "{path}");
    }
    app.stop().await;
}

#[tokio::test]
async fn line_9_a_list_given_as_json_alone_has_text_and_strings_are_never_null() {
    let (app, scene, _) = scene::with_finished_event().await;
    let list = app.get(&format!("/api/v1/decklists/{}/", scene.json_list)).await.json();
    let lines: Vec<_> = text(&list["plaintext_list"]).lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    for line in ["56 Island", "4 Counterspell", "15 Hydroblast"] {
        assert!(lines.contains(&line), "{line} in {lines:?}");
    }
    assert_eq!(list["archetype"], "");
    let all = app.get("/api/v1/decklists/?page_size=1000").await.json();
    for list in all["results"].as_array().expect("lists") {
        assert!(list["archetype"].is_string() && !text(&list["plaintext_list"]).is_empty(), "{list}");
    }
    app.stop().await;
}

#[tokio::test]
async fn line_10_rounds_and_phases_ascend() {
    let (app, scene, _) = scene::with_finished_event().await;
    let mut meetings = 0;
    for event in app.get("/api/v1/magic-events/").await.list() {
        let phases = event["tournament_phases"].as_array().expect("phases");
        let orders: Vec<_> = phases.iter().map(|phase| phase["order_in_phases"].as_i64()).collect();
        assert!(orders.is_sorted(), "{orders:?}");
        let rounds = phases.iter().flat_map(|phase| phase["rounds"].as_array().expect("rounds"));
        let numbers: Vec<_> = rounds.map(|round| round["round_number"].as_i64().expect("a number")).collect();
        assert!(numbers.is_sorted() && numbers.windows(2).all(|pair| pair[0] != pair[1]), "{numbers:?}");
        meetings += numbers.iter().filter(|number| **number <= 0).count();
    }
    assert_eq!(meetings, 1, "player meetings have numbers of 0 and below");
    let meeting = app.get(&format!("/api/v1/tournament-rounds/{}/matches/", scene.meeting_round)).await.json();
    assert_eq!((&meeting["round_number"], &meeting["round_type"]), (&0.into(), &"PLAYER_MEETING".into()));
    app.stop().await;
}

#[tokio::test]
async fn line_11_registrations_name_the_person_and_the_list() {
    let (app, scene, _) = scene::with_finished_event().await;
    let all = app.get(&format!("/api/v1/magic-events/{}/registrations/", scene.team_event)).await.list();
    let first = all.iter().find(|entry| id(entry) == scene.team_registrations[0].0).expect("the first entry");
    assert_eq!(first["user"]["id"], scene.players[0].0);
    assert_eq!(first["user"]["best_identifier"], "Ines Acker");
    assert_eq!(first["user"]["email"], "ines@players.example");
    assert_eq!(first["decklist"]["id"], scene.text_list.0);
    assert_eq!(first["decklist"]["name"], "Red to the end");
    assert_eq!(first["decklist"]["archetype"], "Burn");
    assert_eq!(first["decklist"]["deckhost_public_id"], "pub-1");
    assert!(all.iter().any(|entry| entry["decklist"].is_null()));
    app.stop().await;
}

#[tokio::test]
async fn line_12_the_overview_is_light_and_counts_open_matches() {
    let (app, scene, event) = scene::with_finished_event().await;
    let live = app.get(&format!("/api/v1/magic-events/{}/overview/", scene.team_event)).await;
    assert!(!live.text().contains("player_match_relationships"), "the overview has no matches");
    let live = live.json();
    assert_eq!(live["current_round"], serde_json::json!({"id": scene.team_round.0, "round_number": 1}));
    assert_eq!(live["lifecycle_status"], "EVENT_IN_PROGRESS");
    assert_eq!(live["number_of_incomplete_matches"], 1);
    let open = app.get(&format!("/api/v1/magic-events/{}/overview/", scene.open_event)).await.json();
    assert_eq!((&open["current_round"], &open["number_of_incomplete_matches"]), (&Value::Null, &0.into()));
    let done = app.get(&format!("/api/v1/magic-events/{event}/overview/")).await.json();
    assert_eq!(done["number_of_incomplete_matches"], 0);
    assert_eq!(done["current_round"]["round_number"], 5);
    app.stop().await;
}

#[tokio::test]
async fn line_13_booleans_come_in_several_spellings() {
    let (app, scene, _) = scene::with_finished_event().await;
    let matches = format!("/api/v1/tournament-rounds/{}/matches/", scene.team_round);
    for (value, teams) in [("true", 1), ("True", 1), ("1", 1), ("false", 0), ("False", 0), ("0", 0)] {
        let with = app.get(&format!("{matches}?teams={value}")).await.json();
        assert_eq!(with["team_event_matches"].as_array().map(Vec::len), Some(teams), "teams={value}");
        let export = app.get(&format!("{EXPORT}&decklist_as_text={value}")).await.list();
        let entry = &export[0]["standings"][0];
        assert_eq!(entry.get("decklist_text").is_some(), teams == 1, "decklist_as_text={value}");
        let conventions = app.get(&format!("/api/v1/store-profiles/conventions/?ongoing={value}")).await.list();
        assert_eq!(conventions.len(), if teams == 1 { 0 } else { 2 }, "ongoing={value}");
    }
    app.stop().await;
}

#[tokio::test]
async fn line_14_the_original_field_names_stand_beside_ours_where_that_is_set() {
    let app = TestApp::with(Options { vendor_field_names: true, ..Options::default() }).await;
    let scene = scene::build(&app).await;
    let list = app.get(&format!("/api/v1/decklists/{}/", scene.text_list)).await.json();
    assert_eq!(list["moxfield_public_id"], list["deckhost_public_id"]);
    assert_eq!(list["moxfield_deck_json"], list["deckhost_deck_json"]);
    let all = app.get(&format!("/api/v1/magic-events/{}/registrations/", scene.team_event)).await.list();
    let entry =
        |place: usize| all.iter().find(|entry| id(entry) == scene.team_registrations[place].0).expect("the entry");
    let (card, wallet) = (entry(0), entry(1));
    assert_eq!(card["stripe_payment_intent_status"], "SUCCEEDED");
    assert_eq!(card["payment_method"], "STRIPE");
    assert_eq!(wallet["paypal_order_status"], "APPROVED");
    assert_eq!(wallet["paypal_order_id"], "order-77");
    assert_eq!(wallet["payment_method"], "PAYPAL");
    for field in ["cardpay_payment_intent_status", "walletpay_order_status", "walletpay_order_id"] {
        assert!(card.get(field).is_some(), "{field} stays");
    }
    let round = app.get(&format!("/api/v1/tournament-rounds/{}/matches/", scene.team_round)).await.json();
    assert_eq!(round["astrolabe_url"], round["pairingengine_url"]);
    app.stop().await;
}

#[tokio::test]
async fn line_15_a_list_keeps_its_text_as_it_came() {
    let (app, scene, _) = scene::with_finished_event().await;
    let list = app.get(&format!("/api/v1/decklists/{}/", scene.text_list)).await.json();
    assert_eq!(list["plaintext_list"], "40 Lightning Bolt\n20 Mountain\n\nSideboard\n15 Smash to Smithereens");
    for (text, shown) in [
        ("4 Lightning Bolt\n56 Mountain\n\n15 Smash to Smithereens", ["Lightning Bolt", "Smash to Smithereens"]),
        ("Deck\r\n4x Brainstorm (ICE) 61 *F*\r\n\r\nSideboard\r\n1 Fire // Ice\r\n", ["Brainstorm", "Fire // Ice"]),
        ("Commander\n1 Yuriko\n\nCompanion\n1 Lurrus\n\nMainboard\n98 Island\nSB: 1 Annul", ["Yuriko", "Annul"]),
        (
            "<?xml version=\"1.0\"?><Deck><Cards CatID=\"1\" Quantity=\"60\" Sideboard=\"false\" Name=\"Plains\"/>\
             <Cards CatID=\"2\" Quantity=\"3\" Sideboard=\"true\" Name=\"Disenchant\"/></Deck>",
            ["Plains", "Disenchant"],
        ),
        ("what even is this\n\u{1f0cf}", ["no cards to show", "No line of the list could be read"]),
    ] {
        let written = app.post("/api/v1/decklists/", &json!({"name": "x", "plaintext_list": text})).await;
        let list = written.created();
        assert_eq!(list["plaintext_list"], text, "the text is kept byte by byte");
        let picture = app.get(&format!("/decklists/{}/image.svg", id(&list))).await;
        for name in shown {
            assert!(picture.status == 200 && picture.text().contains(name), "{name} in {}", picture.text());
        }
    }
    app.stop().await;
}

#[tokio::test]
async fn test_events_and_unlisted_ones_are_not_public() {
    let app = TestApp::start().await;
    let event = app.import(&own_fixtures()[1]).await;
    let stream = StreamId::tournament(event);
    let mut details = scenario::details("A trial", proto_events::vocabulary::EventFormat::Pauper, 5);
    details.is_unlisted = true;
    app.append(app.organization, stream, vec![TournamentEvent::DetailsChanged { details: details.clone() }.into()])
        .await;
    let exported = app.get(EXPORT).await.list();
    assert_eq!(exported[0]["bracketUrl"], "", "an unlisted event has no page");
    assert_eq!(app.send(app.anonymous(&format!("/events/{event}/"))).await.status, 404);
    details.is_unlisted = false;
    app.append(app.organization, stream, vec![TournamentEvent::DetailsChanged { details: details.clone() }.into()])
        .await;
    let exported = app.get(EXPORT).await.list();
    let url = text(&exported[0]["bracketUrl"]);
    assert_eq!(url, format!("{}/events/{event}/", app.public_url()));
    assert_eq!(app.send(app.anonymous(&format!("/events/{event}/"))).await.status, 200);
    assert_eq!(app.send(app.anonymous(&format!("/events/{event}/rounds/1/"))).await.status, 200);
    details.is_test = true;
    app.append(app.organization, stream, vec![TournamentEvent::DetailsChanged { details }.into()]).await;
    assert_eq!(app.get(EXPORT).await.list().len(), 0, "test events are not exported");
    for path in ["", "rounds/1/"] {
        assert_eq!(app.send(app.anonymous(&format!("/events/{event}/{path}"))).await.status, 404);
    }
    app.stop().await;
}

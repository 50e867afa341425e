//! Staff writes to players, with a preview, and judges hear new calls.

use proto_events::vocabulary::Role;
use serde_json::json;

use crate::given::{asks, member, signed_in};
use crate::live::hall;

#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_previewed_and_sent_and_a_new_call_rings_once_sound_is_on() {
    let (app, things) = hall().await;
    let stage = &things.stages.playing;
    let browser = signed_in(&app, &member(&app, "organizer", Role::Organizer).await).await;
    browser.open(&format!("/desk/events/{}/players/", stage.event)).await;
    browser.follow("Write to players").await;
    browser.comes_to_show("At most 1000 characters").await;
    browser.is_for_everybody().await;
    let text = "Round 3 begins at <b>noon</b>.";
    browser.fill("Message", text).await;
    browser.press("Show a preview").await;
    browser.comes_to_show("To: All players.").await;
    browser.sees("By mail: 0. On their phones: 0.").await;
    browser.sees(text).await;
    browser.is_for_everybody().await;
    browser.press("Change the message").await;
    browser.comes_to_show("Show a preview").await;
    assert_eq!(browser.value("Message").await, text);
    browser.press("Show a preview").await;
    browser.comes_to_show("Send the message").await;
    browser.press("Send the message").await;
    browser.comes_to_show(&format!("wrote to all players: {text}")).await;
    browser.sees("Earlier messages").await;

    browser.open(&format!("/desk/events/{}/players/{}/", stage.event, stage.entries[0])).await;
    browser.follow("Write to this player").await;
    browser.comes_to_show("Write to other players").await;

    let browser = signed_in(&app, &member(&app, "judge", Role::Judge).await).await;
    let event = stage.event;
    let call = async |note: &str| {
        asks(&app, event, "calls/", &json!({ "note": note })).await;
    };
    browser.scripts(false).await;
    browser.open(&format!("/desk/events/{event}/judges/")).await;
    assert!(!browser.has_button("Turn on sound").await, "without scripts");
    browser.scripts(true).await;
    browser.open(&format!("/desk/events/{event}/judges/")).await;
    browser.comes_to_show("Pause updates").await;
    browser.listen().await;
    call("At the stage").await;
    browser.comes_to_show("At the stage").await;
    assert_eq!(browser.tones().await, 0, "sound is off");
    browser.touch("Turn on sound").await;
    browser.comes_to_show("Turn off sound").await;
    browser.is_for_everybody().await;
    let before = browser.tones().await;
    call("At the door").await;
    browser.comes_to_show("At the door").await;
    assert_eq!(browser.tones().await, before + 2);
    browser.touch("Turn off sound").await;
    browser.comes_to_show("Turn on sound").await;
    call("At the bar").await;
    browser.comes_to_show("At the bar").await;
    assert_eq!(browser.tones().await, before + 2);
    app.stop().await;
}

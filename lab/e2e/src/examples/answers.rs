//! Bodies of answers, without values that differ from run to run.

use crate::openapi::Json;
use crate::{Reply, TestApp};

/// A decklist as a client would submit it.
pub(super) const LIST: &str = "4 Lightning Bolt\n4 Goblin Guide\n20 Mountain\n\nSideboard\n3 Smash to Smithereens";

/// The placeholder for secrets of keys and tokens, which differ from run to run.
const VALUE: &str = "0123456789abcdefghijklmnopqrstuvwxyz";

/// The placeholder for codes of private links.
const CODE: &str = "abcdefghijkmnpqrstuvwxyz";

/// The placeholder for ids of player pages.
const PLAYER: &str = "4503599627370497";

/// Numbers with fewer digits are no ids of players, except for one of ten thousand.
const SHORTEST_ID: usize = 12;

/// The body of an answer. Links contain the requested host, whose port differs from run to run.
pub(super) fn json_of(app: &TestApp, reply: &Reply) -> Json {
    let text = reply.text().replace(&format!("http://{}", app.address()), &app.public_url());
    let text = without_codes(&masked(&text));
    // The random ids of player pages, `/players/{id}/`.
    let text = replaced(&text, "/players/", |letter| letter.is_ascii_digit(), PLAYER);
    let text = without_messages(&without_player_ids(&text));
    Json::parse(text.as_bytes())
}

/// Replaces secrets of webhooks, join codes, ids of messages and positions, which differ from run to run, by placeholders.
fn without_messages(text: &str) -> String {
    let secret = |letter: char| letter.is_ascii_alphanumeric() || ['+', '/', '='].contains(&letter);
    let text = replaced(text, "whsec_", secret, "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=");
    let text = replaced(&text, "msg_", |letter| letter.is_ascii_hexdigit(), "4c1f0e6d3f2b48a1b7f9d2c06a5e8b17");
    let is_join_code = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit();
    let text = replaced(&text, "/join/6-", is_join_code, "KXQF7M2P");
    let text = replaced(&text, "\"code\":\"6-", is_join_code, "KXQF7M2P");
    let is_of_link = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    let text = replaced(&text, "6-g5-", is_of_link, "k3h6sw2pq8rm5tyn4vxc7dfb");
    replaced(&text, "\"position\":", |letter| letter.is_ascii_digit(), "120")
}

/// Replaces the ids of players in exports, which depend on a random salt, by placeholders: the same id by the same one.
fn without_player_ids(text: &str) -> String {
    let first: u64 = PLAYER.parse().expect("a number");
    let (mut masked, mut known) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let (before, number) = rest.split_at(start);
        let length = number.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, after) = number.split_at(length);
        masked += before;
        if length < SHORTEST_ID || digits == PLAYER {
            masked += digits;
        } else {
            let place = known.iter().position(|id| *id == digits).unwrap_or_else(|| {
                known.push(digits);
                known.len() - 1
            });
            masked += &(first + 1 + place as u64).to_string();
        }
        rest = after;
    }
    masked + rest
}

/// Replaces what follows a mark by a placeholder, if anything does.
fn replaced(text: &str, mark: &str, is_part: impl Fn(char) -> bool, placeholder: &str) -> String {
    let mut parts = text.split(mark);
    let mut masked = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(&is_part);
        masked += &[mark, if rest.len() < part.len() { placeholder } else { "" }, rest].concat();
    }
    masked
}

/// Replaces secret values in a text by a placeholder.
fn masked(text: &str) -> String {
    let (mut masked, mut rest) = (String::new(), text);
    while let Some(place) = ["sk_", "pl_"].iter().filter_map(|prefix| rest.find(prefix)).min() {
        let (before, value) = rest.split_at(place + 3);
        let length = value.bytes().take_while(u8::is_ascii_alphanumeric).count();
        masked += before;
        masked += if length == VALUE.len() { VALUE } else { &value[..length] };
        rest = &value[length..];
    }
    masked + rest
}

/// Replaces the codes of private links, `/e/{event}/{code}/`, by a placeholder.
fn without_codes(text: &str) -> String {
    let mut parts = text.split("/e/");
    let mut masked = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        masked += "/e/";
        match part.split('/').nth(1).filter(|code| code.len() == CODE.len()) {
            Some(code) => masked += &part.replacen(code, CODE, 1),
            None => masked += part,
        }
    }
    masked
}

//! Bodies of answers, without values that differ from run to run.

use openapi::Json;

use crate::{Reply, TestApp};

/// A decklist as a client would submit it.
pub(super) const LIST: &str = "4 Lightning Bolt\n4 Goblin Guide\n20 Mountain\n\nSideboard\n3 Smash to Smithereens";

/// The placeholder for values that differ from run to run.
const VALUE: &str = "0123456789abcdefghijklmnopqrstuvwxyz";

/// The body of an answer. Links contain the requested host, whose port differs from run to run.
pub(super) fn json_of(app: &TestApp, reply: &Reply) -> Json {
    let text = reply.text().replace(&format!("http://{}", app.address()), &app.public_url());
    Json::parse(masked(&text).as_bytes()).expect("JSON")
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

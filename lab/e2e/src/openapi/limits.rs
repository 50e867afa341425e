//! Limits of fields that a derived schema cannot take from a constant.

use domain::limits;

use super::json::Json;
use super::json::object;

/// A character that can be seen, as far as a pattern can say: no control, no blank, and no mark of direction.
macro_rules! visible {
    () => {
        "[^\\u0000-\\u0020\\u007f-\\u00a0\\u00ad\\u1680\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u2800\\u3000\\ufeff]"
    };
}
/// Names of time zones in the interface: a region, perhaps an area, and a city; or empty.
const TIME_ZONE: &str =
    "^$|^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Canada|Europe)(/[A-Za-z0-9_+-]+){1,2}$";
/// Slugs.
pub(super) const SLUG: &str = "^[-a-zA-Z0-9_]+$";
/// No NUL.
const NO_NUL: &str = "^[^\\u0000]*$";
/// No line ends and no other control characters.
const LINE: &str = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$";
/// No NUL, and at least one character that can be seen. Other controls are taken out of names.
const NAME: &str = concat!("^[^\\u0000]*", visible!(), "[^\\u0000]*$");
/// No line ends and no other control characters, and at least one character that can be seen.
const VISIBLE_LINE: &str = concat!(
    "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*",
    visible!(),
    "[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$"
);

/// No control characters, and no blanks at either end; or empty.
const USERNAME: &str =
    "^$|^[^\\u0000-\\u0020\\u007f-\\u00a0]([^\\u0000-\\u001f\\u007f-\\u009f]*[^\\u0000-\\u0020\\u007f-\\u00a0])?$";

/// A limit: schema, field, and additions to the derived schema of the field.
type Limit = (&'static str, &'static str, Json);

/// Every limit.
pub(super) fn all() -> Vec<Limit> {
    let mut all = vec![
        ("MagicEventBasic", "name", most(limits::SHORT_TEXT)),
        ("Event", "name", most(limits::SHORT_TEXT)),
        ("EventOverview", "name", most(limits::SHORT_TEXT)),
        ("RoundMatches", "pairingengine_url", most(limits::SHORT_TEXT)),
        ("Registration", "walletpay_order_id", most(limits::WALLET_ORDER_ID)),
        ("ApiKey", "name", most(limits::API_KEY_NAME)),
        ("ApiKeyInformation", "name", most(limits::API_KEY_NAME)),
        ("IssuedApiKey", "name", most(limits::API_KEY_NAME)),
        ("NewApiKey", "name", object! { "minLength" => 1_usize }.with("pattern", VISIBLE_LINE)),
        ("ApiKeyChange", "name", object! { "minLength" => 1_usize }.with("pattern", VISIBLE_LINE)),
        ("NewWebhook", "url", object! { "format" => "uri" }.with("minLength", 1_usize)),
        ("WebhookChange", "url", object! { "format" => "uri" }.with("minLength", 1_usize)),
        ("Convention", "floor_judge_buzzer_identifier", most(limits::SHORT_TEXT)),
        ("Convention", "external_site_hub_id", most(limits::SHORT_TEXT)),
        ("Convention", "accent_color_primary_hex", most(limits::ACCENT_COLOR)),
        ("Convention", "accent_color_secondary_hex", most(limits::ACCENT_COLOR)),
        ("Convention", "event_timezone", object! { "pattern" => TIME_ZONE }),
        ("Coordinates", "type", object! { "const" => "Point" }),
        ("Coordinates", "coordinates", object! { "minItems" => 2_usize, "maxItems" => 3_usize }),
    ];
    for convention in ["Convention", "ConventionSummary"] {
        all.extend([
            (convention, "name", most(limits::CONVENTION_NAME)),
            (convention, "slug", most(limits::CONVENTION_SLUG).with("pattern", SLUG)),
            (convention, "url", most(limits::CONVENTION_URL)),
            (convention, "name_of_location", most(limits::LOCATION)),
            (convention, "address", most(limits::LOCATION)),
        ]);
    }
    for body in ["NewUser", "UserChange"] {
        all.extend(["first_name", "last_name"].map(|text| (body, text, object! { "pattern" => NO_NUL })));
        all.extend(["email", "pronouns"].map(|text| (body, text, object! { "pattern" => LINE })));
        all.extend([
            (body, "best_identifier", object! { "minLength" => 1_usize }.with("pattern", NAME)),
            (body, "username", object! { "pattern" => USERNAME }),
        ]);
    }
    for body in ["DecklistBody", "DecklistChange"] {
        all.extend([
            (
                body,
                "name",
                object! { "minLength" => 1_usize }
                    .with("maxLength", limits::DECKLIST_NAME)
                    .with("pattern", VISIBLE_LINE),
            ),
            (body, "deckhost_deck_json", object! { "contentMediaType" => "application/json" }),
            (body, "plaintext_list", object! { "pattern" => NO_NUL }),
            (body, "deckhost_public_id", most(limits::DECKHOST_PUBLIC_ID).with("pattern", NO_NUL)),
            (body, "archetype", most(limits::DECKLIST_ARCHETYPE).with("pattern", NO_NUL)),
        ]);
    }
    all
}

fn most(characters: usize) -> Json {
    object! { "maxLength" => characters }
}

//! The fields of a decklist body, whatever its media type: by name, in any order, perhaps more than once.

use api_kit::names::Ignored;
use service_kit::message;
use service_kit::message::Message;

use crate::FieldErrors;
use crate::decklist_fields::DecklistFields;

/// The names of fields, and the names that some deck hosts' clients use for them.
const NAMES: [&str; 7] = [
    "name",
    "deckhost_deck_json",
    "plaintext_list",
    "deckhost_public_id",
    "archetype",
    "moxfield_deck_json",
    "moxfield_public_id",
];

/// The value of a field, or its error.
type Given = Result<String, Message>;

/// The fields of a body.
#[derive(Debug, Default)]
pub(super) struct Gathered([Option<Given>; NAMES.len()]);

impl Gathered {
    /// Returns whether a list has a field of this name.
    pub(super) fn knows(name: &str) -> bool {
        NAMES.contains(&name)
    }

    /// Stores a field. If it is given twice, the last value counts, and the name is listed as ignored, as are unknown
    /// names.
    pub(super) fn put(&mut self, name: &str, given: Given, ignored: &mut Ignored) {
        let place = NAMES.iter().position(|known| *known == name);
        let replaced = place.map(|place| self.0[place].replace(given));
        if !matches!(replaced, Some(None)) {
            ignored.field(name);
        }
    }

    /// Returns the fields, under one name each. Invalid ones are added to the errors and left out.
    pub(super) fn into_fields(self, errors: &mut FieldErrors) -> DecklistFields {
        let mut place = 0;
        let [name, deck_json, plaintext_list, public_id, archetype, vendors_deck_json, vendors_public_id] =
            self.0.map(|given| {
                let named = NAMES[place];
                place += 1;
                given?.map_err(|fault| errors.add(named, fault)).ok()
            });
        DecklistFields {
            name,
            deckhost_deck_json: one_of(deck_json, vendors_deck_json, NAMES[1], NAMES[5], errors),
            plaintext_list,
            deckhost_public_id: one_of(public_id, vendors_public_id, NAMES[3], NAMES[6], errors),
            archetype,
        }
    }
}

/// Merges a field that has two names. If both are given, their values must be equal.
fn one_of(
    ours: Option<String>,
    vendors: Option<String>,
    our_name: &'static str,
    vendors_name: &'static str,
    errors: &mut FieldErrors,
) -> Option<String> {
    if ours.is_some() && vendors.is_some() && ours != vendors {
        errors.add(
            vendors_name,
            message!(
                "two-names-of-a-field",
                "This is another name for {our_name}, which has another value. Give one of them.",
                our_name
            ),
        );
    }
    ours.or(vendors)
}

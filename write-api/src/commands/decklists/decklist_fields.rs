//! What the fields of a decklist must be: the limits of the interface, checked in one place. A command holds fields that
//! were checked; there is no other way to make one.

use domain::limits::{BODY_BYTES, DECKHOST_PUBLIC_ID, DECKLIST_ARCHETYPE, DECKLIST_NAME, DECKLIST_STORED_BYTES};
use proto_events::decklist::DecklistBody;
use serde_json::Value;

use crate::fields::{FieldErrors, json_fault};

/// Bytes that an escape takes at most (`\u0001`) of a text's byte in an event.
const ESCAPED: usize = 6;
/// Bytes of an event beside a list's texts, at most.
const BESIDE: usize = 1_024;

/// What a client gives of a list; none where it does not name a field.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DecklistFields {
    /// Name of the list.
    pub name: Option<String>,
    /// The deck host's JSON for the list.
    pub deckhost_deck_json: Option<String>,
    /// The list as text.
    pub plaintext_list: Option<String>,
    /// The deck host's public id.
    pub deckhost_public_id: Option<String>,
    /// Archetype.
    pub archetype: Option<String>,
}

/// A whole list that keeps to the limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WholeList(DecklistBody);

/// Some fields of a list that keep to the limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListChanges(DecklistFields);

/// Why fields make no list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// Some are not right.
    #[error(transparent)]
    Fields(#[from] FieldErrors),
    /// They are too much together.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// A list takes more space than an event has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the list takes {bytes} bytes once it is stored, and {DECKLIST_STORED_BYTES} are the limit")]
pub struct TooLarge {
    /// What it takes.
    pub bytes: usize,
}

impl WholeList {
    /// Checks the fields of a list, of which the name must be given. What was found wrong with them before is told along.
    ///
    /// # Errors
    /// When they make no list.
    pub fn check(fields: DecklistFields, mut errors: FieldErrors) -> Result<Self, Unfit> {
        if fields.name.is_none() && !errors.names("name") {
            errors.add("name", "Is required.");
        }
        let checked = check_given(&fields, errors);
        let DecklistFields { name, deckhost_deck_json, plaintext_list, deckhost_public_id, archetype } = fields;
        let body = DecklistBody {
            name: name.unwrap_or_default(),
            deckhost_deck_json: deckhost_deck_json.unwrap_or_default(),
            plaintext_list: plaintext_list.unwrap_or_default(),
            deckhost_public_id: deckhost_public_id.unwrap_or_default(),
            archetype: archetype.unwrap_or_default(),
        };
        check_size(&body)?;
        checked?;
        Ok(Self(body))
    }

    /// The list.
    pub fn body(&self) -> &DecklistBody {
        &self.0
    }
}

impl ListChanges {
    /// Checks fields of a list. What was found wrong with them before is told along.
    ///
    /// # Errors
    /// What is wrong, by field.
    pub fn check(fields: DecklistFields, errors: FieldErrors) -> Result<Self, FieldErrors> {
        check_given(&fields, errors)?;
        Ok(Self(fields))
    }

    /// The list with these changes.
    ///
    /// # Errors
    /// When it is too large now.
    pub fn made_to(&self, body: &DecklistBody) -> Result<DecklistBody, TooLarge> {
        let given = &self.0;
        let changed = |given: &Option<String>, before: &String| given.as_ref().unwrap_or(before).clone();
        let body = DecklistBody {
            name: changed(&given.name, &body.name),
            deckhost_deck_json: changed(&given.deckhost_deck_json, &body.deckhost_deck_json),
            plaintext_list: changed(&given.plaintext_list, &body.plaintext_list),
            deckhost_public_id: changed(&given.deckhost_public_id, &body.deckhost_public_id),
            archetype: changed(&given.archetype, &body.archetype),
        };
        check_size(&body)?;
        Ok(body)
    }
}

fn check_given(fields: &DecklistFields, mut errors: FieldErrors) -> Result<(), FieldErrors> {
    if let Some(name) = &fields.name {
        errors.required_text("name", name, DECKLIST_NAME);
    }
    for (field, value, max) in [
        // The body that they come in is limited.
        ("deckhost_deck_json", &fields.deckhost_deck_json, BODY_BYTES),
        ("plaintext_list", &fields.plaintext_list, BODY_BYTES),
        ("deckhost_public_id", &fields.deckhost_public_id, DECKHOST_PUBLIC_ID),
        ("archetype", &fields.archetype, DECKLIST_ARCHETYPE),
    ] {
        errors.text(field, value.as_deref().unwrap_or_default(), max);
    }
    check_json(fields.deckhost_deck_json.as_deref().unwrap_or_default(), &mut errors);
    errors.check()
}

/// Empty is "none"; everything else must be JSON, or the list could not be read from it.
fn check_json(text: &str, errors: &mut FieldErrors) {
    const FIELD: &str = "deckhost_deck_json";
    if text.is_empty() {
        return;
    }
    match serde_json::from_str::<Value>(text) {
        Ok(json) if holds_nul(&json) => {
            errors.add(FIELD, "May not contain the character U+0000, also not as the escape \\u0000.");
        }
        Ok(_) => {}
        Err(error) => errors.add(FIELD, format!("Must be JSON, and is none: {}.", json_fault(&error))),
    }
}

/// The parser has limited how deep this goes.
fn holds_nul(json: &Value) -> bool {
    match json {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(holds_nul),
        Value::Object(fields) => fields.iter().any(|(name, value)| name.contains('\0') || holds_nul(value)),
        _ => false,
    }
}

fn check_size(body: &DecklistBody) -> Result<(), TooLarge> {
    let DecklistBody { name, deckhost_deck_json, plaintext_list, deckhost_public_id, archetype } = body;
    let texts = [name, deckhost_deck_json, plaintext_list, deckhost_public_id, archetype];
    let at_most = texts.iter().map(|text| text.len()).sum::<usize>() * ESCAPED + BESIDE;
    if at_most <= DECKLIST_STORED_BYTES {
        return Ok(());
    }
    // Texts always have a form in JSON.
    let bytes = serde_json::to_vec(body).map_or(usize::MAX, |json| json.len().saturating_add(BESIDE));
    if bytes <= DECKLIST_STORED_BYTES { Ok(()) } else { Err(TooLarge { bytes }) }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Fields by name.
    pub(crate) fn fields<const N: usize>(given: [(&str, &str); N]) -> DecklistFields {
        let mut fields = DecklistFields::default();
        for (name, value) in given {
            let field = match name {
                "name" => &mut fields.name,
                "deckhost_deck_json" => &mut fields.deckhost_deck_json,
                "plaintext_list" => &mut fields.plaintext_list,
                "deckhost_public_id" => &mut fields.deckhost_public_id,
                "archetype" => &mut fields.archetype,
                other => panic!("{other}"),
            };
            *field = Some(value.to_owned());
        }
        fields
    }

    pub(crate) fn whole<const N: usize>(given: [(&str, &str); N]) -> WholeList {
        WholeList::check(fields(given), FieldErrors::default()).unwrap()
    }

    pub(crate) fn changes<const N: usize>(given: [(&str, &str); N]) -> ListChanges {
        ListChanges::check(fields(given), FieldErrors::default()).unwrap()
    }

    /// What is said of fields that make no list, nor a change to one.
    #[track_caller]
    fn wrong<const N: usize>(given: [(&str, &str); N]) -> String {
        let changes = ListChanges::check(fields(given), FieldErrors::default()).unwrap_err();
        let Err(Unfit::Fields(errors)) = WholeList::check(fields(given), FieldErrors::default()) else {
            panic!("a list of what is no change")
        };
        if given.iter().any(|(name, _)| *name == "name") {
            assert_eq!(errors, changes);
        }
        errors.to_string()
    }

    #[test]
    fn limits_themselves_are_fine() {
        let (name, other) = ("é".repeat(300), "é".repeat(200));
        let list = whole([("name", &name), ("archetype", &other), ("deckhost_public_id", &other)]);
        assert_eq!(list.body().archetype, other);
        assert_eq!(list.body().plaintext_list, "");
        whole([("name", "a"), ("plaintext_list", "\u{1}\t\r\n\u{7f}\u{feff}"), ("deckhost_deck_json", "")]);
    }

    #[test]
    fn each_limit_is_told_by_its_field() {
        assert_eq!(wrong([("name", " \n")]), "name: May not be empty.");
        assert_eq!(wrong([("name", &"é".repeat(301))]), "name: May have at most 300 characters; this has 301.");
        let long = "é".repeat(201);
        for field in ["archetype", "deckhost_public_id"] {
            let said = wrong([("name", "a"), (field, &long)]);
            assert_eq!(said, format!("{field}: May have at most 200 characters; this has 201."));
        }
        for field in ["name", "archetype", "deckhost_public_id", "plaintext_list"] {
            assert_eq!(
                wrong([("name", "a"), (field, "a\0b")]),
                format!("{field}: May not contain the character U+0000.")
            );
        }
    }

    #[test]
    fn a_list_has_a_name_and_a_change_need_not_give_it() {
        let unnamed = WholeList::check(fields([]), FieldErrors::default());
        let Err(Unfit::Fields(errors)) = unnamed else { panic!("{unnamed:?}") };
        assert_eq!(errors.to_string(), "name: Is required.");
        assert_eq!(changes([]).made_to(whole([("name", "a")]).body()).unwrap(), *whole([("name", "a")]).body());
    }

    #[test]
    fn what_was_found_before_is_told_along() {
        let mut errors = FieldErrors::default();
        errors.add("name", "Must be a string.");
        let Err(Unfit::Fields(errors)) = WholeList::check(fields([("archetype", "\0")]), errors) else { panic!() };
        assert_eq!(errors.iter().map(|(field, _)| field).collect::<Vec<_>>(), ["archetype", "name"]);
        assert!(!errors.to_string().contains("required"), "{errors}");
    }

    #[test]
    fn a_deck_hosts_json_is_json_and_its_fault_is_named() {
        let said = |json: &str| wrong([("name", "a"), ("deckhost_deck_json", json)]);
        for fine in ["{}", "[]", "null", "7", "\"\\ud83c\\udccf\"", " {\"a\": [1, 2.5e3]} "] {
            whole([("name", "a"), ("deckhost_deck_json", fine)]);
        }
        assert_eq!(
            said("{\n  \"mainboard\": {,}\n}"),
            "deckhost_deck_json: Must be JSON, and is none: key must be a string at line 2 column 17."
        );
        for broken in ["{", " ", "{} {}", "{'a': 1}", "\"\\ud800\"", "1e999", "NaN"] {
            let said = said(broken);
            assert!(said.starts_with("deckhost_deck_json: Must be JSON") && said.contains("line 1"), "{said}");
        }
        for hidden in [r#""\u0000""#, r#"{"a": [{"\u0000": 1}]}"#] {
            assert!(said(hidden).contains("U+0000"), "{hidden}");
        }
    }

    #[test]
    fn json_that_is_nested_too_deeply_is_told_so() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        whole([("name", "a"), ("deckhost_deck_json", &nested(127))]);
        let said = wrong([("name", "a"), ("deckhost_deck_json", &nested(128))]);
        assert!(said.contains("nested more than 127 deep") && said.contains("column 128"), "{said}");
        assert!(wrong([("name", "a"), ("deckhost_deck_json", &"[".repeat(100_000))]).contains("nested"));
    }

    #[test]
    fn a_list_that_fits_into_no_event_is_too_large() {
        let half = "x".repeat(250_000);
        let list = whole([("name", "a"), ("plaintext_list", &half)]);
        let json = format!("\"{half}\"");
        assert_eq!(changes([("deckhost_deck_json", &json)]).made_to(list.body()).unwrap_err().bytes, 501_123);
        changes([("deckhost_deck_json", &json), ("plaintext_list", "4 Island")]).made_to(list.body()).unwrap();

        let escaped = "\u{1}".repeat(100_000);
        let check = WholeList::check(fields([("name", "a"), ("plaintext_list", &escaped)]), FieldErrors::default());
        assert!(matches!(check, Err(Unfit::TooLarge(TooLarge { bytes })) if bytes > 600_000), "{check:?}");
    }
}

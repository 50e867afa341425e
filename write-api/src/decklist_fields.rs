//! The fields of a decklist, and their limits.

use domain::limits::{BODY_BYTES, DECKHOST_PUBLIC_ID, DECKLIST_ARCHETYPE, DECKLIST_NAME, DECKLIST_STORED_BYTES};
use proto_events::decklist::DecklistBody;
use serde_json::Value;
use service_kit::message;

use crate::Refusal;
use crate::changes::applied;
use crate::engine::fields::{FieldErrors, json_fault, required};

/// The maximum number of bytes of an event apart from the list's texts.
const BESIDE: usize = 1_024;

/// The fields of a list that a client sends; `None` if a field is omitted.
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

impl DecklistFields {
    /// Returns the fields, each at its place.
    pub(crate) fn texts(&self) -> [Option<&str>; 5] {
        let Self { name, deckhost_deck_json, plaintext_list, deckhost_public_id, archetype } = self;
        [name, deckhost_deck_json, plaintext_list, deckhost_public_id, archetype].map(Option::as_deref)
    }

    /// Returns the content of a list with these fields, of which the name is required. `errors` holds earlier faults,
    /// which are reported too.
    ///
    /// # Errors
    /// If the fields do not form a list within the limits.
    pub fn whole(&self, mut errors: FieldErrors) -> Result<DecklistBody, Refusal> {
        if self.name.is_none() && !errors.names("name") {
            errors.add("name", required());
        }
        let checked = self.check(errors);
        let body = self.made_to(&DecklistBody::default())?;
        checked?;
        Ok(body)
    }

    /// Returns the content of a list with these changes applied.
    pub(crate) fn made_to(&self, body: &DecklistBody) -> Result<DecklistBody, Refusal> {
        let body = applied!(
            DecklistBody: self => body,
            [name, deckhost_deck_json, plaintext_list, deckhost_public_id, archetype]
        );
        check_size(&body)?;
        Ok(body)
    }

    /// Checks the fields that are given. `errors` holds earlier faults, which are reported too.
    pub(crate) fn check(&self, mut errors: FieldErrors) -> Result<(), FieldErrors> {
        if let Some(name) = &self.name {
            errors.required_line("name", name, DECKLIST_NAME);
        }
        for (field, value, max) in [
            // The size of the request body limits these two.
            ("deckhost_deck_json", &self.deckhost_deck_json, BODY_BYTES),
            ("plaintext_list", &self.plaintext_list, BODY_BYTES),
            ("deckhost_public_id", &self.deckhost_public_id, DECKHOST_PUBLIC_ID),
            ("archetype", &self.archetype, DECKLIST_ARCHETYPE),
        ] {
            errors.text(field, value.as_deref().unwrap_or_default(), max);
        }
        check_json(self.deckhost_deck_json.as_deref().unwrap_or_default(), &mut errors);
        errors.check()
    }
}

/// Checks that the text is empty or JSON.
fn check_json(text: &str, errors: &mut FieldErrors) {
    const FIELD: &str = "deckhost_deck_json";
    if text.is_empty() {
        return;
    }
    match serde_json::from_str::<Value>(text) {
        Ok(json) if holds_nul(&json) => {
            errors.add(
                FIELD,
                message!(
                    "contains-escaped-null",
                    "May not contain the character U+0000, not even as the escape \\u0000."
                ),
            );
        }
        Ok(_) => {}
        Err(error) => {
            errors.add(FIELD, message!("invalid-json", "Must be valid JSON: {fault}.", fault = json_fault(&error)));
        }
    }
}

/// Returns whether a text in the JSON contains U+0000. The parser limits the recursion depth.
fn holds_nul(json: &Value) -> bool {
    match json {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(holds_nul),
        Value::Object(fields) => fields.iter().any(|(name, value)| name.contains('\0') || holds_nul(value)),
        _ => false,
    }
}

fn check_size(body: &DecklistBody) -> Result<(), Refusal> {
    // Texts can always be serialized.
    let bytes = serde_json::to_vec(body).map_or(usize::MAX, |json| json.len().saturating_add(BESIDE));
    if bytes <= DECKLIST_STORED_BYTES {
        return Ok(());
    }
    Err(Refusal::too_large(message!(
        "list-too-large",
        "The list would take {bytes} bytes once it is stored; the limit is {most}. Shorten plaintext_list or \
         deckhost_deck_json.",
        bytes,
        most = DECKLIST_STORED_BYTES
    )))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::testing::*;

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

    pub(crate) fn whole<const N: usize>(given: [(&str, &str); N]) -> DecklistBody {
        fields(given).whole(FieldErrors::default()).unwrap()
    }

    /// Returns the faults of fields that are invalid both as a list and as a change.
    #[track_caller]
    fn wrong<const N: usize>(given: [(&str, &str); N]) -> String {
        let changes = fields(given).check(FieldErrors::default()).unwrap_err();
        let errors = fields(given).whole(FieldErrors::default()).unwrap_err().fields().unwrap().clone();
        if given.iter().any(|(name, _)| *name == "name") {
            assert_eq!(errors, changes);
        }
        errors.to_string()
    }

    #[test]
    fn limits_themselves_are_fine() {
        let (name, other) = ("é".repeat(300), "é".repeat(200));
        let list = whole([("name", &name), ("archetype", &other), ("deckhost_public_id", &other)]);
        assert_eq!(list.archetype, other);
        assert_eq!(list.plaintext_list, "");
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
            let said = wrong([("name", "a"), (field, "a\0b")]);
            assert_eq!(said, format!("{field}: May not contain the character U+0000."));
        }
    }

    #[test]
    fn a_list_has_a_name_and_a_change_need_not_give_it() {
        assert_eq!(coded(fields([]).whole(FieldErrors::default())), "invalid name: This field is required.");
        assert_eq!(fields([]).made_to(&whole([("name", "a")])).unwrap(), whole([("name", "a")]));
    }

    #[test]
    fn what_was_found_before_is_told_along() {
        let mut errors = FieldErrors::default();
        errors.add("name", message!("test", "Must be a string."));
        let told = "invalid archetype: May not contain the character U+0000.; name: Must be a string.";
        assert_eq!(coded(fields([("archetype", "\0")]).whole(errors)), told);
    }

    #[test]
    fn a_deck_hosts_json_is_json_and_its_fault_is_named() {
        let said = |json: &str| wrong([("name", "a"), ("deckhost_deck_json", json)]);
        for fine in ["{}", "[]", "null", "7", "\"\\ud83c\\udccf\"", " {\"a\": [1, 2.5e3]} "] {
            whole([("name", "a"), ("deckhost_deck_json", fine)]);
        }
        assert_eq!(
            said("{\n  \"mainboard\": {,}\n}"),
            "deckhost_deck_json: Must be valid JSON: key must be a string at line 2 column 17."
        );
        for broken in ["{", " ", "{} {}", "{'a': 1}", "\"\\ud800\"", "1e999", "NaN"] {
            let said = said(broken);
            assert!(said.starts_with("deckhost_deck_json: Must be valid JSON") && said.contains("line 1"), "{said}");
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
        let refused = fields([("deckhost_deck_json", &json)]).made_to(&list);
        assert_eq!(coded(refused), format!("list-too-large 501123 {DECKLIST_STORED_BYTES}"));
        fields([("deckhost_deck_json", &json), ("plaintext_list", "4 Island")]).made_to(&list).unwrap();

        let escaped = "\u{1}".repeat(100_000);
        let check = fields([("name", "a"), ("plaintext_list", &escaped)]).whole(FieldErrors::default());
        let refused = check.unwrap_err();
        let bytes: usize = refused.message().arguments()[0].1.parse().unwrap();
        assert!(refused.code() == "list-too-large" && bytes > 600_000, "{refused}");
    }
}

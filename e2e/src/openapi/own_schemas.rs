//! Schemas of what no type stands for: what clients write, a page of a list, an error.

use domain::limits;
use proto_events::decklist::DecklistBody;
use utoipa::PartialSchema;

use super::json::{Json, object};
use super::schemas::reference;

/// What clients write: whole for a new list, in parts for a change.
pub(super) fn bodies() -> [(String, Json); 2] {
    let body = Json::of(&DecklistBody::schema());
    let whole = body.clone().with("required", vec!["name"]);
    let mut change = body;
    change.take("required");
    change.set("description", "What a client changes of a decklist. A field that is not given stays as it is.");
    [("DecklistBody".to_owned(), whole), ("DecklistChange".to_owned(), change)]
}

/// A page of decklists, as `read-api` streams it.
pub(super) fn decklist_page() -> Json {
    let address = |which: &str| {
        object! {
            "type" => vec!["string", "null"],
            "format" => "uri",
            "description" => format!("Address of the {which} page; null if there is none."),
        }
    };
    object! {
        "type" => "object",
        "description" => "A page of decklists.",
        "properties" => object! {
            "count" => object! { "type" => "integer", "format" => "int64", "minimum" => 0_i64, "description" => "Decklists on all pages." },
            "next" => address("next"),
            "previous" => address("previous"),
            "results" => object! {
                "type" => "array",
                "items" => reference("Decklist"),
                "maxItems" => limits::PAGE_SIZE_MAX,
                "description" => "The decklists of this page, by id.",
            },
        },
    }
}

/// As `service_kit::problem` writes it.
pub(super) fn problem() -> Json {
    let text = |description: &str| object! { "type" => "string", "description" => description };
    let texts = object! { "type" => "array", "items" => object! { "type" => "string" } };
    object! {
        "type" => "object",
        "description" => "An error (RFC 9457).",
        "properties" => object! {
            "type" => text("What kind of error it is: a stable name.").with("format", "uri-reference"),
            "title" => text("The kind of error in words; the same for every error of a kind."),
            "status" => object! { "type" => "integer", "minimum" => 400_i64, "maximum" => 599_i64, "description" => "The status code." },
            "detail" => text("What was wrong, where, and what would be right: for people."),
            "errors" => object! {
                "type" => "object",
                "description" => "What is wrong with each field, parameter or header at fault. Absent where none is.",
                "additionalProperties" => texts.clone(),
            },
            "magic_event" => object! { "type" => "integer", "format" => "int64", "description" => "Id of the event that takes no list any more." },
            "decklist_deadline" => object! {
                "type" => vec!["string", "null"], "format" => "date-time",
                "description" => "Until when it took lists; null where play alone ends that.",
            },
            "legal" => texts.clone().with("description", "The steps that are possible from where something stands."),
            "round" => object! { "type" => "integer", "format" => "int64", "description" => "Id of the round that is in the way." },
            "tables" => object! {
                "type" => "array", "items" => object! { "type" => "integer" }, "description" => "Numbers of the tables that are in the way.",
            },
            "problems" => object! {
                "type" => "array", "items" => object! { "type" => "object" }, "description" => "What is wrong with pairings, one by one.",
            },
            "valid_formats" => texts.with("description", "The formats that can be asked for, where another one was."),
        },
    }
}

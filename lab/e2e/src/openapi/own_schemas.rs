//! Schemas that are not derived from a type: bodies of decklists, a page of a list, an error.

use domain::limits;
use proto_events::decklist::DecklistBody;
use utoipa::PartialSchema;

use super::json::Json;
use super::json::object;

/// The bodies of decklists: complete for a new list, partial for a change.
pub(super) fn bodies() -> [(String, Json); 2] {
    let body = Json::of(&DecklistBody::schema());
    let whole = body.clone().with("required", vec!["name"]);
    let mut change = body;
    change.take("required");
    change.set("description", "Changes of a decklist. Fields that are not given stay as they are.");
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
            "count" => object! {
                "type" => "integer", "format" => "int64", "minimum" => 0_i64,
                "description" => "Number of decklists on all pages.",
            },
            "next" => address("next"),
            "previous" => address("previous"),
            "results" => object! {
                "type" => "array",
                "items" => Json::reference("Decklist"),
                "maxItems" => limits::PAGE_SIZE_MAX,
                "description" => "The decklists of this page, by id.",
            },
        },
    }
}

/// A problem as `service_kit::problem` writes it.
pub(super) fn problem() -> Json {
    let text = |description: &str| object! { "type" => "string", "description" => description };
    let texts = object! { "type" => "array", "items" => object! { "type" => "string" } };
    object! {
        "type" => "object",
        "description" => "An error (RFC 9457).",
        "properties" => object! {
            "type" => text("A stable name for the kind of error.").with("format", "uri-reference"),
            "title" => text("The kind of error in words, the same for every error of this kind."),
            "status" => object! {
                "type" => "integer", "minimum" => 400_i64, "maximum" => 599_i64, "description" => "The status code.",
            },
            "detail" => text("What is wrong, where, and how to correct it, for people."),
            "code" => text(
                "A stable name for what `detail` says, such as `round-open`. The words may change, the name does not.",
            ),
            "arguments" => object! {
                "type" => "object",
                "description" => "The values in `detail`, by name. Absent if there is none.",
                "additionalProperties" => object! { "type" => "string" },
            },
            "errors" => object! {
                "type" => "object",
                "description" => "What is wrong with each invalid field, parameter or header. Absent if there is none.",
                "additionalProperties" => texts.clone(),
            },
            "magic_event" => object! {
                "type" => "integer", "format" => "int64",
                "description" => "Id of the event that no longer accepts decklists, or that has the tables.",
            },
            "decklist_deadline" => object! {
                "type" => vec!["string", "null"], "format" => "date-time",
                "description" => "The event's deadline for decklists; null if lists are locked when play begins.",
            },
            "legal" => texts.clone().with("description", "The steps that are possible in the current state."),
            "round" => object! {
                "type" => "integer", "format" => "int64", "description" => "Id of the round that prevents the step.",
            },
            "tables" => object! {
                "type" => "array", "items" => object! { "type" => "integer" },
                "description" => "Numbers of the tables that prevent the step.",
            },
            "problems" => object! {
                "type" => "array", "items" => object! { "type" => "object" },
                "description" => "The faults of the pairings.",
            },
            "valid_formats" => texts.with("description", "The supported formats, if the request asks for another one."),
        },
    }
}

//! The ids in requests: the table of all operations, and its section of `docs/security.md`.

use std::sync::LazyLock;

use api_kit::foreign_ids::{Row, table};
use domain::foreign_ids::{NamedId, Rule};

use crate::permissions::routes;

/// The ids in the requests of all operations.
pub static TABLE: LazyLock<Vec<Row>> = LazyLock::new(|| table(&routes()));

/// Returns the section: the rules, and the parameters that follow each rule.
pub fn page() -> String {
    let mut page = String::from("| Rule | Meaning |\n|---|---|\n");
    for rule in Rule::ALL {
        page += &format!("| {} | {} |\n", rule.name(), rule.text());
    }
    page += "\n| Parameter | Names | Rule | Answer for another organization's | Operations |\n|---|---|---|---|---|\n";
    for row in &*TABLE {
        page += &line(row);
    }
    page
}

fn line(Row { operations, id }: &Row) -> String {
    let NamedId { place, parameter, thing, rule, answer } = id;
    let operations: Vec<_> = operations.iter().map(|operation| format!("`{operation}`")).collect();
    let operations = if operations.is_empty() { "all".to_owned() } else { operations.join(", ") };
    let (place, thing, rule, answer) = (place.name(), thing.name(), rule.name(), answer.text());
    format!("| `{parameter}` ({place}) | {thing} | {rule} | {answer} | {operations} |\n")
}

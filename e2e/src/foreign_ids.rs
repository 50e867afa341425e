//! The section of `docs/security.md` about ids in requests, generated from `domain::foreign_ids`.

use domain::foreign_ids::{Row, Rule, TABLE};

/// Returns the section: the rules, and the parameters that follow each rule.
pub fn page() -> String {
    let mut page = String::from("| Rule | Meaning |\n|---|---|\n");
    for rule in Rule::ALL {
        page += &format!("| {} | {} |\n", rule.name(), rule.text());
    }
    page += "\n| Parameter | Names | Rule | Answer for another organization's | Operations |\n|---|---|---|---|---|\n";
    for row in TABLE {
        page += &line(row);
    }
    page
}

fn line(row: &Row) -> String {
    let Row { operations, place, parameter, thing, rule, answer } = row;
    let operations: Vec<_> = operations.iter().map(|operation| format!("`{operation}`")).collect();
    let operations = if operations.is_empty() { "all".to_owned() } else { operations.join(", ") };
    let (place, thing, rule, answer) = (place.name(), thing.name(), rule.name(), answer.text());
    format!("| `{parameter}` ({place}) | {thing} | {rule} | {answer} | {operations} |\n")
}

//! Prints lists to stdout: lines for people and simple tools, or JSON.
//!
//! The columns of a line are separated by tabs; a dash stands for a missing value. Column names go to stderr, so that
//! stdout holds only data.

use clap::Args;
use serde::Serialize;
use serde_json::Value;

use crate::out;

/// A line of a list. Its fields are the fields of the JSON.
pub(super) trait Row: Serialize {
    /// The fields of a line, in order.
    const COLUMNS: &'static [&'static str];
}

/// The format of a list.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct Listing {
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

impl Listing {
    /// Prints the list.
    pub(super) fn print<R: Row>(self, rows: &[R]) -> anyhow::Result<()> {
        if self.json {
            out::data(serde_json::to_string_pretty(rows)?)?;
            return Ok(());
        }
        out::say(R::COLUMNS.join("\t"));
        for row in rows {
            let row = serde_json::to_value(row)?;
            let cells: Vec<String> = R::COLUMNS.iter().map(|column| cell(&row[*column])).collect();
            out::data(cells.join("\t"))?;
        }
        Ok(())
    }
}

/// Formats a value without characters that break the line or control the terminal.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) if text.is_empty() => "-".to_owned(),
        Value::String(text) => text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_name_breaks_no_line_and_steers_no_terminal() {
        assert_eq!(cell(&json!("Ada\tL.\n\u{1b}[2J")), "Ada L.  [2J");
        assert_eq!([json!(null), json!(""), json!(7), json!(true)].map(|value| cell(&value)), ["-", "-", "7", "yes"]);
    }
}

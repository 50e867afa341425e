//! Prints lists to stdout: lines for people and simple tools, or JSON.
//!
//! The columns of a line are separated by tabs; a dash stands for a missing value. Column names go to stderr, so that
//! stdout holds only data.

use clap::Args;
use serde::Serializer;
use serde_json::Value;

use crate::out;

/// The format of a list.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct Listing {
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

/// A row, as a JSON object with its fields in order.
struct Row<'a, const N: usize>(&'a [&'static str; N], [Value; N]);

impl<const N: usize> serde::Serialize for Row<'_, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().zip(&self.1))
    }
}

impl Listing {
    /// Prints a list with these columns. Those that begin with `+` are only in the JSON.
    pub(super) fn print<const N: usize>(
        self,
        columns: [&'static str; N],
        rows: impl IntoIterator<Item = [Value; N]>,
    ) -> anyhow::Result<()> {
        let names = columns.map(|column| column.trim_start_matches('+'));
        if self.json {
            let rows: Vec<_> = rows.into_iter().map(|row| Row(&names, row)).collect();
            out::data(serde_json::to_string_pretty(&rows)?)?;
            return Ok(());
        }
        let in_lines = || columns.iter().enumerate().filter(|(_, column)| !column.starts_with('+'));
        out::say(in_lines().map(|(_, column)| *column).collect::<Vec<_>>().join("\t"));
        for row in rows {
            out::data(in_lines().map(|(place, _)| cell(&row[place])).collect::<Vec<_>>().join("\t"))?;
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

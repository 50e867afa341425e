//! Prints Markdown tables for `docs/benchmarks.md`.

use std::fmt::Write as _;
use std::io::Write as _;

#[derive(Debug, Default)]
pub(crate) struct Table {
    title: String,
    columns: String,
    rows: Vec<Vec<String>>,
    notes: Vec<String>,
}

impl Table {
    /// An empty table with these columns, as in `players | bytes`.
    pub(crate) fn new(title: impl Into<String>, columns: impl Into<String>) -> Self {
        Self { title: title.into(), columns: columns.into(), ..Self::default() }
    }

    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Adds a sentence below the table.
    pub(crate) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Formats the table as Markdown.
    pub(crate) fn markdown(&self) -> String {
        let lines = "---|".repeat(self.columns.split(" | ").count());
        let mut text = format!("### {}\n\n| {} |\n|{lines}\n", self.title, self.columns);
        for row in &self.rows {
            let _ = writeln!(text, "| {} |", row.join(" | "));
        }
        for note in &self.notes {
            let _ = write!(text, "\n{note}\n");
        }
        text
    }

    pub(crate) fn print(&self) -> std::io::Result<()> {
        writeln!(std::io::stdout(), "{}", self.markdown())
    }
}

/// Reports progress on standard error.
pub(crate) fn say(words: impl std::fmt::Display) {
    // If standard error is closed, the message is lost.
    let _ = writeln!(std::io::stderr(), "{words}");
}

//! Finds where metrics are recorded in the source, and generates the table of metrics for a page of the documentation.

use std::collections::BTreeSet;

use service_kit::metrics::table::METRICS;

use crate::source::files;

/// A call of one of the macros that record a metric.
#[derive(Debug)]
pub struct Recording {
    /// File and line.
    pub place: String,
    /// `counter`, `gauge` or `histogram`.
    pub kind: &'static str,
    /// Name of the metric; `None` if it is not a literal.
    pub name: Option<String>,
    /// Names of the labels.
    pub labels: BTreeSet<String>,
}

/// All recordings outside tests.
pub fn recordings() -> Vec<Recording> {
    let mut found = Vec::new();
    for file in files(&[".rs"]).into_iter().filter(|file| !file.is_test()) {
        let code: Vec<_> = file.code().collect();
        let lines: Vec<_> = code.iter().map(|(_, line)| *line).collect();
        let text = lines.join("\n");
        for kind in ["counter", "gauge", "histogram"] {
            let call = format!("{kind}!(");
            for (at, _) in text.match_indices(&call).filter(|(at, _)| !text[..*at].ends_with(['_'])) {
                let line = code[text[..at].matches('\n').count()].0;
                found.push(read(kind, &text[at + call.len()..], format!("{}:{line}", file.path)));
            }
        }
    }
    found
}

fn read(kind: &'static str, rest: &str, place: String) -> Recording {
    let arguments = &rest[..end(rest)];
    let literal =
        |text: &str| text.trim_start().strip_prefix('"').and_then(|text| Some(text.split_once('"')?.0.into()));
    let parts: Vec<_> = arguments.split(" =>").collect();
    let labels = parts[..parts.len() - 1].iter().map(|part| {
        let part = part.trim_end().trim_end_matches('"');
        part[part.rfind('"').map_or(0, |quote| quote + 1)..].to_owned()
    });
    Recording { place, kind, name: literal(arguments), labels: labels.collect() }
}

/// The index of the macro's closing parenthesis.
fn end(rest: &str) -> usize {
    let mut depth = 1;
    for (at, letter) in rest.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    rest.len()
}

/// The table of metrics in Markdown.
pub fn page() -> String {
    let mut page = String::from("| Metric | Kind | In | By | Meaning |\n|---|---|---|---|---|\n");
    for metric in METRICS {
        let labels: Vec<_> = metric.labels.iter().map(|label| format!("`{label}`")).collect();
        let (name, kind, unit, help) = (metric.name, metric.kind.name(), metric.unit, metric.help);
        page += &format!("| `{name}` | {kind} | {unit} | {} | {help} |\n", labels.join(", "));
    }
    page
}

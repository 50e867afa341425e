//! The table of limits for a page of the documentation.

use service_kit::limits::LIMITS;

/// The table of limits in Markdown.
pub fn page() -> String {
    let mut page = String::from("| Limit | Option | Default | Beyond it |\n|---|---|---|---|\n");
    for limit in LIMITS {
        let (what, option, beyond) = (limit.what, limit.option(), limit.beyond);
        let default = match limit.unit {
            "bytes" => limit.shown(limit.default),
            unit => format!("{} {unit}", limit.default),
        };
        page += &format!("| {what} | `--{option}` | {default} | {beyond} |\n");
    }
    page
}

//! Reads and writes values of options.

use std::path::Path;

use anyhow::Context;

/// Replaces the password in the URL of a database.
pub(super) fn without_password(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", ""));
    let (rest, query) = rest.split_once('?').map_or((rest, None), |(rest, query)| (rest, Some(query)));
    let query = query.filter(|query| !query.contains("password")).map_or_else(String::new, |query| format!("?{query}"));
    let rest = match rest.rsplit_once('@') {
        Some((user, place)) => match user.split_once(':') {
            Some((user, _)) => format!("{user}:PASSWORD@{place}"),
            None => rest.to_owned(),
        },
        None => rest.to_owned(),
    };
    format!("{scheme}://{rest}{query}")
}

/// Quotes a word for a shell if needed.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/:.,@_-+=%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Reads a file without the final newline.
pub(super) fn read_line(file: &Path) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{} cannot be read", file.display()))?;
    Ok(text.trim().to_owned())
}

/// Parses an HTTP address and removes a final slash.
pub(super) fn public_url(text: &str) -> Result<String, String> {
    let url = text.trim_end_matches('/');
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or_default();
    if rest.is_empty() || rest.contains(|c: char| c.is_whitespace() || c == '?' || c == '#') {
        return Err("must begin with https:// or http:// and name a host, such as https://events.example".to_owned());
    }
    Ok(url.to_owned())
}

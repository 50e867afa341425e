//! The addresses of decklists on their deck host.

/// Maximum length of an id on a deck host that is put into an address.
const LONGEST_ID: usize = 200;
/// The place of the id in an address.
const PLACE: &str = "{id}";

/// Builds the address of a list on its deck host from the id that the host gave it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeckHost {
    /// The text before the id and the text after it; none if the host is not known.
    around: Option<(String, String)>,
}

/// The text is no address with a place for an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "must be an address that begins with https:// or http:// and has {{id}} once, such as https://decks.example/{{id}}"
)]
pub struct NoTemplate;

impl DeckHost {
    /// Creates a deck host from the address of its lists, with `{id}` in place of the id.
    ///
    /// # Errors
    /// If the text is no address, or does not have `{id}` exactly once.
    pub fn new(template: &str) -> Result<Self, NoTemplate> {
        let (before, after) = template.split_once(PLACE).ok_or(NoTemplate)?;
        let has_host = ["https://", "http://"].iter().any(|scheme| {
            before.strip_prefix(scheme).is_some_and(|rest| rest.find('/').is_some_and(|length| length > 0))
        });
        let is_plain = |c: char| c.is_ascii_graphic() && !matches!(c, '<' | '>' | '"' | '\\' | ';' | '{' | '}');
        if !has_host || !before.chars().chain(after.chars()).all(is_plain) {
            return Err(NoTemplate);
        }
        Ok(Self { around: Some((before.to_owned(), after.to_owned())) })
    }

    /// Returns the deck host of the services whose field names are used with `--compat-field-names vendor`.
    pub fn of_vendor() -> Self {
        Self { around: Some(("https://www.moxfield.com/decks/".to_owned(), String::new())) }
    }

    /// Returns the template; empty if the host is not known.
    pub fn template(&self) -> String {
        self.around.as_ref().map_or_else(String::new, |(before, after)| format!("{before}{PLACE}{after}"))
    }

    /// Returns the address of the list with this id; `None` if the host is not known or the id is empty or too long.
    pub fn address(&self, id: &str) -> Option<String> {
        let (before, after) = self.around.as_ref().filter(|_| !id.is_empty() && id.len() <= LONGEST_ID)?;
        let mut address = before.clone();
        for byte in id.bytes() {
            // The unreserved characters of RFC 3986; all others are percent-encoded.
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => address.push(char::from(byte)),
                _ => address.push_str(&format!("%{byte:02X}")),
            }
        }
        address.push_str(after);
        Some(address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_the_id_in_its_place() {
        let host = DeckHost::new("https://decks.example/d/{id}?from=events").unwrap();
        assert_eq!(host.address("b7-Xk_2").unwrap(), "https://decks.example/d/b7-Xk_2?from=events");
        assert_eq!(host.address("a/../b c\u{e4}").unwrap(), "https://decks.example/d/a%2F..%2Fb%20c%C3%A4?from=events");
        assert_eq!(host.template(), "https://decks.example/d/{id}?from=events");
        assert_eq!(DeckHost::of_vendor().address("x").unwrap(), "https://www.moxfield.com/decks/x");
        assert!(host.address("").is_none() && host.address(&"x".repeat(201)).is_none());
        assert!(DeckHost::default().address("x").is_none() && DeckHost::default().template().is_empty());
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "{id}",
            "https://decks.example/",
            "https://{id}",
            "https:///{id}",
            "javascript:alert/{id}",
            "https://decks.example/{id}/{id}",
            "https://decks.example/<b>/{id}",
            "https://decks.example/a b/{id}",
        ] {
            assert_eq!(DeckHost::new(text), Err(NoTemplate), "{text}");
        }
    }
}

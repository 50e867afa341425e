//! The commander and its partner, as a list's text names them under a heading of their own.

/// Headings that end the commander's section, and the ones that begin it.
const OTHER_HEADINGS: [&str; 6] = ["deck", "mainboard", "main", "sideboard", "companion", "maybeboard"];
const COMMANDER_HEADINGS: [&str; 2] = ["commander", "commanders"];

/// The first two cards under the heading `Commander`; empty where there are none.
pub(in crate::views) fn commanders(text: &str) -> (&str, &str) {
    let mut cards = text
        .lines()
        .map(str::trim)
        .skip_while(|line| !is_heading(line, &COMMANDER_HEADINGS))
        .skip(1)
        .take_while(|line| !line.is_empty() && !is_heading(line, &OTHER_HEADINGS))
        .map(card_name);
    (cards.next().unwrap_or_default(), cards.next().unwrap_or_default())
}

/// A heading may come as `Commander`, `Commander:`, `// Commander` or `Commander (1)`.
fn is_heading(line: &str, headings: &[&str]) -> bool {
    let word = line.trim_start_matches(['/', '#', ' ']);
    let word = word.split(['(', ':']).next().unwrap_or_default().trim();
    headings.iter().any(|heading| word.eq_ignore_ascii_case(heading))
}

/// `1x Name (SET) 12 *F*` without count, set, number and mark.
fn card_name(line: &str) -> &str {
    let name = match line.split_once(' ') {
        Some((count, name)) if is_count(count) => name,
        _ => line,
    };
    let name = name.split(" (").next().unwrap_or_default();
    name.split(" *").next().unwrap_or_default().trim()
}

fn is_count(word: &str) -> bool {
    let digits = word.trim_end_matches(['x', 'X']);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commanders_stand_under_their_heading() {
        for (text, found) in [
            (
                "Commander\n1 Tymna the Weaver\n1 Thrasios, Triton Hero\n\nDeck\n98 Island",
                ("Tymna the Weaver", "Thrasios, Triton Hero"),
            ),
            ("1 Island\n\nCommander:\n1x Najeela (BBD) 62 *F*\nDeck\n99 Forest", ("Najeela", "")),
            ("// Commander (1)\r\nKinnan\r\n\r\n99 Forest", ("Kinnan", "")),
            ("4 Brainstorm\n\nSideboard\n2 Force of Will", ("", "")),
            ("", ("", "")),
        ] {
            assert_eq!(commanders(text), found, "{text}");
        }
    }
}

//! Removes the differences between keyboards, sites and systems from the lines of a text.

use std::borrow::Cow;

/// Characters that begin a list item if a space follows.
const BULLETS: [char; 14] = ['-', '*', '+', '>', '–', '—', '•', '·', '∙', '●', '▪', '◦', '‣', '■'];

/// Returns the lines with their numbers from 1. They end with `\n`, `\r\n`, `\r` or Unicode's separators.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = Some(text);
    let lines = std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = text.find(['\n', '\r', '\u{2028}', '\u{2029}']) else {
            rest = None;
            return Some(text);
        };
        let (line, tail) = text.split_at(end);
        let tail = tail.strip_prefix("\r\n").unwrap_or_else(|| {
            let mut chars = tail.chars();
            chars.next();
            chars.as_str()
        });
        rest = Some(tail);
        Some(line)
    });
    (1..).zip(lines)
}

/// Returns the line with plain spaces, quotes and digits, without invisible characters and without a bullet. Tabs stay,
/// since they separate columns.
pub(super) fn tidy(line: &str) -> Cow<'_, str> {
    if is_tidy(line) {
        return Cow::Borrowed(line);
    }
    let mut tidied = String::with_capacity(line.len());
    for char in line.chars() {
        let char = match char {
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => {
                continue;
            }
            '\t' => '\t',
            '《' | '》' => ' ',
            '‘' | '’' | 'ʼ' | '´' => '\'',
            '“' | '”' => '"',
            '０'..='９' => char::from_digit(u32::from(char) - u32::from('０'), 10).unwrap_or(char),
            char if char.is_whitespace() || char.is_control() => ' ',
            char => char,
        };
        if char == '\t' && tidied.ends_with(' ') {
            tidied.pop();
        }
        if !(matches!(char, ' ' | '\t') && tidied.ends_with([' ', '\t'])) {
            tidied.push(char);
        }
    }
    Cow::Owned(without_bullet(tidied.trim()).to_owned())
}

/// Whether the line is tidy already, as most lines are: plain characters and single spaces.
fn is_tidy(line: &str) -> bool {
    let mut last = b' ';
    let is_plain = line.bytes().all(|byte| {
        let is_double = byte == b' ' && last == b' ';
        last = byte;
        matches!(byte, b' '..=b'~') && !is_double
    });
    is_plain && last != b' ' && !line.starts_with(BULLETS)
}

fn without_bullet(line: &str) -> &str {
    line.strip_prefix(BULLETS).and_then(|rest| rest.strip_prefix([' ', '\t'])).map_or(line, str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_every_way_there_is() {
        let found: Vec<_> = lines("a\r\nb\rc\n\nd\u{2028}e\r\r\n").collect();
        assert_eq!(found, [(1, "a"), (2, "b"), (3, "c"), (4, ""), (5, "d"), (6, "e"), (7, ""), (8, "")]);
        assert_eq!(lines("").collect::<Vec<_>>(), [(1, "")]);
    }

    #[test]
    fn what_cannot_be_seen_does_not_matter() {
        for (line, tidied) in [
            ("\u{feff}4 Brainstorm\u{200b} ", "4 Brainstorm"),
            ("4\u{a0}\u{a0}Urza’s  Saga", "4 Urza's Saga"),
            ("\t 4 \t Brainstorm", "4\tBrainstorm"),
            ("４ 《思案》", "4 思案"),
            ("• 4x Brainstorm", "4x Brainstorm"),
            ("- Brainstorm", "Brainstorm"),
            ("-4 Brainstorm", "-4 Brainstorm"),
            ("\u{0}4 Brain\u{7}storm", "4 Brain storm"),
            ("\u{202e}4 Brainstorm\u{202c}", "4 Brainstorm"),
            ("- ", "-"),
        ] {
            assert_eq!(tidy(line), tidied, "{line:?}");
        }
    }
}

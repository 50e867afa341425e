//! Texts in a picture: removes characters that XML does not allow, and shortens texts to the available room.

use std::borrow::Cow;

/// Maximum number of characters of a text in a picture, including its label.
const LONGEST: usize = 300;

/// Returns the text on one line, without control characters, characters that change the text direction, and characters
/// that XML forbids.
pub(super) fn clean(text: &str) -> String {
    if is_clean(text) {
        return text.to_owned();
    }
    let visible = text.chars().take(LONGEST).filter_map(|char| match char {
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => None,
        '\u{fdd0}'..='\u{fdef}' => None,
        char if u32::from(char) & 0xfffe == 0xfffe => None,
        char if char.is_control() || char.is_whitespace() => Some(' '),
        char => Some(char),
    });
    let visible: String = visible.collect();
    visible.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns whether the text needs no cleaning, like most names.
fn is_clean(text: &str) -> bool {
    let printed = |byte: u8| (b' '..=b'~').contains(&byte);
    text.len() <= LONGEST && text.bytes().all(printed) && text.trim_ascii().len() == text.len() && !text.contains("  ")
}

/// Returns the width of a text in letters.
pub(super) fn width(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.chars().map(width_of).sum()
}

/// Returns the text, or as much of its beginning as fits into this many letters.
pub(super) fn shorten(text: &str, letters: usize) -> Cow<'_, str> {
    // Characters without a width are drawn over others: too many of them are cut as well.
    if width(text) <= letters && text.chars().count() <= 2 * letters {
        return Cow::Borrowed(text);
    }
    let (mut taken, mut end) = (1, 0);
    for (at, char) in text.char_indices().take(2 * letters) {
        taken += width_of(char);
        if taken > letters {
            break;
        }
        end = at + char.len_utf8();
    }
    Cow::Owned(format!("{}…", text[..end].trim_end()))
}

fn width_of(char: char) -> usize {
    match u32::from(char) {
        // Accents, joiners and selectors, which take no room of their own.
        0x300..=0x36f | 0x200b..=0x200d | 0x20d0..=0x20ff | 0xfe00..=0xfe0f | 0xe0100..=0xe01ef => 0,
        // Wide scripts and pictures, which are drawn in squares.
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60 => 2,
        0x1f000..=0x1faff | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_cannot_hold_is_gone() {
        assert_eq!(clean("A\u{0}B\u{b}\n C\u{fffe}\u{ffff}\u{1fffe}\u{202e}D\u{85}"), "A B CD");
        assert_eq!(clean("  "), "");
        assert_eq!(clean(&"é".repeat(1_000)).chars().count(), 300);
    }

    #[test]
    fn what_is_too_long_ends_in_dots() {
        assert_eq!(shorten("Brainstorm", 10), "Brainstorm");
        assert_eq!(shorten("Brainstorm!", 10), "Brainstor…");
        assert_eq!(shorten("Force of Will", 7), "Force…");
        assert_eq!(shorten("渦まく知識", 8), "渦まく…");
        let heap = format!("Z{}", "\u{300}".repeat(500));
        assert!(shorten(&heap, 10).chars().count() <= 21);
        assert_eq!(shorten("abc", 0), "…");
    }
}

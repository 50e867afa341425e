//! The count of a card, before the name or after it.

use std::sync::LazyLock;

use super::marks::{Place, marks};

/// The signs between a count and a name.
static COPIES: LazyLock<Vec<char>> = LazyLock::new(|| marks(Place::Copies).concat().chars().collect());

/// Whether the text consists of digits only.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Converts digits to a number, at most the largest `u32`.
pub(super) fn number(digits: &str) -> u32 {
    digits.parse().unwrap_or(u32::MAX)
}

/// Reads the count before a name: `4`, `4x`, `x4`, `(4)`, `[4x]`, `4 x`, `4 |`. The rest may be empty.
pub(super) fn counted(text: &str) -> Option<(u32, &str)> {
    let (inner, closing) = match text.chars().next()? {
        '(' => (&text[1..], Some(')')),
        '[' => (&text[1..], Some(']')),
        _ => (text, None),
    };
    let inner = inner.strip_prefix(&COPIES[..]).unwrap_or(inner);
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = inner.split_at(digits);
    if digits.is_empty() {
        return None;
    }
    let times = rest.strip_prefix(&COPIES[..]);
    let mut rest = times.unwrap_or(rest);
    if let Some(closing) = closing {
        rest = rest.strip_prefix(closing)?;
    }
    let rest = match rest.strip_prefix([' ', ':']) {
        Some(rest) => rest.trim_start(),
        // `4xBrainstorm`
        None if times.is_some() && rest.starts_with(|char: char| char.is_alphabetic() && !char.is_lowercase()) => rest,
        None if rest.is_empty() => rest,
        None => return None,
    };
    // `4 x Brainstorm`
    let signs = |char: char| char == '|' || COPIES.contains(&char);
    let lone = rest.strip_prefix(signs).and_then(|rest| rest.strip_prefix(' ')).filter(|_| times.is_none());
    Some((number(digits), lone.unwrap_or(rest)))
}

/// Reads a count after the name: `Brainstorm x4`, `Brainstorm 4x`, `Brainstorm x 4`.
pub(super) fn count_behind(text: &str) -> Option<(&str, u32)> {
    let (name, count) = text.rsplit_once(' ')?;
    if is_number(count) {
        let name = name.strip_suffix(&COPIES[..])?.strip_suffix(' ')?;
        return Some((name, number(count)));
    }
    copies(count).map(|count| (name, count))
}

/// Reads a number with the sign of a count: `x4`, `4x`.
pub(super) fn copies(text: &str) -> Option<u32> {
    let digits = text.strip_prefix(&COPIES[..]).or_else(|| text.strip_suffix(&COPIES[..]))?;
    is_number(digits).then(|| number(digits))
}

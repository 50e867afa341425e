//! The count of a card, before the name or after it.

/// Whether the text consists of digits only.
pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Converts digits to a number, at most the largest `u32`.
pub(super) fn number(digits: &str) -> u32 {
    digits.parse().unwrap_or(u32::MAX)
}

/// Reads the count before a name: `4`, `4x`, `x4`, `(4)`, `[4x]`, `4 x`. The rest may be empty.
pub(super) fn counted(text: &str) -> Option<(u32, &str)> {
    let (inner, closing) = match text.chars().next()? {
        '(' => (&text[1..], Some(')')),
        '[' => (&text[1..], Some(']')),
        _ => (text, None),
    };
    let inner = inner.strip_prefix(['x', 'X']).unwrap_or(inner);
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = inner.split_at(digits);
    if digits.is_empty() {
        return None;
    }
    let times = rest.strip_prefix(['x', 'X', '×', '*']);
    let mut rest = times.unwrap_or(rest);
    if let Some(closing) = closing {
        rest = rest.strip_prefix(closing)?;
    }
    let rest = match rest.strip_prefix([' ', ':']) {
        Some(rest) => rest.trim_start(),
        // `4xBrainstorm`
        None if times.is_some() && rest.starts_with(char::is_uppercase) => rest,
        None if rest.is_empty() => rest,
        None => return None,
    };
    // `4 x Brainstorm`
    let lone = rest.strip_prefix(['x', 'X', '×']).and_then(|rest| rest.strip_prefix(' ')).filter(|_| times.is_none());
    Some((number(digits), lone.unwrap_or(rest)))
}

/// Reads a count after the name: `Brainstorm x4`.
pub(super) fn count_behind(text: &str) -> Option<(&str, u32)> {
    let (name, count) = text.rsplit_once(' ')?;
    let digits = count.strip_prefix(['x', 'X', '×'])?;
    is_number(digits).then(|| (name, number(digits)))
}

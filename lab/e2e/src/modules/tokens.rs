//! Words and signs of a Rust file, without comments, literals and parts that only tests compile.

/// Returns the tokens of a file's text. `::` is one token; a path or a macro in a string is none.
pub(super) fn of(text: &str) -> Vec<String> {
    without_tests(&split(text))
}

fn split(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let (one, next) = (letters[at], letters.get(at + 1).copied().unwrap_or(' '));
        match (one, next) {
            ('/', '/') => at += letters[at..].iter().take_while(|letter| **letter != '\n').count(),
            ('/', '*') => at = end_of_comment(&letters, at),
            ('"', _) => at = end_of_text(&letters, at),
            ('r', '"' | '#') if is_raw_text(&letters, at) => at = end_of_raw_text(&letters, at),
            ('\'', _) => at = end_of_letter(&letters, at),
            (':', ':') => {
                tokens.push("::".to_owned());
                at += 2;
            }
            _ if is_word(one) => {
                let word: String = letters[at..].iter().take_while(|letter| is_word(**letter)).collect();
                at += word.chars().count();
                tokens.push(word);
            }
            _ => {
                tokens.extend((!one.is_whitespace()).then(|| one.to_string()));
                at += 1;
            }
        }
    }
    tokens
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn end_of_comment(letters: &[char], begin: usize) -> usize {
    let (mut at, mut depth) = (begin, 0);
    while at < letters.len() {
        match letters[at..] {
            ['/', '*', ..] => depth += 1,
            ['*', '/', ..] => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            break;
        }
    }
    at
}

fn end_of_text(letters: &[char], begin: usize) -> usize {
    let mut at = begin + 1;
    while at < letters.len() && letters[at] != '"' {
        at += if letters[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

fn is_raw_text(letters: &[char], at: usize) -> bool {
    letters[at + 1..].iter().find(|letter| **letter != '#') == Some(&'"')
}

fn end_of_raw_text(letters: &[char], begin: usize) -> usize {
    let signs = letters[begin + 1..].iter().take_while(|letter| **letter == '#').count();
    let end: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', signs)).collect();
    let mut at = begin + signs + 2;
    while at < letters.len() && !letters[at..].starts_with(&end) {
        at += 1;
    }
    at + end.len()
}

/// Skips a character literal, or the quote of a lifetime.
fn end_of_letter(letters: &[char], begin: usize) -> usize {
    match letters[begin + 1..] {
        ['\\', ..] => begin + 3 + letters[begin + 3..].iter().take_while(|letter| **letter != '\'').count() + 1,
        [_, '\'', ..] => begin + 3,
        _ => begin + 1,
    }
}

/// Removes the items after `#[cfg(test)]`, and the attributes of other items.
fn without_tests(tokens: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !is_attribute(tokens, at) {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let end = end_of_attribute(tokens, at);
        let attribute = &tokens[at..end];
        let names = |word: &str| attribute.iter().any(|token| token == word);
        at = end;
        if names("cfg") && names("test") && !names("not") && !names("any") {
            at = end_of_item(tokens, end);
        }
    }
    kept
}

fn is_attribute(tokens: &[String], at: usize) -> bool {
    tokens[at] == "#" && tokens[at + 1..].iter().find(|token| *token != "!").is_some_and(|token| token == "[")
}

fn end_of_attribute(tokens: &[String], begin: usize) -> usize {
    let open = begin + tokens[begin..].iter().take_while(|token| *token != "[").count();
    closing(tokens, open)
}

/// The place after the bracket that closes the one at `open`.
fn closing(tokens: &[String], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

fn end_of_item(tokens: &[String], begin: usize) -> usize {
    let mut at = begin;
    let mut is_use = false;
    while at < tokens.len() {
        match tokens[at].as_str() {
            "#" if is_attribute(tokens, at) => at = end_of_attribute(tokens, at),
            ";" => return at + 1,
            "{" if !is_use => return closing(tokens, at),
            "(" | "[" | "{" => at = closing(tokens, at),
            token => {
                is_use |= token == "use";
                at += 1;
            }
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_literals_and_tests_are_no_tokens() {
        let text = r##"
            // crate::a
            /* crate::b /* crate::c */ */
            const TEXT: &str = "crate::d \" crate::e";
            const RAW: &str = r#"crate::f"#;
            fn quoted<'a>(letter: &'a char) -> bool { matches!(letter, '"' | '\'') }
            #[cfg(test)] #[allow(dead_code)] use crate::{g, h};
            #[cfg(test)] mod tests { use crate::i; }
            use crate::k;
        "##;
        let tokens = of(text);
        assert_eq!(tokens.iter().filter(|token| *token == "crate").count(), 1, "{tokens:?}");
        assert_eq!(tokens[tokens.len() - 5..], ["use", "crate", "::", "k", ";"]);
    }
}

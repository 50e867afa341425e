//! Words and signs of a Rust file, without comments, literals and parts that only tests compile.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// Returns the tokens of a file's text. `::` is one token; a path or a macro in a string is none.
pub(super) fn of(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    flatten(text.parse().unwrap_or_else(|error| panic!("{error}: {:?}", text.lines().next())), &mut tokens);
    without_tests(&tokens)
}

fn flatten(stream: TokenStream, tokens: &mut Vec<String>) {
    let mut stream = stream.into_iter().peekable();
    while let Some(token) = stream.next() {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                tokens.push(open.to_owned());
                flatten(group.stream(), tokens);
                tokens.push(close.to_owned());
            }
            TokenTree::Punct(sign) if sign.as_char() == ':' && sign.spacing() == Spacing::Joint => {
                let is_path = |next: &TokenTree| matches!(next, TokenTree::Punct(next) if next.as_char() == ':');
                tokens.push(if stream.next_if(is_path).is_some() { "::" } else { ":" }.to_owned());
            }
            TokenTree::Literal(_) => {}
            other => tokens.push(other.to_string()),
        }
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

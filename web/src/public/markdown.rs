//! Markdown that people write, as HTML and as plain text. Nothing has to be sanitized: the only tags are those that this
//! writer writes, and it escapes every letter of the source. HTML in the source is shown as text, images become links, and
//! links lead to `http:`, `https:` and `mailto:` only. To allow another element, add an arm to [`Writer::tags`].

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd, TextMergeStream};

use super::head::escape;

/// Maximum number of open elements around a list or a quotation; deeper ones keep their text and lose their tags.
const DEPTH: usize = 12;
/// Maximum size of the HTML in bytes; the rest is cut.
const SIZE: usize = 96 * 1024;
/// The level of the heading above the text. Headings of the text are lower, and leave out no level.
const LEVEL: usize = 2;
/// The tags of headings, by level.
const HEADINGS: [(&str, &str); 7] = [
    ("", ""),
    ("<h1>", "</h1>"),
    ("<h2>", "</h2>"),
    ("<h3>", "</h3>"),
    ("<h4>", "</h4>"),
    ("<h5>", "</h5>"),
    ("<h6>", "</h6>"),
];
/// Characters that end a sentence rather than an address in it.
const AFTER_ADDRESS: [char; 9] = ['.', ',', ';', ':', '!', '?', ')', '\'', '*'];

pub(crate) fn html(source: &str) -> String {
    let mut writer = Writer { level: LEVEL, ..Writer::default() };
    for event in events(source) {
        writer.write(event);
        if writer.html.len() > SIZE {
            writer.html.push('…');
            break;
        }
    }
    while !writer.open.is_empty() {
        writer.end();
    }
    writer.html
}

/// Returns the beginning of a text without marks: at most `most` characters.
pub(crate) fn plain(source: &str, most: usize) -> String {
    let mut text = String::new();
    for event in events(source) {
        match event {
            Event::Text(part) | Event::Code(part) | Event::Html(part) | Event::InlineHtml(part) => {
                text.extend(part.chars().filter(|letter| is_shown(*letter)));
            }
            Event::End(TagEnd::TableCell) => text.push(' '),
            Event::End(end) if is_inline(end) => {}
            Event::SoftBreak | Event::HardBreak | Event::End(_) | Event::Start(Tag::List(_)) => {
                text.truncate(text.trim_end().len());
                text.push('\n');
            }
            _ => {}
        }
        // A character has at most four bytes.
        if text.len() > most * 4 {
            break;
        }
    }
    let text = text.trim();
    if text.char_indices().nth(most).is_none() {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// Returns whether a link may lead to this address.
pub(crate) fn is_target(address: &str) -> bool {
    let begins = |scheme: &&str| address.get(..scheme.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(scheme));
    let rest = ["http://", "https://", "mailto:"].iter().find(|scheme| begins(scheme)).map(|it| &address[it.len()..]);
    let is_odd = |letter: char| letter.is_whitespace() || !is_shown(letter);
    rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(is_odd))
}

/// Returns whether a character is shown: controls are not, nor marks that turn the direction of what follows.
fn is_shown(letter: char) -> bool {
    let turns = matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !turns && (!letter.is_control() || matches!(letter, '\n' | '\t'))
}

fn is_inline(end: TagEnd) -> bool {
    matches!(end, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
}

fn events(source: &str) -> impl Iterator<Item = Event<'_>> {
    TextMergeStream::new(Parser::new_ext(source, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH))
}

#[derive(Default)]
struct Writer {
    html: String,
    open: Vec<Open>,
    /// The level of the last heading.
    level: usize,
    /// The address of the link that is open.
    target: String,
}

struct Open {
    /// Its end tag; empty if it is not written.
    end: &'static str,
    /// Where its start tag begins, and where its content begins.
    at: [usize; 2],
}

impl Writer {
    fn write(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(_) => self.end(),
            Event::Text(text) if self.is_in("</a>") || self.is_in("</code></pre>") => self.escape(&text),
            Event::Text(text) => self.text(&text),
            Event::Code(text) => {
                self.html.push_str("<code>");
                self.escape(&text);
                self.html.push_str("</code>");
            }
            Event::Html(text) | Event::InlineHtml(text) => self.escape(&text),
            // People who type a new line mean one.
            Event::SoftBreak | Event::HardBreak => self.html.push_str("<br>\n"),
            Event::Rule => self.html.push_str("<hr>\n"),
            _ => {}
        }
    }

    fn is_in(&self, end: &str) -> bool {
        self.open.iter().any(|open| open.end == end)
    }

    fn start(&mut self, tag: &Tag<'_>) {
        let from = self.html.len();
        let is_written = match tag {
            Tag::List(_) | Tag::BlockQuote(_) => self.open.len() < DEPTH,
            Tag::Item | Tag::TableHead | Tag::TableRow | Tag::TableCell => {
                self.open.last().is_some_and(|open| !open.end.is_empty())
            }
            Tag::Link { .. } | Tag::Image { .. } => !self.is_in("</a>"),
            _ => self.open.len() < 2 * DEPTH,
        };
        let (start, end) = if is_written { self.tags(tag) } else { ("", "") };
        self.html.push_str(start);
        self.open.push(Open { end, at: [from, self.html.len()] });
    }

    /// Returns the tags of an element. Start tags with attributes are written at once.
    fn tags(&mut self, tag: &Tag<'_>) -> (&'static str, &'static str) {
        match tag {
            Tag::Paragraph | Tag::HtmlBlock => ("<p>", "</p>\n"),
            Tag::Heading { level, .. } => {
                self.level = (*level as usize + LEVEL).min(self.level + 1).min(6);
                HEADINGS[self.level]
            }
            Tag::BlockQuote(_) => ("<blockquote>\n", "</blockquote>\n"),
            Tag::CodeBlock(_) => ("<pre><code>", "</code></pre>"),
            Tag::List(None) => ("<ul>\n", "</ul>\n"),
            Tag::List(Some(first)) => {
                self.html.push_str(&format!("<ol start=\"{first}\">\n"));
                ("", "</ol>\n")
            }
            Tag::Item => ("<li>", "</li>\n"),
            Tag::Table(_) => ("<div class=\"wide\" tabindex=\"0\"><table>\n", "</tbody></table></div>\n"),
            Tag::TableHead => ("<thead><tr>", "</tr></thead><tbody>\n"),
            Tag::TableRow => ("<tr>", "</tr>\n"),
            Tag::TableCell if self.is_in("</tr></thead><tbody>\n") => ("<th scope=\"col\">", "</th>"),
            Tag::TableCell => ("<td>", "</td>"),
            Tag::Emphasis => ("<em>", "</em>"),
            Tag::Strong => ("<strong>", "</strong>"),
            Tag::Strikethrough => ("<del>", "</del>"),
            Tag::Link { link_type: LinkType::Email, dest_url, .. } => self.link(&format!("mailto:{dest_url}")),
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => self.link(dest_url),
            _ => ("", ""),
        }
    }

    fn link(&mut self, target: &str) -> (&'static str, &'static str) {
        if !is_target(target) {
            return ("", "");
        }
        target.clone_into(&mut self.target);
        self.html.push_str("<a href=\"");
        self.escape(target);
        ("\" rel=\"nofollow noopener ugc\">", "</a>")
    }

    fn end(&mut self) {
        let Some(Open { end, at: [from, content] }) = self.open.pop() else { return };
        let is_empty = self.html.get(content..).is_none_or(|text| text.trim().is_empty());
        match end {
            // Readers that read aloud need a text for each link and heading.
            "</a>" if is_empty => {
                let target = std::mem::take(&mut self.target);
                self.escape(&target);
            }
            "</th>" if is_empty => return self.replace(from, "<td></td>"),
            "</h3>" | "</h4>" | "</h5>" | "</h6>" if is_empty => return self.replace(from, ""),
            _ => {}
        }
        self.html.push_str(end);
    }

    fn replace(&mut self, from: usize, html: &str) {
        self.html.truncate(from);
        self.html.push_str(html);
    }

    /// Writes a text, with addresses in it as links.
    fn text(&mut self, text: &str) {
        let mut written = 0;
        for (at, _) in text.match_indices("http") {
            let (before, from) = text.split_at(at);
            let begins = from.starts_with("http://") || from.starts_with("https://");
            if at < written || !begins || before.ends_with(char::is_alphanumeric) {
                continue;
            }
            let word = from.split(|letter: char| letter.is_whitespace() || "<>\"".contains(letter)).next();
            let address = word.unwrap_or_default().trim_end_matches(AFTER_ADDRESS);
            if is_target(address) {
                self.escape(&text[written..at]);
                let (start, end) = self.link(address);
                self.html.push_str(start);
                self.escape(address);
                self.html.push_str(end);
                written = at + address.len();
            }
        }
        self.escape(&text[written..]);
    }

    fn escape(&mut self, text: &str) {
        text.chars().filter(|letter| is_shown(*letter)).for_each(|letter| escape(&mut self.html, letter));
    }
}

#[cfg(test)]
mod tests;

//! XML as elements that know their lines. Entities of a file's own are refused, and so is a file whose elements would
//! take very long to read.

use domain::limits::SHORT_TEXT;
use domain::names;
use roxmltree::{Document, Error, Node};

use crate::problems::{IntoMessage, Path, ProblemSink};

/// Limit of attributes of an element; each is compared with all others.
const ATTRIBUTES: usize = 500;
/// Limit of namespaces of a file; each element may have a list of them.
const NAMESPACES: usize = 20;

pub(super) fn parse<'a>(text: &'a str, problems: &ProblemSink) -> Option<Document<'a>> {
    if let Some(message) = excess(text) {
        problems.add(Path::Root, message);
        return None;
    }
    match Document::parse(text) {
        Ok(document) => return Some(document),
        Err(Error::DtdDetected) => {
            let line = text.split("<!DOCTYPE").next().unwrap_or_default().matches('\n').count() + 1;
            let message =
                "is a DOCTYPE. It can define entities, which are not read; delete it and import the file again";
            problems.add(Path::Line(line), message);
        }
        Err(error) => add_malformed(&error, text, problems),
    }
    None
}

/// Returns why a text would take very long to read.
fn excess(text: &str) -> Option<String> {
    let most = text.split('<').map(|part| part.bytes().filter(|byte| *byte == b'=').count()).max().unwrap_or(0);
    let namespaces = text.matches("xmlns").count();
    if most > ATTRIBUTES {
        return Some(format!("has an element with {most} attributes; the limit is {ATTRIBUTES}"));
    }
    (namespaces > NAMESPACES).then(|| format!("has {namespaces} namespaces; the limit is {NAMESPACES}"))
}

/// Adds the error at its place. A text that ends too early has its end as the place.
fn add_malformed(error: &Error, text: &str, problems: &ProblemSink) {
    let place = error.pos();
    let message = error.to_string();
    // The parser's message has the place in it; here the place comes first.
    let stated = format!(" at {place}");
    let number = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let (line, column) = match message.contains(&stated) {
        true => (number(place.row), number(place.col)),
        false => {
            let last = text.rsplit('\n').next().unwrap_or_default();
            (text.matches('\n').count() + 1, last.chars().count() + 1)
        }
    };
    problems.add_at(line, column, &message.replacen(&stated, "", 1));
}

/// An element, and where its problems go.
#[derive(Clone, Copy)]
pub(super) struct Element<'a> {
    node: Node<'a, 'a>,
    pub(super) problems: &'a ProblemSink,
}

impl<'a> Element<'a> {
    /// Returns the first element of a file.
    pub(super) fn first(document: &'a Document<'a>, problems: &'a ProblemSink) -> Self {
        Self { node: document.root_element(), problems }
    }

    pub(super) fn name(self) -> &'a str {
        self.node.tag_name().name()
    }

    pub(super) fn all(self, name: &'static str) -> impl Iterator<Item = Self> + use<'a> {
        let nodes = self.node.children().filter(move |node| node.is_element() && node.tag_name().name() == name);
        nodes.map(move |node| Self { node, ..self })
    }

    /// Returns the elements of this name in its elements of another name: `<matches>` and in them `<round>`.
    pub(super) fn all_in(self, parent: &'static str, name: &'static str) -> impl Iterator<Item = Self> + use<'a> {
        self.all(parent).flat_map(move |element| element.all(name))
    }

    /// Returns an attribute without blanks around it, unless it is absent or empty.
    pub(super) fn attribute(self, name: &str) -> Option<&'a str> {
        self.node.attribute(name).map(str::trim).filter(|value| !value.is_empty())
    }

    /// Reads an integer in a range. `None` if it is absent or there is a problem.
    pub(super) fn integer(self, name: &str, (low, high): (i32, i32)) -> Option<i32> {
        let value = self.attribute(name)?;
        let number = value.parse().ok().filter(|number| (low..=high).contains(number));
        if number.is_none() {
            self.problem(name, format!("must be a number from {low} to {high}, is {value:?}"));
        }
        number
    }

    /// Reads the first of these attributes that is there, as a short text. One is required.
    pub(super) fn text(self, names: [&str; 2]) -> String {
        let Some((name, value)) = names.iter().find_map(|name| Some((*name, self.attribute(name)?))) else {
            self.problem(names[0], "is missing");
            return String::new();
        };
        self.check_length(name, value);
        names::clean(value)
    }

    /// Checks that a text is short.
    pub(super) fn check_length(self, name: &str, value: &str) {
        let length = value.chars().count();
        if length > SHORT_TEXT {
            self.problem(name, format!("may have at most {SHORT_TEXT} characters, has {length}"));
        }
    }

    /// Notes its attributes and the elements in it that are not known, as unread. Empty ones say nothing.
    pub(super) fn note_unread(self, path: Path<'_>, known: fn(&str) -> &'static str) {
        let names = known(self.name());
        let is_known = |name: &str| names.split(' ').any(|known| known == name);
        let attributes = self.node.attributes().filter(|attribute| !attribute.value().trim().is_empty());
        for attribute in attributes.filter(|attribute| !is_known(attribute.name())) {
            self.problems.note_unread(path, attribute.name());
        }
        let says_something = |node: &Node<'a, 'a>| node.attributes().len() > 0 || node.has_children();
        for node in self.node.children().filter(Node::is_element).filter(says_something) {
            let element = Self { node, ..self };
            if !is_known(element.name()) {
                self.problems.note_unread(path, element.name());
            } else if !known(element.name()).is_empty() {
                element.note_unread(Path::Field(&path, element.name()), known);
            }
        }
    }

    /// Adds a problem with one of its attributes, or with what is named so.
    pub(super) fn problem(self, name: &str, message: impl IntoMessage) {
        // The lines before it are counted, which takes long in a large file.
        let line = match self.problems.is_full() {
            true => 0,
            false => self.node.document().text_pos_at(self.node.range().start).row,
        };
        let at = Path::Line(usize::try_from(line).unwrap_or(usize::MAX));
        self.problems.add(Path::Field(&at, name), message);
    }
}

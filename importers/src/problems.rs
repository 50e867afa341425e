//! Problems of a file, by the path of the field: `rounds[3].matches[12].p2`, or by line: `line 14, column "Result"`; and
//! what the file has and its reader does not use.

use std::cell::RefCell;
use std::collections::BTreeSet;

use service_kit::message::Message;

/// Problems reported at once; the rest are counted.
const SHOWN: usize = 10;
/// Unread names that are named at once; the rest are counted.
const UNREAD_SHOWN: usize = 100;
/// Members that begin so describe the types of GraphQL.
const OF_GRAPHQL: &str = "__";

/// A path in a file. It becomes a text only if there is a problem.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Path<'a> {
    /// The file itself.
    Root,
    /// A line of the file, from 1.
    Line(usize),
    /// A cell of a table: its line, from 1, and the name of its column.
    Cell(usize, &'a str),
    /// A field of an object.
    Field(&'a Path<'a>, &'a str),
    /// A field of an object whose names are data.
    Any(&'a Path<'a>, &'a str),
    /// An item of a list, from 0.
    Item(&'a Path<'a>, usize),
}

impl Path<'_> {
    /// Returns the path of all items of its lists, and of all fields whose names are data: `rounds[].matches[]`.
    fn of_all(&self) -> String {
        let path = format!("{self:#}");
        let mut parts = path.split('[');
        let first = parts.next().unwrap_or_default().to_owned();
        let all = |path: String, part: &str| path + "[" + part.trim_start_matches(|char: char| char.is_ascii_digit());
        // A file may be a list of what others have alone.
        parts.fold(first, all).trim_start_matches("[]").trim_start_matches('.').to_owned()
    }
}

/// The alternate form has `*` for names that are data.
impl std::fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Line(line) => write!(f, "line {line}"),
            Self::Cell(line, column) => write!(f, "line {line}, column {column:?}"),
            Self::Field(parent @ Path::Line(_), name) => write!(f, "{parent}, {name}"),
            Self::Field(Path::Root, name) => f.write_str(name),
            Self::Field(parent, name) | Self::Any(parent, name) => {
                let is_data = f.alternate() && matches!(self, Self::Any(..));
                std::fmt::Display::fmt(parent, f)?;
                write!(f, ".{}", if is_data { "*" } else { *name })
            }
            Self::Item(parent, index) => {
                std::fmt::Display::fmt(parent, f)?;
                write!(f, "[{index}]")
            }
        }
    }
}

/// A problem of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportProblem {
    /// The field; empty for the file as a whole.
    pub path: String,
    /// The line of a table, from 1.
    pub line: Option<usize>,
    /// The column of a table.
    pub column: Option<String>,
    /// The fault, in words.
    pub message: Message,
}

/// Makes a problem's message. Those of pasted lists have codes, because pages say them in other languages.
pub(crate) trait IntoMessage {
    fn into_message(self) -> Message;
}

impl IntoMessage for Message {
    fn into_message(self) -> Message {
        self
    }
}

impl IntoMessage for &str {
    fn into_message(self) -> Message {
        Message::new("import", Vec::new(), self)
    }
}

impl IntoMessage for String {
    fn into_message(self) -> Message {
        Message::new("import", Vec::new(), self)
    }
}

impl From<Message> for ImportProblem {
    /// Returns a problem without a place.
    fn from(message: Message) -> Self {
        Self { path: String::new(), line: None, column: None, message }
    }
}

impl std::fmt::Display for ImportProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.path.is_empty() {
            f.write_str(self.message.text())
        } else {
            write!(f, "{}: {}", self.path, self.message)
        }
    }
}

/// The problems of a file: the first ten, and how many more there are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Problems {
    pub(crate) list: Vec<ImportProblem>,
    more: usize,
}

/// Collects the problems of a file while it is read, and what is not read of it.
#[derive(Debug, Default)]
pub(crate) struct ProblemSink {
    problems: RefCell<Problems>,
    /// Paths of members, elements and attributes, each for all items of a list.
    unread: RefCell<BTreeSet<String>>,
}

impl ProblemSink {
    pub(crate) fn add(&self, path: Path<'_>, message: impl IntoMessage) {
        let (line, column) = match path {
            Path::Line(line) => (Some(line), None),
            Path::Cell(line, column) => (Some(line), Some(column.to_owned())),
            _ => (None, None),
        };
        let mut problems = self.problems.borrow_mut();
        if problems.list.len() >= SHOWN {
            problems.more += 1;
            return;
        }
        problems.list.push(ImportProblem { path: path.to_string(), line, column, message: message.into_message() });
    }

    /// Adds a problem at a character: its line and its place in the line, from 1.
    pub(crate) fn add_at(&self, line: usize, column: usize, message: &str) {
        self.add(Path::Field(&Path::Line(line), &format!("column {column}")), message);
    }

    /// Adds the problems of one of several files, or without a name of the only one.
    pub(crate) fn extend(&self, file: &str, own: Self) {
        let own = own.into_problems();
        for ImportProblem { path, message, .. } in own.list {
            let separator = if path.is_empty() || file.is_empty() { "" } else { ", " };
            let place = format!("{file}{separator}{path}");
            self.add(Path::Field(&Path::Root, &place), message);
        }
        self.problems.borrow_mut().more += own.more;
    }

    /// Returns whether further problems are only counted, so that their places are not needed.
    pub(crate) fn is_full(&self) -> bool {
        self.problems.borrow().list.len() >= SHOWN
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.problems.borrow().list.is_empty()
    }

    pub(crate) fn into_problems(self) -> Problems {
        self.problems.into_inner()
    }

    /// Notes that a member, an element or an attribute is not read.
    pub(crate) fn note_unread(&self, holder: Path<'_>, name: &str) {
        if !name.starts_with(OF_GRAPHQL) {
            let holder = holder.of_all();
            let separator = if holder.is_empty() { "" } else { "." };
            self.unread.borrow_mut().insert(format!("{holder}{separator}{name}"));
        }
    }

    /// Returns what is not read, in words.
    pub(crate) fn unread(&self, what: &str) -> Option<String> {
        let unread = self.unread.borrow();
        let names: Vec<&str> = unread.iter().take(UNREAD_SHOWN).map(String::as_str).collect();
        let more = unread.len() - names.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        (!names.is_empty()).then(|| format!("the {what} {}{more}", names.join(", ")))
    }
}

impl std::fmt::Display for Problems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (place, problem) in self.list.iter().enumerate() {
            let separator = if place == 0 { "" } else { "\n" };
            write!(f, "{separator}{problem}")?;
        }
        if self.more > 0 { write!(f, "\nand {} more", self.more) } else { Ok(()) }
    }
}

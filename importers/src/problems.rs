//! Problems of a file, by the path of the field: `rounds[3].matches[12].p2`, or by line: `line 14, column "Result"`.

use std::cell::RefCell;

use service_kit::message::Message;

/// Problems reported at once; the rest are counted.
const SHOWN: usize = 10;

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
    /// An item of a list, from 0.
    Item(&'a Path<'a>, usize),
    /// All items of a list.
    Each(&'a Path<'a>),
}

impl std::fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Line(line) => write!(f, "line {line}"),
            Self::Cell(line, column) => write!(f, "line {line}, column {column:?}"),
            Self::Field(parent @ Path::Line(_), name) => write!(f, "{parent}, {name}"),
            Self::Field(Path::Root, name) => f.write_str(name),
            Self::Field(parent, name) => write!(f, "{parent}.{name}"),
            Self::Item(parent, index) => write!(f, "{parent}[{index}]"),
            Self::Each(parent) => write!(f, "{parent}[]"),
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
    list: Vec<ImportProblem>,
    more: usize,
}

impl Problems {
    /// Returns the first problems, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &ImportProblem> {
        self.list.iter()
    }
}

/// Collects the problems of a file while it is read.
#[derive(Debug, Default)]
pub(crate) struct ProblemSink(RefCell<Problems>);

impl ProblemSink {
    pub(crate) fn add(&self, path: Path<'_>, message: impl IntoMessage) {
        let (line, column) = match path {
            Path::Line(line) => (Some(line), None),
            Path::Cell(line, column) => (Some(line), Some(column.to_owned())),
            _ => (None, None),
        };
        let mut problems = self.0.borrow_mut();
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
        self.0.borrow_mut().more += own.more;
    }

    /// Returns whether further problems are only counted, so that their places are not needed.
    pub(crate) fn is_full(&self) -> bool {
        self.0.borrow().list.len() >= SHOWN
    }

    /// Returns `Ok` if there are no problems.
    pub(crate) fn check(&self) -> Result<(), Problems> {
        let problems = self.0.borrow();
        if problems.list.is_empty() { Ok(()) } else { Err(problems.clone()) }
    }

    pub(crate) fn into_problems(self) -> Problems {
        self.0.into_inner()
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

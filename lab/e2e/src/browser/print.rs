//! Pages on paper: Chromium prints the open page, and `pdftotext` says which words stand where.

use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;
use test_servers::process::find;

use super::{Browser, write};

/// How to install the program that reads PDF files.
const INSTALL: &str = "run scripts/browser; on Debian: apt-get install poppler-utils";

/// A printed page of the app.
#[derive(Debug, Clone)]
pub struct Print {
    /// The PDF file. It is deleted with the browser, unless screenshots are kept.
    pub file: PathBuf,
    /// The sheets of paper.
    pub pages: Vec<Page>,
}

/// A sheet of paper. Sizes and places are in points.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// Its words, in the order in which they are read.
    pub words: Vec<Word>,
}

/// A word on paper.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// Its text.
    pub text: String,
    /// Its left edge, from the left edge of the paper.
    pub left: f64,
    /// Its upper edge, from the upper edge of the paper.
    pub top: f64,
    /// Its right edge.
    pub right: f64,
    /// Its lower edge.
    pub bottom: f64,
}

impl Print {
    /// All words.
    pub fn words(&self) -> impl Iterator<Item = &Word> {
        self.pages.iter().flat_map(|page| &page.words)
    }

    /// The lines of all pages, which have this many columns of equal width.
    pub fn lines(&self, columns: u8) -> Vec<String> {
        self.pages.iter().flat_map(|page| page.lines(columns)).collect()
    }

    /// The words of all pages, with blanks between them.
    pub fn text(&self) -> String {
        self.words().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
    }
}

impl Page {
    /// The lines of a page that has this many columns of equal width, column by column.
    fn lines(&self, columns: u8) -> Vec<String> {
        let width = self.width / f64::from(columns);
        let mut lines = Vec::new();
        for edge in (0..columns).map(|column| f64::from(column) * width) {
            let mut words: Vec<_> =
                self.words.iter().filter(|word| (edge..edge + width).contains(&word.left)).collect();
            words.sort_by(|one, other| one.middle().total_cmp(&other.middle()));
            for line in words.chunk_by_mut(|one, other| other.top < one.middle()) {
                line.sort_by(|one, other| one.left.total_cmp(&other.left));
                lines.push(line.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "));
            }
        }
        lines
    }
}

impl Word {
    /// The height of its middle.
    fn middle(&self) -> f64 {
        f64::midpoint(self.top, self.bottom)
    }
}

impl Browser {
    /// Prints the open page as `{name}.pdf`, on the paper that the page asks for and without backgrounds, as browsers do
    /// unless their user chooses otherwise.
    pub async fn print(&self, name: &str) -> Print {
        let printed = self.driver.command("Page.printToPDF", json!({ "preferCSSPageSize": true })).await;
        let bytes = BASE64_STANDARD.decode(printed["data"].as_str().expect("a file")).expect("base64");
        let file = write(&self.folder_of_pictures().join(format!("{name}.pdf")), &bytes);
        Print { pages: pages(&file), file }
    }
}

/// Reads the pages of a PDF file.
fn pages(file: &Path) -> Vec<Page> {
    let program = find("pdftotext", &[], INSTALL).unwrap_or_else(|error| panic!("{error}"));
    let output = Command::new(program).arg("-bbox").arg(file).arg("-").output().expect("the words of a PDF file");
    assert!(output.status.success(), "pdftotext: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.split("<page ").skip(1).map(page).collect()
}

fn page(text: &str) -> Page {
    Page {
        width: number(text, "width"),
        height: number(text, "height"),
        words: text.split("<word ").skip(1).map(word).collect(),
    }
}

fn word(text: &str) -> Word {
    let inner = text.split_once('>').and_then(|(_, rest)| rest.split_once("</word>")).expect("a word").0;
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    Word {
        text: named.iter().fold(inner.to_owned(), |text, (name, sign)| text.replace(name, sign)),
        left: number(text, "xMin"),
        top: number(text, "yMin"),
        right: number(text, "xMax"),
        bottom: number(text, "yMax"),
    }
}

/// The number in the first attribute of this name.
fn number(text: &str, attribute: &str) -> f64 {
    let value = text.split_once(&format!("{attribute}=\"")).and_then(|(_, rest)| rest.split_once('"'));
    value.and_then(|(value, _)| value.parse().ok()).unwrap_or_else(|| panic!("no {attribute} in {text:.80}"))
}

//! One file of a crate: the modules that it declares, its imports, its items, and the paths in its code.

use std::collections::BTreeSet;

use super::tokens;

/// A path in the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Path {
    /// Its names: `["crate", "a", "B"]`.
    pub(super) names: Vec<String>,
    /// Inline modules around it, whose `super` is another one than that of the file.
    pub(super) depth: usize,
}

/// An import.
#[derive(Debug)]
pub(super) struct Import {
    /// The imported path. For `use a::*` it is `a`.
    pub(super) path: Path,
    /// The name that the import gives to the item; `None` for `*`.
    pub(super) name: Option<String>,
    /// Whether other modules can import it from here.
    pub(super) is_public: bool,
}

/// A file.
#[derive(Debug, Default)]
pub(super) struct File {
    /// Names of the modules in files of their own.
    pub(super) modules: BTreeSet<String>,
    /// Imports.
    pub(super) imports: Vec<Import>,
    /// Names of the macros that the file defines.
    pub(super) macros: BTreeSet<String>,
    /// Names of the items that the file defines.
    pub(super) items: BTreeSet<String>,
    /// Names used outside of imports, except fields, methods and parts of longer paths.
    pub(super) names: BTreeSet<String>,
    /// Paths of at least two names outside of imports.
    pub(super) paths: Vec<Path>,
}

/// Words before the name of an item.
const ITEMS: [&str; 9] = ["struct", "enum", "fn", "const", "static", "type", "trait", "union", "mod"];

impl File {
    /// Reads a file's text.
    pub(super) fn read(text: &str) -> Self {
        let tokens = tokens::of(text);
        let mut file = Self::default();
        // Brace depths at which inline modules begin.
        let (mut inline, mut braces) = (Vec::new(), 0);
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let next = tokens.get(at + 1).map_or("", String::as_str);
            match (token.as_str(), tokens.get(at + 2).map_or("", String::as_str)) {
                ("mod", ";") => {
                    file.modules.insert(next.to_owned());
                    at += 2;
                }
                ("mod", "{") => {
                    inline.push(braces);
                    file.items.insert(next.to_owned());
                    at += 1;
                }
                ("use", _) if next != "<" => {
                    let is_public = at > 0 && matches!(tokens[at - 1].as_str(), "pub" | ")");
                    let end = at + tokens[at..].iter().take_while(|token| *token != ";").count();
                    let mut tree = Tree { tokens: &tokens[at + 1..end], depth: inline.len(), is_public };
                    tree.read(&mut Vec::new(), &mut file.imports);
                    at = end;
                }
                // `pub(in path)` says who may use the item, not what it uses.
                ("(", _) if next == "in" => at += tokens[at..].iter().take_while(|token| *token != ")").count(),
                ("{", _) => braces += 1,
                ("}", _) => {
                    braces -= 1;
                    inline.pop_if(|begun| *begun == braces);
                }
                ("macro_rules", name) => drop(file.macros.insert(name.to_owned())),
                (word, _) if ITEMS.contains(&word) => drop(file.items.insert(next.to_owned())),
                _ => at = file.read_path(&tokens, at, inline.len()),
            }
            at += 1;
        }
        file
    }

    /// Reads the path that begins here. Returns the place of its last token.
    fn read_path(&mut self, tokens: &[String], begin: usize, depth: usize) -> usize {
        let before = begin.checked_sub(1).map_or("", |at| tokens[at].as_str());
        let starts = tokens[begin].starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
        if !starts || matches!(before, "." | "::") {
            return begin;
        }
        let (mut names, mut at) = (vec![tokens[begin].clone()], begin);
        while let [sign, name, ..] = &tokens[at + 1..] {
            if sign != "::" || !name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') {
                break;
            }
            names.push(name.clone());
            at += 2;
        }
        self.names.insert(names[0].clone());
        if names.len() > 1 {
            self.paths.push(Path { names, depth });
        }
        at
    }
}

/// The tree of an import, from left to right.
struct Tree<'a> {
    tokens: &'a [String],
    depth: usize,
    is_public: bool,
}

impl Tree<'_> {
    /// Reads one branch below these names.
    fn read(&mut self, names: &mut Vec<String>, imports: &mut Vec<Import>) {
        let above = names.len();
        while let Some((token, rest)) = self.tokens.split_first() {
            self.tokens = rest;
            match token.as_str() {
                "::" => {}
                "{" => {
                    while !self.tokens.starts_with(&["}".to_owned()]) && !self.tokens.is_empty() {
                        self.read(names, imports);
                        if self.tokens.starts_with(&[",".to_owned()]) {
                            self.tokens = &self.tokens[1..];
                        }
                    }
                    self.tokens = self.tokens.get(1..).unwrap_or_default();
                    names.truncate(above);
                    return;
                }
                "*" => {
                    self.add(names, None, imports);
                    names.truncate(above);
                    return;
                }
                word => names.push(word.to_owned()),
            }
            if matches!(self.tokens.first().map(String::as_str), None | Some("," | "}" | "as")) {
                break;
            }
        }
        let mut name = names.last().cloned();
        if let [word, alias, rest @ ..] = self.tokens
            && word == "as"
        {
            name = Some(alias.clone());
            self.tokens = rest;
        }
        // `use a::{self}` imports `a`.
        if names.len() > 1 && names.last().is_some_and(|last| last == "self") {
            names.pop();
            name = name.filter(|name| name != "self").or_else(|| names.last().cloned());
        }
        self.add(names, name, imports);
        names.truncate(above);
    }

    fn add(&self, names: &[String], name: Option<String>, imports: &mut Vec<Import>) {
        let path = Path { names: names.to_vec(), depth: self.depth };
        imports.push(Import { path, name, is_public: self.is_public });
    }
}

//! The source tree for the tidy tests.

use std::path::{Path, PathBuf};

/// A file of the tree.
pub struct SourceFile {
    /// Path from the root, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
}

impl SourceFile {
    /// Whether the file has only tests and their helpers.
    pub fn is_test(&self) -> bool {
        self.path.starts_with("lab/")
            || ["/tests/", "/benches/", "/conformance/"].iter().any(|folder| self.path.contains(folder))
            || self.path.ends_with("/tests.rs")
    }

    /// The lines before the file's test module, without comment lines, numbered from 1.
    pub fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let end = self.text.find("#[cfg(test)]").unwrap_or(self.text.len());
        let lines = (1..).zip(self.text[..end].lines());
        lines.filter(|(_, line)| !line.trim_start().starts_with("//"))
    }
}

/// Root of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("the crate is in a folder of the workspace").to_owned()
}

/// A file of the workspace by its path from the root.
pub fn read(path: &str) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Fails unless a file of the workspace has this text. If `UPDATE_DOCS` is set, writes it.
#[track_caller]
pub fn assert_written(path: &str, text: &str) {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(root().join(path), text).expect("a file to write");
    }
    assert!(read(path) == text, "{path} is stale: run this test with UPDATE_DOCS=1");
}

/// The same for the part of a page after this mark.
#[track_caller]
pub fn assert_part(path: &str, mark: &str, fresh: &str) {
    let (begin, end, page) = (format!("<!-- {mark} -->\n"), "<!-- end -->", read(path));
    let (before, rest) = page.split_once(&begin).expect("where the part begins");
    let (_, after) = rest.split_once(end).expect("where it ends");
    assert_written(path, &format!("{before}{begin}{fresh}{end}{after}"));
}

/// All files with one of these endings, except in build and hidden folders, by path.
pub fn files(endings: &[&str]) -> Vec<SourceFile> {
    let root = root();
    let mut found = Vec::new();
    walk(&root, &root, endings, &mut found);
    found.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(!found.is_empty(), "the source tree has files");
    found
}

fn walk(root: &Path, folder: &Path, endings: &[&str], found: &mut Vec<SourceFile>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder").flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" && !name.starts_with("crosstable-") {
                walk(root, &path, endings, found);
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            let relative = path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
            found.extend(std::fs::read_to_string(&path).ok().map(|text| SourceFile { path: relative, text }));
        }
    }
}

/// Returns whether the code mentions this name, and not only as a part of a longer one.
pub fn mentions(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + name.len()..].chars().next();
        let part_of_a_word = |char: Option<char>| char.is_some_and(|char| char.is_alphanumeric() || char == '_');
        !part_of_a_word(before) && !part_of_a_word(after)
    })
}

/// Names of the dependencies in one section of a manifest.
pub fn dependencies(manifest: &str, section: &str) -> Vec<String> {
    let mut inside = false;
    let mut names = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            inside = line == format!("[{section}]");
        } else if inside && !line.is_empty() && !line.starts_with('#') {
            names.extend(line.split(['.', ' ', '=']).next().map(String::from));
        }
    }
    names
}

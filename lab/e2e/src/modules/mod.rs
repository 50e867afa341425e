//! The modules of a crate and which of them use which, to find circles.
//!
//! A module is a file; inline modules belong to their file. Module `a` depends on `b` if code of `a`, without its tests,
//! imports an item of `b` or names it by a path. An item belongs to the file that defines it: an import of a re-exported
//! item leads to its file, not to the file of the `pub use`. An item that `lib.rs` or `mod.rs` defines and a module
//! below it uses is a dependency on `lib.rs` or `mod.rs`. A parent does not depend on a child that it only declares
//! (`mod x;`) or re-exports (`pub use x::Y;`), but on one whose items its own code uses.

mod file;
mod tokens;

use std::collections::{BTreeMap, BTreeSet};

use self::file::{File, Import, Path};
use crate::source::root;

/// The path of a module from the crate's root.
type Name = Vec<String>;

/// The modules of a crate.
#[derive(Debug, Default)]
pub struct Modules {
    files: BTreeMap<Name, File>,
}

/// Modules that depend on each other.
#[derive(Debug, PartialEq, Eq)]
pub struct Circle {
    /// The names of the modules, sorted: `a::b`; the root is `crate`.
    pub modules: BTreeSet<String>,
    /// One import for each dependency between them.
    pub imports: Vec<String>,
}

/// Returns the modules that the projector makes from the registry of views.
fn registered_views() -> Vec<String> {
    let registry = std::fs::read_to_string(root().join("storage/src/views/kinds.rs")).expect("the registry of views");
    let entries = registry.lines().filter(|line| line.contains(", may_lag = ") && !line.contains('$'));
    entries.filter_map(|line| Some(line.trim().split_once(" of ")?.0.to_owned())).collect()
}

impl Modules {
    /// Reads the modules of a crate of the workspace.
    pub fn of_crate(name: &str) -> Self {
        let folder = root().join(name).join("src");
        let read = |path: &str| std::fs::read_to_string(folder.join(path)).ok();
        let begin = if folder.join("lib.rs").is_file() { "lib.rs" } else { "main.rs" };
        Self::read(begin, &read)
    }

    /// Reads the modules from the root file on; `read` returns the text of a file.
    fn read(begin: &str, read: &dyn Fn(&str) -> Option<String>) -> Self {
        let mut modules = Self::default();
        let mut left: Vec<(Name, String)> = vec![(Name::new(), read(begin).expect("the crate's first file"))];
        while let Some((name, text)) = left.pop() {
            let mut file = File::read(&text);
            if text.lines().any(|line| line.trim_start().starts_with("$(mod $view;)")) {
                file.modules.extend(registered_views());
            }
            for module in &file.modules {
                let child = [name.as_slice(), std::slice::from_ref(module)].concat();
                let path = child.join("/");
                let text = read(&format!("{path}.rs")).or_else(|| read(&format!("{path}/mod.rs")));
                left.push((child, text.unwrap_or_else(|| panic!("module {path} has no file"))));
            }
            modules.files.insert(name, file);
        }
        modules
    }

    /// Returns the groups of modules that depend on each other.
    pub fn circles(&self) -> Vec<Circle> {
        circles(&self.dependencies())
    }

    /// Returns the groups of folders next to each other that depend on each other through the modules in them.
    pub fn circles_of_folders(&self) -> Vec<Circle> {
        let is_folder = |name: &Name| self.files.keys().any(|file| file.len() > name.len() && file.starts_with(name));
        let mut edges = BTreeMap::new();
        for ((one, other), path) in self.dependencies() {
            let common = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
            if common < one.len().min(other.len()) {
                let (one, other) = (one[..=common].to_vec(), other[..=common].to_vec());
                if is_folder(&one) && is_folder(&other) {
                    edges.entry((one, other)).or_insert(path);
                }
            }
        }
        circles(&edges)
    }

    /// Returns which module uses which, with one of the paths that name it.
    fn dependencies(&self) -> BTreeMap<(Name, Name), String> {
        let mut edges = BTreeMap::new();
        for (name, file) in &self.files {
            let imports = file.imports.iter().filter(|import| !self.is_only_passed_on(name, file, import));
            for path in imports.map(|import| &import.path).chain(&file.paths) {
                if let Some(target) = self.target(name, path, &mut BTreeSet::new()).filter(|target| target != name) {
                    edges.entry((name.clone(), target)).or_insert_with(|| path.names.join("::"));
                }
            }
        }
        edges
    }

    /// Whether a module re-exports an item of a module below it without using the item.
    fn is_only_passed_on(&self, name: &Name, file: &File, import: &Import) -> bool {
        let is_used = import.name.as_ref().is_some_and(|name| file.names.contains(name));
        let target = self.target(name, &import.path, &mut BTreeSet::new());
        import.is_public && !is_used && target.is_none_or(|target| target.starts_with(name))
    }

    /// Returns the module that a path in a module leads to; `None` if that is another crate's.
    fn target(&self, from: &Name, path: &Path, seen: &mut BTreeSet<(Name, String)>) -> Option<Name> {
        let (first, rest) = path.names.split_first()?;
        let mut inline = path.depth;
        let (mut module, mut rest) = match first.as_str() {
            "crate" => (Name::new(), rest),
            "self" => (from.clone(), rest),
            "super" => (from.clone(), path.names.as_slice()),
            _ if self.knows(from, first) => (from.clone(), path.names.as_slice()),
            _ => return None,
        };
        while let [name, more @ ..] = rest
            && name == "super"
        {
            // Inline modules belong to the file.
            if inline == 0 {
                module.pop()?;
            }
            inline = inline.saturating_sub(1);
            rest = more;
        }
        self.walk(module, rest, seen)
    }

    /// Whether a name in a module is one of its modules or imports.
    fn knows(&self, module: &Name, name: &str) -> bool {
        let file = &self.files[module];
        let is_imported = |import: &Import| import.name.as_deref() == Some(name) && import.path.names[0] != name;
        file.modules.contains(name) || file.imports.iter().any(is_imported)
    }

    /// Follows names from a module to the file that defines the item.
    fn walk(&self, module: Name, names: &[String], seen: &mut BTreeSet<(Name, String)>) -> Option<Name> {
        let Some((name, rest)) = names.split_first() else { return Some(module) };
        let file = &self.files[&module];
        if file.modules.contains(name) {
            return self.walk([module.as_slice(), std::slice::from_ref(name)].concat(), rest, seen);
        }
        if file.items.contains(name)
            || file.macros.contains(name) && !module.is_empty()
            || !seen.insert((module.clone(), name.clone()))
        {
            return Some(module);
        }
        if let Some(import) = file.imports.iter().find(|import| import.name.as_ref() == Some(name)) {
            let names = [import.path.names.as_slice(), rest].concat();
            return self.target(&module, &Path { names, depth: import.path.depth }, seen);
        }
        let mut globs = file.imports.iter().filter(|import| import.name.is_none() && import.is_public);
        let defines = |target: &Name| self.files[target].items.contains(name) || self.knows(target, name);
        let from = globs.find_map(|glob| self.target(&module, &glob.path, seen).filter(defines));
        match from {
            Some(target) => self.walk(target, names, seen),
            None if module.is_empty() => Some(self.exported_macro(name).unwrap_or(module)),
            None => Some(module),
        }
    }

    /// Returns the module of a macro that `#[macro_export]` puts into the crate's root.
    fn exported_macro(&self, name: &str) -> Option<Name> {
        self.files.iter().find(|(_, file)| file.macros.contains(name)).map(|(module, _)| module.clone())
    }
}

/// Returns the groups of names that reach each other.
fn circles(edges: &BTreeMap<(Name, Name), String>) -> Vec<Circle> {
    let names: BTreeSet<&Name> = edges.keys().flat_map(|(one, other)| [one, other]).collect();
    let reached: BTreeMap<&Name, BTreeSet<&Name>> =
        names.into_iter().map(|name| (name, reachable(name, edges))).collect();
    let mut found: BTreeSet<BTreeSet<&Name>> = BTreeSet::new();
    for (name, others) in &reached {
        let circle: BTreeSet<_> = others.iter().filter(|other| reached[*other].contains(name)).copied().collect();
        found.extend((circle.len() > 1).then_some(circle));
    }
    let circle = |names: BTreeSet<&Name>| {
        let inside = edges.iter().filter(|((one, other), _)| names.contains(one) && names.contains(other));
        let imports = inside.map(|((one, other), path)| format!("{} → {}: {path}", written(one), written(other)));
        Circle { imports: imports.collect(), modules: names.into_iter().map(written).collect() }
    };
    found.into_iter().map(circle).collect()
}

fn reachable<'a>(from: &'a Name, edges: &'a BTreeMap<(Name, Name), String>) -> BTreeSet<&'a Name> {
    let (mut reached, mut left) = (BTreeSet::from([from]), vec![from]);
    while let Some(one) = left.pop() {
        for (_, other) in edges.keys().filter(|(begin, _)| begin == one) {
            if reached.insert(other) {
                left.push(other);
            }
        }
    }
    reached
}

fn written(name: &Name) -> String {
    if name.is_empty() { "crate".to_owned() } else { name.join("::") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the modules of each circle among these files.
    fn circles(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let read = |path: &str| files.iter().find(|(known, _)| *known == path).map(|(_, text)| (*text).to_owned());
        let found = Modules::read("lib.rs", &read).circles();
        found.into_iter().map(|circle| circle.modules.into_iter().collect()).collect()
    }

    #[test]
    fn a_circle_is_found_through_imports_and_paths() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::B; pub struct A;"),
            ("b/mod.rs", "mod d; pub struct B; fn make() { d::D }"),
            ("b/d.rs", "pub struct D(super::super::c::C);"),
            ("c.rs", "use super::{a::{self, A}, b as _}; pub struct C;"),
        ];
        assert_eq!(circles(&files), [["a", "b", "b::d", "c"]]);
    }

    #[test]
    fn circle_of_folders_is_found_through_different_files() {
        let files = [
            ("lib.rs", "mod a; mod b;"),
            ("a/mod.rs", "mod low; mod high;"),
            ("a/low.rs", "pub struct Low;"),
            ("a/high.rs", "use crate::b::inner::B; use super::low::Low; pub struct High(B, Low);"),
            ("b/mod.rs", "pub mod inner;"),
            ("b/inner.rs", "use crate::a::low::Low; pub struct B(Low);"),
        ];
        let read = |path: &str| files.iter().find(|(known, _)| *known == path).map(|(_, text)| (*text).to_owned());
        let modules = Modules::read("lib.rs", &read);
        assert_eq!(modules.circles(), []);
        let [circle] = modules.circles_of_folders().try_into().unwrap();
        assert_eq!(circle.modules, BTreeSet::from(["a".to_owned(), "b".to_owned()]));
    }

    #[test]
    fn a_parent_may_declare_and_pass_on_what_a_child_defines() {
        let child = ("a.rs", "use super::Shared; pub struct A(Shared); #[cfg(test)] mod tests { use crate::b::B; }");
        let other = ("b.rs", "use crate::A; pub struct B(A);");
        let parent = "mod a; mod b; pub use a::A; pub use self::b::*; pub struct Shared;";
        assert_eq!(circles(&[("lib.rs", parent), child, other]), [[""; 0]; 0]);
        let using = format!("{parent} fn make() -> A {{ A }}");
        assert_eq!(circles(&[("lib.rs", using.as_str()), child, other]), [["a", "crate"]]);
    }
}

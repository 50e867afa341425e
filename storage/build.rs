//! Lists the migrations of each store and database, for `src/migrations.rs`.
#![allow(clippy::print_stdout, reason = "a build script talks to cargo by standard output")]

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=../migrations");
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations").canonicalize()?;
    let mut lists = String::new();
    for (name, folder) in [
        ("EVENTS_ON_SQLITE", "events/sqlite"),
        ("EVENTS_ON_POSTGRES", "events/postgres"),
        ("VIEWS_ON_SQLITE", "views/sqlite"),
        ("VIEWS_ON_POSTGRES", "views/postgres"),
    ] {
        let mut files = fs::read_dir(all.join(folder))?.map(|file| Ok(file?.path())).collect::<io::Result<Vec<_>>>()?;
        files.retain(|path| path.extension().is_some_and(|ending| ending == "sql"));
        files.sort();
        let entries: String = files.iter().filter_map(|path| Some(entry(path.file_name()?.to_str()?, path))).collect();
        writeln!(lists, "pub(crate) static {name}: LazyLock<Migrator> = LazyLock::new(|| migrator(&[{entries}]));")
            .map_err(io::Error::other)?;
    }
    let folder = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?;
    fs::write(Path::new(&folder).join("migrations.rs"), lists)
}

fn entry(name: &str, path: &Path) -> String {
    format!("({name:?}, include_str!({path:?})), ")
}

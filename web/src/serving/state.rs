//! The state that all requests share.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use api_kit::join_codes::JoinCodes;
use api_kit::{DiskSpaceGuard, Gate, KnownPeople, PrivateLinks, Progress, Sessions, SetUpLink};
use service_kit::client_address::TrustedProxies;
use service_kit::clock::Clock;
use service_kit::keyring::Keyring;
use service_kit::lifecycle::Lifecycle;
use storage::{EventStore, NoticeBoard, StoreError, ViewReader};
use tokio::sync::Mutex;
use write_api::WriteApi;
use write_api::interface::WriteHttp;
use write_api::set_up_installation::is_set_up;

use crate::serving::attempts::Attempts;
use crate::serving::form::FormIds;
use crate::serving::live::PageStreams;
use crate::serving::open_settings::OpenSettings;
use crate::serving::sheets::Sheets;
use crate::serving::sign_in::SignInSettings;

/// The parts that the pages use.
pub struct SiteSettings {
    /// Runs the commands of forms.
    pub commands: WriteApi,
    /// Runs the commands of forms with the checks of the HTTP interface.
    pub interface: WriteHttp,
    /// Authenticates callers and checks permissions.
    pub gate: Gate,
    /// Creates and ends sessions.
    pub sessions: Sessions,
    /// The installation's secrets.
    pub keys: Keyring,
    /// The views of events, accounts and memberships.
    pub views: Arc<dyn ViewReader>,
    /// The log.
    pub events: Arc<dyn EventStore>,
    /// Progress of the views.
    pub progress: Progress,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Proxies that are trusted to name the address of the caller.
    pub proxies: TrustedProxies,
    /// Base URL under which people reach the service, without a final slash.
    pub public_url: String,
    /// Whether people may sign in over plain HTTP, where others in the network can read passwords.
    pub allow_plain_http: bool,
    /// How people sign in.
    pub sign_in: SignInSettings,
    /// Whether the disk has room for what users do with their own rights.
    pub room: DiskSpaceGuard,
    /// Tells which views have changed.
    pub board: NoticeBoard,
    /// Time after which a stream without a change sends a comment.
    pub heartbeat: Duration,
    /// The settings that the set-up may choose; none where they are options of several processes.
    pub open_settings: Option<OpenSettings>,
    /// The tasks of the process, for work that outlives its request.
    pub tasks: Lifecycle,
}

/// The state that all requests share: the parts that the pages use, and what the pages keep themselves.
pub(crate) struct Shared {
    settings: SiteSettings,
    /// The people whom organizations know.
    pub(crate) people: KnownPeople,
    /// Path of the public address; links begin with it.
    pub(crate) base: String,
    pub(crate) private_links: PrivateLinks,
    pub(crate) join_codes: JoinCodes,
    pub(crate) set_up_link: SetUpLink,
    /// Held while the installation is being set up.
    pub(crate) set_up: Mutex<()>,
    /// Whether this process knows that there is an organization.
    is_set_up: AtomicBool,
    pub(crate) attempts: Attempts,
    pub(crate) form_ids: FormIds,
    /// The facts about players of events.
    pub(crate) sheets: Sheets,
    pub(crate) live: PageStreams,
}

impl Deref for Shared {
    type Target = SiteSettings;

    fn deref(&self) -> &SiteSettings {
        &self.settings
    }
}

impl Shared {
    /// Creates the state of pages that use these parts.
    pub(crate) fn new(settings: SiteSettings) -> Self {
        Self {
            people: KnownPeople::new(Arc::clone(&settings.views)),
            base: api_kit::path::base_of(&settings.public_url).to_owned(),
            private_links: PrivateLinks::new(&settings.keys),
            join_codes: JoinCodes::new(&settings.keys),
            set_up_link: SetUpLink::new(&settings.keys, settings.commands.log_id()),
            set_up: Mutex::new(()),
            is_set_up: AtomicBool::new(false),
            attempts: Attempts::new(Arc::clone(&settings.events), settings.keys.signer("sign-in attempts")),
            form_ids: FormIds::default(),
            live: PageStreams::new(Arc::clone(settings.gate.streams()), settings.heartbeat, &settings.board),
            sheets: Sheets::default(),
            settings,
        }
    }

    /// Whether there is an organization. Once there is one, the log is not asked again.
    pub(crate) async fn is_set_up(&self) -> Result<bool, StoreError> {
        let is_set_up = self.is_set_up.load(Ordering::Relaxed) || is_set_up(&**self.commands.events()).await?;
        self.is_set_up.store(is_set_up, Ordering::Relaxed);
        Ok(is_set_up)
    }
}

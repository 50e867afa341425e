//! The app, running in one of its shapes.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crosstable::{App, RunningApp, Settings};
use domain::decklist::DeckHost;
use proto_events::Position;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::Role;
use sender::MailSettings;
use service_kit::client_address;
use service_kit::oidc::{Client, ProviderSettings};
use service_kit::outbound::OutboundRules;
use storage::EventStore;
use test_servers::Nginx;
use web::site::{ClaimRole, SignInProvider, SignInSettings};

use super::dumps;
use super::ground::{Ground, SharedGround};
use super::options::{Options, PUBLIC_URL};
use super::process::Process;
use crate::file_clock::FileClock;
use crate::overheard;

/// The app.
pub(super) enum Running {
    /// One process: the test's own.
    One(Box<RunningApp>),
    /// Three, behind a gateway.
    Three(Box<Three>),
}

/// Three processes behind a gateway.
pub(super) struct Three {
    gateway: Mutex<Nginx>,
    address: SocketAddr,
    write_apis: Vec<Process>,
    projector: Process,
    read_api: Process,
}

impl Running {
    /// Starts the app on its ground.
    pub(super) async fn start(ground: &Ground, options: &Options, clock: &FileClock) -> Self {
        match &ground.shared {
            None => Self::One(Box::new(start_one(ground, options, clock).await)),
            Some(shared) => Self::Three(Box::new(Three::start(shared, ground.folder.path(), options, clock))),
        }
    }

    /// The app's own handle on the log, if it runs in this process.
    pub(super) fn events(&self) -> Option<Arc<dyn EventStore>> {
        match self {
            Self::One(app) => app.events.clone(),
            Self::Three(_) => None,
        }
    }

    /// Returns the logs of the gateway; empty without one.
    pub(super) fn gateway_logs(&self) -> String {
        match self {
            Self::One(_) => String::new(),
            Self::Three(three) => {
                let gateway = three.gateway.lock().unwrap_or_else(PoisonError::into_inner);
                gateway.requests() + &gateway.complaints()
            }
        }
    }

    /// The address for clients.
    pub(super) fn address(&self) -> SocketAddr {
        match self {
            Self::One(app) => app.addr,
            Self::Three(three) => three.address,
        }
    }

    /// The addresses of the metrics of all processes; that of the read-api is the last.
    pub(super) fn metrics_addresses(&self) -> Vec<SocketAddr> {
        match self {
            Self::One(app) => app.metrics_addr.into_iter().collect(),
            Self::Three(three) => {
                let all = three.write_apis.iter().chain([&three.projector, &three.read_api]);
                all.filter_map(|process| process.metrics).collect()
            }
        }
    }

    /// Waits until everything up to a position is served.
    pub(super) async fn caught_up(&self, head: Position) {
        match self {
            Self::One(app) => app.caught_up().await.expect("the projector follows"),
            Self::Three(three) => {
                for process in [&three.projector].into_iter().chain(&three.write_apis).chain([&three.read_api]) {
                    process.told(format!("applied {}", head.0)).await;
                }
            }
        }
    }

    /// Stops the app gracefully.
    pub(super) async fn stop(self) {
        match self {
            Self::One(app) => app.stop().await.expect("a clean stop"),
            Self::Three(three) => tokio::task::spawn_blocking(move || three.stop()).await.expect("a clean stop"),
        }
    }
}

/// Returns the settings of a process with these options. Its data is in a folder, unless they are changed to name databases.
pub fn settings(options: &Options, folder: &Path) -> Settings {
    Settings {
        metrics_listen: options.metrics.then(|| ([127, 0, 0, 1], 0).into()),
        public_url: Some(options.public_url.clone().unwrap_or_else(|| PUBLIC_URL.into())),
        anonymous_export: options.anonymous_export,
        dumps: Some(folder.join(dumps::FOLDER)),
        vendor_field_names: options.vendor_field_names,
        deck_host: options.deck_host.clone(),
        webhook_rules: webhook_rules(options.webhooks_inside),
        mail: options.mail_port.map(mail),
        sign_in: sign_in(&options.provider_ports, options.no_passwords),
        ..crosstable::settings(options.limits.iter().copied(), folder.to_owned()).expect("the limits are valid")
    }
}

async fn start_one(ground: &Ground, options: &Options, clock: &FileClock) -> RunningApp {
    let settings = settings(options, ground.folder.path());
    let between = |views| match &options.gate {
        Some(gate) => gate.before(views),
        None => views,
    };
    App::start_with(settings, Arc::new(clock.clone()), between).await.expect("the app starts")
}

/// Returns the settings of a mail server on this machine.
fn mail(port: u16) -> MailSettings {
    MailSettings::new(&format!("smtp://127.0.0.1:{port}"), None, "desk@store.example").expect("settings of mail")
}

/// Returns how people sign in, with providers on these ports of this machine. The claim `groups` of the first one gives the role
/// of a judge in the first organization.
fn sign_in(ports: &[u16], no_passwords: bool) -> SignInSettings {
    let role = |value: &str, role| ClaimRole { value: value.into(), organization_id: OrganizationId(1), role };
    let provider = |(id, port): (&&str, &u16)| SignInProvider {
        client: Client::new(ProviderSettings {
            id: (*id).into(),
            name: format!("The {id}"),
            issuer: format!("http://127.0.0.1:{port}"),
            client_id: "crosstable".into(),
            client_secret: Some("a secret of the client".to_owned().into()),
            scopes: vec!["groups".into()],
        }),
        claim: "groups".into(),
        roles: if *id == "club" {
            vec![role("heads", Role::Organizer), role("judges", Role::Judge)]
        } else {
            Vec::new()
        },
    };
    let providers = ["club", "guild"].iter().zip(ports).map(provider).collect();
    SignInSettings { providers, takes_passwords: !no_passwords }
}

/// Returns the addresses that webhooks may have; `inside` includes those of this machine.
pub fn webhook_rules(inside: bool) -> OutboundRules {
    let allowed = inside.then(|| client_address::range("127.0.0.0/8").expect("a range"));
    OutboundRules { allowed: allowed.into_iter().collect(), allow_http: inside }
}

impl Three {
    fn start(shared: &SharedGround, folder: &Path, options: &Options, clock: &FileClock) -> Self {
        let start = |role| {
            let mut arguments = shared.arguments(role);
            let options_as_json = serde_json::to_string(options).expect("options are JSON");
            arguments.extend(["--options".into(), options_as_json]);
            arguments.extend(["--folder".into(), folder.display().to_string()]);
            arguments.extend(["--clock".into(), clock.file().display().to_string()]);
            if options.deck_host != DeckHost::default() {
                arguments.extend(["--deck-host-url".into(), options.deck_host.template()]);
            }
            if let Some(gate) = &options.gate {
                arguments.extend(["--hold".into(), gate.held().to_string()]);
            }
            arguments.extend(options.limits.iter().map(ToString::to_string));
            let log = options.everything_is_logged.then(|| folder.join(format!("{role}{}", overheard::ENDING)));
            Process::start(role, &arguments, log.as_deref())
        };
        let write_apis: Vec<_> = (0..options.writers.max(1)).map(|_| start("write-api")).collect();
        let [projector, read_api] = ["projector", "read-api"].map(start);
        if let Some(gate) = &options.gate {
            let projector = projector.clone();
            gate.forward(move |held| projector.tell(&format!("hold {held}")));
        }
        let writers: Vec<_> = write_apis.iter().map(|process| process.address).collect();
        let gateway = Nginx::gateway(&[read_api.address], &writers).expect("a gateway");
        let address = gateway.address();
        Self { gateway: Mutex::new(gateway), address, write_apis, projector, read_api }
    }

    fn stop(&self) {
        self.gateway.lock().unwrap_or_else(PoisonError::into_inner).stop();
        for process in self.write_apis.iter().chain([&self.read_api, &self.projector]) {
            process.stop();
        }
    }
}

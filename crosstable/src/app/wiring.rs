//! The shared state of a process's parts, and the tasks that each part starts.

use std::sync::Arc;
use std::time::Duration;

use ::sender::{LetterWriter, MailSettings, PostWriter, Sender};
use api_kit::consistency::LogTag;
use api_kit::key_uses::sender;
use api_kit::{
    ConsistencyTokens, Credentials, DiskSpaceGuard, Follower, Gate, JoinCodes, KeyUses, PrivateLinks, Progress,
    Sessions,
};
use projector::{Lag, Projector, StoreFeed, ViewSettings, publish_events, teller};
use read_api::{ReadApi, ReadApiSettings};
use service_kit::BoxError;
use service_kit::clock::Clock;
use service_kit::keyring::{Keyring, Secrets};
use service_kit::lifecycle::{Lifecycle, Stop};
use service_kit::nats::Nats;
use service_kit::outbound::Outbound;
use storage::{EventStore, NoticeBoard, Reached, Shard, ViewStore};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use web::site::{OpenSettings, Site, SiteSettings};
use web::{discord, letters};
use write_api::interface::{WriteHttp, WriteHttpSettings};
use write_api::{WriteApi, key_uses};

use super::front::WriteSide;
use super::settings::Settings;
use super::upkeep::{self, Scrub};
use super::writing::{Store, WritingCheck, Written};
use crate::disk;
use crate::home::Home;
use crate::parts::{PROJECTION, Part, WRITE};

/// Time that work under way has to finish when the service stops.
const GRACE: Duration = Duration::from_secs(20);

/// Of this time, what is left for requests that are being answered. Then the projector finishes its batch.
const LAST_ANSWERS: Duration = Duration::from_secs(15);

/// Interval between two reads of the file of the secret. It is short, so that every process accepts a new secret before
/// any process signs with it (`commands/secret.rs`); reading a small file costs nothing.
const SECRET_READ_EVERY: Duration = Duration::from_secs(2);

/// The shared state of a process's parts.
pub(super) struct Wiring {
    pub(super) settings: Settings,
    pub(super) home: Home,
    pub(super) public_url: String,
    pub(super) lifecycle: Lifecycle,
    pub(super) stop: Stop,
    /// To be cancelled when the last request is answered, after the soft stop.
    pub(super) answered: CancellationToken,
    /// Cancelled after that: requests may wait for the views until then.
    cancelled: CancellationToken,
    clock: Arc<dyn Clock>,
    /// The log, for the parts that use it.
    pub(super) events: Option<Arc<dyn EventStore>>,
    pub(super) views: Arc<dyn ViewStore>,
    board: NoticeBoard,
    nats: Option<Nats>,
    room: DiskSpaceGuard,
    /// The settings that a set-up may choose.
    pub(super) open_settings: Option<OpenSettings>,
}

/// Authentication and tokens, used by both sides.
pub(super) struct Entrance {
    pub(super) gate: Gate,
    pub(super) sessions: Sessions,
    pub(super) tokens: ConsistencyTokens,
    pub(super) keys: Keyring,
    pub(super) key_uses: Arc<KeyUses>,
}

impl Wiring {
    /// Creates the state. Only the NATS connection runs, if one is configured.
    pub(super) async fn new(
        (settings, home): (Settings, Home),
        public_url: String,
        clock: Arc<dyn Clock>,
        events: Option<Arc<dyn EventStore>>,
        views: Arc<dyn ViewStore>,
    ) -> anyhow::Result<Self> {
        let nats = match &settings.nats {
            Some(options) => Some(service_kit::nats::connect(options).await?),
            None => None,
        };
        let lifecycle = Lifecycle::new(GRACE);
        let stop = lifecycle.stop_signal();
        let answered = CancellationToken::new();
        let cancelled = cancelled_by(&lifecycle, stop.clone(), answered.clone());
        // Whether the disk has room for what users may do with their own rights.
        let room = match home.files() {
            Some([log, views]) => {
                DiskSpaceGuard::above(settings.free_space_floor, move || disk::least_free(&[&log, &views]))
            }
            None => DiskSpaceGuard::unknown(),
        };
        let board = NoticeBoard::new();
        Ok(Self {
            settings,
            home,
            public_url,
            lifecycle,
            stop,
            answered,
            cancelled,
            clock,
            events,
            views,
            board,
            nats,
            room,
            open_settings: None,
        })
    }

    pub(super) fn has(&self, part: Part) -> bool {
        self.settings.parts.has(part)
    }

    /// Returns the log, if the process holds this part.
    pub(super) fn log_of(&self, part: Part) -> Option<&Arc<dyn EventStore>> {
        self.events.as_ref().filter(|_| self.has(part))
    }

    /// Starts the projector, or follows one in another process. Returns the progress of the views. `complete` says
    /// whether there are views to serve from the start.
    pub(super) fn follow(&self, complete: bool) -> ViewsProgress {
        let projector = self.log_of(Part::Projector);
        let projector = projector.map(|events| self.projector(events).knowing_complete(complete));
        let projected = projector.as_ref().map(Projector::reached);
        let log_id = self.events.as_ref().map(|events| events.log_id());
        let views_progress = match (&projector, &log_id) {
            (Some(projector), Some(log_id)) if self.settings.shard == Shard::WHOLE => {
                let log = watch::Sender::new(Some(LogTag::of(log_id))).subscribe();
                let progress = Progress::new(projector.reached()).of_log(log);
                ViewsProgress { progress, complete: projector.complete(), sighted: None, projected }
            }
            _ => {
                let (views, board, nats) = (self.views.clone(), self.board.clone(), self.nats.clone());
                let follower = Follower::new(views, board, nats, log_id, complete);
                let (progress, complete, sighted) = (follower.progress(), follower.complete(), follower.sighted());
                self.lifecycle.spawn("follower", follower.run(self.cancelled.clone()));
                ViewsProgress { progress, complete, sighted: Some(sighted), projected }
            }
        };
        if let Some(projector) = projector {
            self.lifecycle.spawn("projector", projector.run(self.cancelled.clone()));
        }
        views_progress
    }

    pub(super) fn watch_lag(&self, views_progress: &ViewsProgress) -> Option<Lag> {
        let lag = Lag::new(self.events.clone()?, views_progress.projected.clone()?);
        self.lifecycle.spawn("lag", lag.clone().watch(Arc::clone(&self.clock), self.cancelled.clone()));
        Some(lag)
    }

    /// Checks regularly whether this process can write to its stores. Returns a health check for each store, with its name
    /// and the part that needs it.
    pub(super) fn watch_writing(&self) -> Vec<(&'static str, &'static str, WritingCheck)> {
        let (log_file, views_file) = self.home.files().map(|[log, views]| (log, views)).unzip();
        let log = self.log_of(Part::WriteApi).map(|events| Store::Log(Arc::clone(events)));
        let log = log.map(|log| ("log_writes", WRITE, Written::new("log", log, log_file)));
        let views = self.has(Part::Projector).then(|| Store::Views(Arc::clone(&self.views)));
        let views = views.map(|views| ("view_writes", PROJECTION, Written::new("views", views, views_file)));
        let mut checks = Vec::new();
        for (name, part, written) in [log, views].into_iter().flatten() {
            checks.push((name, part, written.check()));
            self.lifecycle.spawn("writing", written.watch(self.cancelled.clone()));
        }
        checks
    }

    /// Starts the checks that the log keeps its history, and that the stores that this process writes are not damaged.
    pub(super) fn watch_stores(&self) {
        let (log, views) =
            (self.log_of(Part::WriteApi).cloned(), self.has(Part::Projector).then(|| self.views.clone()));
        let scrub = Scrub { home: self.home.clone(), log, views };
        self.lifecycle.spawn("scrub", scrub.watch(self.stop.clone()));
        if let Some(events) = self.log_of(Part::WriteApi) {
            let watch = upkeep::watch_log(Arc::clone(events), Arc::clone(&self.views), self.stop.clone());
            self.lifecycle.spawn("log watch", watch);
        }
    }

    /// Rewrites the views after erasures, in a process that renders them.
    pub(super) fn rewrite_views(&self, views_progress: &ViewsProgress) {
        let Some(events) = self.log_of(Part::Projector) else { return };
        let (stores, progress) = ((Arc::clone(events), Arc::clone(&self.views)), views_progress.progress.clone());
        let rewriting = upkeep::rewrite_views(stores, progress, self.clock.now(), self.stop.clone());
        self.lifecycle.spawn("rewriting of views", rewriting);
    }

    fn projector(&self, events: &Arc<dyn EventStore>) -> Projector {
        let Settings { shard, vendor_field_names, .. } = self.settings;
        let deck_host = self.settings.deck_host.clone();
        let settings = ViewSettings { vendor_field_names, deck_host, ..ViewSettings::default() };
        let (views, board) = (Arc::clone(&self.views), self.board.clone());
        let projector = Projector::new(events.clone(), views, board, settings).renewing_at(self.settings.renewal_pace);
        let feed = StoreFeed::new(events.clone(), shard);
        match &self.nats {
            Some(nats) => {
                let (tell, telling) = teller(nats);
                self.lifecycle.spawn("telling", telling.run());
                projector.of_shard(shard, feed.receiving(nats.clone())).telling(tell)
            }
            None => projector.of_shard(shard, feed),
        }
    }

    /// Returns the authentication for both sides, and starts the task that picks up a rotation of the secret.
    pub(super) fn entrance(&self) -> anyhow::Result<Entrance> {
        let secrets = self.home.secrets()?;
        let keys = Keyring::new(secrets.clone(), Arc::clone(&self.clock));
        let follow = follow_secret(self.home.clone(), secrets, keys.clone(), self.stop.clone());
        self.lifecycle.spawn("rotation of the secret", follow);
        let key_uses = Arc::new(KeyUses::default());
        let credentials = Credentials::new(self.views.clone(), &self.board);
        let sessions = Sessions::new(keys.clone(), &self.public_url).over_plain_http(self.settings.allow_plain_http);
        let (clock, uses) = (Arc::clone(&self.clock), Arc::clone(&key_uses));
        let limits = &self.settings.limits;
        let gate = Gate::new(credentials, sessions.clone(), &self.public_url, clock, uses, limits);
        Ok(Entrance { gate, sessions, tokens: ConsistencyTokens::new(keys.clone()), keys, key_uses })
    }

    /// Returns the read side, whose streams end when the process begins to stop.
    pub(super) fn read_side(&self, entrance: &Entrance, views_progress: &ViewsProgress) -> ReadApi {
        let settings = ReadApiSettings {
            anonymous_export: self.settings.anonymous_export,
            dumps: self.settings.dumps.clone(),
            vendor_field_names: self.settings.vendor_field_names,
            public_url: self.public_url.clone(),
            trusted_proxies: self.settings.trusted_proxies.clone(),
            written: write_api::interface::routes().iter().map(|route| (route.template, route.method)).collect(),
            limits: self.settings.limits,
            ..ReadApiSettings::default()
        };
        let (gate, tokens) = (entrance.gate.clone(), entrance.tokens.clone());
        let (views, clock) = (Arc::clone(&self.views), Arc::clone(&self.clock));
        let api = ReadApi::new(settings, views, &self.board, clock, gate, tokens, views_progress.progress.clone());
        let of_api = api.clone();
        self.at_stop("end of streams", move || of_api.end_streams());
        api
    }

    /// Ends streams when the process begins to stop. The server waits for all other answers.
    fn at_stop(&self, name: &'static str, end: impl FnOnce() + Send + 'static) {
        let stop = self.stop.clone();
        self.lifecycle.spawn(name, async move {
            stop.soft().await;
            end();
            Ok::<_, BoxError>(())
        });
    }

    /// Returns the write side with the pages, and starts its background tasks. `None` if the process has no write side.
    pub(super) fn write_side(&self, entrance: &Entrance, views_progress: &ViewsProgress) -> Option<WriteSide> {
        let Some(events) = self.log_of(Part::WriteApi) else {
            // Key uses go to a process with a write side.
            if let Some(nats) = &self.nats {
                let send = sender::send(Arc::clone(&entrance.key_uses), nats.clone(), self.stop.clone());
                self.lifecycle.spawn("key uses", send);
            }
            return None;
        };
        let outbound = Outbound::new(self.settings.webhook_rules.clone());
        let write_api = WriteApi::new(Arc::clone(events), Arc::clone(&self.clock));
        let mail_from = self.settings.mail.as_ref().map(MailSettings::from);
        let write_api = write_api.listing_erasures(self.home.erasures()).sending_to(outbound).mailing_from(mail_from);
        let write_api = write_api.linking_with(PrivateLinks::new(&entrance.keys));
        self.run_beside(&write_api, events, entrance);
        let settings = WriteHttpSettings {
            public_url: self.public_url.clone(),
            vendor_field_names: self.settings.vendor_field_names,
            deck_host: self.settings.deck_host.clone(),
            own_lists: u32::try_from(self.settings.limits.max_own_lists).ok().filter(|most| *most > 0),
            private_links: PrivateLinks::new(&entrance.keys),
            join_codes: JoinCodes::new(&entrance.keys),
            read_addresses: read_api::routes().iter().map(|route| route.template).collect(),
            room: self.room.clone(),
        };
        let (gate, tokens) = (entrance.gate.clone(), entrance.tokens.clone());
        let (progress, views) = (views_progress.progress.clone(), Arc::clone(&self.views));
        let http = WriteHttp::new(write_api.clone(), gate, tokens, progress, views, settings);
        let site = self.site((write_api, http.clone()), events, entrance, views_progress);
        let of_site = site.clone();
        self.at_stop("end of the streams of pages", move || of_site.end_streams());
        Some(WriteSide { http, site })
    }

    fn run_beside(&self, write_api: &WriteApi, events: &Arc<dyn EventStore>, entrance: &Entrance) {
        let note = key_uses::note_own(write_api.clone(), Arc::clone(&entrance.key_uses), self.stop.clone());
        self.lifecycle.spawn("key uses", note);
        let delete =
            upkeep::delete_old_rows(Arc::clone(events), Arc::clone(&self.clock), upkeep::HOUR, self.stop.clone());
        self.lifecycle.spawn("old rows", delete);
        let complete = upkeep::complete_erasures(write_api.clone(), Arc::clone(events), self.stop.clone());
        self.lifecycle.spawn("erasures", complete);
        self.send_messages(write_api);
        if let Some(nats) = &self.nats {
            let publish = publish_events(Arc::clone(events), nats.clone(), self.cancelled.clone());
            self.lifecycle.spawn("events over NATS", publish);
            let receive = key_uses::receive(write_api.clone(), nats.clone(), self.stop.clone());
            self.lifecycle.spawn("key uses elsewhere", receive);
        }
    }

    fn send_messages(&self, write_api: &WriteApi) {
        let public_url = self.public_url.clone();
        let write: LetterWriter =
            Arc::new(move |letter, username, facts| letters::write(letter, username, facts, &public_url));
        let public_url = self.public_url.clone();
        let post: PostWriter =
            Arc::new(move |post, event, names, language| discord::write(post, event, names, language, &public_url));
        let pace = self.settings.webhook_pace;
        let mail = self.settings.mail.clone();
        let sender = Sender::new((write_api.clone(), &self.public_url, pace), (write, post), mail);
        self.lifecycle.spawn("sender", sender.run(self.stop.clone()));
    }

    fn site(
        &self,
        (commands, interface): (WriteApi, WriteHttp),
        events: &Arc<dyn EventStore>,
        entrance: &Entrance,
        views_progress: &ViewsProgress,
    ) -> Site {
        Site::new(SiteSettings {
            commands,
            interface,
            gate: entrance.gate.clone(),
            sessions: entrance.sessions.clone(),
            keys: entrance.keys.clone(),
            views: self.views.clone(),
            events: Arc::clone(events),
            progress: views_progress.progress.clone(),
            clock: Arc::clone(&self.clock),
            proxies: self.settings.trusted_proxies.clone(),
            public_url: self.public_url.clone(),
            allow_plain_http: self.settings.allow_plain_http,
            sign_in: self.settings.sign_in.clone(),
            room: self.room.clone(),
            board: self.board.clone(),
            heartbeat: Duration::from_secs(self.settings.limits.stream_heartbeat_seconds),
            open_settings: self.open_settings.clone(),
            tasks: self.lifecycle.clone(),
        })
    }
}

/// Returns a token that is cancelled after the soft stop, when the last request is answered.
fn cancelled_by(lifecycle: &Lifecycle, stop: Stop, answered: CancellationToken) -> CancellationToken {
    let token = CancellationToken::new();
    let cancelled = token.clone();
    lifecycle.spawn("stop of what follows the log", async move {
        last_answer(&stop, &answered).await;
        cancelled.cancel();
        Ok::<_, BoxError>(())
    });
    token
}

/// Waits for the soft stop, and then until the last request is answered, or its time is over.
async fn last_answer(stop: &Stop, answered: &CancellationToken) {
    stop.soft().await;
    // The time is over while a client receives slowly. Such a client no longer waits for the views.
    let _ = tokio::time::timeout(LAST_ANSWERS, answered.cancelled()).await;
}

/// Watches the file of the secret, which may be rotated while the process runs, until the soft stop.
async fn follow_secret(home: Home, first: Secrets, keys: Keyring, stop: Stop) -> Result<(), BoxError> {
    let mut known = first.expose();
    let mut is_lost = false;
    while !stop.soft_within(SECRET_READ_EVERY).await {
        match home.kept_secrets() {
            Ok(secrets) if secrets.expose() != known => {
                known = secrets.expose();
                keys.replace(secrets);
                tracing::info!("the installation's secret was rotated; the new one has been read");
                is_lost = false;
            }
            Ok(_) => is_lost = false,
            // The process continues with the secrets it has, and logs the failure once.
            Err(error) => {
                if !std::mem::replace(&mut is_lost, true) {
                    tracing::warn!(error = format!("{error:#}"), "the installation's secret cannot be read any more");
                }
            }
        }
    }
    Ok(())
}

#[derive(Clone)]
pub(super) struct ViewsProgress {
    /// For requests that wait for a position.
    pub(super) progress: Progress,
    /// Whether the views have been up to date once.
    pub(super) complete: watch::Receiver<bool>,
    /// Whether the views of other writers could be read recently.
    pub(super) sighted: Option<watch::Receiver<bool>>,
    /// The positions up to which this process's projector has rendered its own shard.
    pub(super) projected: Option<watch::Receiver<Reached>>,
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_requests_wait_for_goes_on_until_the_last_one_is_answered() {
        let (lifecycle, answered) = (Lifecycle::new(GRACE), CancellationToken::new());
        let stop = lifecycle.stop_signal();
        let mut last = Box::pin(last_answer(&stop, &answered));
        assert_eq!(last.as_mut().now_or_never(), None);
        stop.stop();
        assert_eq!(last.as_mut().now_or_never(), None, "a request may still wait");
        answered.cancel();
        assert_eq!(last.as_mut().now_or_never(), Some(()));

        let begun = tokio::time::Instant::now();
        last_answer(&stop, &CancellationToken::new()).await;
        assert_eq!(begun.elapsed(), LAST_ANSWERS, "a slow client does not keep the projector from ending in time");
    }
}

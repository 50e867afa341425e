//! Several hosts, one of which is cut off and reconnected. Answers in between must not be wrong, and afterwards
//! everything must work as before.
//!
//! These tests need network namespaces, and so root. They fail with instructions if they lack the permission.

use std::time::{Duration, Instant};

use e2e::client::{Answer, Client, Request};
use e2e::form::Form;
use e2e::hosts::{Hosts, Service};
use reqwest::Method;

/// Longest lag of a plain read while the reader's host gets no notices.
const STALE: Duration = Duration::from_secs(2);
/// Time in which everything must work as before.
const HEALING: Duration = Duration::from_secs(10);
/// How long a host stays cut off, if nothing else determines it.
const CUT_OFF: Duration = Duration::from_secs(6);
/// Time in which a read must be refused rather than kept waiting.
const REFUSAL: Duration = Duration::from_secs(15);
/// Interval between two checks.
const LOOK: Duration = Duration::from_millis(5);

/// A list that is written repeatedly.
struct List {
    client: Client,
    path: String,
    version: u64,
    token: String,
}

impl List {
    async fn create(hosts: &Hosts) -> Self {
        let client = hosts.write_api.client(&hosts.key).unwrap();
        let answer = client.send(&Self::request(Method::POST, "/api/v1/decklists/", 1), 0).await.unwrap();
        assert_eq!(answer.status, 201, "{}", answer.short());
        let path = answer.header("location").to_owned();
        Self { client, path, version: 1, token: answer.header("consistency-token").to_owned() }
    }

    fn request(method: Method, path: &str, version: u64) -> Request {
        let fields = vec![
            ("name", format!("Version {version}")),
            ("archetype", "Far".into()),
            ("plaintext_list", "4 Island".into()),
        ];
        Request::new(method, path, Form::Json, fields)
    }

    /// Writes the next version. The write must succeed quickly.
    async fn write(&mut self) {
        self.version += 1;
        let begun = Instant::now();
        let request = Self::request(Method::PUT, &self.path, self.version);
        let answer = self.client.send(&request, 0).await.unwrap();
        assert_eq!((answer.status, answer.header("etag")), (200, &*self.tag()), "{}", answer.short());
        assert!(begun.elapsed() < Duration::from_secs(3), "a write took {:?}", begun.elapsed());
        self.token = answer.header("consistency-token").to_owned();
    }

    fn tag(&self) -> String {
        format!("\"{}\"", self.version)
    }

    /// Reads the list with the token of its last write, and waits at most `wait` seconds.
    async fn with_token(&self, reader: &Client, wait: u64) -> Answer {
        let request = Request::get(&*self.path).with("consistency-token", &*self.token);
        let request = request.with("prefer", format!("wait={wait}"));
        let asked = reader.send(&request, 0);
        tokio::time::timeout(REFUSAL, asked).await.expect("an answer in time").unwrap()
    }

    /// Returns how long plain reads show an older version.
    async fn until_read(&self, reader: &Client) -> Duration {
        let begun = Instant::now();
        loop {
            let asked = tokio::time::timeout(HEALING, reader.send(&Request::get(&*self.path), 0)).await;
            if matches!(&asked, Ok(Ok(answer)) if answer.status == 200 && answer.header("etag") == self.tag()) {
                return begun.elapsed();
            }
            assert!(begun.elapsed() < 2 * HEALING, "version {} is not read: {asked:?}", self.version);
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Reads with the token. The read must be refused, or show the last version.
    async fn assert_not_stale(&self, reader: &Client) {
        let answer = self.with_token(reader, 0).await;
        let is_it = answer.status == 200 && answer.header("etag") == self.tag();
        assert!(is_it || answer.status == 503, "version {}: {} {answer:?}", self.version, answer.short());
    }

    async fn assert_fresh(&self, reader: &Client) {
        let answer = self.with_token(reader, 5).await;
        assert_eq!((answer.status, answer.header("etag")), (200, &*self.tag()), "{}", answer.short());
    }
}

/// Waits until a host is ready and a read with the token shows the last version.
async fn assert_heals(service: &Service, list: &List, reader: &Client) {
    let begun = Instant::now();
    loop {
        let answer = list.with_token(reader, 0).await;
        let is_it = answer.status == 200 && answer.header("etag") == list.tag();
        assert!(is_it || answer.status == 503, "{}", answer.short());
        if is_it && service.is_ready().await {
            break;
        }
        let late = begun.elapsed() > HEALING;
        assert!(!late, "not healed after {HEALING:?}: {}; {}", answer.short(), service.last_words());
        tokio::time::sleep(LOOK).await;
    }
}

/// Checks that notices arrive. A host that polls does so every half second, and would not find so many changes in a row
/// at once.
async fn assert_told_of_changes(list: &mut List, reader: &Client) {
    let (begun, mut in_a_row) = (Instant::now(), 0);
    while in_a_row < 10 {
        list.write().await;
        let at_once = list.until_read(reader).await < Duration::from_millis(200);
        in_a_row = if at_once { in_a_row + 1 } else { 0 };
        assert!(begun.elapsed() < 3 * HEALING, "notices of changes do not arrive");
    }
}

/// One after the other on the same hosts, because they take long to start.
#[tokio::test(flavor = "multi_thread")]
async fn a_host_that_is_cut_off_answers_nothing_wrong_and_heals() {
    let hosts = Hosts::start().await.unwrap();
    hears_no_notices(&hosts).await;
    has_no_database(&hosts).await;
    has_no_cable(&hosts).await;
    projector_has_no_cable(&hosts).await;
}

/// A reader that hears no notices looks for itself.
async fn hears_no_notices(hosts: &Hosts) {
    let [deaf, other] = &hosts.read_apis;
    let [from_deaf, from_other] = [deaf, other].map(|host| host.client(&hosts.key).unwrap());
    let mut list = List::create(hosts).await;
    assert_told_of_changes(&mut list, &from_deaf).await;

    deaf.host.part_from(&hosts.nats).unwrap();
    let begun = Instant::now();
    let mut longest = Duration::ZERO;
    while begun.elapsed() < CUT_OFF {
        list.write().await;
        list.assert_not_stale(&from_deaf).await;
        longest = longest.max(list.until_read(&from_deaf).await);
        list.assert_fresh(&from_deaf).await;
        list.assert_fresh(&from_other).await;
        assert!(deaf.is_ready().await, "the reader can answer without NATS");
    }
    assert!(longest <= STALE, "stale for {longest:?}");
    assert!(longest > Duration::from_millis(50), "notices still arrived: {longest:?}");

    deaf.host.join(&hosts.nats).unwrap();
    assert_heals(deaf, &list, &from_deaf).await;
    assert_told_of_changes(&mut list, &from_deaf).await;
}

/// A reader without its database says so and shows nothing old.
async fn has_no_database(hosts: &Hosts) {
    let [cut_off, other] = &hosts.read_apis;
    let [from_cut_off, from_other] = [cut_off, other].map(|host| host.client(&hosts.key).unwrap());
    let mut list = List::create(hosts).await;
    list.assert_fresh(&from_cut_off).await;

    cut_off.host.part_from(&hosts.postgres).unwrap();
    let begun = Instant::now();
    while begun.elapsed() < CUT_OFF {
        list.write().await;
        let answer = list.with_token(&from_cut_off, 1).await;
        assert_eq!(answer.status, 503, "{}", answer.short());
        list.assert_fresh(&from_other).await;
    }
    let readiness = cut_off.readiness().await.unwrap().expect("it reports its readiness");
    assert_eq!(readiness.status, 503, "{}", readiness.short());
    assert!(other.is_ready().await);

    cut_off.host.join(&hosts.postgres).unwrap();
    assert_heals(cut_off, &list, &from_cut_off).await;
    list.write().await;
    assert!(list.until_read(&from_cut_off).await <= STALE);
}

/// A reader whose cable is pulled takes no one along.
async fn has_no_cable(hosts: &Hosts) {
    let [gone, other] = &hosts.read_apis;
    let mut list = List::create(hosts).await;
    list.assert_fresh(&gone.client(&hosts.key).unwrap()).await;

    gone.host.unplug().unwrap();
    let begun = Instant::now();
    while begun.elapsed() < CUT_OFF {
        list.write().await;
        list.assert_fresh(&other.client(&hosts.key).unwrap()).await;
    }
    assert!(gone.readiness().await.unwrap().is_none(), "its cable is unplugged");

    gone.host.plug().unwrap();
    let from_gone = gone.client(&hosts.key).unwrap();
    assert_heals(gone, &list, &from_gone).await;
    assert_told_of_changes(&mut list, &from_gone).await;
}

/// While the projector is cut off, writes go on, and no reader shows what was before.
async fn projector_has_no_cable(hosts: &Hosts) {
    let readers = [&hosts.read_apis[0], &hosts.read_apis[1]].map(|host| host.client(&hosts.key).unwrap());
    let mut list = List::create(hosts).await;
    list.assert_fresh(&readers[0]).await;

    hosts.projector.host.unplug().unwrap();
    let begun = Instant::now();
    while begun.elapsed() < CUT_OFF {
        list.write().await;
        for reader in &readers {
            let answer = list.with_token(reader, 0).await;
            let problem = answer.json()["type"].as_str().unwrap_or_default().to_owned();
            assert_eq!((answer.status, &*problem), (503, "/problems/not-yet-applied"), "{}", answer.short());
        }
    }

    hosts.projector.host.plug().unwrap();
    for (service, reader) in hosts.read_apis.iter().zip(&readers) {
        assert_heals(service, &list, reader).await;
    }
    assert_heals(&hosts.projector, &list, &readers[0]).await;
    assert_told_of_changes(&mut list, &readers[1]).await;
}

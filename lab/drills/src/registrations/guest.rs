//! A guest, who opens the page of an event, fills in the form, and sends it until it is answered.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use e2e::client::{Client, Request};
use e2e::form::Form;
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;
use tokio::sync::Barrier;
use tokio::time::sleep;

use crate::report::Faults;
use crate::usual::Usual;

/// How long a request is repeated, and the pause between two attempts.
const PATIENCE: Duration = Duration::from_secs(90);
const PAUSE: Duration = Duration::from_millis(10);
/// One in this many guests taps the button twice, and one loses the first answer on the way.
const TAP_TWICE: u32 = 5;
const LOSES: u32 = 4;

/// The guest.
pub(super) struct Guest {
    client: Client,
    event: i64,
    name: String,
    rng: StdRng,
    careless: bool,
    faults: Faults,
    /// Requests that were not answered.
    in_doubt: AtomicU32,
}

/// A guest who is registered.
#[derive(Debug)]
pub(super) struct Joined {
    pub(super) event: i64,
    /// The code of the private link.
    pub(super) code: String,
    /// Requests that were not answered.
    pub(super) in_doubt: u32,
}

impl Guest {
    /// Creates a guest, with an address of its own.
    pub(super) fn new(
        address: &str,
        event: i64,
        number: usize,
        usual: &Usual,
        faults: &Faults,
    ) -> anyhow::Result<Self> {
        let [.., high, low] = u32::try_from(number)?.to_be_bytes();
        let own = IpAddr::V4(Ipv4Addr::new(127, 1, high, low.max(1)));
        let http = reqwest::Client::builder().local_address(own).timeout(Duration::from_secs(20));
        let (client, name) = (Client::with(address.to_owned(), None, http)?, format!("Guest {number}"));
        let (rng, careless, faults) = (usual.rng_of(number), usual.careless, faults.clone());
        Ok(Self { client, event, name, rng, careless, faults, in_doubt: AtomicU32::new(0) })
    }

    /// Registers. With a barrier, the form is sent when all have opened it.
    pub(super) async fn join(mut self, together: Option<&Barrier>) -> anyhow::Result<Joined> {
        let mut form = self.open().await?;
        if let Some(barrier) = together {
            barrier.wait().await;
        }
        let (begun, mut loses, mut lost) = (Instant::now(), self.rng.random_ratio(1, LOSES), None);
        loop {
            let taps_twice = self.rng.random_ratio(1, TAP_TWICE);
            let (first, second) =
                tokio::join!(self.send(&form), async { if taps_twice { self.send(&form).await } else { Ok(None) } });
            for code in [first?, second?].into_iter().flatten() {
                if lost.get_or_insert_with(|| code.clone()) != &code {
                    self.faults.note(format!("{} of event {} got two links", self.name, self.event));
                }
            }
            if let Some(code) = lost.clone().filter(|_| !std::mem::take(&mut loses)) {
                self.show(&code).await?;
                return Ok(Joined { event: self.event, code, in_doubt: self.in_doubt.into_inner() });
            }
            if begun.elapsed() > PATIENCE {
                bail!("{} is not registered within {PATIENCE:?}", self.name);
            }
            sleep(PAUSE).await;
            if self.careless {
                form = self.open().await?;
                self.name.push_str(" again");
            }
        }
    }

    /// Opens the page. Returns the value by which its form is carried out once.
    async fn open(&self) -> anyhow::Result<String> {
        let text = self.get(&format!("/join/{}/", self.event)).await?;
        let (_, rest) = text.split_once("name=\"form_id\" value=\"").with_context(|| format!("no form in {text}"))?;
        Ok(rest.split('"').next().unwrap_or_default().to_owned())
    }

    /// Opens the guest's own page.
    async fn show(&self, code: &str) -> anyhow::Result<()> {
        let text = self.get(&format!("/e/{}/{code}/", self.event)).await?;
        if !text.contains(&self.name) {
            self.faults.note(format!("the page of {} of event {} is another one's", self.name, self.event));
        }
        Ok(())
    }

    async fn get(&self, path: &str) -> anyhow::Result<String> {
        let answer =
            self.client.answer(&Request::get(path)).await.with_context(|| format!("{path} is not answered"))?;
        anyhow::ensure!(answer.status == 200, "{path} is answered {}", answer.short());
        Ok(String::from_utf8(answer.body.to_vec())?)
    }

    /// Sends the form. Returns the code of the link, or `None` if the answer is lost.
    async fn send(&self, form: &str) -> anyhow::Result<Option<String>> {
        let fields = vec![("name", self.name.clone()), ("email", String::new()), ("form_id", form.to_owned())];
        let request = Request::new(Method::POST, format!("/join/{}/", self.event), Form::UrlEncoded, fields);
        let answer = match self.client.send(&request.with("sec-fetch-site", "same-origin"), 0).await {
            Ok(answer) if ![502, 503, 504, 507].contains(&answer.status) => answer,
            Err(error) if error.is_connect() => return Ok(None),
            _ => {
                self.in_doubt.fetch_add(1, Ordering::Relaxed);
                return Ok(None);
            }
        };
        let place = answer.header("location");
        let code = place.split("/e/").nth(1).and_then(|rest| rest.split('/').nth(1));
        match code.filter(|_| answer.status == 303) {
            Some(code) => Ok(Some(code.to_owned())),
            None => bail!("{} is answered {place} {}", self.name, answer.short()),
        }
    }
}

//! A proxy of notices that injects faults.

use futures::StreamExt;
use service_kit::nats::Nats;
use tokio::sync::watch;

/// Percentages of the notices with each fault.
pub(crate) struct Faults {
    pub(crate) seed: u64,
    pub(crate) lose: u64,
    pub(crate) double: u64,
    /// Held back until up to eight others have passed.
    pub(crate) delay: u64,
}

/// Counts of injected faults.
#[derive(Debug, Default)]
pub(crate) struct Done {
    pub(crate) lost: usize,
    pub(crate) doubled: usize,
    pub(crate) delayed: usize,
}

/// Forwards notices from one prefix to another, with faults.
pub(crate) async fn proxy(from: &Nats, to: &Nats, faults: Faults) -> watch::Receiver<Done> {
    let mut notices = from.client().subscribe(format!("{}.notices", from.prefix())).await.unwrap();
    from.client().flush().await.unwrap();
    let (tell, done) = watch::channel(Done::default());
    let (to, mut dice) = (to.clone(), Dice(faults.seed));
    tokio::spawn(async move {
        let mut held = Vec::new();
        let mut number = 0;
        while let Some(notice) = notices.next().await {
            number += 1;
            let mut due: Vec<_> =
                held.extract_if(.., |(until, _)| *until <= number).map(|(_, notice)| notice).collect();
            let payload = notice.payload;
            tell.send_modify(|done| {
                if dice.falls(faults.lose) {
                    done.lost += 1;
                } else if dice.falls(faults.delay) {
                    done.delayed += 1;
                    held.push((number + 1 + dice.roll() % 8, payload));
                } else {
                    due.push(payload.clone());
                    if dice.falls(faults.double) {
                        done.doubled += 1;
                        due.insert(0, payload.clone());
                        held.push((number + dice.roll() % 8, payload));
                    }
                }
            });
            for payload in due {
                to.client().publish(format!("{}.notices", to.prefix()), payload).await.unwrap();
            }
        }
    });
    done
}

/// A generator of pseudo-random numbers with a seed (SplitMix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns true in the given percentage of calls.
    fn falls(&mut self, often: u64) -> bool {
        self.roll() % 100 < often
    }
}

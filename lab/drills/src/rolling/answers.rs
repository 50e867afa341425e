//! Reads every address of some finished and running events while the versions of the processes change. Nothing is written
//! there, so each answer must be that of the old version or that of the new one.

use std::sync::Arc;

use e2e::simulate::{self, Plan};
use tokio::task::JoinHandle;

use crate::crawled::{Known, Question, Seen, difference, seen};
use crate::fleet::Fleet;
use crate::installation::{being_played, lists, of_key};
use crate::place::{Door, Place};
use crate::read_back::settled;
use crate::upgrade::clients::Watch;

/// The mark that documents have in place of the public address, as JSON writes it.
const MARK: &[u8] = b"\\u0000";

#[derive(Debug)]
pub(crate) struct Crawl(Known);

#[derive(Debug, Default)]
pub(crate) struct Log {
    /// Answers that are not those of the old version, each once in a phase.
    others: Vec<(Question, Seen, String)>,
    count: usize,
}

impl Crawl {
    /// Creates an organization with events, and reads all their addresses.
    pub(crate) async fn prepare(fleet: &Fleet) -> anyhow::Result<Self> {
        let door = Door { key: fleet.organization("Events")?.1, ..fleet.door() };
        simulate::play(&door.address, &door.key, Plan::new(8, 3, 0)).await?;
        let callers = of_key(&door)?;
        lists(&callers[0], 0).await?;
        being_played(&door).await?;
        settled(fleet).await?;
        Known::look(callers).await.map(Self)
    }

    /// Reads all addresses again and again until the watch is stopped.
    pub(crate) fn start(self: &Arc<Self>, watch: &Arc<Watch>) -> JoinHandle<Log> {
        tokio::spawn(Arc::clone(self).read(Arc::clone(watch)))
    }

    fn before(&self, question: &Question) -> Option<&Seen> {
        self.0.answers.get(question)?.as_ref()
    }

    async fn read(self: Arc<Self>, watch: Arc<Watch>) -> Log {
        let mut log = Log::default();
        for question in self.0.questions.iter().cycle() {
            if watch.stopped.get().is_some() {
                break;
            }
            let (caller, route) = (&self.0.callers[question.0], route(&question.1));
            log.count += 1;
            match seen(caller, &question.1).await {
                Err(error) => watch.note(format!("GET {route} is not answered"), format!("{error:?}")),
                Ok(answer) if answer.status >= 500 => {
                    watch.note_refusal(&format!("GET {route}"), answer.status, &answer.body);
                }
                Ok(answer) => {
                    let before = self.before(question);
                    if !before.is_some_and(|before| before.says_the_same(&answer, question.2)) {
                        log.add(question, answer, watch.phase());
                    }
                }
            }
        }
        log
    }

    /// Notes every answer that was neither that of the old version nor that of the new one, which is asked now. Returns
    /// the number of addresses whose answer the new version changed, and a line for a report.
    pub(crate) async fn judge(&self, log: Log, watch: &Watch) -> (usize, String) {
        let (after, mut changed) = (self.0.ask().await, 0);
        for (question, answer) in &after {
            let (what, before) = (route(&question.1), self.before(question));
            let Some((answer, before)) = answer.as_ref().zip(before) else {
                watch.note(format!("GET {what} is not answered"), question.1.clone());
                continue;
            };
            changed += usize::from(!before.says_the_same(answer, question.2));
            let defect = defect(answer).or_else(|| (answer.status != before.status).then_some("has another status"));
            if let Some(defect) = defect {
                watch.note(format!("GET {what} {defect}"), example(question, answer, before));
            }
        }
        let line = format!("Reads of {} other addresses: {}.", self.0.questions.len(), log.count);
        for (question, answer, phase) in log.others {
            let Some(Some(right)) = after.get(&question) else { continue };
            let other = (!right.says_the_same(&answer, question.2)).then_some("is wrong");
            if let Some(defect) = defect(&answer).or(other) {
                let kind = format!("GET {} {defect} in `{phase}`", route(&question.1));
                watch.note(kind, example(&question, &answer, right));
            }
        }
        (changed, line)
    }
}

impl Log {
    fn add(&mut self, question: &Question, answer: Seen, phase: String) {
        let is_known = |(other, seen, during): &(Question, Seen, String)| {
            other == question && *during == phase && seen.says_the_same(&answer, true)
        };
        if !self.others.iter().any(is_known) {
            self.others.push((question.clone(), answer, phase));
        }
    }
}

/// Returns what no answer may have, whatever it says.
fn defect(answer: &Seen) -> Option<&'static str> {
    let text = answer.text()?;
    if text.contains(&0) || text.windows(MARK.len()).any(|part| part == MARK) {
        return Some("contains U+0000");
    }
    let is_damaged = answer.is_json() && serde_json::from_slice::<serde_json::Value>(text).is_err();
    is_damaged.then_some("is no JSON")
}

/// Returns an address with `{}` in place of its numbers.
fn route(path: &str) -> String {
    let (path, query) = path.split_once('?').map_or((path, ""), |(path, query)| (path, query));
    let parts = path.split('/').map(|part| if part.parse::<i64>().is_ok() { "{}" } else { part });
    let route = parts.collect::<Vec<_>>().join("/");
    if query.is_empty() { route } else { format!("{route}?{query}") }
}

fn example((_, path, _): &Question, answer: &Seen, right: &Seen) -> String {
    format!("{path}: {}", difference(right, answer))
}

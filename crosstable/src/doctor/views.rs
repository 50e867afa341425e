//! Checks the views: complete, rendered with the right settings, and up to date with the log.

use projector::ViewSettings;
use proto_events::Position;
use service_kit::chain;
use storage::{Checkpoint, EventStore, Rendering, StoreError, ViewStore};

use super::finding::Finding;

const CHECK: &str = "views";
/// Number of domain events that views may lack while writes come in.
const BEHIND: i64 = 1_000;
/// Maximum number of parked streams to name.
const NAMED: usize = 5;

pub(super) async fn check(
    views: &dyn ViewStore,
    events: Option<&dyn EventStore>,
    settings: Option<&ViewSettings>,
) -> Vec<Finding> {
    let looked = look(views, events, settings).await;
    looked.unwrap_or_else(|error| {
        vec![Finding::wrong(CHECK, format!("they cannot be read: {}", chain(&error)), "check the database's own log")]
    })
}

async fn look(
    views: &dyn ViewStore,
    events: Option<&dyn EventStore>,
    settings: Option<&ViewSettings>,
) -> Result<Vec<Finding>, StoreError> {
    let Some(active) = views.active().await? else {
        let advice = "start `crosstable serve`, or the projector: it renders them";
        return Ok(vec![Finding::note(CHECK, "there are none yet", advice)]);
    };
    // The head is read after the checkpoint, so that new domain events cannot make the views look ahead of the log.
    let head = match events {
        Some(events) => Some(events.head().await?),
        None => None,
    };
    let mut findings = vec![judge_place(&active, head), judge_shards(&active)];
    if let Some(settings) = settings {
        findings.push(judge_settings(&active, settings, views.rendering().await?));
    }
    let parked = views.parked(active.generation).await?;
    if parked.is_empty() {
        findings.push(Finding::fine("parked streams", "there are none"));
    } else {
        let named: Vec<String> = parked.iter().take(NAMED).map(|it| format!("{}: {}", it.stream, it.error)).collect();
        let found = format!("{} streams are not projected: {}", parked.len(), named.join("; "));
        let advice = "update Crosstable, and run `crosstable rebuild`; their documents do not change until then";
        findings.push(Finding::wrong("parked streams", found, advice));
    }
    let lagging = views.lagging(active.generation).await?;
    findings.push(match lagging.len() {
        0 => Finding::fine("lagging streams", "there are none"),
        count => Finding::note(
            "lagging streams",
            format!("heavy documents of {count} streams are not rendered yet"),
            "with a running projector this takes a second or two; run doctor again",
        ),
    });
    Ok(findings)
}

fn judge_place(active: &Checkpoint, head: Option<Position>) -> Finding {
    let (generation, position) = (active.generation.0, active.position());
    let Some(head) = head else {
        return Finding::fine(CHECK, format!("generation {generation} shows the log up to event {position}"));
    };
    let behind = head.0 - position.0;
    let found = format!("generation {generation} shows the log up to event {position}, and the log ends at {head}");
    match behind {
        ..0 => Finding::wrong(
            CHECK,
            found,
            "the views were rendered from another log, or the log was restored from a backup: empty the views' database",
        ),
        0..=BEHIND => Finding::fine(CHECK, found),
        _ => Finding::wrong(
            CHECK,
            format!("{found}: {behind} events are missing"),
            "check that every projector runs, and read its log; after a start or a large import they catch up by themselves",
        ),
    }
}

fn judge_shards(active: &Checkpoint) -> Finding {
    const CHECK: &str = "shards";
    let places: Vec<Position> = active.shards.iter().map(|place| place.reached.applied).collect();
    let (first, last) = (places.iter().max().copied().unwrap_or_default(), active.position());
    let count = places.len();
    if first.0 - last.0 <= BEHIND {
        return Finding::fine(CHECK, format!("organizations are divided into {count} shards, none of them behind"));
    }
    let behind = places.iter().position(|place| *place == last).unwrap_or_default();
    Finding::wrong(
        CHECK,
        format!("of {count} shards, number {behind} has reached event {last}, but another one {first}"),
        format!("start a projector with --shards {count} --shard {behind}, or read the log of the running one"),
    )
}

fn judge_settings(active: &Checkpoint, settings: &ViewSettings, rendering: Option<Rendering>) -> Finding {
    const CHECK: &str = "settings of the views";
    let (wanted, found) = (settings.fingerprint(), &active.fingerprint);
    if *found == wanted {
        return Finding::fine(CHECK, format!("they were rendered with the settings named here: {wanted}"));
    }
    if let Some(Rendering { documents, active_documents }) = rendering {
        let percent = (documents * 100 / active_documents.max(1)).min(100);
        let found = format!("they were rendered with `{found}`; new ones are being rendered: about {percent} %");
        return Finding::note(
            CHECK,
            found,
            "a running projector does this, and keeps the earlier ones up to date meanwhile",
        );
    }
    Finding::wrong(
        CHECK,
        format!("they were rendered with `{found}`, but the settings given here are `{wanted}`"),
        "give every projector and this command the same --compat-field-names and the same version; a projector with other settings renders the views again",
    )
}

#[cfg(test)]
mod tests {
    use storage::{Generation, Reached, ShardCheckpoint};

    use super::super::State;
    use super::*;

    fn checkpoint(shards: &[i64]) -> Checkpoint {
        let place = |position: &i64| ShardCheckpoint {
            reached: Reached::all(Position(*position)),
            ..ShardCheckpoint::default()
        };
        Checkpoint {
            generation: Generation(3),
            shards: shards.iter().map(place).collect(),
            fingerprint: "renderer 1".into(),
            log_id: String::new(),
        }
    }

    #[test]
    fn views_may_be_a_little_behind_and_never_ahead() {
        let state = |head| judge_place(&checkpoint(&[5_000]), Some(Position(head))).state;
        assert_eq!(
            (state(4_999), state(5_000), state(6_000), state(6_001)),
            (State::Wrong, State::Fine, State::Fine, State::Wrong)
        );
    }

    #[test]
    fn views_with_other_settings_are_wrong_unless_new_ones_are_being_rendered() {
        let judge = |rendering| judge_settings(&checkpoint(&[5_000]), &ViewSettings::default(), rendering);
        assert_eq!(judge(None).state, State::Wrong);
        let rendering = Rendering { documents: 437, active_documents: 1_000 };
        let under_way = judge(Some(rendering));
        assert!(under_way.state == State::Note && under_way.found.contains("about 43 %"), "{under_way:?}");
    }

    #[test]
    fn a_shard_without_a_projector_is_named() {
        assert_eq!(judge_shards(&checkpoint(&[5_000, 4_990])).state, State::Fine);
        let left = judge_shards(&checkpoint(&[5_000, 4_990, 12]));
        assert!(
            left.state == State::Wrong && left.advice.as_deref().is_some_and(|it| it.contains("--shard 2")),
            "{left:?}"
        );
    }
}

//! Tests of what others than staff see of rounds whose pairings are not published.

use proto_events::TournamentEvent;
use serde_json::Value;
use storage::ViewKind;

use crate::views::output::Output;
use crate::views::testing::{Scene, cut, paired_again};

const FOR_ALL: [ViewKind; 4] = [ViewKind::MagicEvent, ViewKind::Round, ViewKind::EventPage, ViewKind::RoundPage];

/// Returns what others than staff see, without the names of rounds on pages: a playoff round has one by its matches.
fn seen(out: &Output) -> Vec<(ViewKind, String, Value)> {
    let documents = out.documents.iter().filter(|document| FOR_ALL.contains(&document.key.kind));
    let seen = documents.map(|document| {
        let mut body: Value = serde_json::from_slice(&document.body.for_everyone()).unwrap();
        if matches!(document.key.kind, ViewKind::EventPage | ViewKind::RoundPage) {
            body.as_object_mut().unwrap().retain(|field, _| !["rounds", "name"].contains(&&**field));
        }
        (document.key.kind, document.key.key.clone(), body)
    });
    seen.collect()
}

fn with(scene: fn() -> Scene, event: fn(proto_events::ids::RoundId) -> TournamentEvent) -> Output {
    let mut scene = scene();
    let round_id = scene.tournament.rounds().next_back().unwrap().1.id;
    scene.tell(event(round_id));
    scene.render_all()
}

#[test]
fn a_round_with_hidden_pairings_looks_as_if_it_had_none() {
    for scene in [paired_again, cut] {
        let hidden = with(scene, |round_id| TournamentEvent::PairingsHidden { round_id });
        let discarded = with(scene, |round_id| TournamentEvent::PairingsDiscarded { round_id });
        for (shown, expected) in seen(&hidden).into_iter().zip(seen(&discarded)) {
            assert_eq!(shown, expected);
        }
        assert_ne!(hidden.documents, discarded.documents, "staff see them");
        let published = with(scene, |round_id| TournamentEvent::PairingsPublished { round_id });
        assert_ne!(seen(&published), seen(&discarded));
        assert_eq!(published.documents, scene().render_all().documents, "as rounds of earlier versions are");
    }
}

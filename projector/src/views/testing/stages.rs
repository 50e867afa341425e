//! Tournaments built as commands build them, each between two stages.

use proto_events::TournamentEvent;
use proto_events::ids::{MatchId, RegistrationId};
use proto_events::tournament::PairingKind::{Bye, Seating, Versus};
use proto_events::vocabulary::RegistrationStatus::{Canceled, Complete, OnWaitlist};
use proto_events::vocabulary::{LifecycleStatus, PhaseType, RoundType};

use super::scene::{Scene, details, table};
use super::scenes::play;

fn named(scene: &mut Scene, names: &[&str]) -> Vec<RegistrationId> {
    (11..).zip(names).map(|(person, name)| scene.register(person, name, Complete)).collect()
}

/// A full event with two players, two on the waitlist, and one who gave up.
pub(in crate::views) fn waitlist() -> Scene {
    let mut details = details("Small Room");
    details.capacity = Some(2);
    let mut scene = Scene::new(details);
    named(&mut scene, &["Ann Lee", "Bo Kim"]);
    scene.register(13, "Cy Roe", OnWaitlist);
    scene.register(14, "Di Poe", OnWaitlist);
    let gone = scene.register(15, "Ed Fox", OnWaitlist);
    scene.tell(TournamentEvent::RegistrationStatusChanged { registration_id: gone, status: Canceled });
    scene.tell(TournamentEvent::LifecycleChanged { status: LifecycleStatus::WaitlistOnly });
    scene
}

/// All players are seated at the player meeting, and there is no round yet.
pub(in crate::views) fn seated() -> Scene {
    let mut scene = Scene::new(details("Sit Down"));
    let entries = named(&mut scene, &["Ann Lee", "Bo Kim", "Cy Roe"]);
    scene.wait_for_start();
    scene.tell(TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventInProgress });
    let phase = scene.phase(1, PhaseType::Swiss);
    let meeting = scene.round(phase, -1, RoundType::PlayerMeeting);
    scene.pair_and_start(meeting, vec![table(501, 1, Seating, &entries[..2]), table(502, 2, Seating, &entries[2..])]);
    scene
}

/// After the meeting, round 1 was paired, its pairings were discarded because a player dropped, and it was paired
/// again.
pub(in crate::views) fn paired_again() -> Scene {
    let mut scene = seated();
    let [ann, bo, cy] = [101, 102, 103].map(RegistrationId);
    let meeting = scene.tournament.phases[0].rounds[0].id;
    scene.tell(TournamentEvent::RoundCompleted { round_id: meeting });
    let di = scene.register(14, "Di Poe", Complete);
    let phase_id = scene.tournament.phases[0].id;
    let round_id = scene.round(phase_id, 1, RoundType::PlayVsOpponent);
    let pairings = vec![table(503, 1, Versus, &[ann, bo]), table(504, 2, Versus, &[cy, di])];
    scene.tell(TournamentEvent::MatchesPaired { round_id, pairings });
    scene.tell(TournamentEvent::PairingsCompleted { round_id });
    scene.tell(TournamentEvent::MatchFeatured { match_id: MatchId(503), is_feature_match: true });
    scene.tell(TournamentEvent::PairingsDiscarded { round_id });
    scene.tell(TournamentEvent::PlayerDropped { registration_id: bo });
    let pairings = vec![table(505, 1, Versus, &[ann, cy]), table(506, 2, Bye, &[di])];
    scene.tell(TournamentEvent::MatchesPaired { round_id, pairings });
    scene.tell(TournamentEvent::PairingsCompleted { round_id });
    scene
}

/// Two Swiss rounds are over and four of five players advance; a second player meeting is over, and the semifinals are
/// paired.
pub(in crate::views) fn cut() -> Scene {
    let mut details = details("Two Days");
    details.top_cut = 4;
    let mut scene = Scene::new(details);
    let entries = named(&mut scene, &["Ann Lee", "Bo Kim", "Cy Roe", "Di Poe", "Ed Fox"]);
    let [ann, bo, cy, di, ed] = entries[..] else { unreachable!() };
    scene.wait_for_start();
    scene.tell(TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventInProgress });
    let swiss = scene.phase(1, PhaseType::Swiss);
    let first = scene.round(swiss, 1, RoundType::PlayVsOpponent);
    play(&mut scene, first, vec![(501, [ann, bo], (2, 0)), (502, [cy, di], (2, 1))]);
    let second = scene.round(swiss, 2, RoundType::PlayVsOpponent);
    play(&mut scene, second, vec![(503, [ann, cy], (2, 0)), (504, [bo, ed], (2, 1))]);
    let advancing = vec![ann, cy, bo, di];
    scene.tell(TournamentEvent::CutMade { after_round_number: 2, advancing });
    let meeting = scene.round(swiss, 0, RoundType::PlayerMeeting);
    scene.pair_and_start(meeting, vec![table(505, 1, Seating, &entries[..4])]);
    scene.tell(TournamentEvent::RoundCompleted { round_id: meeting });
    let playoff = scene.phase(2, PhaseType::SingleElimination);
    let round_id = scene.round(playoff, 3, RoundType::PlayVsOpponent);
    let pairings = vec![table(506, 1, Versus, &[ann, di]), table(507, 2, Versus, &[cy, bo])];
    scene.tell(TournamentEvent::MatchesPaired { round_id, pairings });
    scene.tell(TournamentEvent::PairingsCompleted { round_id });
    scene
}

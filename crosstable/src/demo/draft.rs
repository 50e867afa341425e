//! Two limited events: a draft in pods, and a sealed deck event during deck building.

use chrono::{DateTime, Duration, Utc};
use importers::{RoundFlags, Table, TournamentScript};
use proto_events::TournamentEvent;
use proto_events::ids::{MatchId, OrganizationId, RegistrationId, RoundId, Sequence, TournamentId};
use proto_events::tournament::{Pairing, PairingKind, TournamentDetails};
use proto_events::vocabulary::{EventFormat, PhaseType, RoundType};
use rand::seq::SliceRandom;
use storage::ReservedIds;

use super::cast::{Cast, Person, SignUp, begin, details};
use super::conventions::ONGOING;
use super::play::{Contest, Seat, flags};

/// Three pods: two of eight and one of seven, so that one player has a bye each round.
const PLAYERS: usize = 23;
const POD: usize = 8;

/// Writes the draft: the player meeting, the draft and round 1 are over, and round 2 is being played.
pub(crate) fn tell(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<TournamentId> {
    let start = cast.now - Duration::minutes(150);
    let details = TournamentDetails {
        convention_id: Some(cast.conventions[ONGOING]),
        capacity: Some(24),
        swiss_rounds: Some(3),
        ..details("Harbour Booster Draft", EventFormat::BoosterDraft, start)
    };
    let mut script = TournamentScript::new(details, cast.seed(), ids, start - Duration::days(9));
    let (crowd, entries) = cast.sign_up(&mut script, &before(cast.organizations[0], start, PLAYERS));
    begin(&mut script, start);
    let pods = meet_and_draft(cast, &mut script, &crowd, &entries);
    for (place, &entry) in entries.iter().enumerate() {
        let list = cast.hand_in(cast.organizations[0], &crowd[place], EventFormat::BoosterDraft, script.now());
        script.attach_decklist(entry, list);
    }
    let mut contest = Contest::new(entries, &mut cast.rng);
    let phase = script.phase(PhaseType::Swiss);
    for number in 1..=2 {
        let round = script.round(phase, number, RoundType::PlayVsOpponent, flags(false));
        let seats = pair_in_pods(cast, &mut script, &mut contest, round, &pods);
        script.start(round);
        let start = script.now();
        if number == 1 {
            contest.report(&mut script, (number, start), &seats, &mut cast.rng);
            script.wait_minutes(3);
            script.complete(round);
            drop_last(&mut script, &mut contest, &pods[2]);
        } else {
            for seat in &seats[..3] {
                script.wait_minutes(2);
                script.result(seat.match_id, contest.field.play(seat.first, seat.second, &mut cast.rng));
            }
        }
    }
    script.round(phase, 3, RoundType::PlayVsOpponent, flags(true));
    cast.write_tournament(cast.organizations[0], script)
}

/// Registrations in the week before the start. Lists follow when the players have their cards.
fn before(organization: OrganizationId, start: DateTime<Utc>, count: usize) -> SignUp<'static> {
    let (from, until) = (start - Duration::days(5), start - Duration::minutes(20));
    SignUp { organization, count, from, until, formats: &[] }
}

/// Seats the players alphabetically, then in pods. Returns the pods as indexes into the list of registrations.
fn meet_and_draft(
    cast: &mut Cast,
    script: &mut TournamentScript<'_>,
    crowd: &[Person],
    entries: &[RegistrationId],
) -> Vec<Vec<usize>> {
    let phase = script.phase(PhaseType::DraftPod);
    let mut by_name: Vec<usize> = (0..entries.len()).collect();
    by_name.sort_by(|&one, &other| crowd[one].name.cmp(&crowd[other].name));
    let seated = |players: &[usize]| players.iter().map(|&player| entries[player]).collect::<Vec<_>>();
    let meeting = script.round(phase, -1, RoundType::PlayerMeeting, RoundFlags::default());
    script.pair(meeting, by_name.chunks(2).map(|two| Table::seating(seated(two))).collect());
    script.start(meeting);
    script.wait_minutes(10);
    script.complete(meeting);
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.shuffle(&mut cast.rng);
    let pods: Vec<Vec<usize>> = order.chunks(POD).map(<[usize]>::to_vec).collect();
    let draft = script.round(phase, 0, RoundType::DraftPod, RoundFlags::default());
    script.pair(draft, pods.iter().zip(1..).map(|(pod, number)| Table::seating(seated(pod)).in_pod(number)).collect());
    script.start(draft);
    script.wait_minutes(70);
    script.complete(draft);
    pods
}

/// Pairs within each pod. Two players who dropped play a ghost match for practice.
fn pair_in_pods(
    cast: &mut Cast,
    script: &mut TournamentScript<'_>,
    contest: &mut Contest,
    round: RoundId,
    pods: &[Vec<usize>],
) -> Vec<Seat> {
    let (mut met, mut tables, mut byes, mut practice) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (pod, number) in pods.iter().zip(1..) {
        let (playing, dropped): (Vec<usize>, Vec<usize>) = pod.iter().partition(|&&player| contest.playing[player]);
        let pairs = contest.field.pair(&playing, &mut cast.rng);
        tables.extend(pairs.tables.iter().map(|&(one, other)| contest.table(one, other).in_pod(number)));
        met.extend(pairs.tables);
        if let Some(player) = pairs.bye {
            byes.push(Table::bye(contest.entries[player]).in_pod(number));
            contest.field.give_bye(player);
        }
        if let [one, other, ..] = dropped[..] {
            practice.push(contest.table(one, other).in_pod(number).ghost());
        }
    }
    tables.extend(byes);
    tables.extend(practice);
    let matches = script.pair(round, tables);
    script.wait_minutes(4);
    contest.seat(&met, &matches)
}

/// Drops two players of a pod after a loss; they stay for a ghost match.
fn drop_last(script: &mut TournamentScript<'_>, contest: &mut Contest, pod: &[usize]) {
    let mut order = pod.to_vec();
    order.sort_by_key(|&player| contest.field.points[player]);
    for &player in order.iter().take(2) {
        contest.playing[player] = false;
        script.drop_player(contest.entries[player]);
    }
}

/// Writes the sealed deck event: packs were opened at random tables, decks are being built there, and the first round
/// is being paired.
pub(crate) fn tell_sealed(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<TournamentId> {
    let start = cast.now - Duration::minutes(35);
    let details = TournamentDetails {
        convention_id: Some(cast.conventions[ONGOING]),
        capacity: Some(64),
        swiss_rounds: Some(5),
        ..details("Harbour Sealed", EventFormat::SealedDeck, start)
    };
    // The unfinished pairing takes its ids before the script does.
    let unfinished: Vec<MatchId> = (0..8).map(|_| MatchId(ids.next(Sequence::Match))).collect();
    let mut script = TournamentScript::new(details, cast.seed(), ids, start - Duration::days(6));
    let (_, entries) = cast.sign_up(&mut script, &before(cast.organizations[0], start, 38));
    begin(&mut script, start);
    let phase = script.phase(PhaseType::Swiss);
    let mut order = entries;
    order.shuffle(&mut cast.rng);
    let tables = || order.chunks(2).map(|two| Table::seating(two.to_vec())).collect::<Vec<_>>();
    let packs = script.round(phase, -1, RoundType::RandomPlayerMeeting, RoundFlags::default());
    script.pair(packs, tables());
    script.start(packs);
    script.wait_minutes(10);
    script.complete(packs);
    let again = RoundFlags { use_old_pairings: true, ..RoundFlags::default() };
    let building = script.round(phase, 0, RoundType::RandomPlayerMeeting, again);
    script.pair(building, tables());
    script.start(building);
    script.wait_minutes(24);
    let first = script.round(phase, 1, RoundType::PlayVsOpponent, flags(false));
    let pairings =
        unfinished.into_iter().zip(1..).zip(order.chunks_exact(2)).map(|((match_id, table_number), two)| Pairing {
            match_id,
            kind: PairingKind::Versus,
            table_number,
            pod_number: 0,
            players: two.to_vec(),
            is_ghost: false,
            is_consolation: false,
        });
    script.record(TournamentEvent::MatchesPaired { round_id: first, pairings: pairings.collect() });
    cast.write_tournament(cast.organizations[0], script)
}

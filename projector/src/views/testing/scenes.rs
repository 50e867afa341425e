//! Tournaments for snapshots, as commands build them. Some are between two stages.

use domain::convention::Convention;
use proto_events::convention::ConventionDetails;
use proto_events::ids::{
    ApiKeyId, CallId, MatchId, PenaltyId, RegistrationId, RoundId, TeamId, TeamMatchId, TeamPlayerId, UserId,
};
use proto_events::tournament::{IssuedPenalty, NewCall, PairingKind, Payment, QueueGroupRole, TeamMember, TeamPairing};
use proto_events::vocabulary::{
    CardPaymentStatus, ConventionStatus, EventFormat, LifecycleStatus, PaymentMethod, Penalty, PhaseType,
    QueueCheckInStatus, RegistrationStatus, RoundType, WalletOrderStatus,
};
use proto_events::{Actor, ConventionEvent, StreamId, TournamentEvent};

use super::scene::{Scene, details, envelope, start, table};

use PairingKind::{Bye, Seating, Versus};
use RegistrationStatus::{Canceled, Complete, InProgress, OnWaitlist};

/// Open for registration, without players or rounds.
pub(in crate::views) fn announced() -> Scene {
    let mut details = details("Spring Open");
    details.start_datetime = None;
    Scene::new(details)
}

/// Five players in the second round; the first round had a bye and an intentional draw.
pub(in crate::views) fn swiss() -> Scene {
    let mut scene = Scene::new(details("Moxhall Legacy"));
    let ann = scene.register(11, "Ann Lee", Complete);
    let bo = scene.register(12, "Bo Kim", Complete);
    let cy = scene.register(13, "Cy Roe", Complete);
    let di = scene.register(14, "Di Poe", Complete);
    let ed = scene.register(15, "Ed Fox", Complete);
    scene.register(16, "Flo Waits", OnWaitlist);
    scene.register(17, "Gus Pays", InProgress);
    mark_entries(&mut scene, ann, bo, cy);
    scene.hand_in(bo, 302, "Delver", "4 Delver of Secrets\n56 Island");
    scene.hand_in(ann, 301, "Storm", "4 Dark Ritual\n56 Swamp");
    scene.people.remove(&UserId(15));

    scene.wait_for_start();
    scene.tell(TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventInProgress });
    let phase = scene.phase(1, PhaseType::Swiss);
    let first = scene.round(phase, 1, RoundType::PlayVsOpponent);
    scene.pair_and_start(
        first,
        vec![table(501, 1, Versus, &[ann, bo]), table(502, 2, Versus, &[cy, di]), table(503, 3, Bye, &[ed])],
    );
    scene.report(MatchId(501), 2, 1, 0);
    scene.report(MatchId(502), 0, 0, 3);
    scene.tell(TournamentEvent::RoundCompleted { round_id: first });
    scene.tell(TournamentEvent::PlayerDropped { registration_id: bo });

    let second = scene.round(phase, 2, RoundType::PlayVsOpponent);
    scene.pair_and_start(second, vec![table(505, 2, Versus, &[cy, di]), table(504, 1, Versus, &[ed, ann])]);
    scene.report(MatchId(505), 1, 2, 0);
    scene.tell(TournamentEvent::MatchFeatured { match_id: MatchId(504), is_feature_match: true });
    scene.tell(TournamentEvent::JudgeAssigned { match_id: MatchId(504), judge_user_id: Some(UserId(99)) });
    scene.tell(TournamentEvent::TimeExtended { match_id: MatchId(504), time_extension_seconds: 300 });
    scene.tell(TournamentEvent::DeckCheckMarked { match_id: MatchId(504), started: true, completed: false });
    scene.round(phase, 3, RoundType::PlayVsOpponent);
    scene
}

/// The same with penalties, one of them withdrawn, and calls for a judge.
pub(in crate::views) fn judged() -> Scene {
    use TournamentEvent as E;
    let (mut scene, judge) = (swiss(), Actor::User(UserId(99)));
    let penalty = |registration, at_table: bool, penalty, infraction: &str, note: &str| IssuedPenalty {
        registration_id: RegistrationId(registration),
        round_id: at_table.then_some(RoundId(202)),
        match_id: at_table.then_some(MatchId(504)),
        infraction: infraction.into(),
        penalty,
        note: note.into(),
    };
    let tardy = penalty(101, true, Penalty::GameLoss, "Tardiness", "Twelve minutes <late>");
    let drew = penalty(103, false, Penalty::Warning, "Looking at extra cards", "");
    let call = |player: Option<i64>, match_id: Option<i64>, table_number, note: &str| NewCall {
        registration_id: player.map(RegistrationId),
        match_id: match_id.map(MatchId),
        table_number,
        note: note.into(),
    };
    let [first, second, third] = [CallId(61), CallId(62), CallId(63)];
    let (ann, cy) = (Actor::User(UserId(11)), Actor::User(UserId(13)));
    for (actor, event) in [
        (judge.clone(), E::PenaltyIssued { penalty_id: PenaltyId(51), issued: tardy }),
        (judge.clone(), E::PenaltyIssued { penalty_id: PenaltyId(52), issued: drew }),
        (Actor::ApiKey(ApiKeyId(7)), E::PenaltyWithdrawn { penalty_id: PenaltyId(52) }),
        (ann, E::JudgeCalled { call_id: first, call: call(Some(101), Some(504), Some(1), "Who won?") }),
        (cy, E::JudgeCalled { call_id: second, call: call(Some(103), Some(505), Some(2), "") }),
        (Actor::System, E::JudgeCalled { call_id: third, call: call(None, None, Some(30), "Spilled coffee") }),
        (judge.clone(), E::CallAnswered { call_id: first }),
        (judge.clone(), E::CallClosed { call_id: first }),
        (judge, E::CallAnswered { call_id: second }),
    ] {
        scene.tell_by(actor, event);
    }
    scene
}

/// Sets payments, check-in, queue, tags, notes, seat and byes.
fn mark_entries(scene: &mut Scene, ann: RegistrationId, bo: RegistrationId, cy: RegistrationId) {
    let card = Payment {
        method: Some(PaymentMethod::Cardpay),
        card_status: Some(CardPaymentStatus::Succeeded),
        ..Payment::default()
    };
    let wallet = Payment {
        method: Some(PaymentMethod::Walletpay),
        wallet_status: Some(WalletOrderStatus::Approved),
        wallet_order_id: "W-17".into(),
        marked_as_paid: true,
        ..Payment::default()
    };
    let role = QueueGroupRole { id: 71, captain: true, queue_group: 70 };
    for event in [
        TournamentEvent::PaymentChanged { registration_id: ann, payment: card },
        TournamentEvent::PaymentChanged { registration_id: bo, payment: wallet },
        TournamentEvent::CheckInChanged { registration_id: cy, status: Some(QueueCheckInStatus::CheckedIn) },
        TournamentEvent::QueueGroupChanged { registration_id: cy, role: Some(role) },
        TournamentEvent::TagsChanged { registration_id: cy, tags: vec!["VIP".into(), "Local".into()] },
        TournamentEvent::NotesChanged { registration_id: bo, internal_notes: "late <5 min>".into() },
        TournamentEvent::SeatFixed { registration_id: ann, fixed_seat: Some(1) },
        TournamentEvent::ByesAwarded { registration_id: bo, round_numbers: vec![1, 2] },
        TournamentEvent::PaperDecklistMarked { registration_id: cy, using_paper_decklist: true },
    ] {
        scene.tell(event);
    }
}

/// A finished event: one Swiss round of four, semifinals, final and a match for third place; lists published.
pub(in crate::views) fn finished() -> Scene {
    let mut details = details("Winter <Cup> & Co");
    details.top_cut = 4;
    let mut scene = Scene::new(details);
    let [ann, bo, cy, di] = [(11, "Ann Lee"), (12, "Bo Kim"), (13, "Cy Roe"), (14, "Di <b>Poe</b>")]
        .map(|(person, name)| scene.register(person, name, Complete));
    scene.hand_in(ann, 301, "Storm", "4 Dark Ritual\n56 Swamp");
    scene.hand_in(bo, 302, "Delver", "4 Delver of Secrets\n56 Island");
    scene.wait_for_start();
    let swiss = scene.phase(1, PhaseType::Swiss);
    let first = scene.round(swiss, 1, RoundType::PlayVsOpponent);
    play(&mut scene, first, vec![(501, [ann, bo], (2, 0)), (502, [cy, di], (2, 1))]);
    scene.tell(TournamentEvent::CutMade { after_round_number: 1, advancing: vec![ann, cy, di, bo] });
    let playoff = scene.phase(2, PhaseType::SingleElimination);
    let semifinals = scene.round(playoff, 2, RoundType::PlayVsOpponent);
    play(&mut scene, semifinals, vec![(503, [ann, bo], (1, 2)), (504, [cy, di], (2, 0))]);
    let last = scene.round(playoff, 3, RoundType::PlayVsOpponent);
    let mut third_place = table(506, 2, Versus, &[ann, di]);
    third_place.is_consolation = true;
    scene.pair_and_start(last, vec![table(505, 1, Versus, &[cy, bo]), third_place]);
    scene.report(MatchId(505), 0, 2, 0);
    scene.report(MatchId(506), 2, 0, 0);
    scene.tell(TournamentEvent::RoundCompleted { round_id: last });
    scene.tell(TournamentEvent::LifecycleChanged { status: LifecycleStatus::DecklistsPublished });
    scene
}

/// The same as [`swiss`] with fixed lists; one of them was changed since.
pub(in crate::views) fn fixed() -> Scene {
    let mut scene = swiss();
    scene.fix_lists();
    scene.revise(301, "4 Brainstorm\n56 Island");
    scene
}

fn play(scene: &mut Scene, round: RoundId, tables: Vec<(i64, [RegistrationId; 2], (i32, i32))>) {
    let numbered = (1..).zip(&tables).map(|(number, (id, players, _))| table(*id, number, Versus, players));
    let pairings = numbered.collect();
    scene.pair_and_start(round, pairings);
    for (id, _, (first, second)) in tables {
        scene.report(MatchId(id), first, second, 0);
    }
    scene.tell(TournamentEvent::RoundCompleted { round_id: round });
}

/// Three teams of two after one round: one match drawn by seats, and one team with a bye.
pub(in crate::views) fn teams() -> Scene {
    let mut details = details("Two-Headed Trial");
    details.event_format = EventFormat::Commander2;
    details.team_size = 2;
    let mut scene = Scene::new(details);
    let entries = named(&mut scene, &["Ann Lee", "Bo Kim", "Cy Roe", "Di Poe", "Ed Fox", "Flo Day"]);
    for (number, members) in (1..).zip(entries.chunks(2)) {
        let seats = (1..).zip(members).map(|(seat, entry)| TeamMember {
            team_player_id: TeamPlayerId(number * 10 + i64::from(seat)),
            registration_id: *entry,
            seat,
            captain: seat == 1,
        });
        scene.tell(TournamentEvent::TeamFormed {
            team_id: TeamId(number),
            team_name: format!("Team {number}"),
            invite_hash: format!("join-{number}"),
            members: seats.collect(),
        });
    }
    scene.hand_in(entries[0], 301, "Partners", "Commander\n1 Tymna the Weaver\n1 Kraum\n\nDeck\n98 Island");
    scene.wait_for_start();
    let phase = scene.phase(1, PhaseType::Swiss);
    let round_id = scene.round(phase, 1, RoundType::PlayVsOpponent);
    let met = TeamPairing {
        team_match_id: TeamMatchId(801),
        teams: vec![TeamId(1), TeamId(2)],
        first_table_number: 1,
        pod_number: 0,
        is_bye: false,
        seats: vec![table(501, 1, Versus, &[entries[0], entries[2]]), table(502, 2, Versus, &[entries[1], entries[3]])],
    };
    let bye = TeamPairing {
        team_match_id: TeamMatchId(802),
        teams: vec![TeamId(3)],
        first_table_number: 3,
        pod_number: 0,
        is_bye: true,
        seats: Vec::new(),
    };
    scene.tell(TournamentEvent::TeamsPaired { round_id, pairings: vec![met, bye] });
    scene.tell(TournamentEvent::PairingsCompleted { round_id });
    scene.tell(TournamentEvent::RoundStarted { round_id });
    scene.report(MatchId(501), 2, 0, 0);
    scene.report(MatchId(502), 0, 2, 0);
    scene.tell(TournamentEvent::RoundCompleted { round_id });
    scene
}

/// A draft: the player meeting is over, the pod is seated, and round 1 has not started.
pub(in crate::views) fn draft() -> Scene {
    let mut details = details("Rochester");
    details.event_format = EventFormat::BoosterDraft;
    let mut scene = Scene::new(details);
    let entries = named(&mut scene, &["Ann Lee", "Bo Kim", "Cy Roe"]);
    scene.wait_for_start();
    let phase = scene.phase(1, PhaseType::DraftPod);
    let meeting = scene.round(phase, -1, RoundType::PlayerMeeting);
    scene.pair_and_start(meeting, vec![table(501, 1, Seating, &entries[..2]), table(502, 2, Seating, &entries[2..])]);
    scene.tell(TournamentEvent::RoundCompleted { round_id: meeting });
    let pods = scene.round(phase, 0, RoundType::DraftPod);
    let mut pod = table(503, 1, Seating, &entries);
    pod.pod_number = 1;
    scene.pair_and_start(pods, vec![pod]);
    scene.round(phase, 1, RoundType::PlayVsOpponent);
    scene
}

/// Many players after this number of rounds. Each round pairs players further apart.
pub(in crate::views) fn crowd(players: usize, rounds: i32) -> Scene {
    let mut scene = Scene::new(details("Grand Open"));
    let entries: Vec<RegistrationId> = (11..)
        .take(players)
        .map(|person| scene.register(person, &format!("Player Number {person}"), Complete))
        .collect();
    scene.wait_for_start();
    let phase = scene.phase(1, PhaseType::Swiss);
    let mut ids = 10_000..;
    for number in 1..=rounds {
        let round = scene.round(phase, number, RoundType::PlayVsOpponent);
        let mut order = entries.clone();
        order[1..].rotate_left(usize::try_from(number).unwrap() * 3);
        let (first, second) = order.split_at(players / 2);
        let tables = first.iter().zip(second.iter().rev()).zip(&mut ids);
        let games = (2, number % 2);
        play(&mut scene, round, tables.map(|((a, b), id)| (id, [*a, *b], games)).collect());
    }
    scene
}

/// Events without public pages: a trial run, an unlisted event, and an event of an unlisted convention.
pub(in crate::views) fn without_pages() -> [Scene; 3] {
    let (mut trial, mut unlisted, mut of_unlisted) = (swiss(), swiss(), swiss());
    trial.tournament.details.is_test = true;
    unlisted.tournament.details.is_unlisted = true;
    of_unlisted.convention = Some(convention_of(ConventionDetails::default(), ConventionStatus::Unlisted));
    [trial, unlisted, of_unlisted]
}

/// A convention of the store without announcements.
pub(in crate::views) fn convention_of(details: ConventionDetails, status: ConventionStatus) -> Convention {
    let created = ConventionEvent::Created { details, status };
    Convention::created(&envelope(StreamId::convention(9.into()), 1, start(), created)).unwrap()
}

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

//! Tests: which changes of an event cause notifications, for whom, and when.

use proto_events::ids::{CallId, MatchId, OrganizationId, PhaseId, RegistrationId, RoundId};
use proto_events::tournament::{Games, MessageTo, NewCall, Organizing, Pairing, PairingKind, RoundClock};
use proto_events::vocabulary::{EventFormat, PhaseType, RoundType};
use proto_events::{Actor, Position, StreamId};

use super::*;

const ANN: UserId = UserId(91);
const BEN: UserId = UserId(92);
const CARL: UserId = UserId(93);
const ROUND: RoundId = RoundId(1);
const MATCH: MatchId = MatchId(1);

fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp(1_750_000_000, 0).unwrap()
}

fn details() -> TournamentDetails {
    TournamentDetails::new("Open", EventFormat::Legacy)
}

fn registers(id: i64, status: Status) -> E {
    E::PlayerRegistered { registration_id: RegistrationId(id), user_id: UserId(90 + id), status }
}

fn until(deadline: DateTime<Utc>) -> E {
    let organizing = Organizing { decklist_deadline: Some(deadline), ..Organizing::default() };
    E::OrganizingChanged { organizing }
}

/// Ann plays Ben at table 1, and Carl has a bye. The round is hidden and has not started.
fn paired() -> Vec<E> {
    let (phase_id, round_id) = (PhaseId(1), ROUND);
    let table = |id, kind, players: &[i64]| Pairing {
        match_id: MatchId(id),
        kind,
        table_number: 1,
        players: players.iter().copied().map(RegistrationId).collect(),
        ..Pairing::default()
    };
    let pairings = vec![table(1, PairingKind::Versus, &[1, 2]), table(2, PairingKind::Bye, &[3])];
    let mut events: Vec<_> = (1..=3).map(|id| registers(id, Status::Complete)).collect();
    events.extend([
        E::PhaseAdded { phase_id, order_in_phases: 1, round_type: PhaseType::Swiss },
        E::RoundAdded {
            round_id,
            phase_id,
            round_number: 1,
            round_type: RoundType::PlayVsOpponent,
            final_round_in_event: false,
            use_old_pairings: false,
            pairingengine_url: String::new(),
        },
        E::MatchesPaired { round_id, pairings },
        E::PairingsCompleted { round_id },
        E::PairingsHidden { round_id },
    ]);
    events
}

/// Returns what the last of these events causes, which this actor does. Judges are Ann and Carl; no one else is staff.
fn told(actor: &Actor, before: &[E], change: &E) -> Vec<Told> {
    let judges = [ANN, CARL];
    told_with(if matches!(change, E::JudgeCalled { .. }) { &judges } else { &[] }, actor, before, change)
}

fn told_with(staff: &[UserId], actor: &Actor, before: &[E], change: &E) -> Vec<Told> {
    let created = E::Created { details: details(), seed: 1 };
    let events = std::iter::once(&created).chain(before).chain(std::iter::once(change));
    let envelopes: Vec<_> = events
        .zip(1..)
        .map(|(event, version)| Envelope {
            position: Position(version),
            stream: StreamId::tournament(TournamentId(3)),
            version,
            organization_id: OrganizationId(1),
            occurred_at: noon(),
            recorded_at: noon(),
            actor: actor.clone(),
            event: event.clone().into(),
        })
        .collect();
    let event = Tournament::from_events(&envelopes).unwrap();
    let earlier = Tournament::from_events(&envelopes[..envelopes.len() - 1]).unwrap();
    let envelope = envelopes.last().unwrap();
    caused(&Seen { envelope, event: &event, before: Some(&earlier), staff }, change)
}

fn by(person: UserId, before: &[E], change: &E) -> Vec<(Vec<UserId>, What)> {
    told(&Actor::User(person), before, change).into_iter().map(|told| (told.people, told.what)).collect()
}

#[test]
fn published_pairings_are_told_to_everyone_in_the_round_and_once() {
    let (published, started) = (E::PairingsPublished { round_id: ROUND }, E::RoundStarted { round_id: ROUND });
    let first = told(&Actor::System, &paired(), &published);
    assert_eq!((&first[0].people[..], first[0].due_at), (&[ANN, BEN, CARL][..], None));
    let mut log = paired();
    log.push(published.clone());
    assert_eq!(told(&Actor::System, &log, &started), [], "a start tells nothing new");
    log.push(E::PairingsHidden { round_id: ROUND });
    assert_ne!(told(&Actor::System, &log, &published)[0].cause, first[0].cause, "published again");
    assert_eq!(told(&Actor::System, &paired(), &started).len(), 1, "a start publishes hidden pairings");
}

#[test]
fn a_message_of_staff_is_told_to_the_players_whom_it_is_for() {
    let log = [registers(1, Status::Complete), registers(2, Status::OnWaitlist), registers(3, Status::Canceled)];
    let to = |to| by(UserId(7), &log, &E::StaffMessageSent { to, text: "Doors open at nine.".into() });
    let what = What::StaffMessage { position: Position(5) };
    assert_eq!(to(MessageTo::All), [(vec![ANN, BEN], what)]);
    assert_eq!(to(MessageTo::Registration(RegistrationId(3))), [(vec![CARL], what)]);
}

#[test]
fn a_sign_up_is_told_to_staff_once_a_day_and_an_hour_later() {
    let staff = [UserId(7), UserId(8)];
    let registers = |id| registers(id, Status::Complete);
    let digest = |actor, change: &E| {
        let told = told_with(&staff, &actor, &[], change);
        told.into_iter().find(|told| told.what == What::Digest)
    };
    let first = digest(Actor::User(ANN), &registers(1)).unwrap();
    assert_eq!((&first.people[..], first.due_at), (&staff[..], Some(noon() + TimeDelta::hours(1))));
    assert_eq!(digest(Actor::User(BEN), &registers(2)).unwrap().cause, first.cause);
    assert_eq!(digest(Actor::User(UserId(7)), &registers(1)), None, "by staff");
}

#[test]
fn a_report_is_told_to_the_opponent_and_its_contest_to_the_reporter() {
    let result = Games { first: 2, second: 0, drawn: 0 }.into();
    let (reported, contested) = (E::ResultReported { match_id: MATCH, result }, E::ResultContested { match_id: MATCH });
    let what = What::ResultReported { match_id: MATCH };
    assert_eq!(by(ANN, &paired(), &reported), [(vec![BEN], what)]);
    assert_eq!(by(UserId(7), &paired(), &reported), [], "by staff");
    assert_eq!(told(&Actor::ApiKey(4.into()), &paired(), &reported), []);
    // The helper lets one actor do everything: Ann reported and contested.
    let log: Vec<_> = paired().into_iter().chain([reported]).collect();
    assert_eq!(by(ANN, &log, &contested), []);
}

#[test]
fn a_call_is_told_to_judges_except_the_caller_and_its_answer_to_the_caller() {
    let call_id = CallId(5);
    let call = NewCall {
        registration_id: Some(RegistrationId(1)),
        match_id: Some(MATCH),
        table_number: Some(1),
        note: String::new(),
    };
    let called = E::JudgeCalled { call_id, call };
    assert_eq!(by(ANN, &paired(), &called), [(vec![CARL], What::JudgeCalled { call_id })]);
    let log: Vec<_> = paired().into_iter().chain([called]).collect();
    assert_eq!(by(CARL, &log, &E::CallAnswered { call_id }), [(vec![ANN], What::CallAnswered { call_id })]);
}

#[test]
fn the_end_of_a_clock_is_due_when_it_ends_and_only_while_it_runs() {
    let running = |since| E::ClockChanged {
        round_id: ROUND,
        clock: RoundClock { length_seconds: 60, elapsed_seconds: 0, running_since: since },
    };
    let end = noon() + TimeDelta::seconds(60);
    let due = told(&Actor::System, &paired(), &running(Some(noon())));
    assert_eq!((due[0].due_at, due[0].people.len()), (Some(end), 3));
    assert_eq!(super::end(due[0].what, end), end + TimeDelta::minutes(5));
    assert_eq!(told(&Actor::System, &paired(), &running(None)), []);
    assert_eq!(told(&Actor::System, &paired(), &running(Some(noon() - TimeDelta::hours(1)))), [], "over already");
}

#[test]
fn a_missing_list_is_due_a_day_before_the_deadline_but_an_hour_from_now_at_least() {
    for (hours, due) in [(100, Some(76)), (5, Some(1)), (1, None), (-3, None)] {
        let deadline = noon() + TimeDelta::hours(hours);
        let due = due.map(|due| noon() + TimeDelta::hours(due));
        let set = told(&Actor::System, &[registers(1, Status::Complete)], &until(deadline));
        assert_eq!(set.first().and_then(|told| told.due_at), due, "{hours}");
        let registered = told(&Actor::User(ANN), &[until(deadline)], &registers(1, Status::Complete));
        let reminder = registered.iter().find(|told| told.what == What::ListMissing { deadline });
        assert_eq!(reminder.and_then(|told| told.due_at), due, "{hours}");
        assert_eq!(reminder.map(|told| &told.cause), set.first().map(|told| &told.cause), "told once");
    }
    let on_paper = E::PaperDecklistMarked { registration_id: RegistrationId(1), using_paper_decklist: true };
    let log = [registers(1, Status::Complete), on_paper, registers(2, Status::OnWaitlist)];
    let told = by(UserId(7), &log, &until(noon() + TimeDelta::days(3)));
    assert!(told.iter().all(|(people, _)| people.is_empty()), "{told:?}");
}

#[test]
fn a_registration_is_told_to_the_player_with_what_staff_did_to_it() {
    let to = |status| E::RegistrationStatusChanged { registration_id: RegistrationId(1), status };
    let waits = [registers(1, Status::OnWaitlist)];
    let staff = UserId(7);
    assert_eq!(by(ANN, &[], &registers(1, Status::Complete)), [(vec![ANN], What::Registered)]);
    assert_eq!(by(ANN, &[], &registers(1, Status::OnWaitlist)), [(vec![ANN], What::Waitlisted)]);
    assert_eq!(by(staff, &[], &registers(1, Status::Complete)), [], "staff registers on the spot");
    assert_eq!(by(staff, &waits, &to(Status::Complete)), [(vec![ANN], What::MovedUp)]);
    assert_eq!(by(staff, &waits, &to(Status::Canceled)), [(vec![ANN], What::RegistrationCanceled)]);
    assert_eq!(by(ANN, &waits, &to(Status::Canceled)), []);
}

#[test]
fn a_move_and_a_cancellation_are_told_to_those_who_take_part_and_other_details_are_not() {
    let log = [registers(1, Status::Complete), registers(2, Status::OnWaitlist), registers(3, Status::Canceled)];
    let changed = |details| by(UserId(7), &log, &E::DetailsChanged { details });
    let moved = TournamentDetails { venue_name: "Hall 2".into(), ..details() };
    assert_eq!(changed(moved.clone()), [(vec![ANN, BEN], What::EventMoved)]);
    let canceled = TournamentDetails { is_canceled: true, ..moved };
    assert_eq!(changed(canceled), [(vec![ANN, BEN], What::EventCanceled)]);
    assert_eq!(changed(TournamentDetails { name: "Open II".into(), ..details() }), []);
}

#[test]
fn a_kind_is_off_on_the_channel_where_it_was_switched_off() {
    let off = BTreeSet::from([NotificationKind::ListMissing.off_by_mail()]);
    let choices = NotificationChoices { user_id: ANN, language: "en".into(), off };
    assert!(is_off(&choices, ChannelKind::Mail, NotificationKind::ListMissing));
    assert!(!is_off(&choices, ChannelKind::Push, NotificationKind::ListMissing));
    assert!(!is_off(&choices, ChannelKind::Mail, NotificationKind::Registration));
}

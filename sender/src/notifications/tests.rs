//! Tests: which changes of an event cause notifications, for whom, and when.

use proto_events::ids::{CallId, MatchId, PhaseId, RoundId, TeamId, TeamPlayerId};
use proto_events::tournament::{Games, MessageTo, NewCall, Organizing, Pairing, PairingKind, RoundClock, TeamMember};
use proto_events::vocabulary::{EventFormat, PhaseType, RoundType};
use proto_events::{Actor, Position, StreamId, testing};

use super::*;

const ANN: UserId = UserId(91);
const BEN: UserId = UserId(92);
const CARL: UserId = UserId(93);
const ROUND: RoundId = RoundId(1);
const MATCH: MatchId = MatchId(1);

/// A notification for later, with its cause and its time.
type Planned = (What, String, DateTime<Utc>);

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

/// Returns the log of these events, which this actor did, the last at `at`.
fn envelopes(actor: &Actor, before: &[E], change: &E, at: DateTime<Utc>) -> Vec<Envelope> {
    let created = E::Created { details: details(), seed: 1 };
    let events = std::iter::once(&created).chain(before).chain(std::iter::once(change));
    let stream = StreamId::tournament(TournamentId(3));
    let envelope = |(event, version): (&E, i64)| Envelope {
        actor: actor.clone(),
        ..testing::envelope(stream, version, at, event.clone())
    };
    events.zip(1..).map(envelope).collect()
}

/// Returns what the last of these events causes, at once and later. Judges are Ann and Carl.
fn told(actor: &Actor, before: &[E], change: &E) -> (Option<Told>, Vec<Planned>) {
    let envelopes = envelopes(actor, before, change, noon());
    let event = Tournament::from_events(&envelopes).unwrap();
    let earlier = Tournament::from_events(&envelopes[..envelopes.len() - 1]).unwrap();
    let envelope = envelopes.last().unwrap();
    let seen = Seen { envelope, event: &event, before: Some(&earlier), judges: &[ANN, CARL] };
    let later = |message: Message| match Task::read(&message.payload).unwrap() {
        Task::Notify(what) => Some((what, message.cause, message.due_at.unwrap())),
        _ => None,
    };
    let tasks = crate::schedule::messages([envelope].into_iter(), Position(0), noon());
    let deferred = deferred(&seen, change).map(|later| later::queued(envelope, later));
    (
        caused(&seen, change).or_else(|| of_teams(&seen, change)),
        tasks.into_iter().chain(deferred).filter_map(later).collect(),
    )
}

fn by(person: UserId, before: &[E], change: &E) -> Vec<(Vec<UserId>, What)> {
    told(&Actor::User(person), before, change).0.into_iter().map(|told| (told.people, told.what)).collect()
}

#[test]
fn published_pairings_are_told_to_everyone_in_the_round_and_once() {
    let (published, started) = (E::PairingsPublished { round_id: ROUND }, E::RoundStarted { round_id: ROUND });
    let first = told(&Actor::System, &paired(), &published).0.unwrap();
    assert_eq!(first.people, [ANN, BEN, CARL]);
    let mut log = paired();
    log.push(published.clone());
    assert_eq!(told(&Actor::System, &log, &started).0, None, "a start tells nothing new");
    log.push(E::PairingsHidden { round_id: ROUND });
    assert_ne!(told(&Actor::System, &log, &published).0.unwrap().cause, first.cause, "published again");
    assert!(told(&Actor::System, &paired(), &started).0.is_some(), "a start publishes hidden pairings");
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
fn a_registration_is_told_to_staff_once_a_day_and_an_hour_later() {
    let registers = |id| registers(id, Status::Complete);
    let digest = |actor, change: &E| told(&actor, &[], change).1.into_iter().find(|later| later.0 == What::Digest);
    let (_, cause, due) = digest(Actor::User(ANN), &registers(1)).unwrap();
    assert_eq!(due, noon() + TimeDelta::hours(1));
    assert_eq!(digest(Actor::User(BEN), &registers(2)).unwrap().1, cause);
    assert_eq!(digest(Actor::User(UserId(7)), &registers(1)), None, "by staff");
}

#[test]
fn a_report_is_told_to_the_opponent_and_its_contest_to_the_reporter() {
    let result = Games { first: 2, second: 0, drawn: 0 }.into();
    let (reported, contested) = (E::ResultReported { match_id: MATCH, result }, E::ResultContested { match_id: MATCH });
    let what = What::ResultReported { match_id: MATCH };
    assert_eq!(by(ANN, &paired(), &reported), [(vec![BEN], what)]);
    assert_eq!(by(UserId(7), &paired(), &reported), [], "by staff");
    assert_eq!(told(&Actor::ApiKey(4.into()), &paired(), &reported).0, None);
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
    let (what, _, due) = told(&Actor::System, &paired(), &running(Some(noon()))).1.remove(0);
    assert_eq!((what, due), (What::ClockEnded { round_id: ROUND, at: end }, end));
    assert_eq!(later::end(what, end), end + TimeDelta::minutes(5));
    for since in [None, Some(noon() - TimeDelta::hours(1))] {
        assert_eq!(told(&Actor::System, &paired(), &running(since)).1, [], "stopped, or over already");
    }
}

#[test]
fn a_missing_list_is_due_a_day_before_the_deadline_but_an_hour_from_now_at_least() {
    for (hours, due) in [(100, Some(76)), (5, Some(1)), (1, None), (-3, None)] {
        let deadline = noon() + TimeDelta::hours(hours);
        let due = due.map(|due| noon() + TimeDelta::hours(due));
        let set = told(&Actor::System, &[registers(1, Status::Complete)], &until(deadline)).1;
        assert_eq!(set.first().map(|later| later.2), due, "{hours}");
        // Before the reminder of all, it is that one again; behind it, those of some minutes have one.
        let registered = told(&Actor::User(UserId(7)), &[until(deadline)], &registers(1, Status::Complete)).1;
        let own = registered.first().map(|later| later.2);
        let is_own = |own| own > noon() + AT_LEAST && own <= noon() + AT_LEAST + TOGETHER;
        assert!(if hours == 5 { own.is_some_and(is_own) } else { own == due }, "{hours}");
    }
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
    let details = TournamentDetails { needs_approval: true, ..TournamentDetails::new("Open", EventFormat::Legacy) };
    let asks = [E::DetailsChanged { details }, registers(1, Status::InWaitingRoom)];
    assert_eq!(by(staff, &asks, &to(Status::Complete)), [(vec![ANN], What::Approved)]);
    assert_eq!(by(staff, &asks, &to(Status::Canceled)), [(vec![ANN], What::RegistrationCanceled)], "declined");
    assert_eq!(by(ANN, &asks[..1], &asks[1]), [(vec![ANN], What::WaitsForApproval)]);
    let accepted = [registers(1, Status::OnWaitlist), to(Status::InWaitingRoom)];
    assert_eq!(
        by(ANN, &accepted[..1], &accepted[1]),
        [(vec![ANN], What::WaitsForApproval)],
        "a place, not yet approved"
    );
    assert_eq!(by(staff, &accepted, &to(Status::Complete)), [(vec![ANN], What::Approved)]);
}

#[test]
fn an_offer_is_told_to_its_player_and_is_settled_when_it_ends() {
    let log = [registers(1, Status::OnWaitlist), registers(2, Status::OnWaitlist)];
    let until = noon() + TimeDelta::hours(2);
    let offered = E::PlaceOffered { registration_id: RegistrationId(1), until };
    let told = told(&Actor::System, &log, &offered).0.unwrap();
    assert_eq!((told.people, told.what), (vec![ANN], What::PlaceOffered { until }));
    assert_eq!(later::end(What::PlaceOffered { until }, noon()), until);
    let envelopes = envelopes(&Actor::System, &log, &offered, noon());
    let tasks = crate::schedule::messages([envelopes.last().unwrap()].into_iter(), Position(0), noon());
    let task = (Task::read(&tasks[0].payload).unwrap(), tasks[0].due_at);
    assert_eq!((task, tasks.len()), ((Task::SettleWaitlist, Some(until)), 1));
}

#[test]
fn a_move_and_a_cancellation_are_told_and_other_details_are_not() {
    let log = [registers(1, Status::Complete), registers(2, Status::OnWaitlist), registers(3, Status::Canceled)];
    let changed = |details| -> Vec<What> {
        let later = told(&Actor::User(UserId(7)), &log, &E::DetailsChanged { details }).1;
        later.into_iter().map(|later| later.0).collect()
    };
    let moved = TournamentDetails { venue_name: "Hall 2".into(), ..details() };
    assert_eq!(changed(moved.clone()), [What::EventMoved]);
    let canceled = TournamentDetails { is_canceled: true, ..moved };
    assert_eq!(changed(canceled), [What::EventCanceled]);
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

#[test]
fn the_times_of_registration_become_tasks_if_they_are_ahead() {
    let (before, opens, closes) =
        (noon() - TimeDelta::hours(1), noon() + TimeDelta::hours(1), noon() + TimeDelta::days(1));
    let tasks = |opens, closes, silent_until, now| -> Vec<Task> {
        let details =
            TournamentDetails { registration_opens: Some(opens), registration_closes: Some(closes), ..details() };
        let envelopes = envelopes(&Actor::System, &[], &E::DetailsChanged { details }, noon());
        let messages = crate::schedule::messages(envelopes.iter(), Position(silent_until), now);
        messages.iter().map(|message| Task::read(&message.payload).unwrap()).collect()
    };
    let (open, close) = (Task::OpenRegistration { at: opens }, Task::CloseRegistration { at: closes });
    assert_eq!(tasks(opens, closes, 0, noon()), [open.clone(), close.clone()]);
    assert_eq!(tasks(before, closes, 0, noon()), vec![close.clone()], "it was open already");
    assert!(tasks(before, before, 0, noon()).is_empty(), "an event of the past");
    let late = noon() + TimeDelta::hours(2);
    assert_eq!(tasks(opens, closes, 0, late), [open, close.clone()], "the follower came late");
    assert_eq!(tasks(opens, closes, 99, late), [close], "of a restored event, what is still ahead");
}

#[test]
fn news_of_a_team_reach_the_captain_and_an_invitation_the_player() {
    let details = TournamentDetails { team_size: 2, ..details() };
    let member = |id: i64| TeamMember {
        team_player_id: TeamPlayerId(id),
        registration_id: RegistrationId(id),
        seat: i32::try_from(id).unwrap(),
        captain: id == 1,
    };
    let (team_id, team_name) = (TeamId(5), "Moxes".to_owned());
    let changed = |members: &[i64], invited: &[i64]| E::TeamChanged {
        team_id,
        team_name: team_name.clone(),
        invites_made: 1,
        members: members.iter().copied().map(member).collect(),
        invited: invited.iter().copied().map(RegistrationId).collect(),
    };
    let mut log = vec![E::DetailsChanged { details }];
    log.extend((1..=3).map(|id| registers(id, Status::Complete)));
    let (invite_hash, members) = (String::new(), vec![member(1)]);
    log.push(E::TeamFormed { team_id, team_name: team_name.clone(), invite_hash, members });
    assert_eq!(by(ANN, &log, &changed(&[1], &[3])), [(vec![CARL], What::TeamInvited { team_id })]);
    assert_eq!(by(BEN, &log, &changed(&[1, 2], &[])), [(vec![ANN], What::TeamComplete { team_id })]);
    assert_eq!(by(ANN, &log, &changed(&[1, 2], &[])), [], "the captain's own step");
    log.push(changed(&[1, 2], &[]));
    let cancels = E::RegistrationStatusChanged { registration_id: RegistrationId(2), status: Status::Canceled };
    assert_eq!(by(BEN, &log, &cancels), [(vec![ANN], What::TeamLacks { team_id })]);
    let cause = |log: &[E]| told(&Actor::User(BEN), log, &cancels).0.unwrap().cause;
    let first = cause(&log);
    let back = E::RegistrationStatusChanged { registration_id: RegistrationId(2), status: Status::Complete };
    log.extend([cancels.clone(), back, changed(&[1, 2], &[])]);
    assert_eq!(cause(&log), first, "the same again is one mail a day");
}

#[test]
fn a_player_who_registers_again_and_again_gets_one_receipt_a_day() {
    let to = |status| E::RegistrationStatusChanged { registration_id: RegistrationId(1), status };
    let cause = |actor: UserId, log: &[E]| told(&Actor::User(actor), log, &to(Status::Complete)).0.unwrap().cause;
    let once = [registers(1, Status::Complete), to(Status::Canceled)];
    let twice: Vec<_> = once.iter().cloned().chain([to(Status::Complete), to(Status::Canceled)]).collect();
    assert_eq!(cause(ANN, &once), cause(ANN, &twice));
    assert_ne!(cause(UserId(7), &once), cause(UserId(7), &twice), "each step of staff is news");
}

//! Events with open registration or shortly before the start: with a waitlist, with check-in, and an on-demand queue.

use chrono::Duration;
use proto_events::TournamentEvent as E;
use proto_events::tournament::{QueueGroupRole, TournamentDetails};
use proto_events::vocabulary::{EventFormat, LifecycleStatus, QueueCheckInStatus, RegistrationStatus};

use super::about::{COMING, ONGOING, SECOND_ORGANIZATION};
use super::cast::{Cast, Plan};
use super::conventions::day;

pub(super) fn tell(cast: &mut Cast) -> anyhow::Result<()> {
    pioneer_trial(cast)?;
    harbour_legacy(cast)?;
    on_demand_draft(cast)?;
    usual_events(cast)
}

/// Events of which nothing but their registrations is to tell, most of them in the last two days of the running convention.
fn usual_events(cast: &mut Cast) -> anyhow::Result<()> {
    use EventFormat::{BoosterDraft, Commander2, Legacy, Modern, Pauper, Pioneer, Premodern, SealedDeck, Standard};
    let events = [
        ("Harbour Modern Open", Modern, ONGOING, (1, 7), 96, 22),
        ("Harbour Morning Draft", BoosterDraft, ONGOING, (1, 8), 8, 8),
        ("Harbour Pioneer", Pioneer, ONGOING, (1, 11), 32, 9),
        ("Harbour Commander Night", Commander2, ONGOING, (1, 16), 64, 14),
        ("Harbour Standard", Standard, ONGOING, (2, 7), 48, 6),
        ("Harbour Pauper", Pauper, ONGOING, (2, 8), 32, 12),
        ("Harbour Team Sealed", SealedDeck, ONGOING, (2, 9), 24, 5),
        ("Harbour Legacy Closer", Legacy, ONGOING, (2, 12), 32, 7),
        ("Maple Hall Commander Day", Commander2, COMING, (71, 1), 128, 42),
        ("Library Premodern", Premodern, SECOND_ORGANIZATION, (30, 3), 64, 19),
    ];
    for (name, format, convention, at, capacity, players) in events {
        let mut plan = plan(cast, (name, format), convention, at, 12, players);
        plan.details = TournamentDetails { capacity: Some(capacity), swiss_rounds: Some(4), ..plan.details };
        let (course, _) = cast.open(&plan)?;
        cast.finish(course)?;
    }
    Ok(())
}

/// Returns the plan of an event of a convention, in a day and some hours, which was announced some days ago.
fn plan(
    cast: &Cast,
    named: (&str, EventFormat),
    convention: usize,
    (days, hours): (i64, i64),
    announced: i64,
    players: usize,
) -> Plan<'static> {
    let start = day(cast.now, days) + Duration::hours(hours);
    cast.plan(named, convention, (cast.now - Duration::days(announced), start), players)
}

/// A full event: sixteen players, nine on the waitlist, one of whom moved up after a cancellation.
fn pioneer_trial(cast: &mut Cast) -> anyhow::Result<()> {
    use RegistrationStatus::{Canceled, Complete, InWaitingRoom, OnWaitlist};
    let mut plan = plan(cast, ("Maple Hall Pioneer Trial", EventFormat::Pioneer), COMING, (70, 3), 18, 26);
    plan.statuses = &[InWaitingRoom];
    plan.details = TournamentDetails { capacity: Some(16), swiss_rounds: Some(4), ..plan.details };
    let (mut course, _) = cast.open(&plan)?;
    let entries = course.entries.clone();
    for (place, &entry) in entries.iter().enumerate() {
        course.status(entry, if place < 16 { Complete } else { OnWaitlist });
        if place < 16 {
            cast.pay(&mut course, entry);
        }
    }
    course.lifecycle(LifecycleStatus::WaitlistOnly);
    course.wait_minutes(20);
    course.status(entries[4], Canceled);
    course.status(entries[16], Complete);
    cast.pay(&mut course, entries[16]);
    course.notes(entries[16], "Moved up from the waitlist; called, will be there.");
    course.tags(entries[17], &["Local", "Waits since the morning"]);
    cast.finish(course).map(drop)
}

/// An event shortly before the start: players check in, some submit lists on paper, some have byes.
fn harbour_legacy(cast: &mut Cast) -> anyhow::Result<()> {
    let mut plan = plan(cast, ("Harbour Legacy", EventFormat::Legacy), ONGOING, (0, 0), 33, 30);
    plan.formats = &[EventFormat::Legacy];
    plan.details = TournamentDetails {
        start_datetime: Some(cast.now + Duration::minutes(40)),
        capacity: Some(64),
        swiss_rounds: Some(5),
        top_cut: 4,
        ..plan.details
    };
    let (mut course, _) = cast.open(&plan)?;
    course.at(cast.now - Duration::minutes(30));
    course.lifecycle(LifecycleStatus::RegistrationClosed);
    let entries = course.entries.clone();
    for (&registration_id, &status) in entries.iter().zip(QueueCheckInStatus::ALL.iter().cycle()) {
        course.record(E::CheckInChanged { registration_id, status: Some(status) });
    }
    course.record(E::ByesAwarded { registration_id: entries[3], round_numbers: vec![1] });
    course.record(E::ByesAwarded { registration_id: entries[12], round_numbers: vec![1, 2] });
    course.record(E::SeatFixed { registration_id: entries[8], fixed_seat: Some(5) });
    course.tags(entries[3], &["Last season's champion"]);
    course.tags(entries[19], &["Photo consent"]);
    course.notes(entries[8], "Needs a table at the end of a row.");
    cast.finish(course).map(drop)
}

/// A continuous queue: groups of eight fill up and get their own events.
fn on_demand_draft(cast: &mut Cast) -> anyhow::Result<()> {
    let mut plan = plan(cast, ("Harbour On-Demand Draft", EventFormat::BoosterDraft), ONGOING, (-1, 8), 4, 30);
    plan.statuses = &[RegistrationStatus::Complete, RegistrationStatus::InWaitingRoom];
    let (mut course, _) = cast.open(&plan)?;
    for (group, players) in (1..).zip(course.entries.clone().chunks(8)) {
        let whole = players.len() == 8;
        let statuses = QueueCheckInStatus::ALL.iter().cycle();
        for (role, (&registration_id, status)) in (1..).zip(players.iter().zip(statuses)) {
            let place = QueueGroupRole { id: group * 10 + role, captain: role == 1, queue_group: group };
            course.record(E::QueueGroupChanged { registration_id, role: Some(place) });
            let status = if whole { QueueCheckInStatus::CheckedIn } else { *status };
            course.record(E::CheckInChanged { registration_id, status: Some(status) });
            if whole {
                cast.pay(&mut course, registration_id);
                course.status(registration_id, RegistrationStatus::MovedToChildEvent);
            }
        }
    }
    cast.finish(course).map(drop)
}

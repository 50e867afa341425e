//! Events with open registration or shortly before the start: payments, waitlists and queues in every state.

use chrono::Duration;
use proto_events::tournament::{Payment, QueueGroupRole, TournamentDetails};
use proto_events::vocabulary::{
    CardPaymentStatus, EventFormat, LifecycleStatus, PaymentMethod, QueueCheckInStatus, RegistrationStatus,
    WalletOrderStatus,
};
use storage::ReservedIds;

use super::cast::{Cast, PAID, Plan, details, wallet_order_id};
use super::conventions::{COMING, ONGOING, SECOND_ORGANIZATION, day};

/// Writes all of them.
pub(super) fn tell(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<()> {
    commander_day(cast, ids)?;
    pioneer_trial(cast, ids)?;
    harbour_legacy(cast, ids)?;
    on_demand_draft(cast, ids)?;
    library_premodern(cast, ids)
}

/// Returns the plan of an event of a convention, in a day and some hours, which was announced some days ago.
fn plan<'a>(
    cast: &Cast,
    (name, format): (&str, EventFormat),
    convention: usize,
    (days, hours): (i64, i64),
    announced: i64,
    players: usize,
) -> Plan<'a> {
    let start = day(cast.now, days) + Duration::hours(hours);
    Plan {
        organization: cast.organizations[usize::from(convention == SECOND_ORGANIZATION)],
        announced: cast.now - Duration::days(announced),
        players,
        statuses: PAID,
        formats: &[],
        details: TournamentDetails {
            convention_id: Some(cast.conventions[convention]),
            ..details(name, format, start)
        },
    }
}

/// An event with open registration and payments in every state.
fn commander_day(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<()> {
    use CardPaymentStatus::{PaymentFailed, Processing, Refunded, RequiresCapture};
    use WalletOrderStatus::{Created, PayerActionRequired, Saved, Voided};
    let payments = every_payment(cast);
    let named = ("Maple Hall Commander Day", EventFormat::Commander2);
    let mut plan = plan(cast, named, COMING, (71, 1), 20, payments.len() * 2);
    plan.details.capacity = Some(128);
    let (mut course, _) = cast.open(ids, &plan)?;
    for (&entry, payment) in course.entries.iter().zip(payments.iter().cycle()) {
        let status = match (payment.card_status, payment.wallet_status) {
            (Some(Refunded), _) | (_, Some(Voided)) => RegistrationStatus::Canceled,
            (Some(Processing | PaymentFailed | RequiresCapture), _)
            | (_, Some(Created | Saved | PayerActionRequired)) => RegistrationStatus::InProgress,
            _ => RegistrationStatus::Complete,
        };
        if status != RegistrationStatus::Complete {
            course.script.registration_status(entry, status);
        }
        if status == RegistrationStatus::Canceled {
            course.script.notes(entry, "Canceled by the player; money is back.");
        }
        course.script.payment(entry, payment.clone());
    }
    cast.finish(course).map(drop)
}

/// Returns payments of every method in every state.
fn every_payment(cast: &mut Cast) -> Vec<Payment> {
    let card = CardPaymentStatus::ALL.iter().map(|status| Payment {
        method: Some(PaymentMethod::Cardpay),
        card_status: Some(*status),
        ..Payment::default()
    });
    let wallet = WalletOrderStatus::ALL.iter().map(|status| Payment {
        method: Some(PaymentMethod::Walletpay),
        wallet_status: Some(*status),
        wallet_order_id: wallet_order_id(&mut cast.rng),
        ..Payment::default()
    });
    let other = [
        Payment { marked_as_paid: true, ..Payment::default() },
        Payment { deferred_requested: true, ..Payment::default() },
        Payment::default(),
    ];
    card.chain(wallet).chain(other).collect()
}

/// A full event: sixteen players, nine on the waitlist, one of whom moved up after a cancellation.
fn pioneer_trial(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<()> {
    let mut plan = plan(cast, ("Maple Hall Pioneer Trial", EventFormat::Pioneer), COMING, (70, 3), 18, 26);
    plan.statuses = &[RegistrationStatus::InWaitingRoom];
    plan.details = TournamentDetails { capacity: Some(16), swiss_rounds: Some(4), ..plan.details };
    let (mut course, _) = cast.open(ids, &plan)?;
    let script = &mut course.script;
    for (place, &entry) in course.entries.iter().enumerate() {
        if place < 16 {
            script.registration_status(entry, RegistrationStatus::Complete);
            script.payment(entry, cast.paid());
        } else {
            script.registration_status(entry, RegistrationStatus::OnWaitlist);
        }
    }
    script.lifecycle(LifecycleStatus::WaitlistOnly);
    script.wait_minutes(20);
    let [canceled, promoted, waiting] = [4, 16, 17].map(|place| course.entries[place]);
    script.registration_status(canceled, RegistrationStatus::Canceled);
    script.registration_status(promoted, RegistrationStatus::Complete);
    script.payment(promoted, cast.paid());
    script.notes(promoted, "Moved up from the waitlist; called, will be there.");
    script.tags(waiting, vec!["Local".into(), "Waits since the morning".into()]);
    cast.finish(course).map(drop)
}

/// An event shortly before the start: players check in, some submit lists on paper, some have byes.
fn harbour_legacy(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<()> {
    let mut plan = plan(cast, ("Harbour Legacy", EventFormat::Legacy), ONGOING, (0, 0), 33, 30);
    plan.formats = &[EventFormat::Legacy];
    plan.details = TournamentDetails {
        start_datetime: Some(cast.now + Duration::minutes(40)),
        capacity: Some(64),
        swiss_rounds: Some(5),
        top_cut: 4,
        ..plan.details
    };
    let (mut course, _) = cast.open(ids, &plan)?;
    let (script, entries) = (&mut course.script, &course.entries);
    script.at(cast.now - Duration::minutes(30));
    script.lifecycle(LifecycleStatus::RegistrationClosed);
    for (entry, status) in entries.iter().zip(QueueCheckInStatus::ALL.iter().cycle()) {
        script.check_in(*entry, *status);
    }
    script.byes(entries[3], vec![1]);
    script.byes(entries[12], vec![1, 2]);
    script.seat(entries[8], 5);
    script.tags(entries[3], vec!["Last season's champion".into()]);
    script.tags(entries[19], vec!["Photo consent".into()]);
    script.notes(entries[8], "Needs a table at the end of a row.");
    cast.finish(course).map(drop)
}

/// A continuous queue: groups of eight fill up and get their own events.
fn on_demand_draft(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<()> {
    let mut plan = plan(cast, ("Harbour On-Demand Draft", EventFormat::BoosterDraft), ONGOING, (-1, 8), 4, 30);
    plan.statuses = &[RegistrationStatus::Complete, RegistrationStatus::InWaitingRoom];
    let (mut course, _) = cast.open(ids, &plan)?;
    let script = &mut course.script;
    for (group, players) in (1..).zip(course.entries.chunks(8)) {
        let whole = players.len() == 8;
        for (role, (&entry, status)) in (1..).zip(players.iter().zip(QueueCheckInStatus::ALL.iter().cycle())) {
            script.queue_group(entry, QueueGroupRole { id: group * 10 + role, captain: role == 1, queue_group: group });
            script.check_in(entry, if whole { QueueCheckInStatus::CheckedIn } else { *status });
            if whole {
                script.payment(entry, cast.paid());
                script.registration_status(entry, RegistrationStatus::MovedToChildEvent);
            }
        }
    }
    cast.finish(course).map(drop)
}

/// An event of the second organization in a month.
fn library_premodern(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<()> {
    let mut plan = plan(cast, ("Library Premodern", EventFormat::Premodern), SECOND_ORGANIZATION, (30, 3), 5, 19);
    plan.details = TournamentDetails { swiss_rounds: Some(6), top_cut: 8, ..plan.details };
    let (course, _) = cast.open(ids, &plan)?;
    cast.finish(course).map(drop)
}

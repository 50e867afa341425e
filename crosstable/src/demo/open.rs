//! Events with open registration or shortly before the start: payments, waitlists and queues in every state.

use chrono::{DateTime, Duration, Utc};
use importers::TournamentScript;
use proto_events::ids::{OrganizationId, RegistrationId, TournamentId};
use proto_events::tournament::{Payment, QueueGroupRole, TournamentDetails};
use proto_events::vocabulary::{
    CardPaymentStatus, EventFormat, LifecycleStatus, PaymentMethod, QueueCheckInStatus, RegistrationStatus,
    WalletOrderStatus,
};
use storage::ReservedIds;

use super::cast::{Cast, SignUp, details, wallet_order_id};
use super::conventions::{COMING, ONGOING, SECOND_ORGANIZATION, day};

/// Writes all of them.
pub(crate) fn tell(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<()> {
    commander_day(cast, ids)?;
    pioneer_trial(cast, ids)?;
    harbour_legacy(cast, ids)?;
    on_demand_draft(cast, ids)?;
    library_premodern(cast, ids)?;
    Ok(())
}

/// An event with open registration and payments in every state.
fn commander_day(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<TournamentId> {
    use CardPaymentStatus::{PaymentFailed, Processing, Refunded, RequiresCapture};
    use WalletOrderStatus::{Created, PayerActionRequired, Saved, Voided};
    let start = day(cast.now, 71) + Duration::hours(1);
    let announced = cast.now - Duration::days(20);
    let details = TournamentDetails {
        convention_id: Some(cast.conventions[COMING]),
        capacity: Some(128),
        ..details("Maple Hall Commander Day", EventFormat::Commander2, start)
    };
    let mut script = TournamentScript::new(details, cast.seed(), ids, announced);
    script.lifecycle(LifecycleStatus::RegistrationOpen);
    let payments = every_payment(cast);
    let entries = enter(cast, &mut script, payments.len() * 2, announced, &[RegistrationStatus::Complete]);
    for (place, &entry) in entries.iter().enumerate() {
        let payment = payments[place % payments.len()].clone();
        let (card, wallet) = (payment.card_status, payment.wallet_status);
        if card == Some(Refunded) || wallet == Some(Voided) {
            script.registration_status(entry, RegistrationStatus::Canceled);
            script.notes(entry, "Canceled by the player; money is back.");
        } else if matches!(card, Some(Processing | PaymentFailed | RequiresCapture))
            || matches!(wallet, Some(Created | Saved | PayerActionRequired))
        {
            script.registration_status(entry, RegistrationStatus::InProgress);
        }
        script.payment(entry, payment);
    }
    cast.write_tournament(cast.organizations[0], script)
}

/// Returns payments of every method in every state.
fn every_payment(cast: &mut Cast) -> Vec<Payment> {
    let card = CardPaymentStatus::ALL.iter().map(|status| Payment {
        method: Some(PaymentMethod::Cardpay),
        card_status: Some(*status),
        ..Payment::default()
    });
    let mut payments: Vec<Payment> = card.collect();
    for status in WalletOrderStatus::ALL {
        payments.push(Payment {
            method: Some(PaymentMethod::Walletpay),
            wallet_status: Some(*status),
            wallet_order_id: wallet_order_id(&mut cast.rng),
            ..Payment::default()
        });
    }
    payments.push(Payment { marked_as_paid: true, ..Payment::default() });
    payments.push(Payment { deferred_requested: true, ..Payment::default() });
    payments.push(Payment::default());
    payments
}

/// Registers `count` people whose registrations have these statuses in rotation.
fn enter(
    cast: &mut Cast,
    script: &mut TournamentScript<'_>,
    count: usize,
    from: DateTime<Utc>,
    states: &[RegistrationStatus],
) -> Vec<RegistrationId> {
    let crowd = cast.crowd(count);
    let times = cast.times(count, from, cast.now - Duration::minutes(45));
    let states = states.iter().cycle();
    crowd
        .iter()
        .zip(times)
        .zip(states)
        .map(|((person, at), state)| script.register(person.user_id, *state, at))
        .collect()
}

/// A full event: sixteen players, nine on the waitlist, one of whom moved up after a cancellation.
fn pioneer_trial(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<TournamentId> {
    let start = day(cast.now, 70) + Duration::hours(3);
    let announced = cast.now - Duration::days(18);
    let details = TournamentDetails {
        convention_id: Some(cast.conventions[COMING]),
        capacity: Some(16),
        swiss_rounds: Some(4),
        ..details("Maple Hall Pioneer Trial", EventFormat::Pioneer, start)
    };
    let mut script = TournamentScript::new(details, cast.seed(), ids, announced);
    let entries = enter(cast, &mut script, 26, announced, &[RegistrationStatus::InWaitingRoom]);
    for (place, &entry) in entries.iter().enumerate() {
        if place < 16 {
            script.registration_status(entry, RegistrationStatus::Complete);
            script.payment(entry, cast.paid());
        } else {
            script.registration_status(entry, RegistrationStatus::OnWaitlist);
        }
    }
    script.lifecycle(LifecycleStatus::WaitlistOnly);
    script.wait_minutes(20);
    script.registration_status(entries[4], RegistrationStatus::Canceled);
    script.registration_status(entries[16], RegistrationStatus::Complete);
    script.payment(entries[16], cast.paid());
    script.notes(entries[16], "Moved up from the waitlist; called, will be there.");
    script.tags(entries[17], vec!["Local".into(), "Waits since the morning".into()]);
    cast.write_tournament(cast.organizations[0], script)
}

/// An event shortly before the start: players check in, some submit lists on paper, some have byes.
fn harbour_legacy(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<TournamentId> {
    let start = cast.now + Duration::minutes(40);
    let announced = cast.now - Duration::days(33);
    let organization = cast.organizations[0];
    let details = TournamentDetails {
        convention_id: Some(cast.conventions[ONGOING]),
        capacity: Some(64),
        swiss_rounds: Some(5),
        top_cut: 4,
        ..details("Harbour Legacy", EventFormat::Legacy, start)
    };
    let mut script = TournamentScript::new(details, cast.seed(), ids, announced);
    let with_lists = SignUp {
        organization,
        count: 24,
        from: announced,
        until: cast.now - Duration::hours(20),
        formats: &[EventFormat::Legacy],
    };
    let (_, mut entries) = cast.sign_up(&mut script, &with_lists);
    let without =
        SignUp { count: 6, from: with_lists.until, until: cast.now - Duration::hours(2), formats: &[], ..with_lists };
    entries.extend(cast.sign_up(&mut script, &without).1);
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
    cast.write_tournament(organization, script)
}

/// A continuous queue: groups of eight fill up and get their own events.
fn on_demand_draft(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<TournamentId> {
    let opened = day(cast.now, -1) + Duration::hours(8);
    let details = TournamentDetails {
        convention_id: Some(cast.conventions[ONGOING]),
        ..details("Harbour On-Demand Draft", EventFormat::BoosterDraft, opened)
    };
    let mut script = TournamentScript::new(details, cast.seed(), ids, opened - Duration::days(3));
    let entries =
        enter(cast, &mut script, 30, opened, &[RegistrationStatus::Complete, RegistrationStatus::InWaitingRoom]);
    for (group, players) in (1..).zip(entries.chunks(8)) {
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
    cast.write_tournament(cast.organizations[0], script)
}

/// An event of the second organization in a month.
fn library_premodern(cast: &mut Cast, ids: &mut ReservedIds) -> anyhow::Result<TournamentId> {
    let organization: OrganizationId = cast.organizations[1];
    let announced = cast.now - Duration::days(5);
    let details = TournamentDetails {
        convention_id: Some(cast.conventions[SECOND_ORGANIZATION]),
        swiss_rounds: Some(6),
        top_cut: 8,
        ..details("Library Premodern", EventFormat::Premodern, day(cast.now, 30) + Duration::hours(3))
    };
    let mut script = TournamentScript::new(details, cast.seed(), ids, announced);
    for entry in enter(cast, &mut script, 19, announced, &[RegistrationStatus::Complete]) {
        script.payment(entry, cast.paid());
    }
    cast.write_tournament(organization, script)
}

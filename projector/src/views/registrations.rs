//! Registrations of an event (9).

use std::borrow::Cow;

use domain::tournament::Registration;
use proto_events::tournament::QueueGroupRole;
use proto_events::vocabulary::{CardPaymentStatus, QueueCheckInStatus, RegistrationStatus, WalletOrderStatus};
use serde::Serialize;
use storage::ViewKind;

use super::parts::people::{self, Reference};
use super::parts::player_status::Achievements;
use super::parts::times::Time;
use super::parts::vendor::{Method, alias};
use super::parts::{entries, json};
use super::{Output, Scope, TournamentContext};

#[derive(Serialize)]
struct RegistrationDocument<'a> {
    id: i64,
    user_identifier: Cow<'a, str>,
    user: Person<'a>,
    magic_event: i64,
    registration_status: RegistrationStatus,
    registration_completed_datetime: Option<Time>,
    waitlisted_datetime: Option<Time>,
    mark_as_paid: bool,
    cardpay_payment_intent_status: Option<CardPaymentStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stripe_payment_intent_status: Option<Option<CardPaymentStatus>>,
    walletpay_order_status: Option<WalletOrderStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paypal_order_status: Option<Option<WalletOrderStatus>>,
    payment_method: Option<Method>,
    matches_won: i32,
    matches_lost: i32,
    matches_drawn: i32,
    total_match_points: i32,
    queue_check_in_status: Option<QueueCheckInStatus>,
    queue_group_role: Option<&'a QueueGroupRole>,
    internal_notes: &'a str,
    fixed_seat: Option<i32>,
    has_byes_for_round_numbers: &'a [i32],
    using_paper_decklist: bool,
    decklist: Option<HandedIn<'a>>,
    final_place_in_standings: Option<i32>,
    walletpay_order_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    paypal_order_id: Option<&'a str>,
}

#[derive(Serialize)]
struct Person<'a> {
    #[serde(flatten)]
    reference: Reference,
    best_identifier: Cow<'a, str>,
    email: &'a str,
}

#[derive(Serialize)]
struct HandedIn<'a> {
    #[serde(flatten)]
    reference: Reference,
    name: &'a str,
    archetype: &'a str,
    deckhost_public_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    moxfield_public_id: Option<&'a str>,
}

/// Renders the registrations by completion, incomplete ones last.
pub(super) fn render(context: &TournamentContext<'_>, _scope: &Scope, out: &mut Output) {
    let achievements = Achievements::of(context);
    let entries = entries::in_order(context.tournament);
    let documents: Vec<RegistrationDocument<'_>> =
        entries.into_iter().map(|entry| document(context, &achievements, entry)).collect();
    out.put(ViewKind::Registrations, context.tournament.id, String::new(), json::to_bytes(&documents));
}

fn document<'a>(
    context: &TournamentContext<'a>,
    achievements: &Achievements,
    entry: &'a Registration,
) -> RegistrationDocument<'a> {
    let (payment, record) = (&entry.payment, achievements.record(entry.id));
    let name = people::name(context.people, entry.user_id);
    RegistrationDocument {
        id: entry.id.0,
        user_identifier: name.clone(),
        user: Person {
            reference: Reference::of(context, entry, entry.user_id.0),
            best_identifier: name,
            email: context.people.get(&entry.user_id).map(|user| user.profile.email.as_str()).unwrap_or_default(),
        },
        magic_event: context.tournament.id.0,
        registration_status: entry.status,
        registration_completed_datetime: entry.completed_at.map(Time),
        waitlisted_datetime: entry.waitlisted_at.map(Time),
        mark_as_paid: payment.marked_as_paid,
        cardpay_payment_intent_status: payment.card_status,
        stripe_payment_intent_status: alias(context.settings, payment.card_status),
        walletpay_order_status: payment.wallet_status,
        paypal_order_status: alias(context.settings, payment.wallet_status),
        payment_method: payment.method.map(|method| Method::new(method, context.settings)),
        matches_won: record.won,
        matches_lost: record.lost,
        matches_drawn: record.drawn,
        total_match_points: record.points,
        queue_check_in_status: entry.check_in,
        queue_group_role: entry.queue_group.as_ref(),
        internal_notes: &entry.internal_notes,
        fixed_seat: entry.fixed_seat,
        has_byes_for_round_numbers: &entry.bye_rounds,
        using_paper_decklist: entry.using_paper_decklist,
        decklist: handed_in(context, entry),
        final_place_in_standings: achievements.place(entry.id),
        walletpay_order_id: &payment.wallet_order_id,
        paypal_order_id: alias(context.settings, payment.wallet_order_id.as_str()),
    }
}

/// The list of the entry. One that is not known (yet) is named by its id alone.
fn handed_in<'a>(context: &TournamentContext<'a>, entry: &Registration) -> Option<HandedIn<'a>> {
    let id = entry.decklist_id?;
    let body = entries::decklist(context, entry).map(|list| &list.body);
    let public_id = body.map(|body| body.deckhost_public_id.as_str()).unwrap_or_default();
    Some(HandedIn {
        reference: Reference::of(context, entry, id.0),
        name: body.map(|body| body.name.as_str()).unwrap_or_default(),
        archetype: body.map(|body| body.archetype.as_str()).unwrap_or_default(),
        deckhost_public_id: public_id,
        moxfield_public_id: alias(context.settings, public_id),
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{EVENT, finished, swiss, teams};
    use super::*;

    #[test]
    fn registrations_in_the_order_of_completion() {
        insta::assert_snapshot!(swiss().body(render, ViewKind::Registrations, EVENT));
    }

    #[test]
    fn vendor_names_stand_beside_ours() {
        let mut scene = swiss();
        scene.settings.vendor_field_names = true;
        insta::assert_snapshot!(scene.body(render, ViewKind::Registrations, EVENT));
    }

    #[test]
    fn the_captain_of_a_team_is_named() {
        insta::assert_snapshot!(teams().body(render, ViewKind::Registrations, EVENT));
    }

    #[test]
    fn places_are_known_at_the_end() {
        insta::assert_snapshot!(finished().body(render, ViewKind::Registrations, EVENT));
    }
}

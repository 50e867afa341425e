//! A registration for an event (9), and references to a player and the player's things.

use std::borrow::Cow;

use proto_events::decklist::DecklistBody;
use proto_events::tournament::QueueGroupRole;
use proto_events::vocabulary::{CardPaymentStatus, QueueCheckInStatus, RegistrationStatus, WalletOrderStatus};
use serde::Serialize;
use utoipa::ToSchema;

use super::values::method_name;
use super::{Redactor, Time as DateTime, archetype};
use crate::tournament::records::Record;
use crate::tournament::{Registration, Tournament};
use crate::user::{User, nameless};

/// A registration for an event, as staff see it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Registration)]
pub struct RegistrationDocument<'a> {
    /// Id of the registration.
    id: i64,
    /// The name that identifies the player best.
    user_identifier: Cow<'a, str>,
    /// The player.
    user: Person<'a>,
    /// Id of the event.
    magic_event: i64,
    /// Status of the registration.
    registration_status: RegistrationStatus,
    /// When the registration was completed; null until then.
    registration_completed_datetime: Option<DateTime>,
    /// When the player joined the waitlist; null if the player never did.
    waitlisted_datetime: Option<DateTime>,
    /// Whether staff marked it as paid.
    mark_as_paid: bool,
    /// Status of the card payment; null without one.
    cardpay_payment_intent_status: Option<CardPaymentStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    stripe_payment_intent_status: Option<Option<CardPaymentStatus>>,
    /// Status of the wallet payment; null without one.
    walletpay_order_status: Option<WalletOrderStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    paypal_order_status: Option<Option<WalletOrderStatus>>,
    /// How it is paid; null if not decided.
    #[schema(value_type = Option<proto_events::vocabulary::PaymentMethod>)]
    payment_method: Option<&'static str>,
    /// Swiss matches won, byes included.
    matches_won: i32,
    /// Swiss matches lost.
    matches_lost: i32,
    /// Swiss matches drawn.
    matches_drawn: i32,
    /// Match points from Swiss rounds.
    total_match_points: i32,
    /// The player's status in the check-in queue; null if the player is not in it.
    queue_check_in_status: Option<QueueCheckInStatus>,
    /// The player's role in a queue group; null if there is none.
    queue_group_role: Option<&'a QueueGroupRole>,
    /// Staff notes; empty if there are none.
    internal_notes: &'a str,
    /// Number of the table at which the player sits in every round; null if the player has no fixed table.
    fixed_seat: Option<i32>,
    /// Numbers of the rounds in which the player has a bye.
    has_byes_for_round_numbers: &'a [i32],
    /// Whether the player hands in a list on paper.
    using_paper_decklist: bool,
    /// The decklist handed in; null if none was.
    decklist: Option<HandedIn<'a>>,
    /// Place in the event, from 1: as it stands during a playoff, final once the event is finished; null before.
    final_place_in_standings: Option<i32>,
    /// Id of the wallet order; empty without one, and for the role `JUDGE`.
    walletpay_order_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    paypal_order_id: Option<&'a str>,
}

/// The player of a registration.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RegistrationUser)]
pub struct Person<'a> {
    #[serde(flatten)]
    reference: Reference,
    /// The name that identifies the player best.
    best_identifier: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    username: Option<&'a str>,
    /// E-mail address; empty if unknown, for the role `JUDGE`, and for players who did not sign up themselves and whose
    /// account your organization does not manage.
    email: &'a str,
}

/// The decklist of a registration.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RegistrationDecklist)]
pub struct HandedIn<'a> {
    #[serde(flatten)]
    reference: Reference,
    /// Name of the list.
    name: &'a str,
    /// Kind of deck: `Burn`, `Storm`.
    archetype: &'a str,
    /// Id of the list on its deck host.
    deckhost_public_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    moxfield_public_id: Option<&'a str>,
}

/// The data for a registration's document.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub struct EntryFacts<'a> {
    pub tournament: &'a Tournament,
    pub entry: &'a Registration,
    pub record: Record,
    pub place: Option<i32>,
    /// The player, if known.
    pub user: Option<&'a User>,
    /// Whether the player reads the document, rather than staff.
    pub is_own: bool,
    /// Whether staff reads it. For others, values for staff are empty.
    pub is_for_staff: bool,
    /// The contents of the list handed in, if known.
    pub list: Option<&'a DecklistBody>,
    /// Whether vendors' names are added to ours.
    pub vendor_field_names: bool,
}

impl<'a> RegistrationDocument<'a> {
    /// Builds the document of a registration.
    pub fn new(redactor: &Redactor, facts: &EntryFacts<'a>) -> Self {
        let EntryFacts { tournament, entry, record, place, user, vendor_field_names: vendor, .. } = *facts;
        let payment = &entry.payment;
        let order_id = redactor.contact(&payment.wallet_order_id);
        let for_staff = |text: &'a str| if facts.is_for_staff { text } else { "" };
        let name = user.map_or_else(|| nameless(entry.user_id), User::name);
        let shown = match user {
            Some(user) if facts.is_own => Some(&user.profile),
            user => entry.profile_shown(tournament.organization_id, user),
        };
        Self {
            id: entry.id.0,
            user_identifier: name.clone(),
            user: Person {
                reference: Reference::of(tournament, entry, entry.user_id.0),
                best_identifier: name,
                username: vendor.then_some(shown.map_or("", |profile| &*profile.username)),
                email: redactor.contact(shown.map_or("", |profile| &profile.email)),
            },
            magic_event: tournament.id.0,
            registration_status: entry.status,
            registration_completed_datetime: entry.completed_at.map(DateTime),
            waitlisted_datetime: entry.waitlisted_at.map(DateTime),
            mark_as_paid: payment.marked_as_paid,
            cardpay_payment_intent_status: payment.card_status,
            stripe_payment_intent_status: vendor.then_some(payment.card_status),
            walletpay_order_status: payment.wallet_status,
            paypal_order_status: vendor.then_some(payment.wallet_status),
            payment_method: payment.method.map(|method| method_name(vendor, method)),
            matches_won: record.wins,
            matches_lost: record.losses,
            matches_drawn: record.draws,
            total_match_points: record.points,
            queue_check_in_status: entry.check_in,
            queue_group_role: entry.queue_group.as_ref(),
            internal_notes: for_staff(&entry.internal_notes),
            fixed_seat: entry.fixed_seat,
            has_byes_for_round_numbers: &entry.bye_rounds,
            using_paper_decklist: entry.using_paper_decklist,
            decklist: handed_in(facts),
            final_place_in_standings: place,
            walletpay_order_id: order_id,
            paypal_order_id: vendor.then_some(order_id),
        }
    }
}

/// Returns the list of the registration. If its contents are not known (yet), it is named by its id only.
fn handed_in<'a>(facts: &EntryFacts<'a>) -> Option<HandedIn<'a>> {
    let id = facts.entry.decklist_id?;
    let public_id = facts.list.map(|body| body.deckhost_public_id.as_str()).unwrap_or_default();
    Some(HandedIn {
        reference: Reference::of(facts.tournament, facts.entry, id.0),
        name: facts.list.map(|body| body.name.as_str()).unwrap_or_default(),
        archetype: archetype(facts.vendor_field_names, facts.list.map_or("", |body| &body.archetype)),
        deckhost_public_id: public_id,
        moxfield_public_id: facts.vendor_field_names.then_some(public_id),
    })
}

/// A reference to a person, a registration or a list, with the player's role in a group.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct Reference {
    /// Id of the object.
    id: i64,
    /// Whether the player is captain of the team or, without a team, of the queue group.
    captain: bool,
    /// Id of the player's queue group; null if there is none.
    queue_group: Option<i64>,
}

impl Reference {
    /// Creates a reference without a group.
    pub fn alone(id: i64) -> Self {
        Self { id, captain: false, queue_group: None }
    }

    /// Creates a reference to `id`, which belongs to the player of this registration.
    pub fn of(tournament: &Tournament, registration: &Registration, id: i64) -> Self {
        Self {
            id,
            captain: is_captain(tournament, registration),
            queue_group: registration.queue_group.as_ref().map(|role| role.queue_group),
        }
    }
}

/// Whether the player is captain of the team or, without a team, of the queue group.
fn is_captain(tournament: &Tournament, registration: &Registration) -> bool {
    let team = registration.team_id.and_then(|team| tournament.team(team));
    let seat = team.and_then(|team| team.members.iter().find(|member| member.registration_id == registration.id));
    match seat {
        Some(seat) => seat.captain,
        None => registration.queue_group.as_ref().is_some_and(|role| role.captain),
    }
}

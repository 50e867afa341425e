//! What is answered of registrations, and what clients write of them.

use api_kit::path::nothing;
use axum::http::StatusCode;
use axum::response::Response;
use domain::decklist::Decklist;
use domain::documents::{EntryFacts, RegistrationDocument};
use domain::tournament::final_places::final_places;
use domain::tournament::records::records;
use domain::tournament::{Registration, Tournament};
use proto_events::decklist::DecklistBody;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::{
    CardPaymentStatus, PaymentMethod, QueueCheckInStatus, RegistrationStatus, WalletOrderStatus,
};
use proto_events::{StreamId, Version};
use serde_json::value::RawValue;
use service_kit::problem::Problem;
use utoipa::ToSchema;

use super::{Named, named};
use crate::commands::tournaments::change_payment::PaymentChanges;
use crate::commands::tournaments::change_registration::RegistrationChanges;
use crate::commands::tournaments::event_fields::ROUNDS;
use crate::commands::tournaments::fix_seat::TABLES;
use crate::commands::tournaments::order::Asker;
use crate::decision::Failure;
use crate::http::body::Object;
use crate::http::call::Call;
use crate::http::{answer as answers, problems};
use crate::{Done, Folded};

/// A new registration. Staff names the person by `username` or `user_id`; a person registers itself and sends nothing.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used: bodies are read field by field")]
struct NewRegistration {
    /// Username of anybody, in exactly these letters.
    username: Option<String>,
    /// Id of a person whose account your organization manages, who is a member of it, or who signed up for one of its events.
    user_id: Option<i64>,
    /// Where it begins: `COMPLETE`, `IN_PROGRESS`, `IN_WAITING_ROOM` or `ON_WAITLIST`. For staff alone.
    status: Option<RegistrationStatus>,
}

/// What changes of a registration. A field that is not given stays as it is.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct RegistrationChange {
    /// Where it shall stand.
    registration_status: Option<RegistrationStatus>,
    /// Whether staff marked it as paid.
    mark_as_paid: Option<bool>,
    /// How it is paid; null if that is open.
    payment_method: Option<PaymentMethod>,
    /// Where the payment by card stands.
    cardpay_payment_intent_status: Option<CardPaymentStatus>,
    /// Where the payment from a wallet stands.
    walletpay_order_status: Option<WalletOrderStatus>,
    /// Id of the wallet's order.
    #[schema(max_length = 255)]
    walletpay_order_id: Option<String>,
    /// Whether the player asked to pay later.
    requested_deferred_payment: Option<bool>,
    /// Where the player stands in the check-in queue; null takes the player out of it.
    queue_check_in_status: Option<QueueCheckInStatus>,
    /// All tags of the player.
    tags: Option<Vec<String>>,
    /// Notes of the staff.
    #[schema(max_length = 10_000)]
    internal_notes: Option<String>,
    /// Number of the table that the player sits at in every round; null for a player who moves.
    #[schema(minimum = 1)]
    fixed_seat: Option<i32>,
    /// Numbers of all rounds that the player has a bye in.
    has_byes_for_round_numbers: Option<Vec<i32>>,
    /// Whether the player hands in a list on paper.
    using_paper_decklist: Option<bool>,
}

/// What a player says of itself in the check-in queue.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct CheckInAnswer {
    /// `CHECKED_IN` if not given, `DECLINED`, `WAITING_FOR_CHECK_IN_REQUEST` or `STANDBY`.
    status: Option<QueueCheckInStatus>,
}

/// Into which event a player is moved.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct RegistrationMove {
    /// Id of a child of the event.
    event_id: i64,
}

/// How many are let in from the waitlist.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct Promotion {
    /// How many at most, though the event were full; as many as there are places if not given.
    #[schema(minimum = 0)]
    count: Option<i32>,
}

/// The schemas of bodies, by name.
pub(super) fn body_schemas() -> Vec<Named> {
    vec![
        named::<NewRegistration>(),
        named::<RegistrationChange>(),
        named::<CheckInAnswer>(),
        named::<RegistrationMove>(),
        named::<Promotion>(),
    ]
}

/// What a body gives of a registration.
pub(in crate::http) fn changes(fields: &mut Object) -> RegistrationChanges {
    let changes = RegistrationChanges {
        status: fields.choice("registration_status", RegistrationStatus::ALL),
        payment: PaymentChanges {
            method: fields.choice_or_null("payment_method", PaymentMethod::ALL),
            card_status: fields.choice("cardpay_payment_intent_status", CardPaymentStatus::ALL),
            wallet_status: fields.choice("walletpay_order_status", WalletOrderStatus::ALL),
            wallet_order_id: fields.text("walletpay_order_id"),
            marked_as_paid: fields.boolean("mark_as_paid"),
            deferred_requested: fields.boolean("requested_deferred_payment"),
        },
        check_in: fields.choice_or_null("queue_check_in_status", QueueCheckInStatus::ALL),
        tags: fields.texts("tags"),
        internal_notes: fields.text("internal_notes"),
        fixed_seat: fields.number_or_null("fixed_seat", 1..=TABLES),
        bye_rounds: fields.numbers("has_byes_for_round_numbers", 1..=ROUNDS),
        using_paper_decklist: fields.boolean("using_paper_decklist"),
    };
    changes.faults().into_iter().for_each(|faults| fields.foresee(faults));
    changes
}

/// Answers with a registration as it was after the write. A person does not see staff's notes. Former staff that repeats an
/// earlier request gets the same 404 for another player's registration as any other person.
pub(in crate::http) async fn answer<O>(
    call: &Call,
    status: StatusCode,
    done: &Done<Tournament, O>,
    id: RegistrationId,
) -> Result<Response, Problem> {
    let written = &*done.folded;
    let asker = Asker::of(call.reach(), &written.state);
    let entry = written.state.registration(id).filter(|entry| asker.acts_for(entry.user_id));
    let entry = entry.ok_or_else(|| nothing("registration", &id.to_string()))?;
    let document = document(call, done, entry).await.map_err(problems::unanswered)?;
    if status == StatusCode::CREATED {
        let location = format!("/api/v1/magic-events/{}/registrations/{id}/", written.state.id);
        return answers::created(call, location, written, &document).await;
    }
    answers::versioned(call, status, written, &document).await
}

/// The document of a registration, written.
pub(in crate::http) async fn document<O>(
    call: &Call,
    done: &Done<Tournament, O>,
    entry: &Registration,
) -> Result<Box<RawValue>, Failure> {
    let tournament = &done.folded.state;
    let user = call.shared.commands.user(entry.user_id).await?;
    let list = list(call, done, entry).await?;
    let mut entry = entry.clone();
    let asker = Asker::of(call.reach(), tournament);
    if asker != Asker::Staff {
        entry.internal_notes.clear();
    }
    let document = RegistrationDocument::new(&EntryFacts {
        tournament,
        entry: &entry,
        record: records(tournament).get(&entry.id).copied().unwrap_or_default(),
        place: final_places(tournament).get(&entry.id).copied(),
        user: user.as_ref().map(|user| &user.state),
        is_own: asker == Asker::Person(entry.user_id),
        list: list.as_ref(),
        vendor_field_names: call.shared.settings.vendor_field_names,
    });
    // Its keys are strings and its values always have a form.
    Ok(serde_json::value::to_raw_value(&document).unwrap_or_default())
}

/// The content of a registration's list, in the revision that counted for the event when the write was carried out. The
/// answer to a repeated request holds nothing that the player wrote since.
async fn list<O>(
    call: &Call,
    done: &Done<Tournament, O>,
    entry: &Registration,
) -> Result<Option<DecklistBody>, Failure> {
    let Some(id) = entry.decklist_id else { return Ok(None) };
    let commands = &call.shared.commands;
    let Some(newest) = commands.decklist(id).await? else { return Ok(None) };
    let version = match entry.revision_of(&newest.state, done.folded.state.organization_id) {
        Some(version) => version,
        None => offered_revision(call, done, &newest).await?,
    };
    if version == newest.version {
        return Ok(Some(newest.state.body.clone()));
    }
    let list = commands.at_version::<Decklist>(StreamId::decklist(id), version).await?;
    Ok(list.map(|list| list.state.body.clone()))
}

/// The revision of a list that is not fixed: the newest at the place of the write in the log. A write that changed nothing
/// has no place there, so that the list counts as it is while the event stays as it was.
async fn offered_revision<O>(
    call: &Call,
    done: &Done<Tournament, O>,
    list: &Folded<Decklist>,
) -> Result<Version, Failure> {
    let written = &done.folded;
    if !done.happened() {
        let event = call.shared.commands.tournament(written.state.id).await?;
        if event.is_some_and(|event| event.version == written.version) {
            return Ok(list.version);
        }
    }
    Ok(list.state.version_at(written.position))
}

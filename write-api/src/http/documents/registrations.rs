//! Answers and bodies of registrations.

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
use crate::commands::tournaments::fix_seat::TABLES;
use crate::engine::context::ActingAs;
use crate::engine::decision::Failure;
use crate::events::event_fields::ROUNDS;
use crate::http::body::Object;
use crate::http::request::WriteRequest;
use crate::http::{answer as answers, problems};
use crate::{Done, Folded};

/// A new registration. Staff names the person by `username` or `user_id`; people who register themselves send no field.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used: bodies are read field by field")]
struct NewRegistration {
    /// Username of any person; upper and lower case matter.
    username: Option<String>,
    /// Id of a person whose account your organization manages, who is its member, or who registered for one of its
    /// events.
    user_id: Option<i64>,
    /// First status: `COMPLETE`, `IN_PROGRESS`, `IN_WAITING_ROOM` or `ON_WAITLIST`. For staff only.
    status: Option<RegistrationStatus>,
}

/// Changes of a registration. Fields that are not given stay as they are.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct RegistrationChange {
    /// The new status.
    registration_status: Option<RegistrationStatus>,
    /// Whether staff marked it as paid.
    mark_as_paid: Option<bool>,
    /// Payment method; null if unknown.
    payment_method: Option<PaymentMethod>,
    /// Status of the card payment.
    cardpay_payment_intent_status: Option<CardPaymentStatus>,
    /// Status of the wallet payment.
    walletpay_order_status: Option<WalletOrderStatus>,
    /// Id of the wallet order.
    #[schema(max_length = 255)]
    walletpay_order_id: Option<String>,
    /// Whether the player asked to pay later.
    requested_deferred_payment: Option<bool>,
    /// Status in the check-in queue; null removes the player from the queue.
    queue_check_in_status: Option<QueueCheckInStatus>,
    /// All tags of the player.
    tags: Option<Vec<String>>,
    /// Staff's notes.
    #[schema(max_length = 10_000)]
    internal_notes: Option<String>,
    /// Number of the table at which the player sits in every round; null for no fixed table.
    #[schema(minimum = 1)]
    fixed_seat: Option<i32>,
    /// Numbers of all rounds for which the player is awarded a bye.
    has_byes_for_round_numbers: Option<Vec<i32>>,
    /// Whether the player hands in a list on paper.
    using_paper_decklist: Option<bool>,
}

/// A player's answer in the check-in queue.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct CheckInAnswer {
    /// `CHECKED_IN` if not given, `DECLINED`, `WAITING_FOR_CHECK_IN_REQUEST` or `STANDBY`.
    status: Option<QueueCheckInStatus>,
}

/// The event that a player is moved to.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct RegistrationMove {
    /// Id of a child of the event.
    event_id: i64,
}

/// The number of players to promote from the waitlist.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct Promotion {
    /// Number of players at most, even if the event is full; the number of free places if not given.
    #[schema(minimum = 0)]
    count: Option<i32>,
}

/// Returns the schemas of bodies, by name.
pub(super) fn body_schemas() -> Vec<Named> {
    vec![
        named::<NewRegistration>(),
        named::<RegistrationChange>(),
        named::<CheckInAnswer>(),
        named::<RegistrationMove>(),
        named::<Promotion>(),
    ]
}

/// Reads the changes of a registration.
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

/// Answers with a registration as it was after the write. Players do not see staff's notes. Former staff who repeat an
/// earlier request get the same 404 for another player's registration as any other person.
pub(in crate::http) async fn answer<O>(
    request: &WriteRequest,
    status: StatusCode,
    done: &Done<Tournament, O>,
    id: RegistrationId,
) -> Result<Response, Problem> {
    let written = &*done.folded;
    let asker = ActingAs::of(request.reach(), &written.state);
    let entry = written.state.registration(id).filter(|entry| asker.acts_for(entry.user_id));
    let entry = entry.ok_or_else(|| nothing("registration", &id.to_string()))?;
    let document = document(request, done, entry).await.map_err(problems::unanswered)?;
    if status == StatusCode::CREATED {
        let location = format!("/api/v1/magic-events/{}/registrations/{id}/", written.state.id);
        return answers::created(request, location, written, &document).await;
    }
    answers::versioned(request, status, written, &document).await
}

/// Returns the document of a registration as raw JSON.
pub(in crate::http) async fn document<O>(
    request: &WriteRequest,
    done: &Done<Tournament, O>,
    entry: &Registration,
) -> Result<Box<RawValue>, Failure> {
    let tournament = &done.folded.state;
    let user = request.shared.commands.user(entry.user_id).await?;
    let list = list(request, done, entry).await?;
    let mut entry = entry.clone();
    let asker = ActingAs::of(request.reach(), tournament);
    if asker != ActingAs::Staff {
        entry.internal_notes.clear();
    }
    let document = RegistrationDocument::new(&EntryFacts {
        tournament,
        entry: &entry,
        record: records(tournament).get(&entry.id).copied().unwrap_or_default(),
        place: final_places(tournament).get(&entry.id).copied(),
        user: user.as_ref().map(|user| &user.state),
        is_own: asker == ActingAs::Person(entry.user_id),
        list: list.as_ref(),
        vendor_field_names: request.shared.settings.vendor_field_names,
    });
    // Serializing cannot fail: all keys are strings, and every value has a JSON form.
    Ok(serde_json::value::to_raw_value(&document).unwrap_or_default())
}

/// Returns the content of a registration's list, in the revision that counted for the event at the time of the write.
/// So the answer to a repeated request contains nothing that the player wrote since.
async fn list<O>(
    request: &WriteRequest,
    done: &Done<Tournament, O>,
    entry: &Registration,
) -> Result<Option<DecklistBody>, Failure> {
    let Some(id) = entry.decklist_id else { return Ok(None) };
    let commands = &request.shared.commands;
    let Some(newest) = commands.decklist(id).await? else { return Ok(None) };
    let version = match entry.revision_of(&newest.state, done.folded.state.organization_id) {
        Some(version) => version,
        None => offered_revision(request, done, &newest).await?,
    };
    if version == newest.version {
        return Ok(Some(newest.state.body.clone()));
    }
    let list = commands.at_version::<Decklist>(StreamId::decklist(id), version).await?;
    Ok(list.map(|list| list.state.body.clone()))
}

/// Returns the revision of a list that is not fixed: the newest one at the position of the write. A write that changed
/// nothing has no position, so the list's newest revision counts as long as the event is unchanged.
async fn offered_revision<O>(
    request: &WriteRequest,
    done: &Done<Tournament, O>,
    list: &Folded<Decklist>,
) -> Result<Version, Failure> {
    let written = &done.folded;
    if !done.happened() {
        let event = request.shared.commands.tournament(written.state.id).await?;
        if event.is_some_and(|event| event.version == written.version) {
            return Ok(list.version);
        }
    }
    Ok(list.state.version_at(written.position))
}

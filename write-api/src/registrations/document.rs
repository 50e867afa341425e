//! Answers of registrations.

use domain::documents::{EntryFacts, Redactor, RegistrationDocument, to_raw_json};
use domain::tournament::records::{places, records};
use proto_events::Version;
use proto_events::decklist::DecklistBody;
use serde_json::value::RawValue;

use crate::prelude::*;

/// Answers with a registration as it was after the write. Players do not see staff's notes. Former staff who repeat an
/// earlier request get the same 404 for another player's registration as any other person.
pub(crate) async fn answer(
    request: &WriteRequest,
    written: &Written<Tournament>,
    id: RegistrationId,
) -> Result<Response, Problem> {
    let after = &*written.folded;
    let caller = request.context.acting_as(&after.state);
    let entry = after.state.registration(id).filter(|entry| caller.acts_for(entry.user_id));
    let entry = entry.ok_or_else(|| nothing("registration", &id.to_string()))?;
    let document = document(request, written, entry).await.map_err(problems::unanswered)?;
    let location = format!("/api/v1/magic-events/{}/registrations/{id}/", after.state.id);
    answer::located(request, &location, written, &document).await
}

/// Answers with the registrations whose status changed.
pub(crate) async fn answer_changed(request: &WriteRequest, written: &Written<Tournament>) -> Result<Response, Problem> {
    let mut changed = Vec::new();
    for event in request.api().events_of(written).await.map_err(problems::unanswered)? {
        let DomainEvent::Tournament(TournamentEvent::RegistrationStatusChanged { registration_id, .. }) = event else {
            continue;
        };
        if let Some(entry) = written.folded.state.registration(registration_id) {
            changed.push(document(request, written, entry).await.map_err(problems::unanswered)?);
        }
    }
    answer::versioned(request, written, &changed).await
}

/// Returns the document of a registration as raw JSON.
pub(crate) async fn document(
    request: &WriteRequest,
    written: &Written<Tournament>,
    entry: &Registration,
) -> Result<Box<RawValue>, Failure> {
    let tournament = &written.folded.state;
    let mut user = request.api().user(entry.user_id).await?.map(|user| user.state.clone());
    if let Some(user) = user.as_mut().filter(|_| !entry.signed_up)
        && is_of_event_alone(request, tournament).await?
    {
        user.profile.email.clear();
    }
    let list = list(request, written, entry).await?;
    let caller = request.context.acting_as(tournament);
    let facts = EntryFacts {
        tournament,
        entry,
        record: records(tournament).get(&entry.id).copied().unwrap_or_default(),
        place: places(tournament).get(&entry.id).copied(),
        user: user.as_ref(),
        is_own: caller == ActingAs::Person(entry.user_id),
        is_for_staff: caller == ActingAs::Staff,
        list: list.as_ref(),
        vendor_field_names: request.shared.settings.vendor_field_names,
    };
    let document = RegistrationDocument::new(&Redactor::whole(), &facts);
    // Serializing cannot fail: all keys are strings, and every value has a JSON form.
    Ok(to_raw_json(&document).unwrap_or_default())
}

/// Whether the caller knows people of the organization only with a role for the event. Such staff sees the addresses of
/// those who signed up.
async fn is_of_event_alone(request: &WriteRequest, tournament: &Tournament) -> Result<bool, Failure> {
    let Some(person) = request.caller.person().filter(|person| tournament.staff.contains_key(person)) else {
        return Ok(false);
    };
    let staff = request.api().staff(tournament.organization_id, Operation::ReadPeople).await?;
    Ok(!staff.contains(&person))
}

/// Returns the content of a registration's list, in the revision that counted for the event at the time of the write.
/// So the answer to a repeated request contains nothing that the player wrote since.
async fn list(
    request: &WriteRequest,
    written: &Written<Tournament>,
    entry: &Registration,
) -> Result<Option<DecklistBody>, Failure> {
    let Some(id) = entry.decklist_id else { return Ok(None) };
    let commands = request.api();
    let Some(newest) = commands.decklist(id).await? else { return Ok(None) };
    let version = match entry.revision_of(&newest.state, written.folded.state.organization_id) {
        Some(version) => version,
        None => offered_revision(request, written, &newest).await?,
    };
    if version == newest.version {
        return Ok(Some(newest.state.body.clone()));
    }
    let list = commands.at_version::<Decklist>(StreamId::decklist(id), version).await?;
    Ok(list.map(|list| list.state.body.clone()))
}

/// Returns the revision of a list that is not fixed: the newest one at the position of the write. A write that changed
/// nothing has no position, so the list's newest revision counts as long as the event is unchanged.
async fn offered_revision(
    request: &WriteRequest,
    written: &Written<Tournament>,
    list: &Folded<Decklist>,
) -> Result<Version, Failure> {
    let after = &written.folded;
    if !written.happened() {
        let event = request.api().tournament(after.state.id).await?;
        if event.is_some_and(|event| event.version == after.version) {
            return Ok(list.version);
        }
    }
    Ok(list.state.version_at(after.position))
}

//! Registers a person. If the event is full or others are waiting, the person joins the waitlist. A person has one
//! registration; a canceled one is renewed.

use api_kit::own_registrations::accounts_of;
use storage::StreamWrite;

use super::admission::{self, Entrance};
use super::joining::{self, Joining};
use super::{document, entries};
use crate::accounts;
use crate::command::Recorded;
use crate::people;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "create_registration",
    summary: "Register a player for an event",
    text: "People register themselves with a token or a session, as the event's `registration_policy` says, and send no \
           field but `join_code` and, to come to a team or group, `team_name` or `invite_hash`, and from `registration_opens` until `registration_closes`; they reach every \
           event with a public page. Staff names a person; a `name` alone is a new person each time, so send an \
           `Idempotency-Key` with it. The registration is `COMPLETE`, or `ON_WAITLIST` if no place is free, if others \
           are waiting, or while the event is `WAITLIST_ONLY`; if the event `needs_approval`, a person's own begins as \
           `IN_WAITING_ROOM`, which holds a place. Staff may choose another `status`, and may register late players \
           until the event is over. A person has one registration in an event: the same request again is answered with \
           200, and a canceled registration is taken up again.",
    body: Some(body_schema::<NewRegistration>()),
    answer: Answer::json(201, "Registration"),
    is_created_once: true,
    ..Route::at("POST", "/api/v1/magic-events/{id}/registrations/", Operation::Register)
};

body! {
    /// A new registration. Staff name the person by `username`, `user_id` or `name`; people register themselves with no
    /// field, or with the join code of the event.
    #[derive(Default)]
    pub struct NewRegistration {
        /// Username of any person; upper and lower case matter.
        username: Option<String>,
        /// Id of a person whose account your organization manages, who is its member, or who registered for one of its
        /// events.
        user_id: Option<i64>,
        /// Name of a person without an account. An account is made for the person, which your organization manages.
        name: Option<String> => SHORT_TEXT,
        /// The join code of an event whose `registration_policy` is `JOIN_CODE`: people who register themselves give
        /// it.
        join_code: Option<String> => SHORT_TEXT,
        /// In a team event, the name of the team that the person founds.
        team_name: Option<String> => SHORT_TEXT,
        /// The link of the team or group that the person joins, such as `61-t9-…`. It admits as the join code does.
        invite_hash: Option<String> => SHORT_TEXT,
        /// First status: `COMPLETE`, `IN_PROGRESS`, `IN_WAITING_ROOM` or `ON_WAITLIST`. For staff only.
        status: Option<RegistrationStatus>,
    }
}

/// Registers the person whom these fields name, or the caller.
#[derive(Debug, Clone, PartialEq)]
pub struct CreateRegistration {
    /// The event.
    pub event_id: TournamentId,
    /// The person, and the first status.
    pub new: NewRegistration,
}

/// A person who is registered.
#[derive(Debug, Clone)]
pub struct Registered {
    /// The event.
    pub written: Written<Tournament>,
    /// The person's registration.
    pub registration_id: RegistrationId,
}

impl Recorded for Registered {
    fn position(&self) -> Position {
        self.written.position()
    }
}

impl Command for CreateRegistration {
    const ROUTE: &'static Route = &ROUTE;
    type Done = Registered;

    fn event(&self) -> Option<TournamentId> {
        Some(self.event_id)
    }

    async fn run(&self, run: &Run) -> Result<Registered, Problem> {
        let mut errors = FieldErrors::default();
        let user_id = person(run, Some(&self.new), &mut errors).await?;
        errors.check().map_err(Refusal::from)?;
        self.registered(run, user_id).await
    }
}

impl CreateRegistration {
    async fn registered(&self, run: &Run, user_id: UserId) -> Result<Registered, Problem> {
        let (api, NewRegistration { name, status, join_code, team_name, invite_hash, .. }) = (run.api(), &self.new);
        let joining = Joining::of(team_name.as_deref(), invite_hash.as_deref())?;
        let accounts = match name {
            Some(_) => Vec::new(),
            None => accounts_of_known(run, user_id).await?,
        };
        let decide = |event: &Tournament, ids: &mut Ids| {
            let has_code = |given: &String| admission::has_code(event, &run.shared.settings.join_codes, given);
            let links = &run.shared.settings.private_links;
            let is_invited = joining.as_ref().is_some_and(|joining| joining.admits(event, links));
            let entrance = Entrance {
                caller: run.context.acting_as(event),
                is_guest: matches!(run.context.actor, Actor::PrivateLink(_)),
                has_code: is_invited || join_code.as_ref().is_some_and(has_code),
                ..Entrance::staff(run.arrived_at)
            };
            if name.is_some() && entrance.caller != ActingAs::Staff {
                return Err(Refusal::unknown("event", event.id));
            }
            check_doubles(event, user_id, &accounts)?;
            let mut events = decide(event, (user_id, *status), &entrance, ids)?;
            if let Some(joining) = &joining {
                let person = (user_id, joining, status.is_some());
                events = joining::registered(event, events, person, &entrance, (links, &mut *ids))?;
            }
            let mut writes = Vec::new();
            if let Some(name) = name
                && let Some(TournamentEvent::PlayerRegistered { user_id, .. }) = events.first_mut()
            {
                // Until here, the new person had the id 0.
                *user_id = UserId(ids.next(Sequence::User));
                let profile = Profile { best_identifier: names::clean(name), ..Profile::default() };
                writes.push(managed_account(api, *user_id, profile, event.organization_id));
            }
            Ok(Decision { writes, ..Decision::from(events) })
        };
        let written = run.clone().on_event(self.event_id).change(decide).await?;
        let known = written.folded.state.registrations.iter().find(|entry| entry.user_id == user_id);
        let registration_id = match known {
            Some(entry) => entry.id,
            None => made_by(api, &written).await?,
        };
        Ok(Registered { written, registration_id })
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let event_id = request.id("event")?;
    let mut input = request.read::<NewRegistration>(body).await?;
    let user_id = person(&request, input.fields.as_ref(), &mut input.object.errors).await?;
    let (new, run) = input.finish(&request)?;
    let Registered { written, registration_id } =
        CreateRegistration { event_id, new }.registered(&run, user_id).await?;
    document::answer(&request, &written, registration_id).await
}

/// Returns the person whom staff names, or the caller. If there is none, adds an error and returns the id 0.
async fn person(run: &Run, new: Option<&NewRegistration>, errors: &mut FieldErrors) -> Result<UserId, Problem> {
    let given = new.map(|new| (new.user_id.map(UserId), new.username.clone(), new.name.is_some()));
    let (user_id, username, is_new) = given.unwrap_or_default();
    if let Some(name) = new.and_then(|new| new.name.as_ref()) {
        errors.required_line("name", &names::clean(name), SHORT_TEXT);
    }
    let caller = run.caller.person();
    let Some(organization_id) = run.context.reach.organization_id else {
        // People may name only themselves.
        let is_caller = !is_new && username.is_none() && user_id.is_none_or(|user_id| Some(user_id) == caller);
        return caller.filter(|_| is_caller).ok_or_else(|| staff_alone().into());
    };
    if is_new {
        if user_id.is_some() || username.is_some() {
            errors.add("name", message!("user-id-username-or-name", "Give one of user_id, username and name."));
        }
        return Ok(UserId(0));
    }
    let named = people::named_by(run, organization_id, user_id, username, errors).await?;
    if let Some(user_id) = named.or(caller) {
        return people::account_of(run, user_id).await;
    }
    errors.add(
        "username",
        message!("username-needed-without-id-and-name", "This field is required if neither user_id nor name is given."),
    );
    Ok(UserId(0))
}

/// Returns a person's account with those that were merged into it.
async fn accounts_of_known(run: &Run, user_id: UserId) -> Result<Vec<UserId>, Problem> {
    let Some(user) = run.api().user(user_id).await.map_err(problems::failed)? else {
        let said = message!("registration-unknown-person", "This person does not exist.");
        return Err(Refusal::at_field("user_id", said).into());
    };
    if user.state.is_unproven() {
        return Err(accounts::address_not_confirmed().into());
    }
    accounts_of(&*run.shared.views, user_id).await
}

/// Returns the write of a new account that the organization manages. It is written with the registration: a refused request
/// makes no account.
pub(super) fn managed_account(
    api: &WriteApi,
    user_id: UserId,
    profile: Profile,
    organization_id: OrganizationId,
) -> StreamWrite {
    let account = vec![UserEvent::Registered { profile }, UserEvent::ManagedBy { organization_id }];
    api.write_new(StreamId::user(user_id), OrganizationId::SHARED, account)
}

/// Returns the registration that a command made, now or the first time.
pub(super) async fn made_by(api: &WriteApi, written: &Written<Tournament>) -> Result<RegistrationId, Problem> {
    let events = api.events_of(written).await.map_err(problems::failed)?;
    let made = events.iter().find_map(|event| match event {
        DomainEvent::Tournament(TournamentEvent::PlayerRegistered { registration_id, .. }) => Some(*registration_id),
        _ => None,
    });
    made.ok_or_else(|| Problem::internal("a new person has no registration"))
}

/// Checks that people who have the join code, if there is one, can register now: guests, or people with an account.
///
/// # Errors
/// If they cannot: why.
pub fn check_open(event: &Tournament, is_guest: bool, now: DateTime<Utc>) -> Result<(), Refusal> {
    let caller = ActingAs::Person(UserId(0));
    Entrance { caller, is_guest, has_code: true, ..Entrance::staff(now) }.check(event)
}

/// Checks that the person is not in the event with one of the accounts that were merged into the person's.
fn check_doubles(event: &Tournament, user_id: UserId, accounts: &[UserId]) -> Result<(), Refusal> {
    let is_double = |entry: &&Registration| entry.user_id != user_id && accounts.contains(&entry.user_id);
    match event.registrations.iter().filter(|entry| !entry.has_left()).find(is_double) {
        Some(entry) => Err(entries::already_registered(entry.id, entry.status)),
        None => Ok(()),
    }
}

/// Decides to register a person with this status; none depends on the free places. It is refused if the event is closed
/// to the caller, or the person cannot be registered by the caller or with this status.
pub(crate) fn decide(
    tournament: &Tournament,
    (user_id, status): (UserId, Option<RegistrationStatus>),
    entrance: &Entrance,
    ids: &mut Ids,
) -> Result<Vec<TournamentEvent>, Refusal> {
    if !entrance.caller.acts_for(user_id) || (entrance.caller != ActingAs::Staff && status.is_some()) {
        return Err(staff_alone());
    }
    if let Some(status) = status.filter(|status| !REGISTRATION.initial.contains(status)) {
        let said = message!(
            "registration-no-beginning",
            "A registration begins as IN_PROGRESS, IN_WAITING_ROOM, ON_WAITLIST or COMPLETE, not as {value}.",
            value = status
        );
        return Err(Refusal::at_field("status", said));
    }
    let known = tournament.registrations.iter().find(|entry| entry.user_id == user_id);
    match known {
        None => {
            entrance.check(tournament)?;
            let status = status.unwrap_or_else(|| entrance.status(tournament));
            let registration_id = RegistrationId(ids.next(Sequence::Registration));
            let registered = TournamentEvent::PlayerRegistered { registration_id, user_id, status };
            Ok(vec![registered])
        }
        Some(entry) if entry.status == RegistrationStatus::Canceled => {
            entrance.check(tournament)?;
            let status = status.unwrap_or_else(|| entrance.of_entry(entry).status(tournament));
            let back = TournamentEvent::RegistrationStatusChanged { registration_id: entry.id, status };
            Ok(vec![back])
        }
        Some(entry) if entry.is_expected() && status.is_none_or(|status| status == entry.status) => Ok(Vec::new()),
        Some(entry) => Err(entries::already_registered(entry.id, entry.status)),
    }
}

/// Only staff may register others or choose a status.
pub(super) fn staff_alone() -> Refusal {
    Refusal::forbidden(message!(
        "registration-staff-alone",
        "Only the event's staff can register others or choose the status of a registration."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    const NEW: RegistrationId = RegistrationId(7);

    /// Decides on the registration of user 91.
    fn decided(events: &[E], caller: ActingAs, status: Option<S>) -> Result<Vec<E>, Refusal> {
        let mut ids = next_ids(&[(Sequence::Registration, NEW.0)]);
        let entrance = Entrance { caller, ..Entrance::staff(noon()) };
        decide(&tournament(events), (UserId(91), status), &entrance, &mut ids)
    }

    fn begun(status: S) -> Result<Vec<E>, Refusal> {
        Ok(vec![E::PlayerRegistered { registration_id: NEW, user_id: UserId(91), status }])
    }

    fn capacity(places: i32) -> E {
        settings(|it| it.capacity = Some(places))
    }

    #[test]
    fn who_finds_no_place_or_others_waiting_waits() {
        for (events, status) in [
            (vec![], S::Complete),
            (vec![capacity(2), registered(2, S::Complete)], S::Complete),
            (vec![capacity(1), registered(2, S::Dropped)], S::Complete),
            (vec![registered(2, S::OnWaitlist)], S::Complete),
            (vec![capacity(1), registered(2, S::InProgress)], S::OnWaitlist),
            (vec![capacity(2), registered(2, S::OnWaitlist)], S::OnWaitlist),
            (vec![reached(L::WaitlistOnly)], S::OnWaitlist),
        ] {
            assert_eq!(decided(&events, ANNA, None), begun(status), "{events:?}");
        }
    }

    #[test]
    fn staff_says_where_an_entry_stands_and_a_person_does_not() {
        for status in REGISTRATION.initial {
            assert_eq!(decided(&[capacity(0)], ActingAs::Staff, Some(*status)), begun(*status));
        }
        let dropped = decided(&[], ActingAs::Staff, Some(S::Dropped));
        assert_eq!(coded(dropped), "registration-no-beginning DROPPED");
        assert_eq!(decided(&[], ANNA, Some(S::Complete)), Err(staff_alone()));
        assert_eq!(decided(&[], ActingAs::Person(UserId(5)), None), Err(staff_alone()));
    }

    #[test]
    fn people_sign_up_while_registration_is_open_and_staff_until_the_end() {
        for &lifecycle in LifecycleStatus::ALL {
            let may = |caller| decided(&[reached(lifecycle)], caller, None).is_ok();
            let open = matches!(lifecycle, L::RegistrationOpen | L::WaitlistOnly);
            let late = matches!(lifecycle, L::RegistrationClosed | L::EventInProgress);
            assert_eq!((may(ANNA), may(ActingAs::Staff)), (open, open || late), "{lifecycle}");
        }
        let canceled = [settings(|it| it.is_canceled = true)];
        for caller in [ANNA, ActingAs::Staff] {
            assert_eq!(coded(decided(&canceled, caller, None)), "registration-canceled");
        }
    }

    #[test]
    fn who_needs_approval_begins_in_the_waiting_room_and_waits_there_once() {
        let approved = settings(|it| (it.needs_approval, it.capacity) = (true, Some(2)));
        let after = |caller, events: &[E]| decided(&[std::slice::from_ref(&approved), events].concat(), caller, None);
        let others = [registered(2, S::InWaitingRoom), registered(3, S::Complete)];
        let back = Ok(vec![status_changed(1, S::InWaitingRoom)]);
        assert_eq!(after(ANNA, &[]), begun(S::InWaitingRoom));
        assert_eq!(after(ANNA, &others), begun(S::OnWaitlist));
        assert_eq!(after(ActingAs::Staff, &[]), begun(S::Complete));
        assert_eq!(after(ANNA, &[registered(1, S::InWaitingRoom)]), Ok(Vec::new()));
        assert_eq!(after(ANNA, &[registered(1, S::Canceled)]), back, "who was declined is looked at again");
    }

    #[test]
    fn the_same_again_changes_nothing_even_after_registration_closed() {
        for status in [S::InProgress, S::OnWaitlist, S::Complete] {
            let again = decided(&[registered(1, status), reached(L::EventInProgress)], ANNA, None);
            assert_eq!(again, Ok(Vec::new()));
        }
        let elsewhere = decided(&[registered(1, S::OnWaitlist)], ActingAs::Staff, Some(S::Complete));
        assert_eq!(coded(elsewhere), "registration-registered 1 ON_WAITLIST");
    }

    #[test]
    fn who_is_in_the_event_with_a_merged_account_is_registered_already() {
        let (account, others) = (UserId(5), [UserId(5), UserId(91)]);
        let refused = |status| check_doubles(&tournament(&[registered(1, status)]), account, &others);
        assert_eq!(coded(refused(S::Complete)), "registration-registered 1 COMPLETE");
        assert_eq!(refused(S::Canceled), Ok(()));
        assert_eq!(check_doubles(&tournament(&[registered(1, S::Complete)]), account, &[account]), Ok(()));
    }

    #[test]
    fn who_canceled_comes_back_with_the_same_entry_and_who_left_play_does_not() {
        let back = decided(&[registered(1, S::Canceled)], ANNA, None);
        assert_eq!(back, Ok(vec![status_changed(1, S::Complete)]));
        let closed = decided(&[registered(1, S::Canceled), reached(L::RegistrationClosed)], ANNA, None);
        assert_eq!(coded(closed), "registration-closed REGISTRATION_CLOSED");
        for status in [S::Dropped, S::Disqualified, S::MovedToChildEvent] {
            let refused = decided(&[registered(1, status)], ANNA, None);
            assert_eq!(coded(refused), format!("registration-registered 1 {status}"));
        }
    }
}

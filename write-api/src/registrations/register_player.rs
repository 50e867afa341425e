//! Registers a person. If the event is full or others are waiting, the person joins the waitlist. A person has one
//! registration; a canceled one is renewed.

use domain::{foreign_ids, names};
use proto_events::user::Profile;

use super::{document, entries};
use crate::accounts::RegisterUser;
use crate::command::Recorded;
use crate::http::problems::failed;
use crate::people;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "create_registration",
    summary: "Register a player for an event",
    text: "People register themselves with a token or a session and send no field; they reach every event with a \
           public page. Staff names a person; a `name` alone is a new \
           person each time, so send an `Idempotency-Key` with it. The registration is `COMPLETE`, or `ON_WAITLIST` if no place is free, \
           if others are waiting, or while the event is `WAITLIST_ONLY`. Staff may choose another `status`, and may \
           register late players until the event is over. A person has one registration in an event: the same request \
           again is answered with 200, and a canceled registration is taken up again.",
    body: Some(body_schema::<NewRegistration>()),
    answer: Answer::json(201, "Registration"),
    ids: &[
        NamedId::in_body("user_id", Thing::Person, Rule::Reach),
        NamedId::in_body("username", Thing::Username, Rule::KnownName).answered(foreign_ids::Answer::Allowed),
    ],
    is_created_once: true,
    ..Route::at("POST", "/api/v1/magic-events/{id}/registrations/", Operation::Register)
};

body! {
    /// A new registration. Staff name the person by `username`, `user_id` or `name`; people register themselves with no
    /// field.
    #[derive(Default)]
    pub struct NewRegistration {
        /// Username of any person; upper and lower case matter.
        username: Option<String>,
        /// Id of a person whose account your organization manages, who is its member, or who registered for one of its
        /// events.
        user_id: Option<i64>,
        /// Name of a person without an account. An account is made for the person, which your organization manages.
        name: Option<String> => SHORT_TEXT,
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

#[async_trait]
impl Command for CreateRegistration {
    const ROUTE: &'static Route = &ROUTE;
    type Done = Registered;

    async fn run(&self, run: &Run) -> Result<Registered, Problem> {
        let mut errors = FieldErrors::default();
        let user_id = person(run, Some(&self.new), &mut errors).await?;
        errors.check().map_err(Refusal::from)?;
        self.registered(run, user_id).await
    }
}

impl CreateRegistration {
    async fn registered(&self, run: &Run, user_id: UserId) -> Result<Registered, Problem> {
        let (api, NewRegistration { name, status, .. }) = (run.api(), &self.new);
        let user_id = match name {
            Some(name) => newcomer(run, self.event_id, (name, *status)).await?,
            None => user_id,
        };
        if api.user(user_id).await.map_err(failed)?.is_none() {
            let said = message!("registration-unknown-person", "This person does not exist.");
            return Err(Refusal::at_field("user_id", said).into());
        }
        let decide =
            |event: &Tournament, ids: &mut Ids| decide(event, (user_id, *status), run.context.acting_as(event), ids);
        let written = run.clone().on_event(self.event_id).change(decide).await?;
        let entries = &written.folded.state.registrations;
        let id = entries.iter().find(|entry| entry.user_id == user_id).map_or(RegistrationId(0), |entry| entry.id);
        Ok(Registered { written, registration_id: id })
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let event_id = request.id("event")?;
    let mut input = request.read::<NewRegistration>(body).await?;
    let user_id = person(&request, input.fields().cloned().as_ref(), input.errors()).await?;
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

/// Makes the account of a person whom staff knows by name only, if the event takes the registration: a refused request
/// makes no account. A retry with the same `Idempotency-Key` finds the account that the first attempt made.
async fn newcomer(
    run: &Run,
    event_id: TournamentId,
    (name, status): (&str, Option<RegistrationStatus>),
) -> Result<UserId, Problem> {
    let (api, context) = (run.api(), &run.context);
    let organization_id = run.caller.organization()?;
    let event = api.tournament(event_id).await.map_err(failed)?;
    let is_own = |event: &Tournament| event.organization_id == organization_id && !event.is_deleted;
    let event = event.filter(|event| is_own(&event.state)).ok_or_else(|| nothing("event", &event_id.to_string()))?;
    if api.carried_out_before::<Tournament>(context).await?.is_none() {
        context.check_version(StreamId::tournament(event_id), event.version)?;
        decide(&event.state, (UserId(0), status), ActingAs::Staff, &mut Ids::counting())?;
    }
    let profile = Profile { best_identifier: names::clean(name), ..Profile::default() };
    let command = RegisterUser { profile, managed_by: Some(organization_id) };
    let key = context.key.clone().map(|key| key.for_part("account"));
    let made = api.register(&Context { key, expected: None, ..context.clone() }, &command).await?;
    Ok(made.folded.state.id)
}

/// Decides to register a person with this status; none depends on the free places. It is refused if the event is closed to the caller, or the person cannot be registered by
/// the caller or with this status.
pub(crate) fn decide(
    tournament: &Tournament,
    (user_id, status): (UserId, Option<RegistrationStatus>),
    caller: ActingAs,
    ids: &mut Ids,
) -> Result<Vec<TournamentEvent>, Refusal> {
    if !caller.acts_for(user_id) || (caller != ActingAs::Staff && status.is_some()) {
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
            check_open(tournament, caller)?;
            let status = status.unwrap_or_else(|| where_there_is_room(tournament));
            let registration_id = RegistrationId(ids.next(Sequence::Registration));
            let registered = TournamentEvent::PlayerRegistered { registration_id, user_id, status };
            Ok(vec![registered])
        }
        Some(entry) if entry.status == RegistrationStatus::Canceled => {
            check_open(tournament, caller)?;
            let status = status.unwrap_or_else(|| where_there_is_room(tournament));
            REGISTRATION.check(entry.status, status)?;
            let back = TournamentEvent::RegistrationStatusChanged { registration_id: entry.id, status };
            Ok(vec![back])
        }
        Some(entry) if is_in(entry) && status.is_none_or(|status| status == entry.status) => Ok(Vec::new()),
        Some(entry) => Err(entries::already_registered(entry.id, entry.status)),
    }
}

fn is_in(entry: &Registration) -> bool {
    entry.status == RegistrationStatus::OnWaitlist || entries::has_a_place(entry)
}

/// Checks that registration is open: for people until it closes, for staff until the event is over. A canceled event
/// takes no one.
fn check_open(tournament: &Tournament, caller: ActingAs) -> Result<(), Refusal> {
    use LifecycleStatus::{EventInProgress, RegistrationClosed, RegistrationOpen, WaitlistOnly};
    entries::check_takes_place(tournament)?;
    match (tournament.lifecycle, caller) {
        (RegistrationOpen | WaitlistOnly, _) | (RegistrationClosed | EventInProgress, ActingAs::Staff) => Ok(()),
        (value, _) => {
            let said = message!("registration-closed", "The event is {value}: you cannot register for it now.", value);
            Err(Refusal::conflict(said).with_steps(&EVENT, value))
        }
    }
}

/// Returns the initial status: on the waitlist if the event is full or others are waiting.
fn where_there_is_room(tournament: &Tournament) -> RegistrationStatus {
    let others_wait = || !entries::waitlist(tournament).is_empty();
    let is_full = entries::places_left(tournament).is_some_and(|left| left == 0 || others_wait());
    if is_full || tournament.lifecycle == LifecycleStatus::WaitlistOnly {
        RegistrationStatus::OnWaitlist
    } else {
        RegistrationStatus::Complete
    }
}

/// Only staff may register others or choose a status.
fn staff_alone() -> Refusal {
    Refusal::forbidden(message!(
        "registration-staff-alone",
        "Only the event's staff can register others or choose the status of a registration."
    ))
}

#[cfg(test)]
mod tests {
    use proto_events::tournament::TournamentDetails;
    use proto_events::vocabulary::EventFormat;

    use super::*;
    use crate::testing::{canceled, coded, registered, tournament};
    use LifecycleStatus as L;
    use RegistrationStatus as S;
    use TournamentEvent as E;

    const NEW: RegistrationId = RegistrationId(7);
    /// The person of registration 1.
    const ANNA: UserId = UserId(91);

    fn decided(events: &[E], caller: ActingAs, status: Option<S>) -> Result<Vec<E>, Refusal> {
        let mut ids = Ids::counting();
        for _ in 1..NEW.0 {
            ids.next(Sequence::Registration);
        }
        decide(&tournament(events), (ANNA, status), caller, &mut ids)
    }

    /// Returns the initial status of a new registration after these events.
    fn begins(events: &[E]) -> S {
        match decided(events, ActingAs::Person(ANNA), None).unwrap().as_slice() {
            [E::PlayerRegistered { registration_id: NEW, user_id: ANNA, status }] => *status,
            other => panic!("{other:?}"),
        }
    }

    fn capacity(places: i32) -> E {
        let details =
            TournamentDetails { capacity: Some(places), ..TournamentDetails::new("Open", EventFormat::Legacy) };
        E::DetailsChanged { details }
    }

    fn at(status: L) -> E {
        E::LifecycleChanged { status }
    }

    #[test]
    fn who_comes_while_there_is_room_is_in() {
        assert_eq!(begins(&[]), S::Complete);
        assert_eq!(begins(&[capacity(2), registered(2, S::Complete)]), S::Complete);
        assert_eq!(begins(&[capacity(1), registered(2, S::Dropped)]), S::Complete);
    }

    #[test]
    fn who_finds_no_place_or_others_waiting_waits() {
        assert_eq!(begins(&[capacity(1), registered(2, S::InProgress)]), S::OnWaitlist);
        assert_eq!(begins(&[capacity(2), registered(2, S::OnWaitlist)]), S::OnWaitlist);
        assert_eq!(begins(&[at(L::WaitlistOnly)]), S::OnWaitlist);
        assert_eq!(begins(&[registered(2, S::OnWaitlist)]), S::Complete, "without a limit there is room for all");
    }

    #[test]
    fn staff_says_where_an_entry_stands_and_a_person_does_not() {
        for status in REGISTRATION.initial {
            let events = decided(&[capacity(0)], ActingAs::Staff, Some(*status)).unwrap();
            assert_eq!(events, [E::PlayerRegistered { registration_id: NEW, user_id: ANNA, status: *status }]);
        }
        assert_eq!(
            coded(decided(&[], ActingAs::Staff, Some(S::Dropped))),
            format!("registration-no-beginning {}", S::Dropped)
        );
        assert_eq!(decided(&[], ActingAs::Person(ANNA), Some(S::Complete)), Err(staff_alone()));
        assert_eq!(decided(&[], ActingAs::Person(UserId(5)), None), Err(staff_alone()));
    }

    #[test]
    fn people_sign_up_while_registration_is_open_and_staff_until_the_end() {
        for &lifecycle in LifecycleStatus::ALL {
            let may = |caller| decided(&[at(lifecycle)], caller, None).is_ok();
            let open = matches!(lifecycle, L::RegistrationOpen | L::WaitlistOnly);
            let late = matches!(lifecycle, L::RegistrationClosed | L::EventInProgress);
            assert_eq!((may(ActingAs::Person(ANNA)), may(ActingAs::Staff)), (open, open || late), "{lifecycle}");
        }
        assert_eq!(
            coded(decided(&[at(L::EventFinished)], ActingAs::Staff, None)),
            format!("registration-closed {}", L::EventFinished)
        );
        let details = canceled().details;
        let canceled = [E::DetailsChanged { details }];
        assert_eq!(coded(decided(&canceled, ActingAs::Staff, None)), "registration-canceled");
    }

    #[test]
    fn the_same_again_changes_nothing_even_after_registration_closed() {
        for status in [S::InProgress, S::OnWaitlist, S::Complete] {
            let again =
                decided(&[registered(1, status), at(L::EventInProgress)], ActingAs::Person(ANNA), None).unwrap();
            assert_eq!(again, Vec::new());
        }
        let elsewhere = decided(&[registered(1, S::OnWaitlist)], ActingAs::Staff, Some(S::Complete));
        let registration_id = RegistrationId(1);
        assert_eq!(coded(elsewhere), format!("registration-registered {registration_id} {}", S::OnWaitlist));
    }

    #[test]
    fn who_canceled_comes_back_with_the_same_entry_and_who_left_play_does_not() {
        let back = decided(&[registered(1, S::Canceled)], ActingAs::Person(ANNA), None).unwrap();
        let event = E::RegistrationStatusChanged { registration_id: RegistrationId(1), status: S::Complete };
        assert_eq!(back, vec![event]);
        let closed = decided(&[registered(1, S::Canceled), at(L::RegistrationClosed)], ActingAs::Person(ANNA), None);
        assert_eq!(coded(closed), format!("registration-closed {}", L::RegistrationClosed));
        let illegal = decided(&[registered(1, S::Canceled)], ActingAs::Staff, Some(S::InWaitingRoom));
        assert_eq!(illegal.unwrap_err().code(), "illegal-step");
        for status in [S::Dropped, S::Disqualified, S::MovedToChildEvent] {
            let refused = decided(&[registered(1, status)], ActingAs::Person(ANNA), None);
            assert_eq!(coded(refused), format!("registration-registered 1 {status}"));
        }
    }
}

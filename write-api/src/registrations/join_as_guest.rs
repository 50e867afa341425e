//! Registers a person who has no account: makes an account that the organization manages, the registration, and its
//! private link, which is the person's key. All of it is one append, so a refused request leaves no account, and a
//! repeated one finds the first registration.

use api_kit::private_links::PrivateLinks;
use api_kit::{Caller, JoinCodes};

use super::admission::Entrance;
use super::joining::{self, Joining};
use super::register_player::Registered;
use super::{admission, make_private_links, register_player};
use crate::accounts::fields::is_address;
use crate::http::idempotency;
use crate::letters::{self, Contents, Letter};
use crate::prelude::*;
use crate::{IdempotencyKey, Reach};

/// The lengths of values that no other form has.
const FORM_IDS: std::ops::RangeInclusive<usize> = 16..=64;

/// Registers a guest. It has no route of its own: a browser sends it from the page to which a join code leads.
#[derive(Clone, PartialEq, Eq)]
pub struct JoinAsGuest {
    /// The event.
    pub event_id: TournamentId,
    /// The name, as it was typed.
    pub name: String,
    /// The e-mail address; may be empty.
    pub email: String,
    /// The join code; empty if there is none.
    pub join_code: String,
    /// How the guest comes to a team or group, if to one.
    pub joining: Option<Joining>,
    /// A random value of the form, by which the same form is carried out once. A short one has no effect.
    pub form_id: String,
    /// Whether staff approves the registration, although the event does not ask for it.
    pub needs_approval: bool,
    /// The language of letters to the guest.
    pub language: &'static str,
}

/// Hides what the log must not hold: the person's name and address, and the code.
impl std::fmt::Debug for JoinAsGuest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "JoinAsGuest({})", self.event_id)
    }
}

impl Command for JoinAsGuest {
    const ROUTE: &'static Route = &register_player::ROUTE;
    const CHECK: Check<Self> = Self::check;
    type Done = Registered;

    fn event(&self) -> Option<TournamentId> {
        Some(self.event_id)
    }

    async fn run(&self, run: &Run) -> Result<Registered, Problem> {
        let api = run.api();
        let guest =
            UserId(api.events.reserve_ids(Sequence::User, 1).await.map_err(|error| problems::failed(error.into()))?);
        let reach = Reach { organization_id: None, user_id: Some(guest) };
        let key = self.key(&run.caller, &run.shared.settings.join_codes);
        let context = Context { key, ..Context::new(Actor::PrivateLink(guest), reach) };
        let names = |event: Arc<Folded<Tournament>>| async move { Ok(names_in(api, &event.state).await?) };
        let event = Run { context, ..run.clone() }.on_event(self.event_id);
        let settings = &run.shared.settings;
        let decided = |event: &Tournament, names: &Vec<String>, ids: &mut Ids| {
            let joining = self.joining.as_ref();
            let is_invited = joining.is_some_and(|joining| joining.admits(event, &settings.private_links));
            let has_code = is_invited || admission::has_code(event, &settings.join_codes, &self.join_code);
            let entrance = self.entrance(guest, has_code, run.arrived_at);
            let (name, links) = (self.profile().best_identifier, &settings.private_links);
            let events = join(event, names, (guest, &name, joining), &entrance, (links, ids))?;
            Ok(self.with_account(api, event, guest, events))
        };
        let written = event.change_with(names, decided).await?;
        let registration_id = register_player::made_by(api, &written).await?;
        // A repeated form finds the guest whom it made the first time.
        let is_new = written.folded.state.registration(registration_id).is_some_and(|entry| entry.user_id == guest);
        if is_new && !self.email.is_empty() {
            api.speaks(guest, self.language).await;
        }
        Ok(Registered { written, registration_id })
    }
}

impl JoinAsGuest {
    /// Adds the faults of the name and the address.
    pub fn check(&self, errors: &mut FieldErrors) {
        errors.required_line("name", &names::clean(&self.name), SHORT_TEXT);
        if let Some(name) = self.name.split_whitespace().find(|word| is_address(word)) {
            errors.add("name", message!("name-is-address", "{name} is an e-mail address, not a name.", name));
        }
        match self.email.is_empty() || is_address(&self.email) {
            true => errors.line("email", &self.email, SHORT_TEXT),
            false => errors.add("email", message!("not-an-email-address", "This is not an e-mail address.")),
        }
    }

    fn profile(&self) -> Profile {
        let (best_identifier, email) = (names::clean(&self.name), self.email.clone());
        Profile { best_identifier, email, ..Profile::default() }
    }

    fn entrance(&self, guest: UserId, has_code: bool, now: DateTime<Utc>) -> Entrance {
        let (caller, needs_approval) = (ActingAs::Person(guest), self.needs_approval);
        Entrance { caller, is_guest: true, has_code, needs_approval, now }
    }

    /// Returns the key of the form with a keyed hash of what was typed into it: who goes back and types another name
    /// registers another person.
    fn key(&self, caller: &Caller, codes: &JoinCodes) -> Option<IdempotencyKey> {
        let joining = format!("{:?}", self.joining);
        let fields = [&self.name, &self.email, &joining].map(|text| Some(text.as_str()));
        let key = idempotency::key(caller, self.form_id.clone(), &format!("{self:?}"), &fields);
        let request_sha256 = codes.hash_of_form(&key.request_sha256);
        let key = IdempotencyKey { key: format!("{}/{request_sha256}", key.key), request_sha256, ..key };
        FORM_IDS.contains(&self.form_id.len()).then_some(key)
    }

    /// Whether the same form was carried out before, so that it counts for no limit.
    pub async fn was_carried_out(
        &self,
        api: &WriteApi,
        caller: &Caller,
        codes: &JoinCodes,
    ) -> Result<bool, StoreError> {
        let Some(key) = self.key(caller, codes) else { return Ok(false) };
        Ok(api.events.recorded_answer(&key.owner, &key.key).await?.is_some())
    }

    /// Whether a person who takes part has the name, for which the form is refused.
    pub async fn has_taken_name(&self, api: &WriteApi, event: &Tournament) -> Result<bool, Failure> {
        Ok(check_name(&self.profile().best_identifier, &names_in(api, event).await?).is_err())
    }

    /// Returns the decision with the account, and with the letter that brings the link.
    fn with_account(
        &self,
        api: &WriteApi,
        event: &Tournament,
        guest: UserId,
        events: Vec<TournamentEvent>,
    ) -> Decision {
        let (profile, organization_id, now) = (self.profile(), event.organization_id, api.now());
        let mut decision = Decision::from(events);
        if api.mail_from().is_some() && !profile.email.is_empty() {
            let contents = Contents::GuestLink { event_id: event.id };
            let letter = Letter { language: self.language.to_owned(), contents };
            decision.outbox.push(letter.queued(guest, format!("guest-link/{guest}"), now, letters::LIFE));
        }
        decision.writes.push(register_player::managed_account(api, guest, profile, organization_id));
        decision
    }
}

/// Returns the names of those who take part.
async fn names_in(api: &WriteApi, event: &Tournament) -> Result<Vec<String>, Failure> {
    let entries = event.registrations.iter().filter(|entry| !entry.has_left());
    let people: Vec<_> = entries.map(|entry| entry.user_id).collect();
    Ok(api.names_of(&people).await?.into_values().collect())
}

/// Decides to register a new person of this name, who may come to a team or group, with a private link. `names` are those
/// of all who take part.
fn join(
    event: &Tournament,
    names: &[String],
    (guest, name, joining): (UserId, &str, Option<&Joining>),
    entrance: &Entrance,
    (links, ids): (&PrivateLinks, &mut Ids),
) -> Result<Vec<TournamentEvent>, Refusal> {
    let mut events = register_player::decide(event, (guest, None), entrance, ids)?;
    check_name(name, names)?;
    if let Some(joining) = joining {
        events = joining::registered(event, events, (guest, joining, false), entrance, (links, ids))?;
    }
    if entrance.needs_approval {
        remember_approval(&mut events);
    }
    let registered = events.iter().find_map(|event| match event {
        TournamentEvent::PlayerRegistered { registration_id, .. } => Some(*registration_id),
        _ => None,
    });
    let registration_id = registered.ok_or_else(register_player::staff_alone)?;
    let code = links.code(event.id, registration_id, 1);
    events.push(make_private_links::made(registration_id, 1, &code));
    Ok(events)
}

/// Lets a registration on the waitlist come to the waiting room first, so that it is known later that staff approves it.
fn remember_approval(events: &mut Vec<TournamentEvent>) {
    if let Some(TournamentEvent::PlayerRegistered { registration_id, status, .. }) = events.first_mut()
        && *status == RegistrationStatus::OnWaitlist
    {
        let waits = TournamentEvent::RegistrationStatusChanged { registration_id: *registration_id, status: *status };
        *status = RegistrationStatus::InWaitingRoom;
        events.insert(1, waits);
    }
}

/// The code of the refusal of a name that another player has.
pub const SAME_NAME: &str = "registration-same-name";

/// Refuses the name of a person who takes part. Whether both are one person is for people to say.
fn check_name(name: &str, names: &[String]) -> Result<(), Refusal> {
    let is_same = names::same_as(name);
    match names.iter().find(|known| is_same(known)) {
        Some(name) => {
            let said = message!("registration-same-name", "A player named {name} is registered already.", name);
            Err(Refusal::conflict(said))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use api_kit::caller::Way;
    use service_kit::keyring::Keyring;
    use service_kit::secret::Secret;

    use super::*;
    use crate::testing::*;

    const GUEST: UserId = UserId(900);

    fn event(policy: RegistrationPolicy, capacity: Option<i32>, needs_approval: bool) -> Tournament {
        let details = settings(|it| {
            (it.registration_policy, it.capacity, it.needs_approval) = (policy, capacity, needs_approval);
        });
        tournament(&[details, registered(1, S::Complete)])
    }

    fn form(needs_approval: bool) -> JoinAsGuest {
        JoinAsGuest {
            event_id: TournamentId(3),
            name: "Ann".to_owned(),
            email: "ann@a.example".to_owned(),
            join_code: String::new(),
            form_id: "0123456789abcdef".to_owned(),
            needs_approval,
            joining: None,
            language: "en",
        }
    }

    #[test]
    fn an_address_is_no_name_of_a_guest() {
        for (name, is_refused) in [("ann@a.example", true), ("Ann ann@a.example", true), ("Ann @ Home", false)] {
            let mut errors = FieldErrors::default();
            JoinAsGuest { name: name.to_owned(), ..form(false) }.check(&mut errors);
            assert_eq!(errors.names("name"), is_refused, "{name}");
        }
    }

    #[test]
    fn guest_of_a_crowd_waits_for_staff() {
        let begins = |needs_approval| {
            let event = event(RegistrationPolicy::Everyone, None, false);
            form(needs_approval).entrance(GUEST, false, noon()).status(&event)
        };
        assert_eq!((begins(false), begins(true)), (S::Complete, S::InWaitingRoom));
    }

    #[test]
    fn guest_of_a_crowd_who_finds_no_place_waits_for_staff_after_the_waitlist_too() {
        let full = event(RegistrationPolicy::Everyone, Some(1), false);
        let mut ids = next_ids(&[(Sequence::Registration, OTHER.0)]);
        let (links, entrance) = (private_links(), form(true).entrance(GUEST, false, noon()));
        let events = join(&full, &[], (GUEST, "Ann", None), &entrance, (&links, &mut ids)).unwrap();
        let found = |event: &Tournament| event.registration(OTHER).map(|entry| (entry.status, entry.awaits_approval));
        let waits = done_by(&Actor::PrivateLink(GUEST), full, &events);
        assert_eq!(found(&waits), Some((S::OnWaitlist, true)));
        let mut gone = happened(waits.clone(), &[status_changed(2, S::Canceled)]);
        gone.details.capacity = None;
        let later = form(false).entrance(GUEST, false, noon());
        let back = register_player::decide(&gone, (GUEST, None), &later, &mut ids);
        assert_eq!(back, Ok(vec![status_changed(2, S::InWaitingRoom)]));
        let approved = happened(waits, &[status_changed(2, S::Complete)]);
        assert_eq!(found(&approved), Some((S::Complete, false)));
    }

    #[test]
    fn key_of_a_form_depends_on_what_was_typed_and_on_the_installation() {
        let codes = || JoinCodes::new(&Keyring::from(&Secret::generate()));
        let guest = Caller { user_id: UserId(0), organization_id: None, role: None, way: Way::PrivateLink };
        let (own, other) = (codes(), codes());
        let key = |form: &JoinAsGuest, codes: &JoinCodes| form.key(&guest, codes).unwrap();
        let bea = JoinAsGuest { name: "Bea".into(), ..form(false) };
        assert_eq!(key(&form(true), &own), key(&form(false), &own), "the same form");
        assert_ne!(key(&bea, &own).key, key(&form(false), &own).key);
        // The typed text cannot be found by trying names and addresses.
        assert_ne!(key(&form(false), &other).request_sha256, key(&form(false), &own).request_sha256);
    }

    fn decided(event: &Tournament, name: &str, has_code: bool) -> Result<Vec<TournamentEvent>, Refusal> {
        let links = private_links();
        let (entrance, mut ids) = (form(false).entrance(GUEST, has_code, noon()), Ids::counting());
        let names = ["Zoë O'Neil".to_owned()];
        let events = join(event, &names, (GUEST, name, None), &entrance, (&links, &mut ids))?;
        if let [TournamentEvent::PlayerRegistered { registration_id, .. }, link] = events.as_slice() {
            let code = links.code(event.id, *registration_id, 1);
            assert_eq!(*link, make_private_links::made(*registration_id, 1, &code));
        }
        Ok(events)
    }

    fn begins(event: &Tournament, has_code: bool) -> RegistrationStatus {
        match decided(event, "Ann", has_code).unwrap().as_slice() {
            [TournamentEvent::PlayerRegistered { user_id: GUEST, status, .. }, _] => *status,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn guest_gets_registration_and_link_with_what_the_event_says() {
        use RegistrationPolicy::{Everyone, JoinCode};
        assert_eq!(begins(&event(Everyone, None, false), false), S::Complete);
        assert_eq!(begins(&event(Everyone, Some(2), true), false), S::InWaitingRoom);
        assert_eq!(begins(&event(Everyone, Some(1), true), false), S::OnWaitlist);
        assert_eq!(begins(&event(JoinCode, None, false), true), S::Complete);
    }

    #[test]
    fn name_that_somebody_has_is_asked_about_in_every_spelling() {
        let event = event(RegistrationPolicy::Everyone, None, false);
        for name in ["Zoë O'Neil", "zoe oneil", "ZOE  O’NEIL", "Zoe\u{308} O'Neil"] {
            assert_eq!(decided(&event, name, false).unwrap_err().code(), SAME_NAME, "{name}");
        }
        for name in ["Zoë O'Neil B.", "Zoe", "Neil"] {
            assert!(decided(&event, name, false).is_ok(), "{name}");
        }
        assert_eq!(coded(check_name("!!", &["!!".to_owned()])), format!("{SAME_NAME} !!"));
        assert_eq!(check_name("!?", &["!!".to_owned()]), Ok(()));
    }

    #[test]
    fn event_that_is_closed_or_admits_no_guest_says_so_before_it_asks_about_names() {
        let with_accounts = event(RegistrationPolicy::Accounts, None, false);
        assert_eq!(coded(decided(&with_accounts, "Zoë O'Neil", true)), "registration-account-needed");
        let mut event = event(RegistrationPolicy::Everyone, None, false);
        event.lifecycle = LifecycleStatus::EventFinished;
        assert_eq!(decided(&event, "Zoë O'Neil", false).unwrap_err().code(), "registration-closed");
        assert_eq!(register_player::check_open(&event, true, noon()).unwrap_err().code(), "registration-closed");
    }
}

//! Claims of a guest's results: a person who has an account by now says that they are the person's own.
//!
//! The person proves it with the guest's e-mail address, which the account has confirmed: then the guest's account is
//! merged into the person's at once. A private link may have been seen by others, so its holder's claim waits until the
//! organization agrees, which is a merge ([`MergeUser`](super::merge_user::MergeUser)), or refuses.

use storage::deliveries::Message as Queued;

use super::confirm_email::address_not_confirmed;
use super::merge_user::{Parties, merging};
use super::stewardship::Steward;
use crate::letters::Contents;
use crate::notifications::NotificationFacts;
use crate::prelude::*;

/// Claims of a guest that are kept. Further people ask staff.
const CLAIMS: usize = 5;

/// Claims a guest's results. The person acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimGuest {
    /// The guest.
    pub guest: UserId,
    /// The person.
    pub by: UserId,
    /// Whether the person holds a private link of the guest.
    pub has_link: bool,
    /// The name of an event in which both are registered.
    pub shared_event: Option<String>,
}

impl DirectCommand for ClaimGuest {
    type Done = Written<User>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let now = api.clock.now();
        let load = |guest: Arc<Folded<User>>| async move {
            let organization_id = guest.state.managed_by.ok_or_else(not_claimable)?;
            Parties::read(api, organization_id, self.by, self.shared_event.clone()).await
        };
        let decide = |guest: &User, parties: &Parties, _: &mut Ids| {
            let is_member = parties.organization.state.member_of(guest.id).is_some();
            let events = decide(guest, &parties.target.state, is_member, self, now)?;
            let writes = if events.is_empty() { Vec::new() } else { parties.unchanged(api) };
            Ok(Decision { writes, ..Decision::from(events) })
        };
        api.change_with(&Context::own(actor), StreamId::user(self.guest), load, decide).await
    }
}

/// Refuses a person's claim, or says that the results that the person's address finds are not the person's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefuseClaim {
    /// The guest.
    pub guest: UserId,
    /// The person.
    pub by: UserId,
    /// On whose behalf.
    pub steward: Steward,
}

impl DirectCommand for RefuseClaim {
    type Done = Written<User>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let load = |guest: Arc<Folded<User>>| async move {
            let person = api.user(self.by).await?;
            let organization_id = guest.state.managed_by.filter(|_| self.steward != Steward::Person);
            let letter = match organization_id {
                Some(organization_id) => api.letter_of_claim(organization_id, self.by, false).await?,
                None => None,
            };
            Ok((person, letter))
        };
        type Loaded = (Option<Arc<Folded<User>>>, Option<Queued>);
        let decide = |guest: &User, (person, letter): &Loaded, _: &mut Ids| {
            let events = decide_refusal(guest, person.as_ref().map(|person| &person.state), self)?;
            let outbox = letter.iter().filter(|_| !events.is_empty()).cloned().collect();
            Ok(Decision { outbox, ..Decision::from(events) })
        };
        api.change_with(&Context::own(actor), StreamId::user(self.guest), load, decide).await
    }
}

impl WriteApi {
    /// Returns what the words of the letter about an answered claim need.
    pub async fn claim_facts(&self, organization: OrganizationId) -> Result<Option<NotificationFacts>, Failure> {
        let organization = self.organization(organization).await?;
        let facts = |event| NotificationFacts { event, path: "/me/".into(), ..NotificationFacts::default() };
        Ok(organization.map(|it| facts(it.state.name.clone())))
    }

    /// Returns the letter about an answered claim, if the person can get it.
    pub(super) async fn letter_of_claim(
        &self,
        organization_id: OrganizationId,
        by: UserId,
        is_agreed: bool,
    ) -> Result<Option<Queued>, Failure> {
        let cause = format!("claim/{organization_id}/{}", self.clock.now().timestamp_micros());
        self.own_letter(by, Contents::ClaimAnswered { organization_id, is_agreed }, cause).await
    }
}

/// Returns whether the person has confirmed the address that a guest gave, or that staff entered. An address that was
/// changed just now proves nothing yet.
pub fn is_proven_by_email(guest: &User, person: &User, now: DateTime<Utc>) -> bool {
    has_confirmed_address_of(guest, person) && guest.has_held_email(now)
}

fn has_confirmed_address_of(guest: &User, person: &User) -> bool {
    let [theirs, own] = [guest, person].map(|user| user.profile.email.to_lowercase());
    !own.is_empty() && theirs == own && person.is_email_confirmed
}

/// Decides the claim, which is refused if no one may claim the results, if it was refused before, if too many claim
/// them, or if both are registered in one event.
fn decide(
    guest: &User,
    person: &User,
    is_member: bool,
    command: &ClaimGuest,
    now: DateTime<Utc>,
) -> Result<Vec<UserEvent>, Refusal> {
    let is_proven = is_proven_by_email(guest, person, now);
    if !guest.is_guest() || guest.managed_by.is_none() || !(is_proven || command.has_link) {
        return Err(not_claimable());
    }
    // Such an account may be erased by itself, with what was merged into it.
    if person.is_unproven() {
        return Err(address_not_confirmed());
    }
    let merge = merging(guest, person, is_member, command.shared_event.as_deref())?;
    match guest.claims.iter().find(|claim| claim.by == person.id) {
        Some(claim) if claim.is_refused => Err(Refusal::conflict(message!(
            "account-claim-refused",
            "These results are not yours, according to an earlier answer. Ask the organizer."
        ))),
        _ if is_proven => Ok(merge),
        Some(_) => Ok(Vec::new()),
        None if guest.claims.len() >= CLAIMS => Err(Refusal::conflict(message!(
            "account-too-many-claims",
            "Others claim these results too. Ask the organizer."
        ))),
        None => Ok(vec![UserEvent::ClaimMade { by: person.id }]),
    }
}

/// Decides a refusal. A person refuses an own claim, or results that the own address finds.
fn decide_refusal(guest: &User, person: Option<&User>, command: &RefuseClaim) -> Result<Vec<UserEvent>, Refusal> {
    command.steward.check(guest)?;
    let is_known = guest.claims.iter().any(|claim| claim.by == command.by);
    let is_found = command.steward == Steward::Person
        && guest.is_guest()
        && person.is_some_and(|person| has_confirmed_address_of(guest, person));
    let is_refused = guest.has_open_claim(command.by) || (is_found && !is_known);
    Ok(is_refused.then_some(UserEvent::ClaimRefused { by: command.by }).into_iter().collect())
}

/// There are no results that the person may claim. The answer does not say why.
fn not_claimable() -> Refusal {
    Refusal::conflict(message!(
        "account-not-claimable",
        "These results cannot be taken into your account. They may have been already. Ask the organizer."
    ))
}

#[cfg(test)]
mod tests {
    use domain::user::{GuestClaim, Merged};

    use super::*;
    use crate::testing::*;

    const MADE: UserEvent = UserEvent::ClaimMade { by: UserId(9) };
    const REFUSED: UserEvent = UserEvent::ClaimRefused { by: UserId(9) };

    fn ann(email: &str) -> User {
        let mut guest = User { managed_by: Some(OrganizationId(1)), ..User::new(UserId(7), profile("", "Ann")) };
        guest.profile.email = email.into();
        guest
    }

    fn with_claims(claims: &[(i64, bool)]) -> User {
        let claim = |(by, is_refused): &(i64, bool)| GuestClaim { by: UserId(*by), is_refused: *is_refused };
        User { claims: claims.iter().map(claim).collect(), ..ann("") }
    }

    fn person(email: &str, is_email_confirmed: bool) -> User {
        let mut person = User { is_email_confirmed, ..User::new(UserId(9), profile("ann", "Ann Lee")) };
        person.profile.email = email.into();
        person
    }

    fn claimed(guest: &User, person: &User, has_link: bool) -> Result<Vec<UserEvent>, Refusal> {
        let command = ClaimGuest { guest: guest.id, by: person.id, has_link, shared_event: None };
        decide(guest, person, false, &command, noon())
    }

    fn refused(guest: &User, person: &User, steward: Steward) -> Result<Vec<UserEvent>, Refusal> {
        decide_refusal(guest, Some(person), &RefuseClaim { guest: guest.id, by: UserId(9), steward })
    }

    /// The guest is merged into the account of the person.
    fn merged() -> Result<Vec<UserEvent>, Refusal> {
        Ok(vec![UserEvent::MergedInto { user_id: UserId(9), name: "Ann Lee".into() }])
    }

    #[test]
    fn holder_of_a_link_waits_for_staff_and_claims_once() {
        for (guest, own, is_confirmed, case) in [
            ("", "", false, "no address"),
            ("ann@a.example", "ann@a.example", false, "unconfirmed"),
            ("ann@a.example", "bob@a.example", true, "another address"),
            ("", "", true, "no address is not the same address"),
        ] {
            assert_eq!(claimed(&ann(guest), &person(own, is_confirmed), true), Ok(vec![MADE]), "{case}");
        }
        assert_eq!(claimed(&with_claims(&[(9, false)]), &person("", false), true), Ok(Vec::new()));
    }

    #[test]
    fn confirmed_address_of_the_guest_needs_no_staff() {
        for has_link in [true, false] {
            assert_eq!(claimed(&ann("Ann@A.example"), &person("ann@a.example", true), has_link), merged());
        }
        let waits = User { claims: with_claims(&[(9, false)]).claims, ..ann("ann@a.example") };
        assert_eq!(claimed(&waits, &person("ann@a.example", true), true), merged(), "confirmed meanwhile");
        let fresh = User { email_changed_at: Some(noon() - TimeDelta::days(6)), ..ann("ann@a.example") };
        assert_eq!(claimed(&fresh, &person("ann@a.example", true), true), Ok(vec![MADE]), "the address is new there");
    }

    #[test]
    fn results_of_others_are_refused_without_saying_why() {
        let (link, mail) = (person("", false), person("ann@a.example", true));
        let of_nobody = User { managed_by: None, ..ann("") };
        let signs_in = User { password_id: Some(PasswordId(3)), ..ann("") };
        let named = User { profile: profile("bob", "Bob"), ..ann("") };
        let taken = User { merged_into: Some(Merged { user_id: UserId(4), name: "Bob".into() }), ..ann("") };
        let erased = User { is_erased: true, ..ann("") };
        for guest in [of_nobody, signs_in, named, taken, erased] {
            assert_eq!(coded(claimed(&guest, &link, true)), "account-not-claimable");
        }
        let unconfirmed = person("ann@a.example", false);
        for (email, person) in [("ann@a.example", &link), ("bob@a.example", &mail), ("ann@a.example", &unconfirmed)] {
            assert_eq!(coded(claimed(&ann(email), person, false)), "account-not-claimable", "{email}");
        }
        assert_eq!(coded(claimed(&ann(""), &User { id: UserId(7), ..link.clone() }, true)), "account-itself");
        let unproven = User { is_self_made: true, ..link.clone() };
        assert_eq!(coded(claimed(&ann(""), &unproven, true)), "registration-address-not-confirmed");
        let merged = User { merged_into: Some(Merged { user_id: UserId(3), name: "Ann".into() }), ..link };
        assert_eq!(coded(claimed(&ann(""), &merged, true)), "account-merged-already 3");
    }

    #[test]
    fn both_in_one_event_or_a_member_is_refused() {
        let (guest, person) = (ann("ann@a.example"), person("ann@a.example", true));
        let both = ClaimGuest { guest: UserId(7), by: UserId(9), has_link: true, shared_event: Some("Open".into()) };
        assert_eq!(coded(decide(&guest, &person, false, &both, noon())), "account-both-registered Open");
        let alone = ClaimGuest { shared_event: None, ..both };
        assert_eq!(coded(decide(&guest, &person, true, &alone, noon())), "account-in-use");
    }

    #[test]
    fn refused_claim_is_not_made_again_and_only_a_few_claim_one_guest() {
        let refused = with_claims(&[(9, true)]);
        assert_eq!(coded(claimed(&refused, &person("", false), true)), "account-claim-refused");
        let refused = User { profile: ann("ann@a.example").profile, ..refused };
        assert_eq!(coded(claimed(&refused, &person("ann@a.example", true), true)), "account-claim-refused");
        let many = with_claims(&[(1, true), (2, true), (3, false), (4, false), (5, false)]);
        assert_eq!(coded(claimed(&many, &person("", false), true)), "account-too-many-claims");
        let proven = User { profile: ann("ann@a.example").profile, ..many };
        assert_eq!(claimed(&proven, &person("ann@a.example", true), true), merged());
    }

    #[test]
    fn staff_refuses_an_open_claim_of_its_guest_once() {
        let (open, person) = (with_claims(&[(9, false)]), person("", false));
        assert_eq!(refused(&open, &person, administrator(&[1])), Ok(vec![REFUSED]));
        assert_eq!(refused(&with_claims(&[(9, true)]), &person, administrator(&[1])), Ok(Vec::new()));
        assert_eq!(refused(&ann(""), &person, administrator(&[1])), Ok(Vec::new()), "no such claim");
        let theirs = User { managed_by: Some(OrganizationId(2)), ..open };
        assert_eq!(coded(refused(&theirs, &person, administrator(&[1]))), "account-not-theirs");
    }

    #[test]
    fn person_refuses_results_of_the_own_address_and_no_others() {
        let (own, mail) = (person("ann@a.example", true), ann("ann@a.example"));
        assert_eq!(refused(&mail, &own, Steward::Person), Ok(vec![REFUSED]));
        assert_eq!(refused(&with_claims(&[(9, false)]), &own, Steward::Person), Ok(vec![REFUSED]), "the own claim");
        for (guest, person) in [
            (ann("bob@a.example"), own.clone()),
            (mail.clone(), person("ann@a.example", false)),
            (User { claims: with_claims(&[(9, true)]).claims, ..mail.clone() }, own.clone()),
            (User { password_id: Some(PasswordId(3)), ..mail }, own),
        ] {
            assert_eq!(refused(&guest, &person, Steward::Person), Ok(Vec::new()));
        }
    }
}

//! Issues an API key for a role. It is tied to the issuing member if that member has the role, otherwise to the first
//! member who has it, otherwise to a new member. The value is returned once and not stored: events hold its hash.

use domain::organization::Member;
use service_kit::credential_value::{CredentialValue, Kind};

use super::document::{self, IssuedApiKey};
use crate::engine::fields::not_in_the_future;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "create_api_key",
    tag: Tag::Keys,
    summary: "Issue an API key",
    text: "`name` is required. The key has `role`, or `READ_ONLY` if none is given. It is tied to you if that is your \
           role, otherwise to the first member with that role; if there is none, a member is created for it. With \
           `read_only`, it can only read, whatever its role may do. The answer contains the key's value in `key`. It \
           is shown only once and cannot be recovered. Therefore an `Idempotency-Key` has no effect: if the answer is \
           lost, revoke the key and issue another one.",
    body: Some(body_schema::<NewApiKey>()),
    answer: Answer::of::<IssuedApiKey<'_>>(201),
    is_always_possible: true,
    ..Route::at("POST", "/api/v1/api-keys/api_keys/", Operation::ManageKeys)
};

body! {
    /// A new API key.
    pub(crate) struct NewApiKey such as r#"{"name": "Overlay", "role": "READ_ONLY"}"# {
        /// Its name, for people.
        name: Required<String> => API_KEY_NAME,
        /// Its role; `READ_ONLY` if not given.
        role: Option<Role>,
        /// When it expires; null, or not given, for never.
        expires_at: Option<OrNull<DateTime<Utc>>>,
        /// Whether it is read-only, whatever its role may do; false if not given.
        read_only: Option<bool>,
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let mut input = request.read_body::<NewApiKey>(body).await?;
    let faults = input.fields.as_ref().map(|new| new.faults(request.api().now()));
    input.object.foreseen = faults.unwrap_or_default();
    let (new, _) = input.finish(&request)?;
    let api = request.api();
    let organization = api.organization(organization_id).await.map_err(problems::failed)?;
    let issuer = organization.as_ref().and_then(|organization| organization.state.member_of(request.caller.user_id));
    let command = IssueApiKey {
        organization_id,
        role: new.role.unwrap_or(Role::ReadOnly),
        expires_at: new.expires_at.and_then(|OrNull(expiry)| expiry),
        read_only: new.read_only.unwrap_or(false),
        name: new.name.get()?,
        issued_by: issuer.map(|member| member.id),
    };
    let issued = request.carry_out(&command).await?;

    let organization = &issued.folded.state;
    let key = document::find(organization, issued.key_id)?;
    let user = api.user(key.1.user_id).await.map_err(problems::unanswered)?;
    let entry = document::api_key(organization, key, user.as_ref().map(|user| &user.state), api.now());
    let document = IssuedApiKey { entry, key: issued.value.expose() };
    answer::json(&request, issued.folded.position, &document).await
}

impl NewApiKey {
    fn faults(&self, now: DateTime<Utc>) -> FieldErrors {
        let expires_at = self.expires_at.as_ref().and_then(|OrNull(expiry)| *expiry);
        faults(self.name.0.as_deref().unwrap_or_default(), expires_at, now)
    }
}

/// Issues an API key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssueApiKey {
    /// The organization that it gives access to.
    pub organization_id: OrganizationId,
    /// Human-readable name.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// The expiry time; `None` means no expiry.
    pub expires_at: Option<DateTime<Utc>>,
    /// Whether it is read-only, whatever its role may do.
    pub read_only: bool,
    /// The member who issues it, if any.
    pub issued_by: Option<MemberId>,
}

/// A key that was issued.
#[derive(Debug, Clone)]
pub struct IssuedKey {
    /// The key.
    pub key_id: ApiKeyId,
    /// The membership that the key is tied to.
    pub member_id: MemberId,
    /// Its value, which is not stored.
    pub value: CredentialValue,
    /// The organization with the key.
    pub folded: Arc<Folded<Organization>>,
}

impl DirectCommand for IssueApiKey {
    type Done = IssuedKey;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let value = CredentialValue::generate(Kind::ApiKey);
        let (now, sha256) = (api.clock.now(), value.sha256_hex());
        let decide = |organization: &Organization, ids: &mut Ids| {
            let events = decide(organization, self, (now, &sha256), ids)?;
            let new = |(id, event)| api.write_new(StreamId::user(id), OrganizationId::SHARED, vec![event]);
            let account = new_account(organization, &events).map(new);
            Ok(Decision { writes: account.into_iter().collect(), ..Decision::from(events) })
        };
        let folded = api.change_organization(actor, self.organization_id, decide).await?.folded;
        let issued = folded.state.keys.iter().rfind(|key| key.sha256 == sha256);
        let (key_id, member_id) =
            issued.map(|key| (key.id, key.member_id)).ok_or(CommandError::NotFound(folded.stream))?;
        Ok(IssuedKey { key_id, member_id, value, folded })
    }
}

/// Decides the command at this time, with the SHA-256 of the key's value. It is refused if the name is invalid, the expiry has passed, or the organization has reached
/// the limit of API keys.
fn decide(
    organization: &Organization,
    command: &IssueApiKey,
    (now, sha256): (DateTime<Utc>, &str),
    ids: &mut Ids,
) -> Result<Vec<OrganizationEvent>, Refusal> {
    faults(&command.name, command.expires_at, now).check()?;
    if organization.keys.len() >= API_KEYS_ISSUED {
        return Err(Refusal::conflict(message!(
            "api-key-too-many",
            "This organization has issued {most} API keys, including revoked and expired ones, which is the limit. Use \
             an existing key, or change its expiry.",
            most = API_KEYS_ISSUED
        )));
    }

    let role = command.role;
    let mut events = Vec::new();
    let has_the_role = |member: &&Member| member.role == role && !member.removed;
    let issuer = command.issued_by.and_then(|id| organization.member(id)).filter(has_the_role);
    let known = issuer.or_else(|| organization.members.iter().find(has_the_role));
    let member_id = match known {
        Some(member) => member.id,
        None => {
            let member_id = MemberId(ids.next(Sequence::Member));
            let user_id = UserId(ids.next(Sequence::User));
            events.push(OrganizationEvent::MemberAdded { member_id, user_id, role });
            member_id
        }
    };
    let key_id = ApiKeyId(ids.next(Sequence::ApiKey));
    events.push(OrganizationEvent::ApiKeyIssued {
        key_id,
        member_id,
        name: command.name.clone(),
        sha256: sha256.to_owned(),
        expires_at: command.expires_at,
    });
    if command.read_only {
        events.push(OrganizationEvent::ApiKeyNarrowed { key_id });
    }
    Ok(events)
}

/// Returns the registration of the user of a new member, if a member is added for the key.
fn new_account(organization: &Organization, events: &[OrganizationEvent]) -> Option<(UserId, UserEvent)> {
    events.iter().find_map(|event| match event {
        OrganizationEvent::MemberAdded { user_id, role, .. } => {
            let best_identifier = format!("{} {}", organization.name, role.display_name());
            let profile = Profile { best_identifier, ..Profile::default() };
            Some((*user_id, UserEvent::Registered { profile }))
        }
        _ => None,
    })
}

/// Returns the faults of the name and the expiry of a new key or token.
pub(crate) fn faults(name: &str, expires_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.required_line("name", name, API_KEY_NAME);
    if expires_at.is_some_and(|expiry| expiry <= now) {
        errors.add("expires_at", not_in_the_future());
    }
    errors
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::testing::*;

    /// Organization 1 with an administrator's key 8, after these events.
    pub(crate) fn with_key(events: &[OrganizationEvent]) -> Organization {
        let issued = OrganizationEvent::ApiKeyIssued {
            key_id: ApiKeyId(8),
            member_id: MemberId(4),
            name: "Till".into(),
            sha256: "00".into(),
            expires_at: None,
        };
        organization(&[&[admin(), issued], events].concat())
    }

    fn admin() -> OrganizationEvent {
        member(4, Role::Admin)
    }

    fn command() -> IssueApiKey {
        IssueApiKey {
            organization_id: OrganizationId(1),
            name: "Overlay".into(),
            role: Role::Admin,
            expires_at: None,
            read_only: false,
            issued_by: None,
        }
    }

    /// Decides at noon; new ids are those of key 20, member 21 and user 22.
    fn decided(organization: &Organization, command: &IssueApiKey) -> Result<Vec<OrganizationEvent>, Refusal> {
        let mut ids = next_ids(&[(Sequence::ApiKey, 20), (Sequence::Member, 21), (Sequence::User, 22)]);
        decide(organization, command, (noon(), "ab"), &mut ids)
    }

    fn issued_to(member: i64) -> OrganizationEvent {
        OrganizationEvent::ApiKeyIssued {
            key_id: ApiKeyId(20),
            member_id: MemberId(member),
            name: "Overlay".into(),
            sha256: "ab".into(),
            expires_at: None,
        }
    }

    #[test]
    fn an_organization_can_issue_keys_up_to_the_limit() {
        let mut keys = organization(&[admin(), issued_to(4)]);
        keys.keys = vec![keys.keys[0].clone(); API_KEYS_ISSUED - 1];
        assert!(decided(&keys, &command()).is_ok());
        keys.keys.push(keys.keys[0].clone());
        assert_eq!(coded(decided(&keys, &command())), format!("api-key-too-many {API_KEYS_ISSUED}"));
    }

    #[test]
    fn a_key_is_tied_to_its_issuer_who_has_the_role() {
        let mut members = vec![admin(), member(5, Role::Admin), member(6, Role::Judge)];
        let issued_by = |members: &[OrganizationEvent], issuer| {
            decided(&organization(members), &IssueApiKey { issued_by: Some(MemberId(issuer)), ..command() }).unwrap()
        };
        for (issuer, tied_to) in [(5, 5), (6, 4), (99, 4)] {
            assert_eq!(issued_by(&members, issuer), [issued_to(tied_to)], "issued by {issuer}");
        }
        members.push(OrganizationEvent::MemberRemoved { member_id: MemberId(5) });
        assert_eq!(issued_by(&members, 5), [issued_to(4)], "who has left");
    }

    #[test]
    fn a_key_that_may_only_read_is_narrowed_as_it_is_issued() {
        let command = IssueApiKey { read_only: true, ..command() };
        let issue = decided(&organization(&[admin()]), &command).unwrap();
        assert_eq!(issue, [issued_to(4), OrganizationEvent::ApiKeyNarrowed { key_id: ApiKeyId(20) }]);
    }

    #[test]
    fn without_such_a_member_one_is_added() {
        let left = OrganizationEvent::MemberRemoved { member_id: MemberId(4) };
        let alone = organization(&[admin(), left]);
        let issue = decided(&alone, &command()).unwrap();
        let added = OrganizationEvent::MemberAdded { member_id: MemberId(21), user_id: UserId(22), role: Role::Admin };
        assert_eq!(issue, [added, issued_to(21)]);
        let registered = new_account(&alone, &issue);
        let Some((UserId(22), UserEvent::Registered { profile })) = registered else { panic!("{registered:?}") };
        assert_eq!(profile.best_identifier, "Moxhall Administrator");
    }

    #[test]
    fn bad_names_and_a_past_expiry_are_refused() {
        for name in [String::new(), "x".repeat(256)] {
            let refused = coded(decided(&organization(&[]), &IssueApiKey { name, ..command() }));
            assert!(refused.starts_with("invalid name: "), "{refused}");
        }
        let expired = IssueApiKey { expires_at: Some(noon()), ..command() };
        assert_eq!(coded(decided(&organization(&[]), &expired)), "invalid expires_at: Must be in the future.");
    }
}

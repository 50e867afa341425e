//! Members, invitations, accounts and API keys of an organization. Documents of keys are made for each request, because
//! they depend on the time and on the last use.

use std::borrow::Cow;

use api_kit::description::{Answer, Parameter, Tag, Values};
use api_kit::known_people::{Found, KINDS, LastEvent};
use api_kit::path::nothing;
use api_kit::store_failed;
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::documents::to_json;
use domain::identity::{ApiKeyDocument, InvitationDocument, KeyHolder, MemberDocument, OrganizationRole, UserDocument};
use domain::limits::SHORT_TEXT;
use domain::permissions::Operation::{ReadAllKeys, ReadMembers, ReadOwnKeys, ReadPeople};
use proto_events::ids::{OrganizationId, UserId};
use proto_events::vocabulary::Role;
use serde::Serialize;
use service_kit::message;
use service_kit::problem::Problem;
use storage::{Account, Credential, ViewKind};
use utoipa::ToSchema;

use crate::cache::Entry;
use crate::call::{Call, Caller};
use crate::endpoint::{Endpoint, Handler};
use crate::query::malformed;
use crate::stored::Stored;

pub(crate) static ENDPOINTS: &[Endpoint] = &[KEYS, KEY_IN_USE, MEMBERS, INVITATIONS, SEARCH, USER];

const KEYS: Endpoint = Endpoint {
    template: "/api/v1/api-keys/api_keys/",
    handler: Handler::Known(ReadOwnKeys, |call, caller| Box::pin(keys(call, caller))),
    source_views: &[ViewKind::ApiKeys],
    id: "list_api_keys",
    tag: Tag::Keys,
    summary: "List the API keys of the user that your key belongs to",
    text: "Sorted by time of issue. Expired and revoked keys are listed too, with `is_active` false. `last_used_at` \
           and `expires_at` may be null. The value of a key is never shown. With `all=true`, an extension for \
           administrators, the keys of all members are listed, sorted by id.",
    parameters: &[Parameter {
        name: "all",
        text: "Whether the keys of the whole organization are listed.",
        values: Values::Boolean,
        example: "true",
    }],
    answer: Answer::array_of::<ApiKeyDocument<'_>>(),
    ..Endpoint::NEW
};

/// Answers with the keys of the caller's user, or with all of the organization.
async fn keys(call: Call, caller: Caller) -> Result<Response, Problem> {
    let credentials = if call.query().boolean("all")?.unwrap_or(false) {
        caller.authorize(ReadAllKeys)?;
        call.keys_of(caller.organization()?).await?
    } else {
        let entry = call.find(caller.organization()?, ViewKind::ApiKeys, caller.user_id).await?;
        entry.map_or_else(|| Ok(Vec::new()), |entry| keys_in(&entry.body))?
    };
    let now = call.shared.clock.now();
    let keys: Vec<_> = credentials
        .iter()
        .map(|credential| {
            let user = KeyHolder {
                id: credential.user_id,
                best_identifier: Cow::Borrowed(credential.best_identifier.as_str()),
            };
            ApiKeyDocument {
                id: credential.key_id,
                name: &credential.name,
                store_name: &credential.store_name,
                organization_role: OrganizationRole { id: credential.member_id, user, role: credential.role },
                created_at: credential.created_at,
                last_used_at: call.shared.gate.last_use(credential.key_id, credential.last_used_at),
                expires_at: credential.expires_at,
                is_active: credential.is_active(now),
            }
        })
        .collect();
    call.answer_made(&keys).await
}

/// Reads a document of keys.
fn keys_in(list: &[u8]) -> Result<Vec<Credential>, Problem> {
    serde_json::from_slice(list).map_err(Problem::internal)
}

impl Call {
    /// Returns a person's name, if the person is known.
    pub(crate) async fn name_of(&self, user: UserId) -> Result<Option<String>, Problem> {
        let Some(account) = self.find(OrganizationId::SHARED, ViewKind::Account, user).await? else { return Ok(None) };
        let account: Account = serde_json::from_slice(&account.body).map_err(Problem::internal)?;
        Ok(Some(account.best_identifier))
    }

    /// Returns all keys of an organization by id, including expired and revoked ones.
    pub(crate) async fn keys_of(&self, organization_id: OrganizationId) -> Result<Vec<Credential>, Problem> {
        let lists = self.shared.views.documents_under(organization_id, ViewKind::ApiKeys, "").await;
        let mut keys = Vec::new();
        for list in lists.map_err(store_failed)? {
            keys.append(&mut keys_in(&list.body.for_everyone())?);
        }
        keys.sort_by_key(|key| key.key_id);
        Ok(keys)
    }
}

const KEY_IN_USE: Endpoint = Endpoint {
    template: "/api/v1/api-keys/whoami/",
    handler: Handler::Known(ReadOwnKeys, |call, caller| Box::pin(key_in_use(call, caller))),
    // The lists of keys belong to the organization and are rendered from the same stream as the credential, so they
    // show whether that stream is parked.
    source_views: &[ViewKind::Credential, ViewKind::ApiKeys],
    id: "get_api_key_in_use",
    tag: Tag::Keys,
    summary: "Get the API key in use",
    text: "This request counts as the last use. `expires_at` is null for a key that does not expire.",
    answer: Answer::of::<Whoami<'_>>(200),
    ..Endpoint::NEW
};

/// The API key in use.
#[derive(Serialize, ToSchema)]
#[schema(as = ApiKeyInformation)]
pub(crate) struct Whoami<'a> {
    /// Human-readable name.
    name: &'a str,
    /// Name of the store that it gives access to.
    store_name: &'a str,
    /// Role of its holder.
    role: Role,
    /// When it was issued.
    created_at: DateTime<Utc>,
    /// When it was last used: by this request.
    last_used_at: Option<DateTime<Utc>>,
    /// When it expires; null if it does not.
    expires_at: Option<DateTime<Utc>>,
}

/// Answers with the key. This request is its last use.
async fn key_in_use(call: Call, caller: Caller) -> Result<Response, Problem> {
    let key = caller
        .key()
        .ok_or_else(|| Problem::unauthorized(message!("for-api-keys-only", "This address is only for API keys.")))?;
    let whoami = Whoami {
        name: &key.name,
        store_name: &key.store_name,
        role: key.role,
        created_at: key.created_at,
        last_used_at: call.shared.gate.last_use(key.key_id, key.last_used_at),
        expires_at: key.expires_at,
    };
    call.answer_made(&whoami).await
}

const MEMBERS: Endpoint = Endpoint {
    template: "/api/v1/members/",
    handler: Handler::Stored(ReadMembers, Stored::ListOfOrganization(ViewKind::Members)),
    source_views: &[ViewKind::Members],
    id: "list_members",
    tag: Tag::Members,
    summary: "List the members of your organization",
    text: "Sorted by time of joining, without former members. Texts without a value are empty.",
    answer: Answer::array_of::<MemberDocument<'_>>(),
    ..Endpoint::NEW
};

const INVITATIONS: Endpoint = Endpoint {
    template: "/api/v1/invitations/",
    handler: Handler::Stored(ReadMembers, Stored::ListOfOrganization(ViewKind::Invitations)),
    source_views: &[ViewKind::Invitations],
    id: "list_invitations",
    tag: Tag::Members,
    summary: "List the invitations of your organization that await an answer",
    text: "Sorted by time of invitation. Of the person's data, an invitation contains only the username.",
    answer: Answer::array_of::<InvitationDocument<'_>>(),
    ..Endpoint::NEW
};

const SEARCH: Endpoint = Endpoint {
    template: "/api/v1/users/",
    handler: Handler::Known(ReadPeople, |call, caller| Box::pin(search(call, caller))),
    source_views: KINDS,
    id: "search_users",
    tag: Tag::Members,
    summary: "Search the people whom your organization knows",
    text: "People whose accounts your organization manages, its members, and people who signed up for one of its \
           events. Each word of `search` must begin a word of the name, or the text the username; case and accents do \
           not matter. At most 20 people, the best matches first; none without a text. Nothing is answered about \
           anyone else.",
    parameters: &[Parameter {
        name: "search",
        text: "The beginning of a name.",
        values: Values::Text(SHORT_TEXT),
        example: "ada la",
    }],
    answer: Answer::array_of::<KnownPersonDocument<'_>>(),
    ..Endpoint::NEW
};

/// A person whom an organization knows.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = KnownPerson)]
pub(crate) struct KnownPersonDocument<'a> {
    /// Id of the person. Registrations take it as `user_id`.
    #[schema(value_type = i64)]
    id: UserId,
    /// The name that identifies the person best.
    best_identifier: &'a str,
    /// Name for signing in; empty if the person cannot sign in.
    username: &'a str,
    /// The last of your organization's events that the person played in; null if there is none.
    last_event: Option<LastEvent>,
}

impl<'a> KnownPersonDocument<'a> {
    fn new(found: &'a Found) -> Self {
        Self {
            id: found.person.user_id,
            best_identifier: &found.person.name,
            username: &found.person.username,
            last_event: found.last_event.clone(),
        }
    }
}

async fn search(call: Call, caller: Caller) -> Result<Response, Problem> {
    let organization_id = caller.organization()?;
    let query = call.query();
    let text = query.text("search").unwrap_or_default();
    if text.chars().count() > SHORT_TEXT {
        return Err(malformed("search", format!("must have at most {SHORT_TEXT} characters")));
    }
    let found = call.shared.people.search(organization_id, text).await?;
    call.answer_made(&found.iter().map(KnownPersonDocument::new).collect::<Vec<_>>()).await
}

const USER: Endpoint = Endpoint {
    template: "/api/v1/users/{id}/",
    handler: Handler::Known(ReadMembers, |call, caller| Box::pin(user(call, caller))),
    source_views: &[ViewKind::Account],
    id: "get_user",
    tag: Tag::Members,
    summary: "Get an account",
    text: "An account that your organization manages; 404 for others. Texts without a value are empty.",
    answer: Answer::of::<UserDocument<'_>>(200),
    ..Endpoint::NEW
};

/// Answers with the profile in the account.
async fn user(call: Call, caller: Caller) -> Result<Response, Problem> {
    let (organization, id) = (caller.organization()?, UserId(call.id("user")?));
    let unknown = || nothing("user", call.param("id"));
    let record = call.find(OrganizationId::SHARED, ViewKind::Account, id).await?.ok_or_else(unknown)?;
    let account: Account = serde_json::from_slice(&record.body).map_err(Problem::internal)?;
    if account.managed_by != Some(organization) {
        return Err(unknown());
    }
    let body = to_json(&document(&account)).map_err(Problem::internal)?;
    call.answer(&Entry::made(body.into(), record.stale)).await
}

fn document(account: &Account) -> UserDocument<'_> {
    let personal = &account.personal;
    UserDocument {
        id: account.user_id,
        username: &account.username,
        best_identifier: Cow::Borrowed(&account.best_identifier),
        first_name: &personal.first_name,
        last_name: &personal.last_name,
        email: &personal.email,
        pronouns: &personal.pronouns,
    }
}

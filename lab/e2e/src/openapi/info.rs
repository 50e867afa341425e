//! The introduction of the document: its description, chapters and security schemes.

use api_kit::description::Tag;
use domain::permissions::Scheme;

use super::json::Json;
use super::json::object;

const DESCRIPTION: &str = "\
Conventions, tournaments, standings and decklists of card-game stores, as data.

## Authentication

Programs send an API key in the header `X-API-Key`. A key gives access to one organization, with the role of its \
member; each operation lists the roles that may use it. `Authorization: Bearer sk_…` is the same. Resources of another organization are answered with 404, as \
if they did not exist.

Decklists also belong to people. Their operations accept a person's token (`Authorization: Token ut_…`) and the \
session cookie. Send one of these. A key and a token together are refused with 400, because they may belong to \
different callers.

## Errors

Every error is a problem document (RFC 9457, `application/problem+json`) with `type`, `title`, `status`, `detail` \
and `code`. `detail` is for people: it says what is wrong, where, and how to correct it. `errors` lists the invalid \
fields, parameters or headers. `type` is a stable name for the kind of error, such as `/problems/not-found`. `code` \
is a stable name for what `detail` says, such as `round-open`, and `arguments` has the values in it. Texts may \
become clearer at any time.

## Reading what you wrote

A write is answered when it is on disk and, as a rule, can be read. If you must be sure, send the `Consistency-Token` \
of its answer with your reads. Such a read is answered from data that includes the write, or with 503 and \
`Retry-After` if that takes longer than 2 seconds, or than `Prefer: wait=N` allows (at most 5). It is never answered \
from older data.

## Retries

Operations that list the header `Idempotency-Key` take a key that you choose. Repeat the request with the same key as \
often as you need: it is carried out once, and every repetition gets the same answer. A key is remembered for 24 hours.

## Concurrent changes

Each answer with a decklist has its version as `ETag`. Send it as `If-Match` with a change, and the change is refused \
with 412 if the decklist has been changed since.

## Caching and compression

Reads of data have an `ETag`. Send it as `If-None-Match`, and the answer is 304 without a body as long as nothing has \
changed. Answers are compressed if you send `Accept-Encoding: gzip`.

## From a browser

Pages of other origins may read data, streams and exports with `fetch`, with a key in a header or without one (CORS). \
Cookies of such requests are ignored, and writes are not allowed.

## Addresses

Addresses work with and without the slash at their end, without a redirect. HEAD works wherever GET does. \
Operations that list the header `Crosstable-Ignored` ignore unknown names, and use the last value of a name that is given \
twice; the header lists both. All other operations refuse such names with 400.

## Values

Times are RFC 3339 in UTC and end with `Z`. Ids are 64-bit integers. A text without a value is `\"\"`, a count \
without one is `0`. A field is null only where its description says so. Clients should ignore fields that they do not \
know, because fields may be added.

## Versions

Addresses under `/api/v1/` keep their meaning; changes are in the changelog. The operations under *Extensions* go \
beyond the interface that this service implements, and may still change.";

/// The name of the scheme for API keys in the header `Authorization`.
pub(super) const BEARER: &str = "Bearer";

/// `info`.
pub(super) fn info() -> Json {
    object! {
        "title" => "Crosstable",
        "summary" => "Tournament and convention data of card-game stores",
        "description" => DESCRIPTION,
        "license" => object! { "name" => "MIT or Apache 2.0", "identifier" => env!("CARGO_PKG_LICENSE") },
        "version" => env!("CARGO_PKG_VERSION"),
    }
}

/// The name of a chapter.
pub(super) fn tag_name(tag: Tag) -> &'static str {
    TAGS.into_iter().find_map(|(known, name, _)| (known == tag).then_some(name)).expect("a chapter with a name")
}

/// `tags`, in the order of the chapters.
pub(super) fn tags() -> Json {
    Json::List(TAGS.map(|(_, name, text)| object! { "name" => name, "description" => text }).into())
}

/// The chapters: name and description. The panel's pages are not part of the document.
const TAGS: [(Tag, &str, &str); 11] = [
    (Tag::Conventions, "Conventions", "Conventions of your organization, with the events that are part of them."),
    (Tag::Events, "Events", "Tournaments with players, registrations, standings and decklists."),
    (Tag::Rounds, "Rounds", "Rounds with their matches, and the standings after each."),
    (Tag::Decklists, "Decklists", "Decklists of your organization: read, submit and change them."),
    (
        Tag::Organizing,
        "Organizing",
        "Running events: announcement, registrations, rounds, results, publication. A step that is not possible in the \
         current state is refused with 409.",
    ),
    (
        Tag::Keys,
        "API keys",
        "The key in use and the keys of its member; for administrators, all keys of the organization.",
    ),
    (
        Tag::Webhooks,
        "Webhooks",
        "Messages to your own programs when something changes, and the log of their deliveries.",
    ),
    (Tag::Members, "Members", "The members of your organization and their roles."),
    (
        Tag::Export,
        "Export",
        "Finished tournaments of all organizations in one answer, for collectors of tournament data.",
    ),
    (
        Tag::Extensions,
        "Extensions",
        "Operations beyond the interface that this service implements. They may still change.",
    ),
    (Tag::Pages, "Pages", "Pages for people with a browser. They need no key."),
];

/// `securitySchemes`.
pub(super) fn security_schemes() -> Json {
    let schemes = Scheme::ALL.iter().map(|scheme| (scheme.name().to_owned(), security_scheme(*scheme)));
    let bearer = object! {
        "type" => "http",
        "scheme" => "bearer",
        "bearerFormat" => "sk_",
        "description" => "The same API key in `Authorization: Bearer sk_…`, for programs that cannot send other headers.",
    };
    Json::Object(schemes.chain([(BEARER.to_owned(), bearer)]).collect())
}

fn security_scheme(scheme: Scheme) -> Json {
    let (place, name, text) = match scheme {
        Scheme::ApiKey => (
            "header",
            "X-API-Key",
            "An API key: `sk_` and 36 letters and digits. An administrator of your organization issues it. It is shown \
             once. It gives access to the organization, with the role of its member.",
        ),
        Scheme::Token => (
            "header",
            "Authorization",
            "A person's token, after the word `Token`: `Token ut_` and 36 letters and digits. People create their own \
             under `/admin/account/`. It is shown once.",
        ),
        Scheme::Cookie => (
            "cookie",
            api_kit::session::COOKIE,
            "The session of a person who signed in at `/login/`. Writes with it are accepted only from pages of this \
             service.",
        ),
    };
    object! { "type" => "apiKey", "in" => place, "name" => name, "description" => text }
}

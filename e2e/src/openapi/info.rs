//! What the document says at its beginning: what this is, how a client gets along with it, its chapters, its keys.

use api_kit::description::Tag;
use domain::permissions::Scheme;

use super::json::{Json, object};

const DESCRIPTION: &str = "\
Conventions, tournaments, standings and decklists of card-game stores, as data.

## Who you are

Programs send an API key in the header `X-API-Key`. A key opens one organization, with the role of the member it was issued for; \
each operation says which roles may. Another organization's resources look like resources that do not exist: 404.

Decklists are people's as well: there a person's token is taken, as `Authorization: Token ut_…`, and the cookie of a session. Send \
one of these; a key and a token together are refused with 400, since they may stand for different callers.

## Errors

Every error is a problem document (RFC 9457, `application/problem+json`) with `type`, `title`, `status` and `detail`. `detail` is \
for people: it says what was wrong, where, and what would be right. `errors` names the fields, parameters or headers at fault. \
`type` is a stable name to tell errors apart by; `/problems/not-found` is one.

## Reading what you wrote

A write is answered when it is on disk and, as a rule, can be read. Where you must be sure, send the `Consistency-Token` of its \
answer with your reads: such a read is answered from data that holds the write, or with 503 and `Retry-After` if that takes \
longer than you wait (2 seconds, or as `Prefer: wait=N` says; 5 at most). It is never answered from older data.

## Retries

Send an `Idempotency-Key` of your own making with a write, and repeat the request with the same key as often as you need: it is \
carried out once, and every repetition gets the same answer. A key is remembered for 24 hours.

## Changes by several people

Each answer with a decklist carries its version as `ETag`. Send it back as `If-Match` with a change, and the change is refused \
with 412 if somebody else was faster.

## Saving transfers

Every read answers with an `ETag`. Send it as `If-None-Match`, and the answer is 304 without a body for as long as nothing has \
changed. Answers come compressed to whoever sends `Accept-Encoding: gzip`.

## Addresses

Addresses are served with and without the slash at their end, never by a redirect. HEAD is answered wherever GET is. Unknown \
query parameters are ignored; of one given twice the last counts.

## Values

Times are RFC 3339 in UTC and end with `Z`. Ids are integers of 64 bits. A text without a value is `\"\"`, a count without one `0`; \
null stands only where the description of a field says so. Clients should pass over fields that they do not know: some may \
be added.

## Versions

Addresses under `/api/v1/` keep their meaning; what changes is in the changelog. The operations under *Extensions* go beyond the \
interface that this service implements, and may still change.";

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
    tag_texts(tag).0
}

/// `tags`, in the order of the chapters.
pub(super) fn tags() -> Json {
    let all = [
        Tag::Conventions,
        Tag::Events,
        Tag::Rounds,
        Tag::Decklists,
        Tag::Organizing,
        Tag::Keys,
        Tag::Members,
        Tag::Export,
        Tag::Extensions,
        Tag::Pages,
    ];
    let tags = all.map(tag_texts).map(|(name, text)| object! { "name" => name, "description" => text });
    Json::List(tags.to_vec())
}

fn tag_texts(tag: Tag) -> (&'static str, &'static str) {
    match tag {
        Tag::Conventions => ("Conventions", "Conventions of your organization, with the events that are part of them."),
        Tag::Events => ("Events", "Tournaments with players, registrations, standings and decklists."),
        Tag::Rounds => ("Rounds", "Rounds with their matches, and the standings after each."),
        Tag::Decklists => ("Decklists", "Decklists of your organization: reading, handing in, changing."),
        Tag::Organizing => (
            "Organizing",
            "Running events: announcing them, registrations, rounds, results, publishing. A step that is not possible from where \
             something stands is refused with 409.",
        ),
        Tag::Keys => {
            ("API keys", "The key in use, and the keys of its holder; for administrators those of the organization.")
        }
        Tag::Members => ("Members", "The people of your organization: who they are, and what they may do."),
        Tag::Export => {
            ("Export", "Finished tournaments of all organizations in one answer, for those who collect them.")
        }
        Tag::Extensions => ("Extensions", "Beyond the interface that this service implements. These may still change."),
        Tag::Pages => ("Pages", "For people with a browser. They need no key."),
        Tag::Panel => panic!("the panel's pages are no part of this document"),
    }
}

/// `securitySchemes`.
pub(super) fn security_schemes() -> Json {
    Json::Object(Scheme::ALL.iter().map(|scheme| (scheme.name().to_owned(), security_scheme(*scheme))).collect())
}

fn security_scheme(scheme: Scheme) -> Json {
    let (place, name, text) = match scheme {
        Scheme::ApiKey => (
            "header",
            "X-API-Key",
            "An API key: `sk_` and 36 letters and digits. An administrator of your organization issues it; it is shown once. It \
             stands for the organization, with the role of the member it was issued for.",
        ),
        Scheme::Token => (
            "header",
            "Authorization",
            "A person's token, after the word `Token`: `Token ut_` and 36 letters and digits. One makes it oneself, under \
             `/admin/account/`; it is shown once.",
        ),
        Scheme::Cookie => (
            "cookie",
            api_kit::session::COOKIE,
            "The session of a person who signed in at `/login/`. Writes by it are taken from pages of this service alone.",
        ),
    };
    object! { "type" => "apiKey", "in" => place, "name" => name, "description" => text }
}

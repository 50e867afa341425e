//! Files in the program: the OpenAPI document as it is checked in, the documentation page that is rendered from it, and
//! the scripts and style sheets of pages.

use std::io::{self, Read};
use std::sync::LazyLock;

use api_kit::description::{Answer, Parameter, Tag, Values};
use api_kit::negotiation::JSON;
use axum::response::Response;
use bytes::Bytes;
use flate2::read::GzDecoder;
use service_kit::message;
use service_kit::problem::Problem;
use web::public::{docs, files};

use crate::answer;
use crate::cache::Entry;
use crate::call::Call;
use crate::endpoint::{Endpoint, Handler};
use crate::response_headers::ResponseHeaders;

/// The description of the API.
pub(crate) const SCHEMA: &[Endpoint] = &[Endpoint {
    template: "/api/schema/",
    handler: Handler::Open(|call| Box::pin(schema(call))),
    source_views: &[],
    cached: None,
    id: "get_schema",
    tag: Tag::Extensions,
    summary: "Get the description of the API",
    text: "An OpenAPI 3.1 document. It needs no key.",
    parameters: &[],
    answer: Answer::OpenApi,
}];

pub(crate) const ENDPOINTS: &[Endpoint] = &[PAGE_FILE, DOCS_PAGE, DOCS_FILE];

static DOCUMENT: LazyLock<Entry> = LazyLock::new(|| unchanging(include_bytes!("../../../docs/openapi.json")));

async fn schema(call: Call) -> Result<Response, Problem> {
    call.accept(JSON)?;
    answer::entry(&call.headers, &DOCUMENT, ResponseHeaders::PUBLIC_JSON).await
}

const PAGE_FILE: Endpoint = Endpoint {
    template: "/assets/{file}",
    handler: Handler::Open(|call| Box::pin(page_file(call))),
    source_views: &[],
    cached: None,
    id: "get_page_file",
    tag: Tag::Pages,
    summary: "Get a script of the public pages",
    text: "",
    parameters: &[VERSION],
    answer: Answer::File,
};

/// The parameter by which the address changes with the contents.
const VERSION: Parameter = Parameter {
    name: "v",
    text: "The version of the files. With the newest one, the answer may be kept for a year.",
    values: Values::Text(64),
    example: "0123456789ab",
};

/// The headers of a file at the address that changes with its contents.
const LASTING: ResponseHeaders =
    ResponseHeaders { cache_control: "public, max-age=31536000, immutable", ..ResponseHeaders::SCRIPT };

static PAGE_FILES: LazyLock<Vec<(&str, Entry)>> =
    LazyLock::new(|| files::SCRIPTS.iter().map(|(name, content)| (*name, unchanging(content.as_bytes()))).collect());

async fn page_file(call: Call) -> Result<Response, Problem> {
    match PAGE_FILES.iter().find(|(name, _)| *name == call.param("file")) {
        Some((_, entry)) => {
            let is_newest = call.query().text("v") == Some(files::version());
            answer::entry(&call.headers, entry, if is_newest { LASTING } else { ResponseHeaders::SCRIPT }).await
        }
        None => Err(Problem::not_found(message!("no-such-public-file", "Public pages have no such file."))),
    }
}

const DOCS_PAGE: Endpoint = Endpoint {
    template: "/docs/",
    handler: Handler::Open(|call| Box::pin(docs_page(call))),
    source_views: &[],
    cached: None,
    id: "show_docs",
    tag: Tag::Pages,
    summary: "Show the API documentation as a page",
    text: "Everything that the page loads comes from this service.",
    parameters: &[],
    answer: Answer::Html,
};

/// The headers of the page. Its scripts come from this service and connect only to it. Icons are in the style sheet.
const DOCS_HEADERS: ResponseHeaders = ResponseHeaders {
    vary: "Accept-Encoding, Consistency-Token",
    content_security_policy: Some(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    ..ResponseHeaders::PUBLIC_PAGE
};

async fn docs_page(call: Call) -> Result<Response, Problem> {
    let page = docs::page(call.shared.settings.base_path());
    answer::entry(&call.headers, &Entry::made(page.into(), false), DOCS_HEADERS).await
}

const DOCS_FILE: Endpoint = Endpoint {
    template: "/docs/{file}",
    handler: Handler::Open(|call| Box::pin(docs_file(call))),
    source_views: &[],
    cached: None,
    id: "get_docs_file",
    tag: Tag::Pages,
    summary: "Get a script or style sheet of the documentation page",
    text: "",
    parameters: &[],
    answer: Answer::File,
};

const STYLES: ResponseHeaders = ResponseHeaders { content_type: "text/css; charset=utf-8", ..ResponseHeaders::SCRIPT };

/// A file with its name and headers.
type File = (&'static str, ResponseHeaders, LazyLock<io::Result<Entry>>);

static DOCS_FILES: [File; 4] = [
    ("page.css", STYLES, LazyLock::new(|| Ok(unchanging(docs::STYLES)))),
    ("page.js", ResponseHeaders::SCRIPT, LazyLock::new(|| Ok(unchanging(docs::SCRIPT)))),
    (
        "swagger-ui.css",
        STYLES,
        LazyLock::new(|| unpacked(include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui.css.gz")))),
    ),
    (
        "swagger-ui-bundle.js",
        ResponseHeaders::SCRIPT,
        LazyLock::new(|| unpacked(include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui-bundle.js.gz")))),
    ),
];

async fn docs_file(call: Call) -> Result<Response, Problem> {
    match DOCS_FILES.iter().find(|(name, ..)| *name == call.param("file")) {
        Some((_, headers, entry)) => {
            let entry = entry.as_ref().map_err(|error| Problem::internal(error.to_string()))?;
            answer::entry(&call.headers, entry, *headers).await
        }
        None => {
            Err(Problem::not_found(message!("no-such-documentation-file", "The documentation page has no such file.")))
        }
    }
}

/// Returns an entry of a file in the program.
fn unchanging(body: &'static [u8]) -> Entry {
    Entry::made(Bytes::from_static(body), false)
}

/// Returns an entry of a file that is compressed in the program, because it is large.
fn unpacked(gzip: &'static [u8]) -> io::Result<Entry> {
    let mut body = Vec::new();
    GzDecoder::new(gzip).read_to_end(&mut body)?;
    Ok(Entry::packed(body.into(), Bytes::from_static(gzip)))
}

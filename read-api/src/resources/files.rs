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
pub(crate) static SCHEMA: &[Endpoint] = &[Endpoint {
    template: "/api/schema/",
    handler: Handler::Open(|call| Box::pin(schema(call))),
    id: "get_schema",
    tag: Tag::Extensions,
    summary: "Get the description of the API",
    text: "An OpenAPI 3.1 document. It needs no key.",
    answer: Answer::OpenApi,
    ..Endpoint::NEW
}];

pub(crate) static ENDPOINTS: &[Endpoint] = &[PAGE_FILE, DOCS_PAGE, SERVICE_WORKER];

static DOCUMENT: LazyLock<Entry> = LazyLock::new(|| unchanging(include_bytes!("../../../docs/openapi.json")));

async fn schema(call: Call) -> Result<Response, Problem> {
    call.accept(JSON)?;
    answer::entry(&call.headers, &DOCUMENT, ResponseHeaders::PUBLIC_JSON).await
}

const PAGE_FILE: Endpoint = Endpoint {
    template: "/assets/{file}",
    handler: Handler::Open(|call| Box::pin(page_file(call))),
    id: "get_page_file",
    summary: "Get a style sheet, script or icon of the pages",
    parameters: &[VERSION],
    answer: Answer::File,
    ..Endpoint::NEW
};

/// The parameter by which the address changes with the contents.
const VERSION: Parameter = Parameter {
    name: "v",
    text: "The version of the files. With the newest one, the answer may be kept for a year.",
    values: Values::Text(64),
    example: "0123456789ab",
};

/// The files of Swagger UI: names, media types, and compressed contents.
const SWAGGER: [(&str, &str, &[u8]); 2] = [
    ("swagger-ui.css", "text/css; charset=utf-8", include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui.css.gz"))),
    (
        "swagger-ui-bundle.js",
        ResponseHeaders::SCRIPT.content_type,
        include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui-bundle.js.gz")),
    ),
];
/// Names, headers and contents.
static PAGE_FILES: LazyLock<Vec<(&str, ResponseHeaders, Entry)>> = LazyLock::new(|| {
    let headers = |content_type| ResponseHeaders { content_type, ..ResponseHeaders::SCRIPT };
    let own = files::FILES.iter().map(|(name, kind, content)| (*name, headers(kind), unchanging(content)));
    let swagger =
        SWAGGER.into_iter().filter_map(|(name, kind, gzip)| Some((name, headers(kind), unpacked(gzip).ok()?)));
    own.chain(swagger).collect()
});

async fn page_file(call: Call) -> Result<Response, Problem> {
    match PAGE_FILES.iter().find(|(name, ..)| *name == call.param("file")) {
        Some((_, headers, entry)) => {
            let is_newest = call.query().text("v") == Some(files::version());
            let cache_control = if is_newest { "public, max-age=31536000, immutable" } else { headers.cache_control };
            answer::entry(&call.headers, entry, ResponseHeaders { cache_control, ..*headers }).await
        }
        None => Err(Problem::not_found(message!("no-such-public-file", "Public pages have no such file."))),
    }
}

const DOCS_PAGE: Endpoint = Endpoint {
    template: "/docs/",
    handler: Handler::Open(|call| {
        Box::pin(async move {
            let page = docs::page(call.shared.settings.base_path());
            call.answer_text(page, DOCS_HEADERS).await
        })
    }),
    id: "show_docs",
    summary: "Show the API documentation as a page",
    text: "Everything that the page loads comes from this service.",
    ..Endpoint::NEW
};

/// The headers of the page. Its scripts come from this service and connect only to it. Icons are in the style sheet.
const DOCS_HEADERS: ResponseHeaders = ResponseHeaders {
    vary: "Accept-Encoding, Consistency-Token",
    content_security_policy: Some(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    ..ResponseHeaders::PUBLIC_PAGE
};

const SERVICE_WORKER: Endpoint = Endpoint {
    template: "/service-worker.js",
    handler: Handler::Open(|call| {
        Box::pin(async move {
            answer::entry(&call.headers, &unchanging(files::SERVICE_WORKER), ResponseHeaders::SCRIPT).await
        })
    }),
    id: "get_service_worker",
    summary: "Get the script that shows notifications",
    answer: Answer::File,
    ..Endpoint::NEW
};

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

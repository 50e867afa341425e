//! Makes a router from the tables of pages.

use std::sync::Arc;

use api_kit::description::{Access, Route, Tag, allowed};
use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodFilter, MethodRouter};
use service_kit::boundary::boundary;
use service_kit::metrics::requests::Requests;
use service_kit::problem::Problem;

use crate::serving::failures::not_found;
use crate::serving::page::{Handler, Page, refuse, serve};
use crate::serving::state::Shared;

macro_rules! handler {
    (open, $module:ident, $function:ident) => {
        $crate::serving::page::Handler::Open(|request| Box::pin($module::$function(request)))
    };
    (link($given:ident), $module:ident, $function:ident) => {
        $crate::serving::page::Handler::Link(|request| {
            Box::pin(async move { $given::quiet($module::$function(&$given::by_link(request).await?).await) })
        })
    };
    (link, $module:ident, $function:ident) => {
        $crate::serving::page::Handler::Link(|request| Box::pin($module::$function(request)))
    };
    ($operation:ident($given:ident), $module:ident, $function:ident) => {
        $crate::serving::page::Handler::SignedIn(domain::permissions::Operation::$operation, |request| {
            Box::pin(async move { $module::$function(&$given::load(request).await?).await })
        })
    };
    ($operation:ident, $module:ident, $function:ident) => {
        $crate::serving::page::Handler::SignedIn(domain::permissions::Operation::$operation, |request| {
            Box::pin($module::$function(request))
        })
    };
}

/// Defines the table of an area's pages. A line may state an id (`=`), the address of the page with the form that is sent
/// there (`of`), and the kind of the answer (`as`); else the id is made of module and function, the address is the page's
/// own, and the answer is HTML. Pages whose path ends with a slash are also served without it. A page for
/// signed-in people always names its operation in `domain::permissions`. It may name a type that is loaded for it, and so may
/// a page for the holders of links.
macro_rules! pages {
    ($area:literal: $($method:ident $template:literal $access:ident $(($given:ident))? $module:ident::$function:ident
        $(= $id:ident)? $(of $form:literal)? $summary:literal $(as $answer:ident)?;)+) => {
        pub(crate) static PAGES: &[$crate::serving::page::Page] = &[$($crate::serving::page::Page {
            method: stringify!($method),
            template: $template,
            form: [$($form,)? $template][0],
            handler: $crate::serving::router::handler!($access $(($given))?, $module, $function),
            id: [
                $(concat!($area, "_", stringify!($id)),)?
                concat!($area, "_", stringify!($module), "_", stringify!($function)),
            ][0],
            summary: $summary,
            answer: [$(api_kit::description::Answer::$answer,)? api_kit::description::Answer::Html][0],
        }),+];
    };
}
pub(crate) use {handler, pages};

/// Other addresses below those of the pages. They are answered with a page.
const ELSEWHERE: [&str; 6] =
    ["/admin/{*rest}", "/desk/{*rest}", "/me/{id}/{*rest}", "/e/{event}", "/e/{event}/", "/e/{event}/{code}/{*rest}"];

/// Returns the routes of a table, for the documentation.
pub(crate) fn routes(pages: &[Page]) -> Vec<Route> {
    let row = |page: &Page| {
        let access = match page.handler {
            Handler::SignedIn(operation, _) => Access::Key(operation),
            Handler::Open(_) | Handler::Link(_) => Access::Open,
        };
        let Page { method, template, id, summary, answer, .. } = *page;
        Route { access, id, tag: Tag::Panel, summary, answer, ..Route::open(method, template) }
    };
    pages.iter().map(row).collect()
}

pub(crate) fn build(tables: &[&'static [Page]], shared: &Arc<Shared>) -> Router {
    let mut router = Router::new();
    let mut templates: Vec<_> =
        tables.iter().flat_map(|pages| pages.iter().map(|page| (*pages, page.template))).collect();
    templates.dedup_by_key(|(_, template)| *template);
    for (pages, template) in &templates {
        let methods = methods(pages, template);
        if let Some(bare) = template.strip_suffix('/') {
            router = router.route(bare, methods.clone());
        }
        router = router.route(template, methods);
    }
    let elsewhere = |State(shared): State<Arc<Shared>>, request: Request| refuse(shared, request, not_found());
    let requests = Requests::at(templates.iter().map(|(_, template)| *template).chain(ELSEWHERE));
    let router =
        ELSEWHERE.iter().fold(router, |router, template| router.route(template, axum::routing::any(elsewhere)));
    router.route_layer(from_fn_with_state(requests, boundary)).with_state(Arc::clone(shared))
}

fn methods(table: &'static [Page], template: &'static str) -> MethodRouter<Arc<Shared>> {
    let pages = table.iter().filter(move |page| page.template == template);
    let allow = allowed(pages.clone().map(|page| page.method));
    let mut methods = MethodRouter::new();
    for page in pages {
        let serve = move |State(shared): State<Arc<Shared>>, request: Request| serve(shared, table, page, request);
        let filter = if page.method == "GET" { MethodFilter::GET } else { MethodFilter::POST };
        methods = methods.on(filter, serve);
    }
    methods.fallback(move |State(shared): State<Arc<Shared>>, request: Request| {
        refuse(shared, request, Problem::method_not_allowed(&allow))
    })
}

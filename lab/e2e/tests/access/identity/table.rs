//! The table of permissions, the route tables and the OpenAPI document agree.

use std::collections::{BTreeMap, BTreeSet};

use api_kit::description::{Access, Route, Tag};
use domain::permissions::Operation;
use e2e::TestApp;
use e2e::permissions::routes;
use e2e::source::{files, read};
use serde_json::Value;

#[test]
fn the_document_names_the_schemes_of_the_table() {
    let document: Value = serde_json::from_str(&read("docs/openapi.json")).unwrap();
    for route in routes().into_iter().filter(|route| route.tag != Tag::Panel) {
        let documented = &document["paths"][route.template][route.method.to_lowercase()]["security"];
        let documented = documented.as_array().unwrap_or_else(|| panic!("{} is not documented", route.template));
        let named: Vec<&str> =
            documented.iter().flat_map(|one| one.as_object().unwrap().keys()).map(String::as_str).collect();
        let taken = route.operation().map(|operation| operation.rule().schemes).unwrap_or_default();
        // An API key may also come after `Bearer`.
        let bearer = taken.iter().any(|scheme| scheme.name() == "ApiKey").then_some("Bearer");
        let names = taken.iter().map(|scheme| scheme.name()).chain(bearer);
        assert_eq!(named, names.collect::<Vec<_>>(), "{}", route.template);
        let may_be_nobody = documented.iter().any(|one| one.as_object().unwrap().is_empty());
        assert_eq!(may_be_nobody, matches!(route.access, Access::KeyOrOpen(_)), "{}", route.template);
    }
}

#[test]
fn every_operation_is_what_some_route_does() {
    let done: BTreeSet<_> = routes().iter().filter_map(Route::operation).collect();
    let idle: Vec<_> = Operation::ALL.iter().filter(|operation| !done.contains(operation)).collect();
    assert!(idle.is_empty(), "no route needs {idle:?}");
}

#[test]
fn what_changes_something_is_written_down_as_a_write() {
    for route in routes() {
        let Some(operation) = route.operation() else { continue };
        assert!(route.method == "GET" || operation.rule().writes, "{} {}", route.method, route.template);
    }
}

/// Addresses are registered only in these files: next to their rows in a table, or among the few that report the state
/// of the service to operators.
#[test]
fn addresses_are_served_where_the_tables_are() {
    let places = [
        "read-api/src/router.rs",
        "write-api/src/interface/router.rs",
        "web/src/serving/router.rs",
        // The page of components in the demo, which is no part of the interface.
        "web/src/components.rs",
        "crosstable/src/app/operations.rs",
        "service-kit/src/health.rs",
        "service-kit/src/metrics/endpoint.rs",
    ];
    let services =
        ["read-api/src/", "write-api/src/", "web/src/", "crosstable/src/", "api-kit/src/", "service-kit/src/"];
    let elsewhere = files(&[".rs"]).into_iter().filter(|file| {
        let serves = file
            .code()
            .any(|(_, line)| [".route(", ".nest(", ".route_service("].iter().any(|call| line.contains(call)));
        serves
            && !file.is_test()
            && services.iter().any(|service| file.path.starts_with(service))
            && !places.contains(&file.path.as_str())
    });
    let elsewhere: Vec<_> = elsewhere.map(|file| file.path).collect();
    assert_eq!(elsewhere, Vec::<String>::new(), "routes outside the tables");
}

/// The methods of each address.
fn methods() -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut methods = BTreeMap::<_, Vec<_>>::new();
    for route in routes() {
        methods.entry(route.template).or_default().push(route.method);
    }
    methods
}

#[tokio::test]
async fn what_takes_writes_alone_says_so_to_who_reads_it() {
    let app = TestApp::start().await;
    let mut asked = 0;
    for (template, methods) in methods() {
        if methods.contains(&"GET") || ["/admin/", "/desk/"].iter().any(|pages| template.starts_with(pages)) {
            continue;
        }
        let reply = app.get(&template.replace('{', "7").replace('}', "")).await;
        reply.problem(405);
        assert_eq!(reply.header("allow"), methods.join(", "), "{template}");
        asked += 1;
    }
    assert!(asked > 3, "only {asked} addresses");
    app.stop().await;
}

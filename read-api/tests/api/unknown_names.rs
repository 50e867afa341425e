//! Unknown query parameters. Crosstable's own routes refuse them. Routes of the published interface and pages ignore
//! them and list them in a header.

use serde_json::json;

use crate::harness::TestApi;

const IGNORED: &str = "crosstable-ignored";

#[tokio::test]
async fn an_address_of_ours_refuses_them_with_the_nearest_known_name() {
    let api = TestApi::with_every_kind().await;
    let path =
        "/api/v1/magic-events/7/audit/?befor=3&page_size=2&pagesize=3&xyzzy=sk_ABCDEFGHIJKLMNOPQRSTUVWXYZabcd34KlM6";
    let problem = api.get(path).await.problem(400);
    let expected = json!({
        "befor": ["Unknown query parameter \"befor\"; did you mean \"before\"?"],
        "pagesize": ["Unknown query parameter \"pagesize\"; did you mean \"page_size\"?"],
        "xyzzy": ["Unknown query parameter \"xyzzy\"."],
    });
    assert_eq!(problem["errors"], expected);
    assert!(!problem.to_string().contains("sk_A"), "values are not repeated: {problem}");
    for path in
        ["/api/v1/members/", "/api/v1/magic-events/7/settings/", "/api/v1/decklists/7/revisions/", "/api/schema/"]
    {
        let problem = api.get(&format!("{path}?x=1")).await.problem(400);
        assert!(problem["errors"]["x"][0].as_str().unwrap().contains("Unknown"), "{path}: {problem}");
    }
    let twice = api.get("/api/v1/magic-events/7/audit/?before=3&before=4").await.problem(400);
    assert_eq!(twice["errors"], json!({"before": ["This is given more than once."]}));
}

#[tokio::test]
async fn an_address_of_the_interface_ignores_and_names_them() {
    let api = TestApi::with_every_kind().await;
    for path in
        ["/api/v1/magic-events/7/", "/api/v1/magic-events/7/overview/", "/api/v1/decklists/", "/api/export-decklists/"]
    {
        let plain = api.get(path).await;
        assert_eq!((plain.status, plain.headers.contains_key(IGNORED)), (200, false), "{path}");
        let path = format!("{path}?pgae=secret&format=json&%0D%0Ax%3A=1");
        let reply = api.get(&path).await;
        assert_eq!((reply.status, &reply.body), (200, &plain.body), "{path}");
        let names =
            if path.contains("export") { "query.??x?, query.pgae" } else { "query.??x?, query.format, query.pgae" };
        assert_eq!(reply.header(IGNORED), names, "{path}");
        let again = api.get_with(&path, &[("if-none-match", reply.header("etag"))]).await;
        assert_eq!((again.status, again.header(IGNORED)), (304, reply.header(IGNORED)), "{path}");
    }
    let twice = api.get("/api/v1/decklists/?page=1&page=1").await;
    assert_eq!((twice.status, twice.header(IGNORED)), (200, "query.page"));
}

#[tokio::test]
async fn pages_for_people_open_with_what_others_add_to_links() {
    let api = TestApi::with_every_kind().await;
    for path in ["/", "/docs/"] {
        let reply = api.get_open(&format!("{path}?utm_source=chat")).await;
        assert_eq!((reply.status, reply.header(IGNORED)), (200, "query.utm_source"), "{path}");
    }
}

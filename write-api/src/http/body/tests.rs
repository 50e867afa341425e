//! Bodies of each of the three media types, valid ones and hostile ones.

use api_kit::names::Ignored;
use bytes::Bytes;
use domain::limits::BODY_BYTES;
use proptest::prelude::*;

use super::*;
use crate::FieldErrors;
use crate::decklist_fields::DecklistFields;
use crate::decklist_fields::tests::fields;

const BOUNDARY: &str = "parted";

type Said = Result<DecklistFields, String>;

async fn read_as(media_type: MediaType, body: impl AsRef<[u8]>) -> Said {
    let mut errors = FieldErrors::default();
    let fields =
        read_list(&media_type, Bytes::copy_from_slice(body.as_ref()), &mut errors, &mut Ignored::default()).await;
    let fields = fields.map_err(|problem| match problem.status().as_u16() {
        400 => problem.detail().to_owned(),
        status => format!("{status}: {}", problem.detail()),
    })?;
    errors.check().map(|()| fields).map_err(|errors| errors.to_string())
}

async fn json(body: impl AsRef<[u8]>) -> Said {
    read_as(MediaType::Json, body).await
}

async fn form(body: impl AsRef<[u8]>) -> Said {
    read_as(MediaType::Form, body).await
}

async fn parts(body: impl AsRef<[u8]>) -> Said {
    read_as(MediaType::Multipart { boundary: Some(BOUNDARY.to_owned()) }, body).await
}

/// A part with these further headers.
fn part(name: &str, headers: &str, value: &[u8]) -> Vec<u8> {
    let head = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"{headers}\r\n\r\n");
    [head.as_bytes(), value, b"\r\n"].concat()
}

fn body(parts: &[Vec<u8>]) -> Vec<u8> {
    [parts.concat(), format!("--{BOUNDARY}--\r\n").into_bytes()].concat()
}

#[tokio::test]
async fn each_form_gives_the_fields_it_names() {
    let expected = Ok(fields([("name", "Bürn & Co"), ("plaintext_list", "4 Shock\r\n"), ("archetype", "")]));
    assert_eq!(json(r#"{"name": "B\u00fcrn & Co", "plaintext_list": "4 Shock\r\n", "archetype": ""}"#).await, expected);
    assert_eq!(form("name=B%C3%bcrn+%26%20Co&plaintext_list=4+Shock%0D%0A&archetype").await, expected);
    assert_eq!(form("name=Bürn+%26+Co&plaintext_list=4%20Shock%0d%0a&archetype=&").await, expected);
    let file = "; filename=\"list.txt\"\r\nContent-Type: text/plain; charset=utf-8";
    let sent = [
        part("name", "", "Bürn & Co".as_bytes()),
        part("plaintext_list", file, b"4 Shock\r\n"),
        part("archetype", "", b""),
    ];
    assert_eq!(parts(body(&sent)).await, expected);
}

#[tokio::test]
async fn vendors_names_stand_for_ours_but_not_for_something_else() {
    let expected = Ok(fields([("deckhost_deck_json", "{}"), ("deckhost_public_id", "x7")]));
    assert_eq!(json(r#"{"moxfield_deck_json": "{}", "moxfield_public_id": "x7"}"#).await, expected);
    assert_eq!(form("moxfield_deck_json={}&deckhost_deck_json={}&moxfield_public_id=x7").await, expected);
    let body = "moxfield_deck_json={}&deckhost_deck_json=[]&moxfield_public_id=x&deckhost_public_id=";
    let said = form(body).await.unwrap_err();
    assert!(said.starts_with("moxfield_deck_json: This is another name for deckhost_deck_json"), "{said}");
    assert!(said.contains("moxfield_public_id: This is another name for deckhost_public_id"), "{said}");
    let null = json(r#"{"moxfield_public_id": null}"#).await.unwrap_err();
    assert_eq!(null, "moxfield_public_id: Must be a string; this is null.");
}

#[tokio::test]
async fn what_is_no_string_is_told_by_field_all_at_once() {
    let said = json(
        r#"{"name": null, "archetype": 7, "plaintext_list": [], "deckhost_deck_json": {}, "deckhost_public_id": true}"#,
    );
    assert_eq!(
        said.await.unwrap_err(),
        "archetype: Must be a string; this is a number.; deckhost_deck_json: Must be a string; this is an object.; \
         deckhost_public_id: Must be a string; this is a boolean.; name: Must be a string; this is null.; \
         plaintext_list: Must be a string; this is an array."
    );
}

#[tokio::test]
async fn json_that_is_none_is_told_where_it_breaks() {
    for (body, said) in [
        (&b""[..], "is empty. It must be a JSON object, such as {\"name\": \"Burn\"}."),
        (b" ", "EOF while parsing a value at line 1 column 1"),
        (b"{\"name\": \"a\"", "line 1 column 12"),
        (b"{\n\"name\": \"a\",}", "trailing comma at line 2 column 13"),
        (b"{} {}", "trailing characters"),
        (b"[]", "must be a JSON object; this is an array"),
        (b"null", "this is null"),
        (b"\"name\"", "this is a string"),
        (b"{\"name\": \"\xff\"}", "not valid UTF-8: there is an error at byte 10"),
        (b"{\"name\": \"\\ud800\"}", "line 1 column"),
        (b"{\"name\": \"\\ud800\\u0041\"}", "line 1 column"),
        (b"{\"name\": \"a\nb\"}", "control character"),
        (b"\xef\xbb\xbf{}", "line 1 column 1"),
        (b"name=a", "not JSON"),
    ] {
        let fault = json(body).await.unwrap_err();
        assert!(fault.contains(said), "{fault}");
    }
    for deep in ["[".repeat(100_000), format!("{{\"x\": {}}}", "[".repeat(200))] {
        assert!(json(deep).await.unwrap_err().contains("nested more than 127 deep"));
    }
    assert_eq!(json("{}").await, Ok(fields([])));
}

#[tokio::test]
async fn forms_are_decoded_strictly() {
    for (body, said) in [
        ("name=%ff", "name: This text is not valid UTF-8 once decoded: error at byte 0"),
        ("name=ab%C3", "error at byte 2"),
        ("name=%ed%a0%80", "not valid UTF-8"),
        ("name=100%", "name: This text has a percent sign without two hexadecimal digits at byte 3"),
        ("name=a%4", "percent sign"),
        ("name=%zz", "percent sign"),
        ("name=%+1", "percent sign"),
    ] {
        let fault = form(body).await.unwrap_err();
        assert!(fault.contains(said), "{body}: {fault}");
    }
    assert_eq!(form("").await, Ok(fields([])));
    assert_eq!(form("%6eame=a%3Db%26%2B=c").await, Ok(fields([("name", "a=b&+=c")])));
    assert_eq!(form("name=%00").await, Ok(fields([("name", "\0")])), "the characters of a field are checked elsewhere");
}

#[tokio::test]
async fn multipart_that_breaks_off_is_never_taken_for_whole() {
    let whole = body(&[part("name", "", b"Burn"), part("plaintext_list", "", b"4 Shock\r\n4 Bolt")]);
    let end = whole.len() - b"\r\n".len();
    for length in 0..end {
        let said = parts(&whole[..length]).await;
        assert!(said.is_err(), "{length}: {said:?} of {:?}", String::from_utf8_lossy(&whole[..length]));
    }
    assert!(parts(&whole[..end]).await.is_ok());
    let fault = parts(&whole[..whole.len() - 10]).await.unwrap_err();
    assert!(fault.contains("closing boundary"), "{fault}");
}

#[tokio::test]
async fn multipart_that_is_none_is_told() {
    let fine = body(&[part("name", "", b"a")]);
    let two = Bytes::from(fine.clone());
    for boundary in [None, Some(""), Some(&"x".repeat(71) as &str)] {
        let media_type = MediaType::Multipart { boundary: boundary.map(str::to_owned) };
        assert!(read_as(media_type, &two).await.unwrap_err().contains("boundary="), "{boundary:?}");
    }
    let other = MediaType::Multipart { boundary: Some("other".to_owned()) };
    assert!(read_as(other, &two).await.is_err());
    for nothing in ["", "\r\n", "--", "name=a", "{\"name\": \"a\"}"] {
        assert!(parts(nothing).await.is_err(), "{nothing}");
    }
    let nameless = b"--parted\r\nContent-Disposition: form-data\r\n\r\na\r\n--parted--\r\n";
    assert!(parts(nameless).await.unwrap_err().contains("Part 1 of the body has no name"));
    let headless = [b"--parted\r\n\r\na\r\n".to_vec(), part("name", "", b"a")];
    assert!(parts(body(&headless)).await.unwrap_err().contains("no name"));
    assert!(parts(b"--parted\r\n: :\r\n\r\na\r\n--parted--\r\n").await.unwrap_err().contains("headers"));
    assert_eq!(parts(b"--parted--\r\n").await, Ok(fields([])), "no parts at all");
}

#[tokio::test]
async fn parts_are_limited_in_number_and_form() {
    let mut many: Vec<_> = (0..63).map(|_| part("x", "", b"")).collect();
    many.push(part("name", "", b"a"));
    assert_eq!(parts(body(&many)).await, Ok(fields([("name", "a")])));
    many.push(part("x", "", b""));
    assert_eq!(parts(body(&many)).await.unwrap_err(), "The body has more than 64 parts.");

    for (headers, said) in [
        ("\r\nContent-Type: text/plain; charset=iso-8859-1", "Texts must come in the charset utf-8"),
        ("\r\nContent-Transfer-Encoding: base64", "Texts must come as they are"),
    ] {
        let fault = parts(body(&[part("name", headers, b"QQ==")])).await.unwrap_err();
        assert!(fault.starts_with(&format!("415: Part 1, `name`: {said}")), "{fault}");
    }
    let binary = "\r\nContent-Transfer-Encoding: Binary\r\nContent-Type: application/octet-stream";
    assert_eq!(parts(body(&[part("name", binary, b"a")])).await, Ok(fields([("name", "a")])));
    let said = parts(body(&[part("name", "", b"a\xc3")])).await.unwrap_err();
    assert_eq!(said, "name: This text is not valid UTF-8: error at byte 1.");
}

#[tokio::test]
async fn a_text_that_looks_like_a_boundary_is_a_text() {
    for text in ["--parted", "\r\n-parted--", "--parted--", "\n--parted\n", "\r\r\n--parte"] {
        let sent = body(&[part("name", "", format!("a{text}").as_bytes())]);
        assert_eq!(parts(sent).await, Ok(fields([("name", &format!("a{text}"))])), "{text:?}");
    }
}

#[tokio::test]
async fn a_body_is_received_up_to_its_limit() {
    let bytes = |length: usize| Bytes::from(vec![b'x'; length]);
    let streamed = |chunks: usize| {
        let chunks = (0..chunks).map(move |_| Ok::<_, std::io::Error>(bytes(1024)));
        RawBody::from_stream(futures::stream::iter(chunks))
    };
    assert_eq!(receive(RawBody::from(bytes(BODY_BYTES)), BODY_BYTES).await.unwrap().len(), BODY_BYTES);
    assert_eq!(receive(streamed(256), BODY_BYTES).await.unwrap().len(), BODY_BYTES);
    let declared = receive(RawBody::from(bytes(BODY_BYTES + 1)), BODY_BYTES).await.unwrap_err();
    assert_eq!(declared.detail(), "A body may have at most 262144 bytes; this one has 262145.");
    let undeclared = receive(streamed(257), BODY_BYTES).await.unwrap_err();
    assert_eq!((undeclared.status().as_u16(), undeclared.detail()), (413, "A body may have at most 262144 bytes."));
    let broken = RawBody::from_stream(futures::stream::iter([Ok(bytes(1)), Err(std::io::Error::other("gone"))]));
    assert_eq!(receive(broken, BODY_BYTES).await.unwrap_err().status().as_u16(), 400);
}

fn encoded(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().build().unwrap()
}

proptest! {
    #[test]
    fn the_same_fields_are_read_from_all_three_forms(
        given in prop::collection::vec((0..9_usize, "\\PC*|[\\x00-\\x7f]*|(\r\n--parted|-|\r|\n|parted|%|\\+|&|=|\"){0,6}"), 0..6)
    ) {
        const NAMES: [&str; 9] = [
            "name", "deckhost_deck_json", "plaintext_list", "deckhost_public_id", "archetype", "moxfield_deck_json",
            "moxfield_public_id", "id", "unknown",
        ];
        // Clients choose a boundary so that no text contains the delimiter.
        prop_assume!(given.iter().all(|(_, text)| !text.contains("\r\n--parted")));
        let given: Vec<_> = given.iter().map(|(name, text)| (NAMES[*name], text.as_str())).collect();
        let members: Vec<_> = given.iter().map(|(name, text)| format!("{name:?}: {}", serde_json::json!(text))).collect();
        let pairs: Vec<_> = given.iter().map(|(name, text)| format!("{name}={}", encoded(text))).collect();
        let sent: Vec<_> = given.iter().map(|(name, text)| part(name, "", text.as_bytes())).collect();
        let (from_json, from_form, from_parts) = runtime().block_on(async {
            (json(format!("{{{}}}", members.join(", "))).await, form(pairs.join("&")).await, parts(body(&sent)).await)
        });
        prop_assert_eq!(&from_json, &from_form);
        prop_assert_eq!(&from_json, &from_parts);
    }

    #[test]
    fn no_bytes_make_it_fail(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        runtime().block_on(async {
            let _ = json(&bytes).await;
            let _ = form(&bytes).await;
            let _ = parts(&bytes).await;
            let _ = parts([b"--parted\r\n", bytes.as_slice()].concat()).await;
        });
    }
}

//! Framing and compression of complete and of failing streams.

use std::io::Read;

use flate2::read::GzDecoder;
use http_body_util::BodyExt;

use super::*;

fn documents(items: Vec<Result<&'static str, StoreError>>) -> Bodies {
    stream::iter(items).map(|item| item.map(|text| Bytes::from_static(text.as_bytes()))).boxed()
}

fn address() -> PublicAddress {
    PublicAddress::new("https://events.example")
}

fn sending() -> Sending {
    let counted = AnswerLimit::new("lists", 8, 8).permit(None, None).unwrap_or_else(|_| panic!("refused"));
    Sending { limits: service_kit::limits::Limits::default(), counted }
}

async fn read(items: &[&'static str], framing: Framing, gzip: bool) -> Bytes {
    let items = documents(items.iter().map(|item| Ok(*item)).collect());
    body(framed(items, framing, address()), gzip, sending()).await.unwrap().collect().await.unwrap().to_bytes()
}

#[tokio::test]
async fn documents_stand_in_their_frame() {
    let object = || Framing::object("{\"count\":2,\"results\":[".to_owned());
    for (items, framing, expected) in [
        (&[][..], Framing::array(), "[]"),
        (&["1"], Framing::array(), "[1]"),
        (&["1", "2"], Framing::array(), "[1,2]"),
        (&[], Framing::lines(), ""),
        (&["1", "2"], Framing::lines(), "1\n2\n"),
        (
            &[r#"["\u0000/a/"]"#, r#""\u0000""#],
            Framing::lines(),
            "[\"https://events.example/a/\"]\n\"https://events.example\"\n",
        ),
        (&[], object(), "{\"count\":2,\"results\":[]}"),
        (&["1", "2"], object(), "{\"count\":2,\"results\":[1,2]}"),
    ] {
        assert_eq!(read(items, framing.clone(), false).await, expected);
        let packed = read(items, framing, true).await;
        let mut unpacked = String::new();
        GzDecoder::new(&packed[..]).read_to_string(&mut unpacked).unwrap();
        assert_eq!(unpacked, expected, "packed");
    }
}

#[tokio::test]
async fn a_long_stream_comes_in_chunks_of_bounded_size() {
    let items = std::iter::repeat_n("\"a document of some length\"", 20_000);
    let chunks: Vec<_> = framed(documents(items.map(Ok).collect()), Framing::array(), address()).collect().await;
    assert!(chunks.len() > 10);
    assert!(chunks.iter().all(|chunk| chunk.as_ref().unwrap().len() < 2 * CHUNK));
}

#[tokio::test]
async fn a_store_that_cannot_begin_is_an_error() {
    for (error, status) in [(StoreError::Closed, 503), (StoreError::Damaged("a row".into()), 500)] {
        let problem =
            body(framed(documents(vec![Err(error)]), Framing::array(), address()), false, sending()).await.unwrap_err();
        assert_eq!(problem.status().as_u16(), status);
    }
}

#[tokio::test]
async fn a_stream_that_fails_half_way_does_not_end_as_if_it_were_whole() {
    let long: &'static str = "x".repeat(CHUNK).leak();
    for gzip in [false, true] {
        let items = documents(vec![Ok(long), Ok(long), Err(StoreError::Closed), Ok(long)]);
        let body = body(framed(items, Framing::array(), address()), gzip, sending()).await.unwrap();
        assert!(body.collect().await.is_err(), "gzip: {gzip}");
    }
}

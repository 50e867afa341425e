//! Clients that leave, and clients that do not read.

use tokio::io::Interest;

use super::*;

/// Returns the site with and without the shortcut.
fn both_ways(router: &Router) -> [Site; 2] {
    [router.clone().into(), with_shortcut(router.clone())]
}

#[tokio::test]
async fn the_work_for_a_client_that_leaves_ends_at_once() {
    struct Ended(mpsc::UnboundedSender<()>);
    impl Drop for Ended {
        fn drop(&mut self) {
            let _ = self.0.send(());
        }
    }
    let (begin, mut begun) = mpsc::unbounded_channel();
    let (end, mut ended) = mpsc::unbounded_channel();
    let endless = async move || {
        let _ended = Ended(end);
        begin.send(()).unwrap();
        std::future::pending::<()>().await;
    };
    let router = hello().route("/endless", get(endless));
    for workers in [0, 1] {
        for site in both_ways(&router) {
            let server = start_with(site, Listening { workers, ..Listening::within(Limits::default()) }).await;
            for behind in ["", "GET /", PLAIN] {
                let mut socket = server.send(&format!("GET /endless HTTP/1.1\r\nhost: a\r\n\r\n{behind}")).await;
                begun.recv().await.unwrap();
                // A client that only closes its sending side counts as gone.
                socket.shutdown().await.unwrap();
                ended.recv().await.unwrap();
                assert!(is_closed(&mut socket).await, "it gets no answer");
            }
        }
    }
}

#[tokio::test]
async fn requests_sent_before_a_client_ends_its_side_are_answered() {
    for site in both_ways(&hello()) {
        let server = start(site, Limits::default()).await;
        let mut socket = server.send(&PLAIN.repeat(3)).await;
        socket.shutdown().await.unwrap();
        let answer = rest(socket).await;
        assert_eq!(answer.matches("hello").count(), 3, "{answer}");
    }
}

#[tokio::test]
async fn a_client_that_takes_no_answers_is_read_from_no_further() {
    let large = "x".repeat(300_000);
    let router = Router::new().route("/", get(async move || large));
    for site in both_ways(&router) {
        let server = start(site, Limits::default()).await;
        let mut socket = server.send(PLAIN).await;
        // The systems of client and server buffer some bytes; then the server reads no more, and sending waits.
        let (mut sent, ten_mib) = (0, 10 << 20);
        while sent < ten_mib {
            let write = socket.write_all(PLAIN.as_bytes());
            if tokio::time::timeout(Duration::from_millis(300), write).await.is_err() {
                break;
            }
            sent += PLAIN.len();
        }
        assert!(sent < ten_mib, "{sent} bytes of requests were taken");
    }
}

#[tokio::test]
async fn a_client_that_takes_no_answer_is_given_up() {
    let large = "x".repeat(20_000_000);
    let router = Router::new().route("/", get(async move || large));
    for site in both_ways(&router) {
        let server = start(site, Limits { stalled_answer_seconds: 1, ..Limits::default() }).await;
        let mut socket = server.send(PLAIN).await;
        // The connection is reset, so that the system keeps nothing of the answer.
        socket.ready(Interest::ERROR).await.unwrap();
        let mut answer = Vec::new();
        assert!(socket.read_to_end(&mut answer).await.is_err(), "{} bytes came", answer.len());
    }
}

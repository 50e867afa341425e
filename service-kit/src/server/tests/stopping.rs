//! The soft stop and the hard stop.

use super::*;

#[tokio::test]
async fn a_soft_stop_finishes_what_has_begun_and_says_that_it_is_the_last() {
    let mut gate = gate();
    let mut server = start(with_shortcut(gate.router), Limits::default()).await;
    let idle = server.send("").await;
    let mut used = server.send(PLAIN).await;
    until(&mut used, "hello").await;
    let mut begun = server.send("GET / HTTP/1.1\r\nhost").await;
    let waiting = server.send("GET /slow HTTP/1.1\r\nhost: a\r\n\r\n").await;
    gate.asked.recv().await.unwrap();
    server.stop.stop();
    assert_eq!(rest(idle).await, "");
    assert_eq!(rest(used).await, "");
    begun.write_all(b": a\r\n\r\n").await.unwrap();
    let answer = rest(begun).await;
    assert!(answer.contains("connection: close\r\n") && answer.ends_with("hello"), "{answer}");
    gate.answers.add_permits(1);
    let answer = rest(waiting).await;
    assert!(answer.contains("connection: close\r\n") && answer.ends_with("late"), "{answer}");
    (&mut server.ended).await.unwrap().unwrap();
    assert!(TcpStream::connect(server.address).await.is_err());
}

#[tokio::test]
async fn a_hard_stop_cuts_off() {
    let mut gate = gate();
    let mut server = start(gate.router, Limits::default()).await;
    let waiting = server.send("GET /slow HTTP/1.1\r\nhost: a\r\n\r\n").await;
    gate.asked.recv().await.unwrap();
    server.stop.stop_hard();
    assert_eq!(rest(waiting).await, "");
    (&mut server.ended).await.unwrap().unwrap();
}
